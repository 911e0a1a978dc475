"""Moves and log entries of Masques as sentences."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.core.engine.events import Effect
from games.core.text import SeatName, Text, TextList, _, ngettext, text_of
from games.titles.masques.rules import effects
from games.titles.masques.rules.agents import AGENTS, GUEST_IN_HAND, VACANT_HALLWAY
from games.titles.masques.rules.view import MasquesView
from games.titles.masques.text import names

LAST_HALLWAY: Final = _("This fills the last hallway, so the palace is resolved next.")


def paragraph(sentences: Sequence[Text]) -> Text:
    """Return sentences joined to a paragraph."""
    whole = sentences[0]
    for sentence in sentences[1:]:
        whole = _("%(one)s %(more)s", one=whole, more=sentence)
    return whole


def describe_ability(hired: effects.AgentHired) -> Text | None:
    """Return what the agent does; None if it uses no ability."""
    if hired.first is None:
        return None
    named = AGENTS[hired.kind].second == GUEST_IN_HAND and hired.second is not None
    return text_of(
        AGENTS[hired.kind].words.effect,
        first=str(hired.first),
        second="" if hired.second is None or named else str(hired.second),
        guest=names.guest(hired.second) if named and hired.second is not None else "",
    )


# The sentence to confirm.


def describe_move(view: MasquesView, move: Effect) -> Text:
    """Return a whole move in the second person, with what it costs and what follows for certain."""
    match move:
        case effects.GuestPicked(guest=int(guest)):
            return _("Keep %(guest)s and pass the rest on.", guest=names.guest(guest))
        case effects.GuestPlayed(guest=guest, hall=hall):
            sentences = [_("Play %(guest)s in hallway %(hall)s.", guest=names.guest(guest), hall=str(hall))]
            placed = 1
        case effects.AgentHired(kind=kind, hall=hall):
            sentences = [text_of(AGENTS[kind].words.hire, price=names.ducats(price_of(view, kind)), hall=str(hall))]
            ability = describe_ability(move)
            sentences.append(_("It does nothing else.") if ability is None else ability)
            fills_another = AGENTS[kind].first == VACANT_HALLWAY and ability is not None
            placed = 2 if fills_another else 1
        case _:
            return _("Pass.")
    if sum(card is None for card in view["hallways"]) == placed:
        sentences.append(LAST_HALLWAY)
    return paragraph(sentences)


def price_of(view: MasquesView, kind: int) -> int:
    """Return the price of a pile's top card."""
    return next(pile["prices"][0] for pile in view["piles"] if pile["agent"] == AGENTS[kind].code)


# The log.


def describe(effect: Effect) -> Text | None:
    """Return a redacted effect as a sentence; None if it says nothing to a reader."""
    match effect:
        case (
            effects.GuestPicked()
            | effects.GuestPlayed()
            | effects.AgentHired()
            | effects.TurnPassed()
            | effects.GuestForced()
        ):
            return _describe_turn(effect)
        case effects.SetUp() | effects.RoundBegan() | effects.DucatsLaid() | effects.FavoursLaid():
            return _describe_preparation(effect)
        case effects.GuestsDealt(hands):
            return _describe_deal(hands)
        case effects.GuestsSetAside(guests):
            if (known := _known(guests)) is None:
                return _("Eight guests are set aside facedown.")
            return _("Set aside: %(guests)s.", guests=names.guests(known))
        case effects.PacketPassed(seat, guests):
            return _("%(seat)s is passed %(guests)s.", seat=SeatName(seat), guests=names.guests(guests))
    return _describe_end(effect)


def _describe_turn(effect: Effect) -> Text | None:
    match effect:
        case effects.GuestPicked(seat, None):
            return _("%(seat)s keeps a guest.", seat=SeatName(seat))
        case effects.GuestPicked(seat, int(guest)):
            return _("%(seat)s keeps %(guest)s.", seat=SeatName(seat), guest=names.guest(guest))
        case effects.GuestPlayed(seat, guest, hall):
            return _(
                "%(seat)s plays %(guest)s in hallway %(hall)s.",
                seat=SeatName(seat),
                guest=names.guest(guest),
                hall=str(hall),
            )
        case effects.AgentHired(seat, kind, hall):
            hired = text_of(AGENTS[kind].words.hired, seat=SeatName(seat), hall=str(hall))
            ability = describe_ability(effect)
            return hired if ability is None else paragraph([hired, ability])
        case effects.TurnPassed(seat):
            return _("%(seat)s passes.", seat=SeatName(seat))
        case effects.GuestForced(seat, guest, hall):
            return _(
                "%(seat)s must place %(guest)s in hallway %(hall)s.",
                seat=SeatName(seat),
                guest=names.guest(guest),
                hall=str(hall),
            )
    return None


def _describe_preparation(effect: Effect) -> Text | None:
    match effect:
        case effects.SetUp():
            return _describe_setup(effect)
        case effects.RoundBegan(number):
            return _("Round %(round)s starts.", round=str(number))
        case effects.DucatsLaid(places) if places:
            laid = TextList(tuple(str(place) for place in places))
            return _("Ducats are placed on palace cards: %(places)s.", places=laid)
        case effects.FavoursLaid(favours) if favours:
            laid = TextList(
                tuple(
                    _("%(guild)s (%(place)s)", guild=names.GUILDS[guild], place=str(place)) for place, guild in favours
                )
            )
            return _("Favours are placed on palace cards: %(favours)s.", favours=laid)
    return None


def _describe_setup(effect: effects.SetUp) -> Text:
    sentences = [
        _(
            "%(seat)s: %(families)s.",
            seat=SeatName(seat),
            families=TextList(tuple(names.FAMILIES[family] for family in families)),
        )
        for seat, families in enumerate(effect.families)
    ]
    if effect.left_out is not None:
        sentences.append(_("The %(family)s family stays at home.", family=names.FAMILIES[effect.left_out]))
    return paragraph([*sentences, _("%(seat)s is first player.", seat=SeatName(effect.first))])


def _describe_deal(hands: Sequence[effects.Guests]) -> Text:
    open_hands = [
        _("%(seat)s is dealt %(guests)s.", seat=SeatName(seat), guests=names.guests(known))
        for seat, hand in enumerate(hands)
        if (known := _known(hand)) is not None
    ]
    return paragraph(open_hands) if open_hands else _("Everyone is dealt four guests.")


def _known(guests: effects.Guests) -> list[int] | None:
    """Return all of `guests`; None if any is hidden."""
    known = [guest for guest in guests if guest is not None]
    return known if len(known) == len(guests) else None


def _describe_end(effect: Effect) -> Text | None:
    match effect:
        case effects.PalaceResolved(()):
            return _("No one collects anything.")
        case effects.PalaceResolved(gains):
            return _("The palace is resolved. %(seats)s.", seats=_gains(gains))
        case effects.MatchWon(seat, None):
            return _("%(seat)s has a favour of each guild and wins.", seat=SeatName(seat))
        case effects.MatchWon(seat, int(guild)):
            return _("%(seat)s has four favours (%(guild)s) and wins.", seat=SeatName(seat), guild=names.GUILDS[guild])
        case effects.PalaceCleared(first):
            return _("The palace is cleared. %(seat)s is now first player.", seat=SeatName(first))
        case effects.MatchStopped(number):
            return ngettext(
                "The match ends after %(n)s round: the player closest to winning is first.",
                "The match ends after %(n)s rounds: the player closest to winning is first.",
                number,
            )
    return None


def _gains(gains: Sequence[effects.Gain]) -> TextList:
    """Return how many tokens each seat collects; the end of the round tells which ones."""
    counts = Counter(gain.seat for gain in gains)
    return TextList(
        tuple(
            ngettext("%(seat)s: %(n)s token", "%(seat)s: %(n)s tokens", counts[seat], seat=SeatName(seat))
            for seat in sorted(counts)
        )
    )
