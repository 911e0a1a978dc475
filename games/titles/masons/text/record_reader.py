"""Reads whole matches from their file form (record.py).

Moves, dice and cards are played one by one; what follows from them is compared with what the writer writes. Notes in
braces are comments, but for those of the site; both may stand anywhere.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from games.core.errors import BadRecord, MoveError
from games.core.events import Event, EventKind, SiteNote
from games.core.game import Game, Record
from games.core.log import chance_event
from games.core.record import require_tag, split_tags, tokens_of
from games.core.state import CHANCE, OVER
from games.core.text import Text, _
from games.titles.masons.rules.board import BOARD_NAME
from games.titles.masons.rules.components import CARDS, COPIES, FACE_CODES, HAND_CARDS, MAX_SEATS, MIN_SEATS
from games.titles.masons.text.annotator import MasonsAnnotator
from games.titles.masons.text.record import DECK, GAME_ID, RecordWriter

_TURN: Final = re.compile(r"\d+\.")
_SPEAKER: Final = re.compile(r"\d+:")
_DICE: Final = re.compile(r"D:([WGK])/([bgyrp?])([bgyrp?])")
_SEAT_TOKEN: Final = re.compile(r"([1-4]):(([SXREF]):(\S+))")


def read_record(game: Game, text: str) -> Record:
    """The match that `text` tells; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    require_tag(tags, "Board", BOARD_NAME)
    seats = _read_players(tags)
    hands = _read_hands(tags, seats)
    annotator = game.annotator(seats, {})
    assert isinstance(annotator, MasonsAnnotator)
    reader = RecordReader(annotator, seats, _read_deck(tags, hands))
    reader.deal(hands, tags.get("First", ""))
    events = reader.read(tokens_of(body))
    if "Result" in tags:
        reader.compare_result(tags["Result"])
    return Record(tags, seats, {}, events)


def _refuse_tags(rule: Text) -> BadRecord:
    return BadRecord(0, "tags", rule)


def _read_players(tags: Mapping[str, str]) -> int:
    players = tags.get("Players", "")
    if players not in {str(seats) for seats in range(MIN_SEATS, MAX_SEATS + 1)}:
        raise _refuse_tags(_("The tag %(name)s must be a number from 2 to 4.", name="Players"))
    return int(players)


def _read_hands(tags: Mapping[str, str], seats: int) -> list[list[str]]:
    """The cards dealt, by seat."""
    items = [item.partition("=") for item in tags.get("Hands", "").split()]
    hands = [hand.split(",") for _seat, _sign, hand in items]
    if [seat for seat, *_rest in items] != [str(seat + 1) for seat in range(seats)] or any(
        len(hand) != HAND_CARDS or not set(hand) <= set(FACE_CODES) for hand in hands
    ):
        raise _refuse_tags(_("The tag Hands must name six cards for each seat."))
    return hands


def _read_deck(tags: Mapping[str, str], hands: Sequence[Sequence[str]]) -> list[str] | None:
    """The draw pile from the top, if the tag Deck tells it."""
    if DECK not in tags:
        return None
    deck = tags[DECK].split(",")
    if len(deck) != CARDS or Counter(deck) != Counter(dict.fromkeys(FACE_CODES, COPIES)):
        raise _refuse_tags(_("The tag Deck must name all sixty cards."))
    for seat, hand in enumerate(hands):
        if Counter(deck[seat * HAND_CARDS : (seat + 1) * HAND_CARDS]) != Counter(hand):
            raise _refuse_tags(_("The tags Deck and Hands disagree."))
    return deck[len(hands) * HAND_CARDS :]


class RecordReader:
    """Plays the tokens of a record, and compares them with those that the writer writes."""

    def __init__(self, annotator: MasonsAnnotator, seats: int, deck: list[str] | None) -> None:
        self.annotator = annotator
        self.game = annotator.game
        self.state = annotator.position
        self.writer = RecordWriter(seats)
        self.deck = deck
        """The cards to be drawn, from the top, until the discard pile is shuffled; None: they are not told."""
        self.events: list[Event] = []
        self.tokens: list[str] = []  # read so far, without notes
        self.plies: list[int] = []  # the number of events before each of them
        self.compared = 0  # how many of them are what the writer writes
        self.token = ""

    def deal(self, hands: Sequence[Sequence[str]], first: str) -> None:
        """Play the draws that the tags tell."""
        for name in [*(card for hand in hands for card in hand), first]:
            try:
                outcome = self.game.parse_chance(self.state, name)
            except MoveError as error:
                raise _refuse_tags(error.reason) from error
            if outcome not in self.state.chance_step().outcomes:
                raise _refuse_tags(_("“%(token)s” cannot be drawn here.", token=name))
            self.play(chance_event(self.game, self.state, outcome))

    def read(self, tokens: Sequence[str]) -> tuple[Event, ...]:
        """The events of all tokens; raises `BadRecord`. A record may end at any decision."""
        for token in tokens:
            self.token = token
            if token.startswith("{"):
                self.read_note(token)
                continue
            self.tokens.append(token)
            self.plies.append(len(self.events))
            if not _TURN.fullmatch(token) and not _SPEAKER.fullmatch(token):
                self.read_token(token)
            self.compare()
        self.token = ""
        if self.state.to_move() == CHANCE and self.events:
            raise self.refuse(_("The record stops before the move is complete."))
        self.compare(whole=True)
        return tuple(self.events)

    def read_note(self, token: str) -> None:
        """A note of the site, whose seat counts from 1; other notes are comments."""
        note = SiteNote.parse(token[1:-1])
        if note is None:
            return
        seat = None if note.seat is None else note.seat - 1
        if seat is not None and seat not in range(self.writer.seats):
            raise self.refuse(_("There is no such seat."))
        self.play(Event(EventKind.SITE, seat, note.word))

    def read_token(self, token: str) -> None:
        """A move, dice, or cards drawn. One that nobody chooses, such as ``2:S:-``, is only compared."""
        if found := _DICE.fullmatch(token):
            self.draw("dice", found.groups())
        elif found := _SEAT_TOKEN.fullmatch(token):
            self.read_seat_token(int(found[1]) - 1, found[2], found[3], found[4])
        elif token != "W:-":
            self.move(int(self.state.active), token)

    def read_seat_token(self, seat: int, move: str, verb: str, cards: str) -> None:
        """The token of a seat in a scoring, an exchange, or at the end."""
        if verb == "R":
            if cards != "-":
                self.draw("draw", cards.split(","))
            return
        thrown, sign, drawn = move.partition(">")
        if cards == "-" and (verb == "S" or seat != self.state.to_move()):
            return
        self.move(seat, thrown)
        if verb == "E" and cards != "-":
            self.draw("exchange", drawn.split(",") if sign else [])

    def move(self, seat: int, text: str) -> None:
        """Play a move of a seat that owes one."""
        if seat != self.state.to_move():
            self.compare()
            raise self.mismatch()
        try:
            self.game.parse_move(self.state, seat, text)
        except MoveError as error:
            raise self.refuse(error.reason) from error
        self.play(Event(EventKind.MOVE, seat, text))

    def draw(self, purpose: str, names: Sequence[str]) -> None:
        """Play the draws that a token lists: as many as the rules take."""
        for name in names:
            if self.state.to_move() != CHANCE or self.state.chance_step().purpose != purpose:
                raise self.mismatch()
            try:
                outcome = self.game.parse_chance(self.state, name)
            except MoveError as error:
                raise self.refuse(error.reason) from error
            if outcome not in self.state.chance_step().outcomes:
                raise self.refuse(_("“%(token)s” cannot be drawn here.", token=name))
            if purpose != "dice":
                self.check_deck(name)
            self.play(chance_event(self.game, self.state, outcome))
        if self.state.to_move() == CHANCE and self.state.chance_step().purpose == purpose and self.same_seat():
            raise self.refuse(_("Too few outcomes are listed."))

    def same_seat(self) -> bool:
        """Whether the seat that draws has drawn before, so that its token is not over."""
        return self.state.drawn > 0 or not self.events or self.events[-1].kind == EventKind.MOVE

    def check_deck(self, name: str) -> None:
        """Raise `BadRecord` unless the card lies on top of the pile that the tag Deck tells."""
        if self.deck is None:
            return
        if name != self.deck[0]:
            raise self.refuse(_("By the tag Deck %(token)s is drawn here.", token=self.deck[0]))
        self.deck = self.deck[1:] or None  # from the first shuffle on nobody can tell

    def play(self, event: Event) -> None:
        """Apply an event, and write what it brings."""
        for entry in self.annotator.read(event):
            self.writer.write(entry)
        self.events.append(event)

    # Comparing.

    def refuse(self, rule: Text) -> BadRecord:
        """The error for the token being read."""
        return BadRecord(len(self.events), self.token, rule)

    def mismatch(self) -> BadRecord:
        """The error for a token that is not due."""
        owed = self.state.to_move()
        if owed == OVER:
            return self.refuse(_("The match is over: nothing may follow."))
        if owed == CHANCE:
            return self.refuse(_("Dice or cards that are drawn belong here."))
        return self.refuse(_("Seat %(seat)s owes a decision here.", seat=int(owed) + 1))

    def expected(self) -> list[str]:
        """The tokens that the writer has written, without notes."""
        return [word for line in self.writer.lines for word in line if not word.startswith("{")]

    def compare(self, *, whole: bool = False) -> None:
        """Raise `BadRecord` at the first token that is not what the rules say; with `whole` also if one is missing."""
        expected = self.expected()
        for at in range(self.compared, min(len(self.tokens), len(expected))):
            if self.tokens[at] != expected[at]:
                rule = _("By the rules %(token)s stands here.", token=expected[at])
                raise BadRecord(self.plies[at], self.tokens[at], rule)
            self.compared = at + 1
        if whole and len(self.tokens) > len(expected):
            at = len(expected)
            raise BadRecord(self.plies[at], self.tokens[at], _("Nothing of this kind happens here."))
        if whole and len(self.tokens) < len(expected):
            due = expected[len(self.tokens)]
            raise self.refuse(_("The record ends where %(token)s must follow.", token=due))

    def compare_result(self, result: str) -> None:
        """Raise `BadRecord` unless the points and cards of the tag Result are those of the match's end."""
        state = self.state
        found = " ".join(f"{seat + 1}={state.scores[seat]}/{state.hand_size[seat]}" for seat in range(state.seats))
        if state.to_move() != OVER or result != found:
            raise _refuse_tags(_("The tag Result must say “%(value)s”.", value=found))
