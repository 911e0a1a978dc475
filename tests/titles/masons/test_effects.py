"""Entries of Masons as they are written, and read again."""

import pytest

from games.core.engine.events import Effect, EventKind
from games.titles.masons.game import Masons
from games.titles.masons.rules.effects import (
    Built,
    CardDiscarded,
    CardsDrawn,
    CardsExchanged,
    CardsPlayed,
    Dealt,
    Ended,
    EndNears,
    FinalPlayed,
    MergeChosen,
    PalacesBuilt,
    PiecesReturned,
    PileShuffled,
    Rolled,
    SeatSkipped,
    TownCompleted,
    TownScored,
    TownsJoined,
    TurnBegun,
    WallPlaced,
)

MASONS = Masons()
MOVE, ENGINE, CHANCE = EventKind.MOVE, EventKind.ENGINE, EventKind.CHANCE


@pytest.mark.parametrize(
    ("kind", "effect", "text"),
    [
        (MOVE, WallPlaced(1, "a2b3"), "W:a2b3"),
        (MOVE, Built(1, ("a2=W", "b3=K"), ("A3=r", "A4=b")), "B:a2=W,b3=K;A3=r,A4=b"),
        (MOVE, Built(1, (), ("A3=r",)), "B:;A3=r"),
        (MOVE, Built(1, (), ()), "B:;"),
        (MOVE, MergeChosen(1, "T1"), "M:T1"),
        (MOVE, MergeChosen(1, None), "M:-"),
        (MOVE, CardsPlayed(1, ("TS1", "OW")), "S:TS1+OW"),
        (MOVE, CardDiscarded(1, "NT"), "X:NT"),
        (MOVE, CardDiscarded(1, None), "X:?"),
        (MOVE, CardsExchanged(1, ("TS7", "TP")), "E:TS7,TP"),
        (MOVE, CardsExchanged(1, (None, None)), "E:2"),
        (MOVE, CardsExchanged(1, ()), "E:-"),
        (MOVE, FinalPlayed(1, "T2", ("TTA", "OW")), "F:T2:TTA+OW"),
        (MOVE, FinalPlayed(1, "0", ("OW",)), "F:0:OW"),
        (MOVE, FinalPlayed(1, "0", ()), "F:-"),
        (CHANCE, Dealt((("TS1", "OW"), (None, None)), 1), "deal 0=TS1,OW 1=?,? first=1"),
        (CHANCE, Rolled("W", ("r", "?")), "D:W/r?"),
        (CHANCE, CardsDrawn(1, ("OW", "NT"), False), "1 draws OW,NT"),
        (CHANCE, CardsDrawn(1, (None,), True), "1 redraws ?"),
        (CHANCE, CardsDrawn(1, (), True), "1 redraws -"),
        (ENGINE, TurnBegun(7, 1), "turn 7 seat 1"),
        (ENGINE, TownCompleted("T2", ("A3", "A4")), "town T2 A3,A4"),
        (ENGINE, TownsJoined("T2", "T1"), "joined T2 T1"),
        (ENGINE, PiecesReturned(("a2b3", "c1c2"), ("b3=K",)), "back a2b3,c1c2,b3=K"),
        (ENGINE, PiecesReturned(("a2b3",), ()), "back a2b3"),
        (ENGINE, PiecesReturned((), ("b3=K", "b4=W")), "back b3=K,b4=W"),
        (ENGINE, PalacesBuilt(("A3=r", "A4=b")), "palaces A3=r,A4=b"),
        (ENGINE, SeatSkipped(1, "S"), "skip 1 S"),
        (ENGINE, PileShuffled(20), "shuffle 20"),
        (ENGINE, EndNears("walls"), "last turn walls"),
        (
            ENGINE,
            TownScored("T1", 2, ((0, 9, "T1", ("TS1", "OW")), (1, 0, "T1", ("OHb",)))),
            "scored T1 size 2 0:9:T1:TS1+OW 1:0:T1:OHb",
        ),
        (ENGINE, TownScored("0", 0, ()), "scored 0 size 0"),
        (ENGINE, Ended("walls", True, ((1, 40, 1), (2, 31, 1))), "end walls case 1 0=1/40/1 1=2/31/1"),
        (ENGINE, Ended("lines", False, ((1, 40, 1), (1, 40, 1))), "end lines case 2 0=1/40/1 1=1/40/1"),
    ],
)
def test_an_entry_is_written_so_and_read_again(kind: EventKind, effect: Effect, text: str) -> None:
    assert effect.format() == text
    assert MASONS.parse_effect(kind, 1 if kind == MOVE else None, text) == effect
