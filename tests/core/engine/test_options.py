import pytest

from games.core.errors import MoveError
from tests.lantern.game import LANTERN


def test_an_option_that_is_not_given_has_its_first_value() -> None:
    assert LANTERN.complete_settings({}, 3) == {"wind": "calm", "memory": "kept"}
    assert LANTERN.complete_settings({"wind": "storm"}, 3) == {"wind": "storm", "memory": "kept"}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"wind": "gale"}, "“gale” isn’t a valid value for that option."),
        ({"moon": "full"}, "This title has no option “moon”."),
    ],
)
def test_unknown_options_and_values_are_refused(given: dict[str, str], reason: str) -> None:
    with pytest.raises(MoveError) as refused:
        LANTERN.complete_settings(given, 3)
    assert str(refused.value.reason) == reason
