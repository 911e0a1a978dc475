"""Draws the examples of the rules page: plain lists of places and pieces for its templates, in units of an SVG."""

from collections.abc import Sequence
from typing import Any, Final

from games.core.text import Text, _
from games.titles.masques.page import examples
from games.titles.masques.page.examples import Deal, Draft, Ring, Stretch, Tally, Turn
from games.titles.masques.rules.codes import AGENT_CODES, GUILD_CODES
from games.titles.masques.text import names
from games.titles.masques.text.agents import agent_name

HALL: Final = 90  # length of a hallway
ROOM: Final = 68  # length of a palace card
CORNER: Final = 90  # side of a corner card
WORDS: Final = 30  # height of the line of words below places
CELL: Final = 10  # side of a place in the drawing of a whole ring
SIGNS: Final = {-1: "<", 0: "=", 1: ">"}


def drawings() -> dict[str, Any]:
    """Return all drawn examples, by name."""
    return {
        "box": box(),
        "fight": figure(examples.FIGHT),
        "tie": figure(examples.TIE),
        "low": figure(examples.LOW),
        "wins": [tally(won) for won in examples.WINS],
        "rings": [ring(one) for one in examples.RINGS],
        "numbered": ring(examples.NUMBERED),
        "left_over": [stretch(one) for one in examples.LEFT_OVER],
        "draft": draft(examples.DRAFT),
        "turns": [turn(one) for one in examples.TURNS],
        "agents": {name: turn(one) for name, one in examples.AGENT_TURNS.items()},
        "corner": figure(examples.CORNER),
        "last_favour": figure(examples.LAST_FAVOUR),
        "pairs": [figure(pair) for pair in examples.PAIRS],
        "halves": [deal(half) for half in examples.HALVES],
    }


def figure(example: Stretch) -> dict[str, Any]:
    """Return one stretch with its caption."""
    return {"caption": example.caption, "panels": [stretch(example)]}


def turn(example: Turn) -> dict[str, Any]:
    """Return a stretch before and after, with what has changed marked."""
    before, after = stretch(example.before), stretch(example.after)
    for old, new in zip(before["spots"], after["spots"], strict=True):
        new["changed"] = (old["name"], old["down"]) != (new["name"], new["down"])
    return {
        "caption": example.caption,
        "panels": [{**before, "title": example.before.caption}, {**after, "title": example.after.caption}],
    }


def stretch(example: Stretch) -> dict[str, Any]:
    """Return the places of a stretch from left to right, or around the corner of the door."""
    names_of = [item.partition("=")[::2] for item in example.ring.split()]
    collects = dict(item.split("=") for item in example.collects.split())
    spots = [_spot(place, piece) for place, piece in names_of]
    _lay_out(spots, [place for place, _piece in names_of].index("p0") if example.corner else 0)
    for at, spot in enumerate(spots):
        if spot["place"] in collects:
            winner = collects[spot["place"]].strip("-")
            left, right = influence(spots[at - 1]), influence(spots[at + 1])
            sign = SIGNS[(left > right) - (left < right)]
            spot |= {"verdict": "" if spot["down"] else f"{left} {sign} {right}", "winner": winner}
            if winner:
                spot["way"] = spot["ways"][right > left]
    return {"spots": spots, "caption": example.caption, **_frame(spots)}


def influence(spot: dict[str, Any]) -> int:
    """Return the influence of the card in a drawn hallway."""
    if not spot["name"] or spot["down"]:
        return 0
    return 1 if spot["agent"] else int(spot["name"][1])


def _spot(place: str, piece: str) -> dict[str, Any]:
    name = piece.lstrip("~")
    label: Text | str = ""
    if name and place[0] == "h":
        label = agent_name(name) if name in AGENT_CODES else names.FAMILY_BY_CODE[name[0]]
    return {
        "place": place,
        "hall": place[0] == "h",
        "bare": "purse" if int(place[1:]) % 2 else "star",
        "name": name,
        "agent": name in AGENT_CODES,
        "down": piece != name,
        "label": label,
    }


def _lay_out(spots: list[dict[str, Any]], corner: int) -> None:
    """Give each spot its box: those before the corner go down from it, the rest to the right."""
    across, down = 0, CORNER // 2
    for at, spot in enumerate(spots[corner:]):
        turns = bool(corner) and at == 0
        length = HALL if spot["hall"] else CORNER if turns else ROOM
        spot |= _box(across + length // 2, 0, length, CORNER) | {"upright": False}
        spot |= {"ways": ("way-down" if turns else "way-left", "way-right"), "words": (0, -53 if turns else 68)}
        across += length
    for spot in reversed(spots[:corner]):
        length = HALL if spot["hall"] else ROOM
        spot |= _box(CORNER // 2, down + length // 2, CORNER, length) | {"upright": True}
        spot |= {"ways": ("way-down", "way-up"), "words": (52, 12)}
        down += length


def _box(x: int, y: int, width: int, height: int) -> dict[str, int]:
    return {"x": x, "y": y, "w": width, "h": height, "left": -width // 2, "top": -height // 2}


def _frame(spots: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Return width, upper edge and height of a drawing, including the words next to its places."""
    width = max(spot["x"] + spot["w"] // 2 for spot in spots)
    bottom = max(spot["y"] + spot["h"] // 2 + (0 if spot["upright"] else WORDS) for spot in spots)
    above = -CORNER // 2 - 2 - max(0, *(-spot["words"][1] - CORNER // 2 + WORDS for spot in spots))
    return {"width": width + 4, "above": above, "height": bottom - above + 2}


def tally(example: Tally) -> dict[str, Any]:
    """Return five counters, and the favour that was the last one needed."""
    counts = {item[:2]: int(item[2:]) for item in example.favours.split()}
    return {
        "caption": example.caption,
        "counters": [
            {"guild": guild, "count": counts.get(guild, 0), "gain": guild == example.gain, "x": 60 * at + 30}
            for at, guild in enumerate(GUILD_CODES)
        ],
    }


def draft(example: Draft) -> dict[str, Any]:
    """Return what seat 0 holds at each of the four picks, and what it keeps."""
    packets = [packet.split() for packet in example.packets]
    rows = []
    for time in range(len(packets)):
        picks = example.picks[time].split() if time < len(example.picks) else []
        held = packets[-time % len(packets)]
        rows.append({"pick": time + 1, "cards": _packet(held, picks[0] if picks else held[0])})
        for seat, name in enumerate(picks):
            packets[(seat - time) % len(packets)].remove(name)
    return {"caption": example.caption, "rows": rows}


def _packet(held: Sequence[str], kept: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "label": names.FAMILY_BY_CODE[name[0]], "kept": name == kept, "x": 84 * at + 44}
        for at, name in enumerate(held)
    ]


def ring(example: Ring) -> dict[str, Any]:
    """Return a whole ring of small squares: palace cards and hallways in turn, clockwise from the top left corner."""
    side = example.places // 2
    cells = []
    for at in range(2 * example.places):
        edge, step = divmod(at, side)
        x, y = ((step, 0), (side, step), (side - step, side), (0, side - step))[edge]
        number = at // 2
        kind = "hall" if at % 2 else "purse" if number % 2 else "star"
        cells.append({"x": x * CELL, "y": y * CELL, "kind": kind, "number": number, "door": at == 0})
    return {"caption": example.caption, "cells": cells, "size": (side + 1) * CELL}


def deal(example: Deal) -> dict[str, Any]:
    """Return heaps of cards: one for each seat, and the cards set aside."""
    return {
        "caption": example.caption,
        "heaps": [range(example.dealt), range(example.dealt), *([range(example.aside)] if example.aside else [])],
    }


def box() -> list[list[dict[str, Any]]]:
    """Return a guest of each family, each agent, each token, with their names: a row for each kind."""
    guests = [{"card": guest, "name": names.FAMILY_BY_CODE[guest[0]]} for guest in examples.SHOWN_GUESTS]
    agents = [{"card": code, "name": agent_name(code)} for code in AGENT_CODES]
    guilds = [{"token": code, "name": name} for code, name in names.GUILD_BY_CODE.items()]
    return [guests, agents, [*guilds, {"token": "du", "name": _("Ducat")}]]
