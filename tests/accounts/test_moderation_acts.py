"""Blocks, reports and bans as services: what each leaves behind, the first time and the second."""

import pytest
from django.contrib.auth.models import AnonymousUser, Permission
from django.core.exceptions import ValidationError
from django.utils import timezone

from games import clock, live
from leagues.core.rules import Format
from leagues.models import Role, RoleKind
from masques_site.accounts import moderation
from masques_site.accounts.models import Block, ModerationAct, Report
from masques_site.accounts.policy import SitePolicy
from tests.accounts.cast import member
from tests.cast import running_match
from tests.leagues.cast import make_league

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def bruno():
    return member("Bruno")


@pytest.fixture
def zeno():
    return member("Zeno", is_staff=True)


def acts():
    """Return the acts of moderators, oldest first: kind, moderator, person, name and note."""
    found = ModerationAct.objects.order_by("pk")
    return [(str(act.kind), act.moderator.username, act.person, act.person_name, act.note) for act in found]


# Blocks.


def test_a_block_exists_once_and_only_its_blocker_removes_it(anna, bruno):
    for _twice in range(2):
        moderation.block(blocker=anna, blocked=bruno)
    assert list(Block.objects.values_list("blocker", "blocked")) == [(anna.pk, bruno.pk)]
    moderation.unblock(blocker=bruno, blocked=anna)
    assert Block.objects.count() == 1
    moderation.block(blocker=anna, blocked=member("Carla"))
    moderation.block(blocker=member("Dora"), blocked=bruno)
    moderation.unblock(blocker=anna, blocked=bruno)
    names = Block.objects.values_list("blocker__username", "blocked__username")
    assert sorted(names) == [("Anna", "Carla"), ("Dora", "Bruno")]


def test_nobody_blocks_or_reports_oneself(anna):
    with pytest.raises(ValidationError) as refused:
        moderation.block(blocker=anna, blocked=anna)
    assert refused.value.code == "self"
    with pytest.raises(ValidationError) as refused:
        moderation.report(reporter=anna, reported=anna, reason="abuse", text="x")
    assert (refused.value.code, refused.value.messages) == ("self", ["You can’t report yourself."])
    assert not Block.objects.exists()
    assert not Report.objects.exists()


def test_a_block_works_in_both_directions_and_between_those_two_alone(anna, bruno, django_assert_num_queries):
    carla, dora, emil, zoe = map(member, ("Carla", "Dora", "Emil", "Zoe"))
    moderation.block(blocker=anna, blocked=bruno)
    moderation.block(blocker=carla, blocked=anna)
    moderation.block(blocker=dora, blocked=emil)
    assert moderation.blocked_either_way(anna) == {bruno.pk, carla.pk}
    assert moderation.blocked_either_way(bruno) == {anna.pk}
    assert moderation.blocked_either_way(zoe) == set()
    for one, others, blocked in [
        (anna, [dora, bruno], True),
        (bruno, [anna], True),
        (anna, [None, carla], True),
        (anna, [dora, emil, None], False),
        (zoe, [anna, bruno, carla, dora, emil], False),
        (bruno, [carla], False),
    ]:
        with django_assert_num_queries(1):
            assert moderation.has_block_with(one, others) is blocked
    with django_assert_num_queries(0):
        assert moderation.has_block_with(anna, [anna, None]) is False


def test_the_policy_seats_no_two_who_block_each_other_the_host_included(anna, bruno):
    policy, carla = SitePolicy(), member("Carla")
    moderation.block(blocker=bruno, blocked=anna)
    assert policy.refuse_to_seat(anna, [carla], bruno) is not None
    assert policy.refuse_to_seat(anna, [carla, bruno], carla) is not None
    assert policy.refuse_to_seat(anna, [], carla) is None
    assert policy.refuse_to_seat(carla, [anna], bruno) is None
    assert policy.avoided(anna) == {bruno.pk}


# Reports.


def test_a_report_keeps_what_was_said_and_about_whom(anna, bruno):
    row = moderation.report(reporter=anna, reported=bruno, reason="stalling", text="slow", match_id="23456789abcd")
    stored = Report.objects.get(pk=row.pk)
    assert (stored.reporter, stored.reported, stored.reported_name) == (anna, bruno, "Bruno")
    assert (stored.reason, stored.text, stored.match_id) == ("stalling", "slow", "23456789abcd")
    assert (stored.closed_at, stored.closed_by, stored.note) == (None, None, "")
    assert moderation.report(reporter=anna, reported=bruno, reason="abuse", text="x").match_id == ""


@pytest.mark.parametrize("wrong", [{"reason": "boredom"}, {"text": ""}, {"match_id": "x" * 13}])
def test_a_report_that_cannot_be_read_later_is_refused(anna, bruno, wrong):
    with pytest.raises(ValidationError):
        moderation.report(reporter=anna, reported=bruno, **{"reason": "abuse", "text": "x", **wrong})
    assert not Report.objects.exists()


def test_a_report_is_closed_once_by_the_first_moderator(anna, bruno, zeno, time_machine):
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    row = moderation.report(reporter=anna, reported=bruno, reason="abuse", text="x")
    other = moderation.report(reporter=anna, reported=bruno, reason="abuse", text="y")
    moderation.close_report(moderator=zeno, report_id=row.pk, note="talked to him")
    time_machine.move_to("2031-03-02T12:00:00Z", tick=False)
    moderation.close_report(moderator=anna, report_id=row.pk, note="again")
    row.refresh_from_db()
    assert (row.closed_by, row.note, row.closed_at.isoformat()) == (zeno, "talked to him", "2031-03-01T12:00:00+00:00")
    other.refresh_from_db()
    assert other.closed_at is None
    assert acts() == [("close", "Zeno", bruno, "Bruno", "talked to him")]


def test_a_report_about_an_account_that_is_gone_can_be_closed(anna, bruno, zeno):
    row = moderation.report(reporter=anna, reported=bruno, reason="abuse", text="x")
    bruno.delete()
    moderation.close_report(moderator=zeno, report_id=row.pk, note="gone")
    assert acts() == [("close", "Zeno", None, "Bruno", "gone")]


# Bans.


def test_a_ban_and_its_end_are_recorded_once_each_with_their_reasons(bruno, zeno, time_machine):
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    carla = member("Carla")
    moderation.ban(moderator=zeno, person=bruno, reason="rude")
    banned_at = clock.now()
    time_machine.move_to("2031-03-02T12:00:00Z", tick=False)
    moderation.ban(moderator=zeno, person=bruno, reason="rude again")
    bruno.refresh_from_db()
    assert (bruno.banned_at, bruno.ban_reason) == (banned_at, "rude")
    for _twice in range(2):
        moderation.unban(moderator=zeno, person=bruno, note="sorry")
    bruno.refresh_from_db()
    carla.refresh_from_db()
    assert (bruno.banned_at, bruno.ban_reason) == (carla.banned_at, carla.ban_reason) == (None, "")
    assert acts() == [("ban", "Zeno", bruno, "Bruno", "rude"), ("unban", "Zeno", bruno, "Bruno", "sorry")]


def test_lifting_one_ban_lifts_no_other(bruno, zeno):
    carla = member("Carla")
    for person in (bruno, carla):
        moderation.ban(moderator=zeno, person=person, reason="rude")
    moderation.unban(moderator=zeno, person=bruno, note="sorry")
    carla.refresh_from_db()
    assert carla.is_banned


def test_no_moderator_and_nobody_oneself_is_banned(anna, zeno):
    for moderator, person in [(anna, zeno), (zeno, zeno), (anna, anna)]:
        with pytest.raises(ValidationError) as refused:
            moderation.ban(moderator=moderator, person=person, reason="x")
        assert (refused.value.code, refused.value.messages) == ("staff", ["Moderators can’t be banned here."])
    assert acts() == []


def test_the_pages_of_the_banned_are_rechecked_once_it_is_stored(
    bruno, zeno, monkeypatch, django_capture_on_commit_callbacks
):
    told = []
    monkeypatch.setattr(live, "recheck", told.append)
    with django_capture_on_commit_callbacks() as waiting:
        moderation.ban(moderator=zeno, person=bruno, reason="rude")
        moderation.ban(moderator=zeno, person=bruno, reason="rude")
        assert told == []
    for call in waiting:
        call()
    assert told == [bruno.pk]


# Decisions of moderators who are involved.

INVOLVED = ("own", ["You’re involved in this, so another moderator must decide."])


@pytest.mark.usefixtures("lantern")
def test_nobody_annuls_a_match_that_they_play(zeno, bruno):
    match = running_match("lantern", [zeno, bruno])
    with pytest.raises(ValidationError) as refused:
        moderation.annul(moderator=zeno, match=match, reason="I lose.")
    assert (refused.value.code, refused.value.messages) == INVOLVED
    assert acts() == []


@pytest.mark.usefixtures("lantern")
def test_nobody_takes_a_league_down_in_which_they_have_a_role(zeno):
    league = make_league(Format.PODS, 3)
    Role.objects.create(league=league, user=zeno, kind=RoleKind.MODERATOR)
    with pytest.raises(ValidationError) as refused:
        moderation.take_down(moderator=zeno, league=league, reason="A quarrel.")
    assert (refused.value.code, refused.value.messages) == INVOLVED
    assert acts() == []


# What the policy says of one person.


def test_the_banned_and_the_nameless_do_not_play_and_cannot_be_invited(anna, bruno):
    policy = SitePolicy()
    assert policy.refuse_to_play(AnonymousUser()) is not None
    assert policy.avoided(AnonymousUser()) == ()
    assert policy.refuse_to_play(anna) is None
    assert policy.refuse_to_invite(bruno, anna) is None
    anna.banned_at = timezone.now()
    assert policy.refuse_to_play(anna) is not None
    assert policy.refuse_to_invite(bruno, anna) is not None


def test_only_staff_with_the_permission_moderate(anna, zeno):
    policy, permission = SitePolicy(), Permission.objects.get(codename="moderate")
    for person in (anna, zeno):
        assert policy.is_moderator(person) is False
        person.user_permissions.add(permission)
    fresh = type(anna).objects.get
    assert policy.is_moderator(fresh(pk=anna.pk)) is False
    assert policy.is_moderator(fresh(pk=zeno.pk)) is True
    assert policy.is_moderator(AnonymousUser()) is False


def test_people_have_their_names_profiles_and_settings(anna, bruno):
    policy = SitePolicy()
    assert policy.names([anna, bruno]) == {anna.pk: "Anna", bruno.pk: "Bruno"}
    assert policy.profile_url(anna) == "/people/Anna/"
    assert policy.confirms_moves(AnonymousUser()) is True
    for wanted in (False, True):
        anna.confirm_moves = wanted
        assert policy.confirms_moves(anna) is wanted
        anna.show_presence = wanted
        assert policy.shows_presence(anna) is wanted
