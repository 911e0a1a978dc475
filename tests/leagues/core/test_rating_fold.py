"""Ratings as a fold: pools, absences in several matches, and what a match meant."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from leagues.core.pools import Pool
from leagues.core.rating import NEW, Leaving, RatedMatch, RatedSeat
from leagues.core.rating_fold import Fold, Key, Verdict

NOW = datetime(2026, 11, 22, tzinfo=UTC)
HOUR = timedelta(hours=1)


def match(name, *players, at=0.0, out=(), resigned=(), left_at=None, **more):
    """A match that ended `at` hours after NOW, the players in the order of their places; `out`: whose time ran out."""
    moment = NOW + at * HOUR if left_at is None else NOW + left_at * HOUR
    seats = []
    for place, player in enumerate(players, 1):
        left = Leaving.TIMED_OUT if player in out else Leaving.RESIGNED if player in resigned else None
        seats.append(RatedSeat(player, place, left, moment if left else None))
    facts = {"title": "lantern", "pool": "people", "length": 40, "usual": 40, **more}
    return RatedMatch(match=name, finished_at=NOW + at * HOUR, seats=tuple(seats), **facts)


def test_titles_and_pools_are_rated_apart():
    fold = Fold()
    fold.apply(match("a", 1, 2))
    fold.apply(match("b", 1, 2, at=1, pool="bots"))
    fold.apply(match("c", 2, 1, at=2, title="other"))
    assert len(fold.ratings) == 6
    assert fold.ratings[Key(1, "lantern", "people")].matches == 1
    assert fold.ratings[Key(1, "other", "people")].mu < 25 < fold.ratings[Key(1, "lantern", "bots")].mu


def test_a_change_says_what_was_before():
    fold = Fold()
    first = fold.apply(match("a", 1, 2)).changes[1]
    second = fold.apply(match("b", 1, 2, at=1)).changes[1]
    assert first.before == NEW
    assert second.before == first.after


def test_the_first_of_several_time_outs_within_72_hours_counts():
    fold = Fold()
    assert fold.apply(match("a", 2, 1, at=0, out={1})).verdict is Verdict.RATED
    again = fold.apply(match("b", 3, 1, at=72, out={1}))
    assert (again.verdict, again.changes) == (Verdict.REPEATED, {})
    assert fold.apply(match("c", 3, 1, at=72.1, out={1})).verdict is Verdict.RATED


def test_the_72_hours_run_from_the_absence_that_counted_not_from_the_last():
    fold = Fold()
    verdicts = [fold.apply(match(str(hour), 2, 1, at=hour, out={1})).verdict for hour in (0, 50, 100)]
    assert verdicts == [Verdict.RATED, Verdict.REPEATED, Verdict.RATED]


def test_an_absence_is_counted_over_all_titles_and_by_when_the_time_ran_out():
    """A match of four goes on for weeks after a player's time ran out in it."""
    fold = Fold()
    fold.apply(match("a", 2, 1, at=1, out={1}))
    late = match("b", 2, 3, 4, 1, at=500, left_at=2, out={1}, title="other")
    assert fold.apply(late).verdict is Verdict.REPEATED
    assert fold.apply(replace(late, match="c", seats=match("c", 2, 1, left_at=499, out={1}).seats)).verdict is (
        Verdict.RATED
    )


def test_resigning_several_times_counts_each_time():
    fold = Fold()
    verdicts = [fold.apply(match(str(hour), 2, 1, at=hour, resigned={1})).verdict for hour in (0, 1)]
    assert verdicts == [Verdict.RATED, Verdict.RATED]


def test_a_player_who_resigns_every_other_match_at_once_is_rated_as_if_they_had_lost_it():
    """By version 1 these twenty victories alone counted."""
    resigning, losing = Fold(), Fold()
    for number in range(40):
        players, other = ((1, 100 + number), (100 + number, 1))[number % 2], {} if number % 2 == 0 else {1}
        resigning.apply(match(f"{number:02}", *players, at=number, resigned=other, length=1))
        losing.apply(match(f"{number:02}", *players, at=number))
    assert resigning.ratings == losing.ratings
    assert resigning.ratings[Key(1, "lantern", "people")].matches == 40


def test_a_time_out_that_counted_for_nothing_is_not_the_first():
    fold = Fold()
    assert fold.apply(match("a", 2, 1, at=0, out={1}, counts=False)).verdict is Verdict.ANNULLED
    assert fold.apply(match("b", 2, 1, at=1, out={1})).verdict is Verdict.RATED


def test_a_match_that_was_agreed_to_end_early_says_so():
    fold = Fold()
    assert fold.apply(match("a", 1, 2, length=3, agreed=True)).verdict is Verdict.SHORT
    assert fold.apply(match("b", 1, 2, at=1, length=3)).verdict is Verdict.RATED
    assert fold.apply(match("c", 1, 2, at=2, length=30, agreed=True)).verdict is Verdict.RATED


def test_an_annulled_match_and_one_without_opponents_say_so():
    fold = Fold()
    assert fold.apply(match("a", 1, 2, counts=False)).verdict is Verdict.ANNULLED
    assert fold.apply(match("b", 1)).verdict is Verdict.NOBODY
    assert fold.ratings == {}


def test_pools_have_slugs_that_can_be_read_back():
    closed = Pool.of_match(True, ("memory",), {"memory": "closed", "wind": "calm"})
    assert closed.slug == "bots.closed"
    assert Pool.parse(closed.slug) == closed
    assert Pool.parse("people") == Pool("people")
    played = Pool.of_play(("memory",), {"memory": "closed", "wind": "calm"})
    assert (played.slug, Pool.parse("table.closed")) == ("table.closed", played)
    assert sorted([played, closed, Pool("people")], key=lambda pool: pool.order) == [Pool("people"), closed, played]
