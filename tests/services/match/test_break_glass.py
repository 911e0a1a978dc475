"""Looking at hidden cards in an emergency: only aloud."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.core.engine.events import Event, EventKind
from games.models import BreakGlass
from games.refusals import Conflict
from games.services.match.break_glass import break_glass
from tests.cast import due, fresh, move, person, play_to_end, running_match, stored_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno")])


def test_the_players_are_notified_and_a_row_keeps_who_and_why(match, capsys):
    call_command("break_glass", match.pk, "--by", "Vera", "--reason", "a report of cheating")
    record = capsys.readouterr().out
    assert "deal" in record
    assert "?" not in record
    row = BreakGlass.objects.get(match=match)
    assert (row.by, row.reason) == ("Vera", "a report of cheating")
    assert stored_log(match)[-1] == Event(EventKind.SITE, None, "hands_opened")  # about nobody's seat
    assert match.events.order_by("ply").last().actor is None
    client = Client()
    client.force_login(person("anna"))
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "looked at the hidden cards" in page
    assert "Vera" not in page


def test_the_match_goes_on_and_its_open_decision_is_not_stale(match):
    seen, (seat,) = match.decision, due(match)
    break_glass(match_id=match.pk, by="Vera", reason="a bug")
    move(match, seat, seen=seen)
    assert fresh(match).decision > seen


def test_nothing_is_opened_without_a_reason(match):
    with pytest.raises(CommandError, match="Say who"):
        call_command("break_glass", match.pk, "--by", "Vera", "--reason", " ")
    assert not BreakGlass.objects.exists()


def test_a_finished_match_hides_nothing(match):
    with pytest.raises(Conflict):
        break_glass(match_id=play_to_end(match).pk, by="Vera", reason="curious")
