"""Notices of a league: once, by one mail for all, with a link, and while they matter."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games import clock
from leagues.core.rules import Format
from leagues.log_text import SENTENCES
from leagues.models import TOLD_TO_ORGANISERS, LogEntry, Season
from leagues.selectors.concerns import TOLD
from leagues.services.deciding import cards, requests, undo
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.leaving import substitutes
from leagues.services.organising import leagues
from leagues.services.organising.log import note
from masques_site.accounts.models import User
from masques_site.notices.kinds.base import WAIT
from masques_site.notices.kinds.leagues import OfLeague
from masques_site.notices.models import Notice, OutboxMail, State
from tests.accounts.cast import OUTBOX
from tests.cast import person
from tests.leagues.cast import make_league, newest, run_until, sign_up_all, sweep
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture(autouse=True)
def outbox(settings):
    settings.EMAIL_BACKEND = OUTBOX
    settings.SITE_URL = "https://masques.example"


def mails_to(name: str) -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(to=f"{name}@example.org").order_by("pk"))


def of_leagues(name: str) -> list[Notice]:
    notices = Notice.objects.filter(user__username=name, kind=OfLeague.code).select_related("log_entry")
    return list(notices.order_by("pk"))


def verbs(name: str) -> list[str]:
    return [notice.log_entry.verb for notice in of_leagues(name)]


@pytest.fixture
def league(travel):
    return make_league(Format.PODS, 3, division_size=4, admission="approval")


@pytest.fixture
def season(league) -> Season:
    sweep()
    return newest(league)


def asked(season: Season, name: str = "anna"):
    return entries.sign_up(user=person(name), season_id=season.pk)


def test_every_shown_entry_has_a_sentence():
    assert TOLD | set(TOLD_TO_ORGANISERS) <= SENTENCES.keys(), "leagues/log_text.py knows no such verb"


def test_an_accepted_entry_is_notified_once_with_a_link_to_the_season(season, travel):
    entries.answer_entry(actor=person("olga"), entry_id=asked(season).pk, accept=True)
    sweeps.notify_due()
    assert mails_to("anna") == [], "it waits for more of its kind"
    travel(WAIT)
    for _twice in range(2):
        sweeps.notify_due()
    (mail,) = mails_to("anna")
    assert mail.subject == "Lantern League: olga accepted the sign-up of anna."
    assert "https://masques.example/leagues/lantern-league/1/" in mail.text
    assert "olga accepted the sign-up of anna." in mail.html
    assert verbs("anna") == ["accepted"]
    assert of_leagues("anna")[0].state == State.PASSED


def test_the_reason_of_an_organiser_is_in_the_mail(season, travel):
    entries.answer_entry(actor=person("olga"), entry_id=asked(season).pk, accept=False, reason="Full of <friends>.")
    sweeps.notify_due()
    travel(WAIT)
    sweeps.notify_due()
    (mail,) = mails_to("anna")
    assert "Full of <friends>." in mail.text
    assert "Full of &lt;friends&gt;." in mail.html


def test_several_things_share_one_mail(season, travel):
    leagues.invite(actor=person("olga"), league_id=season.league_id, user=person("anna"))
    entries.answer_entry(actor=person("olga"), entry_id=asked(season).pk, accept=True)
    sweeps.notify_due()
    travel(WAIT)
    sweeps.notify_due()
    (mail,) = mails_to("anna")
    assert "olga invited anna." in mail.text
    assert "olga accepted the sign-up of anna." in mail.text
    assert mail.subject == "2 pieces of league news for you"


def test_a_mail_is_in_the_language_of_its_reader(season, travel):
    User.objects.filter(pk=person("anna").pk).update(language="it")
    entries.answer_entry(actor=person("olga"), entry_id=asked(season).pk, accept=True)
    sweeps.notify_due()
    travel(WAIT)
    sweeps.notify_due()
    assert "olga ha accettato l’iscrizione di anna." in mails_to("anna")[0].text


def test_nobody_is_notified_of_their_own_or_seen_acts(season):
    asked(season)
    entry = asked(season, "bruno")
    entries.answer_entry(actor=person("olga"), entry_id=entry.pk, accept=True)
    entries.set_returns(user=person("bruno"), season_id=season.pk, returns=True)
    requests.ask(user=person("bruno"), season_id=season.pk, kind="withdrawal")
    sweeps.notify_due()
    assert verbs("anna") == []
    assert verbs("bruno") == ["accepted"]
    note(season.league, "appointed", season=season, actor=person("olga"), subject=person("olga"), kind="organiser")
    sweeps.notify_due()
    assert "appointed" not in verbs("olga")


@pytest.mark.parametrize(
    "change", [{"mail_notices": False}, {"email": ""}, {"is_guest": True}, {"banned_at": "2026-01-01T00:00:00Z"}]
)
def test_mail_is_not_sent_to_those_who_do_not_want_it(season, travel, change):
    entries.answer_entry(actor=person("olga"), entry_id=asked(season).pk, accept=True)
    User.objects.filter(pk=person("anna").pk).update(**change)
    sweeps.notify_due()
    travel(WAIT)
    sweeps.notify_due()
    assert OutboxMail.objects.count() == 0
    assert of_leagues("anna")[0].state == State.PASSED, "on the site"


def test_events_more_than_two_days_old_are_not_notified(season, travel):
    entries.answer_entry(actor=person("olga"), entry_id=asked(season).pk, accept=True)
    travel(timedelta(days=2, seconds=1))
    sweeps.notify_due()
    assert of_leagues("anna") == []


def test_a_sweep_with_nothing_to_tell_takes_two_statements_for_all_leagues(season):
    sweeps.notify_due()
    with CaptureQueriesContext(connection) as before:
        sweeps.notify_due()
    for number in range(3):
        make_league(Format.PODS, 3, name=f"League {number}")
    with CaptureQueriesContext(connection) as after:
        sweeps.notify_due()
    assert len(after) == len(before)
    assert sum("leagues_logentry" in query["sql"] for query in after) == 2


def test_a_season_tells_everybody_their_place_and_start_and_rank_by_three_statements(travel):
    league = make_league(Format.PODS, 3, division_size=4)
    sweep()
    season = newest(league)
    sign_up_all(season, 8)
    sweeps.notify_due()
    assert verbs("player3") == []
    run_until(travel, season, "draw")
    sweeps.notify_due()
    assert verbs("player3") == ["placed"]
    run_until(travel, season, "start")
    sweeps.notify_due()
    assert verbs("player3") == ["placed", "plays"]
    travel(WAIT)
    sweeps.notify_due()
    mail = next(mail for mail in mails_to("player3") if "has started" in mail.text)
    assert "/leagues/lantern-league/1/matches/" in mail.text
    run_until(travel, season, "finish")
    sweeps.notify_due()
    assert verbs("player3") == ["placed", "plays", "ranked"]
    line = of_leagues("player3")[-1].log_entry
    assert line.details["players"] == 4
    assert not line.is_public
    assert LogEntry.objects.filter(season=season, verb="ranked").count() == 8


def test_sign_up_opens_to_those_who_are_signed_up_again_and_those_who_played_before(travel):
    league = make_league(Format.PODS, 3, division_size=4)
    sweep()
    season = newest(league)
    sign_up_all(season, 5)
    season.entries.filter(user=person("player1")).update(returns=None)
    season.entries.filter(user=person("player2")).update(returns=False)
    run_until(travel, season, "next_season")
    sweep()
    sweeps.notify_due()
    assert verbs("player0")[-1] == "signed_up_again"
    assert verbs("player1")[-1] == "may_return"
    assert "may_return" not in verbs("player2"), "who said no is asked no more"
    entries.sign_up(user=person("player1"), season_id=newest(league).pk)
    travel(WAIT)
    sweeps.notify_due()
    assert of_leagues("player1")[-1].state == State.MOOT
    assert of_leagues("player0")[-1].state == State.PASSED


def test_the_following_season_says_who_was_promoted(travel):
    league = make_league(Format.ROUND_ROBIN, 2, division_size=4)
    season = newest(league)
    sweep()
    sign_up_all(season, 8)
    run_until(travel, season, "next_season")
    run_until(travel, newest(league), "draw")
    moved = LogEntry.objects.filter(season=newest(league), verb="moved_to", details__movement="promoted")
    assert moved.get().details["division"] == "1"


def test_a_cancelled_season_is_notified_to_those_who_signed_up(season):
    asked(season)
    from leagues.services.timetable import seasons

    seasons.cancel(actor=person("olga"), season_id=season.pk, reason="No tables.")
    sweeps.notify_due()
    assert verbs("anna") == ["not_held"]


def test_a_decision_about_a_player_that_is_undone_is_notified_with_the_reason(season, travel):
    entries.answer_entry(actor=person("olga"), entry_id=asked(season).pk, accept=False)
    undo.undo(actor=person("olga"), line_id=season.log.get(verb="declined").pk, reason="The wrong anna.")
    sweeps.notify_due()
    assert verbs("anna") == ["declined", "undone"]
    assert verbs("olga") == ["asked"]
    travel(WAIT)
    sweeps.notify_due()
    (mail,) = mails_to("anna")
    assert "olga undid the rejection of a player." in mail.text
    assert "The wrong anna." in mail.text


def test_a_card_that_is_taken_back_is_notified_with_the_reason(season, travel):
    card = asked(season).cards.create(began_at=clock.now(), kind="warning")
    cards.lift(actor=person("olga"), card_id=card.pk, reason="Was ill.")
    sweeps.notify_due()
    assert verbs("anna") == ["card_lifted"]
    travel(WAIT)
    sweeps.notify_due()
    (mail,) = mails_to("anna")
    assert "olga withdrew a warning given to anna." in mail.text
    assert "Was ill." in mail.text


def test_a_challenge_is_notified_with_its_deadline_until_it_is_answered(travel):
    league = make_league(Format.LADDER, 2)
    sweep()
    season = newest(league)
    sign_up_all(season, 3)
    below, above = (season.entries.get(user=person(name)) for name in ("player1", "player0"))
    challenges.challenge(user=below.user, season_id=season.pk, entry_id=above.pk)
    sweeps.notify_due()
    travel(WAIT)
    sweeps.notify_due()
    (mail,) = mails_to("player0")
    assert "player1 challenged player0." in mail.text
    assert "You have until" in mail.text
    travel(timedelta(days=3, hours=1))
    challenges.end_unanswered()
    sweeps.notify_due()
    assert verbs("player0") == ["challenged", "challenge_unanswered"]
    assert verbs("player1") == ["place_taken"]


def test_an_answered_challenge_is_not_mailed_any_more(travel):
    league = make_league(Format.LADDER, 2)
    sweep()
    season = newest(league)
    sign_up_all(season, 2)
    below, above = (season.entries.get(user=person(name)) for name in ("player1", "player0"))
    row = challenges.challenge(user=below.user, season_id=season.pk, entry_id=above.pk)
    sweeps.notify_due()
    challenges.accept(user=above.user, challenge_id=row.pk)
    travel(WAIT)
    sweeps.notify_due()
    assert of_leagues("player0")[0].state == State.MOOT
    sweeps.notify_due()
    assert verbs("player1") == ["challenge_accepted"]


def test_an_offered_seat_is_notified_until_the_offer_has_passed(travel):
    league = make_league(Format.PODS, 3, division_size=4)
    sweep()
    season = newest(league)
    sign_up_all(season, 4)
    season = run_until(travel, season, "start")
    sweep()
    season.fixtures.update(state="planned")  # the matches were played at once: one is restarted below
    season.fixtures.update(match=None)
    fixture = season.fixtures.order_by("number").first()
    from games.services.match.arranged import start_match
    from games.services.match.play import resign

    people = [seat.entry.user for seat in fixture.seats.select_related("entry__user").order_by("seat")]
    fixture.match = start_match(people=people, title="lantern", pace="standard", access="open", source="test:1")
    fixture.state = "running"
    fixture.save()
    resign(actor=people[0], match_id=fixture.match_id, seat=0)
    for name in ("sub", "other"):
        entries.join_substitutes(user=person(name), season_id=season.pk)
    assert substitutes.offer_seats() == 1
    sweeps.notify_due()
    assert verbs("sub") == ["seat_offered"]
    travel(substitutes.OFFER)
    substitutes.offer_seats()
    sweeps.notify_due()
    assert of_leagues("sub")[0].state == State.MOOT
    assert verbs("other") == ["seat_offered"]
    travel(WAIT)
    sweeps.notify_due()
    assert "https://masques.example/leagues/lantern-league/1/" in mails_to("other")[-1].text


def test_a_notice_is_about_a_match_or_a_line_of_a_log_and_about_that_line_once(season):
    line = LogEntry.objects.filter(league=season.league).first()
    anna = person("anna")
    for wrong in ({}, {"log_entry": line}):
        if wrong:
            Notice.objects.create(user=anna, kind=OfLeague.code, **wrong)
        with pytest.raises(IntegrityError), transaction.atomic():
            Notice.objects.create(user=anna, kind=OfLeague.code, **wrong)
