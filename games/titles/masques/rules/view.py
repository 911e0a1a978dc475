"""The allow-list: what a seat, or a spectator, may see of a position (rules page, “What is secret”)."""

from typing import TYPE_CHECKING, Any

from games.core.state import OVER
from games.titles.masques.rules import draft
from games.titles.masques.rules.codes import ACTION, DRAFT, ENDED
from games.titles.masques.rules.components import (
    DUCAT,
    FAMILIES,
    GUILDS,
    KINDS,
    NOBODY,
    NONE,
    PILE,
    PRICES,
)
from games.titles.masques.text.notation import (
    AGENT_NAMES,
    FAMILY_NAMES,
    GUILD_NAMES,
    PHASE_NAMES,
    card_name,
    guest_name,
)

if TYPE_CHECKING:
    from games.titles.masques.rules.state import MasquesState


def view(state: "MasquesState", seat: int | None) -> dict[str, Any]:
    """What lies open, and what `seat` holds itself."""
    return {**public_view(state), **private_view(state, seat)}


def public_view(state: "MasquesState") -> dict[str, Any]:
    """What everybody sees."""
    seats = range(state.seats)
    owners = list(state.owner)
    drafting = state.phase == DRAFT
    return {
        "seats": state.seats,
        "phase": PHASE_NAMES[state.phase],
        "deciders": list(state.deciders()),
        "over": state.mover == OVER,
        "round": state.round,
        "first": None if state.first == NOBODY else state.first,
        "families": [[FAMILY_NAMES[f] for f in range(FAMILIES) if owners[f] == seat] for seat in seats],
        "left_out": left_out(state),
        "tokens": [token(state, place) for place in range(state.size)],
        "hallways": [card(state, hall) for hall in range(state.size)],
        "piles": [pile(state, kind) for kind in range(KINDS) if state.seats > 2 or AGENT_NAMES[kind] != "CO"],
        "bank": state.bank,
        "supply": {GUILD_NAMES[guild]: state.supply[guild] for guild in range(GUILDS)},
        "ducats": list(state.ducats),
        "favour": [list(state.favour)[seat * GUILDS : seat * GUILDS + GUILDS] for seat in seats],
        "hand_sizes": [len(state.hand[seat]) for seat in seats],
        "set_aside": sum(state.deck) if state.seats == 2 and state.phase in (ACTION, ENDED) else 0,
        "drafted": state.drafted if drafting else 0,
        "picked": [seat for seat in seats if drafting and state.pick[seat] != NONE],
        "winner": None if state.winner == NOBODY else state.winner,
        "won_by": None if state.winner == NOBODY else [*GUILD_NAMES[:GUILDS], "all5"][state.won_by],
    }


def private_view(state: "MasquesState", seat: int | None) -> dict[str, Any]:
    """What `seat` alone sees; a spectator gets the same keys, empty."""
    drafting = state.phase == DRAFT and seat is not None
    viewer = -1 if seat is None else seat
    pick = state.pick[viewer] if drafting else NONE
    return {
        "viewer": seat,
        "hand": [] if seat is None else names(state.hand[viewer]),
        "packet": names(draft.held(state, viewer)) if drafting else [],
        "kept": names(draft.kept(state, viewer)) if drafting else [],
        "pick": None if pick == NONE else guest_name(pick),
        "seen": seen(state, viewer) if seat is not None and state.seats > 2 else [],
        "unplayed": [] if seat is None else names(state.unplayed[viewer]),
    }


def names(guests: list[int]) -> list[str]:
    """Guests by name, in the order given (ascending everywhere, so that it tells nothing)."""
    return [guest_name(guest) for guest in guests]


def left_out(state: "MasquesState") -> str | None:
    """Three seats: the family that is not in the match."""
    for family in range(FAMILIES):
        if not state.in_play[family * 3]:
            return FAMILY_NAMES[family]
    return None


def token(state: "MasquesState", place: int) -> dict[str, Any] | None:
    """The token on a palace card; its face stays known when it lies down."""
    kind = state.token[place]
    if kind == NONE:
        return None
    return {"token": "du" if kind == DUCAT else GUILD_NAMES[kind], "down": bool(state.token_down[place])}


def card(state: "MasquesState", hall: int) -> dict[str, Any] | None:
    """The card in a hallway; a guest's face stays known when it lies down."""
    number = state.hallway[hall]
    if number == NONE:
        return None
    return {"card": card_name(number), "down": bool(state.guest_down[hall])}


def pile(state: "MasquesState", kind: int) -> dict[str, Any]:
    """An agent pile: what is left, and the prices from top to bottom."""
    bought = state.bought[kind]
    return {"agent": AGENT_NAMES[kind], "prices": list(PRICES)[kind * 4 + bought : kind * 4 + PILE]}


def seen(state: "MasquesState", seat: int) -> list[list[str]]:
    """The packets `seat` held at each pick of this round's draft, the one in hand included."""
    if state.phase < DRAFT:
        return []
    last = state.drafted + 1 if state.phase == DRAFT else 4
    packets = []
    for time in range(last):
        start = (seat - time) % state.seats * 4
        packets.append(names(sorted(list(state.packet)[start + time : start + 4])))
    return packets
