"""Figures of schedules, against examples counted by hand."""

from leagues.core.fixtures import Bye, Fixture
from leagues.core.quality import schedule_quality


def test_pairs_are_counted_by_how_often_they_meet() -> None:
    fixtures = [Fixture(0, (0, 1, 2)), Fixture(1, (0, 1, 3))]
    quality = schedule_quality(4, 3, fixtures)
    assert quality.meetings == ((0, 1), (1, 4), (2, 1))
    assert (quality.fewest_meetings, quality.most_meetings) == (0, 2)


def test_a_repeat_is_early_while_one_of_the_two_has_a_player_new_to_meet() -> None:
    fixtures = [Fixture(0, (0, 1)), Fixture(0, (2, 3)), Fixture(1, (1, 0)), Fixture(1, (3, 2))]
    assert schedule_quality(4, 2, fixtures).early_repeats == 2


def test_a_repeat_is_not_early_after_all_have_met() -> None:
    pairings = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)), ((0, 1), (2, 3))]
    fixtures = [Fixture(number, players) for number, pairs in enumerate(pairings) for players in pairs]
    assert schedule_quality(4, 2, fixtures).early_repeats == 0


def test_a_player_who_rests_is_no_possible_partner() -> None:
    fixtures = [Fixture(0, (0, 1)), Fixture(1, (0, 1))]
    byes = [Bye(0, 2), Bye(1, 2)]
    quality = schedule_quality(3, 2, fixtures, byes)
    assert quality.early_repeats == 0
    assert quality.byes == (0, 0, 2)


def test_a_partner_met_in_the_same_pod_makes_no_repeat_early() -> None:
    fixtures = [Fixture(0, (0, 1, 2)), Fixture(1, (0, 1, 3))]
    assert schedule_quality(4, 3, fixtures).early_repeats == 0


def test_meetings_in_one_round_repeat_each_other() -> None:
    fixtures = [Fixture(0, (0, 1)), Fixture(0, (0, 1)), Fixture(0, (2, 3))]
    assert schedule_quality(4, 2, fixtures).early_repeats == 1


def test_seats_are_compared_within_a_size_and_over_the_seats_that_all_have() -> None:
    fixtures = [Fixture(0, (0, 1, 2)), Fixture(1, (0, 1)), Fixture(2, (1, 0, 2))]
    quality = schedule_quality(3, 3, fixtures)
    # The third has sat last twice among three seats; the others' counts are 2 and 1 over all matches.
    assert quality.seat_spreads == (1, 1, 2)


def test_matches_and_smaller_pods_are_counted_for_each_player() -> None:
    fixtures = [Fixture(0, (0, 1, 2, 3)), Fixture(0, (4, 5, 6)), Fixture(1, (0, 1, 4))]
    quality = schedule_quality(7, 4, fixtures)
    assert quality.matches == (2, 2, 1, 1, 2, 1, 1)
    assert quality.smaller_pods == (1, 1, 0, 0, 2, 1, 1)


def test_an_empty_schedule_has_figures_too() -> None:
    quality = schedule_quality(1, 4, [])
    assert quality.meetings == ()
    assert (quality.fewest_meetings, quality.most_meetings, quality.early_repeats) == (0, 0, 0)
    assert quality.seat_spreads == (0,)
