"""Seats that were given up are offered to substitutes, one person after the other."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bench.races import at_once
from games.refusals import Conflict, Forbidden
from games.services.seats.take_over import take_over
from leagues.core.rules import Format
from leagues.models import BenchOffer, FixtureSeat
from leagues.refusals import NoSuchLeague
from leagues.services.entering import entries
from leagues.services.leaving import substitutes
from tests.cast import person
from tests.leagues.cast import begun, fixture_of, resign, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def season(travel):
    """A season of tables of three."""
    return begun(travel, Format.PODS, 3, people=4)


@pytest.fixture
def fixture(season):
    """Its first match, with seat 1 given up."""
    fixture = running(season)[0]
    resign(fixture, 1)
    return fixture


def join(season, *names):
    for name in names:
        entries.join_substitutes(user=person(name), season_id=season.pk)


def open_offer():
    return BenchOffer.objects.filter(closed_at=None).select_related("user").get()


def test_offers_go_to_one_after_the_other_eight_hours_each(season, fixture, travel):
    join(season, "sven", "tara")
    assert substitutes.offer_seats() == 1
    assert substitutes.offer_seats() == 0
    assert open_offer().user == person("sven")
    travel(timedelta(hours=8) - timedelta(seconds=1))
    assert substitutes.offer_seats() == 0
    travel(timedelta(seconds=1))
    assert substitutes.offer_seats() == 1
    assert open_offer().user == person("tara")
    travel(timedelta(hours=8))
    assert substitutes.offer_seats() == 0
    assert not BenchOffer.objects.filter(closed_at=None).exists()


def test_two_sweeps_at_once_offer_a_seat_to_one(season, fixture):
    join(season, "sven", "tara")
    assert sum(at_once(*[substitutes.offer_seats for _sweeper in range(4)])) == 1
    assert open_offer().user == person("sven")


def test_a_player_who_declines_passes_it_on(season, fixture):
    join(season, "sven", "tara")
    substitutes.offer_seats()
    substitutes.decline(user=person("tara"), offer_id=open_offer().pk)
    assert open_offer().user == person("sven")
    substitutes.decline(user=person("sven"), offer_id=open_offer().pk)
    substitutes.offer_seats()
    assert open_offer().user == person("tara")


def test_accepting_too_late_or_for_another_player_is_refused(season, fixture, travel):
    join(season, "sven")
    substitutes.offer_seats()
    offer = open_offer()
    with pytest.raises(NoSuchLeague):
        substitutes.accept(user=person("tara"), offer_id=offer.pk)
    travel(timedelta(hours=8))
    with pytest.raises(Conflict):
        substitutes.accept(user=person("sven"), offer_id=offer.pk)
    assert fixture.match.seats.get(index=1).vacated_at is not None


def test_accepting_twice_or_at_once_takes_the_seat_once(season, fixture):
    join(season, "sven")
    substitutes.offer_seats()
    offer = open_offer()
    found = at_once(*[lambda: substitutes.accept(user=person("sven"), offer_id=offer.pk) for _ in range(3)])
    assert found == [fixture.match_id] * 3
    assert substitutes.accept(user=person("sven"), offer_id=offer.pk) == fixture.match_id
    assert fixture.match.seats.get(index=1).user == person("sven")
    assert FixtureSeat.objects.get(fixture=fixture, seat=1).substitute == person("sven")
    assert season.log.filter(verb="seat_taken").count() == 1


@pytest.mark.parametrize("hours", [0, 9])
def test_killed_between_the_seat_and_the_mark_the_next_sweep_marks_it(hours, season, fixture, travel):
    join(season, "sven", "tara")
    substitutes.offer_seats()
    offer = open_offer()
    take_over(match_id=fixture.match_id, seat=1, user=person("sven"), by="league")
    travel(timedelta(hours=hours))
    substitutes.offer_seats()
    offer.refresh_from_db()
    assert offer.is_taken
    assert FixtureSeat.objects.get(fixture=fixture, seat=1).substitute == person("sven")
    assert BenchOffer.objects.count() == 1
    assert substitutes.accept(user=person("sven"), offer_id=offer.pk) == fixture.match_id


def test_killed_between_the_seat_and_the_mark_accepting_again_marks_it_however_late(season, fixture, travel):
    join(season, "sven")
    substitutes.offer_seats()
    offer = open_offer()
    take_over(match_id=fixture.match_id, seat=1, user=person("sven"), by="league")
    travel(timedelta(hours=9))
    assert substitutes.accept(user=person("sven"), offer_id=offer.pk) == fixture.match_id
    offer.refresh_from_db()
    assert offer.is_taken


def test_nobody_of_the_same_table_and_nobody_banned_is_asked(season, fixture):
    own = fixture.seats.select_related("entry__user").get(seat=0).entry.user
    left = fixture.seats.select_related("entry__user").get(seat=1).entry.user
    join(season, own.username, left.username, "sven", "tara")
    banned = person("sven")
    banned.banned_at = timezone.now()
    banned.save()
    substitutes.offer_seats()
    assert open_offer().user == person("tara")


def test_a_player_who_is_banned_after_the_offer_does_not_get_the_seat(season, fixture):
    join(season, "sven")
    substitutes.offer_seats()
    banned = person("sven")
    banned.banned_at = timezone.now()
    banned.save()
    with pytest.raises(Forbidden):
        substitutes.accept(user=banned, offer_id=open_offer().pk)


def test_seats_for_which_nobody_is_left_keep_no_other_waiting(season, fixture, monkeypatch):
    monkeypatch.setattr(substitutes, "BATCH", 1)
    join(season, "sven")
    substitutes.offer_seats()
    substitutes.decline(user=person("sven"), offer_id=open_offer().pk)
    other = running(season)[1]
    resign(other, 0)
    substitutes.offer_seats()
    assert open_offer().seat.fixture_id == other.pk


def test_a_seat_that_its_substitute_gives_up_is_offered_to_the_others(season, fixture):
    join(season, "sven", "tara")
    substitutes.offer_seats()
    substitutes.accept(user=person("sven"), offer_id=open_offer().pk)
    resign(fixture, 1)
    substitutes.offer_seats()
    assert open_offer().user == person("tara")
    substitutes.accept(user=person("tara"), offer_id=open_offer().pk)
    assert FixtureSeat.objects.get(fixture=fixture, seat=1).substitute == person("tara")


def test_substitutes_are_those_who_may_play_and_their_list_closes_with_the_season(season, travel):
    banned = person("sven")
    banned.banned_at = timezone.now()
    with pytest.raises(Forbidden):
        entries.join_substitutes(user=banned, season_id=season.pk)
    join(season, "tara", "tara")
    assert season.bench.count() == 1
    entries.leave_substitutes(user=person("tara"), season_id=season.pk)
    entries.leave_substitutes(user=person("tara"), season_id=season.pk)
    assert season.log.filter(verb="left_bench").count() == 1


def test_declining_what_one_has_just_taken_is_refused_and_the_seat_is_marked(season, fixture):
    join(season, "sven", "tara")
    substitutes.offer_seats()
    offer = open_offer()
    take_over(match_id=fixture.match_id, seat=1, user=person("sven"), by="league")
    with pytest.raises(Conflict, match="taken"):
        substitutes.decline(user=person("sven"), offer_id=offer.pk)
    substitutes.offer_seats()
    offer.refresh_from_db()
    assert offer.is_taken
    with pytest.raises(Conflict, match="taken"):
        substitutes.decline(user=person("sven"), offer_id=offer.pk)
    assert BenchOffer.objects.count() == 1


def test_declined_while_the_seat_is_being_taken_and_killed_before_the_mark_it_is_marked(season, fixture):
    join(season, "sven", "tara")
    substitutes.offer_seats()
    offer = open_offer()
    substitutes.decline(user=person("sven"), offer_id=offer.pk)  # in another window, before the seat is theirs
    substitutes.offer_seats()
    assert open_offer().user == person("tara")
    take_over(match_id=fixture.match_id, seat=1, user=person("sven"), by="league")
    substitutes.offer_seats()
    offer.refresh_from_db()
    assert offer.is_taken
    assert FixtureSeat.objects.get(fixture=fixture, seat=1).substitute == person("sven")
    assert not BenchOffer.objects.filter(closed_at=None).exists(), "nobody is asked for a seat that is taken"


def test_a_player_who_is_no_longer_a_substitute_passes_the_offer_on(season, fixture):
    join(season, "sven", "tara")
    substitutes.offer_seats()
    entries.leave_substitutes(user=person("sven"), season_id=season.pk)
    assert substitutes.offer_seats() == 1
    assert open_offer().user == person("tara")


def test_a_player_who_has_given_up_a_seat_of_a_match_is_asked_for_no_other_of_it(season, fixture):
    join(season, "sven", "tara", "uma")
    for name in ("sven", "tara"):
        substitutes.offer_seats()
        substitutes.accept(user=person(name), offer_id=open_offer().pk)
        if name == "sven":
            resign(fixture, 1)
    assert [user.username for user in substitutes.candidates(fixture_of(fixture))] == ["uma"]
