"""The table as a picture: areas, hands and piles with the ids and words of what can be clicked."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from games.core.text import SeatName, Text, _, ngettext
from games.core.title.presenter import Composition, Progress
from games.titles.maskera.page import prompts
from games.titles.maskera.rules.components import COPIES, FOUR, LETTERS, MASKS, TURN_DRAW
from games.titles.maskera.rules.effects import (
    ENTRIES,
    Announced,
    ChoseToDraw,
    Discarded,
    Kept,
    Passed,
    Played,
    Removed,
)
from games.titles.maskera.rules.view import Counts, MaskeraView
from games.titles.maskera.text.names import NAMES, card_list, name_of

FAN: Final = 6  # cards drawn of a stack at most; its number says how many there are


def element_of(seat: int, word: str) -> str:
    """Return the id of the drawn thing for a choice of `seat`. It names a place and a mask, never a card."""
    match ENTRIES.parse_move(seat, word):
        case ChoseToDraw():
            return "pile"
        case Played(_, int(mask)) | Discarded(_, mask):
            return f"hand-{LETTERS[mask]}"
        case Announced(_, mask):
            return f"name-{LETTERS[mask]}"
        case Kept(_, int(mask)):
            return f"aside-{LETTERS[mask]}"
        case Removed(_, mask):
            return f"area-{1 - seat}-{LETTERS[mask]}"
    return "pass"


# Previews.


@dataclass(slots=True)
class Preview:
    """A view with the chosen move laid out, as far as the viewer may know what it does."""

    view: MaskeraView
    passed: bool = False
    """Whether the card on trial has been let pass."""
    unknown: int = 0
    """Cards that the viewer is going to draw."""


def preview(view: MaskeraView, composition: Composition | None) -> Preview:
    """Return a preview of the chosen move on a copy of `view`, or of `view` itself if nothing is chosen."""
    if composition is None or not composition.words:
        return Preview(view)
    shown = Preview(deepcopy(view))
    seat = composition.seat
    move = ENTRIES.parse_move(seat, composition.words[0])
    match move:
        case ChoseToDraw():
            draw(shown, seat)
        case Played(_, int(mask)):
            lose_card(shown.view, seat, mask)
            shown.view["trial"] = {"seat": seat, "mask": LETTERS[mask], "open": False}
        case Passed():
            shown.passed = True
        case Announced(_, mask):
            shown.view["announced"] = LETTERS[mask]
        case Discarded(_, mask):
            lose_card(shown.view, seat, mask)
            shown.view["discards"].append(LETTERS[mask])
        case Kept(_, int(mask)):
            keep(shown.view, seat, mask)
        case Removed(_, mask):
            shown.view["areas"][1 - seat][mask] -= 1
            shown.view["discards"].append(LETTERS[mask])
    return shown


def draw(shown: Preview, seat: int) -> None:
    """Take the turn's cards from the pile, unseen. An empty pile is refilled from the discards."""
    view = shown.view
    shown.unknown = min(TURN_DRAW, view["pile"] + len(view["discards"]))
    if shown.unknown >= view["pile"]:  # it runs out: the discard pile becomes the new one
        view["pile"] += len(view["discards"])
        view["discards"] = []
    view["pile"] -= shown.unknown
    view["hands"][seat]["size"] += shown.unknown


def lose_card(view: MaskeraView, seat: int, mask: int) -> None:
    """Take a card out of the viewer's own hand."""
    hand = view["hands"][seat]
    hand["size"] -= 1
    if hand["cards"] is not None:
        hand["cards"][mask] -= 1


def keep(view: MaskeraView, seat: int, mask: int) -> None:
    """Lay out what a recruiter has drawn: one card into the hand, the others on the discard pile."""
    rejects = list(view["aside"]["cards"] or [])
    rejects[mask] -= 1
    hand = view["hands"][seat]
    hand["size"] += 1
    if hand["cards"] is not None:
        hand["cards"][mask] += 1
    view["discards"] += letters(rejects)
    view["aside"] = {"seat": None, "size": 0, "cards": None}


def letters(counts: Counts) -> list[str]:
    """Return five counts as letters, one letter per card."""
    return [letter for letter, count in zip(LETTERS, counts, strict=True) for _copy in range(count)]


# The picture.


def progress(area: Counts) -> Progress:
    """Return how far an area is from four of a kind and from one of each: the nearer of the two in short."""
    alike, kinds = max(area), sum(count > 0 for count in area)
    nearer = f"{alike}/{FOUR}" if FOUR - alike <= MASKS - kinds else f"{kinds}/{MASKS}"
    text = _("%(alike)s of 4 alike, %(kinds)s of 5 masks", alike=alike, kinds=kinds)
    return Progress(nearer, text, near=min(FOUR - alike, MASKS - kinds) == 1)


class Drawing:
    """The parts of one table."""

    def __init__(self, view: MaskeraView, composition: Composition | None) -> None:
        self.shown = preview(view, composition)
        self.view = self.shown.view
        self.links: dict[str, str] = {}
        """Words of what can be clicked, by id."""
        self.seat = 0 if composition is None else composition.seat
        self.chosen: set[str] = set()
        """Ids of what has been clicked."""
        if composition is not None:
            self.links = {element_of(composition.seat, word): word for word in composition.offered}
            self.chosen = {element_of(composition.seat, word) for word in composition.words}

    def thing(self, element: str, **facts: Any) -> dict[str, Any]:
        """Return something drawn that has an id, and a word if it can be clicked."""
        word = self.links.get(element, "")
        label = prompts.label(self.view, self.seat, word) if word else ""
        return {"id": element, "word": word, "label": label, "chosen": element in self.chosen, **facts}

    def stack(self, element: str, letter: str, count: int) -> dict[str, Any]:
        """Return a stack of equal cards."""
        return self.thing(element, letter=letter, name=name_of(letter), count=count, cards=[letter] * min(count, FAN))

    def stacks(self, prefix: str, counts: Counts) -> list[dict[str, Any]]:
        """Return five stacks in the order P R S B A."""
        return [self.stack(f"{prefix}-{letter}", letter, count) for letter, count in zip(LETTERS, counts, strict=True)]

    def side(self, seat: int, place: str) -> dict[str, Any]:
        """Return one seat's area and hand."""
        view = self.view
        hand = view["hands"][seat]
        cards = hand["cards"]
        trial = view["trial"]
        return {
            "seat": seat,
            "place": place,
            "active": view["active"] == seat and not view["over"],
            "winner": view["winner"] == seat,
            "columns": self.stacks(f"area-{seat}", view["areas"][seat]),
            "coming": self.shown.passed and trial is not None and trial["seat"] == seat,
            "hand_id": f"hand-of-{seat}",
            "hand_size": hand["size"],
            "hand_text": ngettext("%(n)s card in hand", "%(n)s cards in hand", hand["size"]),
            "backs": list(range(self.shown.unknown if cards else min(hand["size"], 2 * COPIES))),
            "hand": self.stacks("hand", cards) if cards else None,
        }

    def seat_row(self, seat: int) -> dict[str, Any]:
        """Return what is said of a seat next to the table; for the other one also what the viewer's spy saw there."""
        peek = None if seat == self.view["viewer"] else self.peek()
        size = self.view["hands"][seat]["size"]
        return {
            "seat": seat,
            "hand_text": ngettext("%(n)s card in hand", "%(n)s cards in hand", size),
            "columns": [
                {"letter": letter, "name": name, "count": count}
                for letter, name, count in zip(LETTERS, NAMES, self.view["areas"][seat], strict=True)
            ],
            "peek": "" if peek is None else peek["text"],
        }

    def pile(self) -> dict[str, Any]:
        count = self.view["pile"]
        return self.thing("pile", count=count, text=ngettext("%(n)s card to draw", "%(n)s cards to draw", count))

    def discards(self) -> dict[str, Any]:
        """Return the discard pile: its last card, and how many of each mask lie there."""
        cards = self.view["discards"]
        counts = [cards.count(letter) for letter in LETTERS]
        return self.thing(
            "discards",
            count=len(cards),
            top=cards[-1] if cards else "",
            text=ngettext("%(n)s card discarded", "%(n)s cards discarded", len(cards)),
            stacks=[
                {"letter": letter, "name": name, "count": count}
                for letter, name, count in zip(LETTERS, NAMES, counts, strict=True)
            ],
        )

    def trial(self) -> dict[str, Any]:
        """Return the card on trial; the place is always drawn, so that nothing jumps when a card comes.

        A card that was not countered lies in its area as soon as it is revealed: here only its name is left.
        """
        trial = self.view["trial"]
        if self.shown.passed:
            text = _("The card on trial passes: once you confirm, it’s revealed in its area.")
            return self.thing("trial", empty=True, letter="", open=False, seat=None, text=text)
        if trial is None:
            return self.thing("trial", empty=True, letter="", open=False, seat=None, text=_("No card on trial"))
        letter = trial["mask"] or ""
        name = name_of(letter) if letter else ""
        if trial["open"]:
            text = _("Revealed: %(mask)s", mask=name)
            if not self.view["hit"]:
                return self.thing("trial", empty=True, letter="", open=False, seat=None, text=text)
        elif letter:
            text = _("On trial, facedown: %(mask)s", mask=name)
        else:
            text = _("On trial, facedown")
        return self.thing("trial", empty=False, letter=letter, open=trial["open"], seat=trial["seat"], text=text)

    def announced(self) -> dict[str, Any] | None:
        letter = self.view["announced"]
        if letter is None:
            return None
        return {"letter": letter, "text": _("Announced: %(mask)s", mask=name_of(letter))}

    def answers(self, composition: Composition | None) -> dict[str, Any] | None:
        """Return what the viewer may answer the card on trial: let it pass, or name one of the masks; None if they owe
        no answer."""
        if composition is None or self.view["phase"] != "answer":
            return None
        names = [
            self.thing(f"name-{letter}", letter=letter, name=name) for letter, name in zip(LETTERS, NAMES, strict=True)
        ]
        return {"pass": self.thing("pass", name=_("Let it pass")), "names": names}

    def aside(self) -> dict[str, Any] | None:
        """Return what a recruiter has drawn: stacks for its user, backs for everyone else; None if nothing is set
        aside."""
        aside = self.view["aside"]
        if not aside["size"]:
            return None
        text = ngettext("Recruiter: %(n)s card drawn", "Recruiter: %(n)s cards drawn", aside["size"])
        if aside["cards"] is None:
            return {"stacks": None, "backs": list(range(aside["size"])), "text": text}
        stacks = [stack for stack in self.stacks("aside", aside["cards"]) if stack["count"]]
        return {"stacks": stacks, "backs": [], "text": text}

    def peek(self) -> dict[str, Any] | None:
        """Return the viewer's latest look at the other hand; None if there was none."""
        peek = self.view["peek"]
        if peek is None:
            return None
        seen = card_list(peek["cards"])
        return {
            "letters": letters(peek["cards"]),
            "text": _("Seen by your Spy on turn %(turn)s: %(cards)s", turn=peek["turn"] + 1, cards=seen),
        }

    def shuffled(self) -> Text | None:
        """Return what the pile held right after the latest reshuffle, as everyone has seen these cards; None before the
        first."""
        counts = self.view["shuffled"]
        return _("Last shuffled into the draw pile: %(cards)s", cards=card_list(counts)) if any(counts) else None

    def rows(self) -> list[dict[str, Any]]:
        """Return the same facts as a table of numbers: areas, the viewer's hand, discards."""
        view = self.view
        rows: list[dict[str, Any]] = []
        for seat, (area, hand) in enumerate(zip(view["areas"], view["hands"], strict=True)):
            name = SeatName(seat)
            rows.append({"name": _("%(seat)s’s area", seat=name), "counts": area, "total": sum(area)})
            cards: Sequence[object] = hand["cards"] or ["?"] * len(LETTERS)
            rows.append({"name": _("%(seat)s’s hand", seat=name), "counts": cards, "total": hand["size"]})
        discards = [view["discards"].count(letter) for letter in LETTERS]
        rows.append({"name": _("Discard pile"), "counts": discards, "total": sum(discards)})
        return rows
