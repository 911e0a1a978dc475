"""Two organisers, who saw the same page, and the sweep at one season at once: of what they do nothing is lost, and
nothing happens twice."""

import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bench.races import at_once
from games import clock
from games.refusals import Refusal
from leagues.core.decisions import Chosen, Decision
from leagues.core.rules import Format
from leagues.models import EntryState, Season
from leagues.services.deciding import decisions, extensions, requests
from leagues.services.deciding.seen import Overtaken, Seen, newest_line
from leagues.services.leaving import withdrawals
from leagues.services.timetable import steps
from leagues.services.timetable.seasons import next_step
from tests.cast import person
from tests.leagues.cast import begun, give_role, newest, sweep
from tests.leagues.independent import assert_true_standings
from tests.sampling import sampled

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

RACES = 20  # of a season
SEASONS = 50
FIELD = 6

# What each action is called in the log, written down by hand.
VERBS = {
    "hold": "held",
    "move": "moved",
    "correct": "corrected",
    "forfeit": "match_forfeited",
    "annul": "match_annulled",
    "replay": "match_replayed",
    "extend": "extended",
    "extend all": "extended_all",
    "take out": "taken_out",
    "expel": "expelled",
}


def an_action(season: Season, rng: random.Random) -> tuple[str, Any, Callable[..., Any]]:
    """Something that an organiser may do now: its name, the revision that the page shows, and what does it for an
    `actor` with a `reason` and `seen`."""
    kind = rng.choice(list(VERBS))
    if kind in ("hold", "move"):
        step = next_step(season)
        assert step is not None
        if kind == "hold":
            return kind, step.revision, partial(steps.hold, season_id=season.pk)
        at = clock.now() + timedelta(days=rng.randint(1, 40))
        return kind, step.revision, partial(steps.move, season_id=season.pk, at=at)
    if kind in ("take out", "expel"):
        entry = rng.choice(list(season.entries.filter(state=EntryState.ENTERED).order_by("pk")))
        return kind, entry.revision, partial(withdrawals.take_out, entry_id=entry.pk, expel=kind == "expel")
    if kind == "extend all":
        revision = extensions.open_matches(season).revision
        return kind, revision, partial(extensions.extend, season_id=season.pk, days=rng.randint(1, 9))
    fixture = rng.choice(list(season.fixtures.order_by("number")))
    about = {"season_id": season.pk, "fixture_number": fixture.number}
    if kind == "extend":
        return kind, fixture.revision, partial(extensions.extend, days=rng.randint(1, 9), **about)
    if kind == "correct":
        return kind, fixture.revision, partial(requests.correct_result, places=rng.choice(([1, 2], [2, 1])), **about)
    seats = tuple(sorted(rng.sample((0, 1), rng.randint(1, 2)))) if kind == "forfeit" else ()
    return kind, fixture.revision, partial(decisions.decide, chosen=Chosen(Decision(kind), seats), **about)


def race(season: Season, number: int, rng: random.Random) -> None:
    """One race: both organisers do the same on the same page, or two different things, while the sweep runs."""
    before = newest_line(season.league)
    first = an_action(season, rng)
    second = first if rng.random() < 0.5 else an_action(season, rng)
    calls = []
    for name, (_kind, revision, act) in (("olga", first), ("nora", second)):
        seen = Seen(before, revision)
        calls.append(partial(act, actor=person(name), reason=f"race {number} of {name}", seen=seen))
    *found, swept = at_once(*calls, sweep)
    assert not isinstance(swept, Exception), swept
    done = []
    for name, (kind, _revision, _act), result in zip(("olga", "nora"), (first, second), found, strict=True):
        assert not isinstance(result, Exception) or isinstance(result, Refusal), result
        lines = season.log.filter(reason=f"race {number} of {name}", verb=VERBS[kind])
        done.append(not isinstance(result, Exception))
        assert lines.count() == done[-1], (kind, result)
    if first is second:
        assert done.count(True) <= 1, first[0]
        assert done.count(True) == 0 or isinstance(found[done.index(False)], Overtaken), found


@pytest.mark.parametrize("seed", sampled(range(SEASONS), [0]))
def test_simultaneous_acts_of_organisers_happen_once_each(seed, travel):
    rng = random.Random(f"organisers {seed}")
    season = begun(travel, Format.ROUND_ROBIN, 2, people=FIELD)
    give_role(season.league, "nora", "organiser")
    for number in range(RACES):
        if season.entries.filter(state=EntryState.ENTERED).count() < 3:
            break
        step = next_step(season)
        if step is not None and step.held_at is not None:
            steps.release(actor=person("olga"), season_id=season.pk, reason="go on")
        race(newest(season.league), number, rng)
    sweep()
    assert_true_standings(newest(season.league))
