"""Bots that misbehave in a real worker: their matches go on with a safe move, a row says why, others do not notice."""

import time

import pytest

from games import tasks
from games.audit import faults_of
from games.bots.levels import LEVELS
from games.models import BotFailure
from games.services.waiting import tables
from tests.cast import bot_has_moved, due, fresh, move, person
from tests.waiting import PATIENCE, eventually
from tests.workers.wild import WILD

HANGS = 5 * PATIENCE  # after which a match is taken to hang
BETWEEN = 1.0  # seconds between two matches of others

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("workers"), pytest.mark.usefixtures("lantern")]

WHY = {
    "raising": "raised",
    "looping": "slow",
    "stubborn": "slow",
    "eating": "memory",
    "nonsense": "nonsense",
    "elsewhere": "nonsense",
    "deadly": "died",
}


def test_a_worker_ends_what_thinks_for_too_long():
    assert (tasks.advance.soft_time_limit, tasks.advance.time_limit) == (20, 25)


def match_with(level):
    """A running match of two in which a bot of `level` owes its first decision, or has made it already."""
    match = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", bots=[level]
    )
    while not (any(seat.bot for seat in due(match)) or bot_has_moved(match)):
        move(match, due(match)[0])
    return match


@pytest.mark.parametrize(
    ("levels", "limits"),
    [
        (("stubborn", "nonsense", "deadly"), {"WILD_SECONDS": "4"}),
        pytest.param(tuple(WHY), {}, marks=pytest.mark.reliability),
    ],
    ids=["three", "all"],
)
def test_bots_that_misbehave_hold_up_nobody_but_themselves_and_that_not_for_long(
    levels, limits, wild_workers, monkeypatch
):
    wild_workers.environment |= limits
    for level, bot in WILD.items():
        monkeypatch.setitem(LEVELS, level, bot)
    wild_workers.worker(processes=3)  # one for each bot that loops, one for everybody else
    wild_workers.beat()
    began = time.monotonic()
    matches = {level: match_with(level) for level in levels}
    waits = []
    while not all(map(bot_has_moved, matches.values())):
        assert time.monotonic() < began + HANGS, [level for level, match in matches.items() if not bot_has_moved(match)]
        asked, other = time.monotonic(), match_with("easy")
        eventually(lambda match=other: bot_has_moved(match), "a well-behaved bot moves meanwhile")
        waits.append(time.monotonic() - asked)
        time.sleep(BETWEEN)
    print(
        f"all moved on after {time.monotonic() - began:.1f} s; {len(waits)} others, at worst after {max(waits):.1f} s"
    )
    assert {failure.match_id: failure.cause for failure in BotFailure.objects.exclude(level="easy")} == {
        match.pk: WHY[level] for level, match in matches.items()
    }
    assert not [fault for match in matches.values() for fault in faults_of(fresh(match))]
