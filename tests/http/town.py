"""A small town for tests of the front door: one person of every kind, and one thing of every kind."""

import time
from datetime import timedelta
from functools import cached_property
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group, Permission
from django.test import Client

from companion.models import Play
from companion.services.rooms import opening, sitting
from games import clock
from games.models import BotFailure, BreakGlass, Invitation
from games.services.waiting import tables
from masques_site.accounts import friends, moderation, pauses
from masques_site.accounts.addresses import feed_token, unsubscribe_token
from masques_site.accounts.models import ModerationAct, User
from masques_site.accounts.services import create_guest
from masques_site.notices import readers
from masques_site.notices.models import Endpoint, OutboxMail, Timing
from tests.accounts.cast import member
from tests.cast import play_to_end, running_match
from tests.companion.cast import recorded
from tests.http.seasons import HELPERS, Leagues
from tests.leagues.cast import flag_about

# Who comes to the door. The matches are anna's ("seated") and bruno's ("other"); a spectator brings private links.
ROLES = (
    "anonymous",
    "guest",
    "stranger",
    "seated",
    "other",
    "spectator",
    "blocked",
    "banned",
    "moderator",
    "staff",
    "superuser",
)
CODE = "TWNABC"  # of the play
EVERYBODY = (*ROLES, *HELPERS)  # who comes to the doors of leagues
NAMES = {
    "stranger": "Sandro",
    "seated": "Anna",
    "other": "Bruno",
    "blocked": "Vito",
    "banned": "Otto",
    "moderator": "Zeno",
    "staff": "Tullia",
    "superuser": "Dogaressa",
}


class Town:
    """People by role, and matches, tables and papers that they may or may not touch; the running match has these
    `settings`."""

    def __init__(self, **settings: str) -> None:
        self.settings = settings
        people = {role: member(name) for role, name in NAMES.items()}
        people["guest"] = create_guest()
        self.people: dict[str, User] = people
        for role in ("moderator", "staff", "superuser"):
            User.objects.filter(pk=people[role].pk).update(is_staff=True)
            totp.TOTP.activate(people[role], totp.generate_totp_secret())
        User.objects.filter(pk=people["superuser"].pk).update(is_superuser=True)
        people["moderator"].user_permissions.add(Permission.objects.get(codename="moderate"))
        for permission in Permission.objects.filter(codename__startswith="view_"):
            people["staff"].user_permissions.add(permission)
        anna, bruno = people["seated"], people["other"]
        self.running = running_match("lantern", [anna, bruno], **self.settings)
        self.finished = play_to_end(running_match("lantern", [anna, bruno]))
        self.private = running_match("lantern", [anna, bruno], access="link")
        self.table = tables.open_table(
            host=anna, title="lantern", seats=4, settings={}, pace="standard", access="open", bots=["easy"]
        )
        tables.join_table(user=bruno, match_id=self.table.pk)
        self.private_table = tables.open_table(
            host=anna, title="lantern", seats=3, settings={}, pace="standard", access="invited"
        )
        self.room = opening.open_room(
            host=anna, session="tablet", title="lantern", seats=3, settings={}, pace="glass-1", offers_rated=True
        )
        self.code = str(self.room.room.code)
        sitting.sit_down(user=bruno, session="phone", code=self.code)
        self.room.refresh_from_db()
        self._papers()
        self.play = self._play()

    def _papers(self) -> None:
        people = self.people
        anna, bruno = people["seated"], people["other"]
        moderation.block(blocker=anna, blocked=people["blocked"])
        friends.add(owner=anna, friend=people["stranger"])
        moderation.ban(moderator=people["moderator"], person=people["banned"], reason="stalls")
        self.report = moderation.report(reporter=bruno, reported=people["banned"], reason="stalling", text="Stalls.")
        self.act = ModerationAct.objects.get()
        self.flag = flag_about(anna.pk, bruno.pk, [self.finished.pk])
        Invitation.objects.create(match=self.private_table, user=bruno)
        self.invitation = Invitation.objects.get()
        self.mail = OutboxMail.objects.create(to="anna@example.org", subject="Hello", text="A link.", html="")
        self.glass = BreakGlass.objects.create(match=self.running, by="Vera", reason="a report")
        self.failure = BotFailure.objects.create(
            match=self.running, decision=0, seat=0, level="easy", cause=BotFailure.Cause.SLOW
        )
        self.session = UserSession.objects.create(
            user=anna, ip="127.0.0.1", session_key="another-browser", user_agent="a browser", data={}
        )
        self.factor = Authenticator.objects.get(user=people["moderator"])
        self.group = Group.objects.create(name="Helpers")
        self.email = EmailAddress.objects.get(user=anna)
        self.token, self.feed = unsubscribe_token(anna), feed_token(anna)
        # It is off: no test sends to it.
        self.endpoint = Endpoint.objects.create(
            user=anna,
            channel="webhook",
            url="https://93.184.216.34/hook",
            facts={"format": "json", "secret": "a-secret"},
            off_at=clock.now(),
            off_because=Endpoint.Off.CHOSEN,
        )
        self._have_read_their_notices()
        self.vacation = pauses.plan_vacation(anna, clock.now().date() + timedelta(days=30), 3)

    def _play(self) -> Play:
        """A play that anna recorded with bruno, who has not answered, and Tom, who has no account."""
        anna, bruno = self.people["seated"], self.people["other"]
        play = recorded(anna, (anna, 1), (bruno, 2), ("Tom", 3), title="lantern")
        Play.objects.filter(pk=play.pk).update(code=CODE, code_until=clock.now() + timedelta(days=1))
        return play

    def _have_read_their_notices(self) -> None:
        """Let all people have a mailbox and have seen their list, so that a look at the pages changes nothing."""
        people = self.people.values()
        boxes = [Endpoint(user=user, channel="mail") for user in people if readers.gets_mail(user)]
        Endpoint.objects.bulk_create(boxes, ignore_conflicts=True)
        rows = [Timing(user=user, read_at=clock.now()) for user in people]
        Timing.objects.bulk_create(rows, ignore_conflicts=True)

    @cached_property
    def leagues(self) -> Leagues:
        """The leagues, built when they are first asked for."""
        found = Leagues(self.people)
        self._have_read_their_notices()
        return found

    def client(self, role: str, **more: Any) -> Client:
        """Return a browser of a person of this kind. Users have just signed in with their password."""
        client = Client(raise_request_exception=False, **more)
        if role in self.people:
            client.force_login(self.people[role], backend="django.contrib.auth.backends.ModelBackend")
            session = client.session
            session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
            session.save()
        if role == "spectator":
            for match in (self.private, self.private_table, self.room):
                client.get(f"/matches/{match.pk}/?link={match.link_token}")
        return client
