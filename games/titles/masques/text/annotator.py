"""Turns events into entries: those that are collected or need the position are described here, all others by their
declaration."""

from itertools import starmap
from typing import cast

from games.core.records.annotator import LogAnnotator, tells
from games.titles.masques.rules import components
from games.titles.masques.rules.components import FAMILIES, GUESTS, HAND
from games.titles.masques.rules.effects import (
    ENTRIES,
    Comparison,
    Gain,
    GuestsDealt,
    GuestsSetAside,
    PacketPassed,
    PalaceResolved,
    SetUp,
)
from games.titles.masques.rules.state import MasquesState


class MasquesAnnotator(LogAnnotator, entries=ENTRIES, codes=components):
    """Annotates Masques. Single draws come as one entry with the last of them."""

    @property
    def position(self) -> MasquesState:
        """The state after the event being read."""
        return cast(MasquesState, self.state)

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.position.seats)

    @tells(SetUp)
    def set_up(self) -> SetUp:
        """Return the first player and the families, by the position: with two seats each has two."""
        position = self.position
        families = range(FAMILIES)
        return SetUp(
            position.first,
            tuple(tuple(family for family in families if position.owner[family] == seat) for seat in self.seats),
            next((family for family in families if not position.in_play[family * 3]), None),
        )

    @tells(GuestsDealt)
    def dealt(self) -> GuestsDealt:
        """Return guests as they were dealt one by one."""
        dealt = self.take(components.EFFECT_GUEST_DEALT)
        return GuestsDealt(
            tuple(tuple(sorted(guest for to, guest, _none in dealt if to == seat)) for seat in self.seats)
        )

    @tells(GuestsSetAside)
    def set_aside(self) -> GuestsSetAside:
        """Return what was left over from the deal."""
        return GuestsSetAside(tuple(guest for guest in range(GUESTS) for _copy in range(self.position.deck[guest])))

    @tells(PacketPassed)
    def packet(self, seat: int, time: int) -> PacketPassed:
        """Return what `seat` is handed after `time` picks."""
        start = (seat - time) % self.position.seats * HAND
        return PacketPassed(seat, tuple(sorted(list(self.position.packet)[start + time : start + HAND])))

    @tells(PalaceResolved)
    def resolved(self, number: int) -> PalaceResolved:
        """Return the results of the end of round `number`, with reasons."""
        return PalaceResolved(
            tuple(starmap(Gain, self.take(components.EFFECT_COLLECTED))),
            tuple(starmap(Comparison, self.take(components.EFFECT_COMPARED))),
            tuple(place for place, *_none in self.take(components.EFFECT_COVERED)),
            number,
        )
