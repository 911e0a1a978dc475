"""Stored logs are audited: an altered one is found, and the match is set aside when it is touched."""

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.test import Client

from games import clock
from games.audit import faults_of
from games.models import Answer, Event, Match, Status
from games.refusals import Conflict
from games.services.waiting import tables
from tests.cast import due, fresh, move, person, play_to_end, running_match

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno")])


def test_the_database_itself_forbids_changing_an_event(match):
    with pytest.raises(DatabaseError, match="events are never changed"):
        Event.objects.filter(match=match).update(text="1a")


def test_a_sound_match_has_no_faults(match):
    assert faults_of(match) == []
    assert faults_of(play_to_end(match)) == []


def test_an_altered_event_breaks_the_chain(match, unfrozen):
    move(match, due(match)[0])
    last = Event.objects.filter(match=match, kind="move").latest("ply")
    Event.objects.filter(pk=last.pk).update(text="4c" if last.text != "4c" else "4b")
    assert faults_of(fresh(match)) == [f"event {last.ply}: text was altered"]


def open_window(match):
    """Play a turn and the first answer to it; the seat that has still to answer."""
    move(match, due(match)[0])
    first, last = due(match)
    move(match, first, "let")
    return last


def test_an_altered_answer_is_found_by_the_audit_and_sets_the_match_aside_before_it_counts():
    match = running_match("lantern", [person("anna"), person("bruno"), person("carla")])
    last = open_window(match)
    Answer.objects.filter(match=match).update(text="blow")
    assert "was altered" in faults_of(fresh(match))[0]
    before = len(Event.objects.filter(match=match))
    with pytest.raises(Conflict, match="set aside"):
        move(match, last, "let")
    assert fresh(match).status == Status.QUARANTINED
    assert len(Event.objects.filter(match=match)) == before


def test_the_page_that_shows_a_seat_its_altered_answer_sets_the_match_aside(client):
    match = running_match("lantern", [person("anna"), person("bruno"), person("carla")])
    last = open_window(match)
    answering = Answer.objects.get(match=match)
    client.force_login(match.seats.get(index=answering.seat).user)
    page = f"/matches/{match.pk}/"
    assert client.get(page).status_code == 200
    Answer.objects.filter(match=match).update(text="blow")
    stranger = Client()
    assert stranger.get(page).status_code == 200  # a reader who is not shown the answer cannot tell
    refused = client.get(page)
    assert refused.status_code == 503
    assert "set aside" in refused.content.decode()
    assert fresh(match).status == Status.QUARANTINED
    with pytest.raises(Conflict, match="set aside"):
        move(match, last, "let")


def test_a_missing_event_is_found(match):
    Event.objects.filter(match=match).latest("ply").delete()
    assert "events are stored" in faults_of(fresh(match))[-1]


def test_a_wrong_cached_column_is_found(match):
    Match.objects.filter(pk=match.pk).update(decision=0)
    assert "match: decision is 0, the log says" in faults_of(fresh(match))[0]


def test_a_bot_that_owes_a_decision_without_a_row_is_found_and_a_row_that_nobody_owes():
    match = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["easy"]
    )
    while not match.bot_turns.exists():
        move(match, due(match)[0])
    match = fresh(match)
    assert faults_of(match) == []
    turn = match.bot_turns.get()
    match.bot_turns.update(state="superseded", closed_at=clock.now())
    missing = f"the bot on seat {turn.seat} owes decision {turn.decision}, without an open turn"
    assert faults_of(match)[-1] == missing
    match.bot_turns.update(state="waiting", closed_at=None, decision=0)
    assert faults_of(match)[-2] == missing
    assert "does not owe it" in faults_of(match)[-1]


def test_a_match_whose_log_does_not_replay_is_set_aside_and_others_go_on(match, unfrozen):
    other = running_match("lantern", [person("anna"), person("bruno")])
    Event.objects.filter(match=match, ply=0).update(text="nonsense/0=0")
    (seat,) = due(match)
    with pytest.raises(Conflict, match="set aside"):
        move(match, seat, "1a")
    assert fresh(match).status == Status.QUARANTINED
    move(other, due(other)[0])


def test_replay_matches_reports_each_fault_and_fails(match, capsys):
    call_command("replay_matches")
    assert "1 matches replayed, 0 with faults" in capsys.readouterr().out
    Event.objects.filter(match=match).latest("ply").delete()
    with pytest.raises(CommandError):
        call_command("replay_matches")
    assert f"lantern {match.pk}: " in capsys.readouterr().out


def test_show_match_hides_what_spectators_may_not_see_until_the_end(match, capsys):
    call_command("show_match", match.pk, "--record")
    running = capsys.readouterr().out
    match = play_to_end(match)
    call_command("show_match", match.pk, "--record")
    finished = capsys.readouterr().out
    assert "?" in running
    assert "?" not in finished
    call_command("show_match", match.pk)
    assert "finished" in capsys.readouterr().out


def test_verify_match_waits_for_the_end_and_then_recomputes_every_draw(match, capsys):
    with pytest.raises(CommandError, match="when the match is over"):
        call_command("verify_match", match.pk)
    match = play_to_end(match)
    call_command("verify_match", match.pk)
    assert "draws and" in capsys.readouterr().out


def test_verify_match_fails_when_the_promise_was_another(match):
    match = play_to_end(match)
    Match.objects.filter(pk=match.pk).update(commitment="0" * 64)
    with pytest.raises(CommandError, match="1 faults"):
        call_command("verify_match", match.pk)


def test_a_record_of_a_finished_match_is_read_again(match, capsys, tmp_path):
    match = play_to_end(match)
    call_command("show_match", match.pk, "--record")
    record = tmp_path / "match.txt"
    record.write_text(capsys.readouterr().out)
    call_command("read_record", "lantern", str(record))
    assert "the record is sound" in capsys.readouterr().out


def test_a_record_with_a_wrong_token_is_refused_with_ply_token_and_rule(tmp_path, capsys):
    match = play_to_end(running_match("lantern", [person("anna"), person("bruno")]))
    call_command("show_match", match.pk, "--record")
    record = tmp_path / "match.txt"
    record.write_text(capsys.readouterr().out.replace(":blow", ":9z").replace(":let", ":9z"))
    with pytest.raises(CommandError, match=r"stops at ply \d+, at '.*9z'"):
        call_command("read_record", "lantern", str(record))
