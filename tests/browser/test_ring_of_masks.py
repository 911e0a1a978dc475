"""The drawn table of Mascarade with each number of seats: what is said in its middle covers no mask, purse or name."""

from pathlib import Path

from django.template.loader import render_to_string

from games.titles import mascarade
from games.titles.mascarade.game import Mascarade
from games.translation import translate_tree
from tests.browser.watch import BROWSER
from tests.styles import sheet
from tests.titles.mascarade.table import follow, position

pytestmark = BROWSER

MASKS = "JU TR EM KI SO CH FO TH SP GU PR PU BE".split()
NAMES = [
    "Anna",
    "Margherita",
    *("Bruno", "Carla", "Dario", "Elena", "Fabio", "Gianna", "Ivo", "Laura", "Mattia", "Nadia", "Piero"),
]
VERDICT = "Margherita is the Sorceress and uses the power."
# The board on a phone upright, there in the history, across, and on a desk.
SIZES = [(390, 387), (390, 335), (472, 342), (930, 640)]
STYLES = (
    Path("games/static/games/css/match.css"),
    Path(str(mascarade.__path__[0])) / "static/titles/mascarade/board.css",
)
DRAW = """([html, width, height]) => {
    document.body.innerHTML = `<div class="board" style="width: ${width}px; height: ${height}px">${html}</div>`;
}"""
# Which of these boxes meet; a mask is round.
MEETING = """() => {
    const middle = [...document.querySelectorAll(".claim > span, .justice")];
    const around = [...document.querySelectorAll(
        ".justice, .plate, .ring:not(.own-ring) > .slot > :is(.disc, .name, .purse)")];
    const meets = (one, other) => {
        const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across <= 1 || down <= 1) return false;
        if (!other.matches(".disc")) return true;
        const x = b.left + b.width / 2, y = b.top + b.height / 2;
        return Math.hypot(Math.max(a.left - x, 0, x - a.right), Math.max(a.top - y, 0, y - a.bottom)) < b.width * 0.45;
    };
    const named = (one) => `${one.getAttribute("class").split(" ")[0]} “${one.textContent.trim().slice(0, 12)}”`;
    return middle.flatMap((one) => around.filter((other) => other !== one && meets(one, other))
        .map((other) => `${one.textContent.trim().slice(0, 30)} meets ${named(other)}`));
}"""


def drawn(seats: int, settled: dict[str, object]) -> str:
    """Return the table while the Sorceress may be challenged, or with the `settled` result."""
    game = Mascarade()
    state = position(" ".join(MASKS[: max(seats, 6)]), seats=seats, active=2)
    view = follow(state, "9. 2: A:SO@L" if seats <= 3 else "9. 2: A:SO").view(0)
    board = translate_tree(game.presenter.board(view, None), NAMES.__getitem__)
    context = {"board": board, "compose_url": "", "view": view, "seats": [], "fresh": {}, "settled": settled}
    return render_to_string(game.presenter.template, context)


async def test_nothing_in_the_middle_covers_a_mask_a_purse_or_a_name(visit):
    page = await visit(viewport={"width": 1000, "height": 700}, bypass_csp=True)
    await page.goto("/")
    for style in STYLES:
        await page.add_style_tag(content=sheet(style))
    faults = []
    for seats in range(2, 14):
        for settled in ({}, {"text": VERDICT}):
            html = drawn(seats, settled)
            for width, height in SIZES:
                await page.evaluate(DRAW, [html, width, height])
                assert await page.locator(".claim").count() == 1
                faults += [f"{seats} seats, {width} by {height}: {each}" for each in await page.evaluate(MEETING)]
    assert not faults, "\n".join(faults)
