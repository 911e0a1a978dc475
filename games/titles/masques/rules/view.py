"""The allow-list: what a seat, or a spectator, may see of a position (rules page, #secrets)."""

from typing import TypedDict

from games.core.engine.sets import SIZE
from games.core.engine.state import OVER
from games.core.engine.view import View
from games.titles.masques.rules import draft
from games.titles.masques.rules.agents import COURTESAN, KINDS, PILE, PRICES, PRICES_EACH
from games.titles.masques.rules.codes import (
    AGENT_CODES,
    FAMILY_CODES,
    GUILD_CODES,
    PHASE_CODES,
    TOKEN_CODES,
    card_code,
    guest_code,
    guest_codes,
)
from games.titles.masques.rules.components import ACTION, DRAFT, ENDED, FAMILIES, GUILDS, HAND, NOBODY, NONE
from games.titles.masques.rules.fields import MasquesFields
from games.titles.masques.rules.hands import guests


class TokenView(TypedDict):
    """A token on a palace card; its face stays known when it lies down."""

    token: str
    down: bool


class CardView(TypedDict):
    """The card in a hallway, a guest or an agent; a guest's face stays known when it lies down."""

    card: str
    down: bool


class PileView(TypedDict):
    """The rest of an agent pile: its prices from top to bottom."""

    agent: str
    prices: list[int]


class PublicView(View):
    """The public view. Codes of cards and tokens as in `codes`; lists are indexed by seat, palace card or hallway."""

    round: int
    first: int | None
    """The first player."""
    families: list[list[str]]
    """By seat."""
    left_out: str | None
    """With three seats the family that is not in the match."""
    tokens: list[TokenView | None]
    hallways: list[CardView | None]
    piles: list[PileView]
    bank: int
    supply: dict[str, int]
    """Favour tokens that are not on the palace, by guild."""
    ducats: list[int]
    favour: list[list[int]]
    """By seat and guild."""
    hand_sizes: list[int]
    set_aside: int
    """With two seats, how many guests lie aside."""
    drafted: int
    """Picks that all have made in this draft."""
    picked: list[int]
    """Seats that have made their pick in the open window."""
    winner: int | None
    won_by: str | None
    """The guild of the four favours, or ``all5``."""


class MasquesView(PublicView):
    """A view of Masques: what everybody sees and what the viewer alone sees, which a spectator gets empty."""

    hand: list[str]
    packet: list[str]
    kept: list[str]
    pick: str | None
    seen: list[list[str]]
    """The packets that the viewer held at each pick of this round's draft, the one in hand included."""
    unplayed: list[str]
    """With two seats, what the viewer had left in the odd round."""


def view_of(state: MasquesFields, seat: int | None) -> MasquesView:
    """Return what lies face up, and what `seat` holds itself."""
    drafting = state.phase == DRAFT and seat is not None
    viewer = -1 if seat is None else seat
    pick = state.pick[viewer] if drafting else NONE
    return {
        **public_view(state, seat),
        "hand": [] if seat is None else guest_codes(guests(state.hand[viewer])),
        "packet": guest_codes(draft.held(state, viewer)) if drafting else [],
        "kept": guest_codes(guests(draft.kept(state, viewer))) if drafting else [],
        "pick": None if pick == NONE else guest_code(pick),
        "seen": seen(state, viewer) if seat is not None and state.seats > 2 else [],
        "unplayed": [] if seat is None else guest_codes(guests(state.unplayed[viewer])),
    }


def public_view(state: MasquesFields, viewer: int | None) -> PublicView:
    """Return what everyone sees."""
    seats = range(state.seats)
    owners = list(state.owner)
    favour = list(state.favour)
    drafting = state.phase == DRAFT
    return {
        "seats": state.seats,
        "viewer": viewer,
        "phase": PHASE_CODES[state.phase],
        "deciders": list(state.deciders()),
        "over": state.mover == OVER,
        "round": state.round,
        "first": None if state.first == NOBODY else state.first,
        "families": [[FAMILY_CODES[f] for f in range(FAMILIES) if owners[f] == seat] for seat in seats],
        "left_out": left_out(state),
        "tokens": [token_view(state, place) for place in range(state.size)],
        "hallways": [card_view(state, hall) for hall in range(state.size)],
        "piles": [pile_view(state, kind) for kind in range(KINDS) if state.seats > 2 or kind != COURTESAN],
        "bank": state.bank,
        "supply": {GUILD_CODES[guild]: state.supply[guild] for guild in range(GUILDS)},
        "ducats": list(state.ducats),
        "favour": [favour[seat * GUILDS : seat * GUILDS + GUILDS] for seat in seats],
        "hand_sizes": [SIZE[state.hand[seat]] for seat in seats],
        "set_aside": sum(state.deck) if state.seats == 2 and state.phase in (ACTION, ENDED) else 0,
        "drafted": state.drafted if drafting else 0,
        "picked": [seat for seat in seats if drafting and state.pick[seat] != NONE],
        "winner": None if state.winner == NOBODY else state.winner,
        "won_by": None if state.winner == NOBODY else [*GUILD_CODES, "all5"][state.won_by],
    }


def left_out(state: MasquesFields) -> str | None:
    """Return the family that is not in the match, with three seats; None with two or four."""
    for family in range(FAMILIES):
        if not state.in_play[family * 3]:
            return FAMILY_CODES[family]
    return None


def token_view(state: MasquesFields, place: int) -> TokenView | None:
    """Return the token on a palace card; None if there is none."""
    token = state.token[place]
    return None if token == NONE else {"token": TOKEN_CODES[token], "down": bool(state.token_down[place])}


def card_view(state: MasquesFields, hall: int) -> CardView | None:
    """Return the card in a hallway; None if it is vacant."""
    card = state.hallway[hall]
    return None if card == NONE else {"card": card_code(card), "down": bool(state.guest_down[hall])}


def pile_view(state: MasquesFields, kind: int) -> PileView:
    """Return an agent pile."""
    start = kind * PRICES_EACH
    return {"agent": AGENT_CODES[kind], "prices": list(PRICES)[start + state.bought[kind] : start + PILE]}


def seen(state: MasquesFields, seat: int) -> list[list[str]]:
    """Return the packets `seat` has held in this round's draft, each ascending."""
    if state.phase < DRAFT:
        return []
    last = state.drafted + 1 if state.phase == DRAFT else HAND
    packet = list(state.packet)
    packets = []
    for time in range(last):
        start = (seat - time) % state.seats * HAND
        packets.append(guest_codes(sorted(packet[start + time : start + HAND])))
    return packets
