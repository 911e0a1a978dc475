"""Checks that a reviewer would otherwise have to make."""

import ast
import re

import polib
import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from tests.project.sources import BASE, project_files, relative

TEXT = (".py", ".html", ".jinja", ".css", ".js", ".md", ".toml", ".txt", ".svg", ".cfg", ".yml", ".json", "")
LONGEST_FILE = 500
LONGEST_FUNCTION = 70


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    try:
        call_command("makemigrations", "--check", "--dry-run", verbosity=0)
    except SystemExit:
        pytest.fail("The models have changed: run 'manage.py makemigrations' and commit the result.", pytrace=False)


def test_django_finds_nothing_wrong() -> None:
    try:
        call_command("check", "--fail-level", "WARNING")
    except SystemCheckError as error:
        pytest.fail(str(error), pytrace=False)


# Written in halves, so that this file does not find itself.
FORBIDDEN = {
    r"/(?:ho" + r"me|Users)/\w+/": "a path of somebody's machine",
    r"/ro" + r"ot/": "a path of somebody's machine",
    r"(?:files\.python" + r"hosted|py" + r"pi)\.org": "the host of a package index",
    r"registry\.np" + r"mjs\.org": "the host of a package index",
    r"--(?:extra-)?index-" + r"url": "the host of a package index",
    r"TO" + r"DO\b|FIX" + r"ME\b|XX" + r"X\b": "unfinished work",
}


def test_no_file_names_a_machine_or_a_package_host() -> None:
    found = []
    for path in project_files(*TEXT):
        text = path.read_text(errors="replace")
        for pattern, meaning in FORBIDDEN.items():
            for hit in re.finditer(pattern, text):
                line = text.count("\n", 0, hit.start()) + 1
                found.append(f"{relative(path)}:{line}: {hit[0]!r} ({meaning})")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", project_files(".po"), ids=relative)
def test_translations_are_compiled_and_complete(path) -> None:
    source = polib.pofile(str(path))
    compiled_path = path.with_suffix(".mo")
    unfinished = [
        entry.msgid for entry in [*source.untranslated_entries(), *source.fuzzy_entries()] if not entry.obsolete
    ]
    assert not unfinished, f"{relative(path)} does not translate {unfinished}"
    assert compiled_path.exists(), f"compile {relative(path)}: manage.py compile_translations"
    texts = {(entry.msgctxt, entry.msgid): (entry.msgstr, entry.msgstr_plural) for entry in source.translated_entries()}
    compiled = {(e.msgctxt, e.msgid): (e.msgstr, e.msgstr_plural) for e in polib.mofile(str(compiled_path))}
    assert compiled == texts, f"{relative(compiled_path)} is out of date: manage.py compile_translations"


def test_files_and_functions_can_be_held_in_the_head() -> None:
    found = []
    for path in project_files(".py"):
        if "migrations" in path.parts:
            continue
        text = path.read_text()
        lines = text.count("\n")
        if lines > LONGEST_FILE:
            found.append(f"{relative(path)} has {lines} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                if length > LONGEST_FUNCTION and node.name != "__init__":
                    found.append(f"{relative(path)}:{node.lineno}: {node.name} has {length} lines")
    assert not found, "\n".join(found)


def test_pages_carry_no_inline_script_or_style() -> None:
    """The content security policy would silently drop them."""
    inline = re.compile(
        r"<style|\sstyle=|\son[a-z]+=[\"']|hx-on|javascript:|<script(?![^>]*\bsrc=)(?![^>]*application/)"
    )
    found = []
    for path in project_files(".html", ".jinja"):
        if "email" in path.name or "mail" in path.parts or "email" in path.parts:
            continue  # Mail programs know no style sheets of ours.
        found += [f"{relative(path)}: {hit[0]}" for hit in inline.finditer(path.read_text())]
    assert not found, "\n".join(found)


def test_only_the_folder_of_a_title_and_the_registry_know_its_name() -> None:
    names = [path.name for path in (BASE / "games" / "titles").glob("*") if (path / "__init__.py").exists()]
    found = []
    for path in project_files(".py", ".html", ".jinja", ".js"):
        where = relative(path)
        if where == "games/registry.py" or not where.startswith(
            ("companion/", "games/", "masques_site/", "leagues/", "templates/")
        ):
            continue
        others = [name for name in names if not where.startswith(f"games/titles/{name}/")]
        text = path.read_text()
        found += [
            f"{where} names {name!r}" for name in others if re.search(rf"[\"']{name}[\"']|titles[./]{name}\b", text)
        ]
    assert not found, "\n".join(found)


def test_every_test_that_is_named_exists() -> None:
    """Folders whose tests make up projects of their own are left out: they name files that never were."""
    inventing = ("tests/bench/", "tests/bootstrap/", "tests/plugins/", "CHANGELOG.md")
    missing = [
        f"{relative(path)} names {name}"
        for path in project_files(".py", ".md", ".toml", ".yml")
        if not relative(path).startswith(inventing)
        for name in re.findall(r"\btests/[\w/]+\.py\b", path.read_text(encoding="utf-8"))
        if not (BASE / name).exists()
    ]
    assert missing == []
