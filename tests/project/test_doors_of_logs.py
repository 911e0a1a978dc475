"""Logs and earlier positions are read through one module, games/selectors/reading.py, which redacts and fades them.
Modules that replay a log without it are listed here, with the reason."""

import ast
from pathlib import Path

from tests.project.sources import project_files, relative

REPLAYING = {"entries_after", "redacted_after", "position_after", "read_log", "replay", "position"}
"""Functions whose results are not both redacted and faded."""
CALLED = {"entries_after", "redacted_after", "position_after", "read_log", "annotator"}
MODULES = {"games.selectors.matches", "games.core.engine.log", "games.core.title.replay_cache"}
MAY = {
    "games/selectors/reading.py": "the door",
    "games/services/bot_moves/bots.py": "a bot has observed the log of its seat as it came",
    "games/services/match/locked_match.py": "plays the match",
    "games/selectors/decisions.py": "asks what kind of decision one is, and nothing of the log",
    "games/views/match_context.py": "the position that is on the table now",
    "games/views/showcase.py": "a record that is no match",
    "games/management/commands/break_glass.py": "the operator looks at everything, and the players are told",
    "games/management/commands/read_record.py": "a file",
}
OF_THE_SITE = ("companion/", "games/", "leagues/", "masques_site/")
PURE = ("games/core/", "games/bots/", "games/titles/", "games/fast/", "games/audit/")


def names_used(path: Path) -> set[str]:
    """The replaying functions that a module imports, or calls through a module or game."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module in MODULES:
            found |= {alias.name for alias in node.names} & REPLAYING
        elif isinstance(node, ast.Attribute):
            found |= {node.attr} & CALLED
    return found


def test_nobody_replays_a_log_past_the_door() -> None:
    replaying = {
        relative(path)
        for path in project_files(".py")
        if relative(path).startswith(OF_THE_SITE) and not relative(path).startswith(PURE) and names_used(path)
    }
    assert replaying - set(MAY) == set()
    assert set(MAY) - replaying == set(), "named for nothing"


def test_only_the_door_and_the_log_itself_redact() -> None:
    """Redaction by hand forgets what has faded."""
    redacting = {
        relative(path)
        for path in project_files(".py")
        if relative(path).startswith(OF_THE_SITE) and not relative(path).startswith(PURE)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in {"redact", "fade", "faded"}
    }
    assert redacting == {"games/selectors/reading.py"}
