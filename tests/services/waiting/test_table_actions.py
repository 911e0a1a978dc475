"""Acts at a table, by whom and until when: by the host or the players, and before the start."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Match, Seat, Status
from games.refusals import Conflict, Forbidden, Missing
from games.services.waiting import tables
from tests.cast import fresh, person, play_to_end

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

Action = Callable[[Any, Match], object]
OF_HOST: dict[str, Action] = {
    "close": lambda user, match: tables.close_table(user=user, match_id=match.pk),
    "start": lambda user, match: tables.start_table(host=user, match_id=match.pk, rev=match.rev),
    "invite": lambda user, match: tables.invite(host=user, match_id=match.pk, user=person("carla")),
    "add a bot": lambda user, match: tables.add_bot(host=user, match_id=match.pk, level="easy"),
    "remove a bot": lambda user, match: tables.remove_bot(host=user, match_id=match.pk, index=2, level="easy"),
}
OF_SEATED: dict[str, Action] = {
    "leave": lambda user, match: tables.leave_table(user=user, match_id=match.pk),
    "add words": lambda user, match: tables.add_nonce(user=user, match_id=match.pk, nonce="rain"),
}
OF_ALL: dict[str, Action] = {"join": lambda user, match: tables.join_table(user=user, match_id=match.pk)}
ACTIONS = OF_HOST | OF_SEATED | OF_ALL


def waiting(*, access: str = "open") -> Match:
    """A table of anna and bruno with a bot on the last seat, which waits for her word."""
    match = tables.open_table(
        host=person("anna"), title="lantern", seats=3, pace="standard", access=access, bots=["easy"], auto_start=False
    )
    tables.invite(host=person("anna"), match_id=match.pk, user=person("bruno"))
    tables.join_table(user=person("bruno"), match_id=match.pk)
    return fresh(match)


def rows(match: Match) -> list[object]:
    """All that an action could change."""
    seats = list(match.seats.order_by("index").values())
    return [Match.objects.filter(pk=match.pk).values().get(), seats, match.invitations.count()]


def after(status: str) -> Match:
    """The same table later."""
    match = waiting()
    if status == "closed":
        tables.close_table(user=match.host, match_id=match.pk)
    elif status == "set aside":
        Match.objects.filter(pk=match.pk).update(status=Status.QUARANTINED)
    else:
        Seat.objects.filter(match=match).exclude(bot="").update(bot="", user=person("dora"))
        tables.start_table(host=match.host, match_id=match.pk, rev=match.rev)
        if status == "finished":
            play_to_end(match)
    return fresh(match)


@pytest.mark.parametrize("status", ["running", "finished", "closed", "set aside"])
@pytest.mark.parametrize("action", ACTIONS)
def test_nothing_is_done_to_a_table_that_has_started_or_was_closed(action, status):
    match = after(status)
    before = rows(match)
    for name in ("anna", "bruno", "zeno"):
        with pytest.raises((Conflict, Forbidden)):
            ACTIONS[action](person(name), match)
    assert rows(match) == before


@pytest.mark.parametrize("name", ["bruno", "zeno"])
@pytest.mark.parametrize("action", OF_HOST)
def test_the_host_alone_closes_starts_invites_and_seats_bots(action, name):
    match = waiting()
    before = rows(match)
    with pytest.raises(Forbidden, match="Only the host"):
        OF_HOST[action](person(name), match)
    assert rows(match) == before


@pytest.mark.parametrize("action", OF_SEATED)
def test_only_players_leave_and_add_words(action):
    match = waiting()
    before = rows(match)
    with pytest.raises(Conflict, match="You’re not at this table"):
        OF_SEATED[action](person("zeno"), match)
    assert rows(match) == before


@pytest.mark.parametrize("access", ["link", "invited"])
@pytest.mark.parametrize("action", ACTIONS)
def test_a_stranger_learns_nothing_of_a_hidden_table(action, access):
    match = waiting(access=access)
    before = rows(match)
    with pytest.raises(Missing):
        ACTIONS[action](person("zeno"), match)
    assert rows(match) == before


def test_acts_apply_to_ones_own_seat():
    match = waiting()
    tables.add_nonce(user=person("bruno"), match_id=match.pk, nonce="rain")
    nonces = {seat.index: bool(seat.nonce) for seat in match.seats.all()}
    assert nonces == {0: False, 1: True, 2: False}
    tables.leave_table(user=person("bruno"), match_id=match.pk)
    assert [seat.index for seat in match.seats.order_by("index")] == [0, 2]


def test_a_host_has_so_many_tables_open_at_a_time_and_no_more():
    def opened() -> Match:
        return tables.open_table(host=person("anna"), title="lantern", seats=2, pace="standard", access="open")

    found = [opened() for _count in range(tables.OPEN_TABLES_PER_HOST)]
    with pytest.raises(Conflict, match="20 open tables"):
        opened()
    tables.close_table(user=person("anna"), match_id=found[0].pk)
    tables.add_bot(host=person("anna"), match_id=found[1].pk, level="easy")  # starts
    assert {opened().status for _freed in range(2)} == {Status.OPEN}
    with pytest.raises(Conflict):
        opened()
