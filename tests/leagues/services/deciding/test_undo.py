"""Organisers take back what they did, as long as nothing has followed from it."""

from datetime import timedelta

import pytest

from games import clock
from games.refusals import BadInput, Conflict, Forbidden
from leagues.core.rules import Format
from leagues.refusals import NoSuchLeague
from leagues.services.deciding import cards, requests, undo
from leagues.services.entering import entries
from leagues.services.leaving import withdrawals
from leagues.services.timetable import seasons, steps
from leagues.services.timetable.seasons import next_step
from tests.cast import person
from tests.leagues.cast import begun, finish, fixture_of, give_role, make_league, newest, opened, running, sweep, tick
from tests.leagues.desk import Desk
from tests.leagues.independent import assert_true_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def line_of(season, verb):
    return season.log.filter(verb=verb).order_by("-pk").first()


def take_back(season, verb, actor="olga"):
    undo.undo(actor=person(actor), line_id=line_of(season, verb).pk, reason="a mistake")


def correct(season, fixture, *places):
    known = {"actor": person("olga"), "season_id": season.pk, "fixture_number": fixture.number}
    requests.correct_result(**known, places=places, reason="agreed")


def ends(fixture):
    return list(fixture.seats.order_by("seat").values_list("kind", "place", "points"))


def other_places(said):
    """Places of three that differ from those of `said`, in which some may be shared."""
    return (3, 2, 1) if [place for _kind, place, _points in said] == [1, 2, 3] else (1, 2, 3)


def test_a_moved_step_goes_back_with_all_that_follow_once():
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    before = dict(season.steps.values_list("kind", "at"))
    later = next_step(season).at + timedelta(days=3)
    steps.move(actor=person("olga"), season_id=season.pk, at=later, reason="holidays")
    assert next_step(season).at == later
    take_back(season, "moved")
    assert dict(season.steps.values_list("kind", "at")) == before
    assert line_of(season, "undone").reason == "a mistake"
    with pytest.raises(Conflict, match="already"):
        take_back(season, "moved")


def test_a_step_that_is_done_or_moved_again_does_not_go_back(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    first = next_step(season).at
    steps.move(actor=person("olga"), season_id=season.pk, at=first + timedelta(days=3), reason="holidays")
    moved = line_of(season, "moved")
    steps.move(actor=person("olga"), season_id=season.pk, at=first + timedelta(days=5), reason="longer")
    with pytest.raises(Conflict, match="changed since"):
        undo.undo(actor=person("olga"), line_id=moved.pk, reason="a mistake")
    steps.move(actor=person("olga"), season_id=season.pk, at=clock.now() + timedelta(minutes=1), reason="now")
    travel(timedelta(minutes=2))
    sweep()
    with pytest.raises(Conflict, match="can’t be undone any more"):
        take_back(season, "moved")


def test_a_corrected_result_is_again_what_the_match_said(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    finish(fixture, 1)
    said = ends(fixture)
    correct(season, fixture, *other_places(said))
    assert ends(fixture) != said
    take_back(season, "corrected")
    assert ends(fixture) == said
    assert not fixture_of(fixture).is_corrected
    assert_true_standings(season)


def test_the_second_of_two_corrections_is_undone_first(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    finish(fixture, 1)
    correct(season, fixture, 1, 2)
    first = line_of(season, "corrected")
    correct(season, fixture, 2, 1)
    with pytest.raises(Conflict):
        undo.undo(actor=person("olga"), line_id=first.pk, reason="a mistake")
    take_back(season, "corrected")
    assert [place for _kind, place, _points in ends(fixture)] == [1, 2]
    undo.undo(actor=person("olga"), line_id=first.pk, reason="a mistake")


def test_a_result_stays_removed_when_one_of_the_two_has_left_since(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    finish(fixture, 1)
    correct(season, fixture, 1, 2)
    leaver = fixture.seats.get(seat=0).entry.user
    requests.ask(user=leaver, season_id=season.pk, kind="withdrawal")
    assert [kind for kind, _place, _points in ends(fixture)] == ["annulled", "annulled"]
    with pytest.raises(Conflict):
        take_back(season, "corrected")
    assert [kind for kind, _place, _points in ends(fixture)] == ["annulled", "annulled"]
    assert_true_standings(season)


def test_a_result_goes_back_when_a_player_of_a_larger_table_has_left_since(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    finish(fixture, 1)
    said = ends(fixture)
    correct(season, fixture, *other_places(said))
    leaver = fixture.seats.get(seat=0).entry.user
    requests.ask(user=leaver, season_id=season.pk, kind="withdrawal")
    take_back(season, "corrected")
    assert ends(fixture) == said
    assert_true_standings(season)


def test_a_result_that_ended_a_running_match_stays(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    correct(season, running(season)[0], 1, 2)
    with pytest.raises(Conflict):
        take_back(season, "corrected")


def test_a_player_expelled_before_the_draw_plays_again():
    season = opened(Format.ROUND_ROBIN, 2, people=5)
    row = season.entries.get(user=person("player4"))
    withdrawals.take_out(actor=person("olga"), entry_id=row.pk, expel=True, reason="why not")
    take_back(season, "expelled")
    row.refresh_from_db()
    assert (row.state, row.left_at) == ("entered", None)


def test_a_player_declined_asks_again():
    season = newest(make_league(Format.ROUND_ROBIN, 2, admission="approval"))
    sweep()
    row = entries.sign_up(user=person("anna"), season_id=season.pk)
    entries.answer_entry(actor=person("olga"), entry_id=row.pk, accept=False, reason="full")
    take_back(season, "declined")
    row.refresh_from_db()
    assert row.state == "asked"


def test_a_cancelled_season_goes_on_unless_another_is_announced():
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    closes = next_step(season).at
    seasons.cancel(actor=person("olga"), season_id=season.pk, reason="rain")
    take_back(season, "cancelled")
    season = newest(season.league)
    assert (season.state, next_step(season).look_at) == ("sign_up", closes)
    seasons.cancel(actor=person("olga"), season_id=season.pk, reason="rain")
    Desk(person("olga"), season.league).send("announce/")
    with pytest.raises(Conflict):
        take_back(season, "cancelled")


def test_a_lifted_card_can_be_restored(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    entry = season.entries.first()
    card = entry.cards.create(began_at=clock.now(), kind="warning")
    cards.lift(actor=person("olga"), card_id=card.pk, reason="ill")
    take_back(season, "card_lifted")
    card.refresh_from_db()
    assert card.lifted_at is None


def test_only_organisers_take_back_with_a_reason_and_nobody_what_concerns_themselves():
    season = opened(Format.ROUND_ROBIN, 2, people=5)
    give_role(season.league, "mod", "moderator")
    give_role(season.league, "player4", "organiser")
    row = season.entries.get(user=person("player4"))
    withdrawals.take_out(actor=person("olga"), entry_id=row.pk, expel=True, reason="why not")
    for actor in ("mod", "player1", "player4"):
        with pytest.raises(Forbidden):
            take_back(season, "expelled", actor)
    with pytest.raises(BadInput):
        undo.undo(actor=person("olga"), line_id=line_of(season, "expelled").pk, reason=" ")
    with pytest.raises(NoSuchLeague):
        undo.undo(actor=person("olga"), line_id=10**12, reason="x")
    with pytest.raises(Conflict):
        take_back(season, "signed_up")


def test_the_desk_offers_what_can_be_taken_back(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    desk = Desk(person("olga"), season.league)
    assert "Recent actions" not in desk.open().text
    later = next_step(season).at + timedelta(days=3)
    steps.move(actor=person("olga"), season_id=season.pk, at=later, reason="holidays")
    assert desk.send(f"undo/{line_of(season, 'moved').pk}/", reason="").status_code == 400
    assert desk.send(f"undo/{line_of(season, 'moved').pk}/", reason="no holidays").status_code == 302
    assert "Recent actions" not in desk.open().text
    assert next_step(season).at == later - timedelta(days=3)
    tick()
