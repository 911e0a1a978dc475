"""Moves, parts and chance outcomes as the rules page writes them (“Notation”)."""

import re
from collections.abc import Sequence
from typing import Final

from games.core.errors import Illegal, Unreadable
from games.core.text import _, ngettext
from games.titles.masques.rules import agents, draft
from games.titles.masques.rules.codes import DEAL, DRAFT, FAVOURS, HALL, HIRE, NO_ABILITY, PALACE, PASS
from games.titles.masques.rules.components import (
    ASSASSIN,
    COURTESAN,
    FIRST_AGENT,
    GONDOLIER,
    GUARD,
    GUESTS,
    NONE,
    PILE,
    THIEF,
    TRADER,
    UNPAYABLE,
    price,
)
from games.titles.masques.rules.state import MasquesState

PHASE_NAMES: Final = ("setup", "favours", "deal", "draft", "action", "over")
FAMILY_NAMES: Final = "CDMVF"
AGENT_NAMES: Final = ("AS", "CO", "GO", "GU", "TH", "TR")
GUILD_NAMES: Final = ("CL", "VI", "ME", "MI", "SC")
TOKEN_NAMES: Final = (*GUILD_NAMES, "du")

HIDDEN: Final = "??"

_NUMBER = r"(0|[1-9][0-9]?)"
_PICK = re.compile(r"\+([CDMVF][234])")
_PLAY = re.compile(rf"([CDMVF][234])@{_NUMBER}")
_HIRE = re.compile(rf"(AS|CO|GO|GU|TH|TR)@{_NUMBER}(?:x([p0-9=CDMVF-]+))?")
_EFFECTS = {
    ASSASSIN: re.compile(_NUMBER),
    COURTESAN: re.compile(rf"{_NUMBER}=([CDMVF][234])"),
    GONDOLIER: re.compile(rf"{_NUMBER}-{_NUMBER}"),
    GUARD: re.compile(rf"{_NUMBER}-{_NUMBER}"),
    THIEF: re.compile(rf"p{_NUMBER}"),
    TRADER: re.compile(rf"p{_NUMBER}-p{_NUMBER}"),
}


# Names.


def guest_name(guest: int) -> str:
    """``F3`` for Foscari 3."""
    return f"{FAMILY_NAMES[guest // 3]}{guest % 3 + 2}"


def guest_number(name: str) -> int:
    """The guest called `name`, which is well formed."""
    return FAMILY_NAMES.index(name[0]) * 3 + int(name[1]) - 2


def guest_list(guests: Sequence[int]) -> str:
    """Guests joined by commas, in ascending order so that their order says nothing."""
    return ",".join(guest_name(guest) for guest in sorted(guests))


# Parts.


def part_word(state: MasquesState, part: int) -> str:
    """``C4``, ``AS``, ``pass``; ``7`` a hallway; ``x8``, ``xp4`` a first target, or ``no``; ``12``, ``p2`` a second."""
    if part < HIRE:
        return guest_name(part)
    if part < PASS:
        return AGENT_NAMES[part - HIRE]
    if part == PASS:
        return "pass"
    if part == NO_ABILITY:
        return "no"
    lead = "x" if len(state.chosen) == 2 else ""
    return f"{lead}{part - HALL}" if part < PALACE else f"{lead}p{part - PALACE}"


def format_move(state: MasquesState, parts: Sequence[int]) -> str:
    """A whole move, its parts as `MasquesState.choose` takes them."""
    first = parts[0]
    if state.phase == DRAFT:
        return f"+{guest_name(first)}"
    if first == PASS:
        return "pass"
    name = guest_name(first) if first < GUESTS else AGENT_NAMES[first - HIRE]
    text = f"{name}@{parts[1] - HALL}"
    if len(parts) < 3 or parts[2] == NO_ABILITY:
        return text
    text += f"x{_target(parts[2])}"
    if len(parts) == 4:
        text += f"={guest_name(parts[3])}" if first - HIRE == COURTESAN else f"-{_target(parts[3])}"
    return text


def _target(part: int) -> str:
    return f"{part - HALL}" if part < PALACE else f"p{part - PALACE}"


# Reading moves. Refusals speak of what the seat knows: the board, its own cards, its own ducats.


def parse_move(state: MasquesState, seat: int, text: str) -> list[int]:
    """All parts of `text`; raises `Unreadable` or `Illegal`."""
    if state.phase == DRAFT:
        return [_parse_pick(state, seat, text)]
    if text == "pass":
        if state.hand[seat]:
            raise Illegal(_("You may pass only with an empty hand."))
        return [PASS]
    if found := _PLAY.fullmatch(text):
        return _parse_play(state, seat, found[1], int(found[2]))
    if found := _HIRE.fullmatch(text):
        kind = AGENT_NAMES.index(found[1])
        return _parse_hire(state, seat, kind, int(found[2]), found[3], text)
    if _PICK.fullmatch(text):
        raise Illegal(_("There is no draft now: play a guest, hire an agent, or pass."))
    raise Unreadable.move(text)


def _parse_pick(state: MasquesState, seat: int, text: str) -> int:
    found = _PICK.fullmatch(text)
    if found is None:
        if text == "pass" or _PLAY.fullmatch(text) or _HIRE.fullmatch(text):
            raise Illegal(_("The draft is on: pick a guest of your packet, for example “+C4”."))
        raise Unreadable.move(text)
    guest = guest_number(found[1])
    if guest not in draft.held(state, seat):
        raise Illegal(_("%(guest)s is not in your packet.", guest=found[1]))
    return guest


def _vacant(state: MasquesState, hall: int) -> int:
    """The part for placing a card in `hall`; refuses a hallway that is occupied or does not exist."""
    if hall >= state.size:
        raise _no_place(state, hall)
    if state.hallway[hall] != NONE:
        raise Illegal(_("Hallway %(hall)s is occupied.", hall=hall))
    return HALL + hall


def _no_place(state: MasquesState, number: int) -> Illegal:
    last = state.size - 1
    return Illegal(_("There is no place %(place)s: they are numbered 0 to %(last)s.", place=number, last=last))


def _parse_play(state: MasquesState, seat: int, name: str, hall: int) -> list[int]:
    guest = guest_number(name)
    if guest not in state.hand[seat]:
        raise Illegal(_("%(guest)s is not in your hand.", guest=name))
    return [guest, _vacant(state, hall)]


def _parse_hire(state: MasquesState, seat: int, kind: int, hall: int, effect: str | None, text: str) -> list[int]:
    _check_price(state, seat, kind)
    parts = [HIRE + kind, _vacant(state, hall)]
    if effect is None:
        return [*parts, NO_ABILITY] if agents.may_act(state, kind, hall) else parts
    found = _EFFECTS[kind].fullmatch(effect)
    if found is None:
        raise Unreadable.move(text)
    first = int(found[1])
    _check_first(state, kind, hall, first)
    parts.append((PALACE if kind in (THIEF, TRADER) else HALL) + first)
    if agents.one_step(kind):
        return parts
    if kind == COURTESAN:
        second = guest_number(found[2])
    else:
        second = (PALACE if kind == TRADER else HALL) + int(found[2])
    if second not in agents.second_targets(state, kind, hall, first):
        raise _bad_second(state, kind, first, found[2])
    return [*parts, second]


def _check_price(state: MasquesState, seat: int, kind: int) -> None:
    cost = price(kind, state.bought[kind])
    if state.seats == 2 and kind == COURTESAN:
        raise Illegal(_("With two seats there are no courtesans."))
    if cost == UNPAYABLE:
        raise Illegal(_("All %(agent)s cards have been hired.", agent=AGENT_NAMES[kind]))
    purse = state.ducats[seat]
    if cost > purse:
        raise Illegal(
            ngettext(
                "You have %(n)s ducat; this agent (%(agent)s) costs %(cost)s.",
                "You have %(n)s ducats; this agent (%(agent)s) costs %(cost)s.",
                purse,
                agent=AGENT_NAMES[kind],
                cost=cost,
            )
        )


def _check_first(state: MasquesState, kind: int, hall: int, target: int) -> None:
    """Refuse a first target that the agent cannot touch from `hall`."""
    if kind in (THIEF, TRADER):
        if target not in (hall, agents.after(state, hall)):
            raise Illegal(_("Palace card %(place)s is not adjacent to hallway %(hall)s.", place=target, hall=hall))
        if state.token[target] == NONE:
            raise Illegal(_("Palace card %(place)s holds no token.", place=target))
        if kind == THIEF and state.token_down[target]:
            raise Illegal(_("The token on palace card %(place)s is facedown already.", place=target))
        if not agents.may_touch(state, kind, hall, target):
            raise Illegal(_("There is no other token to exchange with."))
        return
    if target not in (agents.before(state, hall), agents.after(state, hall)):
        raise Illegal(_("Hallway %(target)s is not next to hallway %(hall)s.", target=target, hall=hall))
    if kind == COURTESAN:
        if state.hallway[target] != NONE:
            raise Illegal(_("Hallway %(hall)s is occupied.", hall=target))
        return
    if not agents.holds_guest(state, target):
        raise Illegal(_("There is no guest in hallway %(hall)s.", hall=target))
    if kind == ASSASSIN and state.guest_down[target]:
        raise Illegal(_("The guest in hallway %(hall)s is facedown already.", hall=target))
    if kind == GUARD and not agents.may_touch(state, kind, hall, target):
        raise Illegal(_("No vacant hallway is left to send the guest to."))
    if not agents.may_touch(state, kind, hall, target):
        raise Illegal(_("There is no other guest to exchange with."))


def _bad_second(state: MasquesState, kind: int, first: int, word: str) -> Illegal:
    """Why a second target is refused."""
    if kind == COURTESAN:
        return Illegal(_("%(guest)s is not in anybody's hand.", guest=word))
    target = int(word)
    if target >= state.size:
        return _no_place(state, target)
    if target == first:
        return Illegal(_("The two places must be different."))
    if kind == TRADER:
        return Illegal(_("Palace card %(place)s holds no token.", place=target))
    if kind == GUARD:
        return Illegal(_("Hallway %(hall)s is not vacant.", hall=target))
    return Illegal(_("There is no guest in hallway %(hall)s.", hall=target))


# Chance outcomes.


def format_chance(state: MasquesState, outcome: int) -> str:
    """A seat's number, a family's letter, a guild, or a guest."""
    if state.phase == DEAL:
        return guest_name(outcome)
    if state.phase == FAVOURS:
        return GUILD_NAMES[outcome]
    return str(outcome) if state.cursor == 0 else FAMILY_NAMES[outcome]


def parse_chance(state: MasquesState, token: str) -> int:
    """The outcome called `token`; raises `Unreadable`."""
    if state.phase == DEAL:
        if re.fullmatch(r"[CDMVF][234]", token):
            return guest_number(token)
    elif state.phase == FAVOURS:
        if token in GUILD_NAMES:
            return GUILD_NAMES.index(token)
    elif state.cursor == 0:
        if re.fullmatch(r"[0-3]", token):
            return int(token)
    elif re.fullmatch(r"[CDMV]", token):
        return FAMILY_NAMES.index(token)
    raise Unreadable(_("“%(token)s” names no outcome of this draw.", token=token[:20]))


def card_name(card: int) -> str:
    """The name of a card in a hallway: a guest, or the kind of an agent."""
    return guest_name(card) if card < FIRST_AGENT else AGENT_NAMES[(card - FIRST_AGENT) // PILE]
