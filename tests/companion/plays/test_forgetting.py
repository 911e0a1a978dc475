"""A deleted account leaves the others' plays, without its name and what it wrote."""

import pytest

from companion.models import Objection, Play, PlayLine
from companion.services.plays import answering, claiming
from tests.accounts.cast import member
from tests.companion.cast import recorded

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_others_keep_their_result():
    anna, bruno, carla = member("Anna"), member("Bruno"), member("Carla")
    play = recorded(anna, (anna, 1), (bruno, 2), (carla, 3), note="At Bruno’s.", place="Via Roma 3")
    answering.dispute(user=carla, play_id=play.pk, version=1, text="Anna cheated.")
    carla.delete()
    anna.delete()
    kept = Play.objects.get(pk=play.pk)
    assert list(kept.seats.values_list("user", "name", "place")) == [(None, "", 1), (bruno.pk, "", 2), (None, "", 3)]
    assert (kept.recorder, kept.note, kept.place) == (None, "", "")
    assert Objection.objects.get(play=play).text == ""
    assert PlayLine.objects.get(play=play, verb="disputed").facts == {}


def test_the_claimed_name_goes_with_its_account():
    anna, tom = member("Anna"), member("Tommaso")
    play = recorded(anna, (anna, 1), ("Tom", 2), ("Ugo", 3))
    claiming.claim(user=tom, code=claiming.renew_code(user=anna, play_id=play.pk), index=1, version=1)
    tom.delete()
    assert list(play.seats.values_list("name", flat=True)) == ["", "", "Ugo"]
    assert PlayLine.objects.get(play=play, verb="claimed").facts == {}


def test_a_play_without_any_account_left_is_deleted_with_the_names_of_the_others():
    anna, bruno = member("Anna"), member("Bruno")
    alone = recorded(anna, (anna, 1), ("Tom", 2))
    both = recorded(anna, (anna, 1), (bruno, 2))
    anna.delete()
    assert list(Play.objects.values_list("pk", flat=True)) == [both.pk]
    bruno.delete()
    assert not Play.objects.filter(pk__in=[alone.pk, both.pk]).exists()
