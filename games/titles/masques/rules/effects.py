"""Log entries of Masques, typed: moves, and what chance and the rules bring about.

Guests, kinds of agents, guilds and families are numbers as in `components`; a guest that the reader may not know is
None. Palace cards, hallways and seats are numbers too.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from games.core.events import Effect
from games.titles.masques.rules.agents import AGENTS, GUEST_IN_HAND, on_palace
from games.titles.masques.rules.codes import FAMILY_CODES, GUILD_CODES, TOKEN_CODES, guest_code

HIDDEN: Final = "??"
ONE_OF_EACH: Final = "all5"

Guests = tuple[int | None, ...]
"""A packet or hand, ascending, so that the order says nothing."""


@dataclass(frozen=True, slots=True)
class PublicEffect(Effect):
    """What everybody may read."""

    def redact(self, viewer: int | None) -> "PublicEffect":
        return self


# Moves.


@dataclass(frozen=True, slots=True)
class GuestPicked(Effect):
    """``+C4``: a guest is kept in the draft."""

    seat: int
    guest: int | None

    def format(self) -> str:
        return f"+{_guest(self.guest)}"

    def redact(self, viewer: int | None) -> "GuestPicked":
        """The seat reads its own picks."""
        return self if viewer == self.seat else replace(self, guest=None)


@dataclass(frozen=True, slots=True)
class GuestPlayed(PublicEffect):
    """``C4@7``: a guest goes into a hallway."""

    seat: int
    guest: int
    hall: int

    def format(self) -> str:
        return f"{guest_code(self.guest)}@{self.hall}"


@dataclass(frozen=True, slots=True)
class AgentHired(PublicEffect):
    """``AS@7``, ``GO@5x6-12``: an agent goes into a hallway. Targets are places, the second one of a courtesan is a
    guest; without a first target the agent uses no ability."""

    seat: int
    kind: int
    hall: int
    first: int | None = None
    second: int | None = None

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


@dataclass(frozen=True, slots=True)
class TurnPassed(PublicEffect):
    """``pass``: with an empty hand, by choice or because nothing else is possible."""

    seat: int

    def format(self) -> str:
        return "pass"


# Setup and preparation.


@dataclass(frozen=True, slots=True)
class SetUp(PublicEffect):
    """``setup first=2 fam=0:V,1:C,2:D out=M``: the first player, the families of each seat, the one left out."""

    first: int
    families: tuple[tuple[int, ...], ...]
    left_out: int | None

    def format(self) -> str:
        owned = (
            f"{seat}:{''.join(FAMILY_CODES[family] for family in each)}" for seat, each in enumerate(self.families)
        )
        out = "" if self.left_out is None else f" out={FAMILY_CODES[self.left_out]}"
        return f"setup first={self.first} fam={','.join(owned)}{out}"


@dataclass(frozen=True, slots=True)
class RoundBegan(PublicEffect):
    """``round 2``."""

    number: int

    def format(self) -> str:
        return f"round {self.number}"


@dataclass(frozen=True, slots=True)
class DucatsLaid(PublicEffect):
    """``ducat p1 p3``: palace cards that get a ducat."""

    places: tuple[int, ...]

    def format(self) -> str:
        return " ".join(["ducat", *(f"p{place}" for place in self.places)])


@dataclass(frozen=True, slots=True)
class FavoursLaid(PublicEffect):
    """``favor p0=ME p2=SC``: palace cards that get a favour token, with its guild."""

    favours: tuple[tuple[int, int], ...]

    def format(self) -> str:
        return " ".join(["favor", *(f"p{place}={GUILD_CODES[guild]}" for place, guild in self.favours)])


@dataclass(frozen=True, slots=True)
class GuestsDealt(Effect):
    """``deal 0=C4,D3,V2,F3 1=??,??,??,??``: each seat's first packet, with two seats its hand."""

    hands: tuple[Guests, ...]

    def format(self) -> str:
        return " ".join(["deal", *(f"{seat}={_guests(hand)}" for seat, hand in enumerate(self.hands))])

    def redact(self, viewer: int | None) -> "GuestsDealt":
        """Each seat reads its own guests."""
        hands = (hand if seat == viewer else _hidden(hand) for seat, hand in enumerate(self.hands))
        return replace(self, hands=tuple(hands))


@dataclass(frozen=True, slots=True)
class GuestsSetAside(Effect):
    """``aside C4,D3,...``: with two seats, guests that wait for the even round. Nobody looks at them."""

    guests: Guests

    def format(self) -> str:
        return f"aside {_guests(self.guests)}"

    def redact(self, viewer: int | None) -> "GuestsSetAside":
        return replace(self, guests=_hidden(self.guests))


@dataclass(frozen=True, slots=True)
class PacketPassed(Effect):
    """``pack 2 C4,V2,F3``: the packet that a seat is handed in the draft, for itself only."""

    seat: int
    guests: tuple[int, ...]

    def format(self) -> str:
        return f"pack {self.seat} {_guests(self.guests)}"

    def redact(self, viewer: int | None) -> "PacketPassed | None":
        return self if viewer == self.seat else None


# Consequences.


@dataclass(frozen=True, slots=True)
class GuestForced(PublicEffect):
    """``forced 2:V3@9``: the holder places the guest that a courtesan has called."""

    seat: int
    guest: int
    hall: int

    def format(self) -> str:
        return f"forced {self.seat}:{guest_code(self.guest)}@{self.hall}"


@dataclass(frozen=True, slots=True)
class Gain:
    """A token that a seat collects; `token` is a guild or DUCAT."""

    place: int
    seat: int
    token: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A token that lay faceup between two cards, by their numbers; see `resolution.shown`."""

    place: int
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class PalaceResolved(PublicEffect):
    """``res p0 0+ME p3 1+du``: what is collected, clockwise from the door.

    What led to it the notation leaves out, since it follows from the moves: in effects that are read from a text it is
    empty, and `round` is 0. `covered` are the palace cards whose tokens lay facedown.
    """

    gains: tuple[Gain, ...]
    comparisons: tuple[Comparison, ...] = field(default=(), compare=False)
    covered: tuple[int, ...] = field(default=(), compare=False)
    round: int = field(default=0, compare=False)

    def format(self) -> str:
        return " ".join(["res", *(f"p{gain.place} {gain.seat}+{TOKEN_CODES[gain.token]}" for gain in self.gains)])


@dataclass(frozen=True, slots=True)
class MatchWon(PublicEffect):
    """``win 3 ME4``, ``win 3 all5``: by four favours of a guild, or (None) by one of each."""

    seat: int
    guild: int | None

    def format(self) -> str:
        return f"win {self.seat} {ONE_OF_EACH if self.guild is None else f'{GUILD_CODES[self.guild]}4'}"


@dataclass(frozen=True, slots=True)
class PalaceCleared(PublicEffect):
    """``clean first=3``: the end of a round, and the first player of the next one."""

    first: int

    def format(self) -> str:
        return f"clean first={self.first}"


@dataclass(frozen=True, slots=True)
class MatchStopped(PublicEffect):
    """``stop 60``: the last round has ended without a winner."""

    round: int

    def format(self) -> str:
        return f"stop {self.round}"


def _guest(guest: int | None) -> str:
    return HIDDEN if guest is None else guest_code(guest)


def _guests(guests: Guests) -> str:
    return ",".join(_guest(guest) for guest in guests)


def _hidden(guests: Guests) -> Guests:
    return (None,) * len(guests)


def _target(target: int, place: int) -> str:
    """A place that is a target of this sort."""
    return f"p{place}" if on_palace(target) else f"{place}"
