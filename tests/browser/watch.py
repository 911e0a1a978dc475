"""Checks of every page of the site that a browser test visits."""

from urllib.parse import urlsplit

import pytest
from playwright.async_api import BrowserContext, ConsoleMessage, Request, WebError, WebSocket

# For the module of every browser test: they share one site, one browser and one event loop.
BROWSER = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.xdist_group("browser"),
    pytest.mark.asyncio(loop_scope="session"),
]

PATIENCE = 120_000  # milliseconds; longer than a lost hint or a lost wake-up may take, on a busy machine too


class Watch:
    """Notes every error in the console and every request that leaves the site at `address`."""

    def __init__(self, address: str) -> None:
        self.host = urlsplit(address).netloc
        self.faults: list[str] = []
        self.expected: set[str] = set()

    def over(self, context: BrowserContext) -> None:
        """Watch all pages of `context`."""
        context.on("console", self.console)
        context.on("weberror", self.error)
        context.on("request", self.request)
        context.on("page", lambda page: page.on("websocket", self.socket))

    def expect(self, words: str) -> None:
        """Console messages with these `words` are part of the test."""
        self.expected.add(words)

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in self.expected):
            self.faults.append(f"{message.type} on {message.location.get('url')}: {message.text}")

    def error(self, error: WebError) -> None:
        self.faults.append(f"script error: {error.error}")

    def request(self, request: Request) -> None:
        self.leaves(request.url)

    def socket(self, socket: WebSocket) -> None:
        self.leaves(socket.url)

    def leaves(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.faults.append(f"a request leaves the site: {url}")
