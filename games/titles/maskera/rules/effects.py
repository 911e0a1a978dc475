"""Log entries of Maskera, typed: moves, draws, and what follows from them (rules page, #notation).

Masks are numbers (components.py). A card that the reader may not know is None, and so is the mask of a move that they
may not know. Lists of cards ascend.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final

from games.core.records.entry_forms import (
    DeclaredEffect,
    Entries,
    Words,
    by_seat,
    each_its_own,
    entry,
    everybody,
    numbered,
    or_none,
    owner,
    seats,
    secret,
    several,
)
from games.titles.maskera.rules import components
from games.titles.maskera.rules.components import LETTERS
from games.titles.maskera.rules.counts import unpack

Masks = tuple[int, ...]
Cards = tuple[int | None, ...]

HIDDEN: Final = "?"


def letters(cards: Cards) -> str:
    """Return cards as ``PPS``; hidden cards as question marks."""
    return CARDS.write(cards)


def hidden(cards: Cards) -> Cards:
    """Return as many cards, all of them unknown."""
    return (None,) * len(cards)


def cards_in(counts: Sequence[int]) -> Masks:
    """Return five counts as masks, ascending."""
    return tuple([mask for mask, count in enumerate(counts) for _copy in range(count)])


def cards_packed(packed: int) -> Masks:
    """Return cards that the rules record as one number, ascending."""
    return cards_in(unpack(packed))


# Sorts of words.

ENTRIES: Final = Entries()
SEAT: Final = Words("[01]", int)
NUMBER: Final = Words("[1-9][0-9]*", int)
MASK: Final = numbered(LETTERS)
CARD: Final = secret(MASK, HIDDEN)
MASKS: Final = replace(several(MASK, ""), of=cards_packed)
CARDS: Final = replace(several(CARD, ""), pattern=rf"[{''.join(LETTERS)}]+|\?+", of=cards_packed)
FOUR_OF: Final = Words(f"[{''.join(LETTERS)}]4", lambda text: MASK.read(text[0]), lambda mask: f"{MASK.write(mask)}4")


# Moves.


@entry(ENTRIES, "dr", to=everybody)
class ChoseToDraw(DeclaredEffect):
    """``dr``: `seat` draws instead of playing; the cards follow as `CardsDrawn`."""

    seat: int


@entry(ENTRIES, "pl={mask}", to=everybody, readers={"mask": owner})
class Played(DeclaredEffect):
    """``pl=B``: `seat` plays a card facedown."""

    seat: int
    mask: Annotated[int | None, CARD]
    """For the other seat it stays hidden: `Revealed` shows the card."""


@entry(ENTRIES, "ok", to=everybody, recorded=components.EFFECT_PASS)
class Passed(DeclaredEffect):
    """``ok``: `seat` lets the card on trial pass, by choice or because its hand is empty."""

    seat: int


@entry(ENTRIES, "ct={mask}", to=everybody)
class Announced(DeclaredEffect):
    """``ct=S``: `seat` tries to counter the card on trial and says that it is a `mask`."""

    seat: int
    mask: Annotated[int, MASK]


@entry(ENTRIES, "di={mask}", to=everybody, recorded=components.EFFECT_DISCARD)
class Discarded(DeclaredEffect):
    """``di=R``: `seat` discards a card after its counter."""

    seat: int
    mask: Annotated[int, MASK]


@entry(ENTRIES, "ke={mask}", to=everybody, readers={"mask": owner}, recorded=components.EFFECT_KEEP)
class Kept(DeclaredEffect):
    """``ke=A``: `seat` keeps one of the cards that its recruiter has drawn."""

    seat: int
    mask: Annotated[int | None, CARD]


@entry(ENTRIES, "as={mask}", to=everybody, recorded=components.EFFECT_REMOVE)
class Removed(DeclaredEffect):
    """``as=P``: the assassin of `seat` discards a card from the area of the other seat."""

    seat: int
    mask: Annotated[int, MASK]


@entry(ENTRIES, "skip", to=everybody, recorded=components.EFFECT_SKIP)
class Skipped(DeclaredEffect):
    """``skip``: `seat` can neither draw nor play."""

    seat: int


# Chance.


@entry(
    ENTRIES,
    "deal {hands} {areas} first={first}",
    to=everybody,
    readers={"hands": each_its_own},
    recorded=components.EFFECT_DEAL,
    by_chance=True,
)
class Dealt(DeclaredEffect):
    """``deal 0=PPSBA 1=????? area0=PS area1=BB first=0``: hands and areas by seat, and who begins."""

    hands: Annotated[tuple[Cards, ...], by_seat(CARDS)]
    areas: Annotated[tuple[Masks, ...], by_seat(MASKS, "area")]
    first: Annotated[int, SEAT]


@entry(
    ENTRIES,
    "draw {seat} {cards}",
    to=everybody,
    readers={"cards": owner},
    recorded=components.EFFECT_DRAW,
    by_chance=True,
)
class CardsDrawn(DeclaredEffect):
    """``draw 0 PS``: what `seat` draws at once; a reshuffle splits a draw in two."""

    seat: Annotated[int, SEAT]
    cards: Annotated[Cards, CARDS]


@entry(ENTRIES, "rand {seat} {mask}", to=everybody, recorded=components.EFFECT_SNATCH, by_chance=True)
class RandomlyDiscarded(DeclaredEffect):
    """``rand 1 A``: the brute discards a random card from the hand of `seat`."""

    seat: Annotated[int, SEAT]
    mask: Annotated[int, MASK]


# Consequences.


@entry(ENTRIES, "rev {seat} {mask}", to=everybody, recorded=components.EFFECT_REVEAL)
class Revealed(DeclaredEffect):
    """``rev 0 B``: the card that `seat` has put on trial."""

    seat: Annotated[int, SEAT]
    mask: Annotated[int, MASK]


@entry(ENTRIES, "hit", to=everybody, recorded=components.EFFECT_HIT)
class CounterHit(DeclaredEffect):
    """``hit``: the mask announced is that of the card, which is countered."""


@entry(ENTRIES, "miss", to=everybody, recorded=components.EFFECT_MISS)
class CounterMissed(DeclaredEffect):
    """``miss``: the mask announced is another, and the card stays."""


@entry(ENTRIES, "shuffle {cards}", to=everybody, recorded=components.EFFECT_SHUFFLE)
class Reshuffled(DeclaredEffect):
    """``shuffle 17``: the discard pile of this many cards becomes the draw pile."""

    cards: Annotated[int, NUMBER]


@entry(ENTRIES, "peek {seat} {cards}", to=everybody, readers={"cards": seats}, recorded=components.EFFECT_PEEK)
class HandSeen(DeclaredEffect):
    """``peek 0 RRA``: the spy of `seat` sees the hand of the other seat."""

    seat: Annotated[int, SEAT]
    cards: Annotated[Cards, CARDS]
    """Both seats see these cards: one looks, the other holds them."""


@entry(ENTRIES, "rej {seat} {cards}", to=everybody, recorded=components.EFFECT_REJECT)
class Rejected(DeclaredEffect):
    """``rej 1 PPSB``: what `seat` has drawn with its recruiter and not kept."""

    seat: Annotated[int, SEAT]
    cards: Annotated[Masks, MASKS]


@entry(ENTRIES, "win {seat} {four}", to=everybody, recorded=components.EFFECT_WIN)
class Won(DeclaredEffect):
    """``win 0 P4`` or ``win 0 all5``: `seat` has four of the mask `four`, or (None) one of each."""

    seat: Annotated[int, SEAT]
    four: Annotated[int | None, or_none(FOUR_OF, "all5")]


@entry(ENTRIES, "stop {turns}", to=everybody, recorded=components.EFFECT_STOP)
class Stopped(DeclaredEffect):
    """``stop 300``: no win in this many turns."""

    turns: Annotated[int, NUMBER]
