"""A check that words over pictures can be read: axe only checks plain colours behind a text.

The page is photographed with its words and without them. Where the two differ are letters, and what is behind these is
in the second picture; halos and outlines of letters stay in it, for they are there to be read against.
"""

from math import ceil, floor

from playwright.async_api import Page

NORMAL, LARGE = 4.5, 3.0  # WCAG 2.2, 1.4.3
LARGE_FROM, BOLD_FROM = 24, 18.66  # px
SHARE = 0.9  # of the letters must stand out: a line of the picture may cross them

# The texts in the window behind which there is anything but the plain colours of their own ancestors.
OVER_PICTURES = """() => {
    scrollTo(0, 0);
    const everything = new CSSStyleSheet();
    everything.replaceSync("*, *::before, *::after { pointer-events: auto !important; }");
    document.adoptedStyleSheets.push(everything);
    const isPicture = (one) => one.ownerSVGElement || one.matches("svg, img, canvas")
        || getComputedStyle(one).backgroundImage !== "none";
    const found = [], walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const one = node.parentElement;
        if (!node.data.trim() || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (one.closest(".visually-hidden, defs, symbol, script, style, [aria-disabled='true']")) continue;
        const range = new Range();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        const { left, top, width, height } = box;
        if (width < 3 || left < 0 || top < 0 || box.right > innerWidth || box.bottom > innerHeight) continue;
        const stack = document.elementsFromPoint(left + width / 2, top + height / 2), style = getComputedStyle(one);
        if (!stack.includes(one)) continue;
        const behind = stack.slice(stack.indexOf(one));
        const isPlain = (it) => /^rgb\\(/.test(getComputedStyle(it).backgroundColor);
        const ground = behind.findIndex(isPlain), above = ground < 0 ? behind : behind.slice(0, ground);
        if (!one.ownerSVGElement && !above.some((it) => it !== one && isPicture(it))) continue;
        const zoom = one.ownerSVGElement ? one.getScreenCTM().a : 1, size = parseFloat(style.fontSize) * zoom;
        found.push({
            words: node.data.trim().slice(0, 40), kind: one.getAttribute("class") ?? one.localName,
            left, top, width, height, colour: one.ownerSVGElement ? style.fill : style.color,
            isLarge: size >= LARGE_FROM || size >= BOLD_FROM && style.fontWeight >= 700,
        });
    }
    document.adoptedStyleSheets.pop();
    return found;
}""".replace("LARGE_FROM", str(LARGE_FROM)).replace("BOLD_FROM", str(BOLD_FROM))
HIDE_WORDS = """() => {
    const hidden = new CSSStyleSheet();
    hidden.replaceSync("* { color: transparent !important; } text, tspan { fill: transparent !important; }");
    document.adoptedStyleSheets.push(hidden);
}"""
QUICKLY = {"format": "png", "optimizeForSpeed": True}
SHOW_WORDS = "() => { document.adoptedStyleSheets.pop(); }"
COMPARE = """async ([texts, [from, down], withWords, without, normal, large, share]) => {
    const read = async (encoded) => {
        const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const size = [picture.width, picture.height];
        const canvas = new OffscreenCanvas(...size).getContext("2d", { willReadFrequently: true });
        canvas.drawImage(picture, 0, 0);
        return canvas;
    };
    const [before, after] = [await read(withWords), await read(without)];
    const channel = (value) => value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const light = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
    const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const painted = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const colourOf = (words) => {
        painted.fillStyle = words;
        painted.fillRect(0, 0, 1, 1);
        return light(painted.getImageData(0, 0, 1, 1).data);
    };
    return texts.flatMap(({ words, kind, left, top, width, height, colour, isLarge }) => {
        const box = [Math.floor(left - from), Math.floor(top - down), Math.ceil(width), Math.ceil(height)];
        const [ink, ground] = [before.getImageData(...box).data, after.getImageData(...box).data];
        const own = colourOf(colour), found = [];
        for (let at = 0; at < ink.length; at += 4) {
            const differs = [0, 1, 2].some((one) => Math.abs(ink[at + one] - ground[at + one]) > 24);
            if (differs) found.push(contrast(own, light(ground.subarray(at, at + 3))));
        }
        const least = isLarge ? large : normal;
        const legible = found.filter((each) => each >= least).length;
        if (!found.length) return [`“${words}” (${kind}) cannot be told from the picture behind it`];
        if (legible >= found.length * share) return [];
        found.sort((a, b) => a - b);
        const worst = found[Math.floor(found.length * (1 - share))].toFixed(1);
        return [`“${words}” (${kind}) has a contrast of ${worst} over its picture`];
    });
}"""


async def pale_on_pictures(page: Page) -> list[str]:
    """Return complaints about texts over pictures in the window of `page` that stand out less than WCAG asks."""
    texts = await page.evaluate(OVER_PICTURES)
    if not texts:
        return []
    left, top = (floor(min(text[side] for text in texts)) for side in ("left", "top"))
    right = ceil(max(text["left"] + text["width"] for text in texts))
    bottom = ceil(max(text["top"] + text["height"] for text in texts))
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top, "scale": 1}
    browser = await page.context.new_cdp_session(page)
    with_words = await browser.send("Page.captureScreenshot", {**QUICKLY, "clip": clip})
    await page.evaluate(HIDE_WORDS)
    without = await browser.send("Page.captureScreenshot", {**QUICKLY, "clip": clip})
    await page.evaluate(SHOW_WORDS)
    await browser.detach()
    pictures = [with_words["data"], without["data"]]
    return await page.evaluate(COMPARE, [texts, [left, top], *pictures, NORMAL, LARGE, SHARE])
