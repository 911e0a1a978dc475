"""The findings of axe on a page: all of its rules by day, the contrast of colours by night too.

Contrast takes axe longer than all other rules together, and it depends on little: on the colour, size, weight, shadow
and outline of a text, and on what is painted behind it. Where only its own ancestors are painted, two texts that agree
in all of this have the same contrast. So a text is not judged again if axe has passed a text of the same look before,
in this theme, on any page, or could not tell because one of these ancestors is a gradient; a text with anything else at
its place is judged every time. A text that axe does not judge by day, because it is clipped or outside the page, is no
reason to ask by night.
"""

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Page

from tests.browser.checks.animations import settle

Theme = Literal["light", "dark"]

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}  # all that a theme changes
BRING = "globalThis.bringAxe = () => {" + AXE_SCRIPT + "};"  # read once a page, not sent with every question
AUDIT = """async ([options, known, onlyColours]) => {
    const looks = new Set(known), clear = "rgba(0, 0, 0, 0)";
    const styles = new Map(), boxes = new Map();
    const kept = (map, one, make) => map.get(one) ?? (map.set(one, make(one)), map.get(one));
    const style = (one) => kept(styles, one, (it) => getComputedStyle(it));
    const box = (one) => kept(boxes, one, (it) => it.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const within = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
    const clips = (one) => kept(styles, one.closest("svg"), (it) => getComputedStyle(it)).overflow !== "visible";
    const isPainted = (one) => one.ownerSVGElement ? !clips(one) : one.matches("img, svg, canvas, video, iframe")
        || style(one).backgroundColor !== clear || style(one).backgroundImage !== "none";
    const painted = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility() && isPainted(one));
    const isForeign = (one, text) => meet(box(one), box(text)) && !one.contains(text)
        && !(text.contains(one) && style(one).position === "static");
    const layer = (one, text) => {
        const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style(one);
        const look = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(" ");
        return look === `${clear} none 1 none normal` ? "" : `${look} ${within(box(text), box(one))}`;
    };
    const computed = (text) => {
        if (text.closest("svg") || painted.some((one) => isForeign(one, text))) return null;
        const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = style(text);
        const found = [color, fontSize, fontWeight, textShadow, webkitTextStroke];
        for (let one = text; one; one = one.parentElement) found.push(layer(one, text));
        return found.filter(Boolean).join("|");
    };
    const found = new Map();
    const lookOf = (text) => found.has(text) ? found.get(text) : (found.set(text, computed(text)), found.get(text));
    const hasWords = (one) => one.matches("input, select, textarea")
        || [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    const isShown = (one) => hasWords(one) && one.checkVisibility({ visibilityProperty: true });
    const shown = [...document.body.querySelectorAll("*")].filter(isShown);
    const news = shown.filter((one) => onlyColours && !globalThis.unseen?.has(one) && !looks.has(lookOf(one)));
    if (onlyColours && !news.length) return [[], known];
    if (!globalThis.axe) bringAxe();
    const rule = axe._audit.rules.find((it) => it.id === "color-contrast"), { matches } = rule;
    const check = axe._audit.checks["color-contrast"], { evaluate } = check;
    const seen = new Set();
    rule.matches = function (one, ...more) {
        if (!hasWords(one)) return false;
        if (looks.has(lookOf(one))) return seen.add(one), false;
        const applies = matches.call(this, one, ...more);
        if (applies) seen.add(one);
        return applies;
    };
    check.evaluate = function (one, ...more) {
        const tell = this.data;
        let why;
        this.data = (data) => (why = data?.messageKey, tell.call(this, data));
        const result = evaluate.call(this, one, ...more), look = lookOf(one);
        if (look && (result === true || why === "bgGradient")) looks.add(look);
        return result;
    };
    const place = onlyColours ? { include: news } : document;
    const { violations } = await axe.run(place, { ...options, resultTypes: ["violations"] });
    Object.assign(rule, { matches });
    Object.assign(check, { evaluate });
    if (!onlyColours) globalThis.unseen = new Set(shown.filter((one) => !seen.has(one)));
    const told = ({ id, impact }, { target, html, any }) =>
        [`${id} (${impact}): ${target} ${html.slice(0, 160)}`, ...any.slice(0, 2).map((it) => it.message)].join(" / ");
    return [violations.flatMap((rule) => rule.nodes.slice(0, 3).map((node) => told(rule, node))), [...looks]];
}"""


class Axe:
    """Axe, and the looks of texts whose contrast it has passed in each theme."""

    def __init__(self) -> None:
        self.passed: dict[Theme, set[str]] = {"light": set(), "dark": set()}

    @staticmethod
    async def bring(page: Page) -> None:
        """Make axe available on everything that `page` loads from now on."""
        await page.add_init_script(BRING)

    async def by_day(self, page: Page) -> list[str]:
        """Return the findings of all rules on `page`, in the light theme."""
        await page.emulate_media(color_scheme="light")
        return await self.audit(page, RULES, "light")

    async def by_night(self, page: Page) -> list[str]:
        """Return the faults in the colours of `page` in the dark theme, in which it is left."""
        await page.emulate_media(color_scheme="dark")
        return await self.audit(page, COLOURS, "dark")

    async def audit(self, page: Page, options: dict[str, Any], theme: Theme) -> list[str]:
        """Return the findings of the rules of `options` on `page`, which shows this `theme` and has axe loaded."""
        await settle(page)
        known = self.passed[theme]
        faults, passed = await page.evaluate(AUDIT, [options, sorted(known), options is COLOURS])
        known.update(passed)
        return faults
