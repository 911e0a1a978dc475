"""The ledger and the ratings: once for each result, in order, even if results come late or twice, or a process dies in
between."""

import random
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection

from bench.races import at_once
from games import clock
from leagues import tasks
from leagues.core import rating
from leagues.core.rating import Leaving, RatedSeat
from leagues.core.rating_fold import Fold
from leagues.models import (
    IntegrityFlag,
    PlayerRating,
    RatedResult,
    RatingChange,
    RatingDump,
    RatingState,
    RatingVersion,
    ReplyTimes,
)
from leagues.models.rating import seat_as_json
from leagues.services.ratings import ledger
from tests.cast import person
from tests.corrupt import other_values, stored, unguarded, write

pytestmark = [pytest.mark.django_db(transaction=True)]

START = datetime(2026, 1, 1, tzinfo=UTC)


def result(number, *players, out=(), places=None, **more):
    """Store the result of a match that ended after `number` hours, the players in the order of their places, which are
    1, 2, 3, ... unless they are given."""
    moment = START + timedelta(hours=number)
    seats = [
        RatedSeat(player, place, *((Leaving.TIMED_OUT, moment) if player in out else ()))
        for place, player in zip(places or range(1, len(players) + 1), players, strict=True)
    ]
    facts = {"match": f"m{number:08}", "title": "lantern", "pool": "people", "length": 40, "usual": 40, **more}
    return RatedResult.objects.create(finished_at=moment, seats=[seat_as_json(seat) for seat in seats], **facts)


def history(count, seed=1, people=9):
    """Return that many results of two to four people each, some of whom run out of time, share a place, or agree to end
    it."""
    rng = random.Random(seed)
    for number in range(count):
        players = rng.sample(range(1, people + 1), rng.randint(2, 4))
        out = set(rng.sample(players, rng.randint(1, 2))) if rng.random() < 0.2 else set()
        facts = {"counts": rng.random() > 0.05, "pool": rng.choice(["people", "bots"])}
        if rng.random() < 0.1:
            facts |= {"places": [1] * len(players), "is_agreed": True, "length": rng.choice([5, 30])}
        elif rng.random() < 0.3:
            facts |= {"places": sorted(rng.choices((1, 2), k=len(players)))}
        result(number, *players, out=out, **facts)


def assert_follows():
    """All that is stored follows from the results, by a fold that reads nothing else."""
    assert not RatedResult.objects.filter(is_due=True).exists()
    fold, lines = Fold(), []
    for row in RatedResult.objects.order_by("finished_at", "match"):
        rated = fold.apply(row.rated_match)
        assert row.verdict == rated.verdict
        lines += [(row.match, player, change.before, change.after) for player, change in rated.changes.items()]
    stored = RatingChange.objects.order_by("finished_at", "match", "player")
    assert [(line.match_id, line.player, line.before, line.after) for line in stored] == lines
    assert {row.key: row.rating for row in PlayerRating.objects.all()} == fold.ratings
    assert lines


def mu(player):
    return PlayerRating.objects.get(player=player).mu


def test_results_are_rated_in_the_order_in_which_the_matches_ended():
    result(2, 2, 1)
    result(1, 1, 2)
    assert ledger.rate_all_due() == 2
    first = RatingChange.objects.order_by("finished_at").first()
    assert (first.match_id, first.mu_before) == ("m00000001", 25.0)
    assert_follows()


def test_matches_that_ended_at_the_same_moment_are_rated_in_the_order_of_their_ids():
    result(1, 1, 2, match="bbb")
    result(1, 1, 3, match="aaa")
    ledger.rate_all_due()
    assert RatingChange.objects.get(match="aaa", player=1).matches_before == 0
    assert_follows()


@pytest.mark.parametrize("batch", [1, 7, 1000])
def test_batches_of_any_size_give_the_same(batch):
    history(120)
    memory = ledger.Memory()
    while ledger.rate_due(memory, batch):
        pass
    assert_follows()


def test_without_a_memory_batches_give_the_same():
    history(60)
    while ledger.rate_due(batch=5):
        pass
    assert_follows()


def test_one_by_one_as_they_come_gives_the_same():
    history(60)
    found = list(RatedResult.objects.order_by("finished_at"))
    RatedResult.objects.all().delete()
    for row in found:
        row.save(force_insert=True)
        ledger.rate_all_due()
    assert_follows()


def test_results_in_any_order_of_arrival_give_the_same():
    history(60)
    found = list(RatedResult.objects.all())
    RatedResult.objects.all().delete()
    random.Random(4).shuffle(found)
    for row in found:
        row.save(force_insert=True)
        ledger.rate_due(batch=3)  # others arrive while a replay is on its way
    ledger.rate_all_due()
    assert_follows()


@pytest.mark.database
def test_a_late_result_replays_what_came_after_it():
    result(1, 1, 2)
    result(3, 1, 2)
    ledger.rate_all_due()
    before = mu(1)
    result(2, 2, 1)
    ledger.rate_all_due()
    assert mu(1) < before
    assert RatingChange.objects.get(match="m00000003", player=1).matches_before == 2
    assert_follows()


def test_an_annulled_result_takes_its_lines_back_and_replays():
    rows = [result(number, 1, 2) for number in range(3)]
    ledger.rate_all_due()
    RatedResult.objects.filter(pk=rows[1].pk).update(counts=False, is_due=True)
    ledger.rate_all_due()
    assert not RatingChange.objects.filter(match=rows[1]).exists()
    assert PlayerRating.objects.get(player=1).matches == 2
    assert_follows()


def test_annulling_a_players_only_match_leaves_no_rating_and_the_last_one_the_rating_before():
    first, last = result(1, 1, 2), result(2, 1, 3)
    ledger.rate_all_due()
    RatedResult.objects.filter(pk=last.pk).update(counts=False, is_due=True)
    ledger.rate_all_due()
    assert not PlayerRating.objects.filter(player=3).exists()
    assert PlayerRating.objects.get(player=1).last_match == first.pk
    assert_follows()


def test_a_late_time_out_takes_away_the_next_one():
    """It is now the first of its 72 hours."""
    result(2, 2, 1, out={1})
    ledger.rate_all_due()
    result(1, 3, 1, out={1})
    ledger.rate_all_due()
    assert RatedResult.objects.get(pk="m00000002").verdict == "repeated"
    assert not PlayerRating.objects.filter(player=2).exists()
    assert_follows()


@pytest.mark.database
def test_without_fast_paths_the_same_is_written_and_replayed(settings):
    settings.FAST_PATHS = False
    history(40)
    ledger.rate_all_due()
    result(3.5, 9, 1, out={1})
    assert ledger.rate_all_due() > 30
    assert_follows()


def test_while_a_replay_is_on_its_way_nobody_loses_a_rating():
    history(40, people=4)
    ledger.rate_all_due()
    before = set(PlayerRating.objects.values_list("player", "title", "pool"))
    RatedResult.objects.filter(pk=RatedResult.objects.earliest("finished_at").pk).update(is_due=True)
    ledger.rate_due(batch=3)
    assert set(PlayerRating.objects.values_list("player", "title", "pool")) == before
    ledger.rate_all_due()
    assert_follows()


@pytest.mark.database
def test_two_workers_at_once_rate_each_result_once():
    history(60)
    done = at_once(*[ledger.rate_all_due] * 4)
    assert sum(done) == 60
    assert_follows()


@pytest.mark.database
def test_workers_and_arrivals_at_once_give_the_same():
    history(40)
    late = list(RatedResult.objects.order_by("?")[:15])
    RatedResult.objects.filter(pk__in=[row.pk for row in late]).delete()

    def arrive():
        for row in late:
            row.save(force_insert=True)

    at_once(ledger.rate_all_due, arrive, ledger.rate_all_due)
    ledger.rate_all_due()
    assert_follows()


@pytest.mark.database
@pytest.mark.parametrize("step", ["_write_lines", "_write_ratings"])
def test_a_worker_that_dies_in_the_middle_of_a_batch_leaves_nothing_half_done(monkeypatch, step):
    history(30)
    memory = ledger.Memory()
    ledger.rate_due(memory, 10)
    lines = RatingChange.objects.count()
    whole = getattr(ledger, step)

    def die(*arguments):
        whole(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(ledger, step, die)
    with pytest.raises(KeyboardInterrupt):
        ledger.rate_due(memory, 10)
    assert RatingChange.objects.count() == lines
    assert RatedResult.objects.filter(verdict="").count() == 20
    monkeypatch.undo()
    ledger.rate_due(memory, 10)  # the same worker, if it goes on
    ledger.rate_all_due()
    assert_follows()


def test_the_task_rates_what_is_due_and_twice_does_nothing():
    history(30)
    tasks.rate()
    assert_follows()
    rev = RatingState.objects.get().rev
    tasks.rate()
    assert RatingState.objects.get().rev == rev


def test_a_long_replay_is_left_to_another_task_in_time(monkeypatch):
    history(250)
    sent = []
    monkeypatch.setattr(tasks, "RATING_SECONDS", -1)
    monkeypatch.setattr(tasks.rated_results, "wake", lambda: sent.append(True))
    tasks.rate()
    assert sent == [True]
    assert RatedResult.objects.filter(verdict="").count() == 150


def test_a_line_says_by_which_numbers_it_was_computed():
    result(1, 1, 2)
    ledger.rate_all_due()
    thresholds = RatingChange.objects.select_related("version").first().version.thresholds
    assert thresholds == dict(rating.THRESHOLDS)
    assert thresholds["episode_hours"] == 72


def test_numbers_that_change_without_a_new_version_are_refused():
    ledger.rate_due()
    RatingVersion.objects.update(thresholds={**rating.THRESHOLDS, "beta": 4.0})
    with pytest.raises(ImproperlyConfigured, match="VERSION"):
        ledger.rate_due()


def test_with_a_new_version_everything_is_rated_again(monkeypatch):
    history(10)
    ledger.rate_all_due()
    monkeypatch.setattr(ledger, "VERSION", rating.VERSION + 1)
    assert ledger.rate_all_due() == 10
    assert set(RatingChange.objects.values_list("version", flat=True)) == {rating.VERSION + 1}
    assert_follows()


def test_matches_left_early_are_rated_again_after_version_1():
    result(1, 1, 2, out={2}, length=1, is_due=False, verdict="short")
    RatingVersion.objects.create(version=1, thresholds={"model": "openskill.PlackettLuce"})
    RatingState.objects.create(version=1)
    assert ledger.rate_all_due() == 1
    assert RatedResult.objects.get().verdict == "rated"
    assert mu(1) == 27.635389493140497
    assert RatingChange.objects.filter(version=2).count() == 2
    assert_follows()


# The command.


def check(capsys):
    call_command("recompute_ratings", "--check")
    return capsys.readouterr().out


def test_the_check_accepts_what_was_rated_as_it_came_in(capsys):
    history(50)
    ledger.rate_all_due()
    assert f"50 results, {RatingChange.objects.count()} lines" in check(capsys)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda: RatingChange.objects.filter(player=1).update(mu_after=25.000000000000004), "mu_after is"),
        (lambda: RatingChange.objects.filter(player=1).delete(), "no line is stored"),
        (lambda: PlayerRating.objects.filter(player=1).update(sigma=4.0), "the rating is"),
        (lambda: PlayerRating.objects.filter(player=1).delete(), "no rating is stored"),
        (lambda: RatedResult.objects.update(verdict="short"), "stored as short, computed as rated"),
        (lambda: RatedResult.objects.update(counts=False), "a line that does not follow"),
    ],
)
def test_the_check_finds_what_does_not_follow_and_names_it(capsys, spoil, said):
    result(1, 1, 2)
    result(2, 2, 3)
    ledger.rate_all_due()
    spoil()
    with pytest.raises(CommandError, match="differences"):
        call_command("recompute_ratings", "--check")
    assert said in capsys.readouterr().out
    call_command("recompute_ratings")
    check(capsys)


# Every column but the keys and the seals, by table. Written down by hand: a column that is added has to be added here.
COLUMNS = {
    RatedResult: "title pool finished_at seats length usual counts is_agreed verdict is_due rated_rev",
    RatingChange: "match player title pool finished_at mu_before sigma_before matches_before last_before mu_after "
    "sigma_after absent_at version",
    PlayerRating: "player title pool mu sigma matches last last_match",
    RatingVersion: "thresholds since",
    RatingDump: "month name sha256 size matches made_at",
    IntegrityFlag: "kind about accounts matches numbers score first_seen last_seen reviewed_at reviewed_by note",
    ReplyTimes: "match player title pace finished_at counts",
    RatingState: "rev version",
}


def test_every_column_of_the_ratings_is_listed():
    for model, columns in COLUMNS.items():
        held = {field.name for field in model._meta.concrete_fields if not field.primary_key} - {"macs"}
        assert set(columns.split()) == held, model


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite lets a test turn its constraints off")
def test_the_check_names_every_altered_column(capsys):
    RatingVersion.objects.create(version=1, thresholds={})  # another one for a line to claim
    RatingDump.objects.create(
        month=date(2026, 10, 1), name="masques-2026-10.json.gz", sha256="0" * 64, size=9, matches=2
    )
    flag = {"accounts": [1, 2], "matches": ["a"], "numbers": {"matches": 20}, "score": 2.5}
    flag |= {"first_seen": clock.now(), "last_seen": clock.now(), "reviewed_by": person("mia")}
    IntegrityFlag.objects.create(kind="farming", about="1 2", **flag)
    replies = {"title": "lantern", "pace": "fast", "finished_at": clock.now(), "counts": [1, 0, 2]}
    ReplyTimes.objects.create(match="a", player=1, **replies)
    history(12)
    ledger.rate_all_due()
    check(capsys)
    missed = []
    for model, columns in COLUMNS.items():
        row = model.objects.order_by("pk").first()
        for column in columns.split():
            attribute = row._meta.get_field(column).column
            before = stored(row, attribute)
            with unguarded():
                assert any(write(row, attribute, value) for value in other_values(row, column))
                try:
                    check(capsys)
                except CommandError:
                    capsys.readouterr()
                else:
                    missed.append((model, column))
                assert write(row, attribute, before)
    assert missed == []
    check(capsys)


def test_the_check_waits_for_results_that_are_still_to_be_rated():
    result(1, 1, 2)
    with pytest.raises(CommandError, match="still being rated"):
        call_command("recompute_ratings", "--check")


def test_recomputing_shows_progress_and_equals_what_was_there(capsys):
    history(230)
    ledger.rate_all_due()
    before = list(RatingChange.objects.order_by("match", "player").values_list("match", "player", "mu_after"))
    call_command("recompute_ratings")
    shown = capsys.readouterr()
    assert shown.err.split("\n")[0] == "100 of 230"
    assert "230 results rated" in shown.out
    assert list(RatingChange.objects.order_by("match", "player").values_list("match", "player", "mu_after")) == before
    assert_follows()
