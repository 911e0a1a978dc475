"""People at a table: they click what the page offers."""

import random
from collections.abc import Sequence

from playwright.async_api import Locator, Page, expect

from games.core.title.game import Game
from games.registry import TITLES

AGAIN = "Watch the replay"  # the link that only a match that is over offers


class Player:
    """A reader of a match on `page` who picks by chance, the same way every time."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.over = page.get_by_role("link", name=AGAIN)
        self.form = page.locator("#compose")
        self.choices = self.form.locator("li a, li button")
        self.parts = page.locator(":is(#board, #tray) a.part, #compose .answer").filter(visible=True)
        self.signed_in = page.locator("header details.menu summary")
        self.goes_on = page.get_by_role("link", name="Go to the table", exact=True).filter(visible=True)
        self.confirm = self.form.get_by_role("button", name="Confirm this move").or_(
            self.form.get_by_role("button", name="Change my answer to this")
        )

    async def arrive_as_guest(self, path: str = "/") -> str:
        """Begin to play without an account, from the header of `path`; returns the guest's name."""
        await self.page.goto(path)
        menu = self.page.get_by_role("button", name="Menu", exact=True)
        if await menu.is_visible():  # a phone
            await menu.click()
        await self.page.get_by_role("button", name="Play as a guest").click()
        return await self.name()

    async def name(self) -> str:
        """Return who is signed in, as the header says."""
        return (await self.signed_in.inner_text()).strip()

    async def sit_down_with_a_bot(self, game: Game) -> None:
        """From the page of all titles to the first decision against one easy bot."""
        await self.sit_down_with_bots(game, min(game.seats))

    async def sit_down_with_bots(self, game: Game, seats: int) -> None:
        """The same at a table of this many seats."""
        await self.page.goto("/tables/play-bot/")
        await self.page.get_by_role("link", name=f"Play a bot at {game.name}").click()
        await self.page.wait_for_url("**/tables/play-bot/?title=*")
        chosen = self.page.locator(f"[type=radio][name=seats][value='{seats}']")
        if await chosen.count():
            await chosen.check()
        await self.page.get_by_role("button", name="Start the match").click()
        await self.page.wait_for_url("**/matches/*/")
        await self.send_the_coach_away()

    async def open_a_table_for_two(self) -> str:
        """From the page of all titles to a table with one free seat; its address."""
        game = next(game for game in TITLES.values() if 2 in game.seats)
        await self.page.goto("/tables/new/")
        await self.page.get_by_role("button", name=f"2 seats of {game.name}", exact=True).click()
        await self.page.get_by_role("button", name="Open the table").click()
        await expect(self.page.get_by_role("heading", name="You’re the host")).to_be_visible()
        return self.page.url

    async def send_the_coach_away(self) -> None:
        """Ask for no more hints, as soon as the first one comes: it would lie over the table."""
        if await self.until_due() and await self.page.locator("#coach").is_visible():
            await self.page.get_by_role("button", name="No more hints").click()
            await self.page.locator("#coach").wait_for(state="detached")

    async def until_due(self) -> bool:
        """Wait until a decision is asked for, or the match is over; whether one is asked for."""
        while True:
            await self.form.or_(self.over).or_(self.goes_on).first.wait_for()
            await self.page.wait_for_load_state()
            if not await self.goes_on.is_visible():
                return not await self.over.is_visible()
            await self.leave_the_round()

    async def leave_the_round(self) -> None:
        """From the end of a round, which is shown first, to the table, or to the end of the next round if that has
        come in the meantime."""
        ply = await self.page.locator("#board").get_attribute("data-ply")
        await self.goes_on.click()
        await self.page.locator(f'.replayed #board[data-ply="{ply}"]').wait_for(state="detached")

    async def decide(self) -> None:
        """Compose a whole move by clicking choices and send it."""
        while not await self.confirm.is_visible():
            await self.rendered_after(await self.any_choice())
        await self.rendered_after(self.confirm)

    async def any_choice(self) -> Locator:
        """One of the choices in words; its group is open."""
        choice = self.choices.nth(self.rng.randrange(await self.choices.count()))
        await self.unfold(choice)
        return choice

    async def unfold(self, choice: Locator) -> None:
        """Open the group of a choice in words, if it is folded."""
        folded = choice.locator("xpath=ancestor::details[not(@open)]/summary")
        if await folded.count():
            await folded.click()

    async def decide_on_the_board(self) -> int:
        """The same by tapping what is drawn, wherever the drawing has it; how often it had."""
        taps = 0
        while not await self.confirm.is_visible():
            taps += await self.tap_something()
        await self.rendered_after(self.confirm)
        return taps

    async def tap_something(self) -> bool:
        """Tap one of the choices that are drawn, or else of those in words; whether it was drawn."""
        shown, drawn = await self.shown(), await self.parts.count()
        if drawn:
            await self.parts.nth(self.rng.randrange(drawn)).tap()
        else:
            await self.page.locator("[popovertarget=choices]").tap()
            await (await self.any_choice()).tap()
        await self.gone(shown)
        return bool(drawn)

    async def rendered_after(self, button: Locator) -> None:
        """Click, and wait until the page shows what follows from it."""
        shown = await self.shown()
        await button.click()
        await self.gone(shown)

    async def shown(self) -> str:
        """A mark of the choices as they were rendered: it never comes twice."""
        return str(await self.form.locator("[name=client_move_id]").get_attribute("value"))

    async def gone(self, shown: str) -> None:
        """Wait until the choices of the mark `shown` have made room for what comes next: not for news that came in
        between, but for the answer to what was clicked. Without scripts that is another page, whose beginning may be
        here before the rest."""
        await self.page.locator(f'#compose [name=client_move_id][value="{shown}"]').wait_for(state="detached")
        await self.page.locator("main[aria-busy]").wait_for(state="detached")
        await self.page.wait_for_load_state()

    async def catches_up_with(self, other: "Player") -> None:
        """Wait until this page tells of everything that has happened at the table that both look at."""
        rev = await other.page.locator("#match").get_attribute("data-rev")
        await expect(self.page.locator("#match")).to_have_attribute("data-rev", str(rev))

    async def log(self) -> Sequence[str]:
        """The sentences of the log, newest first."""
        return await self.page.get_by_role("region", name="What happened").get_by_role("listitem").all_inner_texts()
