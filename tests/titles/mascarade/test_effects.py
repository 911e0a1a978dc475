"""Entries of Mascarade as they are written and read again, who reads them, and what fades."""

import pytest

from games.core.engine.events import Effect, EventKind
from games.core.errors import Unreadable
from games.titles.mascarade.rules import effects
from games.titles.mascarade.rules.effects import (
    Announced,
    Answered,
    Applied,
    Dealt,
    Ended,
    Exchanged,
    Fined,
    FortunesExchanged,
    Gained,
    Guessed,
    JusticeTaken,
    Looked,
    Memorised,
    Paid,
    PowerUsed,
    Revealed,
    ShownToOthers,
    SpySwapped,
    TurnBegun,
    Viewed,
)
from tests.titles.mascarade.table import MASCARADE

MOVE, ENGINE, CHANCE = EventKind.MOVE, EventKind.ENGINE, EventKind.CHANCE
OPTIONS = (("log_masks", "on"), ("turn_limit", "240"))


@pytest.mark.parametrize(
    ("kind", "effect", "text"),
    [
        (MOVE, Memorised(1), "M"),
        (MOVE, Exchanged(1, "", "3", "+"), "X>3+"),
        (MOVE, Exchanged(1, "L", "2R", "?"), "X@L>2R?"),
        (MOVE, Viewed(1, "", "KI"), "V=KI"),
        (MOVE, Viewed(1, "M", None), "V@M"),
        (MOVE, Announced(1, "KI", ""), "A:KI"),
        (MOVE, Announced(1, "KI", "R"), "A:KI@R"),
        (MOVE, Answered(1, True, "L"), "C@L"),
        (MOVE, Answered(1, True, ""), "C"),
        (MOVE, Answered(1, False, ""), "N"),
        (MOVE, PowerUsed(1), "P"),
        (MOVE, PowerUsed(1, declined=True), "P-"),
        (MOVE, PowerUsed(1, ("3",)), "P>3"),
        (MOVE, PowerUsed(1, ("1", "C1"), "+"), "P>1,C1+"),
        (MOVE, SpySwapped(1, "-"), "B-"),
        (MOVE, Guessed(1, "KI"), "G=KI"),
        (
            CHANCE,
            Dealt((("1", "JU"), ("C1", None)), 0, "custom", False, ("JU", "TR"), OPTIONS),
            "deal 1=JU C1=?? first=1 script=custom drawn=no masks=JU,TR log_masks=on turn_limit=240",
        ),
        (
            CHANCE,
            Dealt((("1L", "JU"),), 1, "standard", True, (), ()),
            "deal 1L=JU first=2 script=standard drawn=yes masks=",
        ),
        (ENGINE, TurnBegun(5, 1), "turn 5 seat 2"),
        (ENGINE, Revealed((("6", "TH"), ("1", None))), "6=TH 1=??"),
        (ENGINE, Applied(2, "KI", True), "applied 3 KI challenged"),
        (ENGINE, Applied(None, "KI", False), "applied nobody KI unchallenged"),
        (ENGINE, Looked(2, (("3", "TH"), ("4", None))), "look 3: 3=TH 4=??"),
        (ENGINE, effects.Tested("4", "TH"), "test 4=TH"),
        (ENGINE, ShownToOthers("5", None), "show 5=??"),
        (ENGINE, Gained(2, 2), "3 +2"),
        (ENGINE, Paid(3, 1, 4), "4→2 4"),
        (ENGINE, JusticeTaken(1, 5), "J→2 5"),
        (ENGINE, FortunesExchanged(0, 1), "1↔2"),
        (ENGINE, Fined((5, 0)), "fines 6,1"),
        (ENGINE, Ended("thirteen", (0, 3), (1, 2, 2, 1)), "end thirteen 1,4; places 1,2,2,1"),
    ],
)
def test_an_entry_is_written_so_and_read_again(kind: EventKind, effect: Effect, text: str) -> None:
    assert effect.format() == text
    assert MASCARADE.parse_effect(kind, 1 if kind == MOVE else None, text) == effect


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (MOVE, "N@L"),
        (MOVE, "P+"),
        (MOVE, "P->3"),
        (MOVE, "P--"),
        (MOVE, "P>1,2,3"),
        (MOVE, "X3+"),
        (MOVE, "V=??"),
        (MOVE, "A:??"),
        (ENGINE, "turn 05 seat 1"),
        (ENGINE, "6=TH,1=JU"),
        (ENGINE, "fines "),
        (ENGINE, "end early 1; places 1,2"),
        (ENGINE, "3 + 2"),
        (ENGINE, "M"),
    ],
)
def test_malformed_text_is_no_entry(kind: EventKind, text: str) -> None:
    with pytest.raises(Unreadable):
        MASCARADE.parse_effect(kind, 1 if kind == MOVE else None, text)


@pytest.mark.parametrize(
    ("effect", "own", "other", "spectator"),
    [
        (Exchanged(1, "", "3", "+"), "X>3+", "X>3?", "X>3?"),
        (Viewed(1, "", "KI"), "V=KI", "V", "V"),
        (PowerUsed(1, ("1", "4"), "-"), "P>1,4-", "P>1,4?", "P>1,4?"),
        (PowerUsed(1, ("1", "4")), "P>1,4", "P>1,4", "P>1,4"),
        (SpySwapped(1, "+"), "B+", "B?", "B?"),
        (Looked(1, (("2", "TH"),)), "look 2: 2=TH", "look 2: 2=??", "look 2: 2=??"),
        (ShownToOthers("2", "KI"), "show 2=??", "show 2=KI", "show 2=??"),
        (Announced(1, "KI", ""), "A:KI", "A:KI", "A:KI"),
        (effects.Tested("2", "KI"), "test 2=KI", "test 2=KI", "test 2=KI"),
    ],
)
def test_each_reads_what_they_may_know(effect: Effect, own: str, other: str, spectator: str) -> None:
    """Seat 1 is the one whose move or mask it is."""
    for viewer, expected in ((1, own), (0, other), (None, spectator)):
        seen = effect.redact(viewer)
        assert seen is not None
        assert seen.format() == expected


@pytest.mark.parametrize(
    ("effect", "faded"),
    [
        (Viewed(1, "L", "KI"), "V@L"),
        (Exchanged(1, "", "3", "+"), "X>3+"),
        (PowerUsed(1, ("1", "4"), "-"), "P>1,4-"),
        (SpySwapped(1, "+"), "B+"),
        (Announced(1, "KI", ""), "A:KI"),
        (Guessed(1, "KI"), "G=KI"),
        (Revealed((("6", "TH"), ("1", "JU"))), "6=?? 1=??"),
        (Applied(2, "KI", True), "applied 3 ?? challenged"),
        (Applied(2, "KI", False), "applied 3 KI unchallenged"),
        (Looked(2, (("3", "TH"), ("4", "EM"))), "look 3: 3=?? 4=??"),
        (effects.Tested("4", "TH"), "test 4=??"),
        (ShownToOthers("5", "KI"), "show 5=??"),
        (Dealt((("1", "JU"),), 0, "custom", False, ("JU",), ()), "deal 1=?? first=1 script=custom drawn=no masks=JU"),
        (Gained(2, 2), "3 +2"),
    ],
)
def test_masks_that_were_seen_fade_and_what_was_said_stays(effect: Effect, faded: str) -> None:
    assert effect.fade().format() == faded
