from games.core.engine.outcome import Outcome, places_by_key


def test_equal_seats_share_the_better_place_and_the_next_is_skipped() -> None:
    assert places_by_key([(2, 0), (1, 5), (2, 0), (3, 0)]) == (2, 1, 2, 4)
    assert places_by_key([(0,), (0,)]) == (1, 1)


def test_all_seats_on_the_first_place_are_winners() -> None:
    assert Outcome((1, 3, 1), "light").winners == (0, 2)
