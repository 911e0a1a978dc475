"""Settings of the three kinds, by number of seats; and the sample that tests take of their values."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from games.core.engine.settings import BadSetting, ChoiceSetting, RangeSetting, SettingValue, SubsetSetting
from games.core.errors import MoveError
from games.core.kit.samples import sample_settings
from games.core.text import Text, _
from tests.lantern.game import Lantern


def value(word: str) -> SettingValue:
    return SettingValue(word, _(word), _("About it."))


def one_for_two(seats: int, words: Sequence[str]) -> Text | None:
    return None if 2 * len(words) >= seats else _("Colours: at least one for two players.")


class Painted(Lantern):
    """Lantern with settings of all kinds, which its rules do not read."""

    settings = (
        *Lantern.settings,
        ChoiceSetting("paint", _("Paint"), (value("none"), value("own"))),
        SubsetSetting(
            "colours",
            _("Colours"),
            _("What is painted."),
            (value("red"), value("green"), value("blue")),
            usual=lambda seats: ("red", "blue")[: seats - 1],
            rule=one_for_two,
            tried=lambda _seats: (("blue", "green"),),
            only_with=("paint", "own"),
        ),
        RangeSetting("nights", _("Nights"), _("How many are played."), 1, 40, usual=lambda seats: 5 * seats),
    )


GAME = Painted()


def test_defaults_follow_the_number_of_seats():
    assert GAME.complete_settings({}, 2)["nights"] == "10"
    assert GAME.complete_settings({}, 4)["nights"] == "20"
    assert GAME.complete_settings({"paint": "own"}, 2)["colours"] == "red"
    assert GAME.complete_settings({"paint": "own"}, 3)["colours"] == "red blue"


def test_a_range_is_tried_as_usual_at_its_least_and_as_far_as_it_says():
    nights = GAME.settings[-1]
    assert nights.samples(2) == ("10", "1", "40")
    shorter = replace(nights, tried=12)
    assert shorter.samples(2) == ("10", "1", "12")
    assert shorter.refusal("40", 2) is None


def test_uncounted_results_are_stored_as_nothing():
    assert GAME.complete_settings({"colours": "green"}, 2)["colours"] == ""
    assert GAME.complete_settings({"colours": "mauve"}, 2)["colours"] == ""


def test_a_subset_has_one_stored_form():
    chosen = GAME.complete_settings({"paint": "own", "colours": "blue green red"}, 4)
    assert chosen["colours"] == "red green blue"
    assert GAME.complete_settings(chosen, 4) == chosen


@pytest.mark.parametrize(
    ("given", "name", "reason"),
    [
        ({"nights": "0"}, "nights", "Nights: enter a number from 1 to 40."),
        ({"nights": "41"}, "nights", "Nights: enter a number from 1 to 40."),
        ({"nights": "07"}, "nights", "Nights: enter a number from 1 to 40."),
        ({"nights": "+7"}, "nights", "Nights: enter a number from 1 to 40."),
        ({"nights": "٣"}, "nights", "Nights: enter a number from 1 to 40."),
        ({"nights": ""}, "nights", "Nights: enter a number from 1 to 40."),
        ({"nights": "9" * 500}, "nights", "Nights: enter a number from 1 to 40."),
        ({"paint": "own", "colours": "red red"}, "colours", "Colours: choose each one only once."),
        ({"paint": "own", "colours": "red  blue"}, "colours", "Colours: “” isn’t one of the choices."),
        ({"paint": "own", "colours": "red mauve"}, "colours", "Colours: “mauve” isn’t one of the choices."),
        ({"paint": "own", "colours": ""}, "colours", "Colours: at least one for two players."),
        ({"paint": "own", "colours": "red"}, "colours", "Colours: at least one for two players."),
    ],
)
def test_a_refusal_names_the_setting_and_the_rule(given, name, reason):
    with pytest.raises(BadSetting) as refused:
        GAME.complete_settings(given, 3)
    assert refused.value.name == name
    assert str(refused.value.reason) == reason


def test_matches_of_several_sizes_share_what_was_chosen_and_leave_out_what_follows_from_their_size():
    assert GAME.common_settings({}, [3, 4]) == {"wind": "calm", "memory": "kept", "paint": "none"}
    assert GAME.common_settings({"nights": "9"}, [3, 4])["nights"] == "9"
    with pytest.raises(MoveError, match="one for two"):
        GAME.common_settings({"paint": "own", "colours": "red"}, [2, 3])


def test_chosen_values_have_words():
    paint, colours, nights = GAME.settings[-3:]
    assert str(colours.describe("red blue").label) == "red, blue"
    assert (str(nights.describe("9").label), str(nights.describe("9").help)) == ("9", "How many are played.")
    assert str(paint.describe("own").label) == "own"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sample_of_settings_has_every_pair_of_values_once_at_least(seats):
    sample = sample_settings(GAME, seats)
    assert sample[0] == GAME.complete_settings({}, seats)
    assert len(sample) < 12  # of 24 combinations
    free = [setting for setting in GAME.settings if setting.only_with is None]
    for one, two in combinations(free, 2):
        for pair in [(first, second) for first in one.samples(seats) for second in two.samples(seats)]:
            assert any((chosen[one.name], chosen[two.name]) == pair for chosen in sample), pair
    assert {chosen["colours"] for chosen in sample} == {"", *GAME.settings[-2].samples(seats)}
