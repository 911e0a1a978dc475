"""The policy of the site for plays of the real table."""

from datetime import date

import pytest
from django.contrib.auth.models import Permission

from companion.models import Play, PlaySeat
from companion.policy import policy
from masques_site.accounts.models import User
from masques_site.accounts.moderation import block
from tests.accounts.cast import member

pytestmark = pytest.mark.django_db


def play_of(*people: User) -> Play:
    play = Play.objects.create(title="lantern", seat_count=len(people), played_on=date(2026, 3, 1), recorder=people[0])
    for index, person in enumerate(people):
        PlaySeat.objects.create(play=play, index=index, user=person, place=index + 1)
    return play


def moderator(name: str) -> User:
    user = member(name, is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate"))
    return user


def test_people_who_block_each_other_are_in_no_play_together_and_the_refusal_does_not_say_whose_block_it_is():
    giulia, bianca, carla = member("Giulia"), member("Bianca"), member("Carla")
    assert policy().refuse_to_record(giulia, [giulia, bianca]) is None
    block(blocker=bianca, blocked=giulia)
    first = policy().refuse_to_record(giulia, [giulia, bianca])
    second = policy().refuse_to_record(bianca, [giulia])
    assert first == second
    assert str(first) == "You can’t record a play with one of these players."
    assert policy().refuse_to_record(giulia, [giulia, carla]) is None


def test_banned_people_neither_record_nor_are_recorded():
    giulia, bianca = member("Giulia"), member("Bianca")
    User.objects.filter(pk=bianca.pk).update(banned_at="2026-01-01T00:00:00Z")
    bianca.refresh_from_db()
    assert policy().refuse_to_record(giulia, [bianca]) is not None
    assert policy().refuse_to_record(bianca, [bianca, giulia]) is not None


def test_moderators_decide_about_plays_of_others_only(lantern):
    zeno, mira, bianca = moderator("Zeno"), moderator("Mira"), member("Bianca")
    play = play_of(mira, bianca)
    assert [policy().may_decide(user, play) for user in (zeno, mira, bianca)] == [True, False, False]
