"""An organiser's action names what the page showed: what has changed since is not changed once more."""

import html
from datetime import timedelta

import pytest

from games import clock
from games.refusals import BadInput
from leagues.core.rules import Format
from leagues.models import FixtureState
from leagues.services.deciding import requests
from leagues.services.deciding.seen import Overtaken, Seen, newest_line
from leagues.services.entering import entries
from leagues.services.organising import leagues
from leagues.services.timetable import steps
from leagues.services.timetable.seasons import next_step
from tests.cast import person
from tests.leagues.cast import begun, give_role, make_league, newest, opened, run_until, running, sweep
from tests.leagues.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
SOON = timedelta(minutes=2)


def as_shown(row, league):
    return Seen(newest_line(league), row.revision)


def in_two_minutes():
    return (clock.now() + SOON).strftime("%Y-%m-%dT%H:%M:%S")


def text(response):
    return " ".join(html.unescape(response.content.decode()).split())


@pytest.fixture
def drawn(travel):
    """Four people whose matches start next, and two organisers."""
    season = run_until(travel, opened(Format.ROUND_ROBIN, 2, 4), "draw", plays=False)
    give_role(season.league, "nora", "organiser")
    return newest(season.league)


def test_two_who_move_the_same_step_on_the_same_page_move_one_step(drawn, travel):
    olga, nora = (Desk(person(name), drawn.league) for name in ("olga", "nora"))
    (first,), (second,) = olga.forms("timetable/"), nora.forms("timetable/")
    asked = olga.send_form(first, do="move", reason="all are here", at=in_two_minutes())
    olga.say_yes(asked)
    travel(2 * SOON)
    sweep()
    assert next_step(newest(drawn.league)).kind == "end_play"
    refused = nora.send_form(second, do="move", reason="all are here", at=in_two_minutes())
    assert refused.status_code == 409
    assert "nothing was done" in text(refused)
    assert "olga" in text(refused)
    assert "The season has started." in text(refused)
    assert 'value="all are here"' in text(refused)  # what was typed is not lost
    sweep()
    assert newest(drawn.league).fixtures.filter(state=FixtureState.RUNNING).count() == 6
    assert next_step(newest(drawn.league)).kind == "end_play"


def test_moving_is_asked_once_with_what_would_follow(drawn):
    desk = Desk(person("olga"), drawn.league)
    before = next_step(drawn).at
    asked = desk.send("timetable/", do="move", reason="all are here", at=in_two_minutes())
    assert asked.status_code == 200
    assert "Move the timetable?" in text(asked)
    assert "The first of 6 matches start." in text(asked)
    assert next_step(drawn).at == before
    assert desk.say_yes(asked).status_code == 302
    assert next_step(drawn).at < before
    assert drawn.log.filter(verb="moved", reason="all are here").count() == 1


def test_matches_ended_by_conduct_are_counted_before(drawn, travel):
    run_until(travel, drawn, "start", plays=False)
    sweep()
    desk = Desk(person("olga"), drawn.league)
    asked = desk.send("timetable/", do="move", reason="enough", at=in_two_minutes())
    assert "The player whose turn it is loses in each of 6 matches." in text(asked)
    assert "play ends (except for extended matches)" in text(asked)


def test_it_is_asked_again_if_something_else_would_follow_by_now(drawn, travel):
    run_until(travel, drawn, "start", plays=False)
    sweep()
    desk = Desk(person("olga"), drawn.league)
    asked = desk.send("timetable/", do="move", reason="enough", at=in_two_minutes())
    fixture = running(drawn)[0]
    requests.correct_result(
        actor=person("olga"), season_id=drawn.pk, fixture_number=fixture.number, places=[1, 2], reason="agreed"
    )
    again = desk.say_yes(asked)
    assert again.status_code == 200
    assert "Something has changed since you were asked" in text(again)
    assert "The player whose turn it is loses in each of 5 matches." in text(again)
    before = next_step(drawn).at
    assert desk.say_yes(again).status_code == 302
    assert next_step(drawn).at < before


def test_holding_needs_no_question_and_releasing_late_says_what_happens_at_once(drawn, travel):
    desk = Desk(person("olga"), drawn.league)
    assert desk.send("timetable/", do="hold", reason="rain").status_code == 302
    assert desk.send("timetable/", do="release", reason="sun").status_code == 302  # its time is still to come
    desk.send("timetable/", do="hold", reason="rain")
    travel(timedelta(days=3))
    asked = desk.send("timetable/", do="release", reason="sun")
    assert "so it happens immediately" in text(asked)
    assert "The first of 6 matches start." in text(asked)
    desk.say_yes(asked)
    assert next_step(drawn).held_at is None


def test_an_answer_to_a_player_who_was_answered_meanwhile_says_by_whom():
    season = newest(make_league(Format.ROUND_ROBIN, 2, admission="approval"))
    sweep()
    give_role(season.league, "nora", "organiser")
    entry = entries.sign_up(user=person("anna"), season_id=season.pk)
    olga, nora = (Desk(person(name), season.league) for name in ("olga", "nora"))
    ((first,), (second,)) = olga.forms(f"entries/{entry.pk}/"), nora.forms(f"entries/{entry.pk}/")
    assert olga.send_form(first, answer="accept").status_code == 302
    refused = nora.send_form(second, answer="decline")
    assert refused.status_code == 409
    assert "olga accepted" in text(refused).replace("\u2068", "").replace("\u2069", "")
    entry.refresh_from_db()
    assert entry.state == "entered"


def test_rules_that_a_player_has_changed_meanwhile_are_not_overwritten():
    league = make_league(Format.ROUND_ROBIN, 2)
    about = {"name": "Lantern League", "admission": "open", "is_listed": True, "repeats": True}
    terms = leagues.Terms(title="lantern", rules=league.rules)
    shown = as_shown(league, league)
    known = {"actor": person("olga"), "league_id": league.pk, "terms": terms, **about}
    leagues.change_league(**known, description="One.", seen=shown)
    with pytest.raises(Overtaken) as refused:
        leagues.change_league(**known, description="Two.", seen=shown)
    assert [line.verb for line in refused.value.lines] == ["changed"]
    league.refresh_from_db()
    assert league.description == "One."


def test_a_result_that_came_meanwhile_is_not_overwritten(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, 4)
    fixture = running(season)[0]
    shown = as_shown(fixture, season.league)
    known = {"actor": person("olga"), "season_id": season.pk, "fixture_number": fixture.number, "seen": shown}
    requests.correct_result(**known, places=[1, 2], reason="agreed")
    with pytest.raises(Overtaken):
        requests.correct_result(**known, places=[2, 1], reason="the other way")
    assert list(fixture.seats.order_by("seat").values_list("place", flat=True)) == [1, 2]


def test_unseen_consequences_are_not_carried_out(drawn):
    season_id, league = drawn.pk, drawn.league
    desk = Desk(person("olga"), league)
    for value in ("", "7", "x-y", "-", "٣-abc"):
        (form,) = desk.forms("timetable/")
        answer = desk.send_form(form, do="hold", reason="rain", seen=value)
        assert answer.status_code == 400, value
        assert "Open the page again" in text(answer)
    with pytest.raises(Overtaken):
        steps.hold(actor=person("olga"), season_id=season_id, reason="rain", seen=Seen(0, "0" * 16))
    assert next_step(drawn).held_at is None
    with pytest.raises(BadInput):
        Seen.parse("9" * 30 + "-abc")


def test_no_form_of_the_page_is_answered_at_another_season_than_its_own(travel):
    season = run_until(travel, opened(Format.ROUND_ROBIN, 2, 4), "start", plays=False)
    desk = Desk(person("olga"), season.league)
    (form,) = desk.forms("timetable/")
    assert form.action == f"/leagues/{season.league.slug}/1/organise/timetable/"
