"""From a view to the drawn board: columns, hands and piles with the ids and words of what can be clicked."""

from collections.abc import Sequence
from typing import Any

from games.core.events import Entry
from games.core.presenter import Choice, Composition, Presenter, Word
from games.core.text import SeatName, Text, _, ngettext
from games.titles.maskera.page import glossary, words
from games.titles.maskera.rules.components import COPIES
from games.titles.maskera.text.notation import LETTERS, NAMES, mask_name

FAN = 6  # drawn cards of a stack; more are told by its number


class MaskeraPresenter(Presenter):
    """Draws the two facing areas, the piles between them, and the viewer's hand."""

    template = "titles/maskera/board.html"
    stylesheet = "titles/maskera/board.css"
    rules_template = "titles/maskera/rules.html"
    setting_template = "titles/maskera/setting.html"

    def glossary(self, view: dict[str, Any]) -> list[Word]:
        return glossary.GLOSSARY

    def touched(self, entries: Sequence[Entry]) -> set[str]:
        return glossary.touched(entries)

    def forbidden(self, view: dict[str, Any], composition: Composition, element: str) -> Text | None:
        return glossary.forbidden(view, element)

    def board(self, view: dict[str, Any], composition: Composition | None) -> dict[str, Any]:
        shown = preview(view, composition)
        links = {} if composition is None else {element_of(view, word): word for word in composition.offered}
        chosen = {element_of(view, word) for word in composition.words} if composition else set()
        draw = Drawing(shown, links, chosen)
        below = 0 if view["viewer"] is None else view["viewer"]
        return {
            "phase": view["phase"],
            "sides": [draw.side(1 - below, "far"), draw.side(below, "near")],
            "pile": draw.pile(),
            "discards": draw.discards(),
            "trial": draw.trial(),
            "announced": draw.announced(),
            "names": draw.names(composition),
            "aside": draw.aside(),
            "peek": draw.peek(),
            "shuffled": draw.shuffled(),
            "rows": draw.rows(),
            "masks": [{"name": name} for name in NAMES],
        }

    def choice(self, view: dict[str, Any], composition: Composition, word: str) -> Choice:
        groups = {"pl": _("Play a card"), "ct": _("Try to counter")}
        return Choice(
            word,
            words.label(view, word),
            element_of(view, word),
            words.explain(view, word),
            groups.get(word[:2]),
        )

    def prompt(self, view: dict[str, Any], composition: Composition) -> Text:
        return words.prompt(view)

    def waiting(self, view: dict[str, Any]) -> Text:
        return words.waiting(view)

    def describe_move(self, view: dict[str, Any], seat: int, text: str) -> Text:
        return words.describe_move(view, seat, text)

    def describe_entry(self, entry: Entry) -> Text | None:
        return words.describe_entry(entry)

    def reason(self, reason: str) -> Text:
        return words.REASONS[reason]


def element_of(view: dict[str, Any], word: str) -> str:
    """The id of the drawn thing that stands for a choice. It names a place and a mask, never a card."""
    verb, mask = word[:2], word[3:]
    if word == "dr":
        return "pile"
    if word == "ok":
        return "trial"
    if verb in ("pl", "di"):
        return f"hand-{mask}"
    if verb == "as":
        return f"area-{1 - view['viewer']}-{mask}"
    return f"name-{mask}" if verb == "ct" else f"aside-{mask}"


def preview(view: dict[str, Any], composition: Composition | None) -> dict[str, Any]:
    """The view with the chosen move laid out, as far as the viewer may know what it does."""
    if composition is None or not composition.words:
        return view
    shown = view | {"areas": [list(area) for area in view["areas"]], "hands": [dict(hand) for hand in view["hands"]]}
    verb, mask = composition.words[0][:2], composition.words[0][3:]
    seat = composition.seat
    if verb in ("pl", "di"):
        hand = list(view["hands"][seat]["cards"])
        hand[LETTERS.index(mask)] -= 1
        shown["hands"][seat] = {"size": sum(hand), "cards": hand}
    if verb == "pl":
        shown["trial"] = {"seat": seat, "mask": mask, "open": False}
    elif verb == "ok":
        shown["passed"] = True
    elif verb == "ct":
        shown["announced"] = mask
    elif verb == "dr":
        drawn = min(2, view["pile"] + len(view["discards"]))
        shown["pile"] = max(view["pile"] - drawn, 0)
        shown["hands"][seat]["size"] += drawn
        shown["unknown"] = drawn
    elif verb == "ke":
        keep(shown, seat, mask)
    elif verb == "as":
        shown["areas"][1 - seat][LETTERS.index(mask)] -= 1
    if verb in ("di", "as"):
        shown["discards"] = [*view["discards"], mask]
    return shown


def keep(shown: dict[str, Any], seat: int, mask: str) -> None:
    """Lay out what a recruiter has drawn: one card into the hand, the others on the discard pile."""
    at = LETTERS.index(mask)
    others = [count - (letter == mask) for letter, count in zip(LETTERS, shown["aside"]["cards"], strict=True)]
    hand = [count + (place == at) for place, count in enumerate(shown["hands"][seat]["cards"])]
    shown["hands"][seat] = {"size": sum(hand), "cards": hand}
    rest = [letter * count for letter, count in zip(LETTERS, others, strict=True)]
    shown["discards"] = [*shown["discards"], *"".join(rest)]
    shown["aside"] = {"seat": None, "size": 0, "cards": None}


def goal(area: list[int]) -> Text:
    """How far an area is from four of a kind and from one of each."""
    kinds = sum(count > 0 for count in area)
    return _("%(alike)s of 4 alike, %(kinds)s of 5 masks", alike=max(area), kinds=kinds)


class Drawing:
    """The parts of one table. `links` maps ids of clickable things to their words; `chosen` holds ids."""

    def __init__(self, view: dict[str, Any], links: dict[str, str], chosen: set[str]) -> None:
        self.view = view
        self.links = links
        self.chosen = chosen
        self.passed: bool = view.get("passed", False)  # in a preview, the card on trial has been let pass

    def thing(self, element: str, **facts: Any) -> dict[str, Any]:
        """Something drawn that has an id, and a word if it can be clicked."""
        word = self.links.get(element, "")
        label = words.label(self.view, word) if word else ""
        return {"id": element, "word": word, "label": label, "chosen": element in self.chosen, **facts}

    def stack(self, element: str, letter: str, count: int) -> dict[str, Any]:
        """Equal cards, one over the other."""
        return self.thing(element, letter=letter, name=mask_name(letter), count=count, cards=[letter] * min(count, FAN))

    def stacks(self, prefix: str, counts: list[int]) -> list[dict[str, Any]]:
        """Five stacks in the order P R S B A."""
        return [self.stack(f"{prefix}-{letter}", letter, count) for letter, count in zip(LETTERS, counts, strict=True)]

    def side(self, seat: int, place: str) -> dict[str, Any]:
        """One seat's area and hand."""
        view = self.view
        hand = view["hands"][seat]
        cards = hand["cards"]
        return {
            "seat": seat,
            "place": place,
            "active": view["active"] == seat and not view["over"],
            "winner": view["winner"] == seat,
            "goal": goal(view["areas"][seat]),
            "columns": self.stacks(f"area-{seat}", view["areas"][seat]),
            "coming": self.passed and view["trial"]["seat"] == seat,
            "hand_id": f"hand-of-{seat}",
            "hand_size": hand["size"],
            "hand_text": ngettext("%(n)s card in hand", "%(n)s cards in hand", hand["size"]),
            "backs": list(range(view.get("unknown", 0) if cards else min(hand["size"], 2 * COPIES))),
            "hand": self.stacks("hand", cards) if cards else None,
        }

    def pile(self) -> dict[str, Any]:
        count = self.view["pile"]
        return self.thing("pile", count=count, text=ngettext("%(n)s card to draw", "%(n)s cards to draw", count))

    def discards(self) -> dict[str, Any]:
        """The discard pile: its last card, and how many of each mask lie there."""
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
        """The card on trial; the place is always drawn, so that nothing jumps when a card comes."""
        trial = self.view["trial"]
        if self.passed:
            text = _("The card on trial passes: once you confirm, it is revealed in its area.")
            return self.thing("trial", empty=True, letter="", open=False, seat=None, text=text)
        if trial is None:
            return self.thing("trial", empty=True, letter="", open=False, seat=None, text=_("No card on trial"))
        letter = trial["mask"] or ""
        name = mask_name(letter) if letter else ""
        if trial["open"]:
            text = _("Revealed: %(mask)s", mask=name)
        elif letter:
            text = _("On trial, facedown: %(mask)s", mask=name)
        else:
            text = _("On trial, facedown")
        return self.thing("trial", empty=False, letter=letter, open=trial["open"], seat=trial["seat"], text=text)

    def announced(self) -> dict[str, Any] | None:
        letter = self.view["announced"]
        if letter is None:
            return None
        return {"letter": letter, "text": _("Announced: %(mask)s", mask=mask_name(letter))}

    def names(self, composition: Composition | None) -> list[dict[str, Any]]:
        """The five masks that the viewer may announce."""
        if composition is None or self.view["phase"] != "answer":
            return []
        return [
            self.thing(f"name-{letter}", letter=letter, name=name) for letter, name in zip(LETTERS, NAMES, strict=True)
        ]

    def aside(self) -> dict[str, Any] | None:
        """What a recruiter has drawn: stacks for its user, backs for everybody else."""
        aside = self.view["aside"]
        if not aside["size"]:
            return None
        text = ngettext("Recruiter: %(n)s card drawn", "Recruiter: %(n)s cards drawn", aside["size"])
        if aside["cards"] is None:
            return {"stacks": None, "backs": list(range(aside["size"])), "text": text}
        stacks = [stack for stack in self.stacks("aside", aside["cards"]) if stack["count"]]
        return {"stacks": stacks, "backs": [], "text": text}

    def peek(self) -> dict[str, Any] | None:
        """The viewer's latest look at the other hand."""
        peek = self.view["peek"]
        if peek is None:
            return None
        letters = "".join(letter * count for letter, count in zip(LETTERS, peek["cards"], strict=True))
        return {
            "letters": list(letters),
            "text": _("Your Spy saw, in turn %(turn)s: %(cards)s", turn=peek["turn"] + 1, cards=words.cards(letters)),
        }

    def shuffled(self) -> Text | None:
        """What the pile held right after the latest reshuffle: everybody has seen these cards."""
        counts = self.view["shuffled"]
        letters = "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))
        return _("Shuffled into the draw pile last: %(cards)s", cards=words.cards(letters)) if letters else None

    def rows(self) -> list[dict[str, Any]]:
        """The same facts as a table of numbers: areas, the viewer's hand, discards."""
        view = self.view
        rows = []
        for seat, (area, hand) in enumerate(zip(view["areas"], view["hands"], strict=True)):
            name = SeatName(seat)
            rows.append({"name": _("Area of %(seat)s", seat=name), "counts": area, "total": sum(area)})
            cards = hand["cards"] or ["?"] * len(LETTERS)
            rows.append({"name": _("Hand of %(seat)s", seat=name), "counts": cards, "total": hand["size"]})
        discards = [view["discards"].count(letter) for letter in LETTERS]
        rows.append({"name": _("Discard pile"), "counts": discards, "total": sum(discards)})
        return rows
