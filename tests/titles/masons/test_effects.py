"""Entries of Masons as they are written, and read again."""

import pytest

from games.core.engine.events import Effect, EventKind
from games.titles.masons.game import Masons
from games.titles.masons.rules import effects

MASONS = Masons()
MOVE, ENGINE, CHANCE = EventKind.MOVE, EventKind.ENGINE, EventKind.CHANCE


@pytest.mark.parametrize(
    ("kind", "effect", "text"),
    [
        (MOVE, effects.WallPlaced(1, "a2b3"), "W:a2b3"),
        (MOVE, effects.Built(1, ("a2=W", "b3=K"), ("A3=r", "A4=b")), "B:a2=W,b3=K;A3=r,A4=b"),
        (MOVE, effects.Built(1, (), ("A3=r",)), "B:;A3=r"),
        (MOVE, effects.Built(1, (), ()), "B:;"),
        (MOVE, effects.MergeChosen(1, "T1"), "M:T1"),
        (MOVE, effects.MergeChosen(1, None), "M:-"),
        (MOVE, effects.CardsPlayed(1, ("TS1", "OW")), "S:TS1+OW"),
        (MOVE, effects.CardDiscarded(1, "NT"), "X:NT"),
        (MOVE, effects.CardDiscarded(1, None), "X:?"),
        (MOVE, effects.CardsExchanged(1, ("TS7", "TP")), "E:TS7,TP"),
        (MOVE, effects.CardsExchanged(1, (None, None)), "E:2"),
        (MOVE, effects.CardsExchanged(1, ()), "E:-"),
        (MOVE, effects.FinalPlayed(1, "T2", ("TTA", "OW")), "F:T2:TTA+OW"),
        (MOVE, effects.FinalPlayed(1, "0", ("OW",)), "F:0:OW"),
        (MOVE, effects.FinalPlayed(1, "0", ()), "F:-"),
        (CHANCE, effects.Dealt((("TS1", "OW"), (None, None)), 1), "deal 0=TS1,OW 1=?,? first=1"),
        (CHANCE, effects.Rolled("W", ("r", "?")), "D:W/r?"),
        (CHANCE, effects.CardsDrawn(1, ("OW", "NT"), False), "1 draws OW,NT"),
        (CHANCE, effects.CardsDrawn(1, (None,), True), "1 redraws ?"),
        (CHANCE, effects.CardsDrawn(1, (), True), "1 redraws -"),
        (ENGINE, effects.TurnBegun(7, 1), "turn 7 seat 1"),
        (ENGINE, effects.TownCompleted("T2", ("A3", "A4")), "town T2 A3,A4"),
        (ENGINE, effects.TownsJoined("T2", "T1"), "joined T2 T1"),
        (ENGINE, effects.PiecesReturned(("a2b3", "c1c2"), ("b3=K",)), "back a2b3,c1c2,b3=K"),
        (ENGINE, effects.PiecesReturned(("a2b3",), ()), "back a2b3"),
        (ENGINE, effects.PiecesReturned((), ("b3=K", "b4=W")), "back b3=K,b4=W"),
        (ENGINE, effects.PalacesBuilt(("A3=r", "A4=b")), "palaces A3=r,A4=b"),
        (ENGINE, effects.SeatSkipped(1, "S"), "skip 1 S"),
        (ENGINE, effects.PileShuffled(20), "shuffle 20"),
        (ENGINE, effects.EndNears("walls"), "last turn walls"),
        (
            ENGINE,
            effects.TownScored("T1", 2, ((0, 9, "T1", ("TS1", "OW")), (1, 0, "T1", ("OHb",)))),
            "scored T1 size 2 0:9:T1:TS1+OW 1:0:T1:OHb",
        ),
        (ENGINE, effects.TownScored("0", 0, ()), "scored 0 size 0"),
        (ENGINE, effects.Ended("walls", True, ((1, 40, 1), (2, 31, 1))), "end walls case 1 0=1/40/1 1=2/31/1"),
        (ENGINE, effects.Ended("lines", False, ((1, 40, 1), (1, 40, 1))), "end lines case 2 0=1/40/1 1=1/40/1"),
    ],
)
def test_an_entry_is_written_so_and_read_again(kind: EventKind, effect: Effect, text: str) -> None:
    assert effect.format() == text
    assert MASONS.parse_effect(kind, 1 if kind == MOVE else None, text) == effect
