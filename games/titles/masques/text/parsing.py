"""Entries from their text: the inverse of `Effect.format`.

A note that is read must be written in the same way again, so the patterns of notes need not be exact.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from games.core.errors import Unreadable
from games.core.events import Effect, EventKind
from games.core.text import _
from games.titles.masques.rules.agents import AGENTS, GUEST_IN_HAND, NO_TARGET, on_palace
from games.titles.masques.rules.codes import AGENT_CODES, FAMILY_CODES, GUILD_CODES, TOKEN_CODES, guest_number
from games.titles.masques.rules.effects import (
    ONE_OF_EACH,
    AgentHired,
    DucatsLaid,
    FavoursLaid,
    Gain,
    GuestForced,
    GuestPicked,
    GuestPlayed,
    Guests,
    GuestsDealt,
    GuestsSetAside,
    MatchStopped,
    MatchWon,
    PacketPassed,
    PalaceCleared,
    PalaceResolved,
    RoundBegan,
    SetUp,
    TurnPassed,
)

_NUMBER: Final = r"(0|[1-9][0-9]?)"
_GUEST: Final = r"([CDMVF][234])"
_CARD: Final = re.compile(rf"{_GUEST}|\?\?")


def _ability_pattern(first: int, second: int) -> str:
    """How an ability with targets of these sorts is written."""
    if second == NO_TARGET:
        return _target_pattern(first)
    if second == GUEST_IN_HAND:
        return f"{_target_pattern(first)}={_GUEST}"
    return f"{_target_pattern(first)}-{_target_pattern(second)}"


def _target_pattern(target: int) -> str:
    return f"p{_NUMBER}" if on_palace(target) else _NUMBER


_PICKED: Final = re.compile(rf"\+(?:{_GUEST}|\?\?)")
_PLAYED: Final = re.compile(rf"{_GUEST}@{_NUMBER}")
_HIRED: Final = {
    agent.code: re.compile(rf"..@{_NUMBER}(?:x{_ability_pattern(agent.first, agent.second)})?") for agent in AGENTS
}


@lru_cache(maxsize=4096)  # a replay reads each move twice, for the rules and for the log; most come again
def parse_move(seat: int, text: str) -> Effect:
    """The move of `seat` that is written as `text`; raises `Unreadable`."""
    if found := _PLAYED.fullmatch(text):
        return GuestPlayed(seat, guest_number(found[1]), int(found[2]))
    hired = _HIRED.get(text[:2])
    if hired is not None and (found := hired.fullmatch(text)):
        return _agent_hired(seat, AGENT_CODES.index(text[:2]), *found.groups())
    if found := _PICKED.fullmatch(text):
        return GuestPicked(seat, guest_number(found[1]) if found[1] else None)
    if text == "pass":
        return TurnPassed(seat)
    raise Unreadable.move(text)


def _agent_hired(seat: int, kind: int, hall: str, first: str | None, second: str | None = None) -> AgentHired:
    if first is None:
        return AgentHired(seat, kind, int(hall))
    if second is None:
        return AgentHired(seat, kind, int(hall), int(first))
    target = guest_number(second) if AGENTS[kind].second == GUEST_IN_HAND else int(second)
    return AgentHired(seat, kind, int(hall), int(first), target)


def parse_effect(kind: EventKind, seat: int | None, text: str) -> Effect:
    """The effect of an entry, the inverse of `format`; raises `Unreadable`."""
    if kind == EventKind.MOVE and seat is not None:
        return parse_move(seat, text)
    word, _space, rest = text.partition(" ")
    read = _NOTES.get(word)
    effect = read(rest) if read is not None else None
    if effect is None or effect.format() != text:
        raise Unreadable(_("“%(text)s” is no entry of this title.", text=text[:40]))
    return effect


def _setup(rest: str) -> Effect | None:
    found = re.fullmatch(r"first=([0-3]) fam=(\S+)(?: out=([CDMV]))?", rest)
    if found is None:
        return None
    families = [re.sub(r"[^CDMV]", "", each) for each in found[2].split(",")]
    return SetUp(
        int(found[1]),
        tuple(tuple(FAMILY_CODES.index(letter) for letter in each) for each in families),
        FAMILY_CODES.index(found[3]) if found[3] else None,
    )


def _round(rest: str) -> Effect | None:
    return RoundBegan(int(rest)) if _is_number(rest) else None


def _ducats(rest: str) -> Effect | None:
    return DucatsLaid(tuple(int(place) for place in re.findall(rf"p{_NUMBER}", rest)))


def _favours(rest: str) -> Effect | None:
    laid = re.findall(rf"p{_NUMBER}=({'|'.join(GUILD_CODES)})", rest)
    return FavoursLaid(tuple((int(place), GUILD_CODES.index(guild)) for place, guild in laid))


def _dealt(rest: str) -> Effect | None:
    return GuestsDealt(tuple(_read_guests(hand) for hand in rest.split()))


def _set_aside(rest: str) -> Effect | None:
    return GuestsSetAside(_read_guests(rest))


def _packet(rest: str) -> Effect | None:
    known = tuple(guest for guest in _read_guests(rest) if guest is not None)
    return PacketPassed(int(rest[0]), known) if _is_number(rest[:1]) else None


def _forced(rest: str) -> Effect | None:
    found = re.fullmatch(rf"([0-3]):{_GUEST}@{_NUMBER}", rest)
    return found and GuestForced(int(found[1]), guest_number(found[2]), int(found[3]))


def _resolved(rest: str) -> Effect | None:
    gains = re.findall(rf"p{_NUMBER} ([0-3])\+({'|'.join(TOKEN_CODES)})", rest)
    return PalaceResolved(tuple(Gain(int(place), int(seat), TOKEN_CODES.index(token)) for place, seat, token in gains))


def _won(rest: str) -> Effect | None:
    found = re.fullmatch(rf"([0-3]) (?:({'|'.join(GUILD_CODES)})4|{ONE_OF_EACH})", rest)
    return found and MatchWon(int(found[1]), GUILD_CODES.index(found[2]) if found[2] else None)


def _cleared(rest: str) -> Effect | None:
    found = re.fullmatch(r"first=([0-3])", rest)
    return found and PalaceCleared(int(found[1]))


def _stopped(rest: str) -> Effect | None:
    return MatchStopped(int(rest)) if _is_number(rest) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _read_guests(text: str) -> Guests:
    """All guests in `text`, in its order."""
    return tuple(guest_number(found[1]) if found[1] else None for found in _CARD.finditer(text))


_NOTES: Final[dict[str, Callable[[str], Effect | None]]] = {
    "setup": _setup,
    "round": _round,
    "ducat": _ducats,
    "favor": _favours,
    "deal": _dealt,
    "aside": _set_aside,
    "pack": _packet,
    "forced": _forced,
    "res": _resolved,
    "win": _won,
    "clean": _cleared,
    "stop": _stopped,
}
