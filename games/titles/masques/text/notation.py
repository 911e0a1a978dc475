"""Moves, parts and chance outcomes as the rules page writes them (“Notation”)."""

from collections.abc import Sequence
from typing import Final

from games.core.errors import Illegal, Unreadable
from games.core.text import _, ngettext
from games.titles.masques.rules import abilities, agents, draft
from games.titles.masques.rules.codes import AGENT_CODES, FAMILY_CODES, GUEST_CODES, GUILD_CODES, guest_code
from games.titles.masques.rules.components import (
    DEAL,
    DRAFT,
    FAMILIES,
    FAVOURS,
    GUESTS,
    HALL,
    HIRE,
    NO_ABILITY,
    NONE,
    PALACE,
    PASS,
)
from games.titles.masques.rules.effects import ENTRIES, AgentHired, GuestPicked, GuestPlayed
from games.titles.masques.rules.hands import holds
from games.titles.masques.rules.state import MasquesState

SEAT_CODES: Final = ("0", "1", "2", "3")

# Parts.


def part_word(state: MasquesState, part: int) -> str:
    """Return the word of a part: ``C4``, ``AS``, ``pass``; ``7`` a hallway; ``x8``, ``xp4`` a first target, or ``no``;
    ``12``, ``p2`` a second."""
    if part < HIRE:
        return guest_code(part)
    if part < PASS:
        return AGENT_CODES[part - HIRE]
    if part == PASS:
        return "pass"
    if part == NO_ABILITY:
        return "no"
    return f"x{_place(part)}" if len(state.chosen) == 2 else _place(part)


def _place(part: int) -> str:
    return f"{part - HALL}" if part < PALACE else f"p{part - PALACE}"


def format_move(state: MasquesState, parts: Sequence[int]) -> str:
    """Return the text of a whole move, its parts as `MasquesState.choose` takes them."""
    first = parts[0]
    if state.phase == DRAFT:
        return f"+{guest_code(first)}"
    if first == PASS:
        return "pass"
    code = guest_code(first) if first < GUESTS else AGENT_CODES[first - HIRE]
    text = f"{code}@{parts[1] - HALL}"
    if len(parts) < 3 or parts[2] == NO_ABILITY:
        return text
    text += f"x{_place(parts[2])}"
    if len(parts) == 4:
        text += f"={guest_code(parts[3])}" if parts[3] < GUESTS else f"-{_place(parts[3])}"
    return text


# Reading moves. Refusals speak of what the seat knows: the board, its own cards, its own ducats.


def parse_move(state: MasquesState, seat: int, text: str) -> list[int]:
    """Return all parts of `text`; raises `Unreadable` or `Illegal`."""
    move = ENTRIES.parse_move(seat, text)
    if isinstance(move, GuestPicked):
        if move.guest is None:
            raise Unreadable.move(text)
        return [_checked_pick(state, seat, move.guest)]
    if state.phase == DRAFT:
        raise Illegal(_("The draft is still on: pick a guest from your packet, for example “+C4”."))
    if isinstance(move, GuestPlayed):
        if not holds(state.hand[seat], move.guest):
            raise Illegal(_("%(guest)s isn’t in your hand.", guest=guest_code(move.guest)))
        return [move.guest, _vacant_hallway(state, move.hall)]
    if isinstance(move, AgentHired):
        return _parts_of_hire(state, seat, move)
    if state.hand[seat]:
        raise Illegal(_("You can only pass with an empty hand."))
    return [PASS]


def _checked_pick(state: MasquesState, seat: int, guest: int) -> int:
    if state.phase != DRAFT:
        raise Illegal(_("There’s no draft now: play a guest, hire an agent or pass."))
    if guest not in draft.held(state, seat):
        raise Illegal(_("%(guest)s isn’t in your packet.", guest=guest_code(guest)))
    return guest


def _vacant_hallway(state: MasquesState, hall: int) -> int:
    """Return the part for placing a card in `hall`; refuses a hallway that is occupied or does not exist."""
    if hall >= state.size:
        raise _no_place(state, hall)
    if state.hallway[hall] != NONE:
        raise Illegal(_("Hallway %(hall)s is occupied.", hall=hall))
    return HALL + hall


def _no_place(state: MasquesState, number: int) -> Illegal:
    last = state.size - 1
    return Illegal(_("There’s no place %(place)s: they’re numbered 0 to %(last)s.", place=number, last=last))


def _parts_of_hire(state: MasquesState, seat: int, move: AgentHired) -> list[int]:
    kind, hall = move.kind, move.hall
    _check_price(state, seat, kind)
    parts = [HIRE + kind, _vacant_hallway(state, hall)]
    if move.first is None:
        return [*parts, NO_ABILITY] if abilities.may_act(state, kind, hall) else parts
    _check_first(state, kind, hall, move.first)
    parts.append(_target_part(agents.AGENTS[kind].first, move.first))
    if move.second is None:
        return parts
    second = _target_part(agents.AGENTS[kind].second, move.second)
    if second not in abilities.second_targets(state, kind, hall, move.first):
        raise _bad_second(state, kind, move.first, move.second)
    return [*parts, second]


def _target_part(target: int, place: int) -> int:
    """Return the part for a target of this sort."""
    if target == agents.GUEST_IN_HAND:
        return place
    return (PALACE if agents.on_palace(target) else HALL) + place


def _check_price(state: MasquesState, seat: int, kind: int) -> None:
    cost = agents.price(kind, state.bought[kind])
    if state.seats == 2 and kind == agents.COURTESAN:
        raise Illegal(_("There are no courtesans with two players."))
    if cost == agents.UNPAYABLE:
        raise Illegal(_("All %(agent)s cards have been hired.", agent=AGENT_CODES[kind]))
    purse = state.ducats[seat]
    if cost > purse:
        raise Illegal(
            ngettext(
                "You have %(n)s ducat; this agent (%(agent)s) costs %(cost)s.",
                "You have %(n)s ducats; this agent (%(agent)s) costs %(cost)s.",
                purse,
                agent=AGENT_CODES[kind],
                cost=cost,
            )
        )


def _check_first(state: MasquesState, kind: int, hall: int, place: int) -> None:
    """Refuse a first target that the agent cannot touch from `hall`."""
    target = agents.AGENTS[kind].first
    if agents.on_palace(target):
        _check_token(state, target, hall, place)
    else:
        _check_hallway(state, target, hall, place)
    if not abilities.may_touch(state, kind, place):
        raise _no_second(agents.AGENTS[kind].second)


def _check_token(state: MasquesState, target: int, hall: int, place: int) -> None:
    if place not in (hall, abilities.after(state, hall)):
        raise Illegal(_("Palace card %(place)s isn’t next to hallway %(hall)s.", place=place, hall=hall))
    if state.token[place] == NONE:
        raise Illegal(_("There’s no token on palace card %(place)s.", place=place))
    if target == agents.FACE_UP_TOKEN and state.token_down[place]:
        raise Illegal(_("The token on palace card %(place)s is already facedown.", place=place))


def _check_hallway(state: MasquesState, target: int, hall: int, place: int) -> None:
    if place not in (abilities.before(state, hall), abilities.after(state, hall)):
        raise Illegal(_("Hallway %(target)s isn’t next to hallway %(hall)s.", target=place, hall=hall))
    if target == agents.VACANT_HALLWAY:
        _vacant_hallway(state, place)
    elif not abilities.holds_guest(state, place):
        raise Illegal(_("There’s no guest in hallway %(hall)s.", hall=place))
    elif target == agents.FACE_UP_GUEST and state.guest_down[place]:
        raise Illegal(_("The guest in hallway %(hall)s is already facedown.", hall=place))


def _no_second(target: int) -> Illegal:
    """Return why a first target is refused: it would have no second one."""
    assert target != agents.NO_TARGET
    if target == agents.VACANT_HALLWAY:
        return Illegal(_("There’s no empty hallway left to send the guest to."))
    if target == agents.TOKEN:
        return Illegal(_("There’s no other token to swap with."))
    return Illegal(_("There’s no other guest to swap with."))


def _bad_second(state: MasquesState, kind: int, first: int, place: int) -> Illegal:
    """Return why a second target is refused."""
    target = agents.AGENTS[kind].second
    if target == agents.GUEST_IN_HAND:
        return Illegal(_("%(guest)s isn’t in anyone’s hand.", guest=guest_code(place)))
    if place >= state.size:
        return _no_place(state, place)
    if place == first:
        return Illegal(_("The two places must be different."))
    if target == agents.TOKEN:
        return Illegal(_("There’s no token on palace card %(place)s.", place=place))
    if target == agents.VACANT_HALLWAY:
        return Illegal(_("Hallway %(hall)s isn’t empty.", hall=place))
    return Illegal(_("There’s no guest in hallway %(hall)s.", hall=place))


# Chance outcomes.


def format_chance(state: MasquesState, outcome: int) -> str:
    """Return a seat's number, a family's letter, a guild, or a guest."""
    if state.phase == DEAL:
        return guest_code(outcome)
    if state.phase == FAVOURS:
        return GUILD_CODES[outcome]
    return str(outcome) if state.cursor == 0 else FAMILY_CODES[outcome]


def parse_chance(state: MasquesState, token: str) -> int:
    """Return the outcome called `token`; raises `Unreadable`."""
    codes: Sequence[str]
    if state.phase == DEAL:
        codes = GUEST_CODES
    elif state.phase == FAVOURS:
        codes = GUILD_CODES
    elif state.cursor == 0:
        codes = SEAT_CODES
    else:
        codes = tuple(FAMILY_CODES[:FAMILIES])
    if token in codes:
        return codes.index(token)
    raise Unreadable(_("“%(token)s” isn’t an outcome of this draw.", token=token[:20]))
