"""A play that counts from now on, or no longer, is announced until all receivers have taken it."""

import pytest

from companion.models import Play
from companion.services.plays import announcing, answering
from companion.signals import play_confirmed
from companion.tasks import sweep
from tests.accounts.cast import member
from tests.companion.cast import moderator, recorded

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heard():
    """The ids that the signal carried."""
    ids = []

    def hear(play_id, **_facts):
        ids.append(play_id)

    play_confirmed.connect(hear)
    yield ids
    play_confirmed.disconnect(hear)


@pytest.fixture
def play():
    anna, bruno = member("Anna"), member("Bruno")
    made = recorded(anna, (anna, 1), (bruno, 2))
    return answering.confirm(user=bruno, play_id=made.pk, version=1)


def test_a_confirmed_play_is_announced_once(play, heard):
    sweep()
    sweep()
    assert heard == [play.pk]


def test_a_play_that_waits_is_not_announced(heard):
    anna = member("Anna")
    recorded(anna, (anna, 1), (member("Bruno"), 2))
    sweep()
    assert heard == []


def test_a_receiver_that_fails_is_called_again(play, heard):
    def fail(**_facts):
        raise RuntimeError("the database is away")

    play_confirmed.connect(fail)
    sweep()
    play_confirmed.disconnect(fail)
    sweep()
    sweep()
    assert heard == [play.pk, play.pk]


def test_a_struck_play_is_announced_again(play, heard):
    sweep()
    answering.decide(actor=moderator(), play_id=play.pk, version=1, counts=False, reason="Made up.")
    sweep()
    assert heard == [play.pk, play.pk]


def test_a_change_while_it_is_announced_is_announced_too(play, heard):
    since = Play.objects.get(pk=play.pk).unannounced_since

    def strike(**_facts):
        answering.decide(actor=moderator(), play_id=play.pk, version=1, counts=False, reason="Made up.")

    play_confirmed.connect(strike)
    assert announcing.announce(play.pk, since) is False
    play_confirmed.disconnect(strike)
    assert announcing.announce_due() == 1
    assert heard == [play.pk, play.pk]
