"""The drawn tables: what they say of themselves, to a mouse, a finger, the keyboard and a screen reader."""

import re

import pytest
from playwright.async_api import expect

from games.registry import TITLES
from games.titles.maskera.page.glossary import REASONS
from tests.browser.players import Player
from tests.browser.stage import stage, table_name
from tests.browser.watch import BROWSER
from tests.sampling import sampled

pytestmark = BROWSER

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
UNEXPLAINED = """() => [...document.querySelectorAll("#board [data-card]")]
    .map((one) => one.dataset.card)
    .filter((key) => !document.querySelector(`#glossary [data-word="${key}"] dd`)?.textContent)"""
UNDER = "document.activeElement.closest('[data-card]').dataset.card"
# For every title: a thing of its table that is no choice when a decision begins, and the rules that may say so.
NO_CHOICE = {
    "masques": (
        "#mq-palace-1",
        {"Place cards in the hallways: tokens are collected when every hallway has a card."},
    ),
    "maskera": ("#discards", {str(rule) for rule in REASONS.values()}),
    "masons": ("#board [data-card^=tower] >> nth=0", set()),  # a finger next to a line takes the line
}
# Of the staged decisions, where it is not the first: at Mascarade that has one choice, at Masons no tower stands yet.
DECISION = {"mascarade": 1, "masons": 2}


@pytest.fixture(scope="module")
def decisions(site):
    """A match of each title with the fewest seats, at a decision with several choices."""
    return stage(site, [(title, min(game.seats)) for title, game in TITLES.items()])


@pytest.fixture
def at_the_table(visit, site, decisions):
    """Opens a window of the player who owes the decision of a title."""

    async def opened(title, **wishes):
        page = await visit(**wishes)
        name, _, value = decisions.session.partition("=")
        await page.context.add_cookies([{"name": name, "value": value, "url": site.address}])
        await page.goto(decisions.matches[table_name(title, min(TITLES[title].seats))][DECISION.get(title, 0)][0])
        return page

    return opened


@pytest.mark.parametrize("title", sampled(NO_CHOICE, ["masons"]))
async def test_a_thing_explains_itself_to_a_mouse_and_to_the_keyboard(at_the_table, title):
    page = await at_the_table(title)
    assert await page.evaluate(UNEXPLAINED) == []
    bubble = page.locator("#explanation")
    await page.locator(NO_CHOICE[title][0]).hover()
    await expect(bubble).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(bubble).to_be_hidden()
    await page.locator(":is(#board, #tray) a.part").first.focus()
    await page.keyboard.press("ArrowDown")
    await expect(bubble).to_be_visible()
    key = await page.evaluate(UNDER)
    words = await page.locator(f'#glossary [data-word="{key}"] dd').text_content()
    await expect(bubble).to_contain_text(words)
    assert await page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "explanation"
    outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "nobody can see where the keyboard is"


@pytest.mark.parametrize("title", [title for title, (_element, rules) in NO_CHOICE.items() if rules])
async def test_a_tap_on_what_is_no_choice_says_which_rule_forbids_it(at_the_table, title):
    page = await at_the_table(title, **PHONE)
    element, rules = NO_CHOICE[title]
    await page.locator(element).tap()
    bubble = page.locator("#explanation.refused p")
    await expect(bubble).to_be_visible()
    rule = await bubble.inner_text()
    assert rule in rules
    await expect(page.get_by_role("alert")).to_have_text(rule)
    await expect(page.locator("#compose li").first).to_be_attached()


async def test_a_finger_that_stays_reads_and_does_not_choose(at_the_table):
    page = await at_the_table("masques", **PHONE)
    pile = page.locator("#mq-agent-TH")
    await pile.scroll_into_view_if_needed()
    box = await pile.bounding_box()
    spot = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spot})
    await expect(page.locator("#explanation")).to_contain_text("Can turn a face-up token next to it facedown")
    await devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await expect(page.locator("#explanation")).to_be_visible()
    assert "move=" not in page.url


async def test_a_group_of_choices_that_was_opened_stays_open_when_the_table_is_drawn_again(visit):
    page = await visit()
    guest = Player(page)
    await guest.arrive_as_guest()
    await guest.sit_down_with_a_bot(TITLES["masons"])  # whose lines are folded by region
    assert await guest.until_due()
    groups = page.locator("#compose details")
    await groups.nth(1).locator("summary").click()
    await groups.nth(1).locator("li a").first.click()
    await page.get_by_role("link", name="Back", exact=True).click()
    await expect(groups.nth(1)).to_have_attribute("open", "")
    await expect(page.locator("#compose details[open]")).to_have_count(1)


async def test_pieces_glide_unless_less_motion_is_asked_for(at_the_table):
    page = await at_the_table("masques")
    await page.evaluate("""() => {
        globalThis.glides = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            globalThis.glides.push(`${this.closest("[id]").id} ${this.dataset.piece} ${how[0][0].transform}`);
            return animate.apply(this, how);
        };
    }""")
    for motion, moved in (("reduce", False), ("no-preference", True)):
        await page.emulate_media(reduced_motion=motion)
        await page.locator(".own a.part").first.click()
        await page.locator(".hall a.part").first.click()
        await expect(page.get_by_role("button", name="Confirm this move")).to_be_visible()
        glides = await page.evaluate("glides")
        assert any(glide.startswith("mq-hall-") and "translate" in glide for glide in glides) == moved
        await page.get_by_role("link", name="Start over").click()
        await expect(page.locator(".own a.part").first).to_be_visible()


async def test_the_end_of_a_round_is_played_out_unless_less_motion_is_asked_for(visit, demo):
    page = await visit(storage_state=demo.member)
    await page.goto(demo.beside_matches["masques"]["masques over, first ply"])
    resolved = page.locator(".rounds a").filter(has_text="1")
    await page.evaluate("""() => {
        globalThis.won = new Set();
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            if (this.dataset.goal) globalThis.won.add(this);
            return animate.apply(this, how);
        };
    }""")
    for motion in ("reduce", "no-preference"):
        await page.emulate_media(reduced_motion=motion)
        await resolved.first.click()
        await expect(page.locator("#told")).to_contain_text("End of round 1")
        assert await page.locator("#board .won .score").count() > 0
        assert await page.evaluate("won.size") == 0, "the palace stands full until one reads on"
        await page.locator("#step-forward").click()
        await expect(page.locator("#board .score")).to_have_count(0)
        played, won = await page.evaluate("[won.size, document.querySelectorAll('[data-goal]').length]")
        assert won > 0
        assert played == (0 if motion == "reduce" else won)
        await page.locator("#step-first").click()
        await expect(page.locator("#prompt")).to_contain_text("Step 1 of")


@pytest.mark.parametrize("title", TITLES)
async def test_a_screen_reader_reads_what_each_thing_is_and_what_a_click_does(at_the_table, title):
    page = await at_the_table(title)
    heard = await page.locator("#board").aria_snapshot() + await page.locator("#tray").aria_snapshot()
    links = re.findall(r"""- '?link( "[^"]+")?""", heard)
    assert links or await page.locator("#compose .answer").count(), "neither drawn nor to answer"
    assert all(links), "a link without a name"
    choices = await page.locator("#compose li > a > span").all_text_contents()
    parts, words = [
        await page.locator(links).evaluate_all("found => found.map((one) => one.getAttribute('href'))")
        for links in (":is(#board, #tray) a.part", "#compose li > a")
    ]
    assert len(parts) == len(links)
    assert all(part in words or part.startswith(tuple(f"{word}%2C" for word in words)) for part in parts)
    if title == "masques":
        assert 'link "Play: ' in heard
        assert 'img "Palace card 0: ' in heard
    elif "Swap" in choices:  # a tap on another's mask is two choices: to swap, and with whom
        assert 'link "Swap with ' in heard
    else:  # a link says what a tap chooses, and then what is known of the thing that is tapped
        named = re.findall('link "([^"]*)"', heard)
        assert links == [] or any(name.startswith(choice) for name in named for choice in choices)


async def test_choices_show_in_the_readers_own_colours(at_the_table):
    mark = "getComputedStyle(Object.assign(document.body.appendChild(document.createElement('a')), {href: '#'})).color"
    for title, look in {
        "masques": ["#tray .part", "::after", "borderTopColor"],
        "maskera": [":is(#board, #tray) .part", "", "outlineColor"],
    }.items():
        page = await at_the_table(title, forced_colors="active")
        link = await page.evaluate(mark)
        shown = "([at, part, what]) => getComputedStyle(document.querySelector(at), part || null)[what]"
        assert await page.evaluate(shown, look) == link


async def test_a_move_is_composed_on_the_table_by_the_keyboard(at_the_table):
    page = await at_the_table("masques")
    await page.locator(".own a.part").first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#prompt")).to_be_focused()
    await expect(page.locator("#prompt")).to_contain_text("Choose an empty hallway.")
    await tab_to(page, page.locator(".hall a.part").first)
    await page.keyboard.press("Enter")
    confirm = page.get_by_role("button", name="Confirm this move")
    await expect(confirm).to_be_visible()
    await tab_to(page, confirm)


async def tab_to(page, target):
    """Go on by Tab: past the clock, the menu and what happened come the choices of the table, or the move."""
    for _stop in range(8):
        await page.keyboard.press("Tab")
        if await target.evaluate("one => one === document.activeElement"):
            return
    await expect(target).to_be_focused()
