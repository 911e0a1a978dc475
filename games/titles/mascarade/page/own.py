"""The parts of the table that only the viewer sees: what they know, what they look at, what they may choose and have
chosen."""

from collections.abc import Sequence
from typing import Any, Final

from games.core.text import Text, _
from games.core.title.presenter import Composition
from games.titles.mascarade.page import prompts, ring, table, words
from games.titles.mascarade.page.elements import element, slot_id
from games.titles.mascarade.rules.view import MascaradeView
from games.titles.mascarade.text.names import holder_name, name_of

SIZE: Final = {2: 24, 3: 21}
CORNERS: Final = {2: ((-26, -18), (2, -8)), 3: ((-11, -26), (-25, -3), (3, -3))}
"""By number of masks that a slot may hold: their size and positions on its disc, where the board still shows them."""


def own(view: MascaradeView, composition: Composition | None) -> dict[str, Any]:
    """Return the viewer's layer over the table, the same for each slot whatever is hidden there."""
    places = len(view["slots"])
    spots = ring.slots(view["seats"], places, table.below(view))
    offered = links(view, composition)
    chosen = set() if composition is None else chosen_ids(view, composition)
    return {
        "slots": [
            {
                **slot(view, at),
                "spot": spots[at].classes,
                **part(view, composition, offered, slot_id(view["slots"][at]["slot"]), chosen),
            }
            for at in range(places)
        ],
        "plates": [
            {
                "id": f"own-plate-{seat + 1}",
                "spot": spot.classes,
                "side": "far" if spot.y == 0 else "near",
                **part(view, composition, offered, f"purse-{seat + 1}", chosen),
            }
            for seat, spot in enumerate(ring.plates(view["seats"], table.below(view)))
        ],
        "lines": own_lines(view, composition, dict(zip((slot["slot"] for slot in view["slots"]), spots, strict=True))),
    }


def links(view: MascaradeView, composition: Composition | None) -> dict[str, str]:
    """Return the words that a tap on each drawn thing chooses, by its id. Before the first part a tap on another mask
    begins an exchange with it, where seats have one mask."""
    if composition is None:
        return {}
    seat, chosen = composition.seat, composition.words
    found = {element(view, seat, chosen, word): word for word in composition.offered}
    found.pop("", None)
    if not chosen and "X" in composition.offered:
        found |= {slot_id(slot["slot"]): f"X,{slot['slot']}" for slot in view["slots"] if slot["seat"] != seat}
    return found


def chosen_ids(view: MascaradeView, composition: Composition) -> set[str]:
    """Return the ids of what has been chosen."""
    seat, parts = composition.seat, composition.words
    found = {element(view, seat, parts[:at], word) for at, word in enumerate(parts)}
    if parts[:1] == ("X",):
        found.add(slot_id(str(seat + 1)))
    return found - {""}


def part(
    view: MascaradeView, composition: Composition | None, offered: dict[str, str], ident: str, chosen: set[str]
) -> dict[str, Any]:
    """Return what the template draws of a choice: the word of the part, what a tap on it does, and whether it is
    chosen; the first two are empty for a thing that may not be chosen."""
    word = offered.get(ident, "")
    if not word or composition is None:
        return {"word": "", "tap": "", "chosen": ident in chosen}
    first, _comma, second = word.partition(",")
    if second:
        inner = Composition(composition.seat, (first,), (second,))
        return {"word": word, "tap": prompts.label(view, inner, second), "chosen": False}
    return {"word": word, "tap": prompts.label(view, composition, word), "chosen": ident in chosen}


def slot(view: MascaradeView, at: int) -> dict[str, Any]:
    """Return what the viewer knows of a slot: a face that only they see, one mask, one of two, or the number of
    candidates."""
    each = view["slots"][at]
    name = holder_name(each["slot"])
    seen = "" if each["open"] else looked(view, each["slot"]) or each["mask"] or ""
    possible: Sequence[str] = () if view["knowledge"] is None else view["knowledge"][at]["masks"]
    label: Text | None = None
    if each["open"]:
        possible = ()
    elif seen:
        label = _("%(slot)s: you see the %(mask)s", slot=name, mask=name_of(seen))
    elif len(possible) == 1:
        label = _("%(slot)s: you know it’s the %(mask)s", slot=name, mask=name_of(possible[0]))
    elif len(possible) in SIZE:
        label = _("%(slot)s: one of %(masks)s", slot=name, masks=words.mask_names(possible))
    return {
        "id": f"own-{each['slot']}",
        "centre": each["seat"] is None,
        "seen": seen,
        "known": possible[0] if len(possible) == 1 and not seen else "",
        "several": faces(possible) if not seen else [],
        "label": label,
        "card": seen or (possible[0] if len(possible) == 1 else "slot"),
    }


def faces(possible: Sequence[str]) -> list[dict[str, Any]]:
    """Return the masks that a slot may hold, side by side; empty if they are too many to be drawn."""
    if len(possible) not in SIZE:
        return []
    size, spots = SIZE[len(possible)], CORNERS[len(possible)]
    return [{"code": code, "size": size, "x": x, "y": y} for code, (x, y) in zip(possible, spots, strict=True)]


def looked(view: MascaradeView, word: str) -> str:
    """Return the mask that the viewer sees in a slot just now, as the Spy, or because it has been shown in this turn;
    "" if they see none."""
    shown = [each for each in view["shown"] if each["turn"] == view["turn"]]
    return next((each["mask"] or "" for each in [*(view["look"] or ()), *shown] if each["slot"] == word), "")


def own_lines(
    view: MascaradeView, composition: Composition | None, spots: dict[str, ring.Spot]
) -> list[dict[str, Any]]:
    """Return a line between the two slots that the unfinished move exchanges; none if it exchanges none."""
    if composition is None:
        return []
    ends = [each["slot"] for each in view["look"] or ()] or chosen_slots(view, composition)
    if len(ends) != 2:
        return []
    last = composition.words[-1] if composition.words else ""
    return [table.line(spots[ends[0]], spots[ends[1]], {"+": "sure", "-": "not"}.get(last, "maybe"))]


def chosen_slots(view: MascaradeView, composition: Composition) -> list[str]:
    """Return the words of the chosen slots, the own one included where it is meant."""
    found = [f"slot-{slot['slot']}" for slot in view["slots"]]
    chosen = chosen_ids(view, composition)
    return [ident.removeprefix("slot-") for ident in found if ident in chosen]
