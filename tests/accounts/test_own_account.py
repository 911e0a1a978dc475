"""Settings, export, deletion, sessions: one's own account in one's own hands."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.test import Client

from companion.services.plays import answering
from games import clock
from games.models import (
    CoachNote,
    EndProposal,
    Event,
    FormerHolder,
    Invitation,
    Match,
    MatchNote,
    Seat,
    StandingAnswer,
    Status,
)
from games.services.bot_moves.bots import play_bots
from games.services.match.play import resign
from games.services.waiting import tables
from leagues.core.rules import Format
from leagues.models import (
    BenchPlayer,
    CalendarEvent,
    Entry,
    LogEntry,
    RatedResult,
    ReplyHours,
    ReplyTimes,
    Request,
    Role,
    RoleOffer,
)
from leagues.models import Invitation as LeagueInvitation
from leagues.services.ratings import ledger
from masques_site.accounts import moderation, pauses
from masques_site.accounts.models import Friend, RetiredName, User
from masques_site.accounts.services import create_guest
from masques_site.notices.kinds.matches import Invited
from masques_site.notices.models import Delivery, Endpoint, Notice, Timing, TopicChoice
from tests.accounts.cast import PASSWORD, client_of, is_in, log_in, member, sign_up
from tests.cast import due, move, play_to_end, running_match
from tests.companion.cast import recorded
from tests.leagues.cast import make_league, newest

pytestmark = pytest.mark.django_db

SETTINGS = {
    "username": "Giulia", "timezone": "Europe/Rome", "language": "it", "theme": "dark", "confirm_moves": "on",
    "clear_boards": "on",
}  # fmt: skip


def test_settings_are_kept():
    user = member("Giulia")
    assert client_of(user).post("/account/settings/", SETTINGS).status_code == 302
    user.refresh_from_db()
    assert (user.timezone, user.language, user.theme) == ("Europe/Rome", "it", "dark")
    assert user.confirm_moves
    assert user.clear_boards
    assert user.mail_notices, "the page of notices has it"


def test_everybody_is_shown_at_their_table_until_they_hide():
    user = member("Giulia")
    client = client_of(user)
    assert user.show_presence
    page = client.get("/account/settings/").content.decode()
    assert "Show others when I’m at the table" in page
    for sent, expected in ({**SETTINGS, "show_presence": "on"}, True), (SETTINGS, False):
        client.post("/account/settings/", sent)
        user.refresh_from_db()
        assert user.show_presence is expected


def test_pages_speak_the_chosen_language_on_every_device():
    user = member("Giulia", language="it")
    client = client_of(user)
    assert '<html lang="it"' in client.get("/account/settings/").content.decode()
    assert client.cookies["django_language"].value == "it"


def test_the_language_form_of_the_footer_is_remembered():
    user = member("Giulia", language="it")
    client = client_of(user)
    client.post("/i18n/setlang/", {"language": "en", "next": "/account/settings/"})
    user.refresh_from_db()
    assert user.language == "en"
    assert '<html lang="en"' in client.get("/account/settings/").content.decode()


@pytest.mark.parametrize(("field", "value"), [("timezone", "Mars/Base"), ("language", "tlh"), ("username", "Admin")])
def test_impossible_settings_are_refused(field, value):
    user = member("Giulia")
    page = client_of(user).post("/account/settings/", {**SETTINGS, field: value})
    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert User.objects.get(pk=user.pk).username == "Giulia"


def test_a_new_name_moves_the_profile_and_keeps_the_old_name_from_others():
    user = member("Giulia")
    client_of(user).post("/account/settings/", {**SETTINGS, "username": "Contessa"})
    assert Client().get("/people/Contessa/").status_code == 200
    assert Client().get("/people/Giulia/").status_code == 404
    page = sign_up(Client(), "Giulia", "other@example.org")
    assert page.context["form"].errors["username"]


def test_export_holds_what_is_mine_and_no_secret(lantern):
    giulia, bianca = member("Giulia"), member("Bianca")
    match = play_to_end(running_match("lantern", [giulia, bianca]))
    answer = client_of(giulia).get("/account/export/")
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    data = json.loads(answer.content)
    assert data["account"]["username"] == "Giulia"
    assert data["addresses"][0]["email"] == "giulia@example.org"
    assert data["seats"][0]["match"] == match.pk
    assert {move["seat"] for move in data["moves"]} == {0}
    assert "bianca@example.org" not in answer.content.decode()
    assert giulia.password not in answer.content.decode()


def test_export_holds_nobody_elses_moves(lantern):
    giulia, bianca = member("Giulia"), member("Bianca")
    match = running_match("lantern", [giulia, bianca])
    play_to_end(match)
    mine = json.loads(client_of(giulia).get("/account/export/").content)["moves"]
    assert len(mine) == Event.objects.filter(match=match, actor=giulia.pk).count()


# Secrets, what follows from the name, and what says nothing about a member.
NOT_EXPORTED = "password name_key search_key address_key pauses_changed_at is_demo is_active is_staff is_superuser"
EXPORTED = {
    "account": "id username email is_guest date_joined last_login last_seen_at timezone language theme clear_boards "
    "confirm_moves goes_on turn_sound message_sound show_presence mail_notices automatic_vacation banned_at ban_reason",
    "names_given_up": "retired_at",
    "addresses": "email verified primary",
    "second_factors": "type created_at last_used_at",
    "sessions": "created_at ip user_agent",
    "nights": "since zone night_begin",
    "vacations": "begin end days zone is_automatic",
    "blocks": "blocked__username created_at",
    "friends": "friend__username created_at",
    "match_notes": "match_id text changed_at",
    "standing_answers": "match_id key text at",
    "end_proposals": "match_id at is_declined",
    "reports_made": "reported_name reason text match_id created_at closed_at answer",
    "seats": "match title seat status joined_at looked_at muted_at vacated_at outcome",
    "former_seats": "match_id seat left_at taken_over_at",
    "moves": "match_id ply kind seat text at",
    "invitations": "match_id created_at",
    "hints_read": "title key",
    "notices": "kind match_id created_at passed_at",
    "notice_choices": "topic channel when",
    "notice_timing": "quiet_from quiet_until digest digest_hour snoozed_until read_at",
    "endpoints": "channel label created_at failing_since off_at off_because",
    "deliveries": "channel topic state sent_at said",
    "league_entries": "league season state division rank returns banned_seasons tiers_lower signed_up_at left_at",
    "league_requests": "league season kind match text state answer asked_at",
    "league_log": "league season verb as details reason at",
    "league_roles": "league kind since",
    "league_role_offers": "league kind state at",
    "league_invitations": "league at",
    "league_bench": "league season at",
    "plays": "play_id title played_on state name place score answer answered_at claimed_at",
    "plays_recorded": "id title played_on place minutes note",
    "plays_disputed": "play_id text at closed_at",
    "reply_times": "match title pace finished_at counts",
    "calendar_events": "uid begins_at sequence modified_at",
    "ratings": "title pool mu sigma matches last",
    "rating_changes": "match title pool finished_at mu_before sigma_before mu_after sigma_after",
}


def test_every_column_of_an_account_is_exported_or_named_as_one_that_is_not():
    columns = {field.name for field in User._meta.concrete_fields}
    assert columns == {*EXPORTED["account"].split(), *NOT_EXPORTED.split()}


def choose_notices(user):
    """Let a user have a webhook, to which something was sent, and choices about notices."""
    TopicChoice.objects.create(user=user, topic="turn", channel="mail", when="digest")
    Timing.objects.create(user=user, digest_hour=user.pk % 24)
    url, secret = f"https://hooks.example.com/{user.username}", {"secret": f"key of {user.username}"}
    place = Endpoint.objects.create(user=user, channel="webhook", label=user.username, url=url, facts=secret)
    Delivery.objects.create(endpoint=place, topic="turn", said=f"answered to {user.username}")


def take_part(season, user, other):
    """Let a user have a part in a season and its league, which `other` had a hand in."""
    entry = Entry.objects.create(season=season, user=user)
    Request.objects.create(season=season, entry=entry, kind="appeal", text=f"asked by {user.username}")
    LogEntry.objects.create(league=season.league, season=season, verb="accepted", actor=other, subject=user)
    Role.objects.create(league=season.league, user=user, kind="moderator")
    RoleOffer.objects.create(league=season.league, user=user, kind="organiser", offered_by=other)
    LeagueInvitation.objects.create(league=season.league, user=user)
    BenchPlayer.objects.create(season=season, user=user)


def test_export_holds_declared_facts_about_oneself_and_none_about_anybody_else(lantern):
    """Everything that is exported happened to both, or one did it to the other."""
    giulia, bianca = member("Giulia"), member("Bianca")
    league = make_league(Format.PODS, 3, owner=member("Olga"))
    season = newest(league)
    match, another = (running_match("lantern", [giulia, bianca]) for _number in range(2))
    for _round in range(2):
        for seat in due(match):
            move(match, seat)
    for one, other in ((giulia, bianca), (bianca, giulia)):
        played = recorded(other, (other, 1), (one, 2))
        answering.dispute(user=one, play_id=played.pk, version=1, text=f"disputed by {one.username}")
    for one, other in ((giulia, bianca), (bianca, giulia)):
        client = Client(HTTP_USER_AGENT=f"browser of {one.username}", REMOTE_ADDR=f"192.0.2.{one.pk % 200}")
        log_in(client, one.username)
        client.get("/account/settings/")
        pauses.choose_night(one, 22 if one == giulia else 3)
        pauses.plan_vacation(one, clock.now().date() + timedelta(days=7), 2 if one == giulia else 3)
        moderation.block(blocker=one, blocked=other)
        Friend.objects.create(owner=one, friend=other)
        MatchNote.objects.create(match=match, user=one, text=f"noted by {one.username}")
        proposed = match if one == giulia else another
        StandingAnswer.objects.create(match=match, user=one, key="*", text="let", epoch=0)
        EndProposal.objects.create(match=proposed, user=one, seat=0, moves=0, agreed=[giulia.pk, bianca.pk])
        moderation.report(reporter=one, reported=other, reason="abuse", text=f"told by {one.username}")
        Authenticator.objects.create(user=one, type=Authenticator.Type.TOTP, data={"secret": f"key of {one.username}"})
        Invitation.objects.create(match=match, user=one)
        FormerHolder.objects.create(
            match=match, ply=900 + one.pk, seat=0, user=one, left_at=clock.now(), taken_over_at=clock.now()
        )
        CoachNote.objects.create(user=one, title="lantern", key="bridge")
        Notice.objects.create(match=match, user=one, kind=Invited.code)
        choose_notices(one)
        take_part(season, one, other)
        facts = {"title": "lantern", "pace": "standard", "finished_at": clock.now(), "counts": [1]}
        ReplyTimes.objects.create(match=match.pk, player=one.pk, **facts)
        ReplyHours.objects.create(player=one.pk, counts=[1] * 24)
        CalendarEvent.objects.create(user=one, uid="deadline-a-1", begins_at=clock.now(), modified_at=clock.now())
        RetiredName.objects.create(fingerprint=f"of {one.username}", user=one)
    seats = [{"player": giulia.pk, "place": 1}, {"player": bianca.pk, "place": 2}]
    facts = {"title": "lantern", "pool": "people.calm", "length": 12, "usual": 12}
    RatedResult.objects.create(match=match.pk, finished_at=clock.now(), seats=seats, **facts)
    ledger.rate_all_due()
    for one, other in ((giulia, bianca), (bianca, giulia)):
        text = client_of(one).get("/account/export/").content.decode()
        data = json.loads(text)
        assert len(data.pop("reply_hours")[0]) == 24
        assert set(data) == set(EXPORTED)
        for name, facts in EXPORTED.items():
            rows = [data[name]] if isinstance(data[name], dict) else data[name]
            assert rows, name
            assert {tuple(sorted(row)) for row in rows} == {tuple(sorted(facts.split()))}, name
        assert {move["seat"] for move in data["moves"]} == {0 if one == giulia else 1}
        assert [row["night_begin"] for row in data["nights"]] == [None, 22 if one == giulia else 3]
        assert [row["days"] for row in data["vacations"]] == [2 if one == giulia else 3]
        assert [row["text"] for row in data["reports_made"]] == [f"told by {one.username}"]
        assert [row["blocked__username"] for row in data["blocks"]] == [other.username]
        assert [row["email"] for row in data["addresses"]] == [one.email]
        assert [row["mu_after"] > 25 for row in data["rating_changes"]] == [one == giulia]
        assert [row["mu"] > 25 for row in data["ratings"]] == [one == giulia]
        assert len(data["invitations"]) == len(data["notices"]) == len(data["second_factors"]) == 1
        assert {row["user_agent"] for row in data["sessions"]} >= {f"browser of {one.username}"}
        assert sorted(row["as"] for row in data["league_log"]) == ["actor", "subject"]
        told = (f"browser of {other.username}", f"told by {other.username}", f"asked by {other.username}")
        told += (f"noted by {other.username}", f"answered to {other.username}", f"disputed by {other.username}")
        assert data["notice_timing"]["digest_hour"] == one.pk % 24
        assert [row["label"] for row in data["endpoints"]] == [one.username]
        for foreign in (*told, other.email, "key of", "hooks.example.com"):
            assert foreign not in text
        assert match.link_token not in text


def test_deleting_keeps_the_matches_for_the_others(lantern):
    giulia, bianca = member("Giulia"), member("Bianca")
    ended = play_to_end(running_match("lantern", [giulia, bianca]))
    running = running_match("lantern", [giulia, bianca])
    log = list(Event.objects.filter(match=ended).values_list("ply", "text"))
    client = Client()
    log_in(client, "Giulia")
    page = client.post("/account/delete/", {"password": PASSWORD, "sure": "on"})
    assert page.url == "/"
    assert not is_in(client)
    assert not User.objects.filter(pk=giulia.pk).exists()
    assert not EmailAddress.objects.filter(email="giulia@example.org").exists()
    assert Seat.objects.get(match=ended, index=0).user is None
    assert list(Event.objects.filter(match=ended).values_list("ply", "text")) == log
    assert Match.objects.get(pk=running.pk).status == Status.FINISHED, "with two seats, leaving loses"
    assert ended.pk in client_of(bianca).get("/people/Bianca/").content.decode()


def test_export_holds_no_move_that_a_bot_made_for_ones_seat(lantern):
    giulia = member("Giulia")
    match = running_match("lantern", [giulia, member("Bianca"), member("Carla")])
    resign(actor=giulia, match_id=match.pk, seat=0)
    for _decision in range(6):
        for seat in due(match):
            if not seat.bot:
                move(match, seat)
        play_bots(match.pk)
    assert Event.objects.filter(match=match, seat=0, kind="move", actor=None).exists()
    data = json.loads(client_of(giulia).get("/account/export/").content)
    assert [(row["kind"], row["text"]) for row in data["moves"]] == [("site", "resigned")]


def test_deleting_closes_ones_own_tables_and_frees_ones_seats_at_others(lantern):
    giulia, bianca = member("Giulia"), member("Bianca")
    own, others = (
        tables.open_table(host=host, title="lantern", seats=3, pace="standard", access="open")
        for host in (giulia, bianca)
    )
    tables.join_table(user=giulia, match_id=others.pk)
    tables.join_table(user=bianca, match_id=own.pk)
    client_of(giulia).post("/account/delete/", {"password": PASSWORD, "sure": "on"})
    assert Match.objects.get(pk=own.pk).status == Status.EXPIRED
    assert Match.objects.get(pk=others.pk).status == Status.OPEN
    assert list(Seat.objects.filter(match=others).values_list("user", flat=True)) == [bianca.pk]


def test_a_deleted_name_cannot_be_taken_by_another_player():
    client = client_of(member("Giulia"))
    client.post("/account/delete/", {"password": PASSWORD, "sure": "on"})
    page = sign_up(Client(), "Giulia", "other@example.org")
    assert page.context["form"].errors["username"]


@pytest.mark.parametrize("form", [{}, {"sure": "on"}, {"password": "wrong", "sure": "on"}, {"password": PASSWORD}])
def test_nobody_is_deleted_by_a_slip(form):
    user = member("Giulia")
    assert client_of(user).post("/account/delete/", form).status_code == 422
    assert User.objects.filter(pk=user.pk).exists()


def test_a_guest_deletes_with_a_tick():
    guest = create_guest()
    client_of(guest).post("/account/delete/", {"sure": "on"})
    assert not User.objects.filter(pk=guest.pk).exists()


def test_one_browser_can_be_signed_out_from_another():
    member("Giulia")
    here, there = Client(), Client(HTTP_USER_AGENT="an old telephone")
    log_in(here, "Giulia")
    log_in(there, "Giulia")
    page = here.get("/accounts/sessions/")
    assert "an old telephone" in page.content.decode()
    other = next(session for session in page.context["sessions"] if "telephone" in session.user_agent)
    here.post(f"/account/sessions/{other.pk}/end/")
    assert not Session.objects.filter(session_key=other.session_key).exists()
    assert there.get("/account/settings/").status_code == 302
    assert here.get("/account/settings/").status_code == 200


def test_nobody_signs_out_another_player():
    member("Giulia")
    victim = Client()
    log_in(victim, "Giulia")
    session = victim.get("/accounts/sessions/").context["sessions"][0]
    assert client_of(member("Bianca")).post(f"/account/sessions/{session.pk}/end/").status_code == 404
    assert victim.get("/account/settings/").status_code == 200


def test_a_password_change_signs_out_other_browsers():
    member("Giulia")
    here, there = Client(), Client()
    log_in(here, "Giulia")
    log_in(there, "Giulia")
    new = "regenschirm-im-keller-12"
    here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert here.get("/account/settings/").status_code == 200
    assert there.get("/account/settings/").status_code == 302
