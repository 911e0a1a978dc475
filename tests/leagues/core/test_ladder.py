"""Ladders: who may challenge whom, and what a challenge changes."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.clocks.pauses import Pauses
from leagues.core.errors import LeagueError
from leagues.core.ladder import (
    Challenge,
    Ladder,
    LadderRules,
    Played,
    RefusalCode,
    Situation,
    after,
    joined,
    left,
    put_back,
    refuse,
    unanswered,
)

LAWS = settings(deadline=None, database=None, derandomize=True)
NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SIX = Ladder((10, 11, 12, 13, 14, 15))


def code(challenger, challenged, ladder=SIX, rules=None, **facts):
    refusal = refuse(ladder, challenger, challenged, Situation(NOW, **facts), rules or LadderRules())
    return refusal and refusal.code


def sentence(challenger, challenged, rules=None, **facts):
    return str(refuse(SIX, challenger, challenged, Situation(NOW, **facts), rules or LadderRules()).reason)


def played(one, other, days):
    return Played(frozenset((one, other)), NOW - days * DAY)


@pytest.mark.parametrize("challenged", [12, 13, 14])
def test_up_to_three_places_up_may_be_challenged(challenged):
    assert code(15, challenged) is None


def test_four_places_up_is_too_far():
    assert code(15, 11) == RefusalCode.TOO_FAR
    assert sentence(15, 10) == "You can challenge players up to 3 places above you; this player is 5 places above."


def test_the_reach_is_a_rule_of_the_ladder():
    assert code(15, 13, rules=LadderRules(reach=1)) == RefusalCode.TOO_FAR
    assert "one place above you; this player is 2 places" in sentence(15, 13, rules=LadderRules(reach=1))
    assert code(15, 10, rules=LadderRules(reach=5)) is None


def test_nobody_below_may_be_challenged():
    assert code(10, 11) == RefusalCode.NOT_ABOVE
    assert code(10, 15) == RefusalCode.NOT_ABOVE


def test_nobody_challenges_themselves():
    assert code(12, 12) == RefusalCode.SELF
    assert code(99, 99) == RefusalCode.SELF


def test_only_members_challenge_and_are_challenged():
    assert code(99, 12) == RefusalCode.NOT_A_MEMBER
    assert code(12, 99) == RefusalCode.NOT_A_MEMBER
    assert sentence(99, 12) != sentence(12, 99)


def test_one_live_challenge_each_as_challenger_or_challenged():
    live = [Challenge(challenger=14, challenged=12, made=NOW)]
    assert code(14, 13, live=live) == RefusalCode.ALREADY_PLAYING
    assert code(12, 11, live=live) == RefusalCode.ALREADY_PLAYING
    assert code(15, 14, live=live) == RefusalCode.OPPONENT_PLAYING
    assert code(13, 12, live=live) == RefusalCode.OPPONENT_PLAYING
    assert code(14, 12, live=live) == RefusalCode.ALREADY_PLAYING
    assert code(15, 13, live=live) is None


def test_an_accepted_challenge_is_still_live():
    live = [Challenge(challenger=14, challenged=12, made=NOW, accepted=NOW)]
    assert code(15, 12, live=live) == RefusalCode.OPPONENT_PLAYING


def test_a_player_who_is_away_neither_challenges_nor_is_challenged():
    assert code(13, 12, away={13}) == RefusalCode.AWAY
    assert code(13, 12, away={12}) == RefusalCode.AWAY
    assert sentence(13, 12, away={13}) != sentence(13, 12, away={12})
    assert code(13, 12, away={11}) is None


def test_the_same_two_rest_for_some_days_in_either_role():
    assert code(13, 12, played=[played(13, 12, 6)]) == RefusalCode.RECENT
    assert code(13, 12, played=[played(12, 13, 6)]) == RefusalCode.RECENT
    assert code(13, 12, played=[played(13, 12, 7)]) is None
    assert code(13, 12, played=[played(13, 11, 1), played(14, 12, 1)]) is None
    assert code(13, 12, played=[played(13, 12, 1)], rules=LadderRules(rest=timedelta(0))) is None


def test_the_last_match_of_the_two_counts():
    assert code(13, 12, played=[played(13, 12, 1), played(13, 12, 30)]) == RefusalCode.RECENT


@pytest.mark.parametrize(
    ("ago", "when"),
    [
        (timedelta(0), "in 7 days"),
        (DAY, "in 6 days"),
        (4 * DAY + timedelta(hours=1), "in 3 days"),
        (5 * DAY + timedelta(hours=1), "in 47 hours"),
        (6 * DAY + timedelta(hours=22, minutes=30), "in 2 hours"),
        (7 * DAY - timedelta(minutes=1), "in an hour"),
    ],
)
def test_the_sentence_says_when_the_two_may_play_again(ago, when):
    match = Played(frozenset((13, 12)), NOW - ago)
    assert when in sentence(13, 12, played=[match])


def test_the_first_reason_in_the_order_of_the_codes_is_given():
    facts = {"live": [Challenge(15, 14, NOW)], "away": {14}, "played": [played(15, 14, 1), played(15, 10, 1)]}
    assert code(15, 10, **facts) == RefusalCode.TOO_FAR
    assert code(15, 14, **facts) == RefusalCode.AWAY
    del facts["away"]
    assert code(15, 14, **facts) == RefusalCode.ALREADY_PLAYING


def test_codes_are_words_for_programs():
    assert [str(one) for one in RefusalCode] == [
        "self",
        "not_a_member",
        "not_above",
        "apart",
        "too_far",
        "away",
        "already_playing",
        "opponent_playing",
        "recent",
    ]


def test_the_winner_takes_the_losers_place_and_those_between_move_down():
    assert after(SIX, winner=14, loser=11).players == (10, 14, 11, 12, 13, 15)
    assert after(SIX, winner=11, loser=10).players == (11, 10, 12, 13, 14, 15)


def test_a_defended_place_changes_nothing():
    assert after(SIX, winner=11, loser=14) == SIX


def test_places_of_the_end_of_a_match_count():
    # 14 challenged 12; meanwhile 12 climbed to the top, or fell below 14.
    assert after(after(SIX, 12, 10), 14, 12).players == (14, 12, 10, 11, 13, 15)
    fallen = Ladder((10, 11, 13, 14, 12, 15))
    assert after(fallen, 14, 12) == fallen
    assert after(fallen, 12, 14).players == (10, 11, 13, 12, 14, 15)


@pytest.mark.parametrize(("winner", "loser"), [(99, 10), (10, 99)])
def test_a_result_needs_two_members(winner, loser):
    with pytest.raises(LeagueError, match="isn’t on the ladder"):
        after(SIX, winner, loser)


def test_a_new_member_starts_at_the_bottom():
    assert joined(SIX, 99).players == (10, 11, 12, 13, 14, 15, 99)
    assert joined(Ladder(), 1).players == (1,)
    with pytest.raises(LeagueError, match="already"):
        joined(SIX, 12)


def test_a_player_who_leaves_closes_the_gap():
    assert left(SIX, 12).players == (10, 11, 13, 14, 15)
    assert left(Ladder((1,)), 1) == Ladder()
    with pytest.raises(LeagueError, match="isn’t on the ladder"):
        left(SIX, 99)


def test_nobody_is_on_a_ladder_twice():
    with pytest.raises(LeagueError, match="twice"):
        Ladder((1, 2, 1))


def test_no_answer_within_the_limit_forfeits_the_place():
    challenge = Challenge(challenger=13, challenged=11, made=NOW)
    assert not unanswered(challenge, NOW + 3 * DAY - timedelta(seconds=1))
    assert unanswered(challenge, NOW + 3 * DAY)
    assert not unanswered(challenge, NOW + 3 * DAY, LadderRules(answer=4 * DAY))


def test_an_answer_in_time_keeps_the_place_however_long_the_match_takes():
    assert not unanswered(Challenge(13, 11, NOW, accepted=NOW + DAY), NOW + 90 * DAY)


def test_pauses_do_not_count_towards_the_limit():
    challenge = Challenge(challenger=13, challenged=11, made=NOW)
    vacation = Pauses.of((NOW + DAY, NOW + 11 * DAY))
    assert not unanswered(challenge, NOW + 12 * DAY, pauses=vacation)
    assert unanswered(challenge, NOW + 13 * DAY, pauses=vacation)


@settings(LAWS, max_examples=200)
@given(st.permutations(range(8)), st.integers(0, 7), st.integers(0, 7))
def test_laws_of_a_decided_challenge(players, winner, loser):
    before = Ladder(tuple(players))
    if winner == loser:
        return
    changed = after(before, winner, loser)
    assert sorted(changed.players) == sorted(players)
    if before.place(winner) < before.place(loser):
        assert changed == before
        return
    assert changed.place(winner) == before.place(loser)
    for player in players:
        between = before.place(loser) <= before.place(player) < before.place(winner)
        if player != winner:
            assert changed.place(player) == before.place(player) + between
    # Apart from the winner, the order of the others stays.
    assert left(changed, winner) == left(before, winner)


@settings(LAWS, max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30), st.integers(1, 4))
def test_allowed_challenges_are_those_up_within_reach_of_two_free_players(attempts, reach):
    ladder, live = Ladder(tuple(range(10))), []
    for challenger, challenged in attempts:
        busy = {player for challenge in live for player in (challenge.challenger, challenge.challenged)}
        refusal = refuse(ladder, challenger, challenged, Situation(NOW, live=live), LadderRules(reach=reach))
        allowed = 1 <= challenger - challenged <= reach and not busy & {challenger, challenged}
        assert (refusal is None) == allowed
        if allowed:
            live.append(Challenge(challenger, challenged, NOW))


def test_a_player_who_took_a_place_is_put_back_to_the_former_one():
    assert put_back(after(SIX, 14, 11), 14, 4) == SIX
    assert put_back(SIX, 10, 9).players == (11, 12, 13, 14, 15, 10), "there are fewer by now"
    with pytest.raises(LeagueError):
        put_back(SIX, 4711, 2)
