"""The facts of a position of Masques by name, and their copy."""

from games.core.engine.rows import Int, Row, vec
from games.core.engine.sets import EMPTY, FIRST
from games.core.engine.state import CHANCE, State
from games.titles.masques.rules import components as box
from games.titles.masques.rules.agents import COURTESAN, KINDS, PILE, affordable


class MasquesFields(State):
    """All facts of a position, as rows of small ints; the modules of the rules read and change it.

    `hallway[i]` lies between the palace cards i and i+1; see `components`.
    """

    __slots__ = (
        "bank",
        "bought",
        "chosen",
        "cursor",
        "deck",
        "drafted",
        "ducats",
        "favour",
        "first",
        "guest_down",
        "hallway",
        "hand",
        "in_play",
        "lacks",
        "mover",
        "offers",
        "owner",
        "packet",
        "phase",
        "pick",
        "round",
        "seats",
        "size",
        "supply",
        "token",
        "token_down",
        "unplayed",
        "vacant",
        "winner",
        "won_by",
    )

    def __init__(self, seats: Int, source: "MasquesFields | None" = None) -> None:
        super().__init__(source)
        if source is not None:
            self._copy_from(source)
            return
        self.seats: Int = seats
        self.size: Int = box.palace_size(seats)
        self.phase: Int = box.SETUP
        self.mover: Int = CHANCE
        self.cursor: Int = 0  # how far setup, favours or deal have come
        self.round: Int = 0
        self.first: Int = box.NOBODY
        self.winner: Int = box.NOBODY
        self.won_by: Int = box.NONE  # guild, or GUILDS for one of each
        # The palace.
        self.token: Row = vec[Int]([box.NONE] * self.size)
        self.token_down: Row = vec[Int]([0] * self.size)
        self.hallway: Row = vec[Int]([box.NONE] * self.size)
        self.guest_down: Row = vec[Int]([0] * self.size)
        self.vacant: Int = FIRST[self.size]  # the set of vacant hallways
        # The supplies.
        self.bank: Int = box.DUCATS - seats
        self.supply: Row = vec[Int]([3 if seats > 2 else 2] * box.GUILDS)
        self.bought: Row = vec[Int]([0] * KINDS)  # cards that left each agent pile
        if seats == 2:
            self.bought[COURTESAN] = PILE
        self.offers: Row = affordable(self.bought)  # by purse: the set of kinds that can be hired
        # The seats.
        self.owner: Row = vec[Int]([box.NOBODY] * (box.FAMILIES + 2))  # by family; Foscari and agents have no owner
        self.ducats: Row = vec[Int]([1] * seats)
        self.favour: Row = vec[Int]([0] * (seats * box.GUILDS))
        self.hand: Row = vec[Int]([EMPTY] * seats)  # sets of guests: see `hands`
        # Guests.
        self.in_play: Row = box.COPIES[:]  # copies of each guest in this match
        self.deck: Row = vec[Int]([0] * len(box.COPIES))  # copies not dealt; with two seats the cards set aside
        self.unplayed: Row = vec[Int]([EMPTY] * seats)  # two seats: hands that are left from the odd round
        # The draft: packet o is packet[o * 4 ...]; entry t was taken by seat o + t at pick t, or lies there still.
        self.packet: Row = vec[Int]([box.NONE] * (seats * box.HAND))
        self.drafted: Int = 0  # picks completed
        self.pick: Row = vec[Int]([box.NONE] * seats)  # sealed answers
        self.lacks: Row = vec[Int]([0] * seats)  # 1: a courtesan's call showed that no Foscari 3 is in this hand
        # The unfinished move.
        self.chosen: list[Int] = []

    def _copy_from(self, source: "MasquesFields") -> None:
        self.seats = source.seats
        self.size = source.size
        self.phase = source.phase
        self.mover = source.mover
        self.cursor = source.cursor
        self.round = source.round
        self.first = source.first
        self.winner = source.winner
        self.won_by = source.won_by
        self.token = source.token[:]
        self.token_down = source.token_down[:]
        self.hallway = source.hallway[:]
        self.guest_down = source.guest_down[:]
        self.vacant = source.vacant
        self.bank = source.bank
        self.supply = source.supply[:]
        self.bought = source.bought[:]
        self.offers = source.offers[:]
        self.owner = source.owner[:]
        self.ducats = source.ducats[:]
        self.favour = source.favour[:]
        self.hand = source.hand[:]
        self.in_play = source.in_play[:]
        self.deck = source.deck[:]
        self.unplayed = source.unplayed[:]
        self.packet = source.packet[:]
        self.drafted = source.drafted
        self.pick = source.pick[:]
        self.lacks = source.lacks[:]
        self.chosen = source.chosen[:]
