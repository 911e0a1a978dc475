"""Template tags for the pages of rooms."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from companion.core import letters
from companion.core.qr import qr_svg
from companion.selectors import rooms
from games.models import Match

register = template.Library()


@register.filter
def spaced(code: str) -> str:
    """Return a code in two groups, as people read it."""
    return letters.spaced(code)


@register.filter
def of_place(orders: Sequence[tuple[str, str]], index: int) -> tuple[str, str]:
    """Return the two orders into which the buttons at a seat move its holder."""
    return orders[index]


@register.filter
def qr(address: str) -> SafeString:
    """Return the QR code of an address."""
    return mark_safe(_drawn(address))  # noqa: S308 - drawn by segno


@lru_cache(maxsize=256)
def _drawn(address: str) -> str:
    """Return the drawing, kept: every page of a room shows it again at each change."""
    return qr_svg(address)


@register.simple_tag
def is_in_room(match: Match) -> bool:
    """Return whether `match` is played in one room; one statement."""
    return rooms.is_in_room(match)


@register.simple_tag(takes_context=True)
def code_of(context: template.Context, match: Match) -> dict[str, Any] | None:
    """Return the code of the room of `match` and its address; None for a match without a room, or a code that has
    ended. One statement."""
    room = rooms.room_of(match)
    code = "" if room is None else rooms.live_code(room)
    if not code:
        return None
    return {"code": code, "address": context["request"].build_absolute_uri(reverse("companion:room", args=[code]))}
