"""Checks of results: absences and their cards, standings, the matches of those who left."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from bench.seasons import recompute
from bench.seasons.facts import Data, Facts, Verb

EPISODE = 72 * 3600.0
CARDS = ("warning", "yellow", "red")


def cards_once(facts: Facts) -> list[str]:
    """Check that each absence has one card: the first a warning, the second a yellow one, later ones red."""
    found = []
    shown: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for card in facts.inside["cards"]:
        shown[card["entry"]].append((card["began_at"], card["kind"]))
    absences: dict[int, list[float]] = defaultdict(list)
    for incident in facts.inside["incidents"]:
        absences[incident["entry"]].append(incident["at"])
    for entry in sorted(shown.keys() | absences.keys()):
        due = _cards_due(absences[entry])
        if sorted(shown[entry]) != due:
            found.append(f"{entry} has the cards {sorted(shown[entry])}, due are {due}")
    noted = Counter((incident["fixture"], incident["entry"]) for incident in facts.inside["incidents"])
    found += [f"{key} is noted {number} times" for key, number in noted.items() if number > 1]
    return found + _missing_incidents(facts, set(noted))


def _cards_due(times: list[float]) -> list[tuple[float, str]]:
    starts: list[float] = []
    for time in sorted(times):
        if not starts or time - starts[-1] > EPISODE:
            starts.append(time)
    return [(start, CARDS[min(number, 2)]) for number, start in enumerate(starts)]


def _missing_incidents(facts: Facts, noted: set[tuple[int, int]]) -> list[str]:
    """Return forfeits without a recorded incident, by players who did not leave and got no substitute."""
    left = {entry["id"] for entry in facts.season["entries"] if entry["left_at"] is not None}
    excused = {(number, entry) for number, entry in facts.inside["excused"]}
    return [
        f"{seat['entry']} forfeited match {match['number']}, and that is not noted"
        for match in facts.matches()
        for seat in match["seats"]
        if seat["kind"] == "forfeited" and seat["entry"] not in left
        if (match["number"], seat["entry"]) not in noted | excused
    ]


def true_standings(facts: Facts) -> list[str]:
    """Check that the published standings equal what a second program computes from the results: every value and every
    tie-break."""
    computed, said = recompute.recomputed(facts.season), recompute.published(facts.season)
    found = []
    for name, lines in computed.items():
        if len(lines) != len(said[name]):
            found.append(f"division {name}: {len(said[name])} lines, not {len(lines)}")
        found += [
            f"division {name}, line {rank}: published {theirs}, computed {ours}"
            for rank, (theirs, ours) in enumerate(zip(said[name], lines, strict=False), start=1)
            if theirs != ours
        ]
    return found


def leavers_settled(facts: Facts) -> list[str]:
    """Check leavers in divisions: at tables of three or more they take nothing away and forfeit what is unfinished.
    With two seats, the rest is forfeited if 60 % was played; otherwise all their matches are removed."""
    if facts.format == "pods":
        return _leavers_of_tables(facts)
    if facts.format not in ("round_robin", "double"):
        return []
    found = []
    started = facts.season["started_at"]
    for division in facts.season["divisions"]:
        leavers = [
            entry
            for entry in facts.season["entries"]
            if entry["division"] == division["name"] and entry["left_at"] is not None
        ]
        removed = []
        for entry in leavers:
            kinds = [
                (seat["kind"], match["settled_at"] <= entry["left_at"])
                for match in _not_annulled(facts, division["matches"])
                for seat in match["seats"]
                if seat["entry"] == entry["id"]
            ]
            counting = [one for one in kinds if one[0] not in recompute.NOT_COUNTED]
            in_time = sum(before and kind in ("played", "won_by_forfeit") for kind, before in counting)
            if not counting:
                removed.append(entry["id"])
                most = sum(before for kind, before in kinds if kind == "annulled")
                if entry["left_at"] >= started and 5 * _least_played(facts, division, entry["id"]) >= 3 * len(kinds):
                    found.append(f"{entry['id']} had finished {most} of {len(kinds)} matches, and all are removed")
            elif len(leavers) == 1 and 5 * in_time < 3 * len(counting):
                found.append(f"{entry['id']} had finished {in_time} of {len(counting)} matches, and they count")
            elif any(kind in ("played", "bye") and not before for kind, before in counting):
                found.append(f"{entry['id']} has played a match after leaving")
        if bool(removed) != division["per_match"]:
            found.append(f"division {division['name']}: ranked per match {division['per_match']}, removed {removed}")
    return found


def _leavers_of_tables(facts: Facts) -> list[str]:
    left = {entry["id"]: entry["left_at"] for entry in facts.season["entries"] if entry["left_at"] is not None}
    found = [
        f"division {division['name']} is ranked per match"
        for division in facts.season["divisions"]
        if division["per_match"]
    ]
    for match in _not_annulled(facts, facts.matches()):
        kinds = {seat["entry"]: seat["kind"] for seat in match["seats"]}
        for entry in kinds.keys() & left.keys():
            after = match["settled_at"] > left[entry]
            if after and kinds[entry] not in ("forfeited", "won_by_forfeit", "unplayed"):
                found.append(f"{entry} has the result {kinds[entry]} of match {match['number']} after leaving")
            if not after and kinds[entry] == "annulled":
                found.append(f"match {match['number']} is removed with {entry}")
    return found


def _not_annulled(facts: Facts, matches: Sequence[Data]) -> list[Data]:
    """Return the matches except those that the organiser has annulled."""
    annulled = {act.number for act in facts.acts if act.verb == Verb.ANNULLED and not act.undone}
    return [match for match in matches if match["number"] not in annulled]


def _least_played(facts: Facts, division: Data, entry: int) -> int:
    """Return how many of a player's annulled matches were surely played: those with a place."""
    return sum(
        seat["kind"] == "annulled" and seat["place"] is not None
        for match in _not_annulled(facts, division["matches"])
        for seat in match["seats"]
        if seat["entry"] == entry
    )
