"""Whole matches as files (rules page, #notation): tags, then a line per turn. Seats count from 1.

[Game "Masons"]
[Players "2"]
[Board "masons-strip-42"]
[First "2"]
[Hands "1=ORN,TS1,OHy,OTK,TS1,OTK 2=TTA,ORN,TTK,TS3,OHr,TS2"]

1. 2: W:b6c6 D:G/?y B:b6=G,c6=W;B10=y,B11=r
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games.core.engine.events import Effect, Entry, SiteNote
from games.core.records.record import RecordWriter, file_form
from games.titles.masons.rules.board import BOARD_NAME
from games.titles.masons.rules.effects import (
    Built,
    CardDiscarded,
    CardsDrawn,
    CardsExchanged,
    CardsPlayed,
    Dealt,
    Ended,
    EndNears,
    FinalPlayed,
    MergeChosen,
    Rolled,
    SeatSkipped,
    TownScored,
    TurnBegun,
    WallPlaced,
    cards_word,
)

GAME_ID: Final = "Masons"
DECK: Final = "Deck"
"""A tag with all cards in the order of the deck, hands first. The site does not know it: a record may."""


def write_record(tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
    """Return the file form of `entries`, which may be redacted. `tags` follow those of the match."""
    writer = MasonsWriter(seats)
    for entry in entries:
        writer.write(entry)
    return file_form(writer.tags(tags.get(DECK)), tags, writer.finish())


class MasonsWriter(RecordWriter):
    """Puts entries into the order of the file form: an exchange is one token with the cards drawn for it."""

    first_seat = 1

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deal: Dealt | None = None
        self.turn = TurnBegun(0, 0)
        self.exchange: CardsExchanged | None = None  # waits for the cards drawn
        self.final: TownScored | None = None  # the final scoring, described with the end

    def tags(self, deck: str | None) -> dict[str, str]:
        """Return the tags of the match itself, in order, with the order of the deck if it is revealed."""
        own = {"Game": GAME_ID, "Players": str(self.seats), "Board": BOARD_NAME}
        if self.deal is not None:
            own["First"] = str(self.deal.first + 1)
        if deck is not None:
            own[DECK] = deck
        if self.deal is not None:
            own["Hands"] = " ".join(f"{seat + 1}={cards_word(cards)}" for seat, cards in enumerate(self.deal.hands))
        return own

    def finish(self) -> list[list[str]]:
        """Write an exchange whose cards are not drawn yet, without them; return all lines."""
        if self.exchange is not None:
            self.word(f"{self.exchange.seat + 1}:{self.exchange.format()}")
            self.exchange = None
        return self.lines

    def write(self, entry: Entry) -> None:
        effect = entry.effect
        match effect:
            case Dealt():
                self.deal = effect
            case TurnBegun():
                self.turn = effect
            case WallPlaced():
                self.begin_line(effect.format())
            case Rolled() | Built() | MergeChosen():
                self.word(effect.format())
            case EndNears("lines"):
                self.begin_line("W:-")
            case TownScored("0"):
                self.final = effect
            case TownScored(town, size):
                self.word("{" + "; ".join([f"{town} size {size}", *gains(effect)]) + "}")
            case Ended():
                self.word("{" + self.ended(effect) + "}")
            case _:
                self.write_cards(effect)

    def write_cards(self, effect: Effect) -> None:
        """Write what a seat does with its cards, and notes of the site."""
        match effect:
            case CardsPlayed(seat) | CardDiscarded(seat) | FinalPlayed(seat) | CardsExchanged(seat, ()):
                self.word(f"{seat + 1}:{effect.format()}")
            case SeatSkipped(seat, step):
                self.word(f"{seat + 1}:{step}:-")
            case CardsExchanged():
                self.exchange = effect
            case CardsDrawn():
                self.draw(effect)
            case SiteNote():
                self.site(effect)

    def begin_line(self, word: str) -> None:
        """Write the first word of a turn."""
        self.lines.append([f"{self.turn.number}.", f"{self.turn.seat + 1}:", word])

    def draw(self, effect: CardsDrawn) -> None:
        """Write the cards drawn after a scoring, or an exchange with the cards drawn for it."""
        thrown, self.exchange = self.exchange, None
        if thrown is None:
            self.word(f"{effect.seat + 1}:R:{cards_word(effect.cards)}")
        elif None in thrown.cards:
            self.word(f"{thrown.seat + 1}:{thrown.format()}")
        else:
            self.word(f"{thrown.seat + 1}:{thrown.format()}>{cards_word(effect.cards)}")

    def ended(self, effect: Ended) -> str:
        """Return why the match has ended, the results of the final scoring, and the final scores."""
        placed = [
            f"seat {seat + 1} place {place} points {points} cards {cards}"
            for seat, (place, points, cards) in enumerate(effect.seats)
        ]
        final = gains(self.final) if self.final is not None else []
        return "; ".join([f"end {effect.reason} case {1 if effect.with_town else 2}", *final, *placed])


def gains(scored: TownScored) -> list[str]:
    """Return ``2 +5`` for each seat that has played."""
    return [f"{seat + 1} +{points}" for seat, points, _town, _cards in scored.plays]
