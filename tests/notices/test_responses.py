"""Mails about answers to moves of others: one in ten minutes to a person, from however many matches; of turns, each."""

import pytest
from django.test import Client
from django.urls import reverse

from games import tasks
from games.core.errors import BrokenLog
from games.models import Match
from games.selectors import decisions
from games.selectors.decisions import is_response
from games.selectors.matches import position
from games.services.beside import presence
from games.services.match.in_advance import keep_answers_in_advance
from masques_site.accounts.models import User
from masques_site.notices.models import Notice, OutboxMail, State
from tests.accounts.cast import member
from tests.cast import due, fresh, move, running_match
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern", "stopped_clock")]


def played_until(person: User, other: User, sealed: bool, **more: str) -> Match:
    """A match in which `person` owes an answer (`sealed`), or a turn."""
    match = running_match("lantern", [person, other], **more)
    for _decision in range(4):
        if position(fresh(match)).state.sealed() == sealed and due(match)[0].user == person:
            return match
        for seat in due(match):
            move(match, seat)
    raise AssertionError("nobody is asked")


def asked(person: User, other: User, **more: str) -> Match:
    """A match that waits for an answer of `person`."""
    return played_until(person, other, True, **more)


def answer(match: Match, person: User) -> None:
    move(match, next(seat for seat in due(match) if seat.user == person), "let")


def mails_to(person: User) -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(to=person.email).order_by("pk"))


def sweep(at, **passed: float) -> None:
    """Let the sweep run at that time, and once again, as it does every few seconds."""
    at(**passed)
    sweeps.notify_due()
    sweeps.notify_due()


@pytest.mark.parametrize("kept", ["let", ""])
def test_a_player_who_has_answered_in_advance_gets_no_notice(at, giulia, bianca, kept):
    match = running_match("lantern", [giulia, bianca, member("Carla")])
    mover = due(match)[0]
    ahead, asked_now = match.seats.exclude(pk=mover.pk).select_related("user")
    keep_answers_in_advance(actor=ahead.user, match_id=match.pk, given={"*": kept})
    move(match, mover)
    tasks.announce(match.pk)
    sweep(at, minutes=1)
    told = set(Notice.objects.filter(decision=fresh(match).decision).values_list("user", flat=True))
    assert told == ({asked_now.user_id} if kept else {asked_now.user_id, ahead.user_id})
    assert len(mails_to(asked_now.user)) > 0
    about = [mail for mail in mails_to(ahead.user) if match.pk in mail.text]
    assert len(about) == (0 if kept else 1)


def test_answers_that_are_owed_within_ten_minutes_of_a_mail_are_the_next_mail(at, giulia, bianca):
    first = asked(giulia, bianca)
    sweep(at)
    (mail,) = mails_to(giulia)
    assert mail.subject == "Your turn in Lantern"
    assert first.pk in mail.text
    at(minutes=1)
    second = asked(giulia, bianca)
    sweep(at, minutes=1)
    at(minutes=4)
    third = asked(giulia, member("Carla"))
    for minute in (4, 7, 9):
        sweep(at, minutes=minute)
    assert len(mails_to(giulia)) == 1
    sweep(at, minutes=10)
    (_mail, mail) = mails_to(giulia)
    assert mail.subject == "2 matches are waiting for you"
    for part in (mail.text, mail.html):
        assert [part.count(f"/matches/{match.pk}/") for match in (first, second, third)] == [0, 1, 1]
        assert part.count("You have until") == 2
        assert "Lantern with Bianca" in part
        assert "Lantern with Carla" in part
    for minute in (11, 20, 39):
        sweep(at, minutes=minute)
    assert len(mails_to(giulia)) == 2
    assert not Notice.objects.filter(user=giulia, is_response=True, passed_at=None).exists()


def test_after_ten_quiet_minutes_the_next_one_is_mailed_at_once(at, giulia, bianca):
    for minutes in (0, 10, 20):
        at(minutes=minutes)
        asked(giulia, bianca)
        sweep(at, minutes=minutes)
    assert len(mails_to(giulia)) == 3


def test_turns_are_mailed_at_once_and_hold_no_answer_back(at, giulia, bianca):
    matches = [played_until(giulia, bianca, False), asked(giulia, bianca)]
    sweep(at)
    (mail,) = mails_to(giulia)
    assert all(match.pk in mail.text for match in matches)
    at(minutes=1)
    turn = played_until(giulia, bianca, False)
    asked(giulia, bianca)
    sweep(at, minutes=1)
    assert turn.pk in mails_to(giulia)[1].text
    assert len(mails_to(giulia)) == 2


def test_the_next_window_of_the_same_match_waits_too(at, giulia, bianca):
    match = asked(giulia, bianca)
    sweep(at)
    answer(match, giulia)
    at(minutes=2)
    while not (position(fresh(match)).state.sealed() and due(match)[0].user == giulia):
        for seat in due(match):
            move(match, seat)
    sweep(at, minutes=2)
    sweep(at, minutes=9, seconds=59)
    windows = [mail for mail in mails_to(giulia) if match.pk in mail.text]
    assert len(windows) == 1
    sweep(at, minutes=10)
    assert len(mails_to(giulia)) == 2


def test_a_window_that_has_closed_meanwhile_is_mailed_to_nobody(at, giulia, bianca):
    asked(giulia, bianca)
    sweep(at)
    at(minutes=1)
    closed, other = asked(giulia, bianca), asked(giulia, bianca)
    sweep(at, minutes=1)
    answer(closed, giulia)
    sweep(at, minutes=2)  # the notice of the turn that follows comes at once
    sweep(at, minutes=10)
    mail = mails_to(giulia)[2]
    assert mail.subject == "Your turn in Lantern"
    assert other.pk in mail.text
    assert closed.pk not in mail.text
    assert Notice.objects.get(user=giulia, match=closed, is_response=True).state == State.MOOT


def test_if_all_have_closed_their_mail_is_not_sent(at, giulia, bianca):
    asked(giulia, bianca)
    sweep(at)
    at(minutes=1)
    closed = asked(giulia, bianca)
    sweep(at, minutes=1)
    answer(closed, giulia)
    sweep(at, minutes=10)
    sweep(at, minutes=20)
    told = Notice.objects.filter(user=giulia, match=closed).values_list("is_response", "state")
    assert set(told) == {(True, State.MOOT), (False, State.WAITING)}  # the turn that comes after the window
    assert len(mails_to(giulia)) == 2


def test_each_person_has_ten_minutes_of_their_own(at, giulia, bianca):
    asked(giulia, bianca)
    sweep(at)
    at(minutes=1)
    asked(bianca, giulia)
    sweep(at, minutes=1)
    assert [mail.subject for mail in mails_to(bianca)] == ["Your turn in Lantern"]


def test_a_player_who_is_looking_is_mailed_later_if_at_all(at, giulia, bianca):
    first, second = asked(giulia, bianca), asked(giulia, bianca)
    presence.mark_seen(second, next(seat for seat in due(second) if seat.user == giulia))
    sweep(at)
    (mail,) = mails_to(giulia)
    assert first.pk in mail.text
    assert second.pk not in mail.text
    sweep(at, minutes=2)
    assert len(mails_to(giulia)) == 1
    sweep(at, minutes=10)
    assert second.pk in mails_to(giulia)[1].text


def test_without_limits_to_the_time_it_is_the_same(at, giulia, bianca):
    asked(giulia, bianca, pace="unlimited")
    sweep(at)
    at(minutes=1)
    waiting = [asked(giulia, bianca, pace="unlimited") for _each in range(2)]
    sweep(at, minutes=1)
    assert len(mails_to(giulia)) == 1
    sweep(at, minutes=10)
    mail = mails_to(giulia)[1]
    assert all(match.pk in mail.text for match in waiting)
    assert "You have until" not in mail.text + mail.html


def test_the_list_of_the_home_page_waits_for_no_mail(at, giulia, bianca):
    asked(giulia, bianca)
    sweep(at)
    at(minutes=1)
    waiting = asked(giulia, bianca)
    sweep(at, minutes=1)
    client = Client()
    client.force_login(giulia)
    assert waiting.pk in client.get(reverse("games:home")).content.decode()


def test_a_match_that_cannot_be_read_keeps_no_mail_back(at, giulia, bianca, monkeypatch):
    def broken(*_decision: object) -> bool:
        raise BrokenLog("nonsense")

    monkeypatch.setattr(decisions, "position_after", broken)
    asked(giulia, bianca)
    sweep(at)
    assert len(mails_to(giulia)) == 1


def test_a_decisions_kind_stays_true_when_it_is_over(giulia, bianca):
    match = asked(giulia, bianca)
    window = fresh(match).decision
    assert is_response(match.pk, window)
    answer(match, giulia)
    assert is_response(match.pk, window)
    assert not is_response(match.pk, fresh(match).decision)
