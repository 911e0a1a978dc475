"""The questions to the viewer, the names of the choices, and the rule that forbids a choice."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from games.core.text import SeatName, Text, _, ngettext
from games.core.title.presenter import Choice, Composition
from games.titles.masons.page.elements import element
from games.titles.masons.page.hand import open_values, worth
from games.titles.masons.page.helps import explain
from games.titles.masons.page.land import wall_name
from games.titles.masons.rules.effects import (
    ENTRIES,
    Built,
    CardDiscarded,
    CardsExchanged,
    CardsPlayed,
    FinalPlayed,
    MergeChosen,
    WallPlaced,
)
from games.titles.masons.rules.names import BOARD_FILE, LINE_NUMBERS
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text.log_text import piece, pieces
from games.titles.masons.text.names import CARDS, REGIONS, card_list

PROMPTS: Final[Mapping[str, Text]] = {
    "wall": _("Place a wall on a line."),
    "merge": _("Join the new town with a neighbour, or keep it separate."),
    "score": _("Play one or two cards, or discard one and draw two."),
    "exchange": _("You’re in last place: choose as many cards to swap as you like."),
    "final": _("Your last cards: choose a town for them, or none."),
}
WAITING: Final[Mapping[str, Text]] = {
    "wall": _("%(seat)s must place a wall."),
    "build": _("%(seat)s must build what the dice show."),
    "merge": _("%(seat)s must decide whether to join towns."),
    "score": _("%(seat)s must score the new town."),
    "exchange": _("%(seat)s is in last place and can swap cards."),
    "final": _("%(seat)s can play their last cards."),
}


def prompt(view: MasonsView, composition: Composition) -> Text:
    """Return what the viewer is asked now."""
    phase, words = view["phase"], composition.words
    if phase == "build":
        return _build_prompt(composition)
    if phase == "score" and words:
        return _("Play only this card, add a second one, or discard it.")
    if phase == "exchange" and words:
        return _("Choose more cards, or swap these.")
    if phase == "final" and words:
        return _("Play one card.") if len(words) == 1 else _("Play a second card, or only this one.")
    return PROMPTS[phase]


def _build_prompt(composition: Composition) -> Text:
    offered = [word for word in composition.offered if "=" in word]
    if not offered:
        return _("There’s nothing left to build.")
    places = dict.fromkeys(word.partition("=")[0] for word in offered)
    if next(iter(places))[0].islower():
        return _("Build a tower at %(points)s.", points=" / ".join(places))
    return _("Build a house on %(spaces)s.", spaces=" / ".join(places))


def waiting(view: MasonsView) -> Text:
    """Return what the due seat owes, for everyone else."""
    message = WAITING[view["phase"]].message
    return _(message, seat=SeatName(view["deciders"][0]))


def choice(view: MasonsView, composition: Composition, word: str) -> Choice:
    """Return an offered part as a choice, named by what it does and drawn at its place."""
    group = _line_group(word) if word in LINE_NUMBERS else None
    at = element(composition.words, word)
    return Choice(word, label(view, composition, word), at, explain(view, composition, word), group)


def label(view: MasonsView, composition: Composition, word: str) -> Text:
    """Return the name of a choice, short enough for a button."""
    if word in LINE_NUMBERS:
        return wall_name(word)
    if "=" in word:
        return piece(word)
    if word in CARDS:
        points = worth(view, open_values(view, composition), word)["points"]
        return CARDS[word] if points == "" else _("%(card)s: %(points)s", card=CARDS[word], points=points)
    if word.startswith("T"):
        return _town_choice(view, word)
    return _bare_choice(view, composition, word)


@cache
def _line_group(line: str) -> Text:
    """Return the region of a line, or the two that it separates."""
    regions = list(dict.fromkeys(BOARD_FILE.regions[space] for space in BOARD_FILE.beside[line]))
    if len(regions) == 1:
        return REGIONS[regions[0]]
    return _("Between %(one)s and %(other)s", one=REGIONS[regions[0]], other=REGIONS[regions[1]])


def _town_choice(view: MasonsView, town: str) -> Text:
    spaces = next(each["spaces"] for each in view["towns"] if each["id"] == town)
    if view["phase"] == "merge":
        return _("Join it with %(town)s (%(spaces)s)", town=town, spaces=", ".join(spaces))
    return _("For %(town)s (%(spaces)s)", town=town, spaces=", ".join(spaces))


def _bare_choice(view: MasonsView, composition: Composition, word: str) -> Text:
    """Return the name of a part that is drawn nowhere."""
    if word == "alone":
        return _("Play only this")
    if word == "discard":
        return _("Discard it")
    if word == "0":
        return _("Without a town")
    match view["phase"]:
        case "merge":
            return _("Keep it separate")
        case "exchange":
            return _("Swap these") if composition.words else _("Don’t swap")
        case "final":
            return _("Play nothing")
    return _("Build nothing")


def describe_move(view: MasonsView, seat: int, text: str) -> Text:
    """Return a whole move as the sentence to confirm."""
    match ENTRIES.parse_move(seat, text):
        case WallPlaced(_seat, line):
            return _("Place a wall: %(line)s. The dice are rolled next.", line=line)
        case Built(_seat, (), ()):
            return _("Build nothing: there’s nothing left.")
        case Built(_seat, towers, houses):
            return _("Build %(pieces)s.", pieces=pieces((*towers, *houses)))
        case MergeChosen(_seat, None):
            return _("Keep the new town separate.")
        case MergeChosen(_seat, str(town)):
            return _("Join the new town with %(town)s.", town=town)
        case CardDiscarded(_seat, str(card)):
            return _("Discard a card facedown: %(card)s. You’ll draw two.", card=CARDS[card])
        case CardsPlayed(_seat, cards):
            points = ngettext("%(n)s point", "%(n)s points", sum(view["values"][card] for card in cards))
            return _("Play %(cards)s: %(points)s.", cards=card_list(cards), points=points)
        case CardsExchanged(_seat, ()):
            return _("Don’t swap.")
        case CardsExchanged(_seat, cards):
            return _("Swap %(cards)s.", cards=card_list(card for card in cards if card))
        case FinalPlayed(_seat, _town, ()):
            return _("Play nothing.")
        case FinalPlayed(_seat, town, cards):
            values = view["town_values"].get(town, view["values"])
            points = ngettext("%(n)s point", "%(n)s points", sum(values[card] for card in cards))
            return _("Play %(cards)s: %(points)s.", cards=card_list(cards), points=points)
    raise AssertionError(f"{text} is a move")


def forbidden(view: MasonsView, composition: Composition, element: str) -> Text | None:
    """Return why the drawn thing `element` is no choice: the rule that forbids it; None if there is none to name."""
    if view["phase"] == "wall":
        if element in {f"l-{line}" for line in view["walls"]}:
            return _("There’s already a wall there.")
        if element.startswith(("t-", "s-")):
            return _("Place walls on lines, but not inside a town.")
    if view["phase"] == "merge" and element.startswith("t-"):
        return _("You can only join a town that shares a wall with the new one.")
    if view["phase"] == "score" and element.startswith("card-"):
        return _("You can play two cards at most.")
    return None


def seats_text(view: MasonsView, seat: int) -> Text:
    """Return “40 points, 5 cards in hand”."""
    points = ngettext("%(n)s point", "%(n)s points", view["scores"][seat])
    cards = ngettext("%(n)s card in hand", "%(n)s cards in hand", view["hand_sizes"][seat])
    return _("%(points)s, %(cards)s", points=points, cards=cards)
