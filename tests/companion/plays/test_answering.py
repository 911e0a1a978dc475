"""A result counts once all accounts at the table have confirmed it, and nowhere before."""

import pytest

from companion.models import Objection, Play, PlayLine
from companion.refusals import NoSuchPlay
from companion.services.plays import answering, recording
from games.refusals import BadInput, Conflict, Forbidden, Stale, TooLarge
from tests.accounts.cast import member
from tests.companion.cast import moderator, recorded, result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def bruno():
    return member("Bruno")


@pytest.fixture
def carla():
    return member("Carla")


def answers(play):
    return dict(play.seats.values_list("index", "answer"))


def state(play):
    return Play.objects.get(pk=play.pk).state


def test_recording_is_the_recorder_s_own_confirmation_and_nobody_else_s(anna, bruno):
    play = recorded(anna, (anna, 1, 52), (bruno, 2, 40))
    assert answers(play) == {0: "confirmed", 1: "none"}
    assert state(play) == "waiting"


def test_the_last_confirmation_makes_it_count_and_announces_that(anna, bruno, carla):
    play = recorded(anna, (anna, 1), (bruno, 2), (carla, 3))
    assert answering.confirm(user=bruno, play_id=play.pk, version=1).state == "waiting"
    done = answering.confirm(user=carla, play_id=play.pk, version=1)
    assert (done.state, done.counts) == ("confirmed", True)
    assert done.confirmed_at is not None
    assert Play.objects.get(pk=play.pk).unannounced_since is not None
    verbs = list(PlayLine.objects.filter(play=play).values_list("verb", "actor"))
    assert verbs == [("recorded", anna.pk), ("confirmed", bruno.pk), ("confirmed", carla.pk)]


def test_people_without_an_account_need_not_confirm(anna, bruno):
    play = recorded(anna, (anna, 2), (bruno, 3), ("Tom", 1))
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    assert state(play) == "confirmed"


def test_one_account_alone_confirms_nothing(anna):
    play = recorded(anna, (anna, 1), ("Tom", 2))
    assert state(play) == "waiting"


def test_confirming_twice_changes_nothing(anna, bruno):
    play = recorded(anna, (anna, 1), (bruno, 2))
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    before = Play.objects.values().get(pk=play.pk)
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    assert Play.objects.values().get(pk=play.pk) == before
    assert PlayLine.objects.filter(play=play, verb="confirmed").count() == 1


def test_nobody_else_can_confirm_or_dispute_and_they_don_t_learn_of_it(anna, bruno, carla):
    play = recorded(anna, (anna, 1), (bruno, 2))
    for answer in (
        lambda: answering.confirm(user=carla, play_id=play.pk, version=1),
        lambda: answering.dispute(user=carla, play_id=play.pk, version=1, text="No."),
        lambda: answering.confirm(user=carla, play_id="nosuchplay12", version=1),
    ):
        with pytest.raises(NoSuchPlay):
            answer()


def test_an_answer_is_to_the_version_that_was_shown(anna, bruno):
    play = recorded(anna, (anna, 1), (bruno, 2))
    recording.correct(actor=anna, play_id=play.pk, version=1, result=result((anna, 2), (bruno, 1)))
    with pytest.raises(Stale):
        answering.confirm(user=bruno, play_id=play.pk, version=1)
    assert state(play) == "waiting"
    answering.confirm(user=bruno, play_id=play.pk, version=2)
    assert state(play) == "confirmed"


def test_a_correction_asks_everyone_again(anna, bruno, carla):
    play = recorded(anna, (anna, 1), (bruno, 2), (carla, 3))
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    recording.correct(actor=anna, play_id=play.pk, version=1, result=result((anna, 2), (bruno, 1), (carla, 3)))
    assert answers(play) == {0: "confirmed", 1: "none", 2: "none"}


def test_a_dispute_says_what_is_wrong_and_stops_the_result(anna, bruno, carla):
    play = recorded(anna, (anna, 1), (bruno, 2), (carla, 3))
    answering.dispute(user=bruno, play_id=play.pk, version=1, text=" Carla was second. ")
    answering.confirm(user=carla, play_id=play.pk, version=1)
    assert state(play) == "disputed"
    assert Objection.objects.get(play=play).text == "Carla was second."


def test_a_dispute_that_is_taken_back_lets_it_count(anna, bruno):
    play = recorded(anna, (anna, 1), (bruno, 2))
    answering.dispute(user=bruno, play_id=play.pk, version=1, text="I won.")
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    assert state(play) == "confirmed"
    assert Objection.objects.get(play=play).closed_at is not None


def test_a_correction_closes_the_dispute_but_silence_is_no_confirmation(anna, bruno):
    play = recorded(anna, (anna, 1), (bruno, 2))
    answering.dispute(user=bruno, play_id=play.pk, version=1, text="I won.")
    recording.correct(actor=anna, play_id=play.pk, version=1, result=result((anna, 2), (bruno, 1)))
    assert state(play) == "waiting"
    assert answers(play) == {0: "confirmed", 1: "none"}


def test_a_confirmed_result_is_final_for_its_people(anna, bruno):
    play = recorded(anna, (anna, 1), (bruno, 2))
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    with pytest.raises(Conflict, match="is confirmed"):
        answering.dispute(user=bruno, play_id=play.pk, version=1, text="No.")
    with pytest.raises(Conflict, match="is confirmed"):
        recording.correct(actor=anna, play_id=play.pk, version=1, result=result((anna, 2), (bruno, 1)))
    with pytest.raises(Conflict, match="is confirmed"):
        recording.delete(actor=anna, play_id=play.pk, version=1)


@pytest.mark.parametrize(("text", "error"), [("  ", BadInput), ("x" * 501, TooLarge)])
def test_a_dispute_needs_words(anna, bruno, text, error):
    play = recorded(anna, (anna, 1), (bruno, 2))
    with pytest.raises(error):
        answering.dispute(user=bruno, play_id=play.pk, version=1, text=text)
    assert state(play) == "waiting"


# Deciding.


def disputed(anna, bruno):
    play = recorded(anna, (anna, 1), (bruno, 2))
    answering.dispute(user=bruno, play_id=play.pk, version=1, text="I won.")
    return play


@pytest.mark.parametrize(("counts", "ends"), [(True, "confirmed"), (False, "void")])
def test_a_moderator_decides_with_a_reason_in_the_log(anna, bruno, counts, ends):
    play, judge = disputed(anna, bruno), moderator()
    answering.decide(actor=judge, play_id=play.pk, version=1, counts=counts, reason="I asked the café.")
    assert state(play) == ends
    line = PlayLine.objects.filter(play=play).last()
    assert (line.verb, line.actor, line.facts) == (
        "upheld" if counts else "struck",
        judge.pk,
        {"reason": "I asked the café."},
    )
    assert not Objection.objects.filter(play=play, closed_at=None).exists()


def test_only_a_disputed_result_is_upheld_and_a_confirmed_one_can_be_struck(anna, bruno):
    play, judge = recorded(anna, (anna, 1), (bruno, 2)), moderator()
    with pytest.raises(Conflict):
        answering.decide(actor=judge, play_id=play.pk, version=1, counts=True, reason="So.")
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    Play.objects.update(unannounced_since=None)
    answering.decide(actor=judge, play_id=play.pk, version=1, counts=False, reason="Made up.")
    assert state(play) == "void"
    assert Play.objects.get(pk=play.pk).unannounced_since is not None
    with pytest.raises(Conflict):
        answering.dispute(user=bruno, play_id=play.pk, version=1, text="No.")


def test_nobody_decides_about_their_own_table(anna):
    judge = moderator()
    play = recorded(anna, (anna, 1), (judge, 2))
    answering.dispute(user=judge, play_id=play.pk, version=1, text="I won.")
    with pytest.raises(Forbidden):
        answering.decide(actor=judge, play_id=play.pk, version=1, counts=False, reason="Mine.")
    with pytest.raises(NoSuchPlay):
        answering.decide(actor=member("Dario"), play_id=play.pk, version=1, counts=False, reason="Why not.")
    assert state(play) == "disputed"
