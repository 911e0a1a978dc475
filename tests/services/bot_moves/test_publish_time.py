"""When bots publish: at a moment fixed from public facts, whatever they think and however long."""

import time
from datetime import timedelta
from types import SimpleNamespace

import pytest

from games import clock, wake
from games.bots.bot import Bot
from games.bots.levels import LEVELS
from games.core.clocks.bot_turn import IN_ADVANCE
from games.core.text import _
from games.models import BotFailure, Event, Match, Status
from games.services.bot_moves import bot_lease, bots, publish_time
from games.services.waiting import tables
from tests.cast import due, fresh, move, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
SECOND = timedelta(seconds=1)


class Thinker(Bot):
    """Thinks for this many seconds of the test's clock, then does what the easy bot does."""

    version = 1
    label = _("Thinker")
    description = _("For tests.")

    def __init__(self, level, pause, watch):
        self.level = level
        self.pause = pause
        self.watch = watch
        self.takes = 0.0
        self.asked = 0

    def decide(self, game, known, seed):
        self.asked += 1
        self.watch.shift(self.takes)
        return LEVELS["easy"].decide(game, known, seed)


@pytest.fixture
def watch(time_machine, monkeypatch, settings):
    """A clock that stands still but for what shifts it: thinking, and a worker's nap."""
    settings.BOT_PAUSE = 1.0
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    monkeypatch.setattr(bots, "NAP", 3 * SECOND)
    monkeypatch.setattr(bots, "time", SimpleNamespace(sleep=time_machine.shift, monotonic=time.monotonic))
    return time_machine


@pytest.fixture
def called_back(monkeypatch):
    """After how many seconds workers want to be called back."""
    asked = []
    monkeypatch.setattr(wake, "publish", lambda _match, _ply, after: asked.append(after))
    monkeypatch.setattr(wake, "advance", lambda *_args: None)
    return asked


@pytest.fixture
def table(watch, monkeypatch):
    """A match in which a bot of a given pause is on turn, and that bot."""

    def open_table(pause: float) -> tuple[Match, Thinker]:
        bot = Thinker("deep", pause, watch)
        monkeypatch.setitem(LEVELS, "deep", bot)
        match = tables.open_table(
            host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["deep"]
        )
        while not any(seat.bot for seat in due(match)):
            move(match, due(match)[0])
        return fresh(match), bot

    return open_table


def published(match: Match) -> float:
    """How many seconds after its decision opened the bot's move became public."""
    event = Event.objects.get(match=match, ply=match.decision)
    opened = Event.objects.get(match=match, ply=match.decision - 1)
    return (event.at - opened.at).total_seconds()


@pytest.mark.parametrize("takes", [0.0, 0.3, 0.999])
def test_a_bot_that_thinks_a_little_or_nearly_its_pause_publishes_at_the_same_moment(table, takes):
    match, bot = table(1.0)
    bot.takes = takes
    assert bots.play_bots(match.pk) == 1
    assert published(match) == 1.0
    assert not BotFailure.objects.exists()


@pytest.mark.parametrize(("begun", "moment"), [(0.0, 1.0), (0.4, 1.0), (0.6, 2.0), (7.2, 8.0), (7.7, 9.0)])
@pytest.mark.parametrize("takes", [0.0, 0.29, 0.49])
def test_when_a_worker_comes_late_the_moment_is_fixed_before_the_bot_thinks(table, watch, begun, moment, takes):
    match, bot = table(1.0)
    watch.shift(begun)
    bot.takes = takes
    bots.play_bots(match.pk)
    assert published(match) == moment
    assert not BotFailure.objects.exists()


def test_a_bot_that_thinks_longer_takes_the_next_moment_and_the_operator_reads_of_it(table):
    match, bot = table(1.0)
    bot.takes = 1.2
    bots.play_bots(match.pk)
    assert published(match) == 2.0
    assert BotFailure.objects.get(match=match).cause == BotFailure.Cause.LATE


def test_a_level_with_a_long_pause_keeps_its_move_and_holds_no_worker_up(table, watch, called_back):
    match, bot = table(12.0)
    bot.takes = 5.0
    assert bots.play_bots(match.pk) == 0
    assert called_back == [7.0]
    assert fresh(match).rev == match.rev
    watch.shift(7.0)
    assert bots.play_bots(match.pk) == 1
    assert published(match) == 12.0
    assert bot.asked == 1


def test_called_too_early_a_worker_publishes_nothing_and_thinks_no_second_time(table, watch, called_back):
    match, bot = table(12.0)
    bots.play_bots(match.pk)
    watch.shift(4.0)
    assert bots.play_bots(match.pk) == 0
    assert called_back == [12.0, 8.0]
    assert bot.asked == 1


def test_a_kept_move_that_was_altered_is_thought_again(table, watch, called_back):
    match, bot = table(12.0)
    bots.play_bots(match.pk)
    match.bot_turns.update(text="1z")
    watch.shift(60.0)
    bots.play_bots(match.pk)
    assert bot.asked == 2
    watch.shift(12.0)
    assert bots.play_bots(match.pk) == 1
    assert Event.objects.get(match=match, ply=match.decision).text != "1z"


def test_a_kept_move_of_an_earlier_decision_is_not_taken_for_the_next(table, watch, called_back):
    match, bot = table(12.0)
    for _decision in range(2):
        while not any(seat.bot for seat in due(fresh(match))):
            move(match, due(match)[0])
        bots.play_bots(match.pk)
        watch.shift(12.0)
        assert bots.play_bots(match.pk) == 1
    assert bot.asked == 2


@pytest.mark.parametrize("pause", [0.0, 1.0, 12.0])
def test_a_clock_that_is_set_back_keeps_no_bot_waiting(table, watch, called_back, settings, pause):
    match, _bot = table(pause)
    settings.CLOCK_OFFSET -= 3600
    for _call in range(2):
        bots.play_bots(match.pk)
        watch.shift(pause)
    assert Event.objects.filter(match=match, ply=match.decision, kind="move").exists()


def test_a_bot_under_way_when_the_clock_was_set_back_is_not_waited_for(table, called_back, settings):
    match, _bot = table(1.0)
    match.bot_turns.update(state="thinking", attempts=1, holder="another", leased_until=clock.now() + bot_lease.LEASE)
    settings.CLOCK_OFFSET -= 3600
    assert bots.play_bots(match.pk) == 1


def test_the_pause_follows_from_the_levels_alone(settings):
    settings.BOT_PAUSE = 1.0
    longest = max(bot.pause for bot in LEVELS.values())
    assert publish_time.pause_of([]) == timedelta(0)
    assert publish_time.pause_of(["easy"]) == SECOND
    assert publish_time.pause_of(["easy", "medium", "easy"]) == 2 * SECOND
    assert publish_time.pause_of(["a level of long ago"]) == SECOND
    assert publish_time.pause_of(LEVELS) > longest * SECOND
    settings.BOT_PAUSE = 0.0
    assert publish_time.pause_of(LEVELS) == timedelta(0)


@pytest.mark.parametrize(
    "meanwhile",
    [
        {"publish_at": "2031-03-01T13:00:00Z"},
        {"state": "published", "closed_at": "2031-03-01T12:00:00Z"},
        {"macs": b"others"},
    ],
    ids=["moved", "closed", "sealed anew"],
)
def test_rows_changed_by_another_worker_are_not_postponed(table, watch, meanwhile):
    match, _bot = table(1.0)
    turns = list(match.bot_turns.filter(closed_at=None))
    match.bot_turns.update(**meanwhile)
    before = list(match.bot_turns.values())
    watch.shift(5.0)
    assert publish_time.postpone(turns, SECOND) is True
    assert list(match.bot_turns.values()) == before


def test_all_bots_of_one_decision_are_put_off_to_the_same_moment_and_no_other_decision(table, watch):
    match, _bot = table(1.0)
    move_of_another = table(1.0)[0]
    turns = list(match.bot_turns.filter(closed_at=None))
    others = list(move_of_another.bot_turns.values())
    assert publish_time.postpone(turns, SECOND) is False, "there is time yet"
    assert list(match.bot_turns.values_list("publish_at", flat=True)) == [turns[0].publish_at]
    watch.shift(5.0)
    assert publish_time.postpone(turns, SECOND) is True
    assert list(match.bot_turns.values_list("publish_at", flat=True)) == [clock.now()], "the fifth moment"
    assert list(move_of_another.bot_turns.values()) == others


def test_pauses_add_up_to_the_longest_and_half_of_each_other(monkeypatch, settings):
    settings.BOT_PAUSE = 2.0
    for name, pause in (("short", 1.0), ("middle", 3.0), ("long", 8.0)):
        monkeypatch.setitem(LEVELS, name, SimpleNamespace(pause=pause))
    assert publish_time.pause_of(["short", "long", "middle"]) == 2 * (8 + 2) * SECOND
    assert publish_time.level_pause("a level of long ago") == Bot.pause


@pytest.mark.parametrize(
    ("seconds", "found"), [(0, False), (1, False), (3.9, False), (4, True), (-118, False), (-119, True)]
)
def test_the_sweep_finds_bots_that_no_worker_came_to_and_those_of_a_clock_that_was_set_back(table, seconds, found):
    match, _bot = table(1.0)
    moment = clock.now() + seconds * SECOND
    assert list(bots.unattended(moment)) == ([match.pk] if found else [])


def test_the_sweep_leaves_a_match_alone_that_is_set_aside_or_whose_bots_have_moved(table, watch):
    match, _bot = table(1.0)
    late = clock.now() + 60 * SECOND
    Match.objects.filter(pk=match.pk).update(status=Status.QUARANTINED)
    assert not bots.unattended(late).exists()
    Match.objects.filter(pk=match.pk).update(status=Status.RUNNING)
    assert bots.unattended(late).exists()
    while not any(not seat.bot for seat in due(match)):
        bots.play_bots(match.pk)
    assert not bots.unattended(late).exists()


def test_whether_a_player_has_answered_in_advance_does_not_move_the_bots(watch, monkeypatch):
    quick = Thinker("quick", 0.2, watch)
    monkeypatch.setitem(LEVELS, "quick", quick)
    for levels in (["quick"], ["quick", "quick"], ["expert"]):
        alone = publish_time.pause_of(levels)
        assert publish_time.pause_of([*levels, IN_ADVANCE, IN_ADVANCE]) == alone
        assert publish_time.pause_of([IN_ADVANCE, *levels]) == alone


def test_answers_in_advance_without_bots_take_one_pause_in_all(watch):
    assert publish_time.pause_of([IN_ADVANCE]) == publish_time.pause_of([IN_ADVANCE] * 12) == Bot.pause * SECOND
    assert publish_time.pause_of([]) == 0 * SECOND
