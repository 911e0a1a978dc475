"""Recording results: who may, with whom, how often, and each once."""

from datetime import date, timedelta

import pytest

from companion.models import Play
from companion.refusals import NoSuchPlay
from companion.selectors.match_results import recordable_result
from companion.services.plays import answering, recording
from games import clock
from games.models import Match
from games.refusals import BadInput, Conflict, Forbidden, Missing, Stale, TooMany
from games.services.match import play
from masques_site.accounts import moderation
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from tests.accounts.cast import member
from tests.cast import play_to_end, running_match
from tests.companion.cast import recorded, result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def bruno():
    return member("Bruno")


def test_a_play_keeps_all_that_was_recorded(anna, bruno):
    facts = {"place": "Café Florian", "minutes": 75, "note": "Rain."}
    kept = Play.objects.get(pk=recorded(anna, (bruno, 2, 40), (anna, 1, 52), **facts).pk)
    assert (kept.title, kept.seat_count, kept.recorder, kept.version) == ("masons", 2, anna, 1)
    assert (kept.played_on, kept.place, kept.minutes, kept.note) == (date(2026, 3, 14), "Café Florian", 75, "Rain.")
    rows = list(kept.seats.values_list("index", "user", "name", "place", "score"))
    assert rows == [(0, bruno.pk, "", 2, 40), (1, anna.pk, "", 1, 52)]


def test_settings_are_completed(anna, bruno):
    play = recorded(anna, (anna, 1, 13), (bruno, 2, 4), title="mascarade", settings={"turn_limit": "40"})
    assert play.settings["turn_limit"] == "40"
    assert play.settings["log_masks"] == "on"


def test_only_who_sat_there_records(anna, bruno):
    with pytest.raises(BadInput, match="only players who sat at the table"):
        recorded(member("Carla"), (anna, 1), (bruno, 2))
    assert not Play.objects.exists()


def test_nobody_records_a_play_with_somebody_whom_they_block_or_who_blocks_them(anna, bruno):
    moderation.block(blocker=bruno, blocked=anna)
    with pytest.raises(Forbidden):
        recorded(anna, (anna, 1), (bruno, 2))
    with pytest.raises(Forbidden):
        recorded(bruno, (anna, 1), (bruno, 2))
    assert not Play.objects.exists()


def test_a_rated_result_needs_accounts_that_can_be_rated(anna):
    guest = create_guest()
    with pytest.raises(Forbidden):
        recorded(anna, (anna, 1), (guest, 2), is_rated=True)
    assert recorded(anna, (anna, 1), (guest, 2)).is_rated is False


def test_an_account_that_is_gone_is_named(anna):
    with pytest.raises(BadInput, match="doesn’t exist any more"):
        recording.record(recorder=anna, title="masons", result=result((anna, 1), (User(pk=987654), 2)))


def test_twenty_results_an_hour(anna, bruno, monkeypatch):
    for _play in range(20):
        recorded(anna, (anna, 1), (bruno, 2))
    with pytest.raises(TooMany, match="20 results in the last hour"):
        recorded(anna, (anna, 1), (bruno, 2))
    recorded(anna, (anna, 1), ("Tom", 2))  # asks nobody
    later = clock.now() + timedelta(minutes=61)
    monkeypatch.setattr(clock, "now", lambda: later)
    recorded(anna, (anna, 1), (bruno, 2))


def test_fifty_results_wait_for_one_person_at_most(anna, bruno):
    for number in range(50):
        recording.record(
            recorder=anna, title="masons", result=result((anna, 1), (bruno, 2)), imported_as=f"file:{number}"
        )
    with pytest.raises(TooMany, match="50 results of yours"):
        recording.record(recorder=anna, title="masons", result=result((anna, 1), (bruno, 2)), imported_as="file:50")


def test_a_play_is_imported_once_by_the_same_user(anna, bruno):
    same = {"title": "masons", "result": result((anna, 1), (bruno, 2)), "imported_as": "bgstats:1"}
    recording.record(recorder=anna, **same)
    with pytest.raises(Conflict):
        recording.record(recorder=anna, **same)
    recording.record(recorder=bruno, **same)


# Correcting and deleting.


def test_only_the_recorder_corrects_and_deletes(anna, bruno):
    play = recorded(anna, (anna, 1), (bruno, 2))
    other = {"play_id": play.pk, "version": 1}
    with pytest.raises(Forbidden):
        recording.correct(actor=bruno, result=result((anna, 2), (bruno, 1)), **other)
    with pytest.raises(Forbidden):
        recording.delete(actor=bruno, **other)
    with pytest.raises(NoSuchPlay):
        recording.delete(actor=member("Carla"), **other)
    recording.delete(actor=anna, **other)
    assert not Play.objects.exists()


def test_a_correction_is_of_the_version_that_was_shown(anna, bruno):
    play = recorded(anna, (anna, 1), (bruno, 2))
    recording.correct(actor=anna, play_id=play.pk, version=1, result=result((anna, 2), (bruno, 1)))
    with pytest.raises(Stale):
        recording.correct(actor=anna, play_id=play.pk, version=1, result=result((anna, 1), (bruno, 2)))
    with pytest.raises(Stale):
        recording.delete(actor=anna, play_id=play.pk, version=1)
    assert list(play.seats.values_list("place", flat=True)) == [2, 1]


def test_a_wrong_correction_leaves_everything_as_it_was(anna, bruno):
    play = recorded(anna, (anna, 1), (bruno, 2))
    with pytest.raises(BadInput):
        recording.correct(actor=anna, play_id=play.pk, version=1, result=result((anna, 1), (bruno, 3)))
    assert Play.objects.get(pk=play.pk).version == 1
    assert list(play.seats.values_list("place", flat=True)) == [1, 2]


def test_a_result_that_another_has_answered_is_not_deleted(anna, bruno):
    carla = member("Carla")
    play = recorded(anna, (anna, 1), (bruno, 2), (carla, 3))
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    with pytest.raises(Conflict):
        recording.delete(actor=anna, play_id=play.pk, version=1)


# From a match of the site.


@pytest.fixture
def finished(anna, bruno):
    match = running_match("masons", [anna, bruno], access="link")
    play_to_end(match)
    return Match.objects.get(pk=match.pk)


def test_a_private_match_becomes_a_play_with_its_own_places_and_scores(anna, bruno, finished):
    match, found = recordable_result(bruno, finished.pk)
    play = recording.record(recorder=bruno, title=match.title, result=found, match=match)
    rows = list(play.seats.values_list("user", "place", "score", "answer"))
    outcome = finished.outcome
    assert rows == [
        (anna.pk, outcome["places"][0], outcome["scores"][0], "none"),
        (bruno.pk, outcome["places"][1], outcome["scores"][1], "confirmed"),
    ]
    assert play.ended_at == finished.finished_at
    with pytest.raises(Conflict, match="recorded already"):
        recording.record(recorder=anna, title=match.title, result=found, match=match)
    with pytest.raises(Conflict, match="stays as the site has it"):
        recording.correct(actor=bruno, play_id=play.pk, version=1, result=result((anna, 1), (bruno, 2)))


def test_a_private_match_becomes_a_play_with_its_own_settings(anna, bruno):
    match = running_match("mascarade", [anna, bruno], access="link", turn_limit="40")
    play.resign(actor=anna, match_id=match.pk, seat=0)
    match, found = recordable_result(bruno, match.pk)
    kept = recording.record(recorder=bruno, title=match.title, result=found, match=match)
    assert kept.settings["turn_limit"] == "40"


def test_a_match_is_recorded_by_its_people_after_its_end_and_only_if_it_was_private(anna, bruno, finished):
    with pytest.raises(Missing):
        recordable_result(member("Carla"), finished.pk)
    running = running_match("masons", [anna, bruno], access="link")
    with pytest.raises(Conflict, match="no result that counts"):
        recordable_result(anna, running.pk)
    Match.objects.filter(pk=finished.pk).update(access="open")
    with pytest.raises(Conflict, match="This match is public"):
        recordable_result(anna, finished.pk)
    with pytest.raises(Forbidden):
        recordable_result(member("Dario"), finished.pk)


def test_bots_of_the_match_keep_their_seats_and_confirm_nothing(anna):
    match = running_match("maskera", [anna], access="link", bots=["easy"])
    play.resign(actor=anna, match_id=match.pk, seat=0)
    match, found = recordable_result(anna, match.pk)
    recording.record(recorder=anna, title=match.title, result=found, match=match)
    stored = Play.objects.get()
    assert list(stored.seats.values_list("user", "bot", "place", "answer")) == [
        (anna.pk, "", 2, "confirmed"),
        (None, "easy", 1, "none"),
    ]
    assert stored.state == "waiting"


def test_an_unknown_title_is_refused(anna):
    with pytest.raises(BadInput, match="Title"):
        recording.record(recorder=anna, title="chess", result=result((anna, 1), ("Tom", 2)))


def test_a_match_of_the_site_that_was_stopped_is_recorded_with_its_ties(anna, bruno):
    match = running_match("maskera", [anna, bruno], access="link")
    play.resign(actor=anna, match_id=match.pk, seat=0)
    outcome = {"places": [1, 1], "reason": "stop", "scores": None}
    Match.objects.filter(pk=match.pk).update(outcome=outcome)
    match, found = recordable_result(bruno, match.pk)
    recording.record(recorder=bruno, title=match.title, result=found, match=match)
    assert list(Play.objects.get().seats.values_list("place", flat=True)) == [1, 1]
    with pytest.raises(BadInput, match="one winner"):
        recorded(anna, (anna, 1), (bruno, 1), title="maskera")


def test_a_match_with_somebody_whose_account_is_deleted_is_recorded_without_their_name(anna, bruno, finished):
    bruno.delete()
    match, found = recordable_result(anna, finished.pk)
    recording.record(recorder=anna, title=match.title, result=found, match=match)
    assert list(Play.objects.get().seats.values_list("user", "name", "bot")) == [(anna.pk, "", ""), (None, "", "")]
