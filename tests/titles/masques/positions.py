"""Positions of the action phase in shorthand, and moves by token.

    position(4, "H: 3=TH 4=~C3", "P: 0=ME 1=du 4=~CL", "hand 1: C4 F3", "du 1: 3", "fav 3: MI2", "bought: GO1", turn=1)

`~` marks what lies facedown; hallways and palace cards that are not named are vacant. Guests that are not named are not
in the match: all others are in a hand, as the rules have it.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_

import pytest

from games.core.engine.events import Entry, Event, EventKind
from games.core.engine.sets import EMPTY, ONLY
from games.core.errors import Illegal
from games.titles.masques.game import Masques
from games.titles.masques.rules import resolution
from games.titles.masques.rules.agents import PILE, affordable
from games.titles.masques.rules.codes import AGENT_CODES, GUILD_CODES, guest_code, guest_number
from games.titles.masques.rules.components import ACTION, DUCAT, DUCATS, FIRST_AGENT, GUESTS, GUILDS, NOBODY, NONE
from games.titles.masques.rules.hands import guests, hand_of
from games.titles.masques.rules.state import MasquesState

GAME = Masques()
AGENTS_OF_THE_BOX = ("AS", "CO", "GO", "GU", "TH", "TR")
"""By hand, from the rules page."""


def set_of(halls: Iterable[int]) -> int:
    """The set of these hallways."""
    return reduce(or_, (ONLY[hall] for hall in halls), EMPTY)


def position(seats: int, *lines: str, turn: int = 0, families: str = "", round_number: int = 1) -> MasquesState:
    """An action phase in which seat `turn` decides; families go to seats in the order C D M V unless given."""
    state = MasquesState(seats)
    for family, letter in enumerate("CDMV"):
        owner = families.index(letter) if families else family
        state.owner[family] = owner // 2 if seats == 2 else owner if owner < seats else NOBODY
    state.phase, state.mover, state.first, state.round, state.drafted = ACTION, turn, turn, round_number, 4
    for line in lines:
        head, _, rest = line.partition(":")
        place(state, head.strip(), rest.split())
    state.vacant = set_of(hall for hall in range(state.size) if state.hallway[hall] == NONE)
    state.offers = affordable(state.bought)
    present = [*state.hallway, *(guest for hand in state.hand for guest in guests(hand))]
    for guest in range(GUESTS):
        state.in_play[guest] = present.count(guest)
    state.bank = DUCATS - sum(state.ducats) - sum(token == DUCAT for token in state.token)
    for guild in range(GUILDS):
        state.supply[guild] -= sum(token == guild for token in state.token)
    return state


def collector(state: MasquesState, place: int) -> int:
    """Return who would collect from palace card `place` now; NOBODY if its token stays, or there is none."""
    if state.token[place] == NONE or state.token_down[place] == 1:
        return NOBODY
    return resolution.collector(state, *(resolution.shown(state, hall % state.size) for hall in (place - 1, place)))


def place(state: MasquesState, head: str, items: list[str]) -> None:
    """Read one line of shorthand."""
    word, _, seat = head.partition(" ")
    if word == "H":
        for item in items:
            hall, _, name = item.partition("=")
            state.hallway[int(hall)] = card_number(state, name.lstrip("~"))
            state.guest_down[int(hall)] = int(name.startswith("~"))
    elif word == "P":
        for item in items:
            palace, _, name = item.partition("=")
            state.token[int(palace)] = DUCAT if name.lstrip("~") == "du" else GUILD_CODES.index(name.lstrip("~"))
            state.token_down[int(palace)] = int(name.startswith("~"))
    elif word == "hand":
        state.hand[int(seat)] = hand_of([guest_number(name) for name in items])
    elif word == "du":
        state.ducats[int(seat)] = int(items[0])
    elif word == "fav":
        for item in items:
            state.favour[int(seat) * GUILDS + GUILD_CODES.index(item[:2])] = int(item[2:])
    else:
        assert word == "bought"
        for item in items:
            state.bought[AGENT_CODES.index(item[:2])] = int(item[2:])


def card_number(state: MasquesState, name: str) -> int:
    """A card for a hallway; an agent comes off its pile."""
    if name not in AGENT_CODES:
        return guest_number(name)
    kind = AGENT_CODES.index(name)
    state.bought[kind] += 1
    return FIRST_AGENT + kind * PILE + state.bought[kind] - 1


def play(state: MasquesState, *tokens: str) -> list[str]:
    """Play tokens like ``1:GO@5x6-12``; the tokens that a record would show, forced consequences included."""
    annotator = GAME.annotator(state.seats, {})
    annotator.state = state
    state.recording = True
    written = []
    for token in tokens:
        seat, _, text = token.partition(":")
        written += [entry.token for entry in annotator.read(Event(EventKind.MOVE, int(seat), text))]
    state.recording = False
    return written


def entry(ply: int, token: str) -> Entry:
    """An entry of a log from its token: ``0:C4@7`` or ``{round 2}``."""
    if token.startswith("{"):
        return Entry(ply, EventKind.ENGINE, None, GAME.parse_effect(EventKind.ENGINE, None, token[1:-1]))
    seat, _, text = token.partition(":")
    return Entry(ply, EventKind.MOVE, int(seat), GAME.parse_effect(EventKind.MOVE, int(seat), text))


def refusal(state: MasquesState, token: str) -> str:
    """Why `token` is illegal, in words."""
    seat, _, text = token.partition(":")
    with pytest.raises(Illegal) as caught:
        GAME.parse_move(state, int(seat), text)
    return str(caught.value.reason)


def moves(state: MasquesState, seat: int) -> set[str]:
    """All legal moves of a seat, in notation."""
    found = set()

    def walk(trial: MasquesState, parts: list[int]) -> None:
        if parts and not trial.composing(seat):
            found.add(GAME.format_move(state, seat, parts))
            return
        for part in trial.options(seat):
            after = trial.copy()
            after.choose(seat, part)
            walk(after, [*parts, part])

    walk(state, [])
    return found


def hallways(state: MasquesState) -> dict[int, str]:
    """Occupied hallways, ``~`` for facedown."""
    cards = state.view(None)["hallways"]
    return {hall: "~" * card["down"] + card["card"] for hall, card in enumerate(cards) if card}


def tokens(state: MasquesState) -> dict[int, str]:
    """Tokens on the palace, ``~`` for facedown."""
    shown = state.view(None)["tokens"]
    return {palace: "~" * token["down"] + token["token"] for palace, token in enumerate(shown) if token}


def hand(state: MasquesState, seat: int) -> list[str]:
    """A hand by names."""
    return [guest_code(guest) for guest in guests(state.hand[seat])]


def favours(state: MasquesState, seat: int) -> dict[str, int]:
    """Counters that are not 0."""
    counts = state.view(None)["favour"][seat]
    return {guild: count for guild, count in zip(GUILD_CODES, counts, strict=True) if count}


def dealt(seats: int, seed: int = 1) -> MasquesState:
    """A match just before its first decision."""
    state = MasquesState(seats)
    state.seed(seed)
    while state.to_move() == -1:
        state.random_chance()
    return state
