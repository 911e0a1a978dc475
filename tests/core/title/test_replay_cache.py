"""A cached replay that is advanced gives the same results as a replay of the whole log."""

from dataclasses import replace

import pytest

from games.core.engine.events import Event, EventKind
from games.core.engine.log import replay
from games.core.errors import BrokenLog
from games.core.kit.simulation import Simulation
from games.core.title.game import Game
from games.core.title.replay_cache import ReplayCache
from games.registry import TITLES
from tests.lantern.game import LANTERN
from tests.redaction import redacted

CALM = {"wind": "calm"}
CASES = [(game, game.seats[0]) for game in [*TITLES.values(), LANTERN]]


def events(game: Game, seats: int, seed: int = 1, plies: int = 60) -> list[Event]:
    simulation = Simulation(game, seats, game.complete_settings({}, seats), seed, "uniform")
    while len(simulation.events) < plies and simulation.step() is not None:
        pass
    return simulation.events


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_at_every_ply_position_and_entries_are_those_of_the_whole_log(game: Game, seats: int) -> None:
    log, cache, settings = events(game, seats), ReplayCache(max_size=2), game.complete_settings({}, seats)
    log.insert(min(40, len(log)), Event(EventKind.SITE, 0, "bot-decided"))
    for ply in [*range(0, len(log), 7), len(log), 20, len(log)]:  # and back, and on again
        cached, whole = cache.position("m", game, seats, settings, log[:ply]), replay(game, seats, settings, log[:ply])
        assert cached.decision == whole.decision
        for seat in (*range(seats), None):
            assert cached.state.view(seat) == whole.state.view(seat)
        assert cache.entries("m", game, seats, settings, log[:ply]) == game.read_log(seats, settings, log[:ply])


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_at_every_ply_each_viewer_reads_what_the_whole_log_lets_them_read(game: Game, seats: int) -> None:
    log, cache, settings = events(game, seats), ReplayCache(max_size=2), game.complete_settings({}, seats)
    log.insert(min(40, len(log)), Event(EventKind.SITE, 0, "bot-decided"))
    for ply in [*range(0, len(log), 7), len(log), 20, len(log)]:  # and back, and on again
        entries = game.read_log(seats, settings, log[:ply])
        for viewer in (*range(seats), None):
            read = cache.redacted("m", game, seats, settings, log[:ply], viewer)
            assert read == redacted(entries, viewer)


def test_what_a_viewer_reads_belongs_to_the_caller_and_to_no_other_viewer() -> None:
    game, seats = TITLES["masques"], 3
    log, cache, settings = events(game, seats), ReplayCache(max_size=2), game.complete_settings({}, seats)
    mine = cache.redacted("m", game, seats, settings, log, 0)
    count = len(mine)
    mine.clear()
    again = cache.redacted("m", game, seats, settings, log, 0)
    assert len(again) == count
    assert again != cache.redacted("m", game, seats, settings, log, 1)
    assert all(
        one is other for one, other in zip(again, cache.redacted("m", game, seats, settings, log, 0), strict=True)
    )


def test_what_was_read_of_another_log_with_the_same_key_is_never_shown() -> None:
    cache, one, other = ReplayCache(max_size=2), events(LANTERN, 2, seed=1), events(LANTERN, 2, seed=3)
    for log in (one, other, one[:20], other[:20]):
        entries = LANTERN.read_log(2, CALM, log)
        read = cache.redacted("m", LANTERN, 2, CALM, log, 0)
        assert read == redacted(entries, 0)


def test_positions_belong_to_their_caller() -> None:
    log, cache = events(LANTERN, 2, plies=7), ReplayCache(max_size=2)
    position = cache.position("m", LANTERN, 2, CALM, log)
    seat = position.state.deciders()[0]
    while True:
        position.state.choose(seat, position.state.options(seat)[0])
        if not position.state.composing(seat):
            break
    assert cache.position("m", LANTERN, 2, CALM, log).state.view(None) == replay(LANTERN, 2, CALM, log).state.view(None)


def test_another_log_with_the_same_key_is_replayed_from_its_beginning() -> None:
    """An altered event, or a twin of the match, is never answered with what was read before."""
    cache, one, other = ReplayCache(max_size=2), events(LANTERN, 2, seed=1), events(LANTERN, 2, seed=3)
    assert one != other
    for log in (one, other, one[:20], other[:20]):
        assert cache.position("m", LANTERN, 2, CALM, log).state.view(0) == replay(LANTERN, 2, CALM, log).state.view(0)
        assert cache.entries("m", LANTERN, 2, CALM, log) == LANTERN.read_log(2, CALM, log)


def test_an_event_that_the_rules_refuse_is_refused_every_time_and_the_log_before_it_is_not() -> None:
    cache, log = ReplayCache(max_size=2), events(LANTERN, 2, plies=7)
    cache.position("m", LANTERN, 2, CALM, log)
    altered = [*log, Event(EventKind.MOVE, 1, "3b"), *events(LANTERN, 2)[8:]]
    for _time in range(2):
        with pytest.raises(BrokenLog, match="owes no decision"):
            cache.position("m", LANTERN, 2, CALM, altered)
        with pytest.raises(BrokenLog, match="owes no decision"):
            cache.entries("m", LANTERN, 2, CALM, altered)
        assert cache.position("m", LANTERN, 2, CALM, log).decision == 7


def test_the_cache_keeps_the_most_recently_used_logs() -> None:
    cache, log = ReplayCache(max_size=2), events(LANTERN, 2, plies=7)
    for name in ("a", "b", "a", "c"):
        cache.position(name, LANTERN, 2, CALM, log)
    assert list(cache.replays) == ["a", "c"]


def test_a_match_with_other_settings_or_seats_is_replayed_by_them_under_the_same_key() -> None:
    cache = ReplayCache(max_size=2)
    setups = [(2, CALM), (2, {"wind": "storm"}), (3, CALM), (2, CALM)]
    for seats, settings in setups:
        position = cache.position("m", LANTERN, seats, settings, [])
        assert position.state.view(None) == replay(LANTERN, seats, settings, []).state.view(None)
        assert cache.get_or_create("m", LANTERN, seats, settings).setup == (LANTERN, seats, settings)


def test_a_log_of_which_one_early_event_was_altered_is_never_taken_for_the_kept_one() -> None:
    """All events but one are the same, the last ones too."""
    cache, log = ReplayCache(max_size=2), events(LANTERN, 2, plies=12)
    for ply, event in enumerate(log[:-1]):
        cache.position("m", LANTERN, 2, CALM, log)
        kept = cache.get_or_create("m", LANTERN, 2, CALM)
        altered = [*log[:ply], replace(event, seat=1 - (event.seat or 0)), *log[ply + 1 :]]
        assert kept.agrees_with(log)
        assert kept.agrees_with(log[:ply])
        assert not kept.agrees_with(altered)
        assert not kept.agrees_with(altered[: ply + 1])
