"""Invitations with small limits: what counts, to the second, and when one is still worth telling."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Invitation, Match, Status
from games.refusals import Forbidden, TooMany
from games.services.waiting import invitations, tables
from masques_site.accounts import moderation
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from tests.cast import person, play_to_end, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def watch(time_machine, monkeypatch):
    """Two invitations an hour, three a day, two to one person; a clock that stands still."""
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    for name, limit in (("PER_HOUR", 2), ("PER_DAY", 3), ("PER_PERSON", 2)):
        monkeypatch.setattr(invitations, name, limit)
    return time_machine


@pytest.fixture
def anna():
    return person("anna")


def table_of(host, **more):
    return tables.open_table(
        host=host, title="lantern", seats=3, settings={}, pace="standard", access="invited", **more
    )


def ask(table, *names):
    for name in names:
        tables.invite(host=table.host, match_id=table.pk, user=person(name))


def reason(refused):
    return str(refused.value.reason)


def test_an_hour_and_a_day_end_to_the_second(anna, watch):
    table = table_of(anna)
    ask(table, "one", "two")
    watch.shift(HOUR - SECOND)
    with pytest.raises(TooMany, match="last hour") as refused:
        ask(table, "three")
    assert "(up to 2)" in reason(refused)
    watch.shift(SECOND)
    ask(table, "three")
    watch.shift(DAY - HOUR - SECOND)
    with pytest.raises(TooMany, match="last day") as refused:
        ask(table, "four")
    assert "(up to 3)" in reason(refused)
    watch.shift(SECOND)
    ask(table, "four")


def test_one_person_is_asked_so_often_and_others_are_asked_still(anna, watch):
    for _table in range(2):
        ask(table_of(anna), "one")
        watch.shift(HOUR)
    table = table_of(anna)
    with pytest.raises(TooMany, match="invited 2 times"):
        ask(table, "one")
    ask(table, "two")


def test_only_the_unanswered_ones_of_this_host_count(anna, watch):
    ask(table_of(person("zeno")), "one", "two")
    table = table_of(anna)
    ask(table, "one", "two")
    tables.join_table(user=person("one"), match_id=table.pk)
    ask(table, "three")
    other = table_of(anna)
    with pytest.raises(TooMany):
        ask(other, "four")


def test_a_rematch_counts_everybody_whom_it_asks(anna, watch):
    match = play_to_end(running_match("lantern", [anna, person("bruno"), person("carla")]))
    ask(table_of(anna), "one")
    with pytest.raises(TooMany, match="last hour"):
        tables.offer_rematch(user=anna, match_id=match.pk)
    assert not Match.objects.filter(rematch_of=match).exists()
    watch.shift(HOUR)
    rematch = tables.offer_rematch(user=anna, match_id=match.pk)
    assert set(rematch.invitations.values_list("user__username", "created_at")) == {
        ("bruno", clock.now()),
        ("carla", clock.now()),
    }


def test_a_rematch_with_nobody_left_to_ask_says_why(anna, watch):
    match = play_to_end(running_match("lantern", [anna, person("bruno")]))
    for _table in range(2):
        ask(table_of(anna), "bruno")
    with pytest.raises(TooMany, match="invited 2 times"):
        tables.offer_rematch(user=anna, match_id=match.pk)
    moderation.block(blocker=person("bruno"), blocked=anna)
    with pytest.raises(Forbidden, match="None of the players you played with"):
        tables.offer_rematch(user=anna, match_id=match.pk)


# Whether one is still worth telling.


@pytest.fixture
def invited(anna):
    """A table of Anna's to which Bruno is invited; and a table to which Carla is."""
    table, other = table_of(anna), table_of(person("zeno"))
    ask(table, "bruno")
    ask(other, "carla")
    return table


def stands(table, name="bruno"):
    answer = invitations.stands(Match.objects.get(pk=table.pk), person(name))
    assert answer in (True, False)
    return answer


def test_an_invitation_is_only_for_the_invited(invited):
    assert stands(invited)
    assert not stands(invited, "carla")
    assert not stands(invited, "anna")
    Invitation.objects.filter(match=invited).delete()
    assert not stands(invited)


def test_it_ends_once_they_have_sat_down_but_not_when_another_has(invited):
    invited.seats.create(index=1, user=person("dora"))
    assert stands(invited)
    invited.seats.create(index=2, user=person("bruno"))
    assert not stands(invited)


@pytest.mark.parametrize("status", [Status.RUNNING, Status.QUARANTINED])
def test_it_is_valid_while_the_table_is_open(invited, status):
    Match.objects.filter(pk=invited.pk).update(status=status)
    assert not stands(invited)


def test_it_ends_when_something_comes_between_them(invited, anna):
    User.objects.filter(pk=anna.pk).update(banned_at=clock.now())
    assert not stands(invited)
    User.objects.filter(pk=anna.pk).update(banned_at=None)
    assert stands(invited)
    moderation.block(blocker=person("bruno"), blocked=anna)
    assert not stands(invited)
    moderation.unblock(blocker=person("bruno"), blocked=anna)
    Match.objects.filter(pk=invited.pk).update(host=None)
    assert not stands(invited)


def test_a_guests_invitation_is_valid_for_a_rematch_only(watch):
    guest = create_guest()
    match = play_to_end(running_match("lantern", [guest, person("bruno")]))
    rematch = tables.offer_rematch(user=guest, match_id=match.pk)
    assert stands(rematch)
    Match.objects.filter(pk=rematch.pk).update(rematch_of=None)
    assert not stands(rematch)
