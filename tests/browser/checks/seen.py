"""Checks of what a person sees of a page, and what a finger hits: not the places of boxes, but whether words can be
read and controls can be hit.

Each check looks at the page as it is drawn when nothing moves. Content that is clipped by a part that scrolls counts as
far as it shows; content that is clipped by another part is cut.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.async_api import Page

# Texts that lie over others on purpose, each with the reason.
MEANT: dict[str, str] = {}

# What the checks below share: which elements and texts are shown, where, and how far they are clipped.
EYES = """
    const styles = new Map(), clips = new Map(), everywhere = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
    const css = (one) => styles.get(one) ?? (styles.set(one, getComputedStyle(one)), styles.get(one));
    const both = (a, b) => ({
        left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
    });
    const wide = (box) => box.right - box.left, high = (box) => box.bottom - box.top;
    const has = (box, least = 1) => wide(box) > least && high(box) > least;
    const isHeld = (one) => css(one).position !== "static" || css(one).transform !== "none";
    const isForEars = (one) => one && (css(one).clipPath === "inset(50%)" || isForEars(one.parentElement));
    const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !one.closest("[inert], defs, symbol") && !isForEars(one);
    const around = (one) => {  // what clips `one`: its parent, or the next that holds what is taken out of the page
        if (one.matches(":popover-open")) return null;
        const { position } = css(one);
        let up = one.parentElement;
        if (position === "fixed") return null;
        while (position === "absolute" && up && !isHeld(up)) up = up.parentElement;
        return up;
    };
    // Where what lies in `one` can be seen, and beyond which lines it is lost because nobody can scroll there.
    const clipOf = (one) => {
        if (!one || one === document.documentElement || one === document.body) {
            const window = { ...everywhere, left: 0, right: innerWidth };
            return { seen: window, kept: window, isScrolled: false };
        }
        if (clips.has(one)) return clips.get(one);
        const outer = clipOf(around(one)), { overflowX, overflowY } = css(one), box = one.getBoundingClientRect();
        const seen = { ...outer.seen }, kept = { ...outer.kept };
        let { isScrolled } = outer;
        for (const [way, from, to] of [[overflowX, "left", "right"], [overflowY, "top", "bottom"]]) {
            if (way === "visible" || css(one).display === "inline") continue;
            const scrolls = way === "auto" || way === "scroll";
            seen[from] = Math.max(seen[from], box[from]);
            seen[to] = Math.min(seen[to], box[to]);
            kept[from] = scrolls ? -1e6 : Math.max(kept[from], box[from]);
            kept[to] = scrolls ? 1e6 : Math.min(kept[to], box[to]);
            isScrolled ||= scrolls && from === "left";
        }
        clips.set(one, { seen, kept, isScrolled });
        return clips.get(one);
    };
    const styled = (rules) => {  // a style for a while; returns how to end it
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets.push(sheet);
        return () => document.adoptedStyleSheets.pop();
    };
    const words = (text) => text.trim().replace(/\\s+/g, " ").slice(0, 40);
    const name = (one) => {
        const said = one.getAttribute("aria-label") || one.textContent;
        const kind = one.getAttribute("class")?.trim().split(/\\s+/).join(".");
        return `${one.localName}${one.id ? `#${one.id}` : kind ? `.${kind}` : ""} "${words(said)}"`;
    };
    // The lines of all texts that are shown: as high as their letters, not as their boxes.
    const linesOf = (range) => [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1)
        .map(({ left, top, right, bottom }) => {
            const air = (bottom - top) * 0.2;
            return { left, right, top: top + air, bottom: bottom - air };
        });
    const texts = () => {
        const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const one = node.parentElement;
            const isQuiet = one.matches("script, style, option, textarea, title, desc");
            if (!node.data.trim() || isQuiet || !isShown(one)) continue;
            const range = new Range();
            range.selectNodeContents(node);
            const lines = linesOf(range);
            if (lines.length) found.push({ node, one, lines, clip: clipOf(one) });
        }
        return found;
    };
"""
TAPS = (
    """() => {"""
    + EYES
    + """
    const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    const faults = [], asked = new Set();
    const isSame = (one, hit) => one.contains(hit) || [...(one.labels ?? [])].some((label) => label.contains(hit))
        || one.closest("svg[data-nearest]")?.contains(hit);  // there the nearest choice is taken
    const corners = (box, radius) => {
        const air = Math.max(4, radius * 0.4), { left, top, right, bottom } = box;
        const middle = [(left + right) / 2, (top + bottom) / 2];
        if (wide(box) < 3 * air || high(box) < 3 * air) return [middle];
        return [middle, ...[left + air, right - air].flatMap((x) => [top + air, bottom - air].map((y) => [x, y]))];
    };
    // Points that lie on a drawn shape itself; one that is used elsewhere is asked where it was drawn.
    const drawnPoints = (shape) => {
        const source = shape.localName === "use" ? document.querySelector(shape.getAttribute("href")) : shape;
        if (!(source instanceof SVGGeometryElement)) return [];
        const matrix = shape.getScreenCTM(), length = source.getTotalLength();
        return [0.25, 0.5, 0.75].map((part) => source.getPointAtLength(length * part).matrixTransform(matrix))
            .map(({ x, y }) => [x, y]);
    };
    const points = (one) => {
        if (one.ownerSVGElement) return [...one.querySelectorAll("*")].filter(isShown).flatMap(drawnPoints);
        const { seen } = clipOf(around(one)), window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        const boxes = [...one.getClientRects()].map((box) => both(both(box, seen), window));
        const radius = parseFloat(css(one).borderRadius) || 0;
        return boxes.filter((box) => has(box, 6)).flatMap((box) => corners(box, radius));
    };
    for (let down = 0; down < Math.max(1, document.documentElement.scrollHeight); down += innerHeight * 0.7) {
        scrollTo(0, down);
        clips.clear();
        for (const one of document.querySelectorAll(CONTROLS)) {
            if (asked.has(one) || !isShown(one)) continue;
            const box = one.getBoundingClientRect();
            if (!has(box) || box.top < 0 || box.bottom > innerHeight && box.height < innerHeight) continue;
            asked.add(one);
            if (!has(both(box, clipOf(around(one)).kept))) faults.push(`${name(one)} cannot be seen`);
            for (const [x, y] of points(one)) {
                const hit = document.elementFromPoint(x, y);
                if (!hit || isSame(one, hit)) continue;
                const other = hit.closest(CONTROLS) ?? hit;
                const at = `${Math.round(x - box.left)}, ${Math.round(y - box.top)}`;
                faults.push(`a tap on ${name(one)} at ${at} hits ${name(other)}`);
                break;
            }
        }
        if (scrollY < down - 1) break;
    }
    scrollTo(0, 0);
    return faults;
}"""
)
TEXTS = (
    """([meant]) => {"""
    + EYES
    + """
    scrollTo(0, 0);
    const faults = [], all = texts();
    const told = ({ one, node }) => `“${words(node.data)}” (${name(one)})`;
    const isMeant = (one) => meant.length && one.closest(meant.join());

    // Text over text: two lines that share more than a hair.
    const lines = all.flatMap((text) => text.lines.map((line) => ({ text, box: both(line, text.clip.seen) })))
        .filter(({ box }) => has(box)).sort((a, b) => a.box.top - b.box.top);
    const pairs = new Set();
    lines.forEach(({ text, box }, at) => {
        for (let next = at + 1; next < lines.length && lines[next].box.top < box.bottom - 1.5; next++) {
            const { text: other, box: place } = lines[next];
            if (other.one === text.one || !has(both(box, place), 1.5)) continue;
            if (isMeant(text.one) || isMeant(other.one)) continue;
            pairs.add(`${told(text)} and ${told(other)} lie over each other`);
        }
    });
    faults.push(...pairs);

    // Text under something that is painted over it.
    const restore = styled("*, *::before, *::after { pointer-events: auto !important; }");
    const alpha = (colour) => colour === "transparent" ? 0 : +(colour.match(/[,/] *([0-9.]+)\\)$/)?.[1] ?? 1);
    const isPainted = (one) => {
        const { backgroundColor, backgroundImage, fill, fillOpacity, opacity } = css(one);
        if (one.ownerSVGElement) {
            const isShape = one instanceof SVGGeometryElement || one.localName === "use";
            return isShape && fill !== "none" && alpha(fill) * fillOpacity * opacity > 0.5;
        }
        return alpha(backgroundColor) * opacity > 0.5 || backgroundImage.includes("url");
    };
    for (const text of all) {
        const boxes = text.lines.map((line) => both(line, text.clip.seen)).filter((box) => has(box, 3));
        const spots = boxes.flatMap(({ left, top, right, bottom }) =>
            [0.1, 0.5, 0.9].map((part) => [left + (right - left) * part, (top + bottom) / 2]));
        const covers = spots.filter(([, y]) => y > 0 && y < innerHeight).flatMap(([x, y]) => {
            const stack = document.elementsFromPoint(x, y);
            if (text.one.ownerSVGElement && !stack.includes(text.one)) return [];  // between its letters
            const own = stack.findIndex((one) => one.contains(text.one) || text.one.contains(one));
            return stack.slice(0, Math.max(0, own)).filter(isPainted).slice(0, 1);
        });
        if (covers.length && !isMeant(text.one)) faults.push(`${told(text)} is under ${name(covers[0])}`);
    }
    restore();

    // Text that is cut off, and words that are broken without a hyphen.
    for (const { node, one, lines, clip: { kept } } of all) {
        const isCut = ({ left, top, right, bottom }) => left < kept.left - 1.5 || right > kept.right + 1.5
            || top < kept.top - 1 || bottom > kept.bottom + 1;
        if (lines.some(isCut)) {
            faults.push(`“${words(node.data)}” (${name(one)}) is cut off`);
            continue;
        }
        if (lines.length < 2) continue;
        for (const word of node.data.matchAll(/[^\\s\\u00a0\\u200b]+/g)) {
            const range = new Range(), row = (at) => {
                range.setStart(node, word.index + at);
                range.setEnd(node, word.index + at + 1);
                return range.getBoundingClientRect().top;
            };
            const { length } = word[0];
            if (length < 2 || Math.abs(row(0) - row(length - 1)) < 3) continue;
            const at = [...word[0]].findIndex((_letter, at) => at && row(at) - row(at - 1) > 3);
            if (/[-–—\\u00ad/@._]/u.test(word[0][at - 1] ?? "-")) continue;
            faults.push(`“${word[0].slice(0, at)}|${word[0].slice(at)}” (${name(one)}) is broken in the middle`);
        }
    }
    return faults;
}"""
)
PLACES = (
    """([share, part, tray, drawings]) => {"""
    + EYES
    + """
    scrollTo(0, 0);
    const faults = [], window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const percent = (is) => Math.round(is * 100);
    const area = (box) => has(box) ? wide(box) * high(box) : 0;
    const board = document.getElementById("board").getBoundingClientRect();
    const shown = area(both(board, window)) / area(window);
    if (shown < share) faults.push(`the board has ${percent(shown)} % of the screen`);
    for (const one of document.querySelectorAll(drawings)) {
        const drawn = area(both(one.getBoundingClientRect(), window)) / area(board);
        if (drawn >= part) continue;
        faults.push(`${name(one)} has ${percent(drawn)} % of the board, which is ${Math.round(board.height)} high`);
    }
    const own = document.getElementById("tray");
    if (own && isShown(own)) {
        const box = own.getBoundingClientRect(), rest = high(both(box, window));
        if (rest < Math.min(tray, box.height - 1) || box.height < tray / 2) {
            const [from, to, shown] = [box.top, box.bottom, rest].map(Math.round);
            faults.push(`of the tray from ${from} to ${to} one sees ${shown} px`);
        }
    }
    const prompt = document.getElementById("prompt").getBoundingClientRect();
    if (prompt.top < 0 || prompt.bottom > innerHeight) faults.push("the prompt is not in the first screen");
    for (const { node, one, lines, clip } of texts()) {
        const flush = lines.map((line) => both(line, clip.seen)).filter((box) => has(box))
            .some(({ left, right }) => left < 4 || right > innerWidth - 4);
        if (flush && !clip.isScrolled) faults.push(`“${words(node.data)}” (${name(one)}) is flush with the edge`);
    }
    return faults;
}"""
)


@dataclass(frozen=True)
class Room:
    """The minimum visible part of a match's page in its first screen: the share of the screen that is the board's, the
    share of the board that is the drawing's, the pixels of the tray."""

    board: float
    drawing: float
    tray: int


async def missed_by_taps(page: Page) -> list[str]:
    """Return the controls of `page` at whose middle or corners a tap hits something else."""
    return await page.evaluate(TAPS)


async def hard_to_read(page: Page) -> list[str]:
    """Return the texts of `page` that lie over each other or under something, are cut off, or broken within a word."""
    return await page.evaluate(TEXTS, [list(MEANT)])


async def without_room(page: Page, room: Room, drawings: Sequence[str]) -> list[str]:
    """Return the parts with too little `room` on the page of a match, or at the very edge. `drawings` are selectors of
    the titles' drawings."""
    return await page.evaluate(PLACES, [room.board, room.drawing, room.tray, ", ".join(drawings)])
