"""The host's options (rules page, #setup)."""

from collections.abc import Sequence
from typing import Final

from games.core.engine.settings import ChoiceSetting, RangeSetting, Setting, SettingValue, SubsetSetting
from games.core.text import Text, TextList, _, text_of
from games.titles.mascarade.rules.components import (
    ADVANCED,
    LETTERS,
    LONGEST_LIMIT,
    MASKS_OF_FEW,
    MOST_CENTRE,
    SCRIPTS,
    STANDARD,
    TURNS_PER_SEAT,
)
from games.titles.mascarade.rules.masks import CODES, COPIES, MASK_ROWS, MIN_SEATS
from games.titles.mascarade.text.scripts import needing_more, script_refusal

_FOR_TESTS: Final = "JU FO WI GU PR SP PU PA BE PE TH EM SO KI TR CH"
"""The order in which tests take masks into a script; first of all those that are not named here."""


def expanded(words: Sequence[str]) -> list[str]:
    """Return the masks in play: a word represents all copies."""
    return [word for word in words for _copy in range(COPIES[CODES.index(word)])]


def refusal(seats: int, words: Sequence[str]) -> Text | None:
    """Return why these masks are no script for this many seats."""
    return script_refusal(seats, expanded(words))


def other_scripts(seats: int) -> list[list[str]]:
    """Return the advanced script, and one with as many masks of the centre and of rare kinds as there may be."""
    most = MASKS_OF_FEW if seats in LETTERS else seats + MOST_CENTRE
    chosen: list[str] = []
    for code in sorted(CODES, key=_FOR_TESTS.find):
        mask = CODES.index(code)
        if MIN_SEATS[mask] <= seats and len(expanded([*chosen, code])) <= most:
            chosen.append(code)
    return [sorted(set(SCRIPTS[ADVANCED][seats].split())), chosen]


SETTINGS: Final[tuple[Setting, ...]] = (
    ChoiceSetting(
        "script",
        _("Masks"),
        (
            SettingValue("standard", _("Standard"), _("The masks for a first match, by number of players.")),
            SettingValue("advanced", _("Advanced"), _("Masks with more to decide, by number of players.")),
            SettingValue(
                "random", _("Drawn"), _("The standard masks, the advanced ones, or others that fit: chance decides.")
            ),
            SettingValue("custom", _("Own choice"), _("The host chooses the masks.")),
        ),
    ),
    SubsetSetting(
        "masks",
        _("Masks of the host's choice"),
        _(
            "The Judge is always among them, and both Peasants or none. At least a third must bring money from the "
            "bank: %(money)s. As many masks as players, and up to two more in the centre; with two or three players "
            "exactly six. Some need more players: %(needs)s.",
            money=TextList(tuple(text_of(mask.name) for mask in MASK_ROWS if mask.brings_money)),
            needs=needing_more(),
        ),
        tuple(SettingValue(mask.code, text_of(mask.name), text_of(mask.power)) for mask in MASK_ROWS),
        lambda seats: sorted(set(SCRIPTS[STANDARD][seats].split())),
        refusal,
        other_scripts,
        only_with=("script", "custom"),
    ),
    ChoiceSetting(
        "log_masks",
        _("Masks in the log"),
        (
            SettingValue("on", _("Kept"), _("Everybody may read again which masks they have seen.")),
            SettingValue(
                "off",
                _("Fading"),
                _("A mask that was seen vanishes from page and log with one's own next decision: remember it."),
            ),
        ),
    ),
    ChoiceSetting(
        "challenge_mode",
        _("Answers to an announcement"),
        (
            SettingValue("sealed", _("All at once"), _("Nobody sees an answer before all are in.")),
            SettingValue("clockwise", _("One after another"), _("Clockwise; everybody sees the answers before.")),
        ),
    ),
    ChoiceSetting(
        "reveal_lock",
        _("After one's mask was shown"),
        (
            SettingValue(
                "announce", _("No announcement"), _("Whose mask was shown in the turn before may not announce.")
            ),
            SettingValue(
                "exchange_only", _("Only an exchange"), _("Whose mask was shown in the turn before has to exchange.")
            ),
        ),
    ),
    RangeSetting(
        "turn_limit",
        _("Last turn"),
        _("If nobody has won by the end of this turn, the richest win."),
        1,
        LONGEST_LIMIT,
        lambda seats: TURNS_PER_SEAT * seats,
        tried=TURNS_PER_SEAT * 2,
    ),
)
