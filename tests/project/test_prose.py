"""How the project is written: words, openers of docstrings, lines of templates, and commit subjects."""

from pathlib import Path

import pytest

from masques_site.bootstrap.check_prose import faults_of
from masques_site.bootstrap.commit_subject import faults, main

TEST = Path("tests", "a.py").as_posix()  # not a path in quotes: what is named somewhere exists


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.py", '"""Draw the page anew."""\n', ["a.py:1: “anew”"]),
        ("a.py", "x = 1  # whoever reads this\n", ["a.py:1: “whoever”"]),
        ("a.py", "beside = anew.beside(games.services.beside.looks)\n", []),
        ("a.py", '"""Reads `games.services.beside.looks`."""\n', []),
        ("a.py", 'def f():\n    """What it returns."""\n', ["a.py:2: a docstring begins with “What it returns.”"]),
        (TEST, 'assert page == "somebody"\n', []),
        (TEST, "# somebody\n", [f"{TEST}:1: “somebody”"]),
        ("a.md", "Players are told.\n\nTwins cannot be told apart.\n", ["a.md:1: “are told”"]),
        ("a.css", "a { color: red; } /* " + "x " * 60 + "*/\n", ["a.css:1: 143 characters"]),
        ("a.html", "<p>" + "word " * 50 + "</p>\n", ["a.html:1: 257 characters"]),
        ("a.html", '{% if seat %}{% translate "Play" %}{% endif %}' * 5 + "\n", ["a.html:1: 230 characters"]),
        ("a.html", '{% include "field.html" %}<use href="#a"/>' * 5 + "\n", ["a.html:1: 210 characters"]),
        ("a.html", '<path d="' + "1 2 " * 80 + '"/>\n', []),
    ],
)
def test_prose_is_checked(tmp_path: Path, name: str, text: str, found: list[str]) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert [fault[: len(start)] for fault, start in zip(faults_of(path, name), found, strict=True)] == found


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("presence: one transaction per mark\n\nBatched marks deadlocked with moves.\n", []),
        ("games, leagues: shared names", []),
        ("fixup! presence: one transaction per mark", []),
        ("Fix presence", ["Begin with the area"]),
        ("presence: one transaction per mark.", ["Leave out the full stop"]),
        ("presence: " + "x" * 63, ["The subject has 73 characters"]),
        ("presence: one transaction\nper mark", ["Leave the second line empty"]),
        ("# a comment of git\npresence: one transaction", []),
        ("", ["Begin with the area"]),
    ],
)
def test_commit_messages_are_checked(message: str, found: list[str]) -> None:
    assert [fault[: len(start)] for fault, start in zip(faults(message), found, strict=True)] == found


def test_a_wrong_commit_message_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "COMMIT_EDITMSG"
    path.write_text("Fix things")
    assert main([str(path)]) == 1
    assert "Begin with the area" in capsys.readouterr().err
    path.write_text("things: mend them")
    assert main([str(path)]) == 0
