"""The permissions of the games app on a site without a policy of its own."""

from datetime import UTC, datetime
from types import SimpleNamespace

from games.policy import Policy

ANNA = SimpleNamespace(pk=7, is_staff=False, get_username=lambda: "anna")
ZENO = SimpleNamespace(pk=9, is_staff=True, get_username=lambda: "zeno", confirm_moves=False)


def test_everybody_may_play_sit_with_everybody_and_invite_everybody():
    policy = Policy()
    assert policy.refuse_to_play(ANNA) is None
    assert policy.refuse_to_seat(ANNA, [ZENO], ZENO) is None
    assert policy.refuse_to_invite(ANNA, ZENO) is None
    assert list(policy.avoided(ANNA)) == []


def test_everybody_may_play_rated_and_nobody_has_a_rating_a_pause_or_hours():
    policy = Policy()
    assert policy.refuse_rated(ANNA) is None
    assert policy.ratings([]) == {}
    assert policy.answer_hours([7]) == {}
    assert policy.personal_pauses([7]) == {}
    assert policy.begin_vacation(7, datetime(2031, 3, 1, tzinfo=UTC)) is False


def test_no_page_of_a_match_is_elsewhere():
    policy, match = Policy(), SimpleNamespace(pk="m")
    assert policy.labels([]) == {}
    assert policy.table_page(match) == policy.rematch_page(match) == ""
    assert policy.next_screen(None, match) == policy.hand_elsewhere(None, "m") == ""
    assert list(policy.elsewhere(ANNA, None, None, 10)) == []
    assert policy.goes_on(ANNA) is False


def test_people_are_called_by_their_usernames_and_have_no_profile():
    policy = Policy()
    assert policy.names([ANNA, ZENO]) == {7: "anna", 9: "zeno"}
    assert policy.profile_url(ANNA) == ""


def test_moves_are_confirmed_unless_a_player_wants_it_otherwise():
    policy = Policy()
    assert policy.confirms_moves(ANNA) is True
    assert policy.confirms_moves(ZENO) is False


def test_everybody_is_shown_who_is_at_the_table():
    assert Policy().shows_presence(ANNA) is True


def test_staff_and_nobody_else_moderates():
    policy = Policy()
    assert policy.is_moderator(ZENO) is True
    assert policy.is_moderator(ANNA) is False
