"""Checks of the organiser's decisions: the log has each once, and its consequences have followed."""

from collections import Counter
from collections.abc import Iterator

from bench.seasons.facts import ABOUT_RESULTS, Act, Data, Facts, Verb, players, seconds

SLACK = 90.0  # seconds of the site's time: pages tell moments to the minute


def decided_once(facts: Facts) -> list[str]:
    """Check that each act has one line with its reason, each undone one also one line for that, and that every such
    line has the reason of an act."""
    found = []
    lines = [line for line in facts.inside["log"] if line["verb"] in (*Verb, "undone")]
    counts = Counter((line["verb"], line["reason"]) for line in lines)
    done = {(str(act.verb), act.reason) for act in facts.acts}
    undone = {("undone", act.undone) for act in facts.acts if act.undone}
    for verb, reason in sorted(done | undone | set(counts)):
        if (verb, reason) not in done | undone:
            found.append(f"{verb} ({reason}) is in the log, and nobody did it")
        elif counts[verb, reason] != 1:
            found.append(f"{verb} ({reason}) is {counts[verb, reason]} times in the log")
    by_reason = {line["reason"]: line for line in lines}
    found += [
        f"{act.undone}: another line was taken back"
        for act in facts.acts
        if {act.undone, act.reason} <= by_reason.keys()
        and by_reason[act.undone]["details"]["line"] != by_reason[act.reason]["id"]
    ]
    return [*found, *_moved_back(facts)]


def _moved_back(facts: Facts) -> Iterator[str]:
    """Yield the steps that were not moved back although there was no outage."""
    outages = [line["at"] for line in facts.inside["log"] if line["verb"] == "outage"]
    times = {line["reason"]: line["at"] for line in facts.inside["log"]}
    for act in facts.acts:
        if not act.step or abs(act.step[1] - act.step[0]) <= SLACK or not {act.reason, act.undone} <= times.keys():
            continue
        if not any(times[act.reason] - SLACK <= at <= times[act.undone] + SLACK for at in outages):
            yield f"{act.reason}: the step was at {act.step[0]:.0f} and is moved back to {act.step[1]:.0f}"


def results_as_decided(facts: Facts) -> list[str]:
    """Check that the last decision about each match holds. Only a leaver whose matches are all removed overrides it."""
    last = {act.number: act for act in facts.acts if act.verb in ABOUT_RESULTS}
    matches = {match["number"]: match for match in facts.matches()}
    fixtures = {fixture["number"]: fixture for fixture in facts.inside["fixtures"]}
    found = []
    for number, act in last.items():
        assert number is not None, "it is about a match"
        if not _is_removed(facts, matches[number]):
            found += [f"{act.reason}: {fault}" for fault in _faults(act, matches[number], fixtures[number])]
    return found


def _is_removed(facts: Facts, match: Data) -> bool:
    """Return whether a match is removed since one of its two has left."""
    left = {entry["id"] for entry in facts.season["entries"] if entry["left_at"] is not None}
    kinds = {seat["kind"] for seat in match["seats"]}
    removing = facts.format in ("round_robin", "double") and not left.isdisjoint(players(match))
    return removing and kinds <= {"annulled", "unplayed"}


def _faults(act: Act, match: Data, fixture: Data) -> Iterator[str]:
    seats = match["seats"]
    kinds = [seat["kind"] for seat in seats]
    if act.undone:
        if list(act.before) != seats:
            yield f"was taken back; the seats were {list(act.before)} and are {seats}"
    elif act.verb == Verb.CORRECTED:
        if [(seat["kind"], seat["place"]) for seat in seats] != [("played", place) for place in act.places]:
            yield f"the places are {[seat['place'] for seat in seats]}, not {act.places}"
    elif act.verb == Verb.FORFEITED:
        if any(kinds[seat] != "forfeited" for seat in act.forfeited):
            yield f"the seats are {kinds}"
        elif len(seats) == 2 and "won_by_forfeit" not in kinds and kinds != ["forfeited", "forfeited"]:
            yield f"nobody has won: {kinds}"
    elif act.verb == Verb.ANNULLED:
        if set(kinds) != {"annulled"}:
            yield f"the seats are {kinds}"
    elif fixture["match"] == act.match or act.match not in fixture["former"]:
        yield f"{act.match} was not replaced: {fixture['match']}, formerly {fixture['former']}"
    elif set(kinds) == {"annulled"}:
        yield "the new match counts for nobody"


def expelled_stay_out(facts: Facts) -> list[str]:
    """Check that expelled players are in no later round, in no later season or ladder, and have played nothing
    afterwards."""
    found = []
    entries = {entry["name"]: entry for entry in facts.season["entries"]}
    corrected = {act.number for act in facts.acts if act.verb == Verb.CORRECTED and not act.undone}
    later = {entry["name"] for entry in facts.later["entries"]} if facts.later else set()
    for act in facts.acts:
        if act.verb != Verb.EXPELLED:
            continue
        entry = entries[act.name]
        if entry["state"] != "removed" or act.name in later or act.name in facts.ladder:
            found.append(f"{act.name} is {entry['state']}, and was expelled")
            continue
        for match in facts.matches():
            mine = [seat for seat in match["seats"] if seat["entry"] == entry["id"]]
            if mine and facts.format in ("swiss", "pod_swiss", "cup") and match["round"] >= entry["left_round"]:
                found.append(f"{act.name} was expelled, and is in round {match['round']}")
            is_late = bool(mine) and match["settled_at"] > entry["left_at"] and match["number"] not in corrected
            if is_late and mine[0]["kind"] in ("played", "bye"):
                found.append(f"{act.name} was expelled, and has played match {match['number']}")
    return found


def extended_in_time(facts: Facts) -> list[str]:
    """Check that no extended match was decided by the rules before its time, and no round was drawn before it was
    over."""
    until: dict[int, float] = {}
    for act in facts.acts:
        until.update(act.until)
        if act.verb == Verb.REPLAYED and act.number is not None:
            until.pop(act.number, None)  # the new match has no extension
    ends = {line["details"]["fixture"]: line["at"] for line in facts.inside["log"] if line["verb"] == "adjudicated"}
    drawn = {line["details"]["number"]: line["at"] for line in facts.inside["log"] if line["verb"] == "round_drawn"}
    found = []
    for match in facts.matches():
        number = match["number"]
        if number not in until:
            continue
        if ends.get(number, until[number]) < until[number] - SLACK:
            found.append(f"match {number} was decided at {ends[number]:.0f}, before {until[number]:.0f}")
        if drawn.get(match["round"] + 2, float("inf")) < seconds(match["settled_at"]):
            found.append(f"round {match['round'] + 2} was drawn before match {number} was over")
    return found
