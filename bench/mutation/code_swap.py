"""Giving functions that are loaded already the code of a changed source."""

from collections.abc import Iterable, Iterator
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


def children(code: CodeType) -> list[CodeType]:
    return [value for value in code.co_consts if isinstance(value, CodeType)]


def same_own(old: CodeType, new: CodeType) -> bool:
    """Whether two code objects are the same but for those nested in them."""
    constants = [
        [(type(value), repr(value)) for value in code.co_consts if not isinstance(value, CodeType)]
        for code in (old, new)
    ]
    if constants[0] != constants[1] or len(children(old)) != len(children(new)):
        return False
    return all(getattr(old, part) == getattr(new, part) for part in (*PARTS, *MORE_PARTS))


def differences(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType, bool]]:
    """The pairs of functions that differ, outer ones first; the last value is false for a module or class body."""
    same = same_own(old, new)
    inner = [] if len(children(old)) != len(children(new)) else list(zip(children(old), children(new), strict=True))
    nested = [found for pair in inner for found in differences(*pair)]
    is_function = bool(old.co_flags & IS_FUNCTION)
    if not same or (nested and is_function):
        yield old, new, is_function
    yield from nested


def reach(old: str, new: str) -> Reach:
    """How far the change from one source to another reaches; a source that does not compile reaches the import."""
    try:
        found = list(differences(compile(old, "m", "exec"), compile(new, "m", "exec")))
    except (SyntaxError, ValueError):
        return Reach.IMPORT
    if not found:
        return Reach.NOTHING
    swappable = all(
        is_function and len(before.co_freevars) == len(after.co_freevars) for before, after, is_function in found
    )
    return Reach.FUNCTIONS if swappable else Reach.IMPORT


def place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def functions_by_place(objects: Iterable[object], files: set[str]) -> dict[Place, list[FunctionType]]:
    """The loaded functions of `files`."""
    found: dict[Place, list[FunctionType]] = {}
    for value in objects:
        if type(value) is FunctionType and value.__code__.co_filename in files:
            found.setdefault(place(value.__code__), []).append(value)
    return found


def swap(functions: dict[Place, list[FunctionType]], file: str, old: str, new: str) -> int:
    """Give the loaded functions of `file` their new code. Returns how many functions were changed."""
    changed = 0
    for before, after, _ in differences(compile(old, file, "exec"), compile(new, file, "exec")):
        for function in functions.get(place(before), ()):
            function.__code__ = after
            changed += 1
    return changed
