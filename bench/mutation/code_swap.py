"""Giving functions that are loaded already the code of a changed source."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from types import CodeType, FunctionType

PARTS = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_flags", "co_argcount")
MORE_PARTS = ("co_posonlyargcount", "co_kwonlyargcount", "co_exceptiontable")
IS_FUNCTION = 0x02  # CO_NEWLOCALS: what is called, not the body of a module or a class

Place = tuple[str, str, int]  # file, qualified name, first line


class Reach(Enum):
    """How far a change of a source reaches."""

    NOTHING = "the compiled code is the same"
    FUNCTIONS = "only what functions do when they are called"
    IMPORT = "what happens when the module is imported"


@dataclass(frozen=True)
class Difference:
    """A code object and what it becomes. Not `is_function`: the body of a module or a class."""

    old: CodeType
    new: CodeType
    is_function: bool
    is_inside: bool

    @property
    def is_swappable(self) -> bool:
        """Return whether loaded functions can take the new code; a function inside another is recreated by it."""
        return self.is_inside or (self.is_function and len(self.old.co_freevars) == len(self.new.co_freevars))


def children(code: CodeType) -> list[CodeType]:
    return [value for value in code.co_consts if isinstance(value, CodeType)]


def same_own(old: CodeType, new: CodeType) -> bool:
    """Return whether two code objects are the same, apart from those nested in them."""
    constants = [
        [(type(value), repr(value)) for value in code.co_consts if not isinstance(value, CodeType)]
        for code in (old, new)
    ]
    if constants[0] != constants[1] or len(children(old)) != len(children(new)):
        return False
    return all(getattr(old, part) == getattr(new, part) for part in (*PARTS, *MORE_PARTS))


def differences(old: CodeType, new: CodeType, inside: bool = False) -> Iterator[Difference]:
    """Yield the pairs of code objects that differ, outer ones first; `inside` if a function is around them."""
    nested: list[Difference] = []
    is_function = bool(old.co_flags & IS_FUNCTION)
    if len(children(old)) == len(children(new)):
        for pair in zip(children(old), children(new), strict=True):
            nested += differences(*pair, inside=inside or is_function)
    if not same_own(old, new) or (nested and is_function):
        yield Difference(old, new, is_function=is_function, is_inside=inside)
    yield from nested


def reach(old: str, new: str) -> Reach:
    """Return how far the change from one source to another reaches; a source that does not compile reaches the
    import."""
    try:
        found = list(differences(compile(old, "m", "exec"), compile(new, "m", "exec")))
    except (SyntaxError, ValueError):
        return Reach.IMPORT
    if not found:
        return Reach.NOTHING
    return Reach.FUNCTIONS if all(difference.is_swappable for difference in found) else Reach.IMPORT


def place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def functions_by_place(objects: Iterable[object], files: set[str]) -> dict[Place, list[FunctionType]]:
    """Return those of `objects` that are functions of `files`, by place."""
    found: dict[Place, list[FunctionType]] = {}
    for value in objects:
        if type(value) is FunctionType and value.__code__.co_filename in files:
            found.setdefault(place(value.__code__), []).append(value)
    return found


def swap(functions: dict[Place, list[FunctionType]], file: str, old: str, new: str) -> int:
    """Give the loaded functions of `file` their new code. Returns how many functions were changed."""
    changed = 0
    for difference in differences(compile(old, file, "exec"), compile(new, file, "exec")):
        for function in functions.get(place(difference.old), ()):
            if len(function.__code__.co_freevars) == len(difference.new.co_freevars):
                function.__code__ = difference.new
                changed += 1
    return changed
