"""The checks of simulated seasons: true seasons pass all of them, and each finds the fault that it is for."""

import json
import threading
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from random import Random
from urllib.parse import urlencode

import pytest

from bench.chaos.browser import Answer, Browser
from bench.chaos.history import History
from bench.seasons import checks, ladder, pairings, promotions, quality, results
from bench.seasons.checks import CHECKS, check
from bench.seasons.desk import Desk
from bench.seasons.facts import Facts, Verb, players, tables
from bench.seasons.inside import snapshot
from bench.seasons.organiser import Organiser, SiteClock
from bench.seasons.people import Board, Member
from bench.seasons.shows import Duty, Persona
from games import clock, tasks
from games.models import Match, Status
from leagues.core.rules import Format
from leagues.models import BenchOffer
from leagues.selectors.export import season_data
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.leaving import substitutes
from leagues.services.ratings import ledger
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import begun, finish, fixture_of, newest, opened, play_on, resign, run_until, running, tick
from tests.leagues.conftest import travel as travel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def decide(season):
    """End all matches that run, and those that start because of it; of two seats, now one and now the other resigns."""
    while open_now := running(season):
        for fixture in open_now:
            if season.seats > 2:
                play_on(fixture_of(fixture).match, seed=fixture.number)
            else:
                resign(fixture, fixture.number % 2)
        tick()


def facts_of(league):
    """Return what a run would read of the league's first season, and of the second if that is drawn."""
    for match in Match.objects.filter(status=Status.FINISHED, end_announced_at=None):
        tasks.announce(match.pk)
    ledger.rate_all_due()
    inside = json.loads(json.dumps(snapshot(league.slug)))
    exports = [json.loads(json.dumps(season_data(season))) for season in league.seasons.order_by("number")]
    later = next((one for one in exports[1:] if one["divisions"]), None)
    return Facts(exports[0], inside["seasons"][0], inside["left_over"], later)


def played(travel, kind, seats, people, **more):
    """A season of this format to its end, with all its rounds."""
    season = begun(travel, kind, seats, people, **more)
    for number in season.steps.filter(kind="round").order_by("number").values_list("number", flat=True):
        tick()
        decide(season)
        run_until(travel, season, "round", number, plays=False)
    tick()
    decide(season)
    run_until(travel, season, "next_season", plays=False)
    tick()
    return season.league


def assert_true(facts):
    """No check finds anything."""
    assert [problem for found in check(facts).values() for problem in found] == []


def finds(one, facts):
    """Return whether one of the checks finds something."""
    assert one in CHECKS.values()
    return bool(one(facts))


def doctored(facts, change):
    """A copy of the facts with a fault planted in it."""
    copy = deepcopy(facts)
    change(copy)
    return copy


def line_of(verb, reason="", **details):
    """A line of a log as `snapshot` gives it."""
    return {"id": 9_999, "verb": verb, "details": details, "reason": reason, "actor": None, "subject": None, "at": 0.0}


def seats_of_first(facts):
    return facts.season["divisions"][0]["matches"][0]["seats"]


def swap(seats):
    seats[0]["entry"], seats[1]["entry"] = seats[1]["entry"], seats[0]["entry"]


@pytest.mark.reliability
def test_a_double_round_robin(travel):
    league = played(travel, Format.DOUBLE_ROUND_ROBIN, 2, 4, division_size=4)
    facts = facts_of(league)
    assert_true(facts)
    assert quality.figures(facts)
    faults = {
        checks.steps_once: lambda f: f.inside["log"].append(line_of("drawn")),
        checks.one_match_each: lambda f: f.inside["fixtures"][0]["matches"].append(
            {"id": "twin", "status": "finished"}
        ),
        checks.all_over: lambda f: f.inside["fixtures"][0].update(state="running"),
        pairings.rounds_and_pairs: lambda f: swap(seats_of_first(f)),
        pairings.seats_even: lambda f: swap(seats_of_first(f)),
        results.cards_once: lambda f: f.inside["cards"].append({"entry": 0, "began_at": 1.0, "kind": "warning"}),
        results.true_standings: lambda f: f.season["divisions"][0]["table"][0].update(points=99),
    }
    for one, change in faults.items():
        assert finds(one, doctored(facts, change)), one.__name__


def played_seat(facts):
    """The number of a match that counts, and one of its seats."""
    match = next(match for match in facts.matches() if match["seats"][0]["kind"] == "played")
    return match["number"], match["seats"]


def lose_end_of_play(facts):
    facts.inside["log"] = [line for line in facts.inside["log"] if line["details"].get("step") != "end_play"]


def lose_match(facts):
    number, _seats = played_seat(facts)
    fixture = next(one for one in facts.inside["fixtures"] if one["number"] == number)
    fixture.update(match=None, matches=[])


def lose_result(facts):
    _number, seats = played_seat(facts)
    seats[0].update(kind="")


def forfeit(facts):
    _number, seats = played_seat(facts)
    seats[0].update(kind="forfeited", place=None)


def all_removed(facts):
    """The matches of the leaver were all played and removed."""
    for seat in seats_of_leaver(facts):
        seat.update(kind="annulled", place=1)


def all_played(facts):
    for seat in seats_of_leaver(facts):
        seat.update(kind="played", place=1)


def still_counting(facts):
    for seat in seats_of_leaver(facts):
        seat.update(kind="forfeited")


def seats_of_leaver(facts):
    leaver = next(entry["id"] for entry in facts.season["entries"] if entry["left_at"])
    return [seat for match in facts.matches() for seat in match["seats"] if seat["entry"] == leaver]


FAULTS = [
    (checks.steps_once, lambda f: f.inside["steps"][3].update(done=False)),
    (checks.steps_once, lose_end_of_play),
    (checks.one_match_each, lambda f: f.left_over.append("leagues:fixture:0")),
    (checks.one_match_each, lambda f: f.inside["fixtures"].pop()),
    (checks.one_match_each, lose_match),
    (checks.all_over, lambda f: f.inside["fixtures"][0]["matches"][0].update(status="running")),
    (checks.all_over, lambda f: f.inside["fixtures"][0].update(needs_upkeep=True)),
    (checks.all_over, lose_result),
    (checks.all_rated, lambda f: f.inside["unrated"].append("m")),
    (checks.all_rated, lambda f: f.inside["rating_faults"].append("account 1: the rating is 26")),
    (checks.rows_as_written, lambda f: f.inside["row_faults"].append("Step 3: altered: at")),
    (pairings.seats_even, lambda f: swap(seats_of_first(f))),
    (results.cards_once, lambda f: f.inside["cards"].append({"entry": 0, "began_at": 1.0, "kind": "warning"})),
    (results.cards_once, lambda f: f.inside["incidents"].append({"entry": 0, "fixture": 1, "at": 1.0})),
    (results.cards_once, forfeit),
    (results.true_standings, lambda f: f.season["divisions"][0]["table"].reverse()),
    (results.true_standings, lambda f: f.season["divisions"][0]["table"].pop()),
    (results.true_standings, lambda f: f.season["divisions"][0]["table"][0].update(decided_by="lot?")),
    (results.true_standings, lambda f: f.season["divisions"][0]["table"][0]["values"].update(wins="9")),
    (results.leavers_settled, lambda f: f.season["divisions"][0].update(per_match=True)),
    (results.leavers_settled, all_played),
    (results.leavers_settled, all_removed),
]


def facts_after_leaving(season, travel):
    """Return a season's facts at its end, once one of its players has left it; all checks pass."""
    requests.ask(user=person("player2"), season_id=season.pk, kind="withdrawal")
    tick()
    travel(timedelta(hours=1))
    decide(season)
    run_until(travel, season, "next_season", plays=False)
    tick()
    facts = facts_of(season.league)
    assert_true(facts)
    return facts


@pytest.mark.reliability
def test_pods_with_a_leaver(travel):
    season = begun(travel, Format.PODS, 3, 4, division_size=4)
    facts = facts_after_leaving(season, travel)
    for number, (one, change) in enumerate(FAULTS):
        assert finds(one, doctored(facts, change)), (number, one.__name__)


@pytest.mark.reliability
def test_a_round_robin_with_a_leaver(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, 4, division_size=4)
    facts = facts_after_leaving(season, travel)
    for change in (lambda f: f.season["divisions"][0].update(per_match=False), all_removed, still_counting):
        assert finds(results.leavers_settled, doctored(facts, change)), change.__name__


def rematch(facts):
    """The last pair is the first one again."""
    for seat, again in zip(tables(facts)[-1]["seats"], tables(facts)[0]["seats"], strict=True):
        seat["entry"] = again["entry"]


@pytest.mark.reliability
def test_swiss(travel):
    facts = facts_of(played(travel, Format.SWISS, 2, 7, rounds=3))
    assert_true(facts)
    faults = [
        (pairings.rounds_and_pairs, rematch),
        (pairings.rounds_and_pairs, lambda f: f.season["divisions"][0]["matches"].pop()),
        (checks.steps_once, lambda f: f.inside["log"].append(line_of("round_drawn", number=2))),
        (pairings.seats_even, one_seat_only),
    ]
    for one, change in faults:
        assert finds(one, doctored(facts, change)), one.__name__


def one_seat_only(facts):
    """A player without a bye has the first seat in all three rounds."""
    played = Counter(player for match in tables(facts) for player in players(match))
    player = next(player for player, number in played.items() if number == 3)
    for match in tables(facts):
        if match["seats"][1]["entry"] == player:
            swap(match["seats"])


def test_cup(travel):
    facts = facts_of(played(travel, Format.CUP, 4, 8, advancing=2))
    assert_true(facts)
    last = facts.matches()[-1]
    out = {player for match in facts.matches() for player in players(match)} - set(players(last))
    for stranger in (min(out), 0):
        wrong = doctored(facts, lambda f, who=stranger: f.matches()[-1]["seats"][0].update(entry=who))
        assert finds(pairings.cup_goes_on, wrong)


@pytest.mark.reliability
def test_promotions(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=12, division_size=4)
    decide(season)
    entries.set_returns(user=person("player3"), season_id=season.pk, returns=False)
    run_until(travel, season, "next_season", plays=False)
    tick()
    second = newest(season.league)
    entries.sign_up(user=person("player90"), season_id=second.pk)
    run_until(travel, second, "draw", plays=False)
    facts = facts_of(season.league)
    assert_true(facts)
    moved = {entry["movement"]: entry for entry in facts.later["entries"]}
    assert moved.keys() >= {"newcomer"}
    for entry in facts.later["entries"]:
        for wrong in ({"movement": "promoted"}, {"former_tier": 7}, {"movement": "x"}):
            if all(entry[name] == value for name, value in wrong.items()):
                continue

            def change(f, pk=entry["id"], wrong=wrong):
                next(one for one in f.later["entries"] if one["id"] == pk).update(wrong)

            assert finds(checks.next_divisions, doctored(facts, change)), (entry, wrong)
    assert finds(checks.next_divisions, doctored(facts, one_division)), "sizes"


def one_division(facts):
    """Put three players of other divisions into the first; the draw may have put any three of the list there
    already."""
    elsewhere = [entry for entry in facts.later["entries"] if entry["division"] != "0.0"]
    for entry in elsewhere[:3]:
        entry["division"] = "0.0"


def test_a_runner_up_who_passes_the_winner_is_a_fault():
    before = {
        "rules": {"promoted": 1, "relegated": 1},
        "entries": [{"id": number, "name": f"p{number}"} for number in range(8)],
        "divisions": [
            {
                "name": name,
                "matches": [],
                "table": [{"entry": entry, "rank": rank} for rank, entry in enumerate(entries, start=1)],
            }
            for name, entries in (("0.0", range(4)), ("1.0", range(4, 8)))
        ],
    }
    right = [
        ("p0", 0, 0, "stayed"),
        ("p1", 0, 0, "stayed"),
        ("p2", 0, 0, "stayed"),
        ("p3", 0, 1, "relegated"),
        ("p4", 1, 0, "promoted"),
        ("p5", 1, 1, "stayed"),
        ("p6", 1, 1, "stayed"),
        ("p7", 1, 1, "stayed"),
    ]
    wrong = [*right[:4], ("p4", 1, 1, "displaced"), ("p5", 1, 0, "filled_vacancy"), *right[6:]]
    assert promotions.faults(before, divided(right)) == []
    assert promotions.faults(before, divided(wrong)) == [
        "p4 won division 1.0 and does not go up",
        "p4 finished ahead of p5 and is below",
    ]


def divided(rows):
    """The entries of a season of one division a tier, from names, former tiers, tiers and movements."""
    return {
        "entries": [
            {"name": name, "former_tier": former, "division": f"{tier}.0", "movement": movement}
            for name, former, tier, movement in rows
        ]
    }


class Here(Browser):
    """A browser that is answered in this process."""

    def __init__(self, user):
        super().__init__(())
        self.client = client_of(user)

    def request(self, method, path, fields=None, *, json=False):
        kind = "application/x-www-form-urlencoded"
        response = self.client.generic(method, path, urlencode(fields or ()), content_type=kind)
        return Answer(response.status_code, response.content.decode(), response.headers.get("Location", ""))


class TestClock(SiteClock):
    """The site's time, as the tests move it."""

    __test__ = False

    def now(self):
        return clock.now().timestamp()


def desk_of(league, duties):
    """The owner of a league, with what is to be decided."""
    organiser = Organiser("olga", Here(person("olga")), TestClock(0.0, 1.0), league.slug)
    return Desk(organiser, duties, frozenset(), Random(1))


@pytest.mark.reliability
def test_an_organiser_decides_by_the_pages(travel):
    season = begun(travel, Format.PODS, 3, people=9, division_size=9, break_days=0)
    for fixture in running(season)[:5]:
        finish(fixture, fixture.number)
    desk = desk_of(season.league, tuple(Duty))
    while act := desk.work(season_data(newest(season.league)), 1.0):
        assert act in desk.acts
    assert (desk.waiting, desk.refused) == ([], [])
    assert Counter((act.verb, bool(act.undone)) for act in desk.acts) == {
        (Verb.CORRECTED, False): 1,
        (Verb.CORRECTED, True): 1,
        (Verb.FORFEITED, False): 1,
        (Verb.ANNULLED, False): 1,
        (Verb.REPLAYED, False): 1,
        (Verb.EXPELLED, False): 1,
        (Verb.EXTENDED, False): 1,
        (Verb.EXTENDED_ALL, False): 1,
        (Verb.MOVED, True): 1,
    }
    tick()
    decide(season)
    run_until(travel, season, "next_season", plays=False)
    tick()
    assert_true(replace(facts_of(season.league), acts=tuple(desk.acts)))


def test_no_step_comes_early_that_was_not_the_next_one_when_the_season_was_looked_at(travel):
    season = opened(Format.SWISS, 2, people=4)
    desk = desk_of(season.league, ())
    seen = season_data(season)
    season = run_until(travel, season, "start", plays=False)
    assert desk.hasten(seen, "everybody has signed up") == ""
    assert desk.acts == []
    assert desk.hasten(season_data(season), "everything is played") == "the next round is drawn and starts"
    assert [act.verb for act in desk.acts] == [Verb.MOVED]


def test_a_form_with_a_decision_is_refused_when_a_player_was_faster(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    desk = desk_of(season.league, (Duty.EXPEL,))
    data = season_data(season)
    for name in ("player0", "player1", "player2", "player3"):
        requests.ask(user=person(name), season_id=season.pk, kind="withdrawal")
    assert desk.work(data, 1.0) is None
    assert desk.acts == []
    assert [said.partition(": ")[2] for said in desk.refused] == ["the page has no such form"]


def test_a_substitute_finds_a_taken_seat_though_the_answer_was_lost(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    resign(fixture, 1)
    entries.join_substitutes(user=person("sven"), season_id=season.pk)
    substitutes.offer_seats()
    offer = BenchOffer.objects.get()
    substitutes.accept(user=person("sven"), offer_id=offer.pk)
    board = Board(slug=season.league.slug, season=season_data(newest(season.league)))
    rest = (History(), Random(1), threading.Event())
    member = Member("sven", Persona.PROMPT, board, Here(person("sven")), *rest, plays=False)
    member.borrow_seats()
    assert list(member.borrowed) == [fixture_of(fixture).match_id]


def on_the_ladder(travel, season, one, other, answer):
    """Let a player challenge another, who an hour later accepts and loses, or declines."""
    entry = season.entries.get(user=person(other))
    row = challenges.challenge(user=person(one), season_id=season.pk, entry_id=entry.pk)
    travel(timedelta(hours=1))
    if answer == "decline":
        challenges.decline(user=person(other), challenge_id=row.pk)
        return
    fixture = challenges.accept(user=person(other), challenge_id=row.pk)
    tick()
    resign(fixture, fixture.seats.get(entry=entry).seat)


def test_a_ladder(travel):
    season = opened(Format.LADDER, 2, people=5)
    for one, other, answer in (("player3", "player1", "lose"), ("player4", "player2", "decline")):
        travel(timedelta(hours=1))
        on_the_ladder(travel, season, one, other, answer)
    desk = desk_of(season.league, (Duty.CORRECT, Duty.EXPEL))
    assert desk.organiser.ladder() == ("player0", "player3", "player1", "player4", "player2")
    while desk.work(season_data(season), 1.0):
        travel(timedelta(hours=1))
    assert [act.verb for act in desk.acts if act.number] == [Verb.CORRECTED]
    expelled = next(act.name for act in desk.acts if act.name)
    facts = replace(facts_of(season.league), acts=tuple(desk.acts), ladder=desk.organiser.ladder())
    assert_true(facts)
    assert expelled not in facts.ladder
    assert finds(ladder.places_follow, replace(facts, ladder=facts.ladder[::-1]))
    assert finds(
        ladder.challenges_allowed, doctored(facts, lambda f: f.inside["challenges"][0].update(accepted_at=None))
    )
    assert desk.organiser.is_quiet()
    entry = season.entries.get(user__username=facts.ladder[0])
    challenges.challenge(user=person(facts.ladder[1]), season_id=season.pk, entry_id=entry.pk)
    assert not desk.organiser.is_quiet()
