"""A slow and obvious account of what a seat may think of the other hand: every hand that fits what it has read.

It knows the redacted entries of the log and its own hand, and nothing of the rules' rows.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

Cards = tuple[str, ...]  # sorted letters


def cards(letters: Iterable[str]) -> Cards:
    return tuple(sorted(letters))


def minus(heap: Cards, taken: Iterable[str]) -> Cards | None:
    """`heap` without `taken`, or None if they are not in it."""
    rest = Counter(heap)
    rest.subtract(taken)
    return None if min(rest.values(), default=0) < 0 else cards(rest.elements())


class Oracle:
    """The pairs (hand, cards set aside) that the other seat may hold, and the cards this seat has not seen."""

    def __init__(self, seat: int, unseen: str, size: int) -> None:
        self.seat = seat
        self.unseen = cards(unseen)
        self.pairs = {(hand, cards("")) for hand in combinations(self.unseen, size)}
        self.recruiting = False
        self.revealed = ""
        self.hit = False
        self.discards = ""

    def hands(self) -> set[Cards]:
        return {hand for hand, _aside in self.pairs}

    def pile(self, hand: Cards, aside: Cards) -> Cards | None:
        """Return what is then left for the pile."""
        return minus(self.unseen, hand + aside)

    def read(self, text: str, mover: int | None) -> None:
        """Take in one entry as this seat reads it."""
        verb, *rest = text.split()
        theirs = mover == 1 - self.seat
        if verb == "draw":
            self.drawn(rest[1], theirs)
        elif verb == "shuffle":
            self.pairs = {pair for pair in self.pairs if self.pile(*pair) == ()}
            self.unseen = cards((*self.unseen, *self.discards))
            self.discards = ""
        elif verb == "rev":
            self.revealed = rest[1]
            self.recruiting = self.revealed == "R"
            self.leaves(self.revealed, theirs)
        elif verb in ("hit", "miss"):
            self.hit = verb == "hit"
        elif verb == "peek" and not theirs:
            self.pairs = {(cards(rest[1]), aside) for _hand, aside in self.pairs}
        elif verb == "rand":
            self.leaves(rest[1], theirs)
            self.discards += rest[1]
        elif verb == "rej":
            self.rejects(rest[1], theirs)
        elif verb == "dr":
            self.recruiting = False
        else:
            self.moves(verb[:2], verb[3:], theirs)

    def moves(self, verb: str, letter: str, theirs: bool) -> None:
        """A move that shows a card, or one that keeps the only card drawn."""
        if verb == "di":
            self.leaves(letter, theirs)
            self.discards += letter
            if self.hit:
                self.recruiting = letter == "R"
        elif verb == "as":
            self.discards += letter
        elif verb == "ke" and theirs:
            alone = {(cards(hand + aside), ()) for hand, aside in self.pairs if len(aside) == 1}
            self.pairs = alone or self.pairs

    def end_turn(self) -> None:
        """A countered card goes to the discard pile last."""
        if self.hit:
            self.discards += self.revealed
        self.hit = False

    def drawn(self, shown: str, theirs: bool) -> None:
        if not theirs:
            self.pairs = {pair for pair in self.pairs if minus(self.pile(*pair) or (), shown) is not None}
            self.unseen = minus(self.unseen, shown) or ()
            return
        pairs = set()
        for hand, aside in self.pairs:
            for taken in set(combinations(self.pile(hand, aside) or (), len(shown))):
                more = (hand, cards(aside + taken)) if self.recruiting else (cards(hand + taken), aside)
                pairs.add(more)
        self.pairs = pairs

    def leaves(self, letter: str, theirs: bool) -> None:
        """A card of the other hand is seen by all, and in it no more."""
        if theirs:
            self.pairs = {(rest, aside) for hand, aside in self.pairs if (rest := minus(hand, letter)) is not None}
            self.unseen = minus(self.unseen, letter) or ()

    def rejects(self, shown: str, theirs: bool) -> None:
        self.discards += shown
        if not theirs:
            return
        pairs = set()
        for hand, aside in self.pairs:
            kept = minus(aside, shown)
            if kept is not None and len(kept) == 1:
                pairs.add((cards(hand + kept), cards("")))
        self.pairs = pairs
        self.unseen = minus(self.unseen, shown) or ()
