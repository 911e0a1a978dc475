"""The service worker: what it keeps, what it shows without the site, how a new version takes over, and push.

The headless browser has no notices and no push service: the worker gets the events as a browser would make them, and
the notices that it shows are noted (`Pushed`).
"""

import re
from collections.abc import Callable
from typing import Any

from playwright.async_api import Page, expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER
from tests.waiting import soon

pytestmark = BROWSER

SERVED = "async () => { await navigator.serviceWorker.ready; return !!navigator.serviceWorker.controller; }"
UPDATE = "async () => { await (await navigator.serviceWorker.ready).update(); }"
KEPT = """async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
}"""
KEPT_LANGUAGE = """async () => {
    const words = await (await caches.match("/offline/")).text();
    return new DOMParser().parseFromString(words, "text/html").documentElement.lang;
}"""
ALL_LOAD = "(names) => Promise.all(names.map(async (name) => (await fetch(name)).ok))"
CROWD = """async () => {
    const files = await caches.open(FILE_CACHE);
    for (let number = 0; number < MOST_FILES + 5; number++) await files.put(`/static/${number}.css`, new Response(""));
    await keep(files, new Request("/static/new.css"), new Response(""));
    const names = (await files.keys()).map(({ url }) => new URL(url).pathname);
    return [names.length === MOST_FILES && !names.includes("/static/0.css"), names.at(-1)];
}"""
HASHED = re.compile(r"/static/.+\.[0-9a-f]{12}\.\w+")

NOTE = """() => {
    const notes = (self.notes = { shown: [], focused: "", opened: "", count: null, sent: null, isAway: false });
    registration.showNotification = async (title, options) => {
        const close = () => (notes.shown = notes.shown.filter((other) => other.title !== title));
        notes.shown = [...notes.shown.filter(({ tag }) => !tag || tag !== options.tag), { title, ...options, close }];
    };
    registration.getNotifications = async ({ tag } = {}) => notes.shown.filter((one) => !tag || one.tag === tag);
    navigator.setAppBadge = async (count) => { notes.count = count; };
    WindowClient.prototype.focus = async function () { notes.focused = this.url; return this; };
    Object.defineProperty(WindowClient.prototype, "focused", { get: () => !notes.isAway });
    clients.openWindow = async (path) => { notes.opened = path; };
}"""
DISPATCH = "(event, facts) => new Promise((waitUntil) => dispatchEvent(Object.assign(event, { ...facts, waitUntil })))"
PUSH = f"(words) => ({DISPATCH})(new PushEvent('push', {{ data: words }}), {{}})"
CLICK = f"() => ({DISPATCH})(new Event('notificationclick'), {{ notification: notes.shown[0] }})"
CHANGE = f"""() => {{
    self.fetch = async (url, {{ method, body }}) => {{ notes.sent = [url, method, JSON.parse(body)]; }};
    const options = {{ applicationServerKey: new Uint8Array(65) }};
    const oldSubscription = {{ endpoint: "https://push.example/old", options }};
    const newSubscription = {{ endpoint: "https://push.example/new" }};
    return ({DISPATCH})(new Event("pushsubscriptionchange"), {{ oldSubscription, newSubscription }});
}}"""
MESSAGE = {"title": "Your turn", "body": "Masques against Bruno", "tag": "match", "key": "1", "count": 2}


async def arrive(visit: Callable[..., Any]) -> Player:
    """A guest whose pages have a service worker."""
    guest = Player(await visit(service_workers="allow"))
    await guest.arrive_as_guest()
    await served(guest.page)
    return guest


async def served(page: Page) -> None:
    """Wait until the worker serves `page`."""
    await soon(lambda: page.evaluate(SERVED), "the worker serves the page")


class Pushed:
    """The push service of the browser of a page, and what its worker does with the messages."""

    def __init__(self, page: Page) -> None:
        self.worker = page.context.service_workers[-1]

    @classmethod
    async def to(cls, page: Page, *, is_away: bool = True) -> "Pushed":
        """Begin; `is_away` says that the reader looks at another program."""
        pushed = cls(page)
        await pushed.worker.evaluate(NOTE)
        await pushed.worker.evaluate("(isAway) => { notes.isAway = isAway; }", is_away)
        return pushed

    async def deliver(self, **message: Any) -> None:
        """Deliver a message like MESSAGE, with what is given."""
        await self.worker.evaluate(f"(facts) => ({PUSH})(JSON.stringify(facts))", {**MESSAGE, **message})

    async def click(self) -> None:
        """Click on the notice that is shown."""
        await self.worker.evaluate(CLICK)

    async def notes(self) -> dict[str, Any]:
        """Return what the worker has done."""
        notes: dict[str, Any] = await self.worker.evaluate("JSON.parse(JSON.stringify(notes))")
        return notes


async def test_without_the_site_an_honest_page_is_shown_until_the_site_is_back(visit, watch):
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    watch.expect("net::ERR_FAILED")
    page = (await arrive(visit)).page
    heading = page.get_by_role("heading", name="We can’t reach the site")
    await page.context.set_offline(True)
    await page.goto("/leagues/")
    await expect(heading).to_be_visible()
    assert page.url.endswith("/leagues/")
    assert await page.locator(".trouble img").evaluate("(one) => one.complete && one.naturalWidth > 0")
    await page.evaluate("() => { document.documentElement.dataset.before = ''; }")
    # Not `expect_navigation`: that takes the request that fails, in place of which the worker answers, for the end.
    await page.get_by_role("link", name="Try again").click()
    await expect(page.locator("html[data-before]")).to_have_count(0)
    await expect(heading).to_be_visible()
    await page.context.set_offline(False)  # the page finds that the site answers and loads itself again
    await expect(page.get_by_role("heading", name="Leagues", exact=True)).to_be_visible()


async def test_at_its_own_address_the_page_stays(visit):
    page = await visit()
    await page.add_init_script("setInterval = (act) => setTimeout(act);")
    await page.goto("/offline/")
    await page.evaluate("() => { document.documentElement.dataset.before = ''; }")
    await page.wait_for_load_state("networkidle")
    await expect(page.locator("html[data-before]")).to_have_count(1)


async def test_only_files_that_never_change_and_the_offline_page_are_kept(visit):
    guest = await arrive(visit)
    await guest.sit_down_with_a_bot(next(iter(TITLES.values())))
    for path in ("/", "/account/settings/", "/rules/"):
        await guest.page.goto(path)
    assert all(await guest.page.evaluate(ALL_LOAD, ["/waiting/", "/account/export/", "/static/games/js/live.js"]))
    kept = set(await guest.page.evaluate(KEPT))
    assert [name for name in sorted(kept) if not HASHED.fullmatch(name)] == ["/offline/"]
    assert {name.rpartition(".")[2] for name in kept} >= {"css", "js", "woff2", "svg"}


async def test_the_oldest_files_make_room_for_new_ones(visit):
    page = (await arrive(visit)).page
    assert await page.context.service_workers[-1].evaluate(CROWD) == [True, "/static/new.css"]


async def test_a_new_version_takes_over_and_an_open_page_keeps_its_files(visit):
    """The version follows from the files and the language, which can be changed while the site runs."""
    page = await visit(service_workers="allow")
    await page.goto("/")
    await page.evaluate("caches.open('files-of-long-ago')")
    await Player(page).arrive_as_guest()
    await served(page)
    await page.goto("/rules/")  # its files go through the worker
    old = set(await page.evaluate("caches.keys()"))
    files = sorted({name for name in await page.evaluate(KEPT) if name != "/offline/"})
    assert await page.evaluate(KEPT_LANGUAGE) == "en"
    await page.evaluate("document.cookie = 'django_language=it; path=/'")
    await page.evaluate(UPDATE)

    async def is_done() -> bool:
        """Return whether the worker of the new version has put away what nobody needs."""
        caches = set(await page.evaluate("caches.keys()"))
        return len(caches) == 3 and len(caches - old) == 2

    await soon(is_done, "the new version serves the page")
    assert await page.evaluate(KEPT_LANGUAGE) == "it"
    assert set(await page.evaluate("caches.keys()")) & old == {name for name in old if re.match(r"files-\w+$", name)}
    await page.context.set_offline(True)
    assert all(await page.evaluate(ALL_LOAD, files))
    await page.context.set_offline(False)
    await page.goto("/rules/")
    await expect(page.locator("html")).to_have_attribute("lang", "it")


async def test_strangers_get_no_worker(visit):
    page = await visit(service_workers="allow")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto("/", wait_until="networkidle")
    assert not [url for url in asked if "install" in url or url.endswith("/sw.js")]
    assert await page.evaluate("navigator.serviceWorker.getRegistration().then((own) => own === undefined)")


async def test_a_push_is_shown_once_and_a_click_leads_to_its_page(visit):
    page = (await arrive(visit)).page
    pushed = await Pushed.to(page)
    for key in ("1", "1", "2"):  # an attempt at the same message, and another one
        await pushed.deliver(path="/rules/?from=push", key=key)
        (shown,) = (await pushed.notes())["shown"]
        assert shown["renotify"] is (key == "2")
    assert (shown["title"], shown["body"], shown["tag"]) == ("Your turn", "Masques against Bruno", "match")
    assert HASHED.fullmatch(shown["icon"])
    assert HASHED.fullmatch(shown["badge"])
    assert (await pushed.notes())["count"] == 2
    await pushed.click()
    await page.wait_for_url("**/rules/?from=push")
    notes = await pushed.notes()
    assert notes["shown"] == []
    assert notes["focused"].endswith("/rules/?from=push")
    other = await page.context.new_page()
    await other.goto("/leagues/")
    await pushed.deliver(path="/rules/")
    await pushed.click()
    assert (await pushed.notes())["focused"].endswith("/rules/?from=push")
    assert other.url.endswith("/leagues/")
    await pushed.deliver(path="/archive/")
    await pushed.worker.evaluate("clients.matchAll = async () => []")  # all windows are closed
    await pushed.click()
    assert (await pushed.notes())["opened"] == "/archive/"


async def test_a_page_that_is_looked_at_is_not_interrupted(visit):
    page = (await arrive(visit)).page
    await page.goto("/rules/")
    pushed = await Pushed.to(page, is_away=False)
    await pushed.deliver(path="/rules/", tag="here", count=1)
    await pushed.deliver(path="/leagues/", tag="elsewhere", count=3)
    notes = await pushed.notes()
    assert [one["tag"] for one in notes["shown"]] == ["elsewhere"]
    assert notes["count"] == 3


async def test_nothing_that_is_pushed_leads_away_or_breaks_the_worker(visit):
    page = (await arrive(visit)).page
    pushed = await Pushed.to(page)
    for path in ("https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", None):
        await pushed.deliver(path=path, tag="", key="")
        assert (await pushed.notes())["shown"][-1]["data"]["path"] == "/", path
    await pushed.worker.evaluate("dispatchEvent(new PushEvent('push', { data: 'no JSON' }))")
    assert len((await pushed.notes())["shown"]) == 5


async def test_the_site_hears_of_a_subscription_that_the_browser_has_replaced(visit):
    page = (await arrive(visit)).page
    pushed = await Pushed.to(page)
    await pushed.worker.evaluate(CHANGE)
    url, method, facts = (await pushed.notes())["sent"]
    assert (url, method) == ("/notices/push/changed/", "POST")
    assert facts == {
        "old_endpoint": "https://push.example/old",
        "subscription": {"endpoint": "https://push.example/new"},
    }
