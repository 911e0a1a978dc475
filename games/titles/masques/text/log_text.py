"""Moves and log entries of Masques as sentences."""

import re
from typing import Any, Final

from games.core.events import EventKind
from games.core.text import Param, SeatName, Text, TextList, _, ngettext
from games.titles.masques.text import names
from games.titles.masques.text.annotator import TextEffect
from games.titles.masques.text.notation import HIDDEN

_MOVE = re.compile(r"([A-Z][A-Z0-9])@(\d+)(?:x(p?)(\d+)(?:-p?(\d+)|=([A-Z]\d))?)?")

PLAYED: Final = _("%(seat)s plays %(guest)s into hallway %(hall)s.")
HIRED: Final = {
    "AS": _("%(seat)s hires an assassin into hallway %(hall)s."),
    "CO": _("%(seat)s hires a courtesan into hallway %(hall)s."),
    "GO": _("%(seat)s hires a gondolier into hallway %(hall)s."),
    "GU": _("%(seat)s hires a guard into hallway %(hall)s."),
    "TH": _("%(seat)s hires a thief into hallway %(hall)s."),
    "TR": _("%(seat)s hires a trader into hallway %(hall)s."),
}
HIRE: Final = {
    "AS": _("Hire an assassin for %(price)s into hallway %(hall)s."),
    "CO": _("Hire a courtesan for %(price)s into hallway %(hall)s."),
    "GO": _("Hire a gondolier for %(price)s into hallway %(hall)s."),
    "GU": _("Hire a guard for %(price)s into hallway %(hall)s."),
    "TH": _("Hire a thief for %(price)s into hallway %(hall)s."),
    "TR": _("Hire a trader for %(price)s into hallway %(hall)s."),
}
EFFECTS: Final = {
    "AS": _("The guest in hallway %(first)s turns facedown."),
    "CO": _("%(guest)s is called to hallway %(first)s."),
    "GO": _("The guests in hallways %(first)s and %(second)s exchange places."),
    "GU": _("The guest in hallway %(first)s moves to hallway %(second)s."),
    "TH": _("The token on palace card %(first)s turns facedown."),
    "TR": _("The tokens on palace cards %(first)s and %(second)s exchange places."),
}
LAST_HALLWAY: Final = _("This fills the last hallway: then the palace is resolved.")


def with_params(sentence: Text, **params: Param) -> Text:
    """A marked sentence with its parameters."""
    return Text(sentence.message, params=tuple(params.items()))


def joined(texts: list[Text]) -> Text:
    """Sentences one after the other."""
    whole = texts[0]
    for text in texts[1:]:
        whole = _("%(one)s %(more)s", one=whole, more=text)
    return whole


def _effect(found: re.Match[str]) -> Text:
    """What an agent does in the move that was read."""
    name = names.guest(found[6]) if found[6] else ""
    return with_params(EFFECTS[found[1]], first=found[4], second=found[5] or "", guest=name)


# The sentence to confirm.


def describe_move(view: dict[str, Any], text: str) -> Text:
    """A whole move in the second person, with what it costs and what follows for certain."""
    if text.startswith("+"):
        return _("Keep %(guest)s and pass the rest on.", guest=names.guest(text[1:]))
    found = _MOVE.fullmatch(text)
    if found is None:
        return _("Pass.")
    name, hall = found[1], found[2]
    if name not in names.AGENTS:
        said = [_("Play %(guest)s into hallway %(hall)s.", guest=names.guest(name), hall=hall)]
    else:
        prices = next(pile["prices"] for pile in view["piles"] if pile["agent"] == name)
        said = [with_params(HIRE[name], price=names.ducats(prices[0]), hall=hall)]
        said.append(_effect(found) if found[4] else _("It does nothing else."))
    placed = 2 if name == "CO" and found[4] else 1
    if sum(card is None for card in view["hallways"]) == placed:
        said.append(LAST_HALLWAY)
    return joined(said)


# The log.


def describe_entry(entry: TextEffect) -> Text | None:
    """A (redacted) entry as a sentence; None if it says nothing to a reader."""
    if entry.kind == EventKind.MOVE and entry.seat is not None:
        return _tell_move(SeatName(entry.seat), entry.text)
    word, _space, rest = entry.text.partition(" ")
    teller = _TELLERS.get(word)
    return None if teller is None else teller(rest)


def _tell_move(seat: SeatName, text: str) -> Text:
    if text == "pass":
        return _("%(seat)s passes.", seat=seat)
    if text.startswith("+"):
        if text[1:] == HIDDEN:
            return _("%(seat)s keeps a guest.", seat=seat)
        return _("%(seat)s keeps %(guest)s.", seat=seat, guest=names.guest(text[1:]))
    found = _MOVE.fullmatch(text)
    assert found is not None
    if found[1] not in names.AGENTS:
        return with_params(PLAYED, seat=seat, guest=names.guest(found[1]), hall=found[2])
    hired = with_params(HIRED[found[1]], seat=seat, hall=found[2])
    return joined([hired, _effect(found)]) if found[4] else hired


def _setup(rest: str) -> Text:
    first, families, *_out = rest.split()
    said = [
        _(
            "%(seat)s: %(families)s.",
            seat=SeatName(int(item[0])),
            families=TextList(tuple(names.FAMILIES[letter] for letter in item[2:])),
        )
        for item in families.removeprefix("fam=").split(",")
    ]
    if _out:
        said.append(_("The family %(family)s stays at home.", family=names.FAMILIES[_out[0][-1]]))
    return joined([*said, _("%(seat)s is first player.", seat=SeatName(int(first[-1])))])


def _round(rest: str) -> Text:
    return _("Round %(round)s begins.", round=rest)


def _ducat(rest: str) -> Text | None:
    if not rest:
        return None
    places = TextList(tuple(rest.replace("p", "").split()))
    return _("Ducats are laid on palace cards: %(places)s.", places=places)


def _favor(rest: str) -> Text | None:
    if not rest:
        return None
    items = [item[1:].split("=") for item in rest.split()]
    laid = TextList(tuple(_("%(guild)s (%(place)s)", guild=names.GUILDS[guild], place=place) for place, guild in items))
    return _("Favours are laid on palace cards: %(favours)s.", favours=laid)


def _deal(rest: str) -> Text:
    open_hands = [
        _("%(seat)s is dealt %(guests)s.", seat=SeatName(int(hand[0])), guests=names.guests(hand[2:].split(",")))
        for hand in rest.split()
        if HIDDEN not in hand
    ]
    return joined(open_hands) if open_hands else _("Everybody is dealt four guests.")


def _aside(rest: str) -> Text:
    if HIDDEN in rest:
        return _("Eight guests are set aside facedown.")
    return _("Set aside: %(guests)s.", guests=names.guests(rest.split(",")))


def _pack(rest: str) -> Text:
    seat, _space, cards = rest.partition(" ")
    return _("%(seat)s is handed %(guests)s.", seat=SeatName(int(seat)), guests=names.guests(cards.split(",")))


def _forced(rest: str) -> Text:
    guest, _at, hall = rest[2:].partition("@")
    return _(
        "%(seat)s must place %(guest)s in hallway %(hall)s.",
        seat=SeatName(int(rest[0])),
        guest=names.guest(guest),
        hall=hall,
    )


def _res(rest: str) -> Text:
    if not rest:
        return _("Nobody collects anything.")
    items = re.findall(r"p(\d+) (\d)\+(\w+)", rest)
    gains = [
        _("%(seat)s %(token)s (%(place)s)", seat=SeatName(int(seat)), token=names.TOKENS[token], place=place)
        for place, seat, token in items
    ]
    return _("The palace is resolved: %(gains)s.", gains=TextList(tuple(gains)))


def _win(rest: str) -> Text:
    seat = SeatName(int(rest[0]))
    if rest.endswith("all5"):
        return _("%(seat)s has a favour of each guild and wins.", seat=seat)
    return _("%(seat)s has four favours (%(guild)s) and wins.", seat=seat, guild=names.GUILDS[rest[2:4]])


def _clean(rest: str) -> Text:
    return _("The palace is cleared. %(seat)s is first player.", seat=SeatName(int(rest[-1])))


def _stop(rest: str) -> Text:
    return ngettext(
        "The match stops after %(n)s round: whoever came nearest is first.",
        "The match stops after %(n)s rounds: whoever came nearest is first.",
        int(rest),
    )


_TELLERS: Final = {
    "setup": _setup,
    "round": _round,
    "ducat": _ducat,
    "favor": _favor,
    "deal": _deal,
    "aside": _aside,
    "pack": _pack,
    "forced": _forced,
    "res": _res,
    "win": _win,
    "clean": _clean,
    "stop": _stop,
}
