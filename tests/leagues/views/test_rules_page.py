"""The page that says by which rules a season is played; every sentence is written down here by hand."""

import html
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

from games import clock
from leagues import rules_text
from leagues.core.rules import Format, Unfinished
from leagues.services.timetable.seasons import announce_season
from tests.cast import person
from tests.leagues.cast import make_league, newest, sweep

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def said(season, before=None):
    """The sentences of each section."""
    found = rules_text.sections(season, before)
    return {section.name: [rule.sentence.replace("\xa0", " ") for rule in section.rules] for section in found}


def text(response):
    plain = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(plain).replace("\u2068", "").replace("\u2069", "").split())


def test_a_double_round_robin_of_two_seats():
    season = newest(make_league(Format.DOUBLE_ROUND_ROBIN, 2, unfinished=Unfinished.CONDUCT))
    rules = said(season)
    assert rules["played"][0] == "Lantern, with 2 players at a table."
    assert rules["played"][-1] == "Matches are rated: they move the ratings of their players."
    assert rules["format"][:2] == [
        "Everybody meets everybody of the division twice, once on each seat.",
        "Divisions have about 6 players, as equal in size as they can be.",
    ]
    assert rules["points"] == [
        "A win is worth 1, a tie 0.5, a defeat 0.",
        "A forfeited seat is worth nothing. Whoever is the only one left wins by forfeit: 1.",
    ]
    assert rules["unfinished"] == [
        (
            "A match that still runs when the time to play is over is lost by whoever has to move at that moment; the "
            "others share the first place."
        ),
        "A match that has not started by then is not played, and counts for nobody.",
    ]
    assert rules["order"][0] == "Points: What the places in all matches are worth."
    assert len(rules["order"]) == 7
    assert rules["order"][-1] == "Lot: Drawn from the season's published seed."
    assert rules["leaving"][1] == (
        "Whoever leaves later with 60 % of their matches played or more forfeits the rest. With fewer, all their "
        "matches are taken out of the table, and points per match rank the division."
    )
    assert "challenges" not in rules
    assert "substitutes" not in rules
    assert rules["decisions"][1:3] == [
        (
            "Organisers can set the result of a match, declare it forfeited or annul it, take a card back and take "
            "somebody out. They give a reason, which stands in the log, and they never decide about their own matches."
        ),
        "Organisers can also have a match replayed, or give matches more time.",
    ]


def test_divisions_of_tables():
    season = newest(make_league(Format.PODS, 4, division_size=7, promoted=2, relegated=2, bench_scores=True))
    rules = said(season)
    assert rules["played"][0] == "Lantern, with 3 or 4 players at a table."
    assert rules["format"][0] == (
        "Everybody plays 4 matches, each on another seat, against the others of the division as evenly as it can be "
        "arranged."
    )
    assert rules["points"][:3] == [
        "At a table of 3 the places are worth 10, 5 and 1 points.",
        "At a table of 4 the places are worth 10, 6, 3 and 1 points.",
        "Players who share a place get the mean of the places that they take up.",
    ]
    assert rules["promotion"][:3] == [
        "The first 2 of each division go up a tier.",
        "The last 2 of each division go down, if there is a tier below. Of four or five players only the last does.",
        "Whoever forfeited 2 matches or more starts a tier lower.",
    ]
    assert rules["substitutes"][1] == "What a substitute reaches counts for the line of the player who left."


def test_rounds_cups_and_ladders():
    swiss = said(newest(make_league(Format.SWISS, 2, rounds=5, round_days=10, extension_days=0, half_byes=2)))
    assert "There are 5 rounds of 10 days each." in swiss["dates"]
    assert "There are no extensions." in swiss["dates"]
    assert swiss["points"][-3:] == [
        (
            "Where the numbers do not come out even, somebody sits out a round: a bye, worth 1. Nobody gets one who "
            "has had one, or has won by forfeit, as long as others have not."
        ),
        "You may sit out 2 rounds for half a win, 0.5, if you ask before they are drawn.",
        "While rounds are left you may still enter. Rounds that you have missed count nothing.",
    ]
    assert any("Buchholz Cut-1" in sentence for sentence in swiss["order"])
    assert "promotion" not in swiss
    assert swiss["decisions"][-1] == (
        "After play there are 3 days to object to a result. The final tables wait for the answers, up to 3 days more."
    )
    cup = said(newest(make_league(Format.CUP, 4, name="Lantern Cup", advancing=2)))
    assert cup["format"][0] == "At each table the best 2 go on to the next round, and the others are out."
    ladder = said(newest(make_league(Format.LADDER, 2, name="Lantern Ladder")))
    assert ladder["challenges"] == [
        "You may challenge players up to 3 places above you.",
        "Whoever is challenged has 3 days to answer; without an answer the challenge is won.",
        "The same two may meet again after 1 week.",
    ]
    assert not {"order", "points", "unfinished"} & set(ladder)


def test_a_season_without_pauses_and_ratings_says_so():
    season = newest(make_league(Format.ROUND_ROBIN, 2))
    season.is_rated, season.pace, season.nights, season.objection_days = False, "fast", False, 0
    rules = said(season)
    assert rules["played"][-1] == "Matches are not rated."
    assert rules["clocks"] == [
        ("Pace: Fast. Each player has time of their own: Start with 1 day each, plus 12 hours per turn, up to 2 days."),
        "Clocks never stand still.",
    ]
    assert rules["decisions"][-1] == "The tables are final as soon as play is over."


def test_what_is_different_from_the_season_before_is_marked():
    league = make_league(Format.ROUND_ROBIN, 2, play_days=30, extension_days=7)
    first = newest(league)
    league.rules = replace(league.rules, play_days=40, extension_days=0, unfinished=Unfinished.NOBODY)
    league.save()
    announce_season(league, clock.now())
    page = Client().get(f"/leagues/{league.slug}/2/rules/")
    shown = text(page)
    assert "What is different from season 1 is marked." in shown
    assert "There are 40 days to play. changed Before: There are 30 days to play." in shown
    assert "There are no extensions. changed Before: For a match that needs longer" in shown
    assert shown.count("changed Before:") == 3
    assert "no longer" not in shown
    before = text(Client().get(f"/leagues/{league.slug}/1/rules/"))
    assert "There are 30 days to play." in before
    assert "changed" not in before
    assert first.play_days == 30


def test_rules_are_there_before_sign_up_and_on_every_page_of_the_season():
    season = newest(make_league(Format.PODS, 3))
    sweep()
    client = Client()
    client.force_login(person("nina"))
    address = f"/leagues/{season.league.slug}/1/rules/"
    assert client.get(f"/leagues/{season.league.slug}/").content.decode().count(f'href="{address}"') == 2
    for page in ("matches/", "cross/", "timetable/", "people/", "log/", "hall/"):
        assert f'href="{address}"' in client.get(f"/leagues/{season.league.slug}/{page}").content.decode(), page


def test_the_page_is_in_the_readers_language():
    season = newest(make_league(Format.ROUND_ROBIN, 2))
    with translation.override("it"):
        assert said(season)["played"][-1] == "Le partite sono valutate: cambiano le valutazioni dei loro giocatori."
