"""A person's view of a match, page for page: its decisions, the ends of its rounds, its end, its history.

The first screen is measured in test_first_screen.py; this file is about what one sees: what a tap hits, which words can
be read, how much of the screen is the board's. `pytest --reliability -s` prints a table of what was looked at: every
sixth page, in each language others; with `--every-page` all of them, which takes an hour and a half.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import pytest
from playwright.async_api import Page, ViewportSize

from tests.browser.checks import contrast, seen
from tests.browser.checks.animations import settle
from tests.browser.checks.seen import Room
from tests.browser.stage import TABLES, table_name
from tests.browser.watch import BROWSER
from tests.plugins.longer import LANGUAGE as LONGER
from tests.sampling import sampled

pytestmark = BROWSER

PHONE, ASIDE, DESK = (390, 664), (844, 390), (1440, 900)
# By the size of a window and of its text in per cent, written by hand: what is the least that one must see.
ROOMS = {
    (PHONE, 100): Room(board=0.37, drawing=0.5, tray=60),
    (PHONE, 200): Room(board=0.3, drawing=0.4, tray=60),
    (ASIDE, 100): Room(board=0.38, drawing=0.5, tray=50),
    (ASIDE, 200): Room(board=0.35, drawing=0.4, tray=50),
    (DESK, 100): Room(board=0.3, drawing=0.5, tray=150),
    (DESK, 200): Room(board=0.3, drawing=0.4, tray=100),
}
# What each title draws its board with.
DRAWINGS = [
    ".table-masques .palace:not(.floors)",
    ".table-maskera.stage",
    ".table-mascarade.stage",
    ".table-masons .land",
]
LANGUAGES = ["en", "it", LONGER]
THEMES: list[Literal["dark", "light"]] = ["dark", "light"]  # one page is looked at in the one, the next in the other
SHARE = 6  # of the pages of a table one in so many is looked at
# Each table in all sizes; in the run one table a title with one page of each kind, in two sizes.
IN_FULL = [(title, seats, language, True) for title, seats in TABLES for language in LANGUAGES]
OF_THE_RUN = [
    (title, seats, "en", False) for title, seats in [("masques", 3), ("maskera", 2), ("mascarade", 13), ("masons", 4)]
]
SIZES_OF_THE_RUN = [(PHONE, 100), (DESK, 100)]
HELD = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}  # a phone, without a mouse
TEXT_SIZE = "(size) => { document.documentElement.style.fontSize = `${size}%`; }"
AT_THE_TABLE = """() => !document.querySelector("[data-stop]")"""


@dataclass
class Looked:
    """The viewed pages of one table in one language, and the faults that were seen, each with its first page."""

    table: str
    language: str
    pages: Counter[str]
    looks: int = 0
    faults: dict[str, str] = field(default_factory=dict)

    def note(self, where: str, address: str, faults: list[str]) -> None:
        self.looks += 1
        for fault in faults:
            self.faults.setdefault(f"{where}: {fault}", address)

    def row(self) -> str:
        """One line of the table."""
        kinds = "  ".join(f"{kind} {count:3}" for kind, count in sorted(self.pages.items()))
        return f"{self.table:12} {self.language:5} {kinds}  looks {self.looks:5}  faults {len(self.faults):4}"


@pytest.fixture(scope="module")
def looked() -> Iterator[list[Looked]]:
    """All that this run has looked at: a table at its end."""
    every: list[Looked] = []
    yield every
    print("\n" + "\n".join(one.row() for one in every))


async def open_table(page: Page, kind: str, address: str) -> None:
    """Open a page of a match. Ends of rounds that come before a decision are passed: they are pages of their own."""
    await page.goto(address)
    await page.wait_for_function(AT_THE_TABLE)
    if kind != "stop" and await page.locator(".replayed").count():
        await page.locator(".told .primary").click()  # “To the table”, in any language
        await page.locator(".replayed").wait_for(state="detached")
        await page.mouse.move(0, 0)  # a mouse that rests on a card shows what it does


def sixth(pages: list[tuple[str, str]], language: str) -> list[tuple[str, str]]:
    """Return every sixth of the `pages`; each language starts at another one."""
    return pages[LANGUAGES.index(language) * SHARE // len(LANGUAGES) :: SHARE]


def one_of_each_kind(pages: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return one of the `pages` for each kind: the middle one."""
    by_kind: dict[str, list[tuple[str, str]]] = {}
    for page in pages:
        by_kind.setdefault(page[0], []).append(page)
    return [alike[len(alike) // 2] for alike in by_kind.values()]


async def look(page: Page, looked: Looked, kind: str, address: str, sizes: list[tuple[tuple[int, int], int]]) -> None:
    """Look at what is open in `page` in windows and texts of all `sizes`. Colours are looked at in English and in
    usual letters alone: they are the same in all others, and to compare them takes as long as all the rest."""
    for window, text in sizes:
        await page.set_viewport_size(ViewportSize(width=window[0], height=window[1]))
        await page.evaluate(TEXT_SIZE, text)
        await settle(page)
        faults = [
            *await seen.missed_by_taps(page),
            *await seen.hard_to_read(page),
            *await seen.without_room(page, ROOMS[window, text], DRAWINGS),
            *(await contrast.pale_on_pictures(page) if looked.language == "en" and text == 100 else []),
        ]
        looked.note(f"{window[0]} by {window[1]}, {text} %, {kind}", address, faults)


@pytest.mark.parametrize(("title", "seats", "language", "is_whole"), sampled([*IN_FULL, *OF_THE_RUN], OF_THE_RUN))
async def test_one_can_read_and_hit_what_is_on_every_page_of_a_match(
    visit, site, staged, looked, request, title, seats, language, is_whole
):
    sizes = list(ROOMS) if is_whole else SIZES_OF_THE_RUN
    table = table_name(title, seats)
    pages = staged.pages[table]
    if not request.config.getoption("--every-page"):
        pages = sixth(pages, language) if is_whole else one_of_each_kind(pages)
    seen_here = Looked(table, language, Counter(kind for kind, _address in pages))
    looked.append(seen_here)
    name, _, value = staged.session.partition("=")
    for wishes, windows in [(HELD, {PHONE, ASIDE}), ({}, {DESK})]:
        page = await visit(locale=language, **wishes)
        await page.context.add_cookies([{"name": name, "value": value, "url": site.address}])
        for number, (kind, address) in enumerate(pages):
            theme = THEMES[(number + seats) % len(THEMES)]
            await page.emulate_media(color_scheme=theme)
            await open_table(page, kind, address)
            await look(page, seen_here, f"{kind}, {theme}", address, [size for size in sizes if size[0] in windows])
    told = [f"{fault}   {address}" for fault, address in seen_here.faults.items()]
    assert not told, "\n".join(told)
