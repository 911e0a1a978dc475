"""Codes of plays: who gets one, how long it works, and that a name is claimed once."""

from datetime import timedelta

import pytest

from companion.core.letters import ALPHABET
from companion.models import Play
from companion.refusals import NoSuchPlay
from companion.services.plays import answering, claiming
from games import clock
from games.refusals import Conflict, Forbidden, Stale
from masques_site.accounts import moderation
from masques_site.accounts.services import create_guest
from tests.accounts.cast import member
from tests.companion.cast import moderator, recorded

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def bruno():
    return member("Bruno")


@pytest.fixture
def play(anna, bruno):
    """A play of two accounts and Tom, who has none, on the last seat."""
    return recorded(anna, (anna, 1), (bruno, 2), ("Tom", 3))


@pytest.fixture
def code(anna, play):
    return claiming.renew_code(user=anna, play_id=play.pk)


def test_every_one_at_the_table_gets_a_code_and_nobody_else(bruno, play):
    made = claiming.renew_code(user=bruno, play_id=play.pk)
    assert len(made) == 6
    assert set(made) <= set(ALPHABET)
    with pytest.raises(NoSuchPlay):
        claiming.renew_code(user=member("Carla"), play_id=play.pk)
    assert Play.objects.get(pk=play.pk).code == made


def test_a_code_works_for_a_day(play, code, monkeypatch):
    began = clock.now()
    monkeypatch.setattr(clock, "now", lambda: began + timedelta(hours=23, minutes=59))
    assert claiming.play_by_code(code.lower()).pk == play.pk
    monkeypatch.setattr(clock, "now", lambda: began + timedelta(hours=24, minutes=1))
    with pytest.raises(NoSuchPlay):
        claiming.play_by_code(code)


def test_a_new_code_ends_the_one_before(anna, play, code):
    claiming.renew_code(user=anna, play_id=play.pk)
    with pytest.raises(NoSuchPlay):
        claiming.play_by_code(code)


@pytest.mark.parametrize("typed", ["", "ABC", "ABCDE0", "🎭" * 6, "%" * 6, "______"])
def test_a_wrong_code_finds_nothing(code, typed):
    with pytest.raises(NoSuchPlay):
        claiming.play_by_code(typed)


def test_a_name_is_claimed_by_one_account_which_confirms_by_that(play, code, bruno):
    tom, other = member("Tommaso"), member("Other")
    claiming.claim(user=tom, code=code, index=2, version=1)
    seat = play.seats.get(index=2)
    assert (seat.user, seat.name, seat.answer) == (tom, "Tom", "confirmed")
    with pytest.raises(Conflict, match="has an account already"):
        claiming.claim(user=other, code=code, index=2, version=1)
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    assert Play.objects.get(pk=play.pk).state == "confirmed"


def test_the_second_account_at_the_table_lets_the_result_count(anna):
    play = recorded(anna, (anna, 1), ("Tom", 2))
    code = claiming.renew_code(user=anna, play_id=play.pk)
    claiming.claim(user=member("Tommaso"), code=code, index=1, version=1)
    assert Play.objects.get(pk=play.pk).state == "confirmed"


def test_a_name_of_a_confirmed_play_can_still_be_claimed(play, code, bruno):
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    claiming.claim(user=member("Tommaso"), code=code, index=2, version=1)
    assert Play.objects.get(pk=play.pk).state == "confirmed"


def test_who_sat_there_already_claims_nothing_more(bruno, code):
    with pytest.raises(Conflict, match="a seat at this table already"):
        claiming.claim(user=bruno, code=code, index=2, version=1)


@pytest.mark.parametrize("index", [0, 3, 99])
def test_only_a_name_without_an_account_is_claimed(code, index):
    with pytest.raises(Conflict):
        claiming.claim(user=member("Tommaso"), code=code, index=index, version=1)


def test_a_claim_is_of_the_version_that_was_shown(code):
    with pytest.raises(Stale):
        claiming.claim(user=member("Tommaso"), code=code, index=2, version=2)


def test_guests_and_blocked_people_claim_nothing(anna, play, code):
    with pytest.raises(Forbidden):
        claiming.claim(user=create_guest(), code=code, index=2, version=1)
    tom = member("Tommaso")
    moderation.block(blocker=anna, blocked=tom)
    with pytest.raises(Forbidden):
        claiming.claim(user=tom, code=code, index=2, version=1)
    assert play.seats.get(index=2).user is None


def test_a_struck_result_has_no_code_any_more(anna, bruno, play, code):
    answering.dispute(user=bruno, play_id=play.pk, version=1, text="No.")
    answering.decide(actor=moderator(), play_id=play.pk, version=1, counts=False, reason="Made up.")
    with pytest.raises(Conflict):
        claiming.claim(user=member("Tommaso"), code=code, index=2, version=1)
    with pytest.raises(Conflict):
        claiming.renew_code(user=anna, play_id=play.pk)


def test_a_wrong_claim_is_taken_back_by_the_recorder_and_the_code_does_not_help_again(anna, bruno, play, code):
    thief = member("Thief")
    claiming.claim(user=thief, code=code, index=2, version=1)
    with pytest.raises(Forbidden):
        claiming.release(actor=bruno, play_id=play.pk, index=2)
    with pytest.raises(NoSuchPlay):
        claiming.release(actor=member("Stranger"), play_id=play.pk, index=2)
    claiming.release(actor=anna, play_id=play.pk, index=2)
    seat = play.seats.get(index=2)
    assert (seat.user, seat.name, seat.answer) == (None, "Tom", "none")
    with pytest.raises(Conflict, match="used this code already"):
        claiming.claim(user=thief, code=code, index=2, version=1)
    claiming.claim(user=member("Tommaso"), code=code, index=2, version=1)


def test_an_account_that_was_recorded_is_not_released(anna, play):
    with pytest.raises(Conflict):
        claiming.release(actor=anna, play_id=play.pk, index=1)


def test_a_result_that_only_a_claim_made_count_waits_again_after_the_release(anna):
    play = recorded(anna, (anna, 1), ("Tom", 2))
    code = claiming.renew_code(user=anna, play_id=play.pk)
    claiming.claim(user=member("Thief"), code=code, index=1, version=1)
    claiming.release(actor=anna, play_id=play.pk, index=1)
    assert Play.objects.get(pk=play.pk).state == "waiting"
