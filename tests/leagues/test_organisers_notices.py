"""Notices for organisers about what waits for them: by few mails, while it waits."""

from datetime import timedelta

import pytest

from games import clock
from leagues.core.rules import Format
from leagues.core.timetable import StepKind
from leagues.models import LogEntry
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.organising import roles
from leagues.services.timetable import steps
from masques_site.notices.kinds.base import WAIT
from masques_site.notices.kinds.leagues import ORGANISERS_PAUSE, OfLeague
from masques_site.notices.models import Notice, OutboxMail, State
from tests.accounts.cast import OUTBOX
from tests.cast import person
from tests.leagues.cast import give_role, opened, tick
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture(autouse=True)
def outbox(settings):
    settings.EMAIL_BACKEND = OUTBOX
    settings.SITE_URL = "https://masques.example"


@pytest.fixture
def season(travel):
    """Olga owns it, Otto organises, Mod moderates; who wants to play asks."""
    season = opened(Format.PODS, 3, people=4)
    for name, kind in (("otto", "organiser"), ("mod", "moderator")):
        give_role(season.league, name, kind)
    Notice.objects.all().delete()
    LogEntry.objects.all().delete()
    season.league.admission = "approval"
    season.league.save()
    return season


def sent(name):
    return list(OutboxMail.objects.filter(to=f"{name}@example.org").order_by("pk"))


def told(name):
    notices = Notice.objects.filter(user__username=name, kind=OfLeague.code).order_by("pk")
    return [notice.log_entry.verb for notice in notices.select_related("log_entry")]


def ask(season, name, kind="appeal"):
    return requests.ask(user=person(name), season_id=season.pk, kind=kind)


def wait(travel, distance):
    sweeps.notify_due()
    travel(distance)
    sweeps.notify_due()


def test_a_waiting_request_is_notified_to_those_who_may_answer_it(season, travel):
    ask(season, "player0")
    wait(travel, WAIT)
    for name in ("olga", "otto"):
        (mail,) = sent(name)
        assert "player0 made a request: a different decision by the organisers." in mail.text
        assert "https://masques.example/leagues/lantern-league/organise/" in mail.text
    assert (told("mod"), told("player0"), told("player1")) == ([], [], [])


def test_an_entry_request_is_notified_to_moderators_too(season, travel):
    entries.sign_up(user=person("anna"), season_id=season.pk)
    wait(travel, WAIT)
    assert [len(sent(name)) for name in ("olga", "otto", "mod")] == [1, 1, 1]
    assert "anna asked to join." in sent("mod")[0].text


def test_a_held_step_is_notified_to_the_others(season, travel):
    steps.hold(actor=person("otto"), season_id=season.pk, reason="Wait for anna.")
    wait(travel, WAIT)
    assert (told("olga"), told("otto"), told("mod")) == (["held"], [], [])
    assert "Wait for anna." in sent("olga")[0].text


def test_a_failing_step_is_notified_once_a_day_until_it_is_done(season, travel, monkeypatch):
    def fail(season, step):
        raise RuntimeError("out of luck")

    whole = steps.ACTIONS[StepKind.CLOSE_SIGN_UP]
    monkeypatch.setitem(steps.ACTIONS, StepKind.CLOSE_SIGN_UP, fail)
    travel(season.steps.get(kind="close_sign_up").at - clock.now())
    for _attempt in range(3):
        assert steps.do_due_steps() == 0
        travel(steps.TROUBLE)
    sweeps.notify_due()
    assert (told("olga"), told("mod")) == (["step_failed"], [])
    assert "A step failed and will be retried every few minutes: sign-up closes." in sent("olga")[0].text
    travel(timedelta(days=1))
    steps.do_due_steps()
    sweeps.notify_due()
    assert told("olga") == ["step_failed"] * 2
    travel(steps.TROUBLE)
    monkeypatch.setitem(steps.ACTIONS, StepKind.CLOSE_SIGN_UP, whole)
    tick()
    sweeps.notify_due()
    assert Notice.objects.filter(user=person("olga")).latest("pk").state == State.MOOT


def test_an_organiser_has_one_mail_in_ten_minutes_at_most(season, travel):
    ask(season, "player0")
    wait(travel, WAIT)
    for name in ("player1", "player2"):
        ask(season, name)
        wait(travel, WAIT)
    assert len(sent("olga")) == 1
    travel(ORGANISERS_PAUSE - 2 * WAIT)
    sweeps.notify_due()
    assert len(sent("olga")) == 2
    assert "player1 made a request" in sent("olga")[1].text
    assert "player2 made a request" in sent("olga")[1].text


def test_answered_or_foreign_matters_are_not_mailed(season, travel):
    row = ask(season, "player0")
    sweeps.notify_due()
    requests.answer(actor=person("olga"), request_id=row.pk, grant=False, reason="no")
    travel(WAIT)
    sweeps.notify_due()
    assert sent("otto") == []
    ask(season, "player1")
    sweeps.notify_due()
    roles.dismiss(actor=person("olga"), league_id=season.league_id, user=person("otto"))
    travel(WAIT)
    sweeps.notify_due()
    assert "player1 made a request" not in "".join(mail.text for mail in sent("otto"))
    assert len(sent("olga")) == 1


def test_organisers_get_no_notice_of_their_own_requests(season):
    entries.sign_up(user=person("otto"), season_id=season.pk)
    ask(season, "otto")
    sweeps.notify_due()
    assert (told("otto"), told("olga")) == ([], ["request_open"])
