"""Twins over the whole stack: what a seat may not know changes no byte of anything it gets."""

import json
import os
import random
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path

import pytest

from games.core.engine.events import EventKind
from games.core.kit.samples import sample_seats
from games.core.title.game import Game
from games.registry import TITLES
from tests.lantern.game import LANTERN
from tests.twins.compare import Leak, leaks
from tests.twins.histories import Search, Secrets, played
from tests.twins.plan import FIRST, Caches, Plan
from tests.twins.stage import Stage

GAMES = (*TITLES.values(), LANTERN)
CASES = [(game, seats) for game in GAMES for seats in sample_seats(game)]
PAIRS = int(os.environ.get("TWIN_PAIRS", "0"))  # for each title and number of seats; 0: a few
FEW = 1  # for each title and number of seats, in the run
PAIRS_OF_THE_TIER = 8
SEED = int(os.environ.get("TWIN_SEED", "0"))
REPORT = os.environ.get("TWIN_REPORT", "")  # a file that gets a line for each pair (`manage.py twins`)
STRATEGIES = ("uniform", "skewed", "mostly-first")
PAUSES = (1.0, 12.0)  # of the bots' level: of a quick one, and of one that thinks long
DECISIONS = 2  # of each match at which twins are compared
VIEWERS = 2  # for whom, at each of them
SAMPLES = 14


def pairs(game: Game, seats: int, staged, wanted: int, seed: int = 0) -> Iterator[list[Leak]]:
    """Look at `wanted` pairs of twins of matches of a title; the leaks of each.

    Where each title shows few pairs, matches and plans go on from case to case: all cases together meet each plan.
    """
    rng, found = random.Random(f"{game.slug} {seats} {seed}"), 0
    secrets, place = Secrets(rng), CASES.index((game, seats))
    for number in count(seed + place):
        history = played(game, seats, number, STRATEGIES[number % len(STRATEGIES)])
        secrets.learn(history)
        stage = staged(history, bots=number % 2, pause=PAUSES[number // 2 % 2])
        for leak in compared(stage, secrets, rng, seed + place * FEW + found):
            yield leak
            found += 1
            if found == wanted:
                return


def compared(stage: Stage, secrets: Secrets, rng: random.Random, number: int) -> Iterator[list[Leak]]:
    """A pair for some viewers at some decisions of the match of `stage`, which is played no further than the last.

    The pairs are planned by their numbers, from `number` on.
    """
    history, plies = stage.history, stage.history.decisions()
    steps = list(pairwise(plies))
    chosen = sorted(rng.sample(steps, min(DECISIONS, len(steps))))
    texts = sorted({event.text for event in history.events if event.kind == EventKind.MOVE})
    people = [viewer for viewer in stage.sessions if viewer != "staff"]
    for decision, ply in chosen:
        stage.advance(history, decision)
        before = history.begun(history.events[:ply])
        samples = rng.sample(texts, min(SAMPLES, len(texts)))
        for viewer in rng.sample(people, min(VIEWERS, len(people))):
            twin = Search(before, viewer, secrets.classes, rng).twin()
            if twin is not None:
                plan = Plan(number)
                yield leaks(stage.seen(before, viewer, samples, plan), stage.seen(twin, viewer, samples, plan))
                number += 1


@pytest.mark.slow
@pytest.mark.timeout(1200 + 60 * max(PAIRS, PAIRS_OF_THE_TIER))
@pytest.mark.parametrize(("game", "seats"), CASES, ids=lambda value: getattr(value, "slug", value))
def test_facts_hidden_from_a_seat_change_no_byte_for_it(game, seats, staged):
    look_at_pairs(game, seats, staged, PAIRS or FEW)


@pytest.mark.reliability
@pytest.mark.timeout(1200 + 60 * PAIRS_OF_THE_TIER)
@pytest.mark.parametrize(("game", "seats"), CASES, ids=lambda value: getattr(value, "slug", value))
def test_nor_does_it_in_more_pairs(game, seats, staged):
    look_at_pairs(game, seats, staged, PAIRS_OF_THE_TIER)


def test_the_few_pairs_of_all_cases_together_meet_each_plan():
    plans = [Plan(number) for number in range(len(CASES) * FEW)]
    assert len({(plan.order(FIRST)[0], plan.caches) for plan in plans}) == len(FIRST) * len(Caches)
    given_up = [plan for plan in plans if plan.gives_up]
    # The tier, which has more, begins with the socket too.
    assert {plan.order(FIRST)[0] for plan in given_up} == {"home", "history", "proof"}
    assert {plan.caches for plan in given_up} == set(Caches)
    assert {plan.set_aside for plan in plans} == {plan.looks_between for plan in plans} == {True, False}


def look_at_pairs(game: Game, seats: int, staged, wanted: int) -> None:
    for found in pairs(game, seats, staged, wanted, SEED):
        told = [str(leak) for leak in found]
        report({"title": game.slug, "seats": seats, "seed": SEED, "leaks": told})
        assert not found, "\n".join(told[:5])


def report(pair: dict[str, object]) -> None:
    """Report one more pair to the starter of this run."""
    if REPORT:
        with Path(REPORT).open("a", encoding="utf-8") as file:
            print(json.dumps(pair), file=file)
