"""The sealed answer that a page shows its seat: its own, of the window that is open, and as it was given."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.errors import BrokenLog
from games.models import Answer, Match, Status
from games.selectors.matches import own_answer
from games.services.match import play
from tests.cast import due, fresh, move, person, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match() -> Match:
    """A match of three in which a lantern hangs, and the two others are to answer."""
    match = running_match("lantern", [person(name) for name in ("anna", "bruno", "carla")])
    move(match, due(match)[0])
    return fresh(match)


def answers(match: Match) -> dict[int, str]:
    return {seat: own_answer(fresh(match), seat) for seat in range(match.seat_count)}


def test_each_seat_reads_its_own_and_nothing_before_it_has_answered(match):
    assert set(answers(match).values()) == {""}
    first, second = due(match)
    move(match, second, "blow")
    assert answers(match) == {0: "", 1: "", 2: ""} | {second.index: "blow"}
    move(match, second, "let", client_move_id="again")
    assert answers(match)[second.index] == "let"
    assert answers(match)[first.index] == ""


def test_an_answer_of_an_earlier_window_is_not_shown_in_the_next(match):
    for seat in due(match):
        move(match, seat, "let")
    assert set(answers(match).values()) == {""}
    mover = due(match)[0]
    move(match, mover)
    assert fresh(match).status == Status.RUNNING
    assert Answer.objects.filter(match=match).exists()
    assert set(answers(match).values()) == {""}
    first, second = due(match)
    move(match, first, "blow")
    assert answers(match)[first.index] == "blow"
    assert answers(match)[second.index] == ""


def test_an_earlier_windows_answer_takes_no_effect_in_the_next(match):
    for seat in due(match):
        move(match, seat, "let")
    move(match, due(match)[0])
    ply = fresh(match).ply
    answering = due(match)
    for seat in answering:
        move(match, seat, "let")
    moves = list(match.events.filter(ply__gte=ply, kind="move").order_by("ply").values_list("seat", flat=True))
    assert moves[: len(answering)] == sorted(seat.index for seat in answering)
    assert len([seat for seat in moves if seat in {one.index for one in answering}]) == len(answering)


@pytest.mark.parametrize("status", [Status.FINISHED, Status.QUARANTINED, Status.EXPIRED])
def test_there_is_none_once_the_match_does_not_run(match, status):
    seat = due(match)[0]
    move(match, seat, "blow")
    outcome = {"places": [1, 1, 1], "reason": "resigned", "scores": None}
    Match.objects.filter(pk=match.pk).update(status=status, outcome=outcome, finished_at=match.started_at)
    answer = Answer.objects.get(match=match)
    row = Match.objects.get(pk=match.pk)
    assert (answer.text, own_answer(row, seat.index)) == ("blow", "")


@pytest.mark.parametrize("column", ["text", "seal", "seat"])
def test_one_that_was_altered_is_shown_to_nobody(match, column):
    first, second = due(match)
    move(match, first, "blow")
    other = {"text": "let", "seal": b"\x01" * 32, "seat": second.index}[column]
    Answer.objects.filter(match=match).update(**{column: other})
    with pytest.raises(BrokenLog):
        own_answer(fresh(match), second.index if column == "seat" else first.index)


def test_a_player_who_gave_up_the_seat_reads_no_answer_of_its_bot(match):
    first, _second = due(match)
    move(match, first, "blow")
    browser = Client()
    browser.force_login(first.user)
    address = reverse("games:match", args=[match.pk])
    assert browser.get(address).context["answer"]
    play.resign(actor=first.user, match_id=match.pk, seat=first.index)
    page = browser.get(address)
    assert page.context["answer"] == ""
    assert page.context["picker"] is None
    assert not page.context["more"].may_resign
