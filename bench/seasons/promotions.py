"""Checks that a season's divisions follow from the standings of the one before, as far as both are published.

This does not repeat the whole rule (`leagues.core.promotion`), only what must hold however vacancies were filled.
"""

from collections import Counter, defaultdict
from typing import Any

Data = dict[str, Any]
INACTIVE_FORFEITS = 2


def faults(before: Data, after: Data) -> list[str]:
    """Return what is wrong with the divisions of `after`, as sentences."""
    return [
        *_shape_faults(after),
        *_movement_faults(before, after),
        *_relegation_faults(before, after),
        *_order_faults(before, after),
    ]


def _shape_faults(after: Data) -> list[str]:
    """Check for tiers of 1, 2, 4 ... divisions whose sizes differ by at most one."""
    found = []
    sizes = Counter(entry["division"] for entry in after["entries"] if entry["division"] is not None)
    if sizes and max(sizes.values()) - min(sizes.values()) > 1:
        found.append(f"divisions of {sorted(sizes.values())} players")
    tiers = Counter(tier_of(name) for name in sizes)
    if any(tiers[tier] != 2**tier for tier in range(max(tiers, default=0))):
        found.append(f"tiers of {[tiers[tier] for tier in sorted(tiers)]} divisions")
    return found


def tier_of(division: str) -> int:
    """Return the tier in the name of a division."""
    return int(division.split(".")[0])


def _movement_faults(before: Data, after: Data) -> list[str]:
    found = []
    places = _places(before)
    absent = inactive(before)
    lowest = max((tier_of(entry["division"]) for entry in after["entries"] if entry["division"]), default=0)
    for entry in after["entries"]:
        if entry["division"] is None:
            continue
        name, movement, tier = entry["name"], entry["movement"], tier_of(entry["division"])
        if name not in places:
            if movement != "newcomer" or entry["former_tier"] is not None:
                found.append(f"{name} is {movement} and was not there")
            continue
        former, place, size = places[name]
        if entry["former_tier"] != former:
            found.append(f"{name} came from tier {former}, not {entry['former_tier']}")
        is_last = tier == lowest
        if not _fits(movement, tier - former, place, before["rules"], is_inactive=name in absent, is_last=is_last):
            found.append(f"{name}, place {place} of {size} in tier {former}, is {movement} to tier {tier}")
    return found


def _places(season: Data) -> dict[str, tuple[int, int, int]]:
    """Return, by name: tier, place from 1, and size of the division's standings."""
    names = {entry["id"]: entry["name"] for entry in season["entries"]}
    return {
        names[line["entry"]]: (tier_of(division["name"]), line["rank"], len(division["table"]))
        for division in season["divisions"]
        for line in division["table"]
    }


def inactive(season: Data) -> set[str]:
    """Return the names of the players who forfeited two matches or more."""
    forfeits = Counter(
        seat["entry"]
        for division in season["divisions"]
        for match in division["matches"]
        for seat in match["seats"]
        if seat["kind"] == "forfeited"
    )
    return {entry["name"] for entry in season["entries"] if forfeits[entry["id"]] >= INACTIVE_FORFEITS}


def _fits(movement: str, moved: int, place: int, rules: Data, *, is_inactive: bool, is_last: bool) -> bool:
    """Return whether a movement by `moved` tiers, to the last tier or not, is what it is called, from that place."""
    promoted = place <= rules["promoted"]
    match movement:
        case "promoted":
            return moved == -1 and promoted and not is_inactive
        case "relegated":
            return moved == 1 and not promoted
        case "stayed":
            return moved == 0 and (is_last or not is_inactive)
        case "inactive":
            return is_inactive and moved >= (0 if promoted else 1)
        case "filled_vacancy":
            return moved < 0
        case "reprieved":
            return moved == 0 and (is_inactive or not promoted)
        case "displaced":
            return moved >= 0
        case "tier_closed":
            return moved < 0
    return False


def _relegation_faults(before: Data, after: Data) -> list[str]:
    """Check that each division above another relegates at least one player if anyone besides the promoted plays
    again."""
    found = []
    now = {entry["name"]: entry for entry in after["entries"] if entry["division"] is not None}
    names = {entry["id"]: entry["name"] for entry in before["entries"]}
    lowest = max((tier_of(entry["division"]) for entry in now.values()), default=0)
    went_down: dict[str, bool] = defaultdict(bool)
    for division in before["divisions"]:
        tier = tier_of(division["name"])
        ranked = [names[line["entry"]] for line in division["table"]]
        playing = [name for name in ranked[before["rules"]["promoted"] :] if name in now]
        went_down[division["name"]] = any(tier_of(now[name]["division"]) > tier for name in playing)
        may_fall = tier < min(lowest, max(tier_of(one["name"]) for one in before["divisions"]))
        if may_fall and playing and before["rules"]["relegated"] and not went_down[division["name"]]:
            found.append(f"nobody goes down from division {division['name']}")
    return found


def _order_faults(before: Data, after: Data) -> list[str]:
    """Check that active winners go up, and that no active player is placed below a player they finished ahead of."""
    found = []
    now = {entry["name"]: tier_of(entry["division"]) for entry in after["entries"] if entry["division"] is not None}
    names = {entry["id"]: entry["name"] for entry in before["entries"]}
    absent = inactive(before)
    for division in before["divisions"]:
        ranked = [names[line["entry"]] for line in division["table"]]
        active = [place for place, name in enumerate(ranked) if name in now and name not in absent]
        for place in active:
            name, tier = ranked[place], tier_of(division["name"])
            if place == 0 and before["rules"]["promoted"] and now[name] > max(0, tier - 1):
                found.append(f"{name} won division {division['name']} and does not go up")
            passed = [other for other in ranked[place + 1 :] if other in now and now[other] < now[name]]
            found += [f"{name} finished ahead of {other} and is below" for other in passed]
    return found
