"""Junk at every door: no error of ours, no row changed by a refusal, nothing given back as markup.

A few hundred examples by hypothesis, which shrinks what it finds, and thousands by number: HOSTILE_REQUESTS says
how many, HOSTILE_SEED which (docs/reliability.md). A fault is named by its number; HOSTILE_ONLY=number sends that one
alone.
"""

import json
import os
import sys
import time
from typing import Any

import pytest
from django.http import HttpResponse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Match
from games.views import home
from tests.http.doors import FORMS
from tests.http.junk import FORM, MARKUP, Junk, Request, encoded
from tests.http.knocking import Doors, report

REQUESTS = int(os.environ.get("HOSTILE_REQUESTS", "500"))
REQUESTS_OF_THE_TIER = 12_000
SEED = int(os.environ.get("HOSTILE_SEED", "1"))
ONLY = os.environ.get("HOSTILE_ONLY")
SHARES = 2  # the requests are sent in so many tests, for so many processes
pytestmark = [pytest.mark.usefixtures("lantern"), pytest.mark.slow]
SOME = settings(
    max_examples=40, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)

NAMES = sorted({name for form in FORMS.values() for name in form} | {"text", "seen", "client_move_id", "next", "login"})
junk_text = st.one_of(
    st.text(max_size=60),
    st.sampled_from([MARKUP, f"\"'>{MARKUP}", "\x00", "\ud800", "\u202e", "-1", "1e309", "9" * 30, "٣", "1" * 5000]),
)
junk_bytes = st.binary(max_size=40)
pairs = st.lists(st.tuples(st.sampled_from(NAMES) | st.text(max_size=12), junk_text | junk_bytes), max_size=8)
documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=8,
)
bodies = st.one_of(
    pairs.map(lambda fields: (encoded(fields), FORM)),
    documents.map(lambda document: (json.dumps(document).encode(), "application/json")),
    st.tuples(
        st.binary(max_size=200),
        st.sampled_from([FORM, "multipart/form-data; boundary=b", "text/xml", "", "a/b; c=\xff"]),
    ),
)
latin = st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=60)  # what a server hands on


@pytest.fixture
def doors(shared_town, settings) -> Doors:
    # Throttles have tests of their own; here they would hide what lies behind them.
    settings.ACCOUNT_RATE_LIMITS = False
    return Doors(shared_town)


def sent(doors: Doors, data: Any, method: str, path: str, **more: Any) -> None:
    """Send a request as a person drawn by hypothesis."""
    with doors.watched():
        doors.knock(Request(data.draw(st.sampled_from(sorted(doors.browsers))), method, path, **more))


@SOME
@given(data=st.data())
def test_junk_in_forms_is_refused_and_changes_nothing(doors, data):
    body, kind = data.draw(bodies)
    sent(doors, data, "POST", data.draw(st.sampled_from(doors.paths)), body=body, kind=kind)


@SOME
@given(data=st.data())
def test_junk_in_one_field_of_a_good_form_is_refused_or_harmless(doors, data):
    path = data.draw(st.sampled_from(sorted(doors.forms)))
    good: dict[str, Any] = dict(doors.forms[path])
    if good:
        good[data.draw(st.sampled_from(sorted(good)))] = data.draw(junk_text | junk_bytes)
    sent(doors, data, "POST", path, body=encoded(list(good.items())), kind=FORM)


@SOME
@given(data=st.data())
def test_junk_in_queries_shows_a_page_or_a_refusal_and_stores_nothing(doors, data):
    query = encoded(data.draw(pairs)).decode() if data.draw(st.booleans()) else data.draw(latin)
    sent(doors, data, "GET", data.draw(st.sampled_from(doors.paths)), query=query)


@SOME
@given(data=st.data())
def test_junk_in_addresses_is_not_found(doors, data):
    parts = data.draw(st.sampled_from(doors.paths)).split("/")
    parts[data.draw(st.integers(0, len(parts) - 1))] = data.draw(junk_text)
    method = data.draw(st.sampled_from(["GET", "POST", "PUT", "OPTIONS", "TRACE", "BREW"]))
    sent(doors, data, method, "/" + "/".join(parts).replace("?", "").replace("#", "").lstrip("/"))


@pytest.mark.timeout(1200 + max(REQUESTS, REQUESTS_OF_THE_TIER))
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("requests", [REQUESTS, pytest.param(REQUESTS_OF_THE_TIER, marks=pytest.mark.reliability)])
def test_thousands_of_hostile_requests_meet_no_error_of_ours_and_change_nothing(doors, requests, share):
    junk = Junk(SEED, sorted(doors.browsers), doors.paths, doors.forms)
    numbers = range(share * requests // SHARES, (share + 1) * requests // SHARES)
    if ONLY is not None:
        numbers = range(int(ONLY), int(ONLY) + 1)
    began = time.process_time()
    faults = doors.knock_often(junk, numbers, tell=progress)
    report("requests", doors.met, began)
    assert not faults, "\n".join(faults)
    if len(numbers) > 500:  # or the junk stayed at the first check everywhere
        assert {"200", "302", "400", "403", "404", "405", "413", "422"} <= set(doors.met), doors.met
    if len(numbers) > 25_000:  # few of all doors can answer so, and they are met by chance
        assert "409" in doors.met, doors.met


def progress(done: int, of: int) -> None:
    """`pytest -s` shows it: many requests take hours."""
    print(f"{done} of {of} requests", file=sys.stderr, flush=True)


def test_an_error_an_echo_and_a_changed_row_are_found(doors, monkeypatch):
    """Planted faults go red, or the tests above prove nothing."""
    monkeypatch.setattr(home, "way_back", lambda request: 1 // 0)
    monkeypatch.setattr("games.views.rules.render", lambda *args, **more: HttpResponse(f"<p>{MARKUP}</p>"))
    monkeypatch.setattr("games.views.home.page_or_part", lambda *args, **more: rude())

    def rude() -> HttpResponse:
        Match.objects.filter(pk=doors.town.running.pk).update(rev=99)
        return HttpResponse("Hello")

    for request, fault in (
        (Request("seated", "POST", "/theme/", kind=FORM), "status 500"),
        (Request("seated", "GET", "/credits/"), "markup comes back"),
        (Request("seated", "GET", "/"), "games.Match"),
    ):
        with doors.watched(), pytest.raises(AssertionError, match=fault):
            doors.knock(request)
