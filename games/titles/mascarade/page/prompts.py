"""The questions to a seat, the names of its choices, and the effect of a move, in sentences."""

from typing import Final

from games.core.text import SeatName, Text, _, ngettext, text_of
from games.core.title.presenter import Composition
from games.titles.mascarade.page import words
from games.titles.mascarade.page.helps import ABILITIES
from games.titles.mascarade.rules.components import EXCHANGE_TURNS
from games.titles.mascarade.rules.effects import (
    ENTRIES,
    Announced,
    Answered,
    Exchanged,
    Guessed,
    PowerUsed,
    SpySwapped,
    Viewed,
)
from games.titles.mascarade.rules.rows import PLAYER_OR_NONE
from games.titles.mascarade.rules.view import MascaradeView
from games.titles.mascarade.text.names import aim_of, holder_name, name_of, slot_name

REASONS: Final = {
    "thirteen": _("thirteen coins"),
    "bankrupt": _("a player without coins"),
    "cheater": _("ten coins and the Cheater"),
    "adjudicated": _("no win in the agreed number of turns"),
}
BITS: Final = {"+": _("Exchange them"), "-": _("Only pretend")}


def target_name(word: str) -> Text | SeatName:
    """Return a slot, or a player by number."""
    name = holder_name(word)
    assert isinstance(name, Text | SeatName)
    return name


# Choices.


def label(view: MascaradeView, composition: Composition, word: str) -> Text:
    """Return a choice as short as a button."""
    power, announced = view["power"], view["announced"]
    action, _at, letter = word.partition("@")
    if word in view["script"]:
        if power is not None:
            return _("Name the %(mask)s", mask=name_of(word))
        return _("“I am the %(mask)s”", mask=name_of(word))
    if word in BITS:
        declines = power is not None and power["step"] == "choose" and aim_of(power["mask"]).target == PLAYER_OR_NONE
        return _("Keep your coins") if declines else BITS[word]
    if action == "C" and announced is not None:
        return _claim(announced["mask"], letter)
    if action == "X":
        return _("Exchange %(mask)s", mask=words.OWN[letter]) if letter else _("Exchange")
    if action == "V":
        return LOOK_AT[letter] if letter else _("Look at mine")
    if word in FIXED:
        return FIXED[word]
    if not action:
        return _("Point at %(mask)s", mask=words.OWN[letter])
    if power is not None:
        return text_of(aim_of(power["mask"]).label, target=target_name(word))
    return _("Exchange with %(target)s", target=target_name(word))


LOOK_AT: Final = {"L": _("Look left"), "M": _("Look middle"), "R": _("Look right")}
FIXED: Final = {"M": _("I know them"), "A": _("Announce"), "N": _("No challenge")}


def _claim(mask: str, letter: str) -> Text:
    if letter:
        return _("“No, I am the %(mask)s”: %(own)s", mask=name_of(mask), own=words.OWN[letter])
    return _("“No, I am the %(mask)s!”", mask=name_of(mask))


# Questions.

FIRST_TURNS: Final = _("The first four turns are exchanges only: with whom?")


def prompt(view: MascaradeView, composition: Composition) -> Text:
    """Return what the viewer is asked now."""
    power, announced, chosen = view["power"], view["announced"], composition.words
    if view["phase"] == "memorise":
        return _("Memorise who is who: then all masks are turned facedown.")
    if power is not None:
        return _power_prompt(view, composition)
    if announced is not None:
        return _(
            "%(seat)s, whose turn it is: “I am the %(mask)s.” Do you say that you are?",
            seat=SeatName(announced["seat"]),
            mask=name_of(announced["mask"]),
        )
    if not chosen:
        return _opening(view, composition)
    if chosen[0].startswith("X"):
        if len(chosen) > 1:
            return _bit_prompt(chosen[1])
        return FIRST_TURNS if view["turn"] <= EXCHANGE_TURNS else _("Exchange with whom?")
    if chosen[0] == "A":
        return (
            _("Which mask do you say that you are?") if len(chosen) == 1 else _("At which of your masks do you point?")
        )
    return _("Which mask?")


def _opening(view: MascaradeView, composition: Composition) -> Text:
    """Return the first part of a turn."""
    if "A" in composition.offered:
        return _("Exchange with somebody, look at your mask, or announce one?")
    if view["turn"] <= EXCHANGE_TURNS:
        return FIRST_TURNS
    if any(word.startswith("V") for word in composition.offered):
        return _("Your mask was shown, so you may not announce. Exchange, or look at your mask?")
    return _("Your mask was shown, so you exchange. With whom?")


def _bit_prompt(slot: str) -> Text:
    return _("%(target)s: really exchange, or only pretend?", target=target_name(slot))


def _power_prompt(view: MascaradeView, composition: Composition) -> Text:
    """Return what a power asks of its user, or the Guru of a victim."""
    power = view["power"]
    assert power is not None
    if power["step"] == "guess":
        return _("The Guru asks you: which mask do you have? If you are wrong, you pay 4 coins.")
    if power["step"] == "swap":
        return _("You have seen both masks. Do you exchange them?")
    if "+" in composition.offered:
        return _("Do you really exchange the two masks? Nobody else learns it.")
    if composition.words:
        return _("And who is the second?")
    return text_of(aim_of(power["mask"]).question)


def waiting(view: MascaradeView) -> Text:
    """Return what the due seats owe, for everyone else."""
    due, power, announced = view["deciders"], view["power"], view["announced"]
    if not due:
        return _("The masks are being dealt.")
    seats = words.seat_list(due)
    if power is not None:
        seat = SeatName(due[0])
        if power["step"] == "guess":
            return _("%(seat)s has to name their own mask.", seat=seat)
        if power["step"] == "swap":
            return _("%(seat)s exchanges the two masks, or pretends to.", seat=seat)
        return text_of(aim_of(power["mask"]).waiting, seat=seat)
    if announced is not None:
        return ngettext("%(seats)s may challenge.", "%(seats)s may challenge.", len(due), seats=seats)
    if view["turn"] == 0:
        return ngettext("%(seats)s memorises the masks.", "%(seats)s memorise the masks.", len(due), seats=seats)
    return _("%(seat)s takes a turn.", seat=SeatName(due[0]))


# Whole moves.


def describe_move(view: MascaradeView, seat: int, text: str) -> Text:
    """Return a whole move of `seat` as the sentence to confirm."""
    match ENTRIES.parse_move(seat, text):
        case Exchanged(_, letter, other, bit):
            return _describe_exchange(letter, other, bit)
        case Viewed(_, letter):
            return _("Look at %(mask)s. That is your turn.", mask=words.OWN[letter])
        case Announced(_, mask, letter):
            said = _("Say: “I am the %(mask)s.”", mask=name_of(mask))
            if letter:
                said = _("%(said)s You point at %(own)s.", said=said, own=words.OWN[letter])
            return _(
                "%(said)s Unless somebody says the same, it is believed: %(power)s", said=said, power=ABILITIES[mask]
            )
        case Answered(_, challenges, letter):
            return _describe_answer(view, letter) if challenges else _("Do not challenge.")
        case PowerUsed() as used:
            return _describe_power(view, used)
        case SpySwapped(_, bit):
            if bit == "+":
                return _("Exchange the two masks that you have seen. Nobody else learns it.")
            return _("Leave the two masks where they are. Nobody else learns it.")
        case Guessed(_, mask):
            return _("Say that you are the %(mask)s. If you are wrong, you pay 4 coins.", mask=name_of(mask))
    return _("You know where the masks lie. They are turned facedown when everybody does.")


def _describe_exchange(letter: str, other: str, bit: str) -> Text:
    own, slot = words.OWN[letter], slot_name(other)
    if bit == "+":
        return _("Really exchange %(own)s and %(slot)s. The others see that you may have.", own=own, slot=slot)
    return _("Only pretend to exchange %(own)s and %(slot)s. The others see that you may have.", own=own, slot=slot)


def _describe_answer(view: MascaradeView, letter: str) -> Text:
    mask = name_of(view["announced"]["mask"]) if view["announced"] else ""
    return _(
        "Challenge: say that %(own)s is the %(mask)s. It is shown, and if it is not, you pay 1 coin.",
        own=words.OWN[letter],
        mask=mask,
    )


def _describe_power(view: MascaradeView, used: PowerUsed) -> Text:
    """Return the choice of a power's user."""
    assert view["power"] is not None
    if used.declined:
        return _("Keep your coins.")
    aim = aim_of(view["power"]["mask"])
    targets = [target_name(target) for target in used.targets]
    message = aim.pretend if used.bit == "-" else aim.confirm
    return text_of(message, target=targets[0], other=targets[-1], slot=slot_name(used.targets[0]))
