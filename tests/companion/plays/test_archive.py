"""Confirmed plays are in the archive among matches: in their places, by the same filters, on all its pages."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from companion.models import Play
from companion.services.plays import answering
from games import clock
from games.models import Match
from games.selectors.archive import Wanted, archive_page
from tests.accounts.cast import member
from tests.cast import play_to_end, running_match
from tests.companion.cast import recorded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def people():
    return member("Anna"), member("Bruno")


def confirmed(people, days: int, title: str = "maskera", first: int = 0) -> str:
    """A play of both that ended this many days ago; its id."""
    one, other = people
    played_on = (clock.now() - timedelta(days=days)).date()
    play = recorded(one, (one, 1 + first), (other, 2 - first), title=title, played_on=played_on)
    answering.confirm(user=other, play_id=play.pk, version=1)
    Play.objects.filter(pk=play.pk).update(ended_at=clock.now() - timedelta(days=days))
    return play.pk


def match(people, days: int) -> str:
    """A public match of both that ended this many days ago; its id."""
    found = play_to_end(running_match("lantern", list(people)))
    Match.objects.filter(pk=found.pk).update(finished_at=clock.now() - timedelta(days=days))
    return found.pk


def listed(wanted: Wanted | None = None, before: str = "", most: int = 10) -> tuple[list[str], str]:
    page = archive_page(AnonymousUser(), wanted or Wanted(), before, most)
    keys = [one.key if hasattr(one, "key") else one.summary.match.pk for one in page.matches]
    return keys, page.older


def test_they_are_in_their_places_on_every_page(people):
    expected = [match(people, 1), confirmed(people, 2), confirmed(people, 3), match(people, 4), confirmed(people, 5)]
    assert listed() == (expected, "")
    found, before = [], ""
    for _page in range(3):
        keys, before = listed(before=before, most=2)
        found += keys
    assert found == expected
    assert before == ""


def test_two_of_the_same_moment_are_each_listed_once(people):
    moment = clock.now() - timedelta(days=1)
    expected = {match(people, 1), confirmed(people, 1), confirmed(people, 1)}
    Match.objects.update(finished_at=moment)
    Play.objects.update(ended_at=moment)
    found, before = [], ""
    for _page in range(3):
        keys, before = listed(before=before, most=1)
        found += keys
    assert len(found) == 3
    assert set(found) == expected


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        ({"title": "maskera"}, {"won", "lost"}),
        ({"title": "masons"}, {"masons"}),
        ({"seats": 2}, {"won", "lost", "masons"}),
        ({"seats": 3}, set()),
        ({"rated": True}, set()),
        ({"rated": False}, {"won", "lost", "masons"}),
        ({"league": True}, set()),
        ({"league": False}, {"won", "lost", "masons"}),
        ({"result": "won"}, {"won", "masons"}),
        ({"result": "lost"}, {"lost"}),
    ],
)
def test_the_filters_hold_for_them_too(people, wanted, kept):
    keys = {
        "won": confirmed(people, 2),
        "lost": confirmed(people, 3, first=1),
        "masons": confirmed(people, 4, title="masons"),
    }
    person = people[0] if "result" in wanted else None
    found, _older = listed(Wanted(**wanted, person=person))
    assert {name for name, key in keys.items() if key in found} == kept


def test_days_are_those_on_which_they_were_played(people):
    one, other = people
    play = recorded(one, (one, 1), (other, 2), title="maskera", played_on=date(2026, 3, 14))
    answering.confirm(user=other, play_id=play.pk, version=1)
    assert listed(Wanted(first=date(2026, 3, 14), last=date(2026, 3, 14)))[0] == [play.pk]
    assert listed(Wanted(first=date(2026, 3, 15)))[0] == []
    assert listed(Wanted(last=date(2026, 3, 13)))[0] == []


def test_what_is_not_confirmed_is_not_listed(people):
    one, other = people
    recorded(one, (one, 1), (other, 2), title="maskera")
    disputed = recorded(one, (one, 1), (other, 2), title="maskera")
    answering.dispute(user=other, play_id=disputed.pk, version=1, text="I won.")
    assert listed() == ([], "")
