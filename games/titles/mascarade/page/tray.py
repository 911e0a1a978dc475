"""The viewer's knowledge in words: mask by mask, with the reason."""

from typing import Any, Final

from games.core.text import Text, _
from games.core.title.presenter import Composition
from games.titles.mascarade.page import helps, prompts, table, words
from games.titles.mascarade.page.elements import mask_id
from games.titles.mascarade.rules.view import MascaradeView, ReasonView
from games.titles.mascarade.text.names import holder_name, mask_name, name_of

REASONS: Final = {
    "dealt": _("since the deal"),
    "seen": _("you saw it on turn %(turn)s"),
    "shown": _("it was shown on turn %(turn)s"),
    "moved": _("it moved there on turn %(turn)s"),
    "maybe": _("it may have been swapped on turn %(turn)s"),
    "follows": _("it follows from what you know"),
    "unknown": _("nothing is known about it"),
    "faded": _("you don’t remember it"),
}
"""By kind of reason."""
FEW: Final = 3
"""Up to this many masks that a slot may hold are named."""


def tray(view: MascaradeView, composition: Composition | None) -> dict[str, Any]:
    """Return what lies before the viewer: their own masks, or those that may be named; and the table in words below.
    Their knowledge of others' masks is drawn on those masks, and in words only in that table."""
    lines = [] if view["knowledge"] is None else [line(view, at) for at in range(len(view["slots"]))]
    named = script(view, composition)
    return {
        "known": [each for each in lines if each["own"]],
        "script": named,
        "script_columns": (len(named) + 1) // 2,
        "rows": rows(view, lines),
        "plays": plays(view),
        "shown": shown(view),
        "limits": _("The match ends after turn %(turn)s at the latest.", turn=view["options"]["turn_limit"]),
        "seats": [table.seat(view, seat) for seat in range(view["seats"])],
    }


def line(view: MascaradeView, at: int) -> dict[str, Any]:
    """Return what the viewer knows of a slot."""
    slot, entry = view["slots"][at], (view["knowledge"] or ())[at]
    is_own = slot["seat"] is not None and slot["seat"] == view["viewer"]
    return {
        "who": words.OWN[words.letter_of(view, slot)] if is_own else holder_name(slot["slot"]),
        "own": is_own,
        "masks": entry["masks"] if len(entry["masks"]) <= FEW else [],
        "text": possible(entry["masks"]),
        "reason": reason(entry["reason"]),
    }


def possible(masks: list[str]) -> Text:
    """Return which masks a slot may hold."""
    if len(masks) == 1:
        return name_of(masks[0])
    if len(masks) == 2:
        return _("%(one)s or %(other)s", one=name_of(masks[0]), other=name_of(masks[1]))
    if len(masks) <= FEW:
        return _("one of: %(masks)s", masks=words.mask_names(masks))
    return _("one of %(n)s masks", n=len(masks))


def reason(why: ReasonView) -> Text:
    """Return the reason for what is known, in words."""
    return Text(REASONS[why["kind"]].message, params=(("turn", why["turn"]),))


def script(view: MascaradeView, composition: Composition | None) -> list[dict[str, Any]]:
    """Return the masks that may be named now, each with what it does; empty unless one is to be named."""
    if composition is None:
        return []
    offered = set(composition.offered)
    kinds = sorted(set(view["script"]))
    if not offered.intersection(kinds):
        return []
    return [
        {
            "id": mask_id(code),
            "code": code,
            "name": name_of(code),
            "word": code if code in offered else "",
            "tap": prompts.label(view, composition, code),
        }
        for code in kinds
    ]


def plays(view: MascaradeView) -> list[dict[str, Any]]:
    """Return the masks in play with what they do."""
    return [
        {"code": code, "name": name_of(code), "count": view["script"].count(code), "does": helps.ABILITIES[code]}
        for code in sorted(set(view["script"]))
    ]


def rows(view: MascaradeView, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the table in words: each slot with what everybody sees of it, and what the viewer knows."""
    found = []
    for at, slot in enumerate(view["slots"]):
        told = lines[at] if lines else {"text": "", "reason": ""}
        public = table.slot(view, slot)["public"]
        found.append(
            {"who": holder_name(slot["slot"]), "public": public, "known": told["text"], "reason": told["reason"]}
        )
    return found


def shown(view: MascaradeView) -> list[Text]:
    """Return what was shown in this turn or the one before, as far as the viewer saw it."""
    return [
        _(
            "%(slot)s was shown on turn %(turn)s: %(mask)s",
            slot=holder_name(each["slot"]),
            turn=each["turn"],
            mask=mask_name(each["mask"]),
        )
        for each in view["shown"]
    ]
