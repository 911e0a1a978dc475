"""What the end of a round takes off the table: drawn once more, so that the page can show who won what."""

from collections.abc import Sequence
from typing import Any

from games.core.events import Entry, EventKind
from games.titles.masques.page import elements, preview, ring
from games.titles.masques.rules.agents import AGENTS, on_palace
from games.titles.masques.rules.codes import AGENT_CODES, TOKEN_CODES, guest_code
from games.titles.masques.rules.effects import AgentHired, Gain, GuestPlayed, PalaceCleared, PalaceResolved
from games.titles.masques.rules.view import CardView, MasquesView

Hallways = list[CardView | None]


def departures(view: MasquesView, entries: Sequence[Entry]) -> dict[str, Any]:
    """The tokens that the redacted `entries` end by collecting, in the order of the ring, and the cards that leave with
    them; empty once somebody has moved again."""
    found = last_resolution(entries)
    if found is None:
        return {}
    at, resolved = found
    size = len(view["tokens"])
    cleared = any(isinstance(entry.effect, PalaceCleared) for entry in entries[at:])
    return {
        "ply": str(entries[at].ply),
        "tokens": [token(size, gain) for gain in resolved.gains],
        "cards": [
            card(size, hall, stood) for hall, stood in enumerate(hallways(size, entries[:at])) if stood and cleared
        ],
    }


def last_resolution(entries: Sequence[Entry]) -> tuple[int, PalaceResolved] | None:
    """The resolution after the last move and its index; None if there is none."""
    for at in range(len(entries) - 1, -1, -1):
        if entries[at].kind == EventKind.MOVE:
            return None
        effect = entries[at].effect
        if isinstance(effect, PalaceResolved):
            return at, effect
    return None


def hallways(size: int, entries: Sequence[Entry]) -> Hallways:
    """Who stands where at the end of `entries`, which end in the middle of a round."""
    halls: Hallways = [None] * size
    for entry in entries:
        match entry.effect:
            case PalaceCleared():
                halls = [None] * size
            case GuestPlayed(guest=guest, hall=hall):
                halls[hall] = {"card": guest_code(guest), "down": False}
            case AgentHired(kind=kind, hall=hall, first=first, second=second):
                halls[hall] = {"card": AGENT_CODES[kind], "down": False}
                if first is not None and not on_palace(AGENTS[kind].first):
                    preview.show_ability(kind, halls, [], first, second)
    return halls


def token(size: int, gain: Gain) -> dict[str, str]:
    """A collected token where it lay, and whose it is now."""
    box = ring.palace_box(size, gain.place)
    return {
        "at": f"{box.cx} {box.cy}",
        "kind": TOKEN_CODES[gain.token],
        "from": elements.palace_id(gain.place),
        "goal": elements.seat_id(gain.seat),
    }


def card(size: int, hall: int, stood: CardView) -> dict[str, Any]:
    """A card where it stood."""
    box = ring.hall_box(size, hall)
    return {"at": f"{box.cx} {box.cy}", "name": stood["card"], "down": stood["down"]}
