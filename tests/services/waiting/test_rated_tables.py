"""Rated tables: what a host may ask for, and who may sit down."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.races import at_once
from games.audit import faults_of
from games.core.errors import BrokenRow
from games.models import Access, Match, Seat, Status
from games.refusals import BadInput, Forbidden
from games.selectors.stored import check_match
from games.services.waiting import invitations, tables
from leagues.models import PlayerRating
from masques_site.accounts.services import create_guest
from tests.cast import fresh, person, play_to_end, running_match
from tests.ratings import rate

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def rated_table(host, **more):
    asked = {"title": "lantern", "seats": 2, "pace": "standard", "access": "open", "is_rated": True}
    return tables.open_table(host=host, **{**asked, **more})


def join(user, table):
    return tables.join_table(user=user, match_id=table.pk)


def seated(table):
    return list(table.seats.exclude(user=None).order_by("index").values_list("user__username", flat=True))


# What a host may ask for.


def test_a_rated_table_keeps_its_range_under_seal():
    table = rated_table(rate(person("anna"), 1432), rating_low=1200, rating_high=1800)
    stored = fresh(table)
    assert (stored.is_rated, stored.rating_low, stored.rating_high) == (True, 1200, 1800)
    assert faults_of(stored) == []
    Match.objects.filter(pk=table.pk).update(rating_low=0, rating_high=None)
    assert faults_of(fresh(table)) == ["match: rating_low was altered", "match: rating_high was altered"]


@pytest.mark.parametrize("bounds", [(None, 1000), (1000, None), (0, 4000), (1000, 1000), (None, None)])
def test_a_new_player_may_ask_for_a_range_with_a_thousand_in_it(bounds):
    low, high = bounds
    assert rated_table(person("anna"), rating_low=low, rating_high=high).rating_low == low


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"pace": "unlimited"}, "Pace"),
        ({"access": "link"}, "Who can join"),
        ({"access": "invited"}, "Who can join"),
        ({"rating_low": -1}, "Minimum rating"),
        ({"rating_low": 4001}, "Minimum rating"),
        ({"rating_low": 10**30}, "Minimum rating"),
        ({"rating_low": "1200"}, "Minimum rating"),
        ({"rating_low": 900.5}, "Minimum rating"),
        ({"rating_low": True}, "Minimum rating"),
        ({"rating_high": -1}, "Maximum rating"),
        ({"rating_high": 4001}, "Maximum rating"),
        ({"rating_low": 1000, "rating_high": 999}, "Maximum rating"),
        ({"rating_low": 1001}, "Minimum rating: your own rating here is 1000"),
        ({"rating_high": 999}, "Maximum rating: your own rating here is 1000"),
        ({"is_rated": False, "rating_low": 900}, "Minimum and maximum rating"),
        ({"is_rated": False, "rating_high": 1100}, "Minimum and maximum rating"),
    ],
)
def test_impossible_values_are_refused_with_their_field(wrong, field):
    with pytest.raises(BadInput, match=f"^{field}"):
        rated_table(person("anna"), **wrong)
    assert not Match.objects.exists()


def test_a_guest_opens_casual_tables_only():
    guest = create_guest()
    with pytest.raises(Forbidden, match="Rated: Guests can only play casual matches"):
        rated_table(guest)
    assert not rated_table(guest, is_rated=False).is_rated


def test_bots_may_sit_at_a_rated_table_and_its_range_is_one_of_ratings_with_bots():
    anna = rate(rate(person("anna"), 1500), 1100, pool="bots.calm")
    with pytest.raises(BadInput, match="your own rating here is 1100"):
        rated_table(anna, seats=3, bots=["easy"], rating_low=1200)
    table = rated_table(anna, seats=3, bots=["easy"], rating_high=1200)
    join(rate(person("bruno"), 1900), table)  # as yet unrated with bots: a new player
    assert fresh(table).status == Status.RUNNING


def test_settings_that_are_rated_apart_have_ratings_of_their_own():
    anna = rate(person("anna"), 1500, pool="people.storm")
    assert rated_table(anna, settings={"wind": "storm"}, rating_low=1400).rating_low == 1400
    with pytest.raises(BadInput, match="1000"):
        rated_table(anna, rating_low=1400)


# Who may sit down.


def test_the_range_lets_in_whom_it_names_its_bounds_among_them():
    anna = rate(person("anna"), 1432)
    for shown, name in ((1199, "low"), (1200, "lowest"), (1800, "highest"), (1801, "high")):
        table = rated_table(anna, rating_low=1200, rating_high=1800)
        user = rate(person(name), shown)
        if 1200 <= shown <= 1800:
            join(user, table)
            assert seated(table) == ["anna", name]
        else:
            with pytest.raises(Forbidden, match=f"Your rating here is {shown}. This table needs 1[28]00 or"):
                join(user, table)
            assert seated(table) == ["anna"]


def test_a_new_player_counts_as_one_thousand_and_a_provisional_number_as_it_is():
    anna = rate(person("anna"), 1432)
    with pytest.raises(Forbidden, match="rating here is 1000"):
        join(person("bruno"), rated_table(anna, rating_low=1200))
    table = rated_table(anna, rating_low=1200)
    join(rate(person("carla"), 1300, matches=1), table)
    assert seated(table) == ["anna", "carla"]


def test_a_player_who_is_invited_sits_down_with_any_rating():
    table = rated_table(rate(person("anna"), 1432), rating_low=1200)
    tables.invite(host=person("anna"), match_id=table.pk, user=person("bruno"))
    join(person("bruno"), table)
    assert seated(table) == ["anna", "bruno"]


def test_a_guest_is_refused_with_the_reason_and_cannot_be_invited():
    table, guest = rated_table(person("anna")), create_guest()
    with pytest.raises(Forbidden, match="Guests can only play casual matches"):
        join(guest, table)
    with pytest.raises(Forbidden, match="can’t play rated matches"):
        tables.invite(host=person("anna"), match_id=table.pk, user=guest)
    assert not table.invitations.exists()


def test_the_range_costs_one_statement_and_only_where_there_is_one():
    anna, bruno, counts = person("anna"), person("bruno"), []
    for more in ({"is_rated": False}, {}, {"rating_low": 900}):
        table = rated_table(anna, seats=3, **more)
        with CaptureQueriesContext(connection) as queries:
            join(bruno, table)
        counts.append(len(queries))
    assert [count - counts[0] for count in counts] == [0, 0, 1]


def test_the_player_within_the_range_gets_the_last_seat():
    table = rated_table(rate(person("anna"), 1432), rating_low=1200)
    bruno, carla = rate(person("bruno"), 1100), rate(person("carla"), 1300)
    results = at_once(*[lambda user=user: join(user, table) for user in (bruno, carla)])
    assert not isinstance(results[1], Exception)
    assert isinstance(results[0], Exception)
    assert seated(table) == ["anna", "carla"]
    assert faults_of(fresh(table)) == []


# Rematches.


def test_the_rematch_is_rated_for_those_who_played_and_public_from_its_start():
    anna, bruno, carla = (person(name) for name in ("anna", "bruno", "carla"))
    match = play_to_end(running_match("lantern", [anna, bruno], is_rated=True))
    table = tables.offer_rematch(user=bruno, match_id=match.pk)
    assert (table.is_rated, table.access, table.rating_low) == (True, Access.INVITED, None)
    assert not Seat.objects.filter(match=table, user=carla).exists()
    join(anna, table)
    stored = fresh(table)
    assert (stored.status, stored.access) == (Status.RUNNING, Access.OPEN)
    assert faults_of(stored) == []


def test_the_rematch_of_a_match_with_a_range_has_none():
    anna, bruno = rate(person("anna"), 1432), rate(person("bruno"), 1300)
    table = rated_table(anna, rating_low=1200)
    join(bruno, table)
    play_to_end(table)
    PlayerRating.objects.all().delete()
    again = tables.offer_rematch(user=bruno, match_id=table.pk)
    assert (again.is_rated, again.rating_low, again.rating_high) == (True, None, None)
    assert invitations.stands(again, anna)


def test_the_rematch_of_a_casual_match_stays_casual_and_private():
    anna, bruno = person("anna"), person("bruno")
    match = play_to_end(running_match("lantern", [anna, bruno]))
    table = tables.offer_rematch(user=bruno, match_id=match.pk)
    join(anna, table)
    assert (fresh(table).is_rated, fresh(table).access) == (False, Access.INVITED)


# What is stored.


@pytest.mark.parametrize(
    "wrong", [{"rating_low": -1}, {"rating_low": 4001}, {"rating_high": "high"}, {"rating_low": 9, "rating_high": 8}]
)
def test_a_stored_range_that_no_service_writes_is_named(wrong):
    table = fresh(rated_table(person("anna")))
    check_match(table)
    for name, value in wrong.items():
        setattr(table, name, value)
    with pytest.raises(BrokenRow, match=r"rating_(low|high) of a match"):
        check_match(table)
