"""Log entries of Masons as sentences."""

from games.core.engine.events import Effect
from games.core.text import SeatName, Text, TextList, _, ngettext
from games.titles.masons.rules import effects
from games.titles.masons.text.names import (
    CARDS,
    COLOURS,
    HOUSES,
    JOKER,
    PALACES,
    TONES,
    TOWERS,
    card_list,
)

REASONS = {
    "walls": _("the last wall was placed"),
    "towers": _("the last tower was built"),
    "houses": _("the last house was built"),
    "palaces": _("the last palace was built"),
    "lines": _("no line was left for a wall"),
}
"""By reason of an outcome, as part of a sentence."""


def describe(effect: Effect) -> Text | None:
    """Return a redacted effect as a sentence; None if no sentence tells it."""
    return _describe_turn(effect) or _describe_cards(effect) or _describe_chance(effect) or _describe_result(effect)


def _describe_turn(effect: Effect) -> Text | None:
    match effect:
        case effects.WallPlaced(seat, line):
            return _("%(seat)s places a wall: %(line)s.", seat=SeatName(seat), line=line)
        case effects.Built(seat, (), ()):
            return _("%(seat)s has nothing to build.", seat=SeatName(seat))
        case effects.Built(seat, towers, houses):
            return _("%(seat)s builds: %(pieces)s.", seat=SeatName(seat), pieces=pieces((*towers, *houses)))
        case effects.MergeChosen(seat, None):
            return _("%(seat)s keeps the new town separate.", seat=SeatName(seat))
        case effects.MergeChosen(seat, str(town)):
            return _("%(seat)s joins the new town with %(town)s.", seat=SeatName(seat), town=town)
    return None


def _describe_cards(effect: Effect) -> Text | None:
    match effect:
        case effects.CardsPlayed(seat, cards):
            return _("%(seat)s plays: %(cards)s.", seat=SeatName(seat), cards=card_list(cards))
        case effects.CardDiscarded(seat, None):
            return _("%(seat)s discards a card.", seat=SeatName(seat))
        case effects.CardDiscarded(seat, str(card)):
            return _("%(seat)s discards a card: %(card)s.", seat=SeatName(seat), card=CARDS[card])
        case effects.CardsExchanged(seat, ()):
            return _("%(seat)s doesn’t swap any cards.", seat=SeatName(seat))
        case effects.CardsExchanged(seat, cards) if None in cards:
            return ngettext(
                "%(seat)s swaps %(n)s card.", "%(seat)s swaps %(n)s cards.", len(cards), seat=SeatName(seat)
            )
        case effects.CardsExchanged(seat, cards):
            return _("%(seat)s swaps: %(cards)s.", seat=SeatName(seat), cards=_known(cards))
        case effects.FinalPlayed(seat, _town, ()):
            return _("%(seat)s doesn’t play any more cards.", seat=SeatName(seat))
        case effects.FinalPlayed(seat, "0", cards):
            return _("%(seat)s plays without a town: %(cards)s.", seat=SeatName(seat), cards=card_list(cards))
        case effects.FinalPlayed(seat, town, cards):
            return _("%(seat)s plays for %(town)s: %(cards)s.", seat=SeatName(seat), town=town, cards=card_list(cards))
    return None


def _describe_chance(effect: Effect) -> Text | None:
    match effect:
        case effects.Dealt(hands, first):
            own = next((cards for cards in hands if None not in cards), ())
            if own and any(None in cards for cards in hands):
                return _(
                    "The cards are dealt. Your hand: %(cards)s. %(seat)s goes first.",
                    cards=_known(own),
                    seat=SeatName(first),
                )
            return _("The cards are dealt. %(seat)s goes first.", seat=SeatName(first))
        case effects.Rolled(tone, houses):
            return _(
                "The dice: tower %(tone)s, houses %(one)s and %(other)s.",
                tone=TONES[tone],
                one=COLOURS.get(houses[0], JOKER),
                other=COLOURS.get(houses[1], JOKER),
            )
        case effects.CardsDrawn(seat, (), _exchanged):
            return _("%(seat)s has no cards to draw.", seat=SeatName(seat))
        case effects.CardsDrawn(seat, cards, _exchanged) if None in cards:
            return ngettext(
                "%(seat)s draws %(n)s card.", "%(seat)s draws %(n)s cards.", len(cards), seat=SeatName(seat)
            )
        case effects.CardsDrawn(seat, cards, _exchanged):
            return _("%(seat)s draws: %(cards)s.", seat=SeatName(seat), cards=_known(cards))
        case effects.PileShuffled(cards):
            return ngettext(
                "The discarded card becomes the draw pile.",
                "%(n)s discarded cards are shuffled into a new draw pile.",
                cards,
            )
    return None


def _describe_result(effect: Effect) -> Text | None:
    match effect:
        case effects.TownCompleted(town, spaces):
            return ngettext(
                "Town %(town)s is complete: %(n)s space (%(spaces)s).",
                "Town %(town)s is complete: %(n)s spaces (%(spaces)s).",
                len(spaces),
                town=town,
                spaces=", ".join(spaces),
            )
        case effects.TownsJoined(town, old):
            return _("%(old)s is now part of %(town)s.", old=old, town=town)
        case effects.PiecesReturned(walls, towers):
            return _describe_return(walls, towers)
        case effects.PalacesBuilt(places):
            return ngettext(
                "Two houses become a palace: %(palaces)s.",
                "Pairs of houses become palaces: %(palaces)s.",
                len(places),
                palaces=palaces(places),
            )
        case effects.SeatSkipped(seat, _step):
            return _("%(seat)s has no cards and is skipped.", seat=SeatName(seat))
        case effects.EndNears(reason):
            return _("The match ends after this turn: %(reason)s.", reason=REASONS[reason])
        case effects.TownScored("0", _size, ()):
            return _("No one plays any more cards.")
        case effects.TownScored(_town, _size, ()):
            return _("No one scores this town.")
        case effects.TownScored(_town, _size, plays):
            return _("Points: %(points)s.", points=points(plays))
        case effects.Ended(reason, _with_town, seats):
            scores = TextList(
                tuple(
                    _("%(seat)s %(points)s", seat=SeatName(seat), points=score)
                    for seat, (_place, score, _cards) in enumerate(seats)
                )
            )
            return _("The match is over: %(reason)s. %(scores)s.", reason=REASONS[reason], scores=scores)
    return None


def _describe_return(walls: tuple[str, ...], towers: tuple[str, ...]) -> Text:
    if not towers:
        return ngettext(
            "%(n)s wall goes back to the supply: %(walls)s.",
            "%(n)s walls go back to the supply: %(walls)s.",
            len(walls),
            walls=", ".join(walls),
        )
    if not walls:
        return _("Back to the supply: %(towers)s.", towers=pieces(towers))
    return _("Back to the supply: walls %(walls)s; %(towers)s.", walls=", ".join(walls), towers=pieces(towers))


def points(plays: tuple[tuple[int, int, str, tuple[str, ...]], ...]) -> TextList:
    """Return “Ada 9, Ben 2”."""
    return TextList(
        tuple(_("%(seat)s %(points)s", seat=SeatName(seat), points=score) for seat, score, _town, _cards in plays)
    )


def pieces(words: tuple[str, ...]) -> TextList:
    """Return “white tower at a2, red house on A3”."""
    return TextList(tuple(piece(word) for word in words))


def piece(word: str) -> Text:
    """Return a piece and its place: ``a2=W``, ``A3=r``."""
    place, _sign, code = word.partition("=")
    if code in TOWERS:
        return _("%(tower)s at %(point)s", tower=TOWERS[code], point=place)
    return _("%(house)s on %(space)s", house=HOUSES[code], space=place)


def palaces(words: tuple[str, ...]) -> TextList:
    """Return “red palace on A3”."""
    found = []
    for word in words:
        place, _sign, code = word.partition("=")
        found.append(_("%(house)s on %(space)s", house=PALACES[code], space=place))
    return TextList(tuple(found))


def _known(cards: tuple[str | None, ...]) -> TextList:
    return card_list(card for card in cards if card)
