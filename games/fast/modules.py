"""Which modules are compiled: nobody keeps a list of them.

A module that takes numbers and rows from `games.core.rows` is written to be compiled, and so is every module of rules
and bots that such a one imports as it is loaded. What is imported inside a function, or for annotations only, stays
as it is: that is how words, dicts and JSON are kept out.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("games/core", "games/bots", "games/titles")
SWITCH = "games/core/rows.py"
"""The one module that is different in both builds; never compiled itself."""


def compiled_sources(base: Path) -> list[str]:
    """Paths of all modules to compile, below the project's folder `base`, in a fixed order."""
    imports = {name: imported(base, name) for name in sources(base)}
    found: set[str] = set()
    fresh = {name for name, others in imports.items() if SWITCH in others}
    while fresh:
        found |= fresh
        fresh = {other for name in fresh for other in imports[name]} - found - {SWITCH}
    return sorted(found)


def sources(base: Path) -> list[str]:
    """All modules of rules and bots."""
    return sorted(
        path.relative_to(base).as_posix()
        for folder in FOLDERS
        for path in (base / folder).rglob("*.py")
        if path.name != "__init__.py"
    )


def module_name(source: str) -> str:
    """``games.core.state`` for ``games/core/state.py``."""
    return source.removesuffix(".py").replace("/", ".")


def imported(base: Path, source: str) -> set[str]:
    """The modules of rules and bots that are loaded together with `source`."""
    found = set()
    for statement in at_load(ast.parse((base / source).read_text()).body):
        names = [alias.name for alias in statement.names]
        if isinstance(statement, ast.ImportFrom):
            names = [f"{statement.module}.{name}" for name in names] + [str(statement.module)]
        for name in names:
            path = f"{name.replace('.', '/')}.py"
            if path.startswith(FOLDERS) and (base / path).is_file():
                found.add(path)
    return found


def at_load(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Imports that run when a module is loaded: not those for type checkers, nor those inside functions."""
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.If):
            if ast.unparse(statement.test) != "TYPE_CHECKING":
                yield from at_load(statement.body)
            yield from at_load(statement.orelse)
