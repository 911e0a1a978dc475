"""Notices of a proposal to end a match: once, unless one has answered, and only while it is open."""

import pytest

from games.services.match.agreement import answer, propose
from masques_site.notices.kinds.matches import EndProposed
from masques_site.notices.models import Notice, OutboxMail, State
from tests.accounts.cast import member
from tests.cast import due, move, running_match
from tests.notices import sweeps

pytestmark = pytest.mark.django_db

NAMES = ("Giulia", "Bianca", "Carla")


@pytest.fixture
def people():
    return [member(name) for name in NAMES]


@pytest.fixture
def match(lantern, people):
    return running_match("lantern", people)


def told():
    """Return who got mail about a proposal, and the subjects."""
    mails = OutboxMail.objects.filter(subject__contains="proposes ending").order_by("to")
    return [mail.to for mail in mails], {mail.subject for mail in mails}


def test_all_others_are_notified_once(match, people):
    propose(actor=people[0], match_id=match.pk)
    for _twice in range(2):
        sweeps.notify_due()
    assert told() == (["bianca@example.org", "carla@example.org"], {"Giulia proposes ending Lantern"})
    assert Notice.objects.filter(kind=EndProposed.code).count() == 2
    assert match.pk in OutboxMail.objects.filter(subject__contains="proposes").first().text


def test_players_who_have_answered_are_not_notified_nor_any_of_a_lapsed_proposal(match, people):
    propose(actor=people[0], match_id=match.pk)
    answer(actor=people[1], match_id=match.pk, number=1, agrees=True)
    sweeps.notify_due()
    assert told()[0] == ["carla@example.org"]
    answer(actor=people[2], match_id=match.pk, number=1, agrees=False)
    move(match, due(match)[0])
    for seat in due(match):
        move(match, seat, "let")
    proposer = due(match)[0].user
    propose(actor=proposer, match_id=match.pk)
    move(match, due(match)[0])
    sweeps.notify_due()
    assert told()[0] == ["carla@example.org"]
    assert set(Notice.objects.filter(kind=EndProposed.code, decision=2).values_list("state", flat=True)) == {State.MOOT}


def test_the_next_proposal_is_notified_again(match, people):
    propose(actor=people[0], match_id=match.pk)
    sweeps.notify_due()
    answer(actor=people[1], match_id=match.pk, number=1, agrees=False)
    propose(actor=people[1], match_id=match.pk)
    sweeps.notify_due()
    assert told()[0] == ["bianca@example.org", "carla@example.org", "carla@example.org", "giulia@example.org"]
