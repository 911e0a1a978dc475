"""A match on the site that a league has arranged, and all that pages of leagues show while it is played."""

from dataclasses import dataclass, replace
from typing import Any

from django.core import mail
from django.test import TestCase
from django.urls import reverse

from games.models import Match
from games.selectors import matches as selectors
from games.views import spectators
from leagues import tasks
from leagues.core.rules import Format, default_rules
from leagues.models import Fixture, League
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.organising import leagues
from leagues.services.playing import standings, starting
from masques_site.accounts.addresses import calendar_token
from tests.cast import NAMES, person
from tests.http.doors import routes
from tests.http.seasons import hasten, newest
from tests.leagues.cast import forget_drawings
from tests.twins.histories import History
from tests.twins.recorder import Recording
from tests.twins.stage import Stage

SLUG = "lantern-league"
FIELD = 4  # players who sign up
ORGANISER = None  # the seat of a person who does not play: here the league's owner
SEALED = ("league", "json", "home")  # pages that are looked at while answers are sealed
# Addresses that take only POST, and so show nothing; all other addresses are looked at.
ACTIONS = frozenset(
    "sign_up leave returns join_bench leave_bench ask take_back accept_offer decline_offer answer_role challenge "
    "answer_challenge answer_entry take_out answer_request change_step correct role invite uninvite lift_card undo "
    "announce cancel close record_table offer_table withdraw_table".split()
)


@dataclass
class SeasonStage(Stage):
    """The stage of a fixture of a season in this `format`; Zeno, who does not play, owns the league."""

    format: Format = Format.PODS
    only: tuple[str, ...] = ()  # of these pages alone; all if empty

    def begin(self, people: list[Any]) -> Match:
        """Start and return the match of the season's first fixture, whose seats the schedule assigns."""
        rules = replace(default_rules(self.format, self.history.seats), table_results=True)
        terms = leagues.Terms(title=self.history.game.slug, rules=rules, settings=self.history.settings)
        with TestCase.captureOnCommitCallbacks(execute=True):
            self.league: League = leagues.create_league(owner=person("zeno"), name="Lantern League", terms=terms)
            season = newest(self.league)
            hasten(season, "open_sign_up")
            for name in NAMES[:FIELD]:
                entries.sign_up(user=person(name), season_id=season.pk, returns=True)
            hasten(season, "start")
            if self.format is Format.LADDER:
                first, second = season.entries.order_by("position")[:2]
                row = challenges.challenge(user=second.user, season_id=season.pk, entry_id=first.pk)
                challenges.accept(user=first.user, challenge_id=row.pk)
            starting.start_due()
        fixture = season.fixtures.select_related("match").order_by("number").first()
        people[:] = [seat.entry.user for seat in fixture.seats.select_related("entry__user").order_by("seat")]
        return fixture.match

    def told(self, history: History, viewer: int) -> Recording:
        """Return what pages of leagues show the seat `viewer`, the organiser and strangers if the match goes on as in
        `history`, from here by one decision."""
        recording = Recording(self.sessions[viewer])
        with self.undone():
            self.lay(history)
            selectors._replay_cache.replays.clear()
            spectators.drawings.kept.clear()
            forget_drawings()
            self.pages.anonymous_cache.kept.clear()
            self.decide(history, lambda: self.look(recording, viewer, "sealed ", SEALED), last=viewer)
            tasks.sweep()
            tasks.fill_seats()
            standings.recompute_season(newest(self.league))  # as after a result of another match
            self.look(recording, viewer, "", self.only)
            recording.mails(mail.outbox, self.match.seats.get(index=viewer).user.username)
            recording.moments(self.sent)
            address = reverse("leagues:season", args=[SLUG, 1])
            hints = [sent for sent in self.sent if sent.kind == "hint" and sent.to.startswith("season.")]
            recording.add("hints of the season", "\n".join(str(sent.message) for sent in hints).encode())
            recording.request("rev", f"{address}rev/")
        return recording

    def look(self, recording: Recording, viewer: int, when: str, only: tuple[str, ...]) -> None:
        """Record pages of leagues, as the viewer, the organiser and a stranger get them."""
        organiser = Recording(self.sessions[ORGANISER])
        for name, address in self.addresses(viewer):
            if only and name not in only:
                continue
            recording.request(f"{when}{name}", address)
            recording.request(f"{when}{name}", address, anonymous=True)
            organiser.request(f"{when}{name} of the organiser", address)
        recording.told += organiser.told

    def addresses(self, viewer: int) -> list[tuple[str, str]]:
        """Return the addresses that show something of leagues: their own, and the pages of others with a part of
        theirs."""
        user = self.match.seats.select_related("user").get(index=viewer).user
        fixture = Fixture.objects.get(match=self.match)
        entry = fixture.seats.get(seat=viewer).entry_id
        values = {
            "slug": SLUG,
            "number": 1,
            "token": calendar_token(user),
            "entry_id": entry,
            "fixture": fixture.number,
        }
        found = []
        for route, pattern in routes():
            space, _, name = route.rpartition(":")
            if space == "leagues" and name not in ACTIONS and not name.endswith("_of"):
                found.append(
                    (name, reverse(route, kwargs={key: values[key] for key in values if f":{key}>" in pattern}))
                )
        found += [
            ("match", reverse("games:match", args=[self.match.pk])),
            ("home", reverse("games:home")),
            ("lobby", reverse("games:lobby")),
        ]
        return [*found, ("profile", reverse("accounts:profile", args=[user.username]))]
