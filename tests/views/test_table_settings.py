"""The settings of a new table: their fields, refusals next to them, and the stored values."""

import pytest
from django.urls import reverse

from games.forms import TableForm
from games.models import Match
from tests.cast import person
from tests.core.engine.test_settings import GAME
from tests.lantern.plugin import as_a_title

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

TABLE = {
    "title": "lantern",
    "seats": "3",
    "option_memory": "kept",
    "pace": "fast",
    "access": "open",
    "auto_start": "yes",
}


def test_each_kind_of_setting_has_its_field_and_says_what_is_wrong_next_to_it():
    empty = TableForm(GAME, 3)
    page = "".join(str(field) for field in empty.setting_fields())
    assert '<input type="number" name="option_nights" value="15" min="1" max="40"' in page
    assert page.count('type="checkbox" name="option_colours"') == 3
    assert page.count("checked") == 3 + 2  # a value of each choice; red and blue

    data = {"pace": "standard", "access": "open", "auto_start": "yes", "option_wind": "calm"}
    data |= {"option_memory": "kept", "option_paint": "own"}
    form = TableForm(GAME, 3, {**data, "option_colours": ["red"], "option_nights": "12"})
    assert not form.is_valid()
    assert form.errors == {"option_colours": ["Colours: at least one for two players."]}
    form = TableForm(GAME, 3, {**data, "option_colours": ["blue", "red"], "option_nights": ""})
    assert form.is_valid(), form.errors
    assert form.arguments()["settings"] == {"wind": "calm", "memory": "kept", "paint": "own", "colours": "blue red"}
    assert TableForm(GAME, 3, {**data, "option_nights": "x"}).errors["option_nights"]
    assert TableForm(GAME, 3, {**data, "option_colours": ["mauve"]}).errors["option_colours"]
    assert TableForm(GAME, 3, data).errors == {"option_colours": ["Colours: at least one for two players."]}


def test_a_drawer_is_open_where_something_is_wrong():
    data = {"option_wind": "calm", "option_paint": "own", "option_colours": ["red"]}
    assert '<details class="drawer" open>' in str(TableForm(GAME, 3, data)["option_colours"])
    assert '<details class="drawer">' in str(TableForm(GAME, 3)["option_colours"])


PAINTED = {"option_wind": "calm", "option_paint": "own", "option_colours": ["red", "blue"], "option_nights": "12"}


@pytest.fixture
def painted(lantern):
    """Lantern with settings of all kinds."""
    with as_a_title(GAME):
        yield


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"option_nights": "0"}, "option_nights"),
        ({"option_nights": "41"}, "option_nights"),
        ({"option_nights": "-1"}, "option_nights"),
        ({"option_nights": "1e1"}, "option_nights"),
        ({"option_nights": "9" * 5000}, "option_nights"),
        ({"option_nights": "7\x00"}, "option_nights"),
        ({"option_nights": "NaN"}, "option_nights"),
        ({"option_colours": ["red"]}, "option_colours"),
        ({"option_colours": []}, "option_colours"),
        ({"option_colours": ["red", "mauve"]}, "option_colours"),
        ({"option_colours": ["red blue"]}, "option_colours"),
        ({"option_colours": ["red", "red"]}, "option_colours"),
        ({"option_colours": ["red", "\x00"]}, "option_colours"),
        ({"option_colours": ["red"] * 40}, "option_colours"),
        ({"option_paint": "x" * 5000}, "option_paint"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_at_its_field(client, wrong, field):
    client.force_login(person("anna"))
    response = client.post(reverse("games:new_table"), {**TABLE, **PAINTED, **wrong})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert not Match.objects.exists()


@pytest.mark.usefixtures("painted")
def test_chosen_settings_are_stored_in_full_and_shown_in_words(client):
    client.force_login(person("anna"))
    response = client.post(reverse("games:new_table"), {**TABLE, **PAINTED, "option_nights": ""})
    match = Match.objects.get()
    assert response.status_code == 302
    assert match.settings == {"wind": "calm", "memory": "kept", "paint": "own", "colours": "red blue", "nights": "15"}
    page = client.get(reverse("games:match", args=[match.pk])).content.decode()
    for words in ("red, blue", "What is painted.", "15", "How many are played."):
        assert words in page


@pytest.mark.usefixtures("painted")
def test_the_usual_value_of_a_range_follows_the_number_of_seats_that_was_chosen(client):
    client.force_login(person("anna"))
    for seats, usual in (("2", "10"), ("4", "20")):
        page = client.get(reverse("games:new_table"), {"title": "lantern", "seats": seats}).content.decode()
        assert f'name="option_nights" value="{usual}" min="1" max="40"' in page
