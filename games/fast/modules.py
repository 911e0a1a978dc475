"""Finds the modules to compile; there is no list of them.

A module is compiled if it imports `games.core.engine.rows`, or if a compiled module imports it when it is loaded.
Modules that are imported inside functions or under `TYPE_CHECKING` only are not compiled: this keeps text, dicts and
JSON out.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("games/core", "games/bots", "games/titles")
SWITCH_MODULE = "games/core/engine/rows.py"
"""The module that differs between the builds; it is never compiled."""


def compiled_sources(base: Path) -> list[str]:
    """Return the paths of all modules to compile, relative to the project folder `base`, sorted."""
    imports = {name: imported_modules(base, name) for name in all_sources(base)}
    found: set[str] = set()
    fresh = {name for name, others in imports.items() if SWITCH_MODULE in others}
    while fresh:
        found |= fresh
        fresh = {other for name in fresh for other in imports[name]} - found - {SWITCH_MODULE}
    return sorted(found)


def all_sources(base: Path) -> list[str]:
    """Return the paths of all modules of `games.core`, `games.bots` and `games.titles`."""
    return sorted(
        path.relative_to(base).as_posix()
        for folder in FOLDERS
        for path in (base / folder).rglob("*.py")
        if path.name != "__init__.py"
    )


def module_name(source: str) -> str:
    """Return ``games.core.engine.state`` for ``games/core/engine/state.py``."""
    return source.removesuffix(".py").replace("/", ".")


def imported_modules(base: Path, source: str) -> set[str]:
    """Return the paths of the modules in `FOLDERS` that `source` imports when it is loaded."""
    found = set()
    for statement in load_time_imports(ast.parse((base / source).read_text()).body):
        names = [alias.name for alias in statement.names]
        if isinstance(statement, ast.ImportFrom):
            names = [f"{statement.module}.{name}" for name in names] + [str(statement.module)]
        for name in names:
            path = f"{name.replace('.', '/')}.py"
            if path.startswith(FOLDERS) and (base / path).is_file():
                found.add(path)
    return found


def load_time_imports(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports that run when a module is loaded: not those under `TYPE_CHECKING` or inside functions."""
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.If):
            if ast.unparse(statement.test) != "TYPE_CHECKING":
                yield from load_time_imports(statement.body)
            yield from load_time_imports(statement.orelse)
