"""Checks of who played whom, and where."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

from bench.seasons.facts import Data, Facts, players, seat_counts

LARGEST_SWISS_DIFFERENCE, LARGEST_CUP_SPREAD = 2, 2


def rounds_and_pairs(facts: Facts) -> list[str]:
    """Check that nobody plays twice in one round, and that no pair repeats where the format forbids it."""
    found = []
    for division in facts.season["divisions"]:
        met = Counter(pair for match in division["matches"] for pair in _pairs(match, ordered=facts.format == "double"))
        if facts.format in ("round_robin", "swiss", "double"):
            found += [f"{pair} met {number} times" for pair, number in met.items() if number > 1]
        if facts.format in ("round_robin", "double"):
            members = {player for match in division["matches"] for player in players(match)}
            pairs = len(members) * (len(members) - 1) // (1 if facts.format == "double" else 2)
            if len(met) != pairs:
                found.append(f"division {division['name']}: {len(met)} pairs met, {pairs} there are")
        if facts.format not in ("pods", "ladder"):
            rounds = Counter((match["round"], player) for match in division["matches"] for player in players(match))
            found += [
                f"{player} is {number} times in round {at}" for (at, player), number in rounds.items() if number > 1
            ]
    return found + (_nobody_forgotten(facts) if facts.format in ("swiss", "pod_swiss") else [])


def _pairs(match: Data, *, ordered: bool) -> Iterable[tuple[int, int]]:
    seated = players(match)
    return combinations(seated if ordered else sorted(seated), 2)


def _nobody_forgotten(facts: Facts) -> list[str]:
    """Check that each round of a Swiss tournament has everyone who had not left when it was drawn."""
    drawn = max((match["round"] for match in facts.matches()), default=-1) + 1
    present = {(match["round"], player) for match in facts.matches() for player in players(match)}
    return [
        f"{entry['id']} is not in round {at}"
        for entry in facts.season["entries"]
        if entry["division"] is not None
        for at in range(drawn)
        if (at, entry["id"]) not in present and (entry["left_round"] is None or at < entry["left_round"])
    ]


def seats_even(facts: Facts) -> list[str]:
    """Check how evenly seats are used: in pods everyone has each seat once; in round robins, Swiss and cups as evenly
    as the format promises; on a ladder the same two alternate."""
    if facts.format == "ladder":
        return _seats_change(facts)
    found = []
    for division in facts.season["divisions"]:
        counts = seat_counts(division, facts.season["rules"]["seats"])
        for player, seats in counts.items():
            uneven = max(seats) - min(seats) > _largest_spread(facts.format, sum(seats))
            if uneven or (facts.format == "pods" and set(seats) != {1}):
                found.append(f"{player} had the seats {seats} times")
    return found


def _seats_change(facts: Facts) -> list[str]:
    last: dict[frozenset[int], list[int]] = {}
    found = []
    for match in sorted(facts.matches(), key=lambda match: match["number"]):
        seated = players(match)
        if last.get(frozenset(seated)) == seated:
            found.append(f"{seated} have the same seats in match {match['number']} as before")
        last[frozenset(seated)] = seated
    return found


def smaller_tables_go_round(facts: Facts) -> list[str]:
    """Check that in Swiss pods nobody gets a second smaller table while another at a full one has had none."""
    if facts.format != "pod_swiss":
        return []
    found = []
    had: Counter[int] = Counter()
    rounds: dict[int, list[Data]] = defaultdict(list)
    for match in facts.matches():
        if len(match["seats"]) > 1:
            rounds[match["round"]].append(match)
    for number in sorted(rounds):
        smaller = {player for match in rounds[number] if _is_smaller(match, facts) for player in players(match)}
        others = {player for match in rounds[number] for player in players(match)} - smaller
        if any(had[player] == 0 for player in others):
            found += [f"{player} has another smaller table in round {number}" for player in smaller if had[player]]
        had.update(smaller)
    return found


def _is_smaller(match: Data, facts: Facts) -> bool:
    return len(match["seats"]) < int(facts.season["rules"]["seats"])


def _largest_spread(format: str, played: int) -> int:
    if format == "swiss":
        return LARGEST_SWISS_DIFFERENCE
    if format in ("cup", "pod_swiss"):
        return LARGEST_CUP_SPREAD
    return played % 2


def cup_goes_on(facts: Facts) -> list[str]:
    """Check that everyone in a later cup round advanced from the one before, unless a player left."""
    if facts.format != "cup":
        return []
    found = []
    rounds: dict[int, list[Data]] = defaultdict(list)
    for match in facts.matches():
        rounds[match["round"]].append(match)
    left = any(entry["left_at"] for entry in facts.season["entries"])
    seeds = {entry["id"]: entry["seed"] for entry in facts.season["entries"]}
    for number in sorted(rounds)[1:]:
        before = {player: match for match in rounds[number - 1] for player in players(match)}
        for match in rounds[number]:
            for player in players(match):
                if player not in before:
                    found.append(f"{player} is in round {number} and was not in the one before")
                elif not left and not _went_on(before[player], player, seeds, facts.season["rules"]["advancing"]):
                    found.append(f"{player} is in round {number} and was out")
    return found


def _went_on(match: Data, player: int, seeds: dict[int, int], advancing: int) -> bool:
    """Return whether fewer than `advancing` are ahead of a player at a table; of a tie, the better seeds are."""
    ranks = {
        seat["entry"]: (seat["kind"] == "forfeited", seat["place"] or 0, seeds[seat["entry"]])
        for seat in match["seats"]
    }
    return len(ranks) == 1 or sum(rank < ranks[player] for rank in ranks.values()) < advancing
