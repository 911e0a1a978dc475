"""The list of log-ins speaks of browsers as their owners do."""

import pytest

from masques_site.accounts.templatetags.browsers import browser

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (f"Mozilla/5.0 (X11; Linux x86_64) {WEBKIT} HeadlessChrome/156.0.0.0 Safari/537.36", "Chrome on Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64) {WEBKIT} Chrome/140 Safari/537.36 Edg/140", "Edge on Windows"),
        (f"Mozilla/5.0 (Linux; Android 15) {WEBKIT} Chrome/140 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1", "Safari on macOS"),
        ("curl/8.5.0", "curl"),
        ("My own reader 1.0 " * 9, "My own reader 1.0 My own reader 1.0 My own reader 1.0 My own"),
        ("", "an unknown browser"),
    ],
)
def test_a_browser_is_named_as_its_owner_calls_it(header, words):
    assert browser(header) == words
