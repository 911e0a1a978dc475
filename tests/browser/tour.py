"""One tour of the site: every page is loaded once at a desk and once on a phone, and asked everything there."""

from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Page, ViewportSize

from tests.browser.checks import fit, shift, size
from tests.browser.checks.axe import Axe

Visit = Callable[..., Awaitable[Page]]

DESK = ViewportSize(width=1280, height=720)
NARROW = ViewportSize(width=320, height=640)  # as wide as 1280 px are at 400 %
DOUBLE = ViewportSize(width=640, height=400)  # 1280 by 800, enlarged twice
PHONE = ViewportSize(width=390, height=844)
AWAY = """() => { document.documentElement.style.display = "none"; }"""
JUMP = 0.1  # of the screen; what shifts less on a phone is let pass


def is_match(path: str) -> bool:
    """Return whether `path` leads to a match, whose drawn table test_first_screen.py checks at narrow widths."""
    return "/matches/" in path and not path.endswith("/room/")


def is_legible(name: str) -> bool:
    """Return whether the page of this `name` shows a drawn table that must be legible on a phone."""
    return "turn" in name or "over, all" in name


class Tour:
    """Two windows of one visitor, with what is wrong in them."""

    def __init__(self, desk: Page, phone: Page, axe: Axe) -> None:
        self.desk, self.phone, self.axe = desk, phone, axe
        self.faults: list[str] = []

    @classmethod
    async def begin(cls, visit: Visit, axe: Axe, **who: Any) -> "Tour":
        """A tour by a new visitor, or by one with the cookies `storage_state`."""
        desk = await visit(viewport=DESK, **who)
        await axe.bring(desk)
        phone = await visit(viewport=PHONE, is_mobile=True, has_touch=True, **who)
        return cls(desk, phone, axe)

    async def see(self, name: str, path: str) -> None:
        """Look at the page called `name` at `path` in both windows."""
        await self.at_the_desk(name, path)
        await self.on_the_phone(name, path)

    async def at_the_desk(self, name: str, path: str) -> None:
        await self.desk.evaluate(AWAY)  # the page before need not be laid out for this window and this theme once more
        await self.desk.set_viewport_size(DESK)
        await self.desk.emulate_media(color_scheme="light")
        await self.desk.goto(path)
        self.note(f"{name}, light, desk, axe", await self.axe.by_day(self.desk))
        self.note(f"{name}, dark, desk, axe", await self.axe.by_night(self.desk))
        if is_match(path):
            return
        # No script of the site asks for the width: the page is laid out as if it had been loaded in this window.
        await self.desk.set_viewport_size(NARROW)
        self.note(f"{name}, dark, 320 px, width", await fit.sideways(self.desk))
        self.note(f"{name}, dark, 320 px, cut off", await fit.cut_off(self.desk))

    async def on_the_phone(self, name: str, path: str) -> None:
        await self.phone.set_viewport_size(PHONE)
        await self.phone.goto(path)
        self.note(f"{name}, light, phone, width", await fit.wider_than_the_phone(self.phone, PHONE["width"]))
        self.note(f"{name}, light, phone, thumb", await size.for_a_thumb(self.phone))
        self.note(f"{name}, light, phone, shift", await shift.jumps(self.phone, JUMP))
        if is_legible(name):
            self.note(f"{name}, light, phone, small print", await size.for_the_eye(self.phone))
            await self.phone.set_viewport_size(DOUBLE)
            self.note(f"{name}, light, 640 px, width", await fit.sideways(self.phone))

    def note(self, where: str, faults: list[str]) -> None:
        self.faults += [f"{where}: {fault}" for fault in faults]
