"""Checks of what is too small on a page, for a thumb or for the eye."""

from playwright.async_api import Page

TOO_SMALL = """() => [...document.querySelectorAll(
        "main button, main a.button, header a, header button, summary, select, #compose li a")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => ({ box: one.getBoundingClientRect(), text: one.outerHTML.slice(0, 120) }))
    .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
    .map(({ box, text }) => `${Math.round(box.width)} by ${Math.round(box.height)}: ${text}`)"""
SMALL_PRINT = """() => [...document.querySelectorAll("#board *")].flatMap((one) => {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.checkVisibility({ visibilityProperty: true }) || one.closest(".visually-hidden")) return [];
    const unit = one.ownerSVGElement ? one.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * unit;
    return size < 11.9 ? [`${size.toFixed(1)} px: ${one.textContent.trim().slice(0, 40)}`] : [];
})"""


async def for_a_thumb(page: Page) -> list[str]:
    """Return the buttons, links and fields of `page` that are smaller than 44 pixels one way."""
    return await page.evaluate(TOO_SMALL)


async def for_the_eye(page: Page) -> list[str]:
    """Return the words of the drawn table on `page` that are smaller than 12 pixels."""
    return await page.evaluate(SMALL_PRINT)
