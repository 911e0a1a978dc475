"""What an area and a hand are worth, and what an ability adds.

Worth is measured in log-odds of a win: 1 more doubles the odds and a bit. The tables were fitted to the outcomes of
matches between bots, and smoothed.
"""

from collections.abc import Sequence

from games.titles.maskera.components import (
    ASSASSIN,
    BRUTE,
    FOUR,
    MASKS,
    POLITICIAN,
    POLITICIAN_DRAW,
    RECRUITER,
    RECRUITER_DRAW,
)

Side = tuple[tuple[int, ...], tuple[int, ...]]
"""One seat's area and hand, as counts of masks."""

# LINE[in the area][in the hand]: towards four of one mask, summed over the masks.
LINE = (
    (0.0, 0.2, 0.25, 0.3),
    (0.3, 0.4, 0.6, 0.7),
    (0.35, 0.65, 0.9, 0.95),
    (1.0, 1.55, 1.65, 1.7),
)
# SET[masks missing in the area][of these, in the hand]: towards one of each mask.
SET = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.35, 0.5, 0.5, 0.5, 0.5, 0.5),
    (0.1, 0.15, 0.2, 0.2, 0.2, 0.2),
    (0.0, 0.05, 0.1, 0.1, 0.1, 0.1),
    (-0.1, 0.0, 0.0, 0.05, 0.1, 0.1),
    (-0.3, -0.3, -0.2, -0.1, 0.0, 0.0),
)
# CARDS[cards in hand], whatever they are.
CARDS = (-0.8, -0.5, -0.3, -0.1, 0.0, 0.1, 0.3, 0.45, 0.6, 0.7)
TEMPO = 0.07  # half of what being on move is worth
INSIGHT = 0.15  # what a spy's look is worth


def worth(side: Side) -> float:
    """What a side promises, in log-odds."""
    area, hand = side
    total = 0.0
    missing = have = 0
    for mask in range(MASKS):
        lying, held = area[mask], hand[mask]
        total += LINE[lying][min(held, 3)]
        if not lying:
            missing += 1
            if held:
                have += 1
    cards = sum(hand)
    return total + SET[missing][have] + CARDS[min(cards, 9)]


def has_won(area: Sequence[int]) -> bool:
    """Whether an area holds four of one mask or all five."""
    return max(area) >= FOUR or min(area) >= 1


def plus(side: Side, mask: int, change: int) -> Side:
    """`side` with a card of `mask` more or fewer in hand; for one that is not there, its least useful card goes."""
    hand = list(side[1])
    if change < 0 and hand[mask] == 0:
        return penalty(side)
    hand[mask] += change
    return side[0], tuple(hand)


def penalty(side: Side) -> Side:
    """`side` without the card that it misses least."""
    area, hand = side
    best = side
    best_worth = None
    for mask in range(MASKS):
        if hand[mask]:
            shorter = (area, (*hand[:mask], hand[mask] - 1, *hand[mask + 1 :]))
            value = worth(shorter)
            if best_worth is None or value > best_worth:
                best, best_worth = shorter, value
    return best


def _gains(side: Side, change: int) -> list[float]:
    """How the worth of `side` changes with one card of each mask more or fewer in hand."""
    now = worth(side)
    return [worth(plus(side, mask, change)) - now if change > 0 or side[1][mask] else 0.0 for mask in range(MASKS)]


def cards_gain(side: Side, pile: tuple[int, ...]) -> float:
    """What a card drawn from `pile` adds on average."""
    cards = sum(pile)
    if cards == 0:
        return 0.0
    return sum(gain * count for gain, count in zip(_gains(side, 1), pile, strict=True)) / cards


def recruit_gain(side: Side, pile: tuple[int, ...]) -> float:
    """What the best of five cards from `pile` adds on average."""
    cards = sum(pile)
    if cards == 0:
        return 0.0
    total, none_better = 0.0, 1.0
    share = 0.0
    for gain, count in sorted(zip(_gains(side, 1), pile, strict=True), reverse=True):
        share += count / cards
        none = max(0.0, 1.0 - share) ** RECRUITER_DRAW
        total += gain * (none_better - none)
        none_better = none
    return total


def ability(user: Side, other: Side, mask: int, pile: tuple[int, ...]) -> float:
    """What the ability of `mask` adds to the user's edge, chance at its mean."""
    if mask == POLITICIAN:
        return POLITICIAN_DRAW * cards_gain(user, pile)
    if mask == RECRUITER:
        return recruit_gain(user, pile)
    if mask == BRUTE:
        cards = sum(other[1])
        if cards == 0:
            return 0.0
        return -sum(gain * count for gain, count in zip(_gains(other, -1), other[1], strict=True)) / cards
    if mask == ASSASSIN:
        return _assassin_gain(other)
    return cards_gain(user, pile) + (INSIGHT if sum(other[1]) else 0.0)


def _assassin_gain(other: Side) -> float:
    """What the loss of its best card in the area costs the other side."""
    area, hand = other
    least = now = worth(other)
    for mask in range(MASKS):
        if area[mask]:
            least = min(least, worth(((*area[:mask], area[mask] - 1, *area[mask + 1 :]), hand)))
    return now - least
