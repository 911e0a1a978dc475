"""The attacker reads from acts where masks lie, and from nothing else."""

import random
from collections.abc import Sequence
from typing import cast

import pytest

from games.bots.levels import LEVELS
from games.bots.policy import Move, Policy, likelihood
from games.core.title.thinker import InformationSet
from games.titles.mascarade.bots.attacker import Attacker
from games.titles.mascarade.bots.particles import Particle, Particles, thinned
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules.effects import Dealt
from games.titles.mascarade.rules.state import MascaradeState
from tests.bots.matches import Match
from tests.titles.mascarade.table import MASCARADE, position


class Swapper(Policy):
    """Always exchanges its first mask with the next seat's, and means it."""

    def __init__(self) -> None:
        super().__init__(MASCARADE, "swapper")

    def ask(self, known: InformationSet, seeds: Sequence[int]) -> list[Move]:
        state = cast(MascaradeState, known.deal(0))
        if state.phase == box.MEMORISE:
            return [(box.MEMORISED,)] * len(seeds)
        if state.phase == box.ANSWERS:
            return [(box.NO,)] * len(seeds)
        other = next(slot for slot in range(state.places) if state.owner[slot] == (known.seat + 1) % state.seats)
        return [(box.EXCHANGE, box.SLOT + other, box.SWAP_PART)] * len(seeds)


def easy(known: InformationSet) -> list[int]:
    return LEVELS["easy"].decide(MASCARADE, known, len(known.log.entries))


def followed(match: Match, policy: Policy, worlds: int) -> list[Particle]:
    particles = Particles(policy, worlds, 0, len(match.logs))
    particles.follow(match.known(0))
    return particles.particles


def test_a_move_is_as_likely_as_it_was_answered_part_by_part_with_a_little_doubt() -> None:
    """Half an answer of no preference is added to each part: of three actions, five masks of others, and the bit."""
    state = position("JU KI EM TR SO CH")
    swapped, pretended = (box.EXCHANGE, box.SLOT + 1, box.SWAP_PART), (box.EXCHANGE, box.SLOT + 2, box.PRETEND)
    chance = (2 + 0.5 / 3) / 2.5 * (1 + 0.5 / 5) / 2.5 * (1 + 0.5 / 2) / 1.5
    assert likelihood(state, 0, swapped, [swapped, pretended]) == pytest.approx(chance)
    assert likelihood(state, 0, swapped, []) == pytest.approx(1 / 3 / 5 / 2)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_player_who_always_swaps_is_read_to_the_last_mask(seats: int) -> None:
    match = Match(MASCARADE, seats, seed=1)
    match.play(lambda known: list(Swapper().ask(known, (0,))[0]), 4 * seats)
    heaviest = max(followed(match, Swapper(), 8), key=lambda particle: particle.weight)
    assert heaviest.weight > 0.5
    assert list(heaviest.state.mask) == list(cast(MascaradeState, match.state).mask)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_particle_looks_to_its_seat_as_the_match_does(seats: int) -> None:
    match = Match(MASCARADE, seats, seed=2)
    for _step in range(3):
        match.play(easy, 4 * seats)
        particles = followed(match, Policy(MASCARADE, "random"), 4)
        assert particles
        for particle in particles:
            assert particle.state.view(0) == match.state.view(0)
            assert particle.annotator.ply == match.annotator.ply


@pytest.mark.parametrize("seats", [2, 6])
def test_matches_begun_again_agree_with_all_that_the_seat_has_seen(seats: int) -> None:
    match = Match(MASCARADE, seats, seed=3)
    match.play(easy, 9 * seats)
    particles = Particles(Policy(MASCARADE, "random"), 4, 0, seats)
    particles.follow(match.known(0))
    again = particles.anew(match.known(0))
    assert len(again) == 4
    assert all(particle.state.view(0) == match.state.view(0) for particle in again)


def test_the_move_follows_from_the_log_whatever_lies_hidden_and_was_kept() -> None:
    match = Match(MASCARADE, 2, seed=4)
    kept = Attacker(Policy(MASCARADE, "easy"), 2)
    for _step in range(2):
        match.play(easy, 4)
        while match.state.to_move() != 0:
            match.play(easy, 1)
        move = kept.think(match.known(0), 5)
        hidden = InformationSet(match.state.redeal(0, 77), 0, match.logs[0].copy())
        assert Attacker(Policy(MASCARADE, "easy"), 2).think(hidden, 5) == move
        text = MASCARADE.format_move(match.state, 0, move)
        assert MASCARADE.parse_move(match.state, 0, text) == move


def test_from_who_believes_everything_it_takes_most() -> None:
    """The Trickster's two coins are four between two seats, the Empress' three."""
    match = Match(MASCARADE, 2, seed=5)
    match.play(lambda known: list(Swapper().ask(known, (0,))[0]), 5)
    while match.state.to_move() != 0 or cast(MascaradeState, match.state).phase != box.ACTION:
        match.play(lambda known: list(Swapper().ask(known, (0,))[0]), 1)
    attacker = Attacker(Swapper(), 4)
    assert MASCARADE.format_move(match.state, 0, attacker.think(match.known(0), 1)).startswith("A:TR")


def test_light_particles_share_the_weight_of_those_that_go() -> None:
    deal = Match(MASCARADE, 2, seed=1).logs[0].entries[0].effect
    assert isinstance(deal, Dealt)
    start = Particle(MASCARADE, 2, deal)
    particles = [start.copy() for _each in range(6)]
    for particle, weight in zip(particles, (0.6, 0.2, 0.05, 0.05, 0.05, 0.05), strict=True):
        particle.weight = weight
    left = thinned(particles, 4, random.Random(1))
    assert [particle.weight for particle in left] == pytest.approx([0.6, 0.2, 0.1, 0.1])
    assert left[:2] == particles[:2]


def test_with_nothing_to_believe_it_plays_as_the_level() -> None:
    match = Match(MASCARADE, 2, seed=5)
    match.play(easy, 6)
    while match.state.to_move() != 0:
        match.play(easy, 1)
    attacker = Attacker(Policy(MASCARADE, "hard"), 2)
    attacker.think(match.known(0), 1)
    attacker.read[match.logs[0]].particles = []
    assert attacker.think(match.known(0), 8) == LEVELS["hard"].decide(MASCARADE, match.known(0), 8)
