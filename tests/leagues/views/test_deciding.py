"""The page on which an organiser sets the result of a match, by the names of those who sat there."""

import html

import pytest

from leagues.core.rules import Format
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import begun, fixture_of, give_role, running
from tests.leagues.desk import Desk
from tests.views.pages import Page, page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def text(response):
    return " ".join(html.unescape(response.content.decode()).replace("\u2068", "").replace("\u2069", "").split())


def at_match(season, fixture, name="olga"):
    desk = Desk(person(name), season.league)
    desk.address = f"/leagues/{season.league.slug}/1/organise/matches/{fixture.number}/"
    return desk


def test_from_its_number_to_the_page_of_a_match_and_a_result_by_names(travel):
    season = begun(travel, Format.PODS, 4, people=5)
    fixture = running(season)[0]
    desk = Desk(person("olga"), season.league)
    found = desk.client.get(f"/leagues/{season.league.slug}/1/organise/matches/", {"match": str(fixture.number)})
    desk = at_match(season, fixture)
    assert found["Location"] == desk.address
    (form,) = desk.forms("result/")
    names = [seat.entry.user.username for seat in fixture.seats.select_related("entry__user").order_by("seat")]
    shown = text(desk.client.get(desk.address))
    assert all(name in shown for name in names)
    assert form.choices["place"] == [""] * 4 or "place" in form.values
    asked = desk.send_form(form, place=["2", "1", "3", "3"], reason="agreed at the table")
    assert f"{names[0]}: no result, then 2" in text(asked)
    assert f"{names[1]}: no result, then 1" in text(asked)
    assert "ends now and doesn’t change any ratings" in text(asked)
    assert f'href="{desk.address}">Back' in text(asked)
    assert fixture_of(fixture).state == "running"
    (yes,) = [form for form in page_of(asked).forms.values() if "sure" in form.values]
    assert desk.send_form(yes, place=["2", "1", "3", "3"]).status_code == 302
    assert list(fixture.seats.order_by("seat").values_list("place", flat=True)) == [2, 1, 3, 3]
    assert season.log.filter(verb="corrected", reason="agreed at the table").count() == 1


def page_of(response):
    return Page(response)


def test_a_number_that_no_match_has_is_refused_on_the_organisers_page(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    desk = Desk(person("olga"), season.league)
    address = f"/leagues/{season.league.slug}/1/organise/matches/"
    for typed, words in (
        ("99", "Match: there’s no match with this number in this season."),
        ("-1", "Match: enter its number."),
        ("9" * 30, "Match: enter its number."),
    ):
        refused = desk.client.get(address, {"match": typed})
        assert refused.status_code == 400
        assert words in text(refused)
        assert "Number of the match to decide" in text(refused)
    assert desk.client.get(address)["Location"] == desk.address
    assert desk.client.get(f"{address}99/").status_code == 404


def test_refused_input_stays_as_it_was_typed(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    desk = at_match(season, fixture)
    (form,) = desk.forms("result/")
    refused = desk.send_form(form, place=["1", "3"], reason="agreed")
    assert refused.status_code == 400
    assert "Places: enter a ranking" in text(refused)
    assert 'value="agreed"' in text(refused)
    assert fixture_of(fixture).state == "running"


def test_nobody_decides_about_their_own_match_and_players_see_no_such_page(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    own = fixture.seats.select_related("entry__user").first().entry.user.username
    give_role(season.league, own, "organiser")
    desk = at_match(season, fixture, own)
    assert not desk.forms("result/")
    assert "You’re involved in this, so another organiser must decide." in text(desk.client.get(desk.address))
    other = person("stranger")
    assert client_of(other).get(desk.address).status_code == 403


def test_a_number_that_is_none_is_refused_in_words(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    desk = Desk(person("olga"), season.league)
    for number in ("", "one", "99", "9" * 40, "-1"):
        answer = desk.client.get(f"/leagues/{season.league.slug}/1/organise/matches/", {"match": number})
        assert answer.status_code == 400, number
    assert page(desk.client, desk.address).text


def test_a_form_that_is_refused_keeps_its_own_words_and_leaves_the_others_alone(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    desk = at_match(season, running(season)[0])
    (result,), (decision,), (time,) = (desk.forms(end) for end in ("result/", "decision/", "time/"))
    refused = Page(desk.send_form(decision, do="forfeit", reason="nobody is ticked"))
    reasons = [form.values.get("reason") for form in refused.forms.values() if "reason" in form.values]
    assert reasons == ["", "nobody is ticked", ""]
    refused = Page(desk.send_form(time, days="99", reason="a long feast"))
    reasons = [form.values.get("reason") for form in refused.forms.values() if "reason" in form.values]
    assert reasons == ["", "", "a long feast"]
    refused = Page(desk.send_form(result, place=["2", "2"], reason="nobody wins"))
    reasons = [form.values.get("reason") for form in refused.forms.values() if "reason" in form.values]
    assert reasons == ["nobody wins", "", ""]
