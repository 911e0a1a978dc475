"""The laws find a leak of every kind of secret of this title, if one is planted."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from games.core.engine.events import Event, EventKind
from games.core.engine.state import State
from games.core.kit.conformance.context import CheckContext, LawBroken
from games.core.kit.conformance.in_advance import check_in_advance
from games.core.kit.conformance.knowledge import KNOWLEDGE_LAWS
from games.core.kit.conformance.rules import RULE_LAWS
from games.titles.mascarade.game import Mascarade
from games.titles.mascarade.rules import knowing, view
from games.titles.mascarade.rules.components import ACTION, MAYBE_SWAPPED, NONE, RECORD, SHOWN, SWAP
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.powers import spy_slot
from games.titles.mascarade.rules.state import MascaradeState
from tests.sampling import sampled
from tests.titles.mascarade.table import MASCARADE, Line, position

SIX = "JU TR EM KI SO CH"
EIGHT = "TR GU EM TH SO JU FO KI"
ALL_SILENT = "2:N 3:N 4:N 5:N 6:N"
LAWS = (*RULE_LAWS, *KNOWLEDGE_LAWS, check_in_advance)
TRIES = 12  # re-dealt worlds until a single bit must have shown

Leak = Callable[[MascaradeState, int | None, dict[str, Any]], object]


def true_masks(state: MascaradeState, seat: int | None, _view: dict[str, Any]) -> object:
    """Where all masks lie."""
    return [int(mask) for mask in state.mask] if state.phase >= ACTION else None


def own_mask(state: MascaradeState, seat: int | None, _view: dict[str, Any]) -> object:
    """The mask before the viewer, who has not looked."""
    return None if seat is None or state.phase < ACTION else int(state.mask[seat])


def last_bit(state: MascaradeState, _seat: int | None, _view: dict[str, Any]) -> object:
    """Return whether the last secret exchange was one: of an action, of the Fool or of the Spy."""
    bits = [state.history[at + 5] for at in range(0, len(state.history), RECORD) if state.history[at] == MAYBE_SWAPPED]
    return int(bits[-1]) if bits else None


def look_of_the_spy(state: MascaradeState, _seat: int | None, _view: dict[str, Any]) -> object:
    """Return what the Spy sees between its two decisions."""
    return CODES[state.mask[spy_slot(state)]] if state.phase == SWAP else None


def own_look(state: MascaradeState, _seat: int | None, view: dict[str, Any]) -> object:
    """Return the mask that the seat has just looked at."""
    last = view["last"]
    return int(state.mask[last["seat"]]) if last and last["kind"] == "view" else None


def what_the_princess_shows(state: MascaradeState, _seat: int | None, _view: dict[str, Any]) -> object:
    """The mask that everybody sees but its owner, to the owner and to spectators, too."""
    found = [
        int(state.history[at + 5])
        for at in range(0, len(state.history), RECORD)
        if state.history[at] == SHOWN and state.history[at + 4] != NONE
    ]
    return found[-1] if found else None


def sealed_answers(state: MascaradeState, _seat: int | None, _view: dict[str, Any]) -> object:
    """Return the answers before all have answered."""
    return [int(answer) for answer in state.answer] if state.sealed() else None


def plant(patch: pytest.MonkeyPatch, leak: Leak) -> None:
    """From now on views tell `leak` to everybody. Compiled states have no subclasses, so the door itself is changed."""
    honest = view.view_of

    def telling(state: MascaradeState, seat: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = dict(honest(state, seat))
        return seen | {"leak": leak(state, seat, seen)}

    patch.setattr(view, "view_of", telling)


def check(state: MascaradeState, game: Mascarade = MASCARADE) -> None:
    """Check the laws of one position, for every viewer, some times."""
    for attempt in range(TRIES):
        for law in LAWS:
            law(CheckContext(game, int(state.seats), state.copy(), random.Random(attempt), []))


PLANTED = [
    (true_masks, SIX, "9. 1: X>2+"),
    (own_mask, SIX, "9. 1: X>2+"),
    (last_bit, SIX, "9. 1: X>2+"),
    (last_bit, "FO TR EM KI SO JU", f"9. 1: A:FO {ALL_SILENT} 1:P>2,4+ {{1 +1}}"),
    (last_bit, "SP TR EM KI SO JU", f"9. 1: A:SP {ALL_SILENT} 1:P>4 {{1=SP 4=KI}} 1:B+"),
    (look_of_the_spy, "SP TR EM KI SO JU", f"8. 6: X>1- 9. 1: A:SP {ALL_SILENT} 1:P>4 {{1=SP 4=KI}}"),
    (own_look, SIX, "8. 6: X>1- 9. 1: V=JU"),
    (what_the_princess_shows, "PR TR EM KI SO JU", f"8. 6: X>4- 9. 1: A:PR {ALL_SILENT} 1:P>4 {{1 +2, 4=KI}}"),
]


@pytest.mark.parametrize(("leak", "masks", "line"), sampled(PLANTED, [PLANTED[1], PLANTED[4], PLANTED[7]]))
def test_a_view_that_tells_a_secret_is_found(
    monkeypatch: pytest.MonkeyPatch, leak: Leak, masks: str, line: str
) -> None:
    begins_before = line.startswith("8.")
    state = position(masks, turn=8 if begins_before else 9, active=6 if begins_before else 1)
    played = Line(state)
    for part in line.split(" 9. ") if begins_before else [line]:
        played.follow(part if part[:2] in ("8.", "9.") else f"9. {part}")
    check(state)
    plant(monkeypatch, leak)
    with pytest.raises(LawBroken):
        check(state)


def test_a_leaked_sealed_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(SIX)
    line = Line(state)
    for seat, text in ((0, "A:KI"), (1, "N"), (2, "C")):
        line.play(Event(EventKind.MOVE, seat, text))
    check(state)
    plant(monkeypatch, sealed_answers)
    with pytest.raises(LawBroken):
        check(state)


def test_a_guess_by_default_that_follows_from_the_true_mask_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(EIGHT, turn=8, active=8)
    Line(state).follow("8. 8: X>3+").follow("9. 1: A:GU 2:C 3:N 4:N 5:N 6:N 7:N 8:N {1=TR 2=GU} 2:P>3")
    check(state)
    monkeypatch.setattr(knowing, "first_possible", lambda state, _seat, slot: state.mask[slot])
    with pytest.raises(LawBroken, match="default"):
        check(state)


def test_answers_in_advance_that_follow_from_the_true_mask_are_found() -> None:
    class Telling(Mascarade):
        def move_in_advance(self, state: State, seat: int, text: str) -> str | None:
            assert isinstance(state, MascaradeState)
            return "C" if state.mask[seat] == state.announced else "N"

    state = position(SIX, turn=8, active=6)
    line = Line(state).follow("8. 6: X>4+")
    line.play(Event(EventKind.MOVE, 0, "A:KI"))
    check(state)
    with pytest.raises(LawBroken, match="move_in_advance"):
        check(state, Telling())
