"""The sheet of a scoring: who has played what, for how many points. It is a separate stop."""

from collections.abc import Sequence
from typing import Any

from games.core.engine.events import Entry
from games.core.text import SeatName, Text, _, ngettext
from games.core.title.presenter import Stop
from games.titles.masons.page import geometry
from games.titles.masons.page.hand import arithmetic, face
from games.titles.masons.page.outlook import values_for
from games.titles.masons.rules.effects import TownScored
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text.names import card_list


def stop(effect: TownScored) -> Stop:
    """Return a line for each seat that has played."""
    lines = tuple(_line(effect, play) for play in effect.plays)
    return Stop(heading(effect), lines or (_("No one has played a card."),))


def heading(effect: TownScored) -> Text:
    """Return “Town T3 is scored: 2 spaces”."""
    if effect.town == "0":
        return _("The last cards")
    return ngettext(
        "Town %(town)s is scored: %(n)s space", "Town %(town)s is scored: %(n)s spaces", effect.size, town=effect.town
    )


def _line(effect: TownScored, play: tuple[int, int, str, tuple[str, ...]]) -> Text:
    seat, points, town, cards = play
    if effect.town == "0" and town != "0":
        return _(
            "%(seat)s: %(points)s with %(cards)s, for %(town)s.",
            seat=SeatName(seat),
            points=points,
            cards=card_list(cards),
            town=town,
        )
    return _("%(seat)s: %(points)s with %(cards)s.", seat=SeatName(seat), points=points, cards=card_list(cards))


def settled(view: MasonsView, entries: Sequence[Entry]) -> dict[str, Any]:
    """Return the sheet of the last scoring of these redacted entries, for the board: a row for each seat; empty if
    there is none."""
    effect = next((entry.effect for entry in reversed(entries) if isinstance(entry.effect, TownScored)), None)
    if not isinstance(effect, TownScored):
        return {}
    plays = {seat: (points, town, cards) for seat, points, town, cards in effect.plays}
    return {
        "heading": heading(effect),
        "town": effect.town,
        "lit": "".join(geometry.space_path(space) for space in lit(view, effect)),
        "far": far_side(lit(view, effect)),
        "rows": [counted_row(view, seat, *plays.get(seat, (0, "", ()))) for seat in range(view["seats"])],
    }


def lit(view: MasonsView, effect: TownScored) -> list[str]:
    """Return the spaces of the towns that were scored."""
    scored = {effect.town, *(town for _seat, _points, town, _cards in effect.plays)}
    return [space for town in view["towns"] if town["id"] in scored for space in town["spaces"]]


def far_side(spaces: Sequence[str]) -> str:
    """Return where the sheet hides least of these spaces: on the western coast (top) or the eastern one, at the
    southern end (left) or the northern one: ``far-west far-south``."""
    places = [geometry.space_place(space) for space in spaces]
    x, y = (sum(each) / len(places) for each in zip(*places, strict=True)) if places else (0, 0)
    return " ".join(
        (
            "far-west" if y > geometry.HEIGHT / 2 else "far-east",
            "far-south" if x > geometry.WIDTH / 2 else "far-north",
        )
    )


def counted_row(view: MasonsView, seat: int, points: int, town: str, cards: tuple[str, ...]) -> dict[str, Any]:
    """Return what a seat has played, what each card earned and how, and its new total."""
    values = values_for(view, town)
    return {
        **row(seat, points, town, cards),
        "cards": [{**face(card), "points": values[card], "sum": arithmetic(card, values[card])} for card in cards],
        "total": view["scores"][seat],
        "last": is_last(view["scores"], seat),
    }


def is_last(scores: Sequence[int], seat: int) -> bool:
    """Return whether a seat is in last place; no seat is if all have the same score."""
    return scores[seat] == min(scores) < max(scores)


def row(seat: int, points: int, town: str, cards: tuple[str, ...]) -> dict[str, Any]:
    """Return what a seat has played."""
    return {
        "seat": SeatName(seat),
        "index": seat,
        "points": points,
        "town": town if town != "0" else "",
        "cards": [face(card) for card in cards],
    }


def last_sheet(view: MasonsView) -> list[dict[str, Any]]:
    """Return the scoring that is open, or was last, as far as it has come; empty before the first."""
    if not view["scorings"]:
        return []
    return [
        {**row(seat, each["points"], each["town"], tuple(each["cards"])), "done": each["done"]}
        for seat, each in enumerate(view["sheet"])
    ]
