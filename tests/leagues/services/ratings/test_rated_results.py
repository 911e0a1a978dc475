"""The effect of finished matches on ratings: who held the seats, who left, which pool."""

from datetime import timedelta

import pytest

from games import clock, tasks
from games.models import Match, Seat
from games.services.clocks import deadlines
from games.services.keeping import sealed_rows
from games.services.match import play
from games.services.match.agreement import propose
from games.services.match.annul import annul
from games.services.seats.take_over import take_over
from leagues.core.rating import Leaving
from leagues.models import RatedResult
from leagues.services.ratings import rated_results
from masques_site.accounts.services import delete_account
from tests.cast import due, move, person, play_to_end, running_match
from tests.leagues.cast import play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def rated_match(*names, **more):
    return running_match("lantern", [person(name) for name in names], is_rated=True, **more)


def finish(match):
    match = play_to_end(match)
    tasks.announce(match.pk)
    return match


def resign(match, seat):
    holder = match.seats.select_related("user").get(index=seat)
    play.resign(actor=holder.user, match_id=match.pk, seat=seat)


def stored(match):
    return RatedResult.objects.get(pk=match.pk)


def test_a_match_that_was_played_has_its_places_and_length():
    match = finish(rated_match("anna", "bruno", "carla"))
    row = stored(match)
    assert [seat.place for seat in row.rated_match.seats] == match.outcome["places"]
    assert [seat.player for seat in row.rated_match.seats] == [person(name).pk for name in ("anna", "bruno", "carla")]
    assert (row.title, row.pool, row.finished_at) == ("lantern", "people.calm", match.finished_at)
    assert row.length == match.events.filter(kind="move").count()
    assert row.usual == 16
    assert row.counts
    assert row.is_due


def test_a_match_that_is_not_rated_has_no_result():
    match = finish(running_match("lantern", [person("anna"), person("bruno")]))
    assert not RatedResult.objects.exists()
    assert not rated_results.record(match.pk)


def test_a_match_that_still_runs_has_no_result():
    match = rated_match("anna", "bruno")
    assert not rated_results.record(match.pk)


def test_settings_that_a_title_rates_apart_have_a_pool_of_their_own():
    assert stored(finish(rated_match("anna", "bruno", wind="storm"))).pool == "people.storm"


def test_with_a_bot_it_counts_in_the_other_pool_and_the_bot_has_its_anchor():
    match = play_on(rated_match("anna", bots=["hard"]))
    row = stored(match)
    assert row.pool == "bots.calm"
    bot = row.rated_match.seats[1]
    assert bot.player is None
    assert 25 < bot.anchor < 30


def test_bots_that_were_never_measured_are_no_opponents(monkeypatch):
    match = rated_match("anna", bots=["hard"])
    monkeypatch.setattr(type(match.game), "ladder", {})
    assert [seat.player for seat in stored(play_on(match)).rated_match.seats] == [person("anna").pk]


def test_a_player_who_resigned_has_left_and_the_bot_that_played_on_is_no_opponent():
    match = rated_match("anna", "bruno", "carla")
    resign(match, 1)
    row = stored(play_on(match))
    assert row.pool == "people.calm"
    seat = row.rated_match.seats[1]
    assert (seat.player, seat.left) == (person("bruno").pk, Leaving.RESIGNED)
    assert [seat.left for seat in row.rated_match.seats if seat.player != person("bruno").pk] == [None, None]


def test_a_player_who_ran_out_of_time_has_left_at_that_moment(travel):
    match = rated_match("anna", "bruno", "carla")
    (late,) = due(match)
    sealed_rows.update(Seat.objects.filter(pk=late.pk), timeouts=1)  # the first time a bot decides once
    travel(timedelta(days=3))
    deadlines.expire(match.pk)
    moment = clock.now()
    travel(timedelta(hours=1))
    seat = stored(play_on(match)).rated_match.seats[late.index]
    assert (seat.player, seat.left, seat.left_at) == (late.user_id, Leaving.TIMED_OUT, moment)


def test_a_substitute_is_not_rated_and_the_leaver_stays_the_leaver():
    match = rated_match("anna", "bruno", "carla")
    resign(match, 1)
    take_over(match_id=match.pk, seat=1, user=person("dora"), by="test")
    row = stored(play_on(match))
    assert person("dora").pk not in {seat.player for seat in row.rated_match.seats}
    assert row.rated_match.seats[1].left is Leaving.RESIGNED


def test_a_substitute_who_leaves_too_changes_nothing():
    match = rated_match("anna", "bruno", "carla")
    resign(match, 1)
    take_over(match_id=match.pk, seat=1, user=person("dora"), by="test")
    resign(match, 1)
    row = stored(play_on(match))
    assert [seat.player for seat in row.rated_match.leavers] == [person("bruno").pk]


def test_bots_do_not_count_where_people_agreed_to_end_a_match():
    match = rated_match("anna", "bruno", bots=["hard"])
    for name in ("anna", "bruno"):
        propose(actor=person(name), match_id=match.pk)
    tasks.announce(match.pk)
    row = stored(match)
    assert [seat.player for seat in row.rated_match.seats] == [person("anna").pk, person("bruno").pk]
    assert (row.pool, row.is_agreed) == ("bots.calm", True)


def test_agreed_ends_before_version_2_stay_uncounted():
    match = rated_match("anna", "bruno")
    for name in ("anna", "bruno"):
        propose(actor=person(name), match_id=match.pk)
    tasks.announce(match.pk)
    RatedResult.objects.update(counts=False, is_agreed=False, is_due=False)
    assert not rated_results.record(match.pk)
    assert not stored(match).counts


def test_a_player_who_deleted_their_account_before_the_end_is_still_known():
    match = rated_match("anna", "bruno", "carla")
    move(match, due(match)[0])
    bruno = person("bruno").pk
    delete_account(person("bruno"))
    row = stored(play_on(match))
    assert row.rated_match.seats[1].player == bruno
    assert row.rated_match.seats[1].left is Leaving.RESIGNED


def test_an_annulled_match_does_not_count_any_more_and_is_due_again():
    match = finish(rated_match("anna", "bruno"))
    RatedResult.objects.update(is_due=False)
    annul(match_id=match.pk, reason="a mistake", by="the moderators")
    tasks.announce(match.pk)
    row = stored(match)
    assert (row.counts, row.is_due) == (False, True)


def test_a_match_that_was_annulled_while_it_ran_never_counts():
    match = rated_match("anna", "bruno")
    annul(match_id=match.pk, reason="a mistake", by="the moderators")
    tasks.announce(match.pk)
    assert not stored(match).counts


def test_an_account_that_is_deleted_later_stays_in_the_result():
    match = finish(rated_match("anna", "bruno"))
    before = stored(match).seats
    delete_account(person("anna"))
    annul(match_id=match.pk, reason="a mistake", by="the moderators")
    tasks.announce(match.pk)
    assert stored(match).seats == before
    assert not stored(match).counts


def test_hearing_of_it_again_changes_nothing():
    match = finish(rated_match("anna", "bruno"))
    RatedResult.objects.update(is_due=False)
    assert not rated_results.record(match.pk)
    Match.objects.update(end_announced_at=None)
    tasks.announce(match.pk)
    assert not stored(match).is_due
