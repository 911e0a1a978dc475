"""From events to entries: typed effects of moves, of gathered draws, and of what the rules do."""

from collections.abc import Mapping, Sequence
from typing import cast

from games.core.engine.events import Effect, Entry, Event, EventKind
from games.core.engine.rules import Rules
from games.core.records.annotator import LogAnnotator
from games.titles.masques.rules import components
from games.titles.masques.rules.components import FAMILIES, GUESTS, GUILDS, HAND
from games.titles.masques.rules.effects import (
    ENTRIES,
    Comparison,
    DucatsLaid,
    FavoursLaid,
    Gain,
    GuestForced,
    GuestPicked,
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
from games.titles.masques.rules.state import MasquesState


class MasquesAnnotator(LogAnnotator):
    """Gathers single draws into `SetUp`, `FavoursLaid` and `GuestsDealt`, single gains into `PalaceResolved`."""

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        super().__init__(game, seats, settings)
        self.pending: list[tuple[int, int, int]] = []
        """Numbers of single effects that wait until their list is complete."""
        self.comparisons: list[Comparison] = []
        self.covered: list[int] = []

    @property
    def position(self) -> MasquesState:
        """The state after the event being read."""
        return cast(MasquesState, self.state)

    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        entries: list[Entry] = []
        if event.kind == EventKind.MOVE and event.seat is not None:
            entries.append(self.move(event.seat, ENTRIES.parse_move(event.seat, event.text)))
        for at in range(0, len(effects), 4):
            code, a, b, c = effects[at : at + 4]
            entries += self.entries_of(code, a, b, c)
        return entries

    def entries_of(self, code: int, a: int, b: int, c: int) -> list[Entry]:
        """The entries of one recorded effect; none while its list is not complete."""
        match code:
            case (
                components.FIRST_SEAT
                | components.FAMILY_DEALT
                | components.DUCAT_LAID
                | components.FAVOUR_LAID
                | components.GUEST_DEALT
                | components.COLLECTED
            ):
                self.pending.append((a, b, c))
                return []
            case components.COMPARED:
                self.comparisons.append(Comparison(a, b, c))
                return []
            case components.COVERED:
                self.covered.append(a)
                return []
            case components.FOURTH_PICK:
                return [self.move(a, GuestPicked(a, b))]
            case components.PASSED:
                return [self.move(a, TurnPassed(a))]
            case components.SET_UP | components.FAVOURS_LAID | components.DEALT | components.PASSED_ON:
                return self.chance(code, a)
        return [Entry(self.ply, EventKind.ENGINE, None, self.consequence(code, a, b, c))]

    def move(self, seat: int, effect: Effect) -> Entry:
        """A seat's move, of its own or forced."""
        return Entry(self.ply, EventKind.MOVE, seat, effect)

    def chance(self, code: int, a: int) -> list[Entry]:
        """The entries of what was drawn, or handed on unseen."""
        if code == components.PASSED_ON:
            return [Entry(self.ply, EventKind.CHANCE, seat, self.packet(seat, a)) for seat in self.seats]
        pending = self.take_pending()
        effects: list[Effect] = []
        if code == components.SET_UP:
            effects.append(self.set_up())
        elif code == components.FAVOURS_LAID:
            effects.append(FavoursLaid(tuple((place, guild) for place, guild, _none in pending)))
        else:
            effects.append(dealt(self.position.seats, pending))
            aside = [guest for guest in range(GUESTS) for _copy in range(self.position.deck[guest])]
            if aside:
                effects.append(GuestsSetAside(tuple(aside)))
        return [Entry(self.ply, EventKind.CHANCE, None, effect) for effect in effects]

    def consequence(self, code: int, a: int, b: int, c: int) -> Effect:
        """What the rules did."""
        match code:
            case components.ROUND:
                return RoundBegan(a)
            case components.DUCATS_LAID:
                return DucatsLaid(tuple(place for place, _none, _nor in self.take_pending()))
            case components.FORCED:
                return GuestForced(a, b, c)
            case components.RESOLVED:
                return self.resolved(a)
            case components.WON:
                return MatchWon(a, None if b == GUILDS else b)
            case components.CLEANED:
                return PalaceCleared(a)
            case components.STOPPED:
                return MatchStopped(a)
        raise AssertionError(f"no entry for recorded effect {code}")

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.position.seats)

    def resolved(self, number: int) -> PalaceResolved:
        """What the end of round `number` has brought, and why."""
        gains = tuple(Gain(place, seat, token) for place, seat, token in self.take_pending())
        effect = PalaceResolved(gains, tuple(self.comparisons), tuple(self.covered), number)
        self.comparisons, self.covered = [], []
        return effect

    def take_pending(self) -> list[tuple[int, int, int]]:
        """The list that is complete now."""
        pending, self.pending = self.pending, []
        return pending

    def set_up(self) -> SetUp:
        """The first player and the families, by the position: with two seats each has two."""
        position = self.position
        families = range(FAMILIES)
        return SetUp(
            position.first,
            tuple(tuple(family for family in families if position.owner[family] == seat) for seat in self.seats),
            next((family for family in families if not position.in_play[family * 3]), None),
        )

    def packet(self, seat: int, time: int) -> PacketPassed:
        """What `seat` is handed after `time` picks."""
        start = (seat - time) % self.position.seats * HAND
        return PacketPassed(seat, tuple(sorted(list(self.position.packet)[start + time : start + HAND])))


def dealt(seats: int, pending: Sequence[tuple[int, int, int]]) -> GuestsDealt:
    """Guests as they were dealt one by one: (seat, guest, 0)."""
    return GuestsDealt(
        tuple(tuple(sorted(guest for to, guest, _none in pending if to == seat)) for seat in range(seats))
    )
