"""The sheet of a scoring: who has played what, for how many points. It is a stop of its own."""

from collections.abc import Sequence
from typing import Any

from games.core.events import Entry
from games.core.presenter import Stop
from games.core.text import SeatName, Text, _, ngettext
from games.titles.masons.page.hand import face
from games.titles.masons.rules.effects import TownScored
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text.names import card_list


def stop(effect: TownScored) -> Stop:
    """A line for each seat that has played."""
    lines = tuple(_line(effect, play) for play in effect.plays)
    return Stop(heading(effect), lines or (_("Nobody has played a card."),))


def heading(effect: TownScored) -> Text:
    """“Town T3 is scored: 2 spaces”."""
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
    """The sheet of the last scoring of these redacted entries, for the board: a row for each seat."""
    effect = next((entry.effect for entry in reversed(entries) if isinstance(entry.effect, TownScored)), None)
    if not isinstance(effect, TownScored):
        return {}
    plays = {seat: (points, town, cards) for seat, points, town, cards in effect.plays}
    return {
        "heading": heading(effect),
        "town": effect.town,
        "rows": [row(seat, *plays.get(seat, (0, "", ()))) for seat in range(view["seats"])],
    }


def row(seat: int, points: int, town: str, cards: tuple[str, ...]) -> dict[str, Any]:
    """What a seat has played."""
    return {
        "seat": SeatName(seat),
        "index": seat,
        "points": points,
        "town": town if town != "0" else "",
        "cards": [face(card) for card in cards],
    }


def last_sheet(view: MasonsView) -> list[dict[str, Any]]:
    """The scoring that is open, or was last, as far as it has come; empty before the first."""
    if not view["scorings"]:
        return []
    return [
        {**row(seat, each["points"], each["town"], tuple(each["cards"])), "done": each["done"]}
        for seat, each in enumerate(view["sheet"])
    ]
