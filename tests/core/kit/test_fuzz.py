"""Fuzzing finds what is broken, and finds nothing in the titles of the site.

The matches here are the same in every run; `manage.py fuzz_title` plays new ones.
"""

from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.core.engine.state import State
from games.core.kit.fuzz import Campaign, Failure, fuzz, fuzz_match, reproduce
from games.core.kit.samples import sample_seats
from games.core.kit.strategies import STRATEGIES
from games.core.title.game import Game
from games.management.commands import fuzz_title
from games.registry import TITLES
from tests.lantern.game import LANTERN, Lantern
from tests.lantern.plugin import as_a_title
from tests.lantern.rules.components import BRIDGE_PART
from tests.lantern.rules.state import LanternState

SEATS_PLAYED = 150  # in all matches of one title with one number of seats together
IN_THE_TIER = 20  # times as many
OF_MANY = 6  # a title for many numbers of seats has so many times fewer matches with each
CAMPAIGNS = [(game, seats) for game in TITLES.values() for seats in game.seats]


@pytest.mark.parametrize("times", [1, pytest.param(IN_THE_TIER, marks=pytest.mark.reliability)])
@pytest.mark.parametrize(("game", "seats"), CAMPAIGNS, ids=[f"{game.slug}-{seats}" for game, seats in CAMPAIGNS])
def test_fuzz_finds_nothing(game: Game, seats: int, times: int) -> None:
    matches = times * SEATS_PLAYED // seats // (1 if len(game.seats) == len(sample_seats(game)) else OF_MANY)
    found = list(fuzz(Campaign(game, seats), matches, 0, first_seed=1_000_000))
    failures = [failure.to_json() for failure in found if failure is not None]
    assert not failures, f"{len(failures)} of {len(found)} matches failed, the first: {failures[0]}"
    assert len(found) == matches


def test_fuzz_plays_the_test_title_with_every_strategy_and_setting() -> None:
    campaign = Campaign(LANTERN, 3)
    cases = [trial for trial, _number in zip(campaign.cases(0), range(4 * len(STRATEGIES)), strict=False)]
    assert {(settings["wind"], strategy) for settings, _seed, strategy in cases} == {
        (wind, strategy) for wind in ("calm", "storm") for strategy in STRATEGIES
    }
    assert list(fuzz(campaign, 60, 0)) == [None] * 60


class Stuck(LanternState):
    """A dead end: from the third turn on nobody may hang a dim lantern, even if there is no other."""

    def options(self, seat: int) -> list[int]:
        return [part for part in super().options(seat) if self.turns < 3 or part != 1]

    def copy(self) -> "Stuck":
        return Stuck(self)


class Crashing(LanternState):
    """Fails when a lantern of brightness 4 comes to the last bridge."""

    def choose(self, seat: int, part: int) -> None:
        if part == BRIDGE_PART + 2 and self.card == 4:
            raise ZeroDivisionError("no light")
        super().choose(seat, part)

    def copy(self) -> "Crashing":
        return Crashing(self)


class Broken(Lantern):
    """Lantern with other states."""

    def __init__(self, kind: type[LanternState]) -> None:
        self.kind = kind

    def initial_state(self, seats: int, settings: Mapping[str, str]) -> State:
        return self.kind(seats=seats, storm=settings["wind"] == "storm")


def first_failure(kind: type[LanternState]) -> Failure:
    return next(failure for failure in fuzz(Campaign(Broken(kind), 4), 100, 0) if failure is not None)


def test_a_dead_end_is_found_saved_and_played_again() -> None:
    failure = first_failure(Stuck)
    assert "dead end" in failure.fault
    read = Failure.from_json(failure.to_json())
    assert read == failure
    assert "has options" in (reproduce(Broken(Stuck), read) or "")
    assert reproduce(LANTERN, read) is None


def test_a_crash_is_saved_with_the_move_that_failed() -> None:
    failure = first_failure(Crashing)
    assert failure.fault == "ZeroDivisionError: no light"
    assert failure.parts == (4, 12)
    assert "ZeroDivisionError" in (reproduce(Broken(Crashing), failure) or "")


def test_the_same_seed_fails_the_same_way() -> None:
    failure = first_failure(Crashing)
    assert fuzz_match(Broken(Crashing), 4, failure.settings, failure.seed, failure.strategy) == failure


@pytest.mark.usefixtures("lantern")
def test_the_command_plays_saves_and_plays_again(tmp_path: Path) -> None:
    out = StringIO()
    call_command("fuzz_title", "lantern", "--matches=6", "--seats=2", "--seed=7", stdout=out)
    assert (
        out.getvalue()
        == "The first seed is 7 (--seed 7 plays these matches again).\nLantern, 2 seats: 6 matches, 0 failed\n"
    )

    again = ["lantern", "--matches=30", "--seed=0", f"--folder={tmp_path}"]
    with as_a_title(Broken(Crashing)):
        with pytest.raises(CommandError, match="matches failed"):
            call_command("fuzz_title", *again, stdout=out, stderr=StringIO())
        saved = min(tmp_path.iterdir())
        with pytest.raises(CommandError, match="Still there"):
            call_command("fuzz_title", f"--replay={saved}", stdout=out)

    call_command("fuzz_title", f"--replay={saved}", stdout=out)
    assert "nothing is wrong any more" in out.getvalue()


def test_the_command_plays_new_matches_each_time_and_says_which(
    lantern: Lantern, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds: list[int] = []

    def played(campaign: Campaign, matches: int, seconds: float, first_seed: int) -> Iterator[None]:
        seeds.append(first_seed)
        yield None

    monkeypatch.setattr(fuzz_title, "fuzz", played)
    out = StringIO()
    for _ in range(2):
        call_command("fuzz_title", "lantern", "--matches=1", stdout=out)
    per_run = len(lantern.seats)
    assert seeds[0] != seeds[per_run]
    assert seeds == [seeds[0]] * per_run + [seeds[per_run]] * per_run
    assert all(f"The first seed is {seed} " in out.getvalue() for seed in seeds)


def test_the_command_refuses_what_is_no_saved_failure(lantern: Lantern, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"title": "lantern"}')
    with pytest.raises(CommandError, match="not a saved failure"):
        call_command("fuzz_title", f"--replay={path}")
    with pytest.raises(CommandError, match="no title with that number of seats"):
        call_command("fuzz_title", "lantern", "--seats=7")
