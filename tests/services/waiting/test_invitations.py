"""Inviting: the policy is asked each time, and nobody is asked again and again. The clock is the test's."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Invitation, Match, Seat
from games.refusals import BadInput, Conflict, Forbidden, TooMany
from games.selectors.lists import dashboard
from games.services.waiting import invitations, tables
from masques_site.accounts import moderation
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from tests.accounts.cast import client_of, member
from tests.cast import play_to_end, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def later(monkeypatch):
    """Move the site's clock: `later(hours=1)` is an hour after the test began."""
    began = clock.now()

    def travel(**passed: float) -> None:
        moment = began + timedelta(**passed)
        monkeypatch.setattr(clock, "now", lambda: moment)

    travel()
    return travel


@pytest.fixture
def anna():
    return member("Anna")


def table_of(host, seats=2, **more):
    """A table of `host` to which one is invited."""
    return tables.open_table(host=host, title="lantern", seats=seats, pace="standard", access="invited", **more)


def people(count, prefix="Guest"):
    """Create this many members."""
    return [User.objects.create_user(username=f"{prefix}{n}", email=f"{prefix}{n}@example.org") for n in range(count)]


def invite_all(host, guests):
    """Invite each of them to one table; who was invited."""
    table = table_of(host)
    for guest in guests:
        tables.invite(host=host, match_id=table.pk, user=guest)
    return table


def invited(table):
    """The names of those who are asked to a table."""
    return {invitation.user.username for invitation in table.invitations.select_related("user")}


# The policy.


def test_a_banned_host_invites_nobody(anna):
    table, bruno = table_of(anna), member("Bruno")
    User.objects.filter(pk=anna.pk).update(banned_at=clock.now())
    anna.refresh_from_db()
    with pytest.raises(Forbidden, match="banned"):
        tables.invite(host=anna, match_id=table.pk, user=bruno)


@pytest.mark.parametrize("change", [{"is_active": False}, {"banned_at": "2026-01-01T00:00:00Z"}])
def test_nobody_invites_a_person_who_may_not_play(anna, change):
    table, bruno = table_of(anna), member("Bruno", **change)
    with pytest.raises(Forbidden, match="can’t invite this player"):
        tables.invite(host=anna, match_id=table.pk, user=bruno)


def test_one_invites_others_once(anna):
    table, bruno = table_of(anna), member("Bruno")
    with pytest.raises(BadInput, match="already"):
        tables.invite(host=anna, match_id=table.pk, user=anna)
    for _twice in range(2):
        tables.invite(host=anna, match_id=table.pk, user=bruno)
    assert invited(table) == {"Bruno"}


# Rematches.


def test_four_rounds_of_rematch_and_close_never_invite_whom_the_policy_refuses(anna):
    blocked, banned, gone, carla = (member(name) for name in ("Bruno", "Otto", "Gino", "Carla"))
    match = play_to_end(running_match("lantern", [anna, blocked, carla]))
    other = play_to_end(running_match("lantern", [anna, banned, gone, carla]))
    moderation.block(blocker=blocked, blocked=anna)
    User.objects.filter(pk=banned.pk).update(banned_at=clock.now())
    User.objects.filter(pk=gone.pk).update(is_active=False)
    for _round in range(2):
        for old in (match, other):
            table = tables.offer_rematch(user=anna, match_id=old.pk)
            assert invited(table) == {"Carla"}
            tables.close_table(user=anna, match_id=table.pk)


def test_a_banned_opponent_is_left_out_and_a_lone_player_learns_what_to_do(anna):
    bruno = member("Bruno")
    match = play_to_end(running_match("lantern", [anna, bruno]))
    User.objects.filter(pk=bruno.pk).update(banned_at=clock.now())
    with pytest.raises(Forbidden, match="Open a new table instead"):
        tables.offer_rematch(user=anna, match_id=match.pk)
    assert not Match.objects.filter(rematch_of=match).exists()


def test_the_same_words_for_a_ban_a_block_and_a_deleted_account(anna):
    words = set()
    for number, person in enumerate(people(3)):
        match = play_to_end(running_match("lantern", [anna, person]))
        if number == 0:
            moderation.block(blocker=person, blocked=anna)
        elif number == 1:
            User.objects.filter(pk=person.pk).update(banned_at=clock.now())
        else:
            person.delete()
        with pytest.raises(Forbidden) as refused:
            tables.offer_rematch(user=anna, match_id=match.pk)
        words.add(str(refused.value.reason))
    assert len(words) == 1


def test_the_policy_is_asked_whether_each_may_be_invited(anna, monkeypatch):
    bruno, carla = member("Bruno"), member("Carla")
    match = play_to_end(running_match("lantern", [anna, bruno, carla]))
    asked = []
    site = invitations.policy()

    def refuse_to_invite(host, guest, *, rematch=False):
        asked.append((host, guest, rematch))
        return "no" if guest == bruno else None

    monkeypatch.setattr(site, "refuse_to_invite", refuse_to_invite, raising=False)
    assert invited(tables.offer_rematch(user=anna, match_id=match.pk)) == {"Carla"}
    assert set(asked) == {(anna, bruno, True), (anna, carla, True)}


def test_a_guest_invites_nobody_but_asks_opponents_for_a_rematch(anna):
    guest = create_guest()
    table = table_of(guest)
    with pytest.raises(Forbidden, match="Guests can’t invite"):
        tables.invite(host=guest, match_id=table.pk, user=anna)
    match = play_to_end(running_match("lantern", [guest, anna]))
    assert invited(tables.offer_rematch(user=guest, match_id=match.pk)) == {"Anna"}


def test_a_rematch_after_a_closed_one_is_on_the_home_page_of_the_invited(anna, later):
    bruno = member("Bruno")
    match = play_to_end(running_match("lantern", [anna, bruno]))
    first = tables.offer_rematch(user=anna, match_id=match.pk)
    tables.close_table(user=anna, match_id=first.pk)
    second = tables.offer_rematch(user=anna, match_id=match.pk)
    assert [summary.match for summary in dashboard(bruno).invitations] == [second]


def test_a_person_who_never_answers_is_left_out_of_the_next_rematch_and_asked_again_a_day_later(anna, later):
    bruno = member("Bruno")
    match = play_to_end(running_match("lantern", [anna, bruno]))
    for _round in range(invitations.PER_PERSON):
        table = tables.offer_rematch(user=anna, match_id=match.pk)
        tables.close_table(user=anna, match_id=table.pk)
    with pytest.raises(TooMany, match="tomorrow"):
        tables.offer_rematch(user=anna, match_id=match.pk)
    assert Match.objects.filter(rematch_of=match).count() == invitations.PER_PERSON
    later(days=1)
    assert invited(tables.offer_rematch(user=anna, match_id=match.pk)) == {"Bruno"}


def test_only_people_who_never_answer_are_left_out(anna, later):
    bruno, carla = member("Bruno"), member("Carla")
    match = play_to_end(running_match("lantern", [anna, bruno, carla]))
    for _round in range(invitations.PER_PERSON):
        tables.invite(host=anna, match_id=table_of(anna).pk, user=bruno)
    assert invited(tables.offer_rematch(user=anna, match_id=match.pk)) == {"Carla"}


def test_people_who_play_one_rematch_after_the_other_meet_no_limit(anna, later):
    bruno = member("Bruno")
    match = play_to_end(running_match("lantern", [anna, bruno]))
    for _match in range(invitations.PER_HOUR + 2):
        table = tables.offer_rematch(user=anna, match_id=match.pk)
        tables.join_table(user=bruno, match_id=table.pk)
        match = play_to_end(table)
    assert Invitation.objects.filter(user=bruno).count() == invitations.PER_HOUR + 2


def test_a_match_against_bots_is_repeated_with_bots_however_many_invitations_are_out(anna, later):
    match = play_to_end(running_match("lantern", [anna, member("Bruno")]))
    Seat.objects.filter(match=match, index=1).update(user=None, bot="random")
    invite_all(anna, people(invitations.PER_HOUR))
    assert tables.offer_rematch(user=anna, match_id=match.pk).seats.count() == 2


# Too many.


def test_ten_of_twelve_invitations_within_eight_seconds_are_sent(anna, later):
    table, guests = table_of(anna), people(12)
    for number, guest in enumerate(guests[: invitations.PER_HOUR]):
        later(seconds=8 * number / 12)
        tables.invite(host=anna, match_id=table.pk, user=guest)
    for guest in guests[invitations.PER_HOUR :]:
        with pytest.raises(TooMany, match="open a table that anyone can join"):
            tables.invite(host=anna, match_id=table.pk, user=guest)
    assert Invitation.objects.count() == invitations.PER_HOUR


def test_closing_and_opening_does_not_begin_the_count_again(anna, later):
    guests = people(invitations.PER_HOUR + 1)
    for guest in guests[:-1]:
        tables.close_table(user=anna, match_id=invite_all(anna, [guest]).pk)
    with pytest.raises(TooMany):
        invite_all(anna, guests[-1:])


def test_the_limit_of_an_hour_and_of_a_day_by_the_clock(anna, later):
    guests = iter(people(invitations.PER_DAY + 5))
    table = table_of(anna)

    def fill():
        for _invitation in range(invitations.PER_HOUR):
            tables.invite(host=anna, match_id=table.pk, user=next(guests))

    fill()
    later(minutes=59, seconds=59)
    with pytest.raises(TooMany, match="last hour"):
        tables.invite(host=anna, match_id=table.pk, user=next(guests))
    for hour in range(1, invitations.PER_DAY // invitations.PER_HOUR):
        later(hours=hour)
        fill()
    later(hours=20)
    with pytest.raises(TooMany, match="last day"):
        tables.invite(host=anna, match_id=table.pk, user=next(guests))
    later(hours=24)
    tables.invite(host=anna, match_id=table.pk, user=next(guests))


def test_an_answer_makes_room_for_another_invitation(anna, later):
    guests = people(invitations.PER_HOUR + 1)
    table = table_of(anna, seats=3)
    for guest in guests[:-1]:
        tables.invite(host=anna, match_id=table.pk, user=guest)
    tables.join_table(user=guests[0], match_id=table.pk)
    tables.invite(host=anna, match_id=table.pk, user=guests[-1])
    assert Invitation.objects.filter(match=table).count() == invitations.PER_HOUR + 1


def test_the_invitations_of_others_do_not_count(anna, later):
    bruno, *guests = people(invitations.PER_HOUR + 1)
    invite_all(anna, guests)
    theirs = invite_all(bruno, guests)
    assert Invitation.objects.filter(match=theirs).count() == invitations.PER_HOUR


def test_one_person_is_invited_to_five_tables_a_day(anna, later):
    bruno, carla = member("Bruno"), member("Carla")
    for number in range(invitations.PER_PERSON):
        later(hours=number)
        invite_all(anna, [bruno])
    with pytest.raises(TooMany, match="This player"):
        invite_all(anna, [bruno])
    invite_all(anna, [carla])
    later(hours=24)
    invite_all(anna, [bruno])


def test_a_player_who_is_invited_already_stays_so_beyond_the_limit(anna, later):
    table = invite_all(anna, guests := people(invitations.PER_HOUR))
    tables.invite(host=anna, match_id=table.pk, user=guests[0])
    assert Invitation.objects.filter(match=table).count() == invitations.PER_HOUR


def test_a_program_gets_429_and_a_page_says_what_to_do(anna, later):
    table = invite_all(anna, people(invitations.PER_HOUR))
    member("Bruno")
    client = client_of(anna)
    path = f"/matches/{table.pk}/invite/"
    refused = client.post(path, {"name": "Bruno"}, headers={"accept": "application/json"})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    page = client.post(path, {"name": "Bruno"}, follow=True)
    assert "open a table that anyone can join" in page.content.decode()


def test_a_rematch_of_a_player_with_too_many_invitations_opens_no_table(anna, later):
    match = play_to_end(running_match("lantern", [anna, member("Bruno")]))
    invite_all(anna, people(invitations.PER_HOUR))
    with pytest.raises(TooMany):
        tables.offer_rematch(user=anna, match_id=match.pk)
    assert not Match.objects.filter(rematch_of=match).exists()
    with pytest.raises(Conflict):
        tables.offer_rematch(user=anna, match_id=running_match("lantern", [anna, member("Carla")]).pk)
