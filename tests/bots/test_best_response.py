"""The attackers of Masques and Masons: which dealt worlds they believe, and that they know no more than their seat."""

from collections.abc import Sequence
from typing import cast

import pytest

from games.bots.best_response import BestResponse
from games.bots.levels import LEVELS
from games.bots.policy import Move, Policy
from games.core.title.game import Game
from games.core.title.thinker import InformationSet
from games.registry import TITLES
from games.titles.masques.bots.guide import make_guide
from games.titles.masques.bots.secrets import MasquesSecrets
from games.titles.masques.rules.components import ACTION
from games.titles.masques.rules.hands import guests
from games.titles.masques.rules.state import MasquesState
from tests.bots.matches import Match

MASQUES, MASONS = TITLES["masques"], TITLES["masons"]


class LowestFirst(Policy):
    """Drafts the second guest of its packet, and plays the lowest of its hand."""

    def ask(self, known: InformationSet, seeds: Sequence[int]) -> list[Move]:
        world, parts = known.deal(0), list[int]()
        while not parts or world.composing(known.seat):
            options = world.options(known.seat)
            parts.append(int(options[min(1, len(options) - 1)] if world.sealed() else options[0]))
            world.choose(known.seat, parts[-1])
        return [tuple(parts)] * len(seeds)


@pytest.mark.parametrize(("seats", "deal"), [(2, 6), (3, 1)])
def test_worlds_are_believed_in_which_the_others_hold_what_their_acts_tell(seats: int, deal: int) -> None:
    """A player who plays the lowest guest first holds higher ones."""
    lowest = LowestFirst(MASQUES, "lowest")
    attacker = BestResponse(lowest, 40, make_guide, MasquesSecrets())
    match = Match(MASQUES, seats, seed=deal)

    def decide(known: InformationSet) -> list[int]:
        return list(lowest.ask(known, (0,))[0])

    while cast(MasquesState, match.state).phase != ACTION or match.state.to_move() != 0:
        match.play(decide, 1)
    shown = [min(guests(hand)) for hand in cast(MasquesState, match.state).hand]
    assert set(attacker.weights(match.known(0), [match.known(0).deal(1)])) == {1.0}, "nothing is read yet"
    match.play(decide, seats)
    assert match.state.to_move() == 0
    known = match.known(0)
    worlds = [known.deal(seed) for seed in range(40)]
    weights = attacker.weights(known, worlds)
    fits = [
        all(min(guests(cast(MasquesState, world).hand[seat])) >= shown[seat] for seat in range(1, seats))
        for world in worlds
    ]
    assert True in fits
    assert False in fits
    lightest = min(weight for weight, fit in zip(weights, fits, strict=True) if fit)
    assert all(weight < lightest / 2 for weight, fit in zip(weights, fits, strict=True) if not fit)


@pytest.mark.parametrize("game", [MASQUES, MASONS], ids=["masques", "masons"])
def test_a_move_is_legal_and_hidden_cards_do_not_change_it(game: Game) -> None:
    match = Match(game, 2, seed=4)
    attacker = game.attacker("easy", 8)
    assert attacker is not None

    def easy(known: InformationSet) -> list[int]:
        return LEVELS["easy"].decide(game, known, len(known.log.entries))

    for _step in range(3):
        match.play(easy, 2)
        while 0 not in match.state.deciders():
            match.play(easy, 1)
        move = attacker.think(match.known(0), 5)
        assert game.parse_move(match.state, 0, game.format_move(match.state, 0, move)) == move
        assert attacker.think(InformationSet(match.state.redeal(0, 77), 0, match.logs[0]), 5) == move
