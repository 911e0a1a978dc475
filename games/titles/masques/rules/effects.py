"""Log entries of Masques, typed: moves, and what chance and the rules bring about.

Guests, kinds of agents, guilds and families are numbers as in `components`; a guest that the reader may not know is
None. Palace cards, hallways and seats are numbers too.
"""

from dataclasses import dataclass, field
from typing import Annotated, Final

from games.core.records.entry_forms import (
    DeclaredEffect,
    Entries,
    Items,
    Words,
    by_seat,
    each_its_own,
    entry,
    everybody,
    numbered,
    optional,
    or_none,
    owner,
    paired,
    secret,
    several,
)
from games.titles.masques.rules import components
from games.titles.masques.rules.agents import AGENTS, GUEST_IN_HAND, NO_TARGET, on_palace
from games.titles.masques.rules.codes import (
    AGENT_CODES,
    FAMILY_CODES,
    GUILD_CODES,
    TOKEN_CODES,
    guest_code,
    guest_number,
)

HIDDEN: Final = "??"
ONE_OF_EACH: Final = "all5"

Guests = tuple[int | None, ...]
"""A packet or hand, ascending, so that the order says nothing."""


# Sorts of words.

ENTRIES: Final = Entries()
SEAT: Final = Words("[0-3]", int)
NUMBER: Final = Words("[0-9]{1,2}", int)
GUEST: Final = Words("[CDMVF][234]", guest_number, guest_code)
CARD: Final = secret(GUEST, HIDDEN)
GUILD: Final = numbered(GUILD_CODES)
FAMILY: Final = numbered(FAMILY_CODES)
FAMILIES: Final = Words(
    "[0-3]:[CDMVF]+(?:,[0-3]:[CDMVF]+)*",
    lambda text: tuple(tuple(map(FAMILY.read, each[2:])) for each in text.split(",")),
    lambda owned: ",".join(f"{seat}:{''.join(map(FAMILY.write, each))}" for seat, each in enumerate(owned)),
)
PLACE: Final = Words("p[0-9]{1,2}", lambda text: int(text[1:]), "p{}".format)
TARGET: Final = Words("(?:xp?[0-9]+)?", lambda text: int(text.lstrip("xp")) if text else None)
SECOND_TARGET: Final = Words(f"(?:-p?[0-9]+|={GUEST.pattern})?", lambda text: _second(text) if text else None)


def _second(text: str) -> int:
    return guest_number(text[1:]) if text.startswith("=") else int(text.lstrip("-p"))


# Moves.


@entry(ENTRIES, "+{guest}", to=everybody, readers={"guest": owner}, recorded=components.EFFECT_FOURTH_PICK)
class GuestPicked(DeclaredEffect):
    """``+C4``: a guest is kept in the draft."""

    seat: int
    guest: Annotated[int | None, CARD]


@entry(ENTRIES, "{guest}@{hall}", to=everybody)
class GuestPlayed(DeclaredEffect):
    """``C4@7``: a guest goes into a hallway."""

    seat: int
    guest: Annotated[int, GUEST]
    hall: Annotated[int, NUMBER]


@entry(ENTRIES, "{kind}@{hall}{first}{second}", to=everybody)
class AgentHired(DeclaredEffect):
    """``AS@7``, ``GO@5x6-12``: an agent goes into a hallway. Targets are places, the second one of a courtesan is a
    guest; without a first target the agent uses no ability."""

    seat: int
    kind: Annotated[int, numbered(AGENT_CODES)]
    hall: Annotated[int, NUMBER]
    first: Annotated[int | None, TARGET] = None
    second: Annotated[int | None, SECOND_TARGET] = None

    def is_sound(self) -> bool:
        if self.first is None:
            return self.second is None
        return (self.second is None) == (AGENTS[self.kind].second == NO_TARGET)

    def format(self) -> str:
        agent = AGENTS[self.kind]
        text = f"{agent.code}@{self.hall}"
        if self.first is None:
            return text
        text += f"x{_target(agent.first, self.first)}"
        if self.second is None:
            return text
        if agent.second == GUEST_IN_HAND:
            return f"{text}={guest_code(self.second)}"
        return f"{text}-{_target(agent.second, self.second)}"


@entry(ENTRIES, "pass", to=everybody, recorded=components.EFFECT_PASSED)
class TurnPassed(DeclaredEffect):
    """``pass``: with an empty hand, by choice or because nothing else is possible."""

    seat: int


# Setup and preparation.


@entry(
    ENTRIES,
    "setup first={first} fam={families}{left_out}",
    to=everybody,
    recorded=components.EFFECT_SET_UP,
    by_chance=True,
)
class SetUp(DeclaredEffect):
    """``setup first=2 fam=0:V,1:C,2:D out=M``: the first player, the families of each seat, the one left out."""

    first: Annotated[int, SEAT]
    families: Annotated[tuple[tuple[int, ...], ...], FAMILIES]
    left_out: Annotated[int | None, optional(FAMILY, " out=")]


@entry(ENTRIES, "round {number}", to=everybody, recorded=components.EFFECT_ROUND)
class RoundBegan(DeclaredEffect):
    """``round 2``."""

    number: Annotated[int, NUMBER]


@entry(ENTRIES, "ducat {places}", to=everybody, bare="ducat", recorded=components.EFFECT_DUCATS_LAID)
class DucatsLaid(DeclaredEffect):
    """``ducat p1 p3``: palace cards that get a ducat."""

    places: Annotated[tuple[int, ...], several(PLACE, " "), Items(components.EFFECT_DUCAT_LAID)] = ()


@entry(ENTRIES, "favor {favours}", to=everybody, bare="favor", recorded=components.EFFECT_FAVOURS_LAID, by_chance=True)
class FavoursLaid(DeclaredEffect):
    """``favor p0=ME p2=SC``: palace cards that get a favour token, with its guild."""

    favours: Annotated[
        tuple[tuple[int, int], ...], several(paired(PLACE, "=", GUILD), " "), Items(components.EFFECT_FAVOUR_LAID)
    ] = ()


@entry(
    ENTRIES,
    "deal {hands}",
    to=everybody,
    readers={"hands": each_its_own},
    recorded=components.EFFECT_DEALT,
    by_chance=True,
)
class GuestsDealt(DeclaredEffect):
    """``deal 0=C4,D3,V2,F3 1=??,??,??,??``: each seat's first packet, with two seats its hand."""

    hands: Annotated[tuple[Guests, ...], by_seat(several(CARD)), Items(components.EFFECT_GUEST_DEALT)]


@entry(ENTRIES, "aside {guests}", to=everybody, recorded=components.EFFECT_SET_ASIDE, by_chance=True)
class GuestsSetAside(DeclaredEffect):
    """``aside C4,D3,...``: with two seats, guests that wait unseen for the even round."""

    guests: Annotated[Guests, several(CARD)]


@entry(ENTRIES, "pack {seat} {guests}", to=owner, recorded=components.EFFECT_PACKET, by_chance=True)
class PacketPassed(DeclaredEffect):
    """``pack 2 C4,V2,F3``: the packet that a seat is handed in the draft, for itself only."""

    seat: Annotated[int, SEAT]
    guests: Annotated[tuple[int, ...], several(GUEST)]


# Consequences.


@entry(ENTRIES, "forced {seat}:{guest}@{hall}", to=everybody, recorded=components.EFFECT_FORCED)
class GuestForced(DeclaredEffect):
    """``forced 2:V3@9``: the holder places the guest that a courtesan has called."""

    seat: Annotated[int, SEAT]
    guest: Annotated[int, GUEST]
    hall: Annotated[int, NUMBER]


@dataclass(frozen=True, slots=True)
class Gain:
    """A token that a seat collects; `token` is a guild or DUCAT."""

    place: int
    seat: int
    token: int


def _gain(place: str, collected: str) -> Gain:
    seat, token = collected.split("+")
    return Gain(int(place[1:]), int(seat), TOKEN_CODES.index(token))


GAINS: Final = Words(
    f"(?: p[0-9]+ [0-3][+](?:{'|'.join(TOKEN_CODES)}))*",
    lambda text: tuple(map(_gain, text.split()[::2], text.split()[1::2])),
    lambda gains: "".join(f" p{gain.place} {gain.seat}+{TOKEN_CODES[gain.token]}" for gain in gains),
)
FOUR_OF: Final = Words(
    f"(?:{GUILD.pattern})4", lambda text: GUILD.read(text[:-1]), lambda guild: f"{GUILD.write(guild)}4"
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A token that lay faceup between two cards, by their numbers; see `resolution.shown`."""

    place: int
    one: int
    other: int


@entry(ENTRIES, "res{gains}", to=everybody, recorded=components.EFFECT_RESOLVED)
class PalaceResolved(DeclaredEffect):
    """``res p0 0+ME p3 1+du``: what is collected, clockwise from the door.

    The notation leaves out what follows from the moves: in effects that are read from a text, `comparisons` and
    `covered` are empty, and `round` is 0. `covered` are the palace cards whose tokens lay facedown.
    """

    gains: Annotated[tuple[Gain, ...], GAINS, Items(components.EFFECT_COLLECTED)]
    comparisons: Annotated[tuple[Comparison, ...], Items(components.EFFECT_COMPARED)] = field(default=(), compare=False)
    covered: Annotated[tuple[int, ...], Items(components.EFFECT_COVERED)] = field(default=(), compare=False)
    round: int = field(default=0, compare=False)


@entry(ENTRIES, "win {seat} {guild}", to=everybody, recorded=components.EFFECT_WON)
class MatchWon(DeclaredEffect):
    """``win 3 ME4``, ``win 3 all5``: by four favours of a guild, or (None) by one of each."""

    seat: Annotated[int, SEAT]
    guild: Annotated[int | None, or_none(FOUR_OF, ONE_OF_EACH)]


@entry(ENTRIES, "clean first={first}", to=everybody, recorded=components.EFFECT_CLEANED)
class PalaceCleared(DeclaredEffect):
    """``clean first=3``: the end of a round, and the first player of the next one."""

    first: Annotated[int, SEAT]


@entry(ENTRIES, "stop {round}", to=everybody, recorded=components.EFFECT_STOPPED)
class MatchStopped(DeclaredEffect):
    """``stop 60``: the last round has ended without a winner."""

    round: Annotated[int, NUMBER]


def _target(target: int, place: int) -> str:
    """Return the word of a place that is a target of this sort."""
    return f"p{place}" if on_palace(target) else f"{place}"
