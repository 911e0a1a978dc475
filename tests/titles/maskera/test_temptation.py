"""Temptation: plays show how careless a seat is, and expert answers accordingly."""

import pytest

from games.core.title.thinker import InformationSet, SeatLog
from games.titles.maskera.bots.opponent_model import OpponentModel
from games.titles.maskera.bots.temptation import Temptation
from games.titles.maskera.bots.thinking import BluffThinker
from games.titles.maskera.rules.components import MASKS, PASS
from tests.titles.maskera.positions import follow, log_from, position

P, R, S, B, A = range(MASKS)
THREE_P = position(area0="PPPR").area
"""The area of seat 0 lacks one P; that of seat 1 is empty."""
EXPERT = BluffThinker(worlds=16, rounds=60, seen_through=3000, careless_mover=(500, 6000))


def test_who_plays_what_would_win_at_once_is_careless_and_who_keeps_it_is_not() -> None:
    seen = Temptation()
    seen.watch(THREE_P, 0, P)
    assert seen.odds == [5.0, 1.0]
    seen.watch(THREE_P, 0, B)
    assert seen.odds == [3.0, 1.0]


def test_an_empty_area_tempts_to_nothing() -> None:
    seen = Temptation()
    seen.watch(THREE_P, 1, P)
    assert seen.odds == [1.0, 1.0]


def test_a_player_who_changes_is_noticed_before_long() -> None:
    seen = Temptation()
    for _play in range(40):
        seen.watch(THREE_P, 0, S)
    assert seen.odds[0] == pytest.approx(0.05)
    for _play in range(40):
        seen.watch(THREE_P, 0, P)
    assert seen.odds[0] == 20.0


def test_the_share_lies_between_both_ends() -> None:
    seen = Temptation()
    assert seen.share(0, 500, 6000) == 3250
    seen.odds[0] = 0.1
    assert seen.share(0, 500, 6000) == 1000
    seen.odds[0] = 10.0
    assert seen.share(0, 500, 6000) == 5500
    assert seen.share(1, 2500, 2500) == 2500


def naming(log: SeatLog, mask: int) -> float:
    """How often expert, in seat 1, names a mask that would win, after the plays in its log."""
    state = follow(position(hand0="PRSBA", hand1="RSB", area0="PPPR", area1="BB"), "0:pl=S")
    options, counts, _world = EXPERT.chances(InformationSet(state, 1, log), 1)
    return counts[options.index(PASS + 1 + mask)] / sum(counts)


def test_expert_names_what_tempts_more_often_to_those_who_yield() -> None:
    shares = []
    for played, line in (("P", "0:pl=P 1:ct=P {rev 0 P} {hit}"), ("A", "0:pl=A 1:ok {rev 0 A} 0:as=B")):
        state = position(hand0="PRSBA", hand1="RSB", area0="PPPR", area1="BB")
        log = log_from(state, 1)
        follow(state, line, log)
        assert (log.observer(OpponentModel).temptation.odds[0] > 1.0) == (played == "P")
        shares.append(naming(log, P))
    assert shares[0] > shares[1] + 0.1


def test_what_a_seat_shows_follows_from_what_everybody_sees() -> None:
    state = position(hand0="PRSBA", hand1="RSB", area0="PPPR", area1="BB")
    logs = [log_from(state, seat) for seat in range(2)]
    follow(state, "0:pl=A 1:ok {rev 0 A} 0:as=B", *logs)
    assert [log.observer(OpponentModel).temptation.odds for log in logs] == [[0.6, 1.0]] * 2
