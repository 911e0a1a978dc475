"""The dependencies that a Python file names: its imports, its words, the fixtures it asks for."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_WORD = 200
HOLE = "*"  # replaces the values of an f-string
READING = {"read_text", "read_bytes", "open", "finders", "glob", "rglob"}


@dataclass(frozen=True, slots=True)
class Facts:
    """One file: `imports` are dotted names of modules, or of what is taken from them; `words` its strings without
    white space (no docstrings); `asked` the arguments of its tests and fixtures; `fixtures` the fixtures it defines;
    `names` all attributes and variables."""

    imports: frozenset[str]
    words: frozenset[str]
    asked: frozenset[str]
    fixtures: frozenset[str]
    names: frozenset[str]

    @property
    def reads_files(self) -> bool:
        """Return whether it reads or looks for files."""
        return not READING.isdisjoint(self.names)


def facts_of(text: str) -> Facts:
    """Return the facts of the Python source `text`. Raises SyntaxError."""
    tree = ast.parse(text)
    imports, words, asked, fixtures, names = set[str](), set[str](), set[str](), set[str](), set[str]()
    docstrings = set[int]()
    for node in ast.walk(tree):  # from the outside to the inside
        if isinstance(node, ast.Expr):
            docstrings.add(id(node.value))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imports.update(imported(node))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_fixture = any(map(makes_a_fixture, node.decorator_list))
            if is_fixture:
                fixtures.add(node.name)
            if is_fixture or node.name.startswith("test_"):
                asked.update(argument.arg for argument in node.args.args)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Name):
            names.add(node.id)
        elif (word := word_of(node)) and id(node) not in docstrings and not any(map(str.isspace, word)):
            words.add(word)
    return Facts(*map(frozenset, (imports, words, asked, fixtures, names)))


def makes_a_fixture(decorator: ast.expr) -> bool:
    """Return whether a decorator is `pytest.fixture` or one like it, called or not."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr == "fixture"


def imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Return the dotted names that one statement imports; the project has no relative imports."""
    prefix = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
    return (f"{prefix}{alias.name}" for alias in node.names)


def word_of(node: ast.AST) -> str:
    """Return the string that a node is, with a `*` for each part that is put in; empty if it is none, or a long one."""
    if isinstance(node, ast.JoinedStr):
        word = "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values)
    else:
        word = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return word if len(word) < LONGEST_WORD else ""
