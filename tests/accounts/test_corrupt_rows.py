"""One value of a row about people that cannot be read costs nobody but its owner a page, a tick or a task."""

import random
from datetime import timedelta
from itertools import product

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps

from games import clock, tasks
from games.models import EndProposal, FormerHolder, Look, Match, Receipt, Spectator
from games.services.beside import coach, notes
from leagues import tasks as league_tasks
from masques_site.accounts import friends, pauses
from masques_site.accounts import tasks as account_tasks
from masques_site.accounts.models import Attempt
from masques_site.accounts.services import rename
from masques_site.notices import readers
from masques_site.notices import tasks as notice_tasks
from masques_site.notices.channels import CHANNELS
from masques_site.notices.models import ChannelSwitch, Delivery, OutboxMail, TopicChoice
from masques_site.notices.services import leasing
from tests.corrupt import (
    FLAGS,
    MOMENTS,
    NUMBERS,
    OBJECTS,
    PUBLIC_PAGES,
    WORDS,
    cases,
    one_of_each,
    plain_columns,
    suffer,
    visit,
)
from tests.http.town import Town
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern"), pytest.mark.timeout(3600)]

# What is written into each column, by table. Written down by hand: a column that is added has to be added here.
COLUMNS = {
    "accounts.User": {
        WORDS: "password email username name_key search_key timezone language theme address_key ban_reason",
        MOMENTS: "last_login date_joined last_seen_at pauses_changed_at banned_at",
        FLAGS: "is_superuser is_staff is_active is_guest is_demo clear_boards confirm_moves goes_on turn_sound "
        "message_sound show_presence mail_notices automatic_vacation",
    },
    "accounts.NightWindow": {WORDS: "zone", NUMBERS: "night_begin", MOMENTS: "since"},
    "accounts.Vacation": {WORDS: "zone", NUMBERS: "days", MOMENTS: "begin end", FLAGS: "is_automatic"},
    "accounts.RetiredName": {MOMENTS: "retired_at"},
    "accounts.Block": {MOMENTS: "created_at"},
    "accounts.Friend": {MOMENTS: "created_at"},
    "accounts.Report": {WORDS: "reported_name reason text match_id note answer", MOMENTS: "created_at closed_at"},
    "accounts.Attempt": {WORDS: "person digest url", MOMENTS: "at"},
    "accounts.ModerationAct": {WORDS: "person_name kind note", MOMENTS: "at"},
    "notices.Notice": {
        WORDS: "kind topic state",
        NUMBERS: "seat decision",
        MOMENTS: "created_at due_at passed_at",
        FLAGS: "is_response",
    },
    "notices.Endpoint": {
        WORDS: "channel label url off_because",
        NUMBERS: "seen_line",
        OBJECTS: "facts",
        MOMENTS: "created_at failing_since off_at",
    },
    "notices.Delivery": {
        WORDS: "topic state message said",
        NUMBERS: "attempts",
        MOMENTS: "created_at due_at sent_at",
        FLAGS: "is_gathered",
    },
    "notices.TopicChoice": {WORDS: "topic channel when"},
    "notices.Timing": {
        WORDS: "digest",
        NUMBERS: "quiet_from quiet_until digest_hour",
        MOMENTS: "snoozed_until read_at",
    },
    "notices.ChannelSwitch": {MOMENTS: "off_at"},
    "notices.OutboxMail": {WORDS: "to subject text html", OBJECTS: "headers", MOMENTS: "created_at"},
    "games.MatchNote": {WORDS: "text", NUMBERS: "version", MOMENTS: "changed_at"},
    "games.EndProposal": {NUMBERS: "seat moves number", OBJECTS: "agreed", MOMENTS: "at", FLAGS: "is_declined"},
    "games.CoachNote": {WORDS: "title key"},
    "games.Look": {NUMBERS: "holder at ply"},
    "games.Spectator": {WORDS: "key", MOMENTS: "at"},
    "games.Receipt": {WORDS: "client_move_id text", NUMBERS: "seat rev", MOMENTS: "at"},
    "games.Invitation": {MOMENTS: "created_at"},
    "games.BotFailure": {WORDS: "level cause detail", NUMBERS: "decision seat", MOMENTS: "at"},
    "games.BreakGlass": {WORDS: "by reason", MOMENTS: "at"},
    "games.FormerHolder": {NUMBERS: "ply seat", MOMENTS: "left_at taken_over_at"},
    "account.EmailAddress": {WORDS: "email", FLAGS: "verified primary"},
    "usersessions.UserSession": {
        WORDS: "ip session_key user_agent",
        OBJECTS: "data",
        MOMENTS: "created_at last_seen_at",
    },
    "mfa.Authenticator": {WORDS: "type", OBJECTS: "data", MOMENTS: "created_at last_used_at"},
}
SEALED = {"macs"}  # of rows of a match: tests/audit/test_seals.py
OF_MATCHES = {"Match", "MatchKey", "Seat", "Event", "Answer", "StandingAnswer", "BotTurn"}  # tests/services
OF_THE_SITE = {"Heartbeat", "Outage", "LookedThrough"}  # one row each, which sweeps write
APPS = ("accounts", "notices", "games")
PAGES = (*PUBLIC_PAGES, "/people/Anna/")
OF_ONESELF = (
    "/account/export/", "/account/settings/", "/account/friends/", "/account/pauses/", "/accounts/sessions/",
    "/notices/", "/notices/settings/",
)  # fmt: skip
OF_MODERATORS = ("/moderation/", "/moderation/suspicions/", "/outbox/", "/notices/desk/")
OWNED = {"notices.Endpoint": "user", "notices.Timing": "user", "notices.TopicChoice": "user"}
OWNED["notices.Delivery"] = "endpoint__user"
"""Tables with rows of many people, and the path to whose they are."""
TASKS = (
    tasks.sweep,
    tasks.prune_receipts,
    tasks.expire_tables,
    notice_tasks.sweep,
    notice_tasks.look_through_all,
    notice_tasks.prune_outbox,
    notice_tasks.prune,
    account_tasks.sweep,
    account_tasks.apply_pauses,
    account_tasks.prune_visits,
    account_tasks.prune_attempts,
    league_tasks.sweep,
    league_tasks.fill_seats,
    league_tasks.rate,
    league_tasks.find_flags,
)


def test_every_column_is_listed():
    stored = {model._meta.label: model for app in APPS for model in apps.get_app_config(app).get_models()}
    own = {name for name in COLUMNS if name.partition(".")[0] in APPS}
    assert {label for label in stored if label.partition(".")[2] not in OF_MATCHES | OF_THE_SITE} == own
    for name, columns in COLUMNS.items():
        assert set(" ".join(columns.values()).split()) == plain_columns(apps.get_model(name)) - SEALED, name


class Peopled(Town):
    """A town with a row in every table about people. Bruno is the owner of what goes wrong."""

    def __init__(self) -> None:
        super().__init__()
        anna, bruno = self.people["seated"], self.people["other"]
        pauses.plan_vacation(bruno, clock.now().date(), 2)
        pauses.choose_night(bruno, 22)
        friends.add(owner=anna, friend=bruno)
        rename(user=self.people["stranger"], username="Sandrina")
        notes.save_note(user=bruno, match=self.running, text="Keeps the lamps.", version=0)
        coach.put_away(user=bruno, title="lantern", key="first")
        now = clock.now()
        TopicChoice.objects.create(user=bruno, topic="turn", channel="mail", when="digest")
        ChannelSwitch.objects.create(channel="webhook")
        EndProposal.objects.create(match=self.running, user=bruno, seat=1, moves=0, number=1, agreed=[bruno.pk])
        FormerHolder.objects.create(
            match=self.running, ply=9, seat=1, user=bruno, left_at=now, taken_over_at=now, macs=b""
        )

    def row(self, name):
        """A row of Bruno's, or about him; rows that the site forgets by itself are made once more."""
        self._make_again(name)
        rows = apps.get_model(name).objects
        owner = {"accounts.User": "pk", **OWNED}.get(name)
        own = rows.filter(**{owner: self.people["other"].pk}) if owner else rows.order_by("-pk")
        row = own.first()
        assert row is not None, f"there is no {name} to write into"
        return row

    def _make_again(self, name):
        match, now = self.running, clock.now()
        if name == "usersessions.UserSession":
            UserSession.objects.get_or_create(
                user=self.people["seated"], session_key="elsewhere", defaults={"ip": "127.0.0.1", "user_agent": "one"}
            )
        elif name == "accounts.Attempt":
            Attempt.objects.get_or_create(person="2", digest="d", url="/tables/")
        elif name == "games.Spectator":
            Spectator.objects.get_or_create(match=match, key="somebody", defaults={"at": now})
        elif name == "games.Look":
            seat = match.seats.get(user=self.people["other"])
            Look.objects.get_or_create(seat=seat, defaults={"holder": seat.user_id, "at": 1_900_000_000, "ply": 1})
        elif name == "games.Receipt":
            more = {"seat": 1, "text": "let", "rev": 1, "at": now}
            Receipt.objects.get_or_create(match=match, client_move_id="a", defaults=more)
        elif name == "notices.OutboxMail":
            OutboxMail.objects.get_or_create(to="anna@example.org", subject="Hello", text="A link.", html="")
        elif name == "notices.Notice":
            tasks.announce(match.pk)
            sweeps.notify_due()
        elif name == "notices.Endpoint":
            readers.endpoints_of([self.people["other"]])
        elif name == "notices.Delivery":
            for endpoint in readers.endpoints_of([self.people["other"]])[self.people["other"].pk]:
                Delivery.objects.get_or_create(endpoint=endpoint, topic="test", state="waiting")


@pytest.fixture
def town():
    return Peopled()


def work():
    """The tasks that fail as a whole."""
    found = []
    for task in TASKS:
        try:
            task()
        except Exception as error:  # noqa: BLE001 - whatever it is
            found.append((task.name, repr(error)))
    for channel, failing in product(CHANNELS, (False, True)):
        try:
            leasing.due_now(clock.now())
            notice_tasks.deliver(channel, failing)
        except Exception as error:  # noqa: BLE001 - whatever it is
            found.append((channel, repr(error)))
    return found


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.reliability)])
def test_corrupt_values_stop_nobody_else(town, every):
    """One value of one column of each table is written; in the tier every value of every column."""
    readers = [town.client(role) for role in ("anonymous", "stranger", "seated")]
    moderators = [town.client("moderator")]
    pages = (*PAGES, *(f"/matches/{match.pk}/" for match in (town.running, town.table, town.finished)))
    draw, statuses = random.Random(28), dict(Match.objects.values_list("pk", "status"))

    def look(number, row):
        found = visit(readers, draw.sample(pages, 3)) + visit(readers[1:], draw.sample(OF_ONESELF, 2))
        found += visit(moderators, draw.sample(OF_MODERATORS, 1))
        found += work() if number % 8 == 0 else []
        for pk in Match.objects.filter(status="quarantined").values_list("pk", flat=True):
            found.append((pk, "set aside"))
            Match.objects.filter(pk=pk).update(status=statuses[pk])
        return found

    assert not [*visit(readers, pages), *visit(readers[1:], OF_ONESELF), *visit(moderators, OF_MODERATORS), *work()]
    chosen = list(cases(COLUMNS)) if every else one_of_each(cases(COLUMNS), draw)
    wrong = suffer(chosen, town.row, look)
    assert not wrong, "\n".join(map(str, wrong[:60]))


def test_a_player_who_has_a_name_that_no_address_can_hold_is_shown_by_number_and_its_opponents_play_on(town):
    anna, bruno = town.people["seated"], town.people["other"]
    for name in ("", "a/b"):
        type(bruno).objects.filter(pk=bruno.pk).update(username=name)
        page = town.client("seated").get(f"/matches/{town.running.pk}/")
        assert page.status_code == 200
        assert f"({bruno.pk})" in page.content.decode()
        assert type(bruno).objects.get(pk=bruno.pk).username == f"({bruno.pk})"
    assert type(anna).objects.get(pk=anna.pk).username == "Anna"


def test_an_unreadable_proposal_is_ignored_and_another_may_be_made(town):
    EndProposal.objects.filter(match=town.running).update(agreed={"x": 1}, at=clock.now() - timedelta(days=1))
    client = town.client("seated")
    ending = f"/matches/{town.running.pk}/ending/"
    assert client.post(ending, {"answer": "agree", "number": "1"}).status_code == 409
    assert client.post(ending).status_code == 303
    assert EndProposal.objects.get(match=town.running).agreed == [town.people["seated"].pk]
