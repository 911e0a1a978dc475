"""The effect of each place."""

from datetime import UTC, datetime, timedelta

from leagues.core.meaning import Sitter, changes_by_place
from leagues.core.rating import RatedMatch, RatedSeat, Rating, rate

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def sitters(*means):
    return [Sitter(Rating(mean, 3.0, 20, NOW)) for mean in means]


def test_at_two_seats_it_is_what_winning_and_losing_change():
    found = changes_by_place(sitters(28, 25), 0, NOW)
    match = RatedMatch("m", "t", "p", NOW, (RatedSeat(0, 1), RatedSeat(1, 2)), 1, 1)
    before = Rating(28.0, 3.0, 20, NOW)
    won = rate(match, {0: before, 1: Rating(25.0, 3.0, 20, NOW)})[0]
    assert found[0] == won.shown() - before.shown() > 0 > found[1]


def test_a_better_place_is_never_worse_up_to_thirteen_seats():
    for seats in (3, 4, 13):
        table = sitters(*range(20, 20 + seats))
        for seat in range(seats):
            found = changes_by_place(table, seat, NOW)
            assert found == sorted(found, reverse=True)
            assert len(found) == seats


def test_to_win_as_the_weaker_one_means_more():
    weak, strong = changes_by_place(sitters(20, 30), 0, NOW), changes_by_place(sitters(20, 30), 1, NOW)
    assert weak[0] > strong[0] > 0
    assert strong[1] < weak[1] <= 0


def test_against_a_bot_only_the_person_changes_and_the_bot_counts_as_it_is():
    bot = Sitter(Rating(35.0, 0.0), is_bot=True)
    assert changes_by_place([*sitters(25), bot], 0, NOW)[0] > changes_by_place(sitters(25, 25), 0, NOW)[0]


def test_a_player_who_was_idle_wins_back_certainty():
    idle = Sitter(Rating(25.0, 3.0, 20, NOW - timedelta(weeks=20)))
    assert changes_by_place([idle, *sitters(25)], 0, NOW)[0] > changes_by_place(sitters(25, 25), 0, NOW)[0]


def test_a_leaver_is_last_and_takes_no_place_from_the_others():
    """At three equal seats second is worth more than nothing even where only two play on."""
    alone = changes_by_place(sitters(25, 25, 25), 0, NOW)
    left = Sitter(Rating(25.0, 3.0, 20, NOW), has_left=True)
    assert changes_by_place([*sitters(25, 25), left], 0, NOW) == alone[:2]
    assert changes_by_place([*sitters(25), left, left], 0, NOW) == alone[:1]
