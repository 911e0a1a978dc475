"""Log entries of Maskera as sentences."""

from games.core.engine.events import Effect
from games.core.text import SeatName, Text, TextList, _, ngettext
from games.titles.maskera.rules import effects
from games.titles.maskera.rules.components import MASKS
from games.titles.maskera.text.names import NAMES, card_list


def describe(effect: Effect) -> Text | None:
    """Return a redacted effect as a sentence; None if no sentence tells it."""
    return _describe_move(effect) or _describe_draw(effect) or _describe_consequence(effect)


def _describe_move(effect: Effect) -> Text | None:
    match effect:
        case effects.ChoseToDraw(seat):
            return _("%(seat)s draws instead of playing.", seat=SeatName(seat))
        case effects.Passed(seat):
            return _("%(seat)s lets it pass.", seat=SeatName(seat))
        case effects.Skipped(seat):
            return _("%(seat)s can’t draw or play, and is skipped.", seat=SeatName(seat))
        case effects.Played(seat, None):
            return _("%(seat)s plays a card facedown.", seat=SeatName(seat))
        case effects.Played(seat, int(mask)):
            return _("%(seat)s plays a card facedown: %(mask)s.", seat=SeatName(seat), mask=NAMES[mask])
        case effects.Announced(seat, mask):
            return _("%(seat)s tries to counter: “%(mask)s!”", seat=SeatName(seat), mask=NAMES[mask])
        case effects.Kept(seat, None):
            return _("%(seat)s keeps a card.", seat=SeatName(seat))
        case effects.Kept(seat, int(mask)):
            return _("%(seat)s keeps the %(mask)s.", seat=SeatName(seat), mask=NAMES[mask])
        case effects.Removed(seat, mask):
            return _(
                "%(seat)s’s Assassin discards the %(mask)s from the other area.",
                seat=SeatName(seat),
                mask=NAMES[mask],
            )
        case effects.Discarded(seat, mask):
            return _("%(seat)s discards the %(mask)s.", seat=SeatName(seat), mask=NAMES[mask])
    return None


def _describe_draw(effect: Effect) -> Text | None:
    """Return a sentence about cards that come from a pile or go back into it; None for other effects."""
    match effect:
        case effects.Dealt():
            return _describe_deal(effect)
        case effects.CardsDrawn(seat, cards) if None in cards:
            return ngettext(
                "%(seat)s draws %(n)s card.", "%(seat)s draws %(n)s cards.", len(cards), seat=SeatName(seat)
            )
        case effects.CardsDrawn(seat, cards):
            return _("%(seat)s draws %(cards)s.", seat=SeatName(seat), cards=_list(cards))
        case effects.Rejected(seat, cards):
            return _("%(seat)s discards the others: %(cards)s.", seat=SeatName(seat), cards=_list(cards))
        case effects.Reshuffled(cards):
            return ngettext(
                "The discard pile (%(n)s card) becomes the new draw pile.",
                "The discard pile (%(n)s cards) is shuffled into a new draw pile.",
                cards,
            )
    return None


def _describe_deal(deal: effects.Dealt) -> Text:
    """Return a sentence about the areas, and about the reader's hand if it is the only known one."""
    known = [seat for seat, cards in enumerate(deal.hands) if None not in cards]
    zero, one = (_list(cards) for cards in deal.areas)
    if len(known) != 1:
        return _(
            "Each player gets five cards in hand, and two face up: %(zero)s (%(cards0)s) and %(one)s "
            "(%(cards1)s). %(first)s goes first.",
            zero=SeatName(0),
            cards0=zero,
            one=SeatName(1),
            cards1=one,
            first=SeatName(deal.first),
        )
    return _(
        "Each player gets five cards in hand (%(owner)s: %(hand)s), and two face up: %(zero)s (%(cards0)s) "
        "and %(one)s (%(cards1)s). %(first)s goes first.",
        owner=SeatName(known[0]),
        hand=_list(deal.hands[known[0]]),
        zero=SeatName(0),
        cards0=zero,
        one=SeatName(1),
        cards1=one,
        first=SeatName(deal.first),
    )


def _describe_consequence(effect: Effect) -> Text | None:
    match effect:
        case effects.Revealed(seat, mask):
            return _("%(seat)s’s card is revealed: %(cards)s.", seat=SeatName(seat), cards=NAMES[mask])
        case effects.CounterHit():
            return _("The guess is right: the card is countered.")
        case effects.CounterMissed():
            return _("The guess is wrong: the card stays.")
        case effects.HandSeen(seat, cards) if None in cards:
            return _("%(seat)s’s Spy looks at the other hand.", seat=SeatName(seat))
        case effects.HandSeen(seat, cards):
            return _("%(seat)s’s Spy looks at the other hand: %(cards)s.", seat=SeatName(seat), cards=_list(cards))
        case effects.RandomlyDiscarded(seat, mask):
            return _("The Brute takes a random card from %(seat)s: %(cards)s.", seat=SeatName(seat), cards=NAMES[mask])
        case effects.Won(seat, None):
            return _("%(seat)s wins with one of each mask.", seat=SeatName(seat))
        case effects.Won(seat, int(mask)):
            return _("%(seat)s wins with four of one mask: %(mask)s.", seat=SeatName(seat), mask=NAMES[mask])
        case effects.Stopped(turns):
            return _("No win in %(turns)s turns: the match ends, and both players share first place.", turns=turns)
    return None


def _list(cards: effects.Cards) -> TextList:
    """Return cards by name, equal ones together."""
    return card_list([cards.count(mask) for mask in range(MASKS)])
