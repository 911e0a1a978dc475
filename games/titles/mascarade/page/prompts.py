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
    "bankrupt": _("a player with no coins"),
    "cheater": _("ten coins and the Cheater"),
    "adjudicated": _("no win by the turn limit"),
}
BITS: Final = {"+": _("Swap them"), "-": _("Only pretend")}


def target_name(word: str) -> Text | SeatName:
    """Return the name of a slot, or of a player where everyone has one mask."""
    name = holder_name(word)
    assert isinstance(name, Text | SeatName)
    return name


# Choices.


def label(view: MascaradeView, composition: Composition, word: str) -> Text:
    """Return the name of a choice, short enough for a button."""
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
        return _("Swap %(mask)s", mask=words.OWN[letter]) if letter else _("Swap")
    if action == "V":
        return LOOK_AT[letter] if letter else _("Look at my mask")
    if word in FIXED:
        return FIXED[word]
    if not action:
        return _("Point at %(mask)s", mask=words.OWN[letter])
    if power is not None:
        return text_of(aim_of(power["mask"]).label, target=target_name(word))
    return _("Swap with %(target)s", target=target_name(word))


LOOK_AT: Final = {"L": _("Look at left mask"), "M": _("Look at middle mask"), "R": _("Look at right mask")}
FIXED: Final = {"M": _("I’ve memorised them"), "A": _("Announce"), "N": _("Don’t challenge")}


def _claim(mask: str, letter: str) -> Text:
    if letter:
        return _("“No, I am the %(mask)s”: %(own)s", mask=name_of(mask), own=words.OWN[letter])
    return _("“No, I am the %(mask)s!”", mask=name_of(mask))


# Questions.

FIRST_TURNS: Final = _("You can only swap in the first four turns. Choose a mask to swap with.")


def prompt(view: MascaradeView, composition: Composition) -> Text:
    """Return what the viewer is asked now."""
    power, announced, chosen = view["power"], view["announced"], composition.words
    if view["phase"] == "memorise":
        return _("Memorise who’s who; then all the masks are turned facedown.")
    if power is not None:
        return _power_prompt(view, composition)
    if announced is not None:
        return _(
            "%(seat)s says: “I am the %(mask)s.” Challenge, and claim to be it yourself?",
            seat=SeatName(announced["seat"]),
            mask=name_of(announced["mask"]),
        )
    if not chosen:
        return _opening(view, composition)
    if chosen[0].startswith("X"):
        if len(chosen) > 1:
            return _bit_prompt(chosen[1])
        return FIRST_TURNS if view["turn"] <= EXCHANGE_TURNS else _("Choose a mask to swap with.")
    if chosen[0] == "A":
        return _("Choose which mask to announce.") if len(chosen) == 1 else _("Choose which of your masks to point at.")
    return _("Choose a mask.")


def _opening(view: MascaradeView, composition: Composition) -> Text:
    """Return the question for the first part of a turn."""
    if "A" in composition.offered:
        return _("Swap masks, look at your mask, or announce one.")
    if view["turn"] <= EXCHANGE_TURNS:
        return FIRST_TURNS
    if any(word.startswith("V") for word in composition.offered):
        return _("Your mask was shown, so you can’t announce. Swap masks, or look at yours.")
    return _("Your mask was shown, so you must swap. Choose a mask to swap with.")


def _bit_prompt(slot: str) -> Text:
    return _("%(target)s: really swap, or only pretend?", target=target_name(slot))


def _power_prompt(view: MascaradeView, composition: Composition) -> Text:
    """Return what a power asks of its user, or the Guru of a victim."""
    power = view["power"]
    assert power is not None
    if power["step"] == "guess":
        return _("The Guru asks you to name your mask. If you’re wrong, you pay 4 coins.")
    if power["step"] == "swap":
        return _("You’ve seen both masks. Swap them?")
    if "+" in composition.offered:
        return _("Really swap the two masks? No one else will know.")
    if composition.words:
        return _("Choose the second player.")
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
            return _("%(seat)s must name their own mask.", seat=seat)
        if power["step"] == "swap":
            return _("%(seat)s must swap the two masks, or pretend to.", seat=seat)
        return text_of(aim_of(power["mask"]).waiting, seat=seat)
    if announced is not None:
        return ngettext(
            "%(seats)s must decide whether to challenge.",
            "%(seats)s must decide whether to challenge.",
            len(due),
            seats=seats,
        )
    if view["turn"] == 0:
        return ngettext(
            "%(seats)s is memorising the masks.", "%(seats)s are memorising the masks.", len(due), seats=seats
        )
    return _("It’s %(seat)s’s turn.", seat=SeatName(due[0]))


# Whole moves.


def describe_move(view: MascaradeView, seat: int, text: str) -> Text:
    """Return a whole move of `seat` as the sentence to confirm."""
    match ENTRIES.parse_move(seat, text):
        case Exchanged(_, letter, other, bit):
            return _describe_exchange(letter, other, bit)
        case Viewed(_, letter):
            return _("Look at %(mask)s. This takes your turn.", mask=words.OWN[letter])
        case Announced(_, mask, letter):
            said = _("Say: “I am the %(mask)s.”", mask=name_of(mask))
            if letter:
                said = _("%(said)s You point at %(own)s.", said=said, own=words.OWN[letter])
            return _("%(said)s If no one challenges, you use the power: %(power)s", said=said, power=ABILITIES[mask])
        case Answered(_, challenges, letter):
            return _describe_answer(view, letter) if challenges else _("Don’t challenge.")
        case PowerUsed() as used:
            return _describe_power(view, used)
        case SpySwapped(_, bit):
            if bit == "+":
                return _("Swap the two masks you’ve seen. No one else will know.")
            return _("Leave the two masks where they are. No one else will know.")
        case Guessed(_, mask):
            return _("Say you’re the %(mask)s. If you’re wrong, you pay 4 coins.", mask=name_of(mask))
    return _("You’ve memorised the masks. They’re turned facedown once everyone has.")


def _describe_exchange(letter: str, other: str, bit: str) -> Text:
    own, slot = words.OWN[letter], slot_name(other)
    if bit == "+":
        return _("Really swap %(own)s and %(slot)s. The others know you might have.", own=own, slot=slot)
    return _("Only pretend to swap %(own)s and %(slot)s. The others know you might have.", own=own, slot=slot)


def _describe_answer(view: MascaradeView, letter: str) -> Text:
    mask = name_of(view["announced"]["mask"]) if view["announced"] else ""
    return _(
        "Challenge: claim that %(own)s is the %(mask)s. It’s shown, and if it isn’t, you pay 1 coin.",
        own=words.OWN[letter],
        mask=mask,
    )


def _describe_power(view: MascaradeView, used: PowerUsed) -> Text:
    """Return the choice of a power's user as a sentence."""
    assert view["power"] is not None
    if used.declined:
        return _("Keep your coins.")
    aim = aim_of(view["power"]["mask"])
    targets = [target_name(target) for target in used.targets]
    message = aim.pretend if used.bit == "-" else aim.confirm
    return text_of(message, target=targets[0], other=targets[-1], slot=slot_name(used.targets[0]))
