"""Text that a database cannot store, in every field, every query word and every part of an address.

PostgreSQL refuses NUL, and no database takes half a surrogate: the site must have said no before. The same tests
run on both databases (tests/postgres), in the run those of fields and queries.
"""

from itertools import cycle

import pytest

from tests.http.junk import FORM, QUERIES, Request, encoded
from tests.http.knocking import Doors

pytestmark = [pytest.mark.usefixtures("lantern"), pytest.mark.slow]
UNSTORABLE = ("\x00", "a\x00b", "\ud800", "a\udfffb")
ROLES = ("anonymous", "seated", "staff")
ORGANISERS = ("owner",)  # and who may do the most in a league


@pytest.fixture
def doors(shared_town, settings) -> Doors:
    settings.ACCOUNT_RATE_LIMITS = False
    return Doors(shared_town)


def faults(doors: Doors, requests: list[Request]) -> list[str]:
    """What is wrong with the answers to `requests`."""
    found = []
    with doors.watched():
        for request in requests:
            try:
                doors.knock(request)
            except AssertionError as error:
                found.append(f"{str(error).splitlines()[0]}: {request}")
    return found


@pytest.mark.parametrize("texts", [1, pytest.param(len(UNSTORABLE), marks=pytest.mark.reliability)])
def test_text_that_cannot_be_stored_is_refused_in_every_field(doors, texts):
    """So many of the texts for each field and role, in turn."""
    turn = cycle(UNSTORABLE)
    requests = [
        Request(role, "POST", path, body=encoded([*{**good, name: next(turn)}.items()]), kind=FORM)
        for path, good in doors.forms.items()
        for name in good
        for role in (*ROLES, *ORGANISERS[: path.startswith("/leagues/")])
        for _text in range(texts)
    ]
    assert len(requests) > 300 * texts
    assert faults(doors, requests) == []


@pytest.mark.database
def test_text_that_cannot_be_stored_is_harmless_in_every_query(doors):
    pages = [path for path in doors.paths if not path.startswith("/admin/")]
    pages += ["/admin/", "/admin/games/match/", "/admin/accounts/user/", "/admin/accounts/report/"]
    words = [encoded([(name, text) for name in QUERIES]).decode() for text in UNSTORABLE]
    requests = [Request(role, "GET", path, query=words[at % 4]) for at, path in enumerate(pages) for role in ROLES]
    single = [
        Request("staff", "GET", path, query=encoded([(name, "\x00")]).decode())
        for path in (
            "/",
            "/tables/",
            "/admin/games/match/",
            "/admin/accounts/user/",
            *(p for p in pages if "/matches/" in p),
        )
        for name in QUERIES
    ]
    assert faults(doors, requests + single) == []


def test_text_that_cannot_be_stored_is_not_found_in_any_part_of_an_address(doors):
    requests = []
    for path in doors.paths:
        parts = path.strip("/").split("/")
        for at in range(len(parts)):
            bent = [*parts[:at], UNSTORABLE[at % 4], *parts[at + 1 :]]
            requests.append(Request("staff", "GET", "/" + "/".join(bent) + "/"))
            requests.append(Request("seated", "POST", "/" + "/".join(bent) + "/", kind=FORM))
    assert faults(doors, requests) == []
