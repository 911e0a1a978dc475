"""The playthroughs show every mask in every fate of an announcement, every ending and every option."""

import re
from functools import cache
from pathlib import Path

import pytest

from games.core.kit.playthrough import read_events, read_heading
from games.titles.mascarade.rules.components import ENDINGS, SCRIPTED
from tests.titles.mascarade.table import MASCARADE

FOLDER = Path(__file__).parents[2] / "playthroughs" / "mascarade"
FATES = ("nobody challenges", "challenged and true", "another has it", "nobody has it")
ANNOUNCEMENT = re.compile(r"\d+\. (\d+): A:(\w\w)")
TURNED_UP = re.compile(r"\{(\d+[LMR]?=\w\w ?)+\}")
END = re.compile(r"\{end (\w+) ([\d,]+);")


@cache
def records() -> tuple[str, ...]:
    """The playthroughs in the file form of the title."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        heading = read_heading(text)
        entries = MASCARADE.read_log(heading.seats, heading.settings, read_events(text))
        found.append(MASCARADE.write_record({}, heading.seats, entries))
    return tuple(found)


def fate(line: str, announcer: str) -> str:
    """Return the outcome of an announcement, from the line of its turn."""
    users = re.findall(r"(\d+):P", line)
    if not TURNED_UP.search(line):
        return FATES[0]
    if announcer in users:
        return FATES[1]
    return FATES[2] if users else FATES[3]


@cache
def shown() -> frozenset[tuple[str, str]]:
    """The announced masks, each with its fates."""
    lines = [line for record in records() for line in record.splitlines()]
    found = [(line, match) for line in lines if (match := ANNOUNCEMENT.match(line))]
    return frozenset((match[2], fate(line, match[1])) for line, match in found)


@pytest.mark.parametrize("code", sorted(SCRIPTED))
@pytest.mark.parametrize("how", FATES)
def test_every_mask_is_announced_and_meets_every_fate(code: str, how: str) -> None:
    assert (code, how) in shown()


def test_both_peasants_are_shown_together() -> None:
    assert any(
        re.search(r"A:PE .*\d+:P \d+:P|A:PE .*\{(?:\d+[LMR]?=\w\w )*\d+[LMR]?=PE.*=PE", each) for each in records()
    )


def test_every_ending_is_reached_and_victories_are_shared() -> None:
    ends = [match for record in records() if (match := END.search(record))]
    assert {match[1] for match in ends} == set(ENDINGS)
    assert {match[1] for match in ends if "," in match[2]} == set(ENDINGS) - {"cheater"}  # who cheats wins alone


@pytest.mark.parametrize(
    "option",
    [
        *(f"script={word}" for word in ("standard", "advanced", "random", "custom")),
        *(f"challenge_mode={word}" for word in ("sealed", "clockwise")),
        *(f"log_masks={word}" for word in ("on", "off")),
        *(f"reveal_lock={word}" for word in ("announce", "exchange_only")),
    ],
)
def test_every_option_is_played(option: str) -> None:
    name, _sign, value = option.partition("=")
    headings = [read_heading(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.txt")]
    assert value in {heading.settings[name] for heading in headings}
