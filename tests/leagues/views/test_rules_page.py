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
    assert rules["played"][0] == "Lantern, with 2 players per table."
    assert rules["played"][-1] == "Matches are rated: they change the players’ ratings."
    assert rules["format"][:2] == [
        "Everyone plays everyone else in the division twice, once in each seat.",
        "Divisions have about 6 players and are as equal in size as possible.",
    ]
    assert rules["points"] == [
        "A win is worth 1, a tie 0.5, a loss 0.",
        "A forfeited seat is worth nothing. The last remaining player wins by forfeit: 1.",
    ]
    assert rules["unfinished"] == [
        ("If a match isn’t finished in time, the player whose turn it is loses and the others share first place."),
        "If a match hasn’t even started by then, it isn’t played and doesn’t count.",
    ]
    assert rules["order"][0] == "Points: The total for the places in all matches."
    assert len(rules["order"]) == 7
    assert rules["order"][-1] == "Drawing of lots: Drawn from the season’s published seed."
    assert rules["leaving"][1] == (
        "If you leave later with at least 60% of your matches played, you forfeit the rest. With fewer, "
        "all your matches are removed from the standings, and the division is ranked by points per match."
    )
    assert "challenges" not in rules
    assert "substitutes" not in rules
    assert rules["decisions"][1:3] == [
        (
            "Organisers can set the result of a match, declare it forfeited or annul it, withdraw a card, "
            "and remove a player from the season. They must give a reason, which appears in the log, and can "
            "never rule on their own matches."
        ),
        "Organisers can also order a replay or give matches more time.",
    ]


def test_divisions_of_tables():
    season = newest(make_league(Format.PODS, 4, division_size=7, promoted=2, relegated=2, bench_scores=True))
    rules = said(season)
    assert rules["played"][0] == "Lantern, with 3 or 4 players per table."
    assert rules["format"][0] == (
        "Everyone plays 4 matches, each in a different seat, with opponents from the division spread as "
        "evenly as possible."
    )
    assert rules["points"][:3] == [
        "At a table of 3, the places are worth 10, 5 and 1 points.",
        "At a table of 4, the places are worth 10, 6, 3 and 1 points.",
        "Players who tie get the average of the places they share.",
    ]
    assert rules["promotion"][:3] == [
        "The first 2 players in each division move up a tier.",
        (
            "The last 2 players in each division move down, if there’s a tier below. In divisions of four or five, "
            "only the last player does."
        ),
        "Players who forfeited 2 matches or more start a tier lower.",
    ]
    assert rules["substitutes"][1] == "A substitute’s result counts for the player who left."


def test_table_results_are_a_rule_of_seasons_that_allow_them():
    rules = said(newest(make_league(Format.ROUND_ROBIN, 2, table_results=True)))
    assert rules["table"][0] == (
        "You can also meet and play a match at a real table. Its result counts like that of a match on the site, as "
        "soon as all players of the match have confirmed it."
    )
    assert rules["table"][2] == (
        "A match on the site that’s still in progress then ends by agreement, without a result of its own."
    )
    assert "table" not in said(newest(make_league(Format.ROUND_ROBIN, 2, name="Site League")))


def test_rounds_cups_and_ladders():
    swiss = said(newest(make_league(Format.SWISS, 2, rounds=5, round_days=10, extension_days=0, half_byes=2)))
    assert "There are 5 rounds of 10 days each." in swiss["dates"]
    assert "There are no extensions." in swiss["dates"]
    assert swiss["points"][-3:] == [
        (
            "If there’s an odd player out, they sit out the round with a bye, worth 1. You can’t get a "
            "second bye, or a bye after a win by forfeit, while there are players who’ve had neither."
        ),
        "You can sit out 2 rounds for half a win, 0.5, if you ask before they’re drawn.",
        "You can still join while there are rounds left. Missed rounds are worth nothing.",
    ]
    assert any("Buchholz Cut-1" in sentence for sentence in swiss["order"])
    assert "promotion" not in swiss
    assert swiss["decisions"][-1] == (
        "After play ends, you have 3 days to object to a result. The final standings wait for the answers, "
        "for up to 3 more days."
    )
    cup = said(newest(make_league(Format.CUP, 4, name="Lantern Cup", advancing=2)))
    assert cup["format"][0] == "At each table, the top 2 advance to the next round and the others are eliminated."
    ladder = said(newest(make_league(Format.LADDER, 2, name="Lantern Ladder")))
    assert ladder["challenges"] == [
        "You can challenge players up to 3 places above you.",
        "Challenged players have 3 days to answer; otherwise the challenger wins.",
        "The same two players can meet again after 1 week.",
    ]
    assert not {"order", "points", "unfinished"} & set(ladder)


def test_a_season_without_pauses_and_ratings_says_so():
    season = newest(make_league(Format.ROUND_ROBIN, 2))
    season.is_rated, season.pace, season.nights, season.objection_days = False, "fast", False, 0
    rules = said(season)
    assert rules["played"][-1] == "Matches aren’t rated."
    assert rules["clocks"] == [
        "Pace: Fast, with a clock for each player. Start with 1 day each, plus 12 hours per turn, up to 2 days.",
        "Clocks never pause.",
    ]
    assert rules["decisions"][-1] == "The standings are final as soon as play ends."


def test_changes_from_the_season_before_are_marked():
    league = make_league(Format.ROUND_ROBIN, 2, play_days=30, extension_days=7)
    first = newest(league)
    league.rules = replace(league.rules, play_days=40, extension_days=0, unfinished=Unfinished.NOBODY)
    league.save()
    announce_season(league, clock.now())
    page = Client().get(f"/leagues/{league.slug}/2/rules/")
    shown = text(page)
    assert "Changes since season 1 are marked." in shown
    assert "You have 40 days to play. changed Before: You have 30 days to play." in shown
    assert "There are no extensions. changed Before: If a match needs longer" in shown
    assert shown.count("changed Before:") == 3
    assert "no longer" not in shown
    before = text(Client().get(f"/leagues/{league.slug}/1/rules/"))
    assert "You have 30 days to play." in before
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
        assert said(season)["played"][-1] == "Le partite sono con valutazione: cambiano le valutazioni dei giocatori."
