"""The components in the box, and their numbers (rules page, #setup)."""

from typing import Final, NamedTuple

from games.core.engine.card_table import check_table
from games.core.engine.marked import marked as _

# Masks, in the order in which cards are always listed: P R S B A.
POLITICIAN: Final = 0
RECRUITER: Final = POLITICIAN + 1
SPY: Final = RECRUITER + 1
BRUTE: Final = SPY + 1
ASSASSIN: Final = BRUTE + 1
MASKS: Final = ASSASSIN + 1
NONE: Final = -1


class Mask(NamedTuple):
    """A mask with all its properties except its ability, which is in abilities.py, and its drawing."""

    number: int
    code: str
    name: str
    meaning: str
    ability: str
    """The same with its name."""


MASK_ROWS: Final = (
    Mask(POLITICIAN, "P", _("Politician"), _("Draw two cards."), _("Politician: draw two cards.")),
    Mask(
        RECRUITER,
        "R",
        _("Recruiter"),
        _("Draw five cards, keep one in your hand and discard the others."),
        _("Recruiter: draw five cards, keep one and discard the others."),
    ),
    Mask(
        SPY,
        "S",
        _("Spy"),
        _("Draw a card, then look at the other hand."),
        _("Spy: draw a card, then look at the other hand."),
    ),
    Mask(
        BRUTE,
        "B",
        _("Brute"),
        _("Discard a random card from the other hand."),
        _("Brute: discard a random card from the other hand."),
    ),
    Mask(
        ASSASSIN,
        "A",
        _("Assassin"),
        _("Discard a card of your choice from the other area."),
        _("Assassin: discard a card of your choice from the other area."),
    ),
)
check_table("Masks", MASK_ROWS, MASKS)
LETTERS: Final = "".join([mask.code for mask in MASK_ROWS])

SEATS: Final = 2
COPIES: Final = 8  # of each mask
AREA_CARDS: Final = 2  # dealt face-up to each area
HAND_CARDS: Final = 5
DEALT: Final = SEATS * (AREA_CARDS + HAND_CARDS)

TURN_DRAW: Final = 2
POLITICIAN_DRAW: Final = 2
RECRUITER_DRAW: Final = 5
SPY_DRAW: Final = 1
FOUR: Final = 4  # of one mask wins
LAST_TURN: Final = 300  # without a win by then, the match stops

# Whose ability a successful counter uses: that of the card the counterer discards ("discarded"), or that of the
# card that was countered ("countered"). The leaflet can be read both ways; docs/rulings/maskera.md, K5.
COUNTER_USES: Final[str] = "discarded"

# Phases. Chance's, before all others:
DEALING: Final = 0
FIRST_SEAT: Final = 1
DRAWING: Final = 2
SNATCHING: Final = 3
# A seat's:
TURN_CHOICE: Final = 4
ANSWER: Final = 5
DISCARD: Final = 6
KEEPING: Final = 7
REMOVING: Final = 8
# Owned by nobody; the first two are passed through immediately (forced.py).
DRAWN: Final = 9
TURN_END: Final = 10
FINISHED: Final = 11

# Why cards are drawn: the turn's own draw, or the ability of that mask.
FOR_TURN: Final = -1

# Parts: one per move. A mask is added to all but DRAW and PASS.
DRAW: Final = 0
PLAY: Final = DRAW + 1
PASS: Final = PLAY + MASKS
COUNTER: Final = PASS + 1
DISCARDED: Final = COUNTER + MASKS
KEEP: Final = DISCARDED + MASKS
REMOVE: Final = KEEP + MASKS

# How a match is won.
FOUR_ALIKE: Final = 1
ALL_FIVE: Final = 2

# Effects that the rules record: a code, then up to three numbers. A packed number is five counts of masks (`pack`).
EFFECT_DEAL: Final = 1  # first seat; the cards lie where they were dealt
EFFECT_SKIP: Final = 2  # seat
EFFECT_PASS: Final = 3  # seat, automatic
EFFECT_REVEAL: Final = 4  # seat, mask
EFFECT_HIT: Final = 5
EFFECT_MISS: Final = 6
EFFECT_DISCARD: Final = 7  # seat, mask, automatic
EFFECT_DRAW: Final = 8  # seat, packed
EFFECT_SHUFFLE: Final = 9  # cards
EFFECT_PEEK: Final = 10  # seat that looks, packed
EFFECT_KEEP: Final = 11  # seat, mask, automatic
EFFECT_REJECT: Final = 12  # seat, packed
EFFECT_REMOVE: Final = 13  # seat, mask, automatic
EFFECT_SNATCH: Final = 14  # seat that loses the card, mask
EFFECT_WIN: Final = 15  # seat, mask of which it has four (NONE: one of each)
EFFECT_STOP: Final = 16  # turns
