"""Every kind of decision of simulated matches, measured: everything needed for a move is in the first screen, and
nothing moves under the finger."""

import re

import pytest

from tests.browser.checks import shift
from tests.browser.players import Player
from tests.browser.stage import TABLES, table_name
from tests.browser.watch import BROWSER
from tests.sampling import sampled

pytestmark = BROWSER

UPRIGHT = [(390, 664), (390, 844), (1440, 900), (2560, 1440)]
SIZES = [*UPRIGHT, (844, 390), (320, 568)]
LARGEST = [("mascarade", 13), ("masons", 4)]  # where least room is left for what one needs
# Each table with all its decisions; in the run the largest with every third one.
OF_THE_RUN = [(*table, 3) for table in LARGEST]
CASES = sampled([*((*table, 1) for table in TABLES), *OF_THE_RUN], OF_THE_RUN)
LOOK = """() => {
    const faults = [];
    const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
    const outside = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    };
    const need = (selector, least) => {
        const found = [...document.querySelectorAll(selector)].filter(shown);
        if (found.length < least) faults.push(`${selector} is not there`);
        for (const one of found.filter(outside)) faults.push(`${one.outerHTML.slice(0, 90)} is outside`);
        return found.length;
    };
    scrollTo(0, 0); // the driver scrolls when it waits for something
    need("#prompt", 1);
    need("#board", 1);
    need("#board > div > *, #board > div > svg", 1);
    const confirms = need(":is(#compose, .told) .primary", 0);
    const choices = need(":is(#board, #tray) a.part, #compose .answer", 0);
    const list = [...document.querySelectorAll("#choices .choice")].filter(shown).length;
    if (document.getElementById("compose") && !confirms && !choices && !list) faults.push("there is nothing to choose");
    if (!confirms && document.getElementById("tray")) need("#tray", 1);
    return faults;
}"""
SIDEWAYS = "() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)"
# Whether the page is clear as glass: it is laid out as ever, but nobody paints it for each of the windows.
CLEAR = """(isClear) => { document.documentElement.style.opacity = isClear ? "0" : ""; }"""
BOARD = """() => {
    scrollTo(0, 0);
    const { left, top, width, height } = document.getElementById("board").getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
}"""
# How many pixels of the text about the end of a round have to be scrolled.
CUT_OFF = """() => {
    const { scrollHeight, clientHeight } = document.querySelector(".told-lines");
    return scrollHeight - clientHeight;
}"""
KIND = """() => {
    const words = document.getElementById("prompt").textContent.replace(/[0-9]+/g, "0").trim();
    return words + [...document.querySelectorAll("#tray > div > *")].map((one) => one.className).join();
}"""

SHIFT = 0.01  # of the page, after a tap
STILL = {"maskera"}  # titles of which nothing moves on a phone even as the answer to a tap
FAR = 1000  # parts: nothing leads there
# How many parts of the move of these words are chosen once each of the choices is; 0 where it leads elsewhere, or where
# something lies over the middle of what is drawn.
AHEAD = """(choices, words) => choices.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const isDrawn = one.matches(".part");
    if (isDrawn && !one.contains(document.elementFromPoint(x + width / 2, y + height / 2))) return 0;
    const address = one.getAttribute("href"); // of a drawn link `href` is no string
    const move = address ? new URL(address, location.href).searchParams.get("move") : one.value;
    const chosen = (move ?? "").split(",");
    return chosen.every((word, at) => word === words[at]) ? chosen.length : 0;
})"""


class Measured(Player):
    """A player who measures the page at each kind of decision, in windows of all `sizes`."""

    def __init__(self, page, seed, sizes, is_still):
        super().__init__(page, seed)
        self.sizes = sizes
        self.is_still = is_still  # nothing may move even as the answer to a tap
        self.kinds: set[str] = set()
        self.faults: list[str] = []

    async def measure(self):
        kind = await self.page.evaluate(KIND)
        if kind in self.kinds:
            return
        self.kinds.add(kind)
        before = self.page.viewport_size
        await self.page.evaluate(CLEAR, True)
        for width, height in self.sizes:
            await self.page.set_viewport_size({"width": width, "height": height})
            where = f"{width} by {height}, {kind[:60]}"
            if (width, height) in UPRIGHT:
                self.faults += [f"{where}: {fault}" for fault in await self.page.evaluate(LOOK)]
            if (sideways := await self.page.evaluate(SIDEWAYS)) > 0:
                self.faults.append(f"{where}: {sideways} px have to be scrolled sideways")
        await self.page.set_viewport_size(before)
        await self.page.evaluate(CLEAR, False)

    async def leave_the_round(self):
        await self.measure()
        if (cut := await self.page.evaluate(CUT_OFF)) > 1:
            self.faults.append(f"{cut} px of the results of a round have to be scrolled: {self.page.url}")
        place = await self.page.evaluate(BOARD)
        await super().leave_the_round()
        if (now := await self.page.evaluate(BOARD)) != place:
            self.faults.append(f"the board went from {place} to {now} after the end of a round")

    async def tap_towards(self, words):
        """Tap the choice, drawn if one is, that goes the smallest step towards the move of these `words`."""
        shown = await self.shown()
        for choices in (self.parts, self.choices):
            ahead = [each or FAR for each in await choices.evaluate_all(AHEAD, words)]
            if min(ahead, default=FAR) < FAR:
                choice = choices.nth(ahead.index(min(ahead)))
                if choices is self.choices and not await choice.is_visible():
                    opener = self.page.locator("[popovertarget=choices]")
                    if await opener.is_visible():  # at a desk the list stands open
                        await opener.tap()
                    await self.unfold(choice)
                await choice.tap()
                await self.gone(shown)
                return
        await self.tap_something()

    async def compose_by_taps(self, words):
        """Compose the move of these `words` by tapping; the board stays where it is, and no tap is one too many."""
        taps = 0
        place = await self.page.evaluate(BOARD)
        while not await self.confirm.is_visible():
            await self.measure()
            await shift.since(self.page)
            await self.tap_towards(words)
            taps += 1
            unasked, everything = await shift.since(self.page)
            if (found := everything if self.is_still else unasked) > SHIFT:
                self.faults.append(f"the page shifts by {found:.3f} after a tap: {self.page.url}")
            now = await self.page.evaluate(BOARD)
            if now != place:
                self.faults.append(f"the board went from {place} to {now} between two taps")
                place = now
        await self.measure()
        words = re.search(r"[?&]move=([^&]*)", self.page.url)
        parts = len(words[1].split(",")) if words else 0
        if taps + 1 > parts + 1:
            self.faults.append(f"{taps + 1} taps for a move of {parts} parts")


async def measured(page, site, staged, title, seats, step, sizes, is_still):
    """Compose a move in every so many of the staged matches of a table; returns who has measured them."""
    name, _, value = staged.session.partition("=")
    await page.context.add_cookies([{"name": name, "value": value, "url": site.address}])
    await shift.watch(page)
    player = Measured(page, seats, sizes, is_still)
    for match, words in staged.matches[table_name(title, seats)][::step]:
        await page.goto(match)
        await player.send_the_coach_away()
        await player.compose_by_taps(words)
    return player


@pytest.mark.parametrize(("title", "seats", "step"), CASES)
async def test_everything_for_a_move_is_in_the_first_screen_and_the_board_stays(
    visit, site, staged, title, seats, step
):
    page = await visit(viewport={"width": 390, "height": 664}, has_touch=True)
    player = await measured(page, site, staged, title, seats, step, SIZES, is_still=title in STILL)
    assert not player.faults, "\n".join(sorted(set(player.faults)))
    assert len(player.kinds) > 3


@pytest.mark.parametrize(("title", "seats"), sampled(TABLES, []))
async def test_nothing_moves_at_a_desk_but_what_a_tap_has_asked_for(visit, site, staged, title, seats):
    page = await visit(viewport={"width": 1440, "height": 900}, has_touch=True)
    player = await measured(page, site, staged, title, seats, 3, [], is_still=False)
    assert not player.faults, "\n".join(sorted(set(player.faults)))
