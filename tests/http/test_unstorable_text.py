"""Text that a database cannot store, in every field, every query word and every part of an address.

PostgreSQL refuses NUL, and no database takes half a surrogate: the site must have said no before. The same tests
run on both databases (tests/postgres), in the run those of fields and queries.
"""

from itertools import cycle, islice

import pytest

from tests.http.junk import FORM, QUERIES, Request, encoded
from tests.http.knocking import Doors
from tests.sampling import sampled

pytestmark = [pytest.mark.usefixtures("lantern"), pytest.mark.slow]
UNSTORABLE = ("\x00", "a\x00b", "\ud800", "a\udfffb")
ROLES = ("anonymous", "seated", "staff")
ORGANISERS = ("owner",)  # and who may do the most in a league


@pytest.fixture
def doors(shared_town, settings) -> Doors:
    settings.ACCOUNT_RATE_LIMITS = False
    return Doors(shared_town)


def faults(doors: Doors, requests: list[Request]) -> list[str]:
    """Return what is wrong with the answers to `requests`."""
    found = []
    with doors.watched():
        for request in requests:
            try:
                doors.knock(request)
            except AssertionError as error:
                found.append(f"{str(error).splitlines()[0]}: {request}")
    return found


@pytest.mark.parametrize(("texts", "most"), [(1, 2), pytest.param(len(UNSTORABLE), 4, marks=pytest.mark.reliability)])
def test_text_that_cannot_be_stored_is_refused_in_every_field(doors, texts, most):
    """So many of the texts for each field and role, by at most so many roles, in turn."""
    turn = cycle(UNSTORABLE)
    who = {path: (*ROLES, *ORGANISERS[: path.startswith("/leagues/")]) for path in doors.forms}
    roles = {path: cycle(some) for path, some in who.items()}
    requests = [
        Request(role, "POST", path, body=encoded([*{**good, name: next(turn)}.items()]), kind=FORM)
        for path, good in doors.forms.items()
        for name in good
        for role in islice(roles[path], min(most, len(who[path])))
        for _text in range(texts)
    ]
    assert len(requests) > 150 * texts
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


@pytest.mark.parametrize("both", sampled([True, False], [False]))
def test_text_that_cannot_be_stored_is_not_found_in_any_part_of_an_address(doors, both):
    """One of two people asks for each part, in turn, or both do."""
    requests: list[Request] = []
    turn = cycle((0, 1))
    for path in doors.paths:
        parts = path.strip("/").split("/")
        for at in range(len(parts)):
            bent = "/".join([*parts[:at], UNSTORABLE[at % 4], *parts[at + 1 :]])
            asked = Request("staff", "GET", f"/{bent}/"), Request("seated", "POST", f"/{bent}/", kind=FORM)
            requests += asked if both else [asked[next(turn)]]
    assert faults(doors, requests) == []
