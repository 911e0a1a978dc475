"""Checks of a season against its published and stored data. Pure: from two JSON documents to lists of faults.

`Facts.season` is the export of one season (`season.json`), `Facts.inside` what `bench.seasons.inside` reads. Every
check returns faults as sentences.
"""

from collections import Counter
from collections.abc import Callable

from bench.seasons import promotions
from bench.seasons.decisions import decided_once, expelled_stay_out, extended_in_time, results_as_decided
from bench.seasons.facts import Data, Facts
from bench.seasons.ladder import challenges_allowed, places_follow
from bench.seasons.pairings import cup_goes_on, rounds_and_pairs, seats_even, smaller_tables_go_round
from bench.seasons.results import cards_once, leavers_settled, true_standings

ONCE = ("announced", "sign_up_opened", "sign_up_closed", "drawn", "started", "finished")
ONCE_ON_A_LADDER = ("announced", "sign_up_opened", "started")
WITHOUT_MATCH = ("bye", "half_bye", "unplayed", "forfeited", "won_by_forfeit")


def everybody_in(facts: Facts) -> list[str]:
    """Check that every expected player has entered, and every expected substitute is listed."""
    entered = {
        entry["name"] for entry in facts.season["entries"] if entry["state"] in ("entered", "withdrawn", "removed")
    }
    listed = {line["subject"] for line in facts.inside["log"] if line["verb"] == "joined_bench"}
    given = facts.attendance
    return [
        f"{name} {what}; the last answer was: {given.answers.get(name) or 'none'}"
        for names, found, what in (
            (given.people, entered, "did not get in"),
            (given.substitutes, listed, "is no substitute"),
        )
        for name in names
        if name not in found
    ]


def steps_once(facts: Facts) -> list[str]:
    """Check that every step is done, and the log has it once."""
    found = [f"{step['kind']} {step['number']} is not done" for step in facts.inside["steps"] if not step["done"]]
    counts = Counter(_said(line["verb"], line["details"]) for line in facts.inside["log"])
    for step in facts.inside["steps"]:
        if step["kind"] == "round":
            found += _not_once(counts, f"round_drawn {step['number']}")
        elif step["kind"] in ("end_play", "end_extension"):
            found += _not_once(counts, f"play_ended {step['kind']}")
    for verb in ONCE_ON_A_LADDER if facts.format == "ladder" else ONCE:
        found += _not_once(counts, verb)
    return found


def _said(verb: str, details: Data) -> str:
    if verb == "round_drawn":
        return f"{verb} {details['number']}"
    return f"{verb} {details['step']}" if verb == "play_ended" else verb


def _not_once(counts: Counter[str], what: str) -> list[str]:
    return [] if counts[what] == 1 else [f"{what} stands {counts[what]} times in the log"]


def one_match_each(facts: Facts) -> list[str]:
    """Check that every fixture has one match with its source, or none because nobody could play it; of a replayed one,
    each match before is annulled."""
    found = [f"{source}: no fixture" for source in facts.left_over]
    kinds = {match["number"]: {seat["kind"] for seat in match["seats"]} for match in facts.matches()}
    if sorted(kinds) != [fixture["number"] for fixture in facts.inside["fixtures"]]:
        found.append("the export does not have every fixture once")
    for fixture in facts.inside["fixtures"]:
        ids = [match["id"] for match in fixture["matches"]]
        right = [*fixture["former"], *([] if fixture["match"] is None else [fixture["match"]])]
        if sorted(ids) != sorted(right):
            found.append(f"fixture {fixture['number']} has {right}, and of its source there are {ids}")
        found += [
            f"match {match['id']} is replayed and not annulled"
            for match in fixture["matches"]
            if match["id"] in fixture["former"] and not match["annulled"]
        ]
        if not ids and not kinds.get(fixture["number"], set()) <= set(WITHOUT_MATCH):
            found.append(f"fixture {fixture['number']} has a result and no match")
    return found


def all_over(facts: Facts) -> list[str]:
    """Check that every match is finished, every fixture settled, and nothing left to do."""
    found = []
    for fixture in facts.inside["fixtures"]:
        if fixture["state"] != "settled" or fixture["needs_upkeep"]:
            found.append(
                f"fixture {fixture['number']} is {fixture['state']}, to be looked after: {fixture['needs_upkeep']}"
            )
        found += [
            f"match {match['id']} is {match['status']}" for match in fixture["matches"] if match["status"] != "finished"
        ]
    found += [
        f"match {match['number']} has a seat without a result"
        for match in facts.matches()
        if not all(seat["kind"] for seat in match["seats"])
    ]
    return found


def all_rated(facts: Facts) -> list[str]:
    """Check that every match was rated, and all ratings follow from the results by a fold from nothing."""
    unrated = [f"match {match} was not rated" for match in facts.inside["unrated"]]
    return [*unrated, *facts.inside["rating_faults"]]


def rows_as_written(facts: Facts) -> list[str]:
    """Check that every stored row has its seals, and that draws, points and standings follow from what is stored."""
    return list(facts.inside["row_faults"])


def next_divisions(facts: Facts) -> list[str]:
    """Check that the divisions of the next season follow from the standings by promotion and relegation."""
    return [] if facts.later is None else promotions.faults(facts.season, facts.later)


CHECKS: dict[str, Callable[[Facts], list[str]]] = {
    "everybody who signed up got in": everybody_in,
    "every step of the timetable was done once": steps_once,
    "every fixture has one match of its source": one_match_each,
    "every match is finished and every fixture settled": all_over,
    "no round, pairing or player twice": rounds_and_pairs,
    "seats are even": seats_even,
    "smaller tables go round": smaller_tables_go_round,
    "who goes on in a cup had gone on before": cup_goes_on,
    "one card for each absence": cards_once,
    "the standings are what another program computes": true_standings,
    "leavers' matches by their rule": leavers_settled,
    "each decision is in the log once": decided_once,
    "results stand as they were decided": results_as_decided,
    "who was expelled plays no more": expelled_stay_out,
    "extended matches had their time": extended_in_time,
    "challenges are within the rule": challenges_allowed,
    "the places of the ladder follow": places_follow,
    "every match was rated, and the ratings follow": all_rated,
    "all rows are as the site wrote them": rows_as_written,
    "the next divisions follow from the standings": next_divisions,
}


def check(facts: Facts) -> dict[str, list[str]]:
    """Return the faults that each check finds, by its name."""
    return {name: one(facts) for name, one in CHECKS.items()}
