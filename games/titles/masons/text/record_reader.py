"""Reads whole matches from their file form (record.py). Its tags tell the deal, its tokens all other draws."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from games.core.engine.state import CHANCE, OVER
from games.core.records.record import read_players, refuse_tags, require_tag, split_tags
from games.core.records.record_reader import RecordReader
from games.core.text import _
from games.core.title.game import Game, Record
from games.titles.masons.rules.board import BOARD_NAME
from games.titles.masons.rules.components import CARDS, COPIES, EXCHANGING, FACE_CODES, HAND_CARDS, WALL
from games.titles.masons.text.annotator import MasonsAnnotator
from games.titles.masons.text.record import DECK, GAME_ID, MasonsWriter

_DICE: Final = re.compile(r"D:([WGK])/([bgyrp?])([bgyrp?])")
_DRAWN: Final = re.compile(r"[1-4]:R:(\S+)")
_SEAT_TOKEN: Final = re.compile(r"([1-4]):([SXEF]:\S+)")


def read_record(game: Game, text: str) -> Record:
    """Return the match that `text` tells; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    require_tag(tags, "Board", BOARD_NAME)
    seats = read_players(tags, game.seats)
    hands = _read_hands(tags, seats)
    annotator = game.annotator(seats, {})
    assert isinstance(annotator, MasonsAnnotator)
    reader = MasonsReader(annotator, _read_deck(tags, hands))
    reader.draw_from_tags([*(card for hand in hands for card in hand), tags.get("First", "")])
    events = reader.read(body)
    if "Result" in tags:
        reader.compare_result(tags["Result"])
    return Record(tags, seats, {}, events)


def _read_hands(tags: Mapping[str, str], seats: int) -> list[list[str]]:
    """Return the cards dealt, by seat; raises `BadRecord`."""
    items = [item.partition("=") for item in tags.get("Hands", "").split()]
    hands = [hand.split(",") for _seat, _sign, hand in items]
    if [seat for seat, *_rest in items] != [str(seat + 1) for seat in range(seats)] or any(
        len(hand) != HAND_CARDS or not set(hand) <= set(FACE_CODES) for hand in hands
    ):
        raise refuse_tags(_("The tag Hands must list six cards for each seat."))
    return hands


def _read_deck(tags: Mapping[str, str], hands: Sequence[Sequence[str]]) -> list[str] | None:
    """Return the draw pile from the top; None without the tag Deck. Raises `BadRecord`."""
    if DECK not in tags:
        return None
    deck = tags[DECK].split(",")
    if len(deck) != CARDS or Counter(deck) != Counter(dict.fromkeys(FACE_CODES, COPIES)):
        raise refuse_tags(_("The tag Deck must list all sixty cards."))
    for seat, hand in enumerate(hands):
        if Counter(deck[seat * HAND_CARDS : (seat + 1) * HAND_CARDS]) != Counter(hand):
            raise refuse_tags(_("The tags Deck and Hands don’t match."))
    return deck[len(hands) * HAND_CARDS :]


class MasonsReader(RecordReader):
    """Knows how a turn begins, that moves of the active seat have no seat, and which tokens list draws."""

    own_note = re.compile(r"(T\d+|0) size\b|end\b")

    def __init__(self, annotator: MasonsAnnotator, deck: list[str] | None) -> None:
        self.state = annotator.position
        super().__init__(annotator, MasonsWriter(int(self.state.seats)))
        self.deck = deck
        """The cards to be drawn, from the top, until the discard pile is shuffled; None if they are unknown."""

    def ahead(self) -> Sequence[str]:
        return (f"{self.state.turns}.", f"{self.state.active + 1}:") if self.state.phase == WALL else ()

    def spoken(self) -> tuple[int, str]:
        found = _SEAT_TOKEN.fullmatch(self.token)
        return (int(found[1]) - 1, found[2].partition(">")[0]) if found else (int(self.state.active), self.token)

    def outcomes(self, purpose: str) -> Iterable[str]:
        found = (_DICE if purpose == "dice" else _DRAWN).fullmatch(self.token)
        if found is None:
            raise self.not_due()
        return found.groups() if purpose == "dice" else self.from_the_deck(found[1].split(","))

    def play_token(self) -> None:
        """Play a move or draws; the cards drawn for an exchange are in its token."""
        is_move = self.state.to_move() != CHANCE
        super().play_token()
        if is_move and self.state.phase == EXCHANGING:
            self.draw(self.from_the_deck(filter(None, self.token.partition(">")[2].split(","))))

    def from_the_deck(self, cards: Iterable[str]) -> Iterator[str]:
        """Yield cards, each when it is drawn; raises `BadRecord` for one that the tag Deck has elsewhere."""
        for card in cards:
            if self.deck is not None:
                if card != self.deck[0]:
                    raise self.refuse(_("According to the tag Deck, %(token)s is drawn here.", token=self.deck[0]))
                self.deck = self.deck[1:] or None  # unknowable from the first shuffle on
            yield card

    def compare_result(self, result: str) -> None:
        """Raise `BadRecord` unless the points and cards of the tag Result are those of the match's end."""
        state = self.state
        found = " ".join(f"{seat + 1}={state.scores[seat]}/{state.hand_size[seat]}" for seat in range(state.seats))
        if state.to_move() != OVER or result != found:
            raise refuse_tags(_("The tag Result must say “%(value)s”.", value=found))
