"""The mutants of a source file: mutmut's operators, and more for guards: conditions, returns, decorators."""

import difflib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

# The first argument is a sentence for people. The test of the catalogues fails on each one that was changed.
TEXTS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "Text"}
LOGGERS = {"log", "logger"}  # text for operators is not behaviour of the site
KEPT_CALLS = {"len", "isinstance", "cast", "TypeVar"}
KEPT_DECORATORS = {"property", "staticmethod", "classmethod", "dataclass", "overload", "abstractmethod"}


@dataclass(frozen=True)
class Mutant:
    """One small change of one file.

    `function` is the qualified name of the function around it, "" outside of functions. `line` is where it begins,
    `lines` are the first and the last line of its statement, `body` those of the outermost function's body. `text` is
    the source line without its indentation; with `operator` and `nth`, which counts those alike in all of this, it
    names the mutant wherever its line moves.
    """

    path: str
    function: str
    operator: str
    text: str
    nth: int
    line: int
    lines: tuple[int, int]
    body: tuple[int, int] | None

    @property
    def key(self) -> str:
        """A name that stays when lines above are added or removed."""
        return f"{self.path}::{self.function}::{self.operator}::{self.text}::{self.nth}"

    def draw(self, seed: int) -> str:
        """Return its position in the random draw of `seed`; the mutants with the lowest positions are drawn."""
        return sha256(f"{seed}:{self.key}".encode()).hexdigest()


def condition(node: cst.If) -> Iterator[cst.CSTNode]:
    """Yield the statement with its condition negated."""
    if isinstance(node.test, cst.Name) and node.test.value in ("True", "TYPE_CHECKING"):
        return
    inner = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(cst.Not(), inner), whitespace_before_test=cst.SimpleWhitespace(" "))


def filtering(node: cst.CompIf) -> Iterator[cst.CSTNode]:
    """Yield the condition of a comprehension negated."""
    inner = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(cst.Not(), inner))


def returned(node: cst.Return) -> Iterator[cst.CSTNode]:
    """Yield the statement with None in place of its value."""
    if node.value is not None and not (isinstance(node.value, cst.Name) and node.value.value == "None"):
        yield node.with_changes(value=cst.Name("None"), whitespace_after_return=cst.SimpleWhitespace(" "))


def decorator(node: cst.FunctionDef) -> Iterator[cst.CSTNode]:
    """Yield the function without one decorator, for each that may be left out."""
    for number, found in enumerate(node.decorators):
        if not names(found.decorator) & KEPT_DECORATORS:
            yield node.with_changes(decorators=[*node.decorators[:number], *node.decorators[number + 1 :]])


OPERATORS: Sequence[tuple[Any, Callable[[Any], Iterable[cst.CSTNode]]]] = (
    *mutation_operators,
    (cst.If, condition),
    (cst.CompIf, filtering),
    (cst.Return, returned),
    (cst.FunctionDef, decorator),
)


def names(node: cst.CSTNode) -> set[str]:
    """Return the names that an expression such as ``a.b(...)`` is made of."""
    if isinstance(node, cst.Call):
        return names(node.func)
    if isinstance(node, cst.Attribute):
        return names(node.value) | {node.attr.value}
    return {node.value} if isinstance(node, cst.Name) else set()


@dataclass
class Change:
    """A mutant with the nodes that it exchanges; `statement` is the place of the module's statement around them."""

    mutant: Mutant
    statement: int
    old: cst.CSTNode
    new: cst.CSTNode


class Mutations:
    """The mutants of one file."""

    def __init__(self, path: str, source: str) -> None:
        wrapper = MetadataWrapper(cst.parse_module(source))
        self.path, self.source, self.module = path, source, wrapper.module
        visitor = Finder(path, source.splitlines())
        visitor.top = {statement: number for number, statement in enumerate(wrapper.module.body)}
        wrapper.visit(visitor)
        self.changes = {change.mutant.key: change for change in visitor.changes}

    @cached_property
    def mutants(self) -> list[Mutant]:
        """All mutants, in the order of the file."""
        return [change.mutant for change in self.changes.values()]

    def mutated(self, mutant: Mutant) -> str:
        """Return the whole source with this one change."""
        change = self.changes[mutant.key]
        body: list[Any] = list(self.module.body)
        body[change.statement] = body[change.statement].deep_replace(change.old, change.new)
        return self.module.with_changes(body=body).code


class Finder(cst.CSTVisitor):
    """Collects the changes of a module, leaving out what no test can or need notice."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, path: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.path, self.lines = path, lines
        self.changes: list[Change] = []
        self.scopes: list[tuple[str, bool]] = []
        self.bodies: list[tuple[int, int]] = []
        self.number = -1
        self.statement: tuple[int, int] | None = None
        self.seen: Counter[tuple[str, ...]] = Counter()
        self.texts: set[cst.CSTNode] = set()
        self.top: dict[cst.CSTNode, int] = {}

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Call) and names(node.func) & TEXTS:
            self.texts.update(argument.value for argument in node.args)
        self.number = self.top.get(node, self.number)
        if self.left_out(node):
            return False
        if isinstance(node, cst.SimpleStatementLine):
            self.statement = self.span(node)
        for kind, operator in OPERATORS:
            if isinstance(node, kind):
                for new in operator(node):
                    self.add(node, operator.__name__.removeprefix("operator_"), new)
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self.scopes.append((node.name.value, isinstance(node, cst.FunctionDef)))
            if isinstance(node, cst.FunctionDef):
                self.bodies.append(self.span(node.body))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.SimpleStatementLine):
            self.statement = None
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self.scopes.pop()
            if isinstance(original_node, cst.FunctionDef):
                self.bodies.pop()

    def left_out(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
            return True
        if isinstance(node, cst.SimpleString | cst.ConcatenatedString):
            return node in self.texts
        if isinstance(node, cst.Assign):
            return any(names(target.target) & (LOGGERS | {"__all__"}) for target in node.targets)
        if isinstance(node, cst.Call):
            called = node.func
            if isinstance(called, cst.Name):
                return called.value in KEPT_CALLS
            return isinstance(called, cst.Attribute) and bool(names(called.value) & LOGGERS)
        return False

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        position: Any = self.get_metadata(PositionProvider, node)
        return position.start.line, position.end.line

    def add(self, node: cst.CSTNode, operator: str, new: cst.CSTNode) -> None:
        first, last = self.span(node)
        if isinstance(node, cst.If):
            last = max(first, self.span(node.test)[1])
        if isinstance(node, cst.FunctionDef):
            last = first
        text = self.lines[first - 1].strip()
        function = ".".join(name for name, _ in self.scopes) if any(inside for _, inside in self.scopes) else ""
        if isinstance(node, cst.FunctionDef) and not function:
            function = ".".join([*(name for name, _ in self.scopes), node.name.value])
        like = (function, operator, text)
        body = self.bodies[0] if self.bodies else None
        mutant = Mutant(
            self.path, function, operator, text, self.seen[like], first, self.statement or (first, last), body
        )
        self.seen[like] += 1
        self.changes.append(Change(mutant, self.number, node, new))


def diff_lines(old: str, new: str) -> tuple[list[str], list[str]]:
    """Return the lines that a change takes out and those it brings in."""
    found = list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm=""))[3:]
    return [line[1:] for line in found if line[0] == "-"], [line[1:] for line in found if line[0] == "+"]
