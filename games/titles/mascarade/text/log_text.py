"""Log entries of Mascarade as sentences."""

from games.core.engine.events import Effect
from games.core.text import Param, SeatName, Text, TextList, _, ngettext
from games.titles.mascarade.rules import effects
from games.titles.mascarade.text.names import holder_name, mask_list, mask_name, name_of, own_name, slot_name


def describe(effect: Effect) -> Text | None:
    """Return a redacted effect as a sentence; None if no sentence tells it."""
    return _describe_action(effect) or _describe_answer(effect) or _describe_power(effect) or _describe_result(effect)


def _describe_action(effect: Effect) -> Text | None:
    match effect:
        case effects.Memorised(seat):
            return _("%(seat)s has memorised the masks.", seat=SeatName(seat))
        case effects.Exchanged(seat, letter, other, bit):
            return _describe_swap(seat, own_name(letter), slot_name(other), bit)
        case effects.Viewed(seat, letter, None):
            return _("%(seat)s looks at %(place)s.", seat=SeatName(seat), place=own_name(letter))
        case effects.Viewed(seat, letter, str(mask)):
            return _(
                "%(seat)s looks at %(place)s: %(mask)s.",
                seat=SeatName(seat),
                place=own_name(letter),
                mask=name_of(mask),
            )
        case effects.Announced(seat, mask, ""):
            return _("%(seat)s announces: “I am the %(mask)s!”", seat=SeatName(seat), mask=name_of(mask))
        case effects.Announced(seat, mask, letter):
            return _(
                "%(seat)s points at %(place)s: “I am the %(mask)s!”",
                seat=SeatName(seat),
                place=own_name(letter),
                mask=name_of(mask),
            )
    return None


def _describe_answer(effect: Effect) -> Text | None:
    match effect:
        case effects.Answered(seat, False, _letter):
            return _("%(seat)s doesn’t challenge.", seat=SeatName(seat))
        case effects.Answered(seat, True, ""):
            return _("%(seat)s challenges: “I am!”", seat=SeatName(seat))
        case effects.Answered(seat, True, letter):
            return _(
                "%(seat)s challenges and points at %(place)s: “I am!”", seat=SeatName(seat), place=own_name(letter)
            )
        case effects.Revealed(masks):
            return _("Masks are revealed: %(masks)s.", masks=mask_list(masks))
        case effects.Applied(None, None, _challenged):
            return _("No one uses the power.")
        case effects.Applied(int(seat), None, _challenged):
            return _("%(seat)s uses the power.", seat=SeatName(seat))
        case effects.Applied(None, str(mask), _challenged):
            return _("None of them is the %(mask)s: no power is used.", mask=name_of(mask))
        case effects.Applied(int(seat), str(mask), True):
            return _("%(seat)s is the %(mask)s and uses the power.", seat=SeatName(seat), mask=name_of(mask))
        case effects.Applied(int(seat), str(mask), False):
            return _(
                "No one challenges: %(seat)s uses the power of the %(mask)s.", seat=SeatName(seat), mask=name_of(mask)
            )
    return None


def _describe_power(effect: Effect) -> Text | None:
    match effect:
        case effects.PowerUsed(seat, _targets, _bit, True):
            return _("%(seat)s leaves the coins as they are.", seat=SeatName(seat))
        case effects.PowerUsed(seat, (slot,), _bit, False):
            return _("%(seat)s chooses %(target)s.", seat=SeatName(seat), target=holder_name(slot))
        case effects.PowerUsed(seat, (one, other), "", False):
            return _(
                "%(seat)s chooses %(one)s and %(other)s.",
                seat=SeatName(seat),
                one=holder_name(one),
                other=holder_name(other),
            )
        case effects.PowerUsed(seat, (one, other), bit, False):
            return _describe_swap(seat, slot_name(one), slot_name(other), bit)
        case effects.SpySwapped(seat, bit) if bit == effects.HIDDEN_BIT:
            return _("%(seat)s swaps the two masks, or doesn’t.", seat=SeatName(seat))
        case effects.SpySwapped(seat, "+"):
            return _("%(seat)s swaps the two masks.", seat=SeatName(seat))
        case effects.SpySwapped(seat):
            return _("%(seat)s doesn’t swap the two masks.", seat=SeatName(seat))
        case effects.Guessed(seat, mask):
            return _("%(seat)s guesses: “I am the %(mask)s.”", seat=SeatName(seat), mask=name_of(mask))
    return None


def _describe_swap(seat: int, one: Text, other: Text, bit: str) -> Text:
    names: dict[str, Param] = {"seat": SeatName(seat), "one": one, "other": other}
    if bit == effects.HIDDEN_BIT:
        return _("%(seat)s swaps %(one)s and %(other)s, or pretends to.", **names)
    if bit == "+":
        return _("%(seat)s swaps %(one)s and %(other)s.", **names)
    return _("%(seat)s pretends to swap %(one)s and %(other)s.", **names)


def _describe_result(effect: Effect) -> Text | None:
    match effect:
        case effects.Dealt():
            return _describe_deal(effect)
        case effects.Looked(seat, masks):
            return _("%(seat)s looks at two masks: %(masks)s.", seat=SeatName(seat), masks=mask_list(masks))
        case effects.Tested(slot, mask):
            return _("%(place)s shows: %(mask)s.", place=holder_name(slot), mask=mask_name(mask))
        case effects.ShownToOthers(slot, mask):
            return _(
                "%(place)s shows a mask to everyone else: %(mask)s.", place=holder_name(slot), mask=mask_name(mask)
            )
        case effects.Fined(seats):
            return ngettext(
                "%(seats)s pays a coin to the justice board.",
                "%(seats)s each pay a coin to the justice board.",
                len(seats),
                seats=_seat_list(seats),
            )
        case effects.Ended():
            return _describe_end(effect)
    return _describe_coins(effect)


def _describe_deal(deal: effects.Dealt) -> Text:
    first = SeatName(deal.first)
    if any(mask is None for _slot, mask in deal.masks):
        return _("The masks are dealt. %(seat)s goes first.", seat=first)
    return _("The masks are dealt: %(masks)s. %(seat)s goes first.", masks=mask_list(deal.masks), seat=first)


def _describe_coins(effect: Effect) -> Text | None:
    match effect:
        case effects.Gained(seat, coins):
            return ngettext(
                "%(seat)s takes %(n)s coin from the bank.",
                "%(seat)s takes %(n)s coins from the bank.",
                coins,
                seat=SeatName(seat),
            )
        case effects.Paid(seat, payee, coins):
            return ngettext(
                "%(seat)s pays %(n)s coin to %(payee)s.",
                "%(seat)s pays %(n)s coins to %(payee)s.",
                coins,
                seat=SeatName(seat),
                payee=SeatName(payee),
            )
        case effects.JusticeTaken(seat, coins):
            return ngettext(
                "%(seat)s takes %(n)s coin from the justice board.",
                "%(seat)s takes all %(n)s coins from the justice board.",
                coins,
                seat=SeatName(seat),
            )
        case effects.FortunesExchanged(one, other):
            return _("%(one)s and %(other)s swap all their coins.", one=SeatName(one), other=SeatName(other))
    return None


def _describe_end(end: effects.Ended) -> Text:
    winners = _seat_list(end.winners)
    number = len(end.winners)
    match end.reason:
        case "thirteen":
            return ngettext(
                "%(seats)s wins with at least thirteen coins.",
                "%(seats)s win with at least thirteen coins.",
                number,
                seats=winners,
            )
        case "bankrupt":
            return ngettext(
                "A player has no coins left: %(seats)s, the richest, wins.",
                "A player has no coins left: %(seats)s, the richest, win.",
                number,
                seats=winners,
            )
        case "cheater":
            return _("%(seats)s wins as the Cheater with at least ten coins.", seats=winners)
    return ngettext(
        "The last turn is over: %(seats)s, the richest, wins.",
        "The last turn is over: %(seats)s, the richest, win.",
        number,
        seats=winners,
    )


def _seat_list(seats: tuple[int, ...]) -> TextList:
    return TextList(tuple(SeatName(seat) for seat in seats))
