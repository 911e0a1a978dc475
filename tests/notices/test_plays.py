"""Notices about plays: who gets which, each once, and when a notice is moot."""

import pytest

from companion.services.plays import answering, claiming, recording
from masques_site.accounts import moderation
from masques_site.notices.models import Notice, OutboxMail
from tests.accounts.cast import member
from tests.companion.cast import moderator, recorded, result
from tests.notices import sweeps

pytestmark = pytest.mark.django_db(transaction=True)
GATHERED = {"minutes": 2}


@pytest.fixture
def carla():
    return member("Carla", mail_notices=True)


def told() -> list[tuple[str, str, str]]:
    """The notices: to whom, about which line, and their states."""
    rows = Notice.objects.filter(kind="play").order_by("play_line", "user__username")
    return list(rows.values_list("user__username", "play_line__verb", "state"))


def subjects() -> list[tuple[str, str]]:
    """The mails: to whom, and their subjects without the marks around names."""
    rows = OutboxMail.objects.order_by("pk").values_list("to", "subject")
    return sorted((to.split("@")[0], subject.replace("\u2068", "").replace("\u2069", "")) for to, subject in rows)


def test_all_others_are_asked_once(giulia, bianca, carla, at):
    recorded(giulia, (giulia, 1), (bianca, 2), (carla, 3), ("Tom", 4))
    for minutes in (0, 2, 4):
        at(minutes=minutes)
        sweeps.notify_due()
    assert told() == [("Bianca", "recorded", "sent"), ("Carla", "recorded", "sent")]
    assert subjects() == [("bianca", "Is this result right? Masons"), ("carla", "Is this result right? Masons")]


def test_who_has_answered_meanwhile_is_not_asked(giulia, bianca, at):
    play = recorded(giulia, (giulia, 1), (bianca, 2))
    sweeps.find_missing()
    answering.confirm(user=bianca, play_id=play.pk, version=1)
    at(**GATHERED)
    sweeps.notify_due()
    assert ("Bianca", "recorded", "moot") in told()


def test_the_recorder_is_told_when_the_last_one_has_confirmed(giulia, bianca, carla, at):
    play = recorded(giulia, (giulia, 1), (bianca, 2), (carla, 3))
    answering.confirm(user=bianca, play_id=play.pk, version=1)
    answering.confirm(user=carla, play_id=play.pk, version=1)
    at()
    sweeps.notify_due()
    at(**GATHERED)
    sweeps.notify_due()
    assert [row for row in told() if row[1] == "confirmed"] == [
        ("Giulia", "confirmed", "moot"),
        ("Giulia", "confirmed", "sent"),
    ]
    assert ("giulia", "Your result of Masons counts") in subjects()


def test_a_correction_asks_again_and_the_first_question_is_moot(giulia, bianca, at):
    play = recorded(giulia, (giulia, 1), (bianca, 2))
    sweeps.find_missing()
    recording.correct(actor=giulia, play_id=play.pk, version=1, result=result((giulia, 2), (bianca, 1)))
    at()
    sweeps.notify_due()
    at(**GATHERED)
    sweeps.notify_due()
    assert told() == [("Bianca", "recorded", "moot"), ("Bianca", "corrected", "sent")]


def test_a_dispute_reaches_all_others_with_its_words_but_not_over_a_block(giulia, bianca, carla, at):
    play = recorded(giulia, (giulia, 1), (bianca, 2), (carla, 3))
    answering.dispute(user=bianca, play_id=play.pk, version=1, text="Carla was second.")
    moderation.block(blocker=carla, blocked=bianca)
    at()
    sweeps.notify_due()
    at(**GATHERED)
    sweeps.notify_due()
    assert ("giulia", "A result of Masons is disputed") in subjects()
    bodies = {mail.to.split("@")[0]: mail.text for mail in OutboxMail.objects.filter(subject__contains="disputed")}
    assert "Carla was second." in bodies["giulia"]
    assert "Carla was second." not in bodies["carla"]


def test_a_decision_reaches_everyone(giulia, bianca, at):
    play = recorded(giulia, (giulia, 1), (bianca, 2))
    answering.dispute(user=bianca, play_id=play.pk, version=1, text="I won.")
    answering.decide(actor=moderator(), play_id=play.pk, version=1, counts=False, reason="Made up.")
    at()
    sweeps.notify_due()
    at(**GATHERED)
    sweeps.notify_due()
    assert {row for row in told() if row[1] == "struck"} == {("Bianca", "struck", "sent"), ("Giulia", "struck", "sent")}


def test_a_claimed_name_is_told_to_the_recorder(giulia, bianca, carla, at):
    play = recorded(giulia, (giulia, 1), (bianca, 2), ("Tom", 3))
    claiming.claim(user=carla, code=claiming.renew_code(user=giulia, play_id=play.pk), index=2, version=1)
    at()
    sweeps.notify_due()
    at(**GATHERED)
    sweeps.notify_due()
    assert ("giulia", "Carla was at your table") in subjects()
    assert [row for row in told() if row[1] == "claimed"] == [("Giulia", "claimed", "sent")]


def test_several_plays_are_one_message(giulia, bianca, at):
    for _play in range(3):
        recorded(giulia, (giulia, 1), (bianca, 2))
    at()
    sweeps.notify_due()
    at(**GATHERED)
    sweeps.notify_due()
    assert subjects() == [("bianca", "3 results of the real table")]


def test_old_lines_are_told_to_nobody(giulia, bianca, at):
    recorded(giulia, (giulia, 1), (bianca, 2))
    at(days=2, minutes=1)
    sweeps.notify_due()
    assert told() == []
