"""The part of a page that turns push on and off in this browser, whose push service is made up."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.async_api import Page, Request, Route, expect

from tests.browser.watch import BROWSER

pytestmark = BROWSER

KEY = "BAE" + "A" * 84  # base64url of 65 bytes
BROWSER_WITH_PUSH = """
    let subscription = null;
    const toJSON = () => ({ endpoint: subscription.endpoint, keys: { p256dh: "p", auth: "a" } });
    const unsubscribe = async () => { subscription = null; };
    const subscribe = async (options) => {
        window.asked = { visible: options.userVisibleOnly, bytes: options.applicationServerKey.length };
        options = { applicationServerKey: options.applicationServerKey.buffer };
        return (subscription = { endpoint: "https://push.example/1", options, toJSON, unsubscribe });
    };
    const pushManager = { subscribe, getSubscription: async () => subscription };
    const ready = Promise.resolve({ pushManager });
    Object.defineProperty(navigator, "serviceWorker", { value: { ready } });
    window.PushManager = class {};
    const requestPermission = async () => (Notification.permission = "granted");
    window.Notification = { permission: "default", requestPermission };
"""
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1"


class Site:
    """Serves a page with the part to a page of the browser, and takes what that sends."""

    def __init__(self, status: int = 204) -> None:
        self.status = status
        self.sent: list[tuple[str, Any, str]] = []

    async def open(self, page: Page) -> None:
        """Open the page with the part."""
        facts = {"push_key": KEY, "push_url": "/push/", "push_off_url": "/push/off/", "csrf_token": "t" * 64}
        part = render_to_string("notices/_push.html", facts)

        async def shown(route: Route) -> None:
            await route.fulfill(
                content_type="text/html; charset=utf-8", body=f"<!doctype html><title>Push</title>{part}"
            )

        async def taken(route: Route) -> None:
            self.note(route.request)
            await route.fulfill(status=self.status)

        await page.route("**/settings/", shown)
        await page.route("**/push/**", taken)
        await page.goto("/settings/")

    def note(self, request: Request) -> None:
        path = "/" + request.url.split("/", 3)[3]
        self.sent.append((path, request.post_data_json, request.headers["x-csrftoken"]))


async def test_push_is_turned_on_and_off_with_one_button(visit):
    page, site = await visit(), Site()
    await page.add_init_script(BROWSER_WITH_PUSH)
    await site.open(page)
    state, button = page.get_by_role("status"), page.get_by_role("button")
    await expect(state).to_contain_text("shows no notices")
    await expect(button).to_have_text("Turn on")
    await button.click()
    await expect(state).to_contain_text("shows notices")
    assert await page.evaluate("asked") == {"visible": True, "bytes": 65}
    await button.click()
    await expect(button).to_have_text("Turn on")
    endpoint = {"endpoint": "https://push.example/1"}
    on = ("/push/", {**endpoint, "keys": {"p256dh": "p", "auth": "a"}}, "t" * 64)
    assert site.sent == [on, ("/push/off/", endpoint, "t" * 64)]


async def test_a_subscription_that_the_site_does_not_take_is_given_up(visit, watch):
    watch.expect("status of 503")
    page, site = await visit(), Site(503)
    await page.add_init_script(BROWSER_WITH_PUSH)
    await site.open(page)
    await page.get_by_role("button", name="Turn on").click()
    await expect(page.get_by_role("status")).to_contain_text("That didn’t work")
    site.status = 204
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("button")).to_have_text("Turn off")


@pytest.mark.parametrize(
    ("wishes", "script", "words"),
    [
        ({}, f"{BROWSER_WITH_PUSH} Notification.permission = 'denied';", "This browser blocks notices"),
        ({}, "delete window.PushManager;", "This browser can’t show notices"),
        ({"user_agent": IPHONE}, "delete window.PushManager;", "add the site to the home screen"),
    ],
    ids=["blocked", "unsupported", "must be installed"],
)
async def test_a_browser_that_cannot_have_push_says_why(visit, wishes, script, words):
    page = await visit(**wishes)
    await page.add_init_script(script)
    await Site().open(page)
    await expect(page.get_by_role("status")).to_contain_text(words)
    await expect(page.get_by_role("button")).to_be_hidden()
