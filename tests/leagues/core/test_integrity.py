"""Detectors: what each finds, and the honest play that looks a little like it."""

import random
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from leagues.core.integrity import Flag, History, Kind, Played, farming, feeding, gifts, leaving, seclusion
from leagues.core.integrity.facts import Flag as AnyFlag
from leagues.core.integrity.tails import Trial, beta_binomial_tail, binomial, discoveries, normal_tail
from leagues.core.rating import Leaving, RatedMatch, RatedSeat
from leagues.core.rating_fold import Fold

START = datetime(2026, 1, 1, tzinfo=UTC)
ANNA, BRUNO, CARLA, DORA = 1, 2, 3, 4
CROWD = range(20, 40)


class Past:
    """A history that is written match by match; `beats` names accounts from the first place to the last."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.matches: list[RatedMatch] = []
        self.born: dict[int, datetime] = {}

    def beats(self, *order: int, left: Iterable[int] = (), at: timedelta | None = None, usual: int = 20) -> None:
        count = len(self.matches)
        moment = START + (timedelta(hours=6 * count) if at is None else at)
        seats = tuple(
            RatedSeat(player, place, Leaving.RESIGNED, moment) if player in left else RatedSeat(player, place)
            for place, player in enumerate(order, start=1)
        )
        self.matches.append(RatedMatch(f"m{count:04}", "lantern", "people", moment, seats, 20, usual))

    def even(self, *players: int, matches: int) -> None:
        """Return this many matches of people who are equally strong."""
        for _match in range(matches):
            self.beats(*self.rng.sample(players, len(players)))

    def among_others(self, player: int, matches: int, chance: float = 0.5) -> None:
        """Duels with people who play each other as well; `chance` to win."""
        for _match in range(matches):
            other, third = self.rng.sample(CROWD, 2)
            self.beats(*((player, other) if self.rng.random() < chance else (other, player)))
            self.even(other, third, matches=1)

    @property
    def history(self) -> History:
        fold, played = Fold(), []
        for match in sorted(self.matches, key=lambda match: match.order):
            changes = fold.apply(match).changes
            if changes:
                gained = {player: change.after.mu - change.before.mu for player, change in changes.items()}
                played.append(Played(match, {player: change.before for player, change in changes.items()}, gained))
        return History(played, self.born)


def accounts(flags: list[Flag]) -> list[tuple[int, ...]]:
    return [flag.accounts for flag in flags]


# Pair farming.


def test_a_player_who_loses_to_one_as_to_nobody_else_is_flagged():
    past = Past()
    for player in (ANNA, BRUNO):
        past.among_others(player, 40)
    for _match in range(30):
        past.beats(ANNA, BRUNO)
    (flag,) = farming.find(past.history)
    assert (flag.kind, flag.accounts) == (Kind.FARMING, (ANNA, BRUNO))
    assert flag.numbers["won"] == 0
    assert 8 < flag.numbers["expected"] < 22
    assert set(flag.matches) == {
        match.match for match in past.matches if {seat.player for seat in match.seats} == {1, 2}
    }
    assert flag.score > 3


def test_friends_who_play_only_each_other_are_not():
    past = Past()
    past.even(ANNA, BRUNO, matches=60)
    past.among_others(CARLA, 20)
    assert farming.find(past.history) == []


def test_friends_of_whom_one_always_loses_and_nobody_knows_them_are_not():
    past = Past()
    for _match in range(30):
        past.beats(ANNA, BRUNO)
    past.among_others(CARLA, 20)
    assert farming.find(past.history) == []


def test_the_strong_who_beats_the_weak_thirty_times_as_expected_is_not():
    past = Past()
    past.among_others(ANNA, 40, chance=0.95)
    past.among_others(BRUNO, 40, chance=0.05)
    for _match in range(30):
        past.beats(ANNA, BRUNO)
    assert farming.find(past.history) == []


def test_a_few_lost_matches_are_no_farm():
    past = Past()
    for player in (ANNA, BRUNO):
        past.among_others(player, 12)
    for _match in range(farming.MATCHES - 1):
        past.beats(ANNA, BRUNO)
    assert farming.find(past.history) == []


# Leaving.


def test_a_player_who_leaves_lost_matches_only_to_one_is_flagged():
    past = Past()
    past.among_others(BRUNO, 40)
    past.among_others(ANNA, 20)
    for match in range(8):
        past.beats(ANNA, BRUNO, left={BRUNO}, at=timedelta(days=40 + 5 * match))
    (flag,) = leaving.find(past.history)
    assert (flag.kind, flag.accounts) == (Kind.LEAVING, (ANNA, BRUNO))
    assert (flag.numbers["left"], flag.numbers["left_elsewhere"]) == (8, 0)
    assert len(flag.matches) == 8


def test_a_holiday_on_which_everything_runs_out_is_not():
    past = Past()
    past.among_others(BRUNO, 40)
    for hour in range(12):
        other = ANNA if hour % 2 else CROWD[hour]
        past.beats(other, BRUNO, left={BRUNO}, at=timedelta(days=40, hours=hour))
    assert leaving.find(past.history) == []


def test_twelve_matches_with_one_that_run_out_at_once_are_one_absence():
    past = Past()
    past.among_others(BRUNO, 40)
    for hour in range(12):
        past.beats(ANNA, BRUNO, left={BRUNO}, at=timedelta(days=40, hours=hour))
    assert leaving.find(past.history) == []


def test_a_player_who_leaves_whenever_they_lose_is_not():
    past = Past()
    for number in range(60):
        other = ANNA if number % 3 == 0 else CROWD[number % 20]
        past.beats(other, BRUNO, left={BRUNO}, at=timedelta(days=5 * number))
    assert leaving.find(past.history) == []


def test_leaving_immediately_is_evidence_too():
    past = Past()
    past.among_others(BRUNO, 40)
    for match in range(8):
        past.beats(ANNA, BRUNO, left={BRUNO}, at=timedelta(days=40 + 5 * match), usual=100)
    assert accounts(leaving.find(past.history)) == [(ANNA, BRUNO)]


# Feeding.


def fed(feeders: int, *, age: timedelta = timedelta(days=1), elsewhere: int = 0) -> Past:
    """Anna, whom so many accounts of this age feed, in a crowd of newcomers."""
    past = Past()
    past.among_others(ANNA, 20)
    for newcomer in (*CROWD, ANNA):
        past.born[newcomer] = START - timedelta(days=400)
    for newcomer in range(100, 130):
        past.born[newcomer] = START + timedelta(hours=6 * len(past.matches))
        past.among_others(newcomer, 5)
    for feeder in range(200, 200 + feeders):
        past.born[feeder] = START + timedelta(hours=6 * len(past.matches)) - age
        for _match in range(4):
            past.beats(ANNA, feeder)
        past.among_others(feeder, elsewhere)
    return past


def test_a_player_who_rises_by_accounts_that_lose_and_vanish_is_flagged():
    past = fed(5)
    (flag,) = feeding.find(past.history)
    assert (flag.kind, flag.accounts, flag.about) == (Kind.FEEDING, (ANNA, *range(200, 205)), (ANNA,))
    assert (flag.numbers["feeders"], len(flag.matches)) == (5, 20)


def test_deleted_feeders_are_found_all_the_same():
    past = fed(5)
    for feeder in range(200, 205):
        del past.born[feeder]
    assert len(feeding.find(past.history)) == 1


@pytest.mark.parametrize(
    "past",
    [
        pytest.param(fed(2), id="two pupils"),
        pytest.param(fed(5, age=timedelta(days=90)), id="old accounts"),
        pytest.param(fed(5, elsewhere=10), id="newcomers who play on"),
    ],
)
def test_beating_newcomers_is_no_crime(past):
    assert feeding.find(past.history) == []


# Gifts.


def tables(past: Past, gift: bool) -> None:
    """Forty tables of four, half of them with Anna and Bruno; at these Bruno is last and Anna in front."""
    for player in (ANNA, BRUNO):
        for _match in range(30):
            past.even(player, *past.rng.sample(CROWD, 3), matches=1)
    for _match in range(20):
        one, other = past.rng.sample(CROWD, 2)
        if gift:
            past.beats(*past.rng.sample([ANNA, one], 2), other, BRUNO)
        else:
            past.even(ANNA, BRUNO, one, other, matches=1)


def test_a_player_who_is_last_and_who_is_in_front_where_they_meet_are_flagged():
    past = Past()
    tables(past, gift=True)
    (flag,) = gifts.find(past.history)
    assert (flag.kind, flag.accounts, len(flag.matches)) == (Kind.GIFTS, (ANNA, BRUNO), 20)
    assert flag.numbers["giver"] == 0 < flag.numbers["giver_expected"]
    assert flag.numbers["gainer"] > flag.numbers["gainer_expected"]


def test_those_who_often_sit_at_one_table_are_not():
    past = Past()
    tables(past, gift=False)
    assert gifts.find(past.history) == []


def test_the_four_who_always_meet_are_not():
    past = Past()
    for _match in range(60):
        past.beats(*past.rng.sample([ANNA, CARLA, DORA], 3), BRUNO)
    assert gifts.find(past.history) == []


def test_a_loser_at_every_table_is_not():
    past = Past()
    for _match in range(30):
        one, two, three = past.rng.sample(CROWD, 3)
        past.beats(one, two, three, BRUNO)
        past.beats(*past.rng.sample([one, ANNA, two], 3), BRUNO)
    assert gifts.find(past.history) == []


# Seclusion.


def two_alone(won: int, lost: int, elsewhere: int = 0) -> Past:
    """Anna and Bruno play each other in turn, and each as often with the crowd."""
    past = Past()
    for number in range(won + lost):
        past.beats(*((BRUNO, ANNA) if number % 2 and number // 2 < lost else (ANNA, BRUNO)))
    for player in (ANNA, BRUNO):
        past.among_others(player, elsewhere)
    return past


def test_sixty_to_nothing_with_nobody_else_is_flagged():
    (flag,) = seclusion.find(two_alone(60, 0).history)
    assert (flag.kind, flag.accounts, flag.about) == (Kind.SECLUSION, (ANNA, BRUNO), (ANNA, BRUNO))
    assert flag.numbers == {"matches": 60, "won": 60, "lost": 0, "elsewhere": 0, "elsewhere_helper": 0}
    assert len(flag.matches) == 60
    assert flag.score == 18.06  # 2**60


def test_thirty_to_thirty_in_turn_is_flagged_too():
    (flag,) = seclusion.find(two_alone(30, 30).history)
    assert (flag.numbers["won"], flag.numbers["lost"]) == (30, 30)


def test_a_player_who_is_ahead_is_named_first_and_the_flag_stays_the_same():
    past = two_alone(30, 30)
    past.beats(BRUNO, ANNA)
    (flag,) = seclusion.find(past.history)
    assert (flag.accounts, flag.about) == ((BRUNO, ANNA), (ANNA, BRUNO))


@pytest.mark.parametrize(
    "past",
    [
        pytest.param(two_alone(6, 0), id="a handful"),
        pytest.param(two_alone(19, 0), id="one too few"),
        pytest.param(two_alone(20, 20, elsewhere=20), id="friends with a third elsewhere"),
        pytest.param(two_alone(10, 10, elsewhere=3), id="three of 23 elsewhere"),
    ],
)
def test_friends_who_play_few_matches_or_others_too_are_not_flagged(past):
    assert seclusion.find(past.history) == []


def test_two_of_twenty_two_matches_elsewhere_do_not_hide_it():
    (flag,) = seclusion.find(two_alone(10, 10, elsewhere=2).history)
    assert (flag.numbers["elsewhere"], flag.numbers["elsewhere_helper"]) == (2, 2)


def test_a_newcomer_who_only_plays_a_teacher_is_not_flagged_as_the_teacher_plays_others():
    past = two_alone(40, 0)
    past.among_others(ANNA, 10)
    assert seclusion.find(past.history) == []


def test_bots_do_not_make_two_accounts_sociable_but_a_third_person_does():
    def table(third: RatedSeat) -> History:
        past = Past()
        for number in range(30):
            past.beats(ANNA, BRUNO)
            match = past.matches[-1]
            past.matches[-1] = replace(match, pool="bots", seats=(*match.seats, third))
            past.matches.append(replace(match, match=f"b{number:04}", pool="bots", seats=(match.seats[0], bot)))
        return past.history

    bot = RatedSeat(None, 3, anchor=25.0)
    assert accounts(seclusion.find(table(bot))) == [(ANNA, BRUNO)]
    assert seclusion.find(table(RatedSeat(CARLA, 3))) == []


# Chances.


def test_the_chances_are_those_of_their_distributions():
    assert binomial(3, 0.5) == pytest.approx([1 / 8, 3 / 8, 3 / 8, 1 / 8])
    assert binomial(2, 0.0) == [1, 0, 0]
    assert binomial(2, 1.0) == [0, 0, 1]
    assert beta_binomial_tail(2, 3, 1, 1) == pytest.approx(1 / 2)  # uniform: every count is as likely
    assert beta_binomial_tail(0, 3, 2, 5) == pytest.approx(1)
    assert normal_tail(1.96) == pytest.approx(0.025, abs=1e-4)


def test_the_correction_is_that_of_benjamini_and_hochberg():
    tests = [
        Trial(chance, AnyFlag(Kind.GIFTS, (number, 0), 0.0, (), {}))
        for number, chance in enumerate((0.04, 0.012, 0.001, 0.6))
    ]
    kept = discoveries(tests, tested=5, rate=0.05)
    assert [flag.accounts[0] for flag in kept] == [2, 1]  # 0.001 <= 0.01 and 0.012 <= 0.02, 0.04 > 0.03
    assert discoveries(tests, tested=100, rate=0.05) == []
    assert discoveries([], tested=0, rate=0.05) == []
