"""Notices: once for each owed decision, never while looking, and by mail only if wanted."""

import pytest

from games import clock, signals
from games.models import Match, Seat
from games.services.beside import presence
from games.services.match import play
from games.services.waiting import tables
from games.tasks import announce_due
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from masques_site.notices import cleaning
from masques_site.notices.kinds.matches import MatchFinished, YourTurn
from masques_site.notices.models import Delivery, DeliveryState, Endpoint, Notice, OutboxMail, State
from masques_site.notices.services import delivering, finding, leasing, passing_on
from tests.accounts.cast import member
from tests.cast import due, fresh, move, person, play_to_end, running_match
from tests.notices import sweeps

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(lantern) -> Match:
    return running_match("lantern", [member("Giulia"), member("Bianca")])


def mailed() -> list[str]:
    """Return who got mail, in order."""
    return list(OutboxMail.objects.order_by("pk").values_list("to", flat=True))


def owing(match: Match) -> set[str]:
    return {seat.user.email for seat in due(fresh(match))}


def test_everybody_who_owes_a_decision_is_mailed_once(match):
    assert sweeps.notify_due() == len(owing(match))
    assert set(mailed()) == owing(match)
    assert sweeps.notify_due() == 0
    assert len(mailed()) == len(owing(match))


def test_the_next_decision_is_a_new_mail(match):
    sweeps.notify_due()
    before = len(mailed())
    for seat in due(match):
        move(match, seat)
    sweeps.notify_due()
    assert set(mailed()[before:]) == owing(match)


def test_the_signal_and_the_sweep_together_tell_once(match):
    seat = due(match)[0]
    for _twice in range(2):
        answers = signals.turns_due.send_robust(Match, match_ids=[match.pk])
        assert all(not isinstance(answer, Exception) for _who, answer in answers)
    sweeps.notify_due()
    assert mailed().count(seat.user.email) == 1
    assert Notice.objects.filter(user=seat.user, kind=YourTurn.code).count() == 1


def test_a_signal_tells_of_what_is_due_by_then(match):
    before = due(match)[0]
    move(match, before)
    signals.turns_due.send(Match, match_ids=[match.pk])
    told = Notice.objects.values_list("user", "seat", "decision")
    assert set(told) == {(seat.user_id, seat.index, seat.due_decision) for seat in due(match)}
    assert before.due_decision not in {decision for _user, _seat, decision in told}


def test_many_matches_are_announced_by_a_few_statements(match, django_assert_max_num_queries):
    others = [running_match("lantern", [person(f"a{n}"), person(f"b{n}")]) for n in range(8)]
    with django_assert_max_num_queries(8):
        announce_due([match.pk, *(other.pk for other in others)])
    assert Notice.objects.filter(kind=YourTurn.code).count() == 9


def test_silent_while_looking_and_mailed_a_minute_later_if_still_due(match, at):
    seat = due(match)[0]
    at(minutes=1)
    presence.mark_seen(match, seat)
    sweeps.notify_due()
    assert seat.user.email not in mailed()
    at(minutes=1, seconds=59)
    sweeps.notify_due()
    assert seat.user.email not in mailed()
    at(minutes=2, seconds=1)
    sweeps.notify_due()
    assert seat.user.email in mailed()


def test_a_player_who_moves_while_looking_is_never_mailed_about_it(match, at):
    seat = due(match)[0]
    at(minutes=1)
    presence.mark_seen(match, seat)
    sweeps.notify_due()
    move(match, seat)
    at(hours=1)
    sweeps.notify_due()
    told = Notice.objects.get(user=seat.user, decision=seat.due_decision, seat=seat.index, kind=YourTurn.code)
    assert told.state == State.MOOT


@pytest.mark.parametrize(
    "change", [{"mail_notices": False}, {"email": ""}, {"is_guest": True}, {"banned_at": "2026-01-01T00:00:00Z"}]
)
def test_mail_is_not_sent_to_those_who_do_not_want_it(match, change):
    seat = due(match)[0]
    User.objects.filter(pk=seat.user_id).update(**change)
    sweeps.notify_due()
    assert seat.user.email not in mailed()
    assert not Delivery.objects.filter(endpoint__user=seat.user).exists()


@pytest.mark.parametrize("embedded", [True, False])
def test_people_of_the_demo_are_mailed_only_where_mails_stay_on_the_site(match, settings, embedded):
    settings.EMBEDDED = embedded
    seat = due(match)[0]
    User.objects.filter(pk=seat.user_id).update(is_demo=True)
    sweeps.notify_due()
    assert (seat.user.email in mailed()) is embedded


def test_a_seat_that_a_bot_plays_for_a_player_is_silent(match):
    seat = due(match)[0]
    Seat.objects.filter(pk=seat.pk).update(bot="easy")
    sweeps.notify_due()
    assert seat.user.email not in mailed()


def test_the_end_is_notified_to_all_who_have_not_seen_it(match):
    ended = play_to_end(match)
    seen, unseen = ended.seats.order_by("index")
    presence.mark_seen(ended, seen)
    signals.match_finished.send(Match, match_id=match.pk)
    sweeps.notify_due()
    sweeps.notify_due()
    subjects = OutboxMail.objects.filter(subject__contains="is over")
    assert list(subjects.values_list("to", flat=True)) == [unseen.user.email]


def test_a_finished_match_owes_nobody_a_your_turn_mail(match):
    sweeps.notify_due()
    seat = due(match)[0]
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    OutboxMail.objects.all().delete()
    sweeps.notify_due()
    assert not OutboxMail.objects.filter(subject__contains="turn").exists()


def test_an_invitation_is_notified_once_while_the_table_is_open(lantern, at):
    giulia, bianca = member("Giulia"), member("Bianca")
    table = tables.open_table(host=giulia, title="lantern", seats=2, settings={}, pace="standard", access="invited")
    tables.invite(host=giulia, match_id=table.pk, user=bianca)
    sweeps.notify_due()
    assert mailed() == []
    at(minutes=1, seconds=1)
    sweeps.notify_due()
    sweeps.notify_due()
    assert mailed() == [bianca.email]
    assert "Giulia invites you" in OutboxMail.objects.get().subject


def test_guests_have_notices_but_no_mail(lantern):
    guest = create_guest()
    running_match("lantern", [guest, member("Bianca")])
    sweeps.notify_due()
    assert all(to.startswith("bianca") for to in mailed())


def test_a_dead_mail_server_is_tried_again_a_few_times_then_given_up(match, settings, at):
    settings.EMAIL_BACKEND = "tests.notices.broken.BrokenBackend"
    people = len(owing(match))
    for hour in range(12):
        at(hours=3 * hour)
        assert sweeps.notify_due() == 0
    deliveries = Delivery.objects.filter(topic="turn")
    assert [delivery.state for delivery in deliveries] == [DeliveryState.FAILED] * people
    assert {delivery.attempts for delivery in deliveries} == {6}
    assert not Endpoint.objects.exclude(failing_since=None, off_at=None).exists(), "the fault is not the readers'"


def test_mail_goes_out_when_the_server_is_back(match, settings, at):
    works = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "tests.notices.broken.BrokenBackend"
    sweeps.notify_due()
    settings.EMAIL_BACKEND = works
    assert sweeps.notify_due() == 0, "not at once again"
    at(minutes=2)
    sweeps.notify_due()
    assert set(mailed()) == owing(match)


def test_one_broken_row_stops_no_other(lantern, monkeypatch):
    giulia, bianca, carla = member("Giulia"), member("Bianca"), member("Carla")
    broken, fine = (running_match("lantern", [one, carla]) for one in (giulia, bianca))
    words = YourTurn.words

    def breaks_for_one(kind, notice):
        if notice.match_id == broken.pk:
            raise KeyError("a title without a name")
        return words(kind, notice)

    monkeypatch.setattr(YourTurn, "words", breaks_for_one)
    assert sweeps.notify_due() == len(owing(fine))
    waiting = Delivery.objects.filter(notice__match=broken, state=DeliveryState.WAITING, attempts=1)
    assert waiting.count() == len(owing(broken))


def test_what_another_worker_has_leased_is_left_to_it(match):
    sweeps.find_missing()
    passing_on.pass_on_due()
    leased = leasing.lease("mail", clock.now(), failing=False)
    assert {parcel.endpoint.user.email for parcel in leased} == owing(match)
    assert leasing.lease("mail", clock.now(), failing=False) is None
    assert delivering.deliver("mail") == 0
    assert not OutboxMail.objects.exists()


def test_what_a_killed_worker_had_leased_is_sent_after_the_lease(match, at):
    sweeps.find_missing()
    passing_on.pass_on_due()
    leasing.lease("mail", clock.now(), failing=False)
    at(minutes=5, seconds=1)
    assert delivering.deliver("mail") == len(owing(match))
    assert set(mailed()) == owing(match)


def test_old_notices_are_forgotten_but_not_those_of_running_matches(match, at):
    other = play_to_end(running_match("lantern", list(User.objects.order_by("pk"))))
    sweeps.notify_due()
    at(days=130)
    cleaning.prune()
    assert not Notice.objects.filter(match=other).exists()
    assert Notice.objects.filter(match=match).exists()


def test_an_old_end_is_not_notified(match, at):
    play_to_end(match)
    at(days=2, minutes=1)
    sweeps.notify_due()
    assert not OutboxMail.objects.filter(subject__contains="is over").exists()


def test_an_end_that_is_seen_before_its_mail_leaves_is_not_mailed(match, at):
    ended = play_to_end(match)
    finding.notify(MatchFinished, match_id=ended.pk)
    seen, unseen = ended.seats.order_by("index")
    at(minutes=10)
    presence.mark_seen(ended, seen)
    at(hours=1)
    sweeps.notify_due()
    mails = OutboxMail.objects.filter(subject__contains="is over")
    assert list(mails.values_list("to", flat=True)) == [unseen.user.email]


def test_a_seat_that_was_given_up_before_its_mail_leaves_is_silent(lantern):
    people = [member("Giulia"), member("Bianca"), member("Carla")]
    match = running_match("lantern", people)
    seat = due(match)[0]
    finding.notify(YourTurn, match__in=[match.pk])
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    sweeps.notify_due()
    assert seat.user.email not in mailed()
    assert Notice.objects.get(user=seat.user, kind=YourTurn.code).state == State.MOOT
    assert not Notice.objects.filter(user=seat.user, kind=MatchFinished.code).exists()


def test_a_signal_tells_of_the_matches_that_it_names_alone(match):
    other = running_match("lantern", [person("carla"), person("dora")])
    finding.notify(YourTurn, match__in=[match.pk])
    assert {notice.match_id for notice in Notice.objects.all()} == {match.pk}
    finding.notify(YourTurn, match__in=[match.pk, other.pk])
    told = sorted(Notice.objects.values_list("match", "user"))
    assert told == sorted((each.pk, seat.user_id) for each in (match, other) for seat in due(each))
