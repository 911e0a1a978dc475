"""The policy of the site for leagues: who is kept apart from whom."""

import pytest

from masques_site.accounts.league_policy import SiteLeaguePolicy
from masques_site.accounts.moderation import block
from tests.accounts.cast import member

pytestmark = pytest.mark.django_db


def test_people_are_kept_apart_from_those_whom_they_block_and_who_block_them():
    anna, bruno, carla, dora, emil = (member(name) for name in ("Anna", "Bruno", "Carla", "Dora", "Emil"))
    block(blocker=anna, blocked=dora)
    block(blocker=dora, blocked=bruno)
    block(blocker=carla, blocked=emil)  # Emil is not asked about
    block(blocker=emil, blocked=dora)  # nor is this one between the two groups
    asked = {anna.pk, bruno.pk, carla.pk}
    assert SiteLeaguePolicy().kept_apart(asked, {dora.pk}) == {anna.pk, bruno.pk}
    assert SiteLeaguePolicy().kept_apart({dora.pk}, asked) == {dora.pk}
    assert SiteLeaguePolicy().kept_apart({carla.pk}, {dora.pk}) == set()


def test_without_anybody_on_one_side_nobody_is_asked_about(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert SiteLeaguePolicy().kept_apart([], [1]) == set()
        assert SiteLeaguePolicy().kept_apart([1], []) == set()
