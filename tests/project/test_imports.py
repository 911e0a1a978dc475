"""Imports run one way: no circle anywhere, and the packages of a title import only those before them.

All imports count, wherever they are: at the top, inside a function, or for type checkers only.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.project.sources import BASE, project_files, relative

PACKAGES = ("companion/", "games/", "leagues/", "masques_site/", "bench/", "tests/lantern/")
ROOMS = {
    "rules": set(),
    "text": {"rules"},
    "page": {"rules", "text"},
    "bots": {"rules", "text"},
    "game": {"rules", "text", "page", "bots"},
}
"""Each room of a title, and the rooms that it may import."""


def module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imports() -> dict[str, set[str]]:
    """The project's modules that each module imports."""
    paths = {module_name(relative(path)): path for path in project_files(".py") if relative(path).startswith(PACKAGES)}
    return {name: set(imported(path, set(paths))) - {name} for name, path in paths.items()}


def imported(path: Path, modules: set[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield from {full if full in modules else node.module} & modules
        elif isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names} & modules


def test_no_import_runs_in_a_circle() -> None:
    left = dict(imports())
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    while idle := [name for name in left if not any(name in others for others in left.values())]:
        for name in idle:  # imports a circle, and is in none
            del left[name]
    assert not left, "\n".join(f"{name} -> {sorted(others & left.keys())}" for name, others in sorted(left.items()))


def titles() -> list[str]:
    folders = [path.parent for path in (BASE / "games" / "titles").glob("*/game.py")]
    return ["tests/lantern", *sorted(relative(folder) for folder in folders)]


@pytest.mark.parametrize("title", titles())
def test_a_titles_packages_import_only_earlier_ones(title: str) -> None:
    prefix = title.replace("/", ".") + "."
    found = []
    rooms = set()
    for name, others in imports().items():
        room = name.removeprefix(prefix).partition(".")[0]
        if not name.startswith(prefix) or room not in ROOMS:
            continue
        rooms.add(room)
        for other in others:
            target = other.removeprefix(prefix).partition(".")[0]
            if other.startswith(prefix) and target not in {room, *ROOMS[room]}:
                found.append(f"{name} imports {other}")
    assert rooms == ROOMS.keys()
    assert not found, "\n".join(sorted(found))
