"""The pictures of docs/pictures, taken of a new site with its demo: `python -m tests.browser.pictures [WORDS ...]`.

Without words everything is taken again; with words, the pages in whose names one of them occurs.
"""

import asyncio
import base64
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from games.registry import TITLES
from tests.browser import places
from tests.browser.players import Player
from tests.browser.stage import Staged, stage, table_name
from tests.conftest import CHROMIUM_FLAGS, chromium
from tests.processes import ROOT, LiveSite

FOLDER = ROOT / "docs" / "pictures"
SHEETS = FOLDER / "pages"
DECISIONS = FOLDER / "decisions"
Size = ViewportSize
DESK, PHONE = Size(width=1440, height=900), Size(width=390, height=844)
TELEVISION = Size(width=1920, height=1080)
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PATIENCE = 120_000  # milliseconds
# Matches with bots that a guest plays for their pictures: title and seats, and how many moves.
PLAYED = {
    "masques with four": ("masques", 4, 12),
    "maskera with two": ("maskera", 2, 12),
    "mascarade with six": ("mascarade", 6, 5),
    "masons with three": ("masons", 3, 12),
}
# Tables whose decisions, ends of rounds and ends are taken, all of them: title and seats.
DECIDED = [("mascarade", 5), ("masons", 3)]
IN_A_ROW = 8
# What the documentation shows alone, by the name of the page: the name of the picture, the window and the theme.
SINGLE: dict[str, tuple[str, Size, Scheme]] = {
    "landing": ("front", DESK, "dark"),
    "masques with four": ("masques", DESK, "dark"),
    "maskera with two": ("maskera", DESK, "light"),
    "mascarade with six": ("mascarade", DESK, "dark"),
    "masons with three": ("masons", DESK, "light"),
    "masques confirming": ("phone", PHONE, "light"),
    "season being played": ("league", Size(width=1280, height=900), "light"),
    "home": ("home", DESK, "light"),
    "design system": ("design", DESK, "light"),
    "mascarade running, screen": ("screen", TELEVISION, "dark"),
    "mascarade running, hand": ("hand", PHONE, "light"),
}
# The end of a round is shown before the table is: the page goes there by itself.
IN_SIGHT = """() => !document.querySelector("[data-stop]:not(.screen)")"""
# The pictures of one page, each as high as asked for, in one sheet: the themes below each other.
SHEET = """async ({ rows, height, quality }) => {
    const draw = async (data) => { const one = new Image(); one.src = data; await one.decode(); return one; };
    const drawn = await Promise.all(rows.map((row) => Promise.all(row.map(draw))));
    const gap = rows.length > 1 ? 8 : 0;
    const wide = (one) => Math.round((one.width * height) / one.height);
    const canvas = document.createElement("canvas");
    canvas.width = drawn[0].reduce((sum, one) => sum + wide(one) + gap, gap);
    canvas.height = rows.length * (height + gap) + gap;
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.fillStyle = "#808080";
    if (gap) context.fillRect(0, 0, canvas.width, canvas.height);
    drawn.forEach((row, at) => {
        let left = gap;
        for (const one of row) {
            context.drawImage(one, left, gap + at * (height + gap), wide(one), height);
            left += wide(one) + gap;
        }
    });
    return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


def file_name(page: str) -> str:
    """Of the sheet of the page called so."""
    return re.sub(r"\W+", "-", page) + ".webp"


class Camera:
    """Takes pages of `site` as members and strangers see them, in windows of `browser`."""

    def __init__(self, site: LiveSite, browser: Browser) -> None:
        self.site, self.browser = site, browser
        self.windows: dict[tuple[bool, Scheme], Page] = {}

    @asynccontextmanager
    async def window(self, **wishes: Any) -> AsyncIterator[Page]:
        context = await self.browser.new_context(base_url=self.site.address, reduced_motion="reduce", **wishes)
        context.set_default_timeout(PATIENCE)
        yield await context.new_page()
        await context.close()

    async def open(self, cookies: Any) -> None:
        """Open a window for each variant with the `cookies`; shared resources are then in its cache."""
        self.windows = {}
        for size in (DESK, PHONE):
            for scheme in SCHEMES:
                on_phone = size is PHONE
                context = await self.browser.new_context(
                    base_url=self.site.address, reduced_motion="reduce", storage_state=cookies,
                    viewport=size, color_scheme=scheme, has_touch=on_phone, is_mobile=on_phone,
                )  # fmt: skip
                context.set_default_timeout(PATIENCE)
                self.windows[on_phone, scheme] = await context.new_page()
        for path in ("/", "/design/"):
            await asyncio.gather(*(page.goto(path, wait_until="networkidle") for page in self.windows.values()))

    async def close(self) -> None:
        for page in self.windows.values():
            await page.context.close()

    async def shown(self, path: str, size: Size, scheme: Scheme) -> str:
        """The first screen at `path`, as the address of a picture."""
        on_phone = size is PHONE
        page = self.windows[on_phone, scheme]
        await page.set_viewport_size(size)
        await page.goto(path)
        await page.wait_for_function(IN_SIGHT)
        await page.evaluate("async () => { await document.fonts.ready; }")
        picture = await page.screenshot()
        return "data:image/png;base64," + base64.b64encode(picture).decode()

    async def write(self, file: Path, rows: list[list[str]], height: int, quality: float) -> None:
        async with self.window() as page:
            drawing = await page.evaluate(SHEET, {"rows": rows, "height": height, "quality": quality})
        await asyncio.to_thread(file.write_bytes, base64.b64decode(drawing))

    async def page(self, name: str, path: str) -> None:
        """Take the page in all variants, and alone if the documentation shows it so."""
        variants = [(size, scheme) for scheme in SCHEMES for size in (DESK, PHONE)]
        found = await asyncio.gather(*(self.shown(path, size, scheme) for size, scheme in variants))
        await self.write(SHEETS / file_name(name), [found[:2], found[2:]], height=360, quality=0.6)
        if name in SINGLE:
            file, size, scheme = SINGLE[name]
            alone = await self.shown(path, size, scheme)
            await self.write(FOLDER / f"{file}.webp", [[alone]], height=size["height"], quality=0.86)
        print(name, flush=True)

    async def decisions(self, table: str, staged: Staged) -> None:
        """Take all decisions, ends of rounds and the end of a table: a sheet for each window and theme."""
        await self.open(cookies_of(self.site, staged))
        paths = [path for kind, path in staged.pages[table] if kind != "history"]
        for size in (DESK, PHONE):
            for scheme in SCHEMES:
                found = [await self.shown(path, size, scheme) for path in paths]
                rows = [found[at : at + IN_A_ROW] for at in range(0, len(found), IN_A_ROW)]
                await self.write(DECISIONS / decisions_file(table, size, scheme), rows, height=200, quality=0.5)
        await self.close()
        print(decided(table), flush=True)

    async def played(self, title: str, seats: int, moves: int) -> tuple[str, Any]:
        """Where a guest's match with bots is to be seen, after some moves, and the guest's cookies."""
        async with self.window() as page:
            guest = Player(page, seed=seats)
            await guest.arrive_as_guest()
            await guest.sit_down_with_bots(TITLES[title], seats)
            for _ in range(moves):
                if await guest.until_due():
                    await guest.decide()
            await guest.until_due()
            return page.url, await page.context.storage_state()


def decided(table: str) -> str:
    """Return the names of the sheets for the decisions of a table."""
    return f"{table}, every decision"


def decisions_file(table: str, size: Size, scheme: Scheme) -> str:
    """Of the sheet of the decisions of a table in this window and theme."""
    return file_name(f"{table} {'phone' if size is PHONE else 'desk'} {scheme}")


def cookies_of(site: LiveSite, staged: Staged) -> Any:
    """The cookies of the reader of the staged matches, as a browser keeps them."""
    name, _sign, value = staged.session.partition("=")
    facts = {"domain": urlsplit(site.address).hostname, "path": "/", "expires": -1}
    safe = {"httpOnly": True, "secure": False, "sameSite": "Lax"}
    return {"cookies": [{"name": name, "value": value, **facts, **safe}], "origins": []}


async def take(site: LiveSite, browser: Browser, words: list[str]) -> None:
    camera = Camera(site, browser)
    SHEETS.mkdir(exist_ok=True)
    async with camera.window() as page:
        await places.sign_up(page, "chiara", "a long walk over nine bridges")
        mail = await places.mail_to(page, "chiara")
    async with camera.window() as page:
        await places.log_in(page, site)
        mine = places.MEMBERS | places.MEMBERS_ALIKE
        for title in TITLES:
            drawn, beside = await places.matches_of(page, title)
            mine |= drawn | beside
        mine |= {"own table": await places.own_table(page), "own ladder": await places.own_ladder(page)}
        room, _code = await places.own_room(page)
        mine |= {"own room": room, "own room, screen": room.replace("/room/", "/screen/")}
        mine |= {"own play": await places.own_play(page)}
        member = await page.context.storage_state()
    strangers = places.STRANGERS | places.STRANGERS_ALIKE
    pages: dict[str, tuple[str, Any]] = {name: (path, None) for name, path in strangers.items()}
    pages |= {"mail": (mail, None)}
    pages |= {f"{name}, signed in" if name in pages else name: (path, member) for name, path in mine.items()}
    for name, (title, seats, moves) in PLAYED.items():
        pages[name] = await camera.played(title, seats, moves) if wanted(name, words) else ("", None)
    chosen = [(name, path, cookies) for name, (path, cookies) in pages.items() if wanted(name, words)]
    for cookies, group in groupby(chosen, key=itemgetter(2)):
        await camera.open(cookies)
        for name, path, _cookies in group:
            await camera.page(name, path)
        await camera.close()
    for title, seats in DECIDED:
        table = table_name(title, seats)
        if wanted(decided(table), words):
            DECISIONS.mkdir(exist_ok=True)
            await camera.decisions(table, await asyncio.to_thread(stage, site, [(title, seats)]))
    index(pages)


def index(pages: Iterable[str]) -> None:
    """Write the list of all sheets; those of pages that are no more go."""
    files = {name: file_name(name) for name in pages}
    for old in SHEETS.glob("*.webp"):
        if old.name not in files.values():
            old.unlink()
    lines = [f"- [{name}](pages/{file})" for name, file in files.items() if (SHEETS / file).exists()]
    lines += ["", *DECISIONS_TOLD]
    for title, seats in DECIDED:
        table = table_name(title, seats)
        for size in (DESK, PHONE):
            for scheme in SCHEMES:
                file = decisions_file(table, size, scheme)
                lines.append(f"- [{file.removesuffix('.webp').replace('-', ' ')}](decisions/{file})")
    (FOLDER / "README.md").write_text("\n".join([*INTRODUCTION, *lines, ""]), encoding="utf-8")


INTRODUCTION = (
    "# Every kind of page",
    "",
    "Each sheet shows one page at a desk and on a phone, by day and by night; `python -m tests.browser.pictures`, in",
    "the project’s environment, takes them again.",
    "",
)
DECISIONS_TOLD = (
    "Every decision, part for part, every end of a round and the end of a match: a sheet for each window and theme.",
    "",
)


def wanted(name: str, words: list[str]) -> bool:
    return not words or any(word in name for word in words)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = LiveSite(Path(folder), "tests.browser.site_settings")
        try:
            await asyncio.to_thread(site.start)
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
                await take(site, browser, sys.argv[1:])
        finally:
            await asyncio.to_thread(site.stop)


if __name__ == "__main__":
    asyncio.run(main())
