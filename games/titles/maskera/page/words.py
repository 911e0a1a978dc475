"""Sentences: what the masks do, what a seat is asked, what a move will do, what the log says."""

from typing import Any

from games.core.events import EventKind
from games.core.text import Param, SeatName, Text, TextList, _, ngettext
from games.titles.maskera.text.annotator import TextEffect
from games.titles.maskera.text.notation import LETTERS, mask_name

ABILITIES = {
    "P": _("Politician: draw two cards."),
    "R": _("Recruiter: draw five cards, keep one and discard the others."),
    "S": _("Spy: draw a card, then look at the other hand."),
    "B": _("Brute: discard a random card from the other hand."),
    "A": _("Assassin: discard a card of your choice from the other area."),
}
REASONS = {
    "four": _("four of one mask"),
    "five": _("one of each mask"),
    "stop": _("no win in 300 turns"),
}


def cards(letters: str) -> TextList:
    """Cards by name, equal ones together: “2 × Politician, Spy”."""
    items: list[Param] = []
    for letter in LETTERS:
        count = letters.count(letter)
        if count:
            name = mask_name(letter)
            items.append(name if count == 1 else _("%(count)s × %(mask)s", count=count, mask=name))
    return TextList(tuple(items))


# Questions.


def prompt(view: dict[str, Any]) -> Text:
    """What the viewer is asked now."""
    phase = view["phase"]
    if phase == "turn":
        return _("Draw two cards, or play one facedown.")
    if phase == "answer":
        return _("%(seat)s has played a card facedown. Let it pass, or name it to counter it?", seat=_other(view))
    if phase == "discard" and view["hit"]:
        return _("You named it. Discard a card: you use its ability.")
    if phase == "discard":
        return _("You named the wrong mask. Discard a card.")
    if phase == "keep":
        return _("Which of the cards you drew do you keep?")
    return _("Which card of the other area does your Assassin discard?")


def waiting(view: dict[str, Any]) -> Text:
    """What the seat that is due owes, for everybody else."""
    if not view["deciders"]:
        return _("The cards are being dealt.")
    seat = SeatName(view["deciders"][0])
    phase = view["phase"]
    if phase == "turn":
        return _("%(seat)s draws two cards or plays one facedown.", seat=seat)
    if phase == "answer":
        return _("%(seat)s lets the card pass or tries to counter it.", seat=seat)
    if phase == "discard":
        return _("%(seat)s chooses a card to discard.", seat=seat)
    if phase == "keep":
        return _("%(seat)s chooses which card to keep.", seat=seat)
    return _("%(seat)s chooses a card for the Assassin to discard.", seat=seat)


def _other(view: dict[str, Any]) -> SeatName:
    """The seat whose card is on trial."""
    return SeatName(view["active"])


# Moves.


def label(view: dict[str, Any], word: str) -> Text:
    """A choice, as short as a button."""
    verb, mask = word[:2], word[3:]
    if word == "dr":
        return _("Draw two cards")
    if word == "ok":
        return _("Let it pass")
    if verb == "pl":
        return _("Play the %(mask)s", mask=mask_name(mask))
    if verb == "ct":
        return _("Counter: “%(mask)s”", mask=mask_name(mask))
    if verb == "ke":
        return _("Keep the %(mask)s", mask=mask_name(mask))
    if verb == "di" and view["hit"]:
        return _("Discard and use the %(mask)s", mask=mask_name(mask))
    return _("Discard the %(mask)s", mask=mask_name(mask))


def explain(view: dict[str, Any], word: str) -> Text | None:
    """What a choice does, in the words of the rules page."""
    verb, mask = word[:2], word[3:]
    if word == "dr":
        return _("You add two cards to your hand, and your turn ends.")
    if word == "ok":
        return _("The card is revealed, stays in its area, and its ability is used.")
    if verb == "pl" or (verb == "di" and view["hit"]):
        return ABILITIES[mask]
    if verb == "ct":
        return _("Right: the card is lost, and you discard a card to use its ability. Wrong: you discard a card.")
    return None


def describe_move(view: dict[str, Any], seat: int, text: str) -> Text:
    """A whole move of `seat` as a sentence with its consequences."""
    verb, mask = text[:2], text[3:]
    name = mask_name(mask) if mask else ""
    if text == "dr":
        return _("Draw two cards; your turn ends.")
    if text == "ok":
        return _("Let the card pass. It is revealed and stays, and its ability is used.")
    if verb == "pl":
        wins = _would_win(view["areas"][seat], mask)
        if wins:
            return _("Play the %(mask)s facedown. If it is not countered, you win.", mask=name)
        return _("Play the %(mask)s facedown. If it is not countered: %(ability)s", mask=name, ability=ABILITIES[mask])
    if verb == "ct":
        return _(
            "Try to counter: say that the card is the %(mask)s. Right: it is lost, and you discard a card and use its "
            "ability. Wrong: it stays, and you discard a card.",
            mask=name,
        )
    if verb == "ke":
        return _("Keep the %(mask)s and discard the other cards you drew.", mask=name)
    if verb == "as":
        return _("The Assassin discards the %(mask)s from the other area.", mask=name)
    if view["hit"]:
        return _("Discard the %(mask)s and use its ability. %(ability)s", mask=name, ability=ABILITIES[mask])
    return _("Discard the %(mask)s. It has no effect.", mask=name)


def _would_win(area: list[int], mask: str) -> bool:
    """Whether one more card of `mask` completes four of a kind or all five."""
    after = list(area)
    after[LETTERS.index(mask)] += 1
    return max(after) >= 4 or min(after) >= 1


# The log.


def describe_entry(entry: TextEffect) -> Text | None:
    """A redacted entry as a sentence; site entries are told by the site."""
    if entry.kind == EventKind.SITE:
        return None
    if entry.kind == EventKind.MOVE:
        return _tell_move(SeatName(entry.seat or 0), entry.text[:2], entry.text[3:])
    words = entry.text.split()
    if words[0] == "deal":
        return _tell_deal(words)
    if entry.seat is None:
        return _tell_fact(words)
    return _tell_cards(SeatName(entry.seat), words)


def _tell_move(seat: SeatName, verb: str, mask: str) -> Text | None:
    if verb == "dr":
        return _("%(seat)s draws instead of playing.", seat=seat)
    if verb == "ok":
        return _("%(seat)s lets it pass.", seat=seat)
    if verb == "sk":
        return _("%(seat)s can neither draw nor play, and is skipped.", seat=seat)
    if mask == "?":
        if verb == "pl":
            return _("%(seat)s plays a card facedown.", seat=seat)
        return _("%(seat)s keeps a card.", seat=seat)
    name = mask_name(mask)
    if verb == "pl":
        return _("%(seat)s plays a card facedown: %(mask)s.", seat=seat, mask=name)
    if verb == "ct":
        return _("%(seat)s tries to counter: “%(mask)s!”", seat=seat, mask=name)
    if verb == "ke":
        return _("%(seat)s keeps the %(mask)s.", seat=seat, mask=name)
    if verb == "as":
        return _("The Assassin of %(seat)s discards the %(mask)s from the other area.", seat=seat, mask=name)
    return _("%(seat)s discards the %(mask)s.", seat=seat, mask=name)


def _tell_deal(words: list[str]) -> Text:
    areas = {word[4]: word[6:] for word in words if word.startswith("area")}
    first = SeatName(int(words[-1][-1]))
    own = next((word for word in words[1:3] if "?" not in word), None)
    if own is None or "?" not in " ".join(words[1:3]):
        return _(
            "Five cards to each hand. Two lie open for %(zero)s (%(cards0)s) and for %(one)s (%(cards1)s). "
            "%(first)s begins.",
            zero=SeatName(0),
            cards0=cards(areas["0"]),
            one=SeatName(1),
            cards1=cards(areas["1"]),
            first=first,
        )
    return _(
        "Five cards to each hand; that of %(owner)s is %(hand)s. Two lie open for %(zero)s (%(cards0)s) and for "
        "%(one)s (%(cards1)s). %(first)s begins.",
        owner=SeatName(int(own[0])),
        hand=cards(own[2:]),
        zero=SeatName(0),
        cards0=cards(areas["0"]),
        one=SeatName(1),
        cards1=cards(areas["1"]),
        first=first,
    )


def _tell_fact(words: list[str]) -> Text | None:
    if words[0] == "hit":
        return _("The guess is right: the card is countered.")
    if words[0] == "miss":
        return _("The guess is wrong: the card stays.")
    if words[0] == "shuffle":
        return ngettext(
            "The discard pile, %(n)s card, becomes the new draw pile.",
            "The discard pile, %(n)s cards, is shuffled into a new draw pile.",
            int(words[1]),
        )
    return _("No win in %(turns)s turns: the match stops, and both seats share the first place.", turns=int(words[1]))


def _tell_cards(seat: SeatName, words: list[str]) -> Text | None:
    what, shown = words[0], words[2]
    if what == "win":
        if shown == "all5":
            return _("%(seat)s wins with one of each mask.", seat=seat)
        return _("%(seat)s wins with four of one mask: %(mask)s.", seat=seat, mask=mask_name(shown[0]))
    if what == "draw" and "?" in shown:
        return ngettext("%(seat)s draws %(n)s card.", "%(seat)s draws %(n)s cards.", len(shown), seat=seat)
    if what == "peek" and "?" in shown:
        return _("The Spy of %(seat)s looks at the other hand.", seat=seat)
    named = cards(shown)
    if what == "draw":
        return _("%(seat)s draws %(cards)s.", seat=seat, cards=named)
    if what == "peek":
        return _("The Spy of %(seat)s looks at the other hand: %(cards)s.", seat=seat, cards=named)
    if what == "rej":
        return _("%(seat)s discards the others: %(cards)s.", seat=seat, cards=named)
    if what == "rand":
        return _("The Brute takes a random card from %(seat)s: %(cards)s.", seat=seat, cards=named)
    return _("The card of %(seat)s is revealed: %(cards)s.", seat=seat, cards=named)
