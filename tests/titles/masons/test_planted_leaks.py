"""The laws find a leak of every kind of secret of this title, if one is planted."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from games.core.kit.conformance.context import CheckContext, LawBroken
from games.core.kit.conformance.in_advance import check_in_advance
from games.core.kit.conformance.knowledge import KNOWLEDGE_LAWS
from games.core.kit.conformance.rules import RULE_LAWS
from games.titles.masons.game import Masons
from games.titles.masons.rules import view
from games.titles.masons.rules.components import FACES, SCORE
from games.titles.masons.rules.state import MasonsState
from tests.titles.masons.positions import MASONS, play, position

LAWS = (*RULE_LAWS, *KNOWLEDGE_LAWS, check_in_advance)
TRIES = 12
M6 = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b A2=y B3=g"}
HANDS = ("TS1 TS2 TTA OHg", "TTW OHy NT TP", "OW OTA ORS TTG")
Leak = Callable[[MasonsState, int | None], object]


def other_hands(state: MasonsState, _seat: int | None) -> object:
    """All hands."""
    return [int(copies) for copies in state.hand]


def draw_pile(state: MasonsState, _seat: int | None) -> object:
    """Return the cards that may still be drawn."""
    return [int(copies) for copies in state.pile]


def discards(state: MasonsState, _seat: int | None) -> object:
    """Return the unseen discards."""
    return [int(copies) for copies in state.tossed]


def one_bit(state: MasonsState, _seat: int | None) -> object:
    """Return whether any seat holds a certain card."""
    return any(state.hand[seat * FACES + 7] for seat in range(state.seats))


def after_a_discard() -> MasonsState:
    """Seat 0 has thrown a card away, seat 1 decides."""
    return play(position(**M6, hands=HANDS), "W:a2b3 D:K/rg B:;A3=g,A4=r X:TS1")


def check(state: MasonsState) -> None:
    """All laws at this position, for some seeds."""
    for seed in range(TRIES):
        for law in LAWS:
            law(CheckContext(MASONS, int(state.seats), state.copy(), random.Random(seed), ["X:TTW", "S:TTW", "S:NT"]))


def test_without_a_leak_the_laws_hold() -> None:
    check(after_a_discard())


@pytest.mark.parametrize("leak", [other_hands, draw_pile, discards, one_bit])
def test_a_leak_into_the_view_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view.view_of

    def leaking(state: MasonsState, seat: int | None) -> dict[str, Any]:
        return {**honest(state, seat), "leak": leak(state, seat)}

    monkeypatch.setattr(view, "view_of", leaking)
    with pytest.raises(LawBroken):
        check(after_a_discard())


def test_a_refusal_that_knows_other_hands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Masons.keys_in_advance

    def leaking(self: Masons, state: Any, seat: int) -> Any:
        keys = tuple(honest(self, state, seat))
        return keys if state.hand[2 * FACES + 28] else (*keys, "E")

    monkeypatch.setattr(Masons, "keys_in_advance", leaking)
    with pytest.raises(LawBroken):
        check(after_a_discard())


def test_a_default_that_knows_other_hands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = MasonsState.default_move

    def leaking(self: MasonsState, seat: int) -> list[int]:
        parts = honest(self, seat)
        if parts and self.phase == SCORE and self.hand[2 * FACES + 28]:
            return [*parts[:-1], 1]
        return parts

    monkeypatch.setattr(MasonsState, "default_move", leaking)
    with pytest.raises(LawBroken):
        check(after_a_discard())


def test_a_world_that_keeps_a_hidden_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = MasonsState.redeal

    def leaking(self: MasonsState, seat: int, seed: int) -> MasonsState:
        world = honest(self, seat, seed)
        world.rng_state = 1 + sum(self.hand[face] * (face + 1) for face in range(len(self.hand)))
        return world

    monkeypatch.setattr(MasonsState, "redeal", leaking)
    with pytest.raises(LawBroken):
        check(after_a_discard())
