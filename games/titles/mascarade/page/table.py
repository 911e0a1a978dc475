"""The public table: what everybody sees of it. Nothing here reads what only the viewer knows."""

from typing import Any, Final

from games.core.text import Param, SeatName, Text, TextList, _
from games.titles.mascarade.page import ring, words
from games.titles.mascarade.page.elements import purse_id, slot_id
from games.titles.mascarade.page.helps import GLANCES
from games.titles.mascarade.rules.components import RICH
from games.titles.mascarade.rules.view import MascaradeView, SlotView
from games.titles.mascarade.text.names import holder_name, mask_name, name_of

ANSWERS: Final = {
    "": ("asked", _("must answer")),
    "given": ("given", _("has answered")),
    "N": ("no", _("doesn’t challenge")),
    "C": ("claim", _("challenges")),
}
"""By answer: its symbol, and in words."""
NEAR: Final = RICH - 3  # coins from which one power may win


def below(view: MascaradeView) -> int:
    """Return the seat at the bottom."""
    return 0 if view["viewer"] is None else view["viewer"]


def table(view: MascaradeView) -> dict[str, Any]:
    """Return slots, names and purses, the justice board, and what happened last."""
    spots = ring.slots(view["seats"], len(view["slots"]), below(view))
    several = view["seats"] in ring.ROWS
    return {
        "size": view["seats"],
        "slots": [{**slot(view, each), "spot": spot.classes} for each, spot in zip(view["slots"], spots, strict=True)],
        "plates": [
            {**seat(view, index), "spot": spot.classes, "side": "far" if spot.y == 0 else "near"}
            for index, spot in enumerate(ring.plates(view["seats"], below(view)))
        ],
        "several": several,
        "justice": view["justice"],
        "justice_text": _("Justice board: %(coins)s", coins=words.coins(view["justice"])),
        "lines": last_lines(view, dict(zip((each["slot"] for each in view["slots"]), spots, strict=True))),
        "claim": claim(view),
    }


def seat(view: MascaradeView, index: int) -> dict[str, Any]:
    """Return a seat's name, purse and marks."""
    count = view["coins"][index]
    locked, active = index in view["locked"], view["active"] == index and not view["over"]
    kind, told = answer(view, index)
    wins = view["wins"]
    winner = wins is not None and index in wins["seats"]
    announced = view["announced"]
    claims = announced["mask"] if announced and (announced["seat"] == index or kind == "claim") else ""
    power = view["power"]
    facts: list[Param] = [words.coins(count)]
    if announced and announced["seat"] == index:
        facts.append(_("announces the %(mask)s", mask=name_of(announced["mask"])))
    if told is not None:
        facts.append(told)
    if locked:
        facts.append(_("can’t announce"))
    if active:
        facts.append(_("has the turn"))
    if winner:
        facts.append(_("winner"))
    return {
        "seat": index,
        "purse": purse_id(index),
        "name": SeatName(index),
        "coins": count,
        "gauge": min(count, RICH),
        "near": count >= NEAR and not view["over"],
        "locked": locked,
        "active": active,
        "winner": winner,
        "answer": kind,
        "claims": claims,
        "owner": power is not None and power["seat"] == index,
        "facts": facts,
    }


def answer(view: MascaradeView, index: int) -> tuple[str, Text | None]:
    """Return a seat's answer to the announcement: the kind of its symbol, and the words; ("", None) if it is not
    asked."""
    given = view["answers"][index]
    return ("", None) if given is None else ANSWERS[given.partition("@")[0]]


def slot(view: MascaradeView, each: SlotView) -> dict[str, Any]:
    """Return a slot as everyone sees it; with one mask per seat it represents the seat."""
    face = (each["mask"] or "") if each["open"] else ""
    lies = _("face up: %(mask)s", mask=name_of(face)) if face else _("facedown")
    letter = words.letter_of(view, each)
    holder = None if each["seat"] is None or letter else seat(view, each["seat"])
    facts = holder["facts"] if holder else []
    power, announced = view["power"], view["announced"]
    return {
        "id": slot_id(each["slot"]),
        "face": face,
        "card": face or ("slot" if each["seat"] is not None else "centre"),
        "holder": holder,
        "short": words.SHORT[letter] if letter else "",
        "public": TextList((lies, *facts)),
        "label": _("%(name)s: %(facts)s", name=holder_name(each["slot"]), facts=TextList((lies, *facts))),
        "aimed": bool(power and each["slot"] in power["targets"]),
        "pointed": bool(letter and announced and announced["slot"] == each["slot"]) or is_pointed(view, each, letter),
    }


def is_pointed(view: MascaradeView, each: SlotView, letter: str) -> bool:
    """Return whether a challenger points at this slot."""
    given = None if each["seat"] is None else view["answers"][each["seat"]]
    return bool(letter) and given == f"C@{letter}"


def last_lines(view: MascaradeView, spots: dict[str, ring.Spot]) -> list[dict[str, Any]]:
    """Return lines between the slots of the last exchange, solid only if everyone knows that it was one."""
    last = view["last"]
    if last is None or len(last["slots"]) != 2:
        return []
    return [line(spots[last["slots"][0]], spots[last["slots"][1]], "sure" if last["mask"] == "PU" else "maybe")]


def line(one: ring.Spot, other: ring.Spot, kind: str) -> dict[str, Any]:
    """Return a line between two slots, in per cent."""
    return {"x1": f"{one.x}%", "y1": f"{one.y}%", "x2": f"{other.x}%", "y2": f"{other.y}%", "kind": kind}


def claim(view: MascaradeView) -> dict[str, Any]:
    """Return the banner in the middle: what is claimed or what was done last, with the mask that it is about."""
    wins, announced, last = view["wins"], view["announced"], view["last"]
    if wins is not None:
        text = (
            _("%(seat)s wins", seat=SeatName(wins["seats"][0]))
            if len(wins["seats"]) == 1
            else _("Shared victory: %(seats)s", seats=words.seat_list(wins["seats"]))
        )
        return {"mask": "", "text": text, "kind": "won"}
    if announced is not None:
        text = _("%(seat)s: “I am the %(mask)s”", seat=SeatName(announced["seat"]), mask=name_of(announced["mask"]))
        does = _("%(power)s. A wrong claim costs 1 coin.", power=GLANCES[announced["mask"]])
        return {"mask": announced["mask"], "text": text, "kind": "said", "does": does}
    if view["turn"] == 0:
        return {"mask": "", "text": _("Memorise all masks"), "kind": "done"}
    return {"mask": "", "text": "" if last is None else last_action(view), "kind": "done"}


def last_action(view: MascaradeView) -> Text:
    """Return the last finished action of a turn, in words."""
    last = view["last"]
    assert last is not None
    who = SeatName(last["seat"])
    if last["kind"] == "exchange":
        return _("%(seat)s and %(other)s: swapped or not", seat=who, other=holder_name(last["slots"][-1]))
    if last["kind"] == "view":
        return _("%(seat)s looked at their own mask", seat=who)
    return _("%(seat)s announced the %(mask)s", seat=who, mask=mask_name(last["mask"]))
