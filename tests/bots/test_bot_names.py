"""Bots have names of their own, which no account can take."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games.bots.names import BOT_NAMES, bot_names
from games.models import Match
from games.selectors.lists import summary_of
from games.selectors.matches import names_of, seats_of
from masques_site.accounts.models import User
from masques_site.accounts.services import check_new_username, create_account
from masques_site.accounts.usernames import name_key
from tests.cast import fresh, person, running_match

BOTS = ("easy", "easy", "hard")
NAMES = [str(name) for name in BOT_NAMES]


def bots_of(match: Match) -> list[str]:
    """The names of all bots at the table, in the order of the seats."""
    seats = seats_of(match)
    return [names_of(seats)(seat.index) for seat in seats if seat.bot]


@pytest.mark.parametrize("match_id", ["aaaaaaaaaaaa", "zk3h29dmw0xq", "m"])
def test_each_match_takes_all_names_in_an_order_of_its_own(match_id):
    order = bot_names(match_id)
    assert sorted(map(str, order)) == sorted(NAMES)
    assert order == bot_names(match_id) != bot_names(match_id + "b")


def test_no_two_names_look_the_same():
    assert len({name_key(name) for name in NAMES}) == len(NAMES)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("lantern")
class TestAtTheTable:
    def test_bots_have_different_names_that_stay(self):
        match = running_match("lantern", [person("anna")], bots=BOTS)
        found = bots_of(match)
        assert len(set(found)) == len(BOTS)
        assert set(found) <= set(NAMES)
        assert bots_of(fresh(match)) == found

    def test_no_bot_has_the_name_of_a_person_there(self):
        anna = person("anna")
        match = running_match("lantern", [anna], bots=BOTS)
        User.objects.filter(pk=anna.pk).update(username=bots_of(match)[0].upper())
        assert bots_of(match)[0].casefold() not in {user.username.casefold() for user in User.objects.all()}
        assert len(set(bots_of(match))) == len(BOTS)

    def test_lists_say_the_level_too(self):
        anna = person("anna")
        match = running_match("lantern", [anna], bots=("hard",))
        summary = summary_of(match, seats_of(match), anna)
        assert [place.level for place in summary.places] == ["", "Hard"]
        assert summary.others == [f"{bots_of(match)[0]} (bot · hard)"]

    def test_the_table_shows_the_level_as_a_badge(self):
        anna = person("anna")
        match = running_match("lantern", [anna], bots=("hard",))
        client = Client()
        client.force_login(anna)
        page = client.get(reverse("games:match", args=[match.pk])).content.decode()
        assert '<span class="badge">bot · hard</span>' in page
        assert bots_of(match)[0] in page
        assert "Hard 2" not in page


@pytest.mark.django_db
class TestReserved:
    @pytest.mark.parametrize("name", ["Zorzi", "zorzi", "ZORZI", "Z0RZI", "Zor-zi"])
    def test_nobody_can_take_the_name_of_a_bot(self, name):
        with pytest.raises(ValidationError) as refused:
            check_new_username(name)
        assert "reserved for bots" in str(refused.value)

    def test_a_name_that_only_contains_one_is_free(self):
        assert check_new_username("Zorzi Baffo") == "Zorzi Baffo"

    def test_a_player_who_had_such_a_name_before_keeps_it(self):
        user = create_account(username="Felicita")
        User.objects.filter(pk=user.pk).update(username="Zorzi", name_key=name_key("Zorzi"))
        assert check_new_username("Zorzi", keep=User.objects.get(pk=user.pk)) == "Zorzi"
