"""The leagues of the town: the smallest in which there is something behind every address of leagues."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from games import clock, tasks
from games.services.match import play
from leagues.core.decisions import Chosen, Decision
from leagues.core.rules import Format, default_rules
from leagues.models import (
    Admission,
    BenchOffer,
    Card,
    Challenge,
    Entry,
    League,
    LogEntry,
    Role,
    RoleOffer,
    Season,
    Step,
)
from leagues.selectors import consequences
from leagues.selectors.seasons import FixtureLine, match_of
from leagues.services.deciding import extensions, requests
from leagues.services.deciding.seen import Seen, newest_line
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.leaving import substitutes
from leagues.services.organising import leagues
from leagues.services.playing import starting
from leagues.services.timetable import seasons, steps
from masques_site.accounts.addresses import calendar_token
from masques_site.accounts.models import User
from tests.accounts.cast import member
from tests.leagues.tables import offered, people_of, recorded

Form = Callable[[], dict[str, Any]]
"""Computes the fields of a form when it is needed: most are never sent in a test, and some are slow to compute."""

# The rules of a league, changed.
CHANGED = {
    "name": "Renamed League",
    "description": "For everybody.",
    "sign_up_days": "7",
    "play_days": "42",
    "extension_days": "7",
    "objection_days": "3",
    "break_days": "7",
    "at_once": "0",
    "division_size": "6",
    "promoted": "1",
    "relegated": "2",
    "unfinished": "draw",
    "setting_wind": "calm",
    "setting_memory": "kept",
    "pace": "standard",
    "admission": "open",
}
# Acts in the leagues besides playing. The owner made them; none of these people plays.
HELPERS = {"owner": "Olga", "organiser": "Oreste", "helper": "Mina"}
REST = ("Piero", "Quirino", "Rita")  # fill the seasons; nobody asks for anything as one of these


class Leagues:
    """A season that is played, with all that can be asked of it, and a league in every other state.

    Anna and Bruno play in `played` and on `ladder`; Sandro is a substitute in `played`, and a seat is offered to him,
    and he is asked to organise it. Rita waits for an answer in `approved`. Anna is invited to `invited`.
    """

    def __init__(self, people: dict[str, User]) -> None:
        people |= {role: member(name) for role, name in HELPERS.items()}
        self.people = people
        self.rest = [member(name) for name in REST]
        self._play()
        self._climb()
        self.approved = self._made("Approved League", Format.ROUND_ROBIN, 2, admission=Admission.APPROVAL)
        self.asked: Entry = entries.sign_up(user=self.rest[2], season_id=newest(self.approved).pk)
        self.invited = self._made("Invited League", Format.ROUND_ROBIN, 2, admission=Admission.INVITATION)
        leagues.invite(actor=people["helper"], league_id=self.invited.pk, user=people["seated"])
        self.role_offer = RoleOffer.objects.create(
            league=self.played, user=people["stranger"], kind="organiser", offered_by=people["owner"]
        )
        self.over = self._made("Cancelled League", Format.CUP, 2)
        seasons.cancel(actor=people["organiser"], season_id=newest(self.over).pk, reason="Too hot.")
        self.calendar = calendar_token(people["seated"])
        self._of_before()
        self.closed = self._made("Closed League", Format.ROUND_ROBIN, 2)
        leagues.close_league(actor=people["owner"], league_id=self.closed.pk, reason="Enough.")
        self._of_before()

    def _of_before(self) -> None:
        """Let the leagues be older: five are as many as one person makes within a day."""
        LogEntry.objects.filter(verb="created").update(at=clock.now() - timedelta(days=2))

    def _made(self, name: str, format: Format, seats: int, **more: Any) -> League:
        """A league whose sign-up is open."""
        rules = replace(default_rules(format, seats), at_once=0, table_results=True)
        terms = leagues.Terms(title="lantern", rules=rules)
        league = leagues.create_league(owner=self.people["owner"], name=name, terms=terms, **more)
        for role, kind in (("organiser", "organiser"), ("helper", "moderator")):
            Role.objects.create(league=league, user=self.people[role], kind=kind)
        hasten(newest(league), "open_sign_up")
        return league

    def _play(self) -> None:
        """Tables of three for four people, of which one has given up a seat; a request, an offer, a card."""
        anna, bruno = self.people["seated"], self.people["other"]
        piero = self.rest[0]
        self.played = self._made("Lantern League", Format.PODS, 3)
        season = newest(self.played)
        for user in (anna, bruno, *self.rest[:2]):
            entries.sign_up(user=user, season_id=season.pk, returns=True)
        hasten(season, "start")
        starting.start_due()
        entries.join_substitutes(user=self.people["stranger"], season_id=season.pk)
        # Each of the four matches is played without one of the four. Piero leaves one with Bruno in it, so that the one
        # without Bruno runs with everybody in it: that is what Anna asks about, and what is not Bruno's to ask about.
        with_piero = season.fixtures.filter(seats__entry__user=piero, seats__seat__gt=0).order_by("number")
        left = with_piero.filter(seats__entry__user=bruno).first()
        play.resign(actor=piero, match_id=left.match_id, seat=left.seats.get(entry__user=piero).seat)
        tasks.announce(left.match_id)
        substitutes.offer_seats()
        self.offer = BenchOffer.objects.get(user=self.people["stranger"])
        self.own = season.fixtures.exclude(seats__entry__user=bruno).get()
        self.places = [str(place) for place in range(1, self.own.seats.count() + 1)]
        # Anna has recorded a result of that one at the real table, and offered the one of a match with Bruno.
        self.table_result = recorded(people_of(self.own), [1, 2, 3], recorder=anna)
        self.tabled = season.fixtures.exclude(seats__entry__user=piero).get()
        self.offered = offered(self.tabled, [1, 2, 3], recorder=anna)
        self.request = requests.ask(
            user=anna, season_id=season.pk, kind="correction", fixture_number=self.own.number, text="ONLY-ORGANISERS"
        )
        entry = season.entries.get(user=bruno)
        self.card = Card.objects.create(entry=entry, began_at=clock.now(), kind="yellow")
        self.season = newest(self.played)

    def _climb(self) -> None:
        """A ladder of four: Bruno, below Anna, has challenged her; Piero at its head is free."""
        self.ladder = self._made("Lantern Ladder", Format.LADDER, 2)
        season = newest(self.ladder)
        rows = [
            entries.sign_up(user=user, season_id=season.pk)
            for user in (self.rest[0], self.people["seated"], self.people["other"], self.people["organiser"])
        ]
        hasten(season, "start")
        self.top = rows[0]
        self.challenge: Challenge = challenges.challenge(
            user=self.people["other"], season_id=season.pk, entry_id=rows[1].pk
        )

    def values(self, action: str, *, private: bool) -> dict[str, Any]:
        """Return the values for an address of leagues; with `private` for those that only invited people may enter."""
        action = action.removesuffix("_of")
        at = self.played
        if action in {"sign_up", "answer_entry", "person", "take_out", "cancel", "change"}:
            at = self.invited if private else self.approved
        elif action in {"challenge", "answer_challenge"}:
            at = self.ladder
        elif action == "uninvite":
            at = self.invited
        elif action in {"announce", "undo"}:
            at = self.over
        elif action == "reopen":
            at = self.closed
        return {
            "slug": at.slug,
            "number": 1,
            "token": self.calendar,
            "entry_id": self.top.pk if action == "challenge" else self.asked.pk,
            "request_id": self.request.pk,
            "offer_id": self.role_offer.pk if action == "answer_role" else self.offer.pk,
            "challenge_id": self.challenge.pk,
            "card_id": self.card.pk,
            "fixture": (self.tabled if action == "withdraw_table" else self.own).number,
            "line_id": self.over.log.get(verb="cancelled").pk,
        }

    def form(self, action: str) -> dict[str, Any] | None:
        """Return the fields of a valid form for a league action, or None if they do not depend on this town."""
        make = {**self._of_seasons(), **self._of_matches(), **self._of_people()}.get(action)
        return make() if make is not None else None

    def _of_matches(self) -> dict[str, Form]:
        """Return the forms about matches of `played`, by action."""
        played, own = self.played, self.own

        def match() -> FixtureLine:
            return match_of(own, self.people["owner"])

        return {
            "ask": lambda: {"kind": "extension", "fixture": str(own.number), "text": "We are nearly there."},
            "correct": lambda: {
                "place": self.places,
                "reason": "Agreed by all.",
                "seen": seen(played, own),
                "sure": consequences.of_correcting(match(), [*map(int, self.places)]).revision,
            },
            "settle": lambda: {
                "do": "annul",
                "reason": "The wrong settings.",
                "seen": seen(played, own),
                "sure": consequences.of_deciding(match(), Chosen(Decision.ANNUL)).revision,
            },
            "record_table": lambda: {
                **{f"place_{place}": place for place in self.places},
                "played_on": clock.now().date().isoformat(),
            },
            "offer_table": lambda: {"play": self.table_result.pk},
            "withdraw_table": lambda: {"play": self.offered.pk},
            "extend_match": lambda: {"days": "3", "reason": "Holidays.", "seen": seen(played, own)},
            "extend_all": lambda: {
                "days": "3",
                "reason": "Holidays.",
                "seen": seen(played, extensions.open_matches(newest(played))),
            },
            "answer_request": lambda: {"answer": "grant", "reason": "Agreed.", "seen": seen(played, self.request)},
        }

    def _of_people(self) -> dict[str, Form]:
        """Return the forms about a person, by action."""
        approved = self.approved
        return {
            "answer_entry": lambda: {"answer": "accept", "reason": "Welcome.", "seen": seen(approved, self.asked)},
            "take_out": lambda: {
                "reason": "By mistake.",
                "do": "expel",
                "seen": seen(approved, self.asked),
                "sure": consequences.of_taking_out(newest(approved), self.asked, "Rita", expel=True).revision,
            },
            "lift_card": lambda: {"reason": "The site was away.", "seen": seen(self.played, self.card)},
        }

    def _of_seasons(self) -> dict[str, Form]:
        """Return the forms about leagues and seasons, by action."""
        played, approved, over, closed = self.played, self.approved, self.over, self.closed
        return {
            "change": lambda: {**CHANGED, "seen": seen(approved, approved)},
            "change_step": lambda: {
                "do": "hold",
                "reason": "Rain.",
                "at": "2031-01-01T12:00",
                "seen": seen(played, seasons.next_step(newest(played))),
            },
            "undo": lambda: {"reason": "It is cool again."},
            "announce": lambda: {"seen": seen(over, newest(over))},
            "cancel": lambda: {
                "reason": "Rain.",
                "seen": seen(approved, newest(approved)),
                "sure": consequences.of_cancelling(newest(approved)).revision,
            },
            "close": lambda: {
                "reason": "It was fun.",
                "seen": seen(played, newest(played)),
                "sure": consequences.of_closing(newest(played), has_started=True).revision,
            },
            "reopen": lambda: {"reason": "We go on.", "seen": seen(closed, newest(closed))},
        }


def seen(league: League, row: Any) -> str:
    """Return the fields of a form that shows the present row of a league."""
    return str(Seen(newest_line(league), row.revision))


def newest(league: League) -> Season:
    """The league's newest season, as it is stored now."""
    return league.seasons.select_related("league").latest("number")


def hasten(season: Season, kind: str) -> None:
    """Do the steps of a season's timetable at once, up to this one; the clock stands where it is."""
    done = Step.objects.filter(season=season, kind=kind, done_at__isnull=False)
    while not done.exists():
        season.steps.exclude(look_at=None).update(look_at=clock.now())
        assert steps.do_due_steps(), f"{kind} is not reached"
