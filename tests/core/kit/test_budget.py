"""The laws check a sample of a title for large tables: its size, its choice, and that it finds what the whole would."""

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest

from games.core.engine.state import State
from games.core.kit import conformance
from games.core.kit.conformance import LawBroken, check_match
from games.core.kit.conformance.budget import FULL, SAMPLE, Budget, budget_of, matches_of
from games.core.kit.conformance.context import CheckContext
from games.core.kit.samples import sample_matches, sample_seats
from games.core.kit.simulation import Simulation
from tests.core.engine.test_settings import Painted
from tests.core.kit.test_conformance import Hasty, Leaky, Peeking, Shared, Unsealed
from tests.lantern.game import LANTERN, Lantern
from tests.lantern.rules.state import LanternState

KINDS = ["deal"] * 8 + ["turn", "window"] * 20 + ["over"]
TIGHT = Budget(plies=8, viewers=2, histories=6)


class Crowded(Painted):
    """As if Lantern had settings of all kinds, and were for thirteen."""

    seats = tuple(range(2, 14))
    settings = (
        *Painted.settings[:-2],
        replace(Painted.settings[-2], rule=lambda _seats, _words: None),
        replace(Painted.settings[-1], high=99),
    )


def test_plies_of_all_kinds_are_looked_at_and_the_same_ones_in_every_run() -> None:
    found = Budget(plies=8).some_plies(KINDS, random.Random(1))
    assert [sum(KINDS[ply] == kind for ply in found) for kind in ("deal", "turn", "window", "over")] == [3, 2, 2, 1]
    assert found == Budget(plies=8).some_plies(KINDS, random.Random(1))
    assert found != Budget(plies=8).some_plies(KINDS, random.Random(2))


def test_a_short_match_is_looked_at_as_a_whole() -> None:
    assert list(Budget(plies=8).some_plies(KINDS[:8], random.Random(1))) == list(range(8))


def test_one_seat_that_decides_and_one_that_does_not_are_asked() -> None:
    simulation = Simulation(LANTERN, 4, LANTERN.complete_settings({}, 4), 1, "uniform")
    looked = 0
    while simulation.step():
        deciders = simulation.state.deciders()
        context = CheckContext(LANTERN, 4, simulation.state, random.Random(looked), (), TIGHT)
        assert len(context.asked) == 2
        assert context.viewers == [*context.asked, None]
        if 0 < len(deciders) < 4:
            assert [seat in deciders for seat in context.asked].count(True) == 1
            assert context.deciders == [seat for seat in context.asked if seat in deciders]
            looked += 1
    assert looked > 4


def test_small_titles_are_looked_at_in_full_and_large_ones_by_a_sample() -> None:
    assert budget_of(LANTERN) == FULL
    assert budget_of(Crowded()) == SAMPLE
    assert len(matches_of(LANTERN, ("uniform", "skewed"))) == 3 * 2 * 2 * 2


def test_no_more_is_looked_at_than_the_budget_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(conformance, "RULE_LAWS", (lambda context: asked.append(len(context.asked)),))
    check_match(LANTERN, 4, {}, 1, budget=TIGHT)
    assert asked == [2] * 8


@pytest.mark.parametrize("kind", [Leaky, Peeking, Unsealed, Hasty, Shared])
def test_a_sample_finds_broken_laws(kind: type[LanternState]) -> None:
    class Broken(Lantern):
        def initial_state(self, seats: int, settings: Mapping[str, str]) -> State:
            return kind(seats=seats, storm=settings["wind"] == "storm")

    def check() -> None:
        for seed in range(5):
            check_match(Broken(), 4, {}, seed, budget=TIGHT)

    with pytest.raises(LawBroken):
        check()


def test_numbers_of_seats_are_sampled_from_the_fewest_to_the_most() -> None:
    assert sample_seats(Crowded()) == [2, 3, 5, 8, 13]
    assert sample_seats(LANTERN) == [2, 3, 4]


def test_every_pair_of_seats_strategy_and_values_occurs_in_a_sample_of_matches() -> None:
    game, strategies = Crowded(), ("uniform", "skewed", "last")
    matches = sample_matches(game, strategies)
    assert len(matches) < 60  # of 1,296
    chosen = [{"seats": seats, "strategy": strategy, **settings} for seats, settings, strategy in matches]
    for seats in game.seats:
        here = [match for match in chosen if match["seats"] == seats]
        assert {match["strategy"] for match in here} == set(strategies)
        for setting in game.settings:
            assert set(setting.samples(seats)) <= {match[setting.name] for match in here}
    free = [setting.name for setting in game.settings if setting.only_with is None and setting.name != "nights"]
    for one, two in combinations(("strategy", *free), 2):
        values = {match[one] for match in chosen}, {match[two] for match in chosen}
        assert len({(match[one], match[two]) for match in chosen}) == len(values[0]) * len(values[1])
    # What counts with another setting only is paired where it counts.
    painted = [match for match in chosen if match["paint"] == "own"]
    assert {(match["strategy"], match["colours"] == "green blue") for match in painted} == {
        (strategy, other) for strategy in strategies for other in (True, False)
    }
