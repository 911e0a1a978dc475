"""Kept rows are inserted exactly as they were created."""

import pytest
from django.db import connection

from games.selectors import decisions
from leagues.core.rules import Format
from leagues.models import League
from leagues.views import drawn
from masques_site.accounts.models import User
from tests.cast import person, running_match
from tests.database import empty
from tests.http.rows import stored
from tests.kept_rows import KeptRows
from tests.leagues.cast import make_league
from tests.plugins.stand_in import CHANCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def made():
    """A match and a league; the ids of both are drawn by chance."""
    league = make_league(Format.ROUND_ROBIN, 2)
    return running_match("lantern", [person("anna"), person("bruno")]).pk, league.pk


def test_rows_are_put_back_as_they_were_stored():
    kept = KeptRows("a name", made)
    before = stored()
    empty(None)
    assert not User.objects.exists()
    assert kept.put_back() == kept.made
    assert stored() == before
    assert not connection.check_constraints()


def test_made_objects_follow_from_their_name_only():
    CHANCE.start("one test")
    first = KeptRows("a name", made)
    after = CHANCE.token_hex(8)
    empty(None)
    CHANCE.start("one test")
    first.put_back()
    assert CHANCE.token_hex(8) == after, "a test goes on alike, whether it made the rows or found them"
    empty(None)
    CHANCE.start("another test")
    assert KeptRows("a name", made).made[0] == first.made[0]
    empty(None)
    assert KeptRows("another name", made).made[0] != first.made[0]


def test_cached_rows_with_these_keys_are_forgotten():
    kept = KeptRows("a name", made)
    match, league = kept.made
    decisions._known[match, 0] = True
    drawn.of_seasons.keep((League.objects.get(pk=league).slug, 1, 1, "en"), "a page of another test")
    empty(None)
    kept.put_back()
    assert not decisions._known
    assert not drawn.of_seasons.kept
