"""The people of a simulation at play, by the site's services: each answers at their own pace, and sleeps at night."""

import random
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bench.notices.facts import Owed, Silence
from bench.notices.people import Persona

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TICK = 0.2  # seconds between two looks at what is owed
MATCHES = 30  # that run or fill at a time
SHAPES = (  # title, people, bots
    ("masques", 2, 0),
    ("maskera", 2, 0),
    ("masons", 2, 1),
    ("mascarade", 3, 1),
    ("masques", 1, 1),
    ("masons", 3, 0),
    ("mascarade", 4, 0),
    ("maskera", 2, 0),
)
NIGHT = (23, 7)  # of people without quiet hours
LATE, NEVER, LOOKS_FIRST = 0.08, 0.02, 0.15  # shares of the decisions


@dataclass
class Plan:
    """When a person answers a decision, and whether they look at it before; None: never."""

    since: datetime
    at: datetime | None
    looks_at: datetime | None


@dataclass
class Acts:
    """The acts of people, for the judge."""

    owed: list[Owed] = field(default_factory=list)
    silences: list[Silence] = field(default_factory=list)
    markers: dict[str, list[str]] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)


class Town:
    """All people and their matches, until a moment of the site's clock."""

    def __init__(self, users: Mapping[str, Any], people: Mapping[str, Persona], seed: int, until: datetime) -> None:
        from games import clock

        self.clock = clock
        self.users, self.people, self.until = dict(users), people, until
        self.rng = random.Random(seed)
        self.began = clock.now()
        self.plans: dict[tuple[str, int, int], Plan] = {}
        self.coming: list[tuple[datetime, str, str]] = []  # when, who, the table where they sit down
        self.acts = Acts()
        self.shape = 0
        span = until - self.began
        self.events = sorted(
            [
                (self.began + share * span, what)
                for what, shares in {
                    "snooze": (0.14, 0.3, 0.45, 0.6, 0.75),
                    "mute": (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8),
                    "block": (0.25, 0.55),
                    "propose": (0.35, 0.65, 0.85),
                }.items()
                for share in shares
            ]
        )

    def live(self) -> None:
        """Let everybody play until the end."""
        while self.clock.now() < self.until:
            began = time.monotonic()
            self.look_around()
            time.sleep(max(0.0, TICK - (time.monotonic() - began)))

    def look_around(self) -> None:
        """Do all that people do now."""
        now = self.clock.now()
        self.sit_down(now)
        self.open_tables(now)
        while self.events and self.events[0][0] <= now:
            what = self.events.pop(0)[1]
            with suppress_refusals():
                getattr(self, f"let_{what}")()
            self.acts.done[what] += 1
        self.answer(now)

    # Matches.

    def answer(self, now: datetime) -> None:
        """Make the moves that people make now, and the looks without a move."""
        from games.models import Seat, Status
        from games.services.beside import presence
        from games.services.beside.looks import kept

        owing = Seat.objects.filter(
            match__status=Status.RUNNING, due_decision__isnull=False, user__isnull=False, bot=""
        ).select_related("match", "user")
        for seat in owing:
            plan = self.plan(seat, now)
            if plan.looks_at is not None and plan.looks_at <= now:
                presence.note_look(seat.match, seat)
                plan.looks_at = None
                self.acts.done["look"] += 1
            if plan.at is not None and plan.at <= now:
                self.move(seat, plan)
        kept.write()

    def plan(self, seat: Any, now: datetime) -> Plan:
        """Return when the holder of `seat` makes the decision that they owe."""
        key = (seat.match_id, seat.index, seat.due_decision)
        if key not in self.plans:
            self.plans[key] = self.planned(seat, now)
        return self.plans[key]

    def planned(self, seat: Any, now: datetime) -> Plan:
        given = (seat.deadline or now + 2 * DAY) - now
        chance = self.rng.random()
        if chance < NEVER:
            return Plan(now, None, None)
        if chance < NEVER + LATE:
            return Plan(now, now + self.rng.uniform(0.91, 1.05) * given, None)
        wait = min(HOUR * self.rng.lognormvariate(0.9, 1.2), 0.8 * given)
        at = self.awake(seat.user, now + wait)
        looks = now + wait / 2 if self.rng.random() < LOOKS_FIRST else None
        return Plan(now, at, looks)

    def awake(self, user: Any, moment: datetime) -> datetime:
        """Return `moment`, or the next morning if `user` is asleep then."""
        persona = self.people[user.username]
        begin, end = persona.quiet or NIGHT
        local = moment.astimezone(ZoneInfo(persona.zone))
        asleep = begin <= local.hour < end if begin < end else local.hour >= begin or local.hour < end
        if not asleep:
            return moment
        return moment + HOUR * ((end - local.hour) % 24 + self.rng.random())

    def move(self, seat: Any, plan: Plan) -> None:
        """Let the holder of `seat` look at the match and make a random move."""
        from games.models import Seat, Status
        from games.selectors.matches import position
        from games.services.beside import presence
        from games.services.match import play

        match = seat.match
        state = position(match).state
        if seat.index not in state.deciders():
            return
        trial, parts = state.copy(), list[int]()
        while not parts or trial.composing(seat.index):
            parts.append(self.rng.choice(trial.options(seat.index)))
            trial.choose(seat.index, parts[-1])
        text = match.game.format_move(state, seat.index, parts)
        presence.note_look(match, seat)
        with suppress_refusals():
            play.play(
                actor=seat.user,
                match_id=match.pk,
                seat=seat.index,
                text=text,
                seen=match.decision,
                client_move_id=f"{self.rng.getrandbits(64):016x}",
            )
            self.acts.done["move"] += 1
            if seat.muted_at is None:
                since, until = plan.since.timestamp(), self.clock.now().timestamp()
                self.acts.owed.append(Owed(seat.user_id, match.pk, seat.index, seat.due_decision, since, until))
        if self.rng.random() < 0.3:
            for ended in Seat.objects.filter(user=seat.user, match__status=Status.FINISHED, end_seen_at=None)[:3]:
                presence.mark_end_seen(ended)

    def open_tables(self, now: datetime) -> None:
        """Open a table if few matches are played, and arrange who comes, and when."""
        from games.models import Match, Status
        from games.services.beside import notes
        from games.services.waiting import tables

        if Match.objects.filter(status__in=(Status.RUNNING, Status.OPEN)).count() >= MATCHES:
            return
        title, people, bots = SHAPES[self.shape % len(SHAPES)]
        self.shape += 1
        names = self.rng.sample(list(self.users), people)
        host, others = self.users[names[0]], names[1:]
        invites = bool(others) and self.rng.random() < 0.4
        with suppress_refusals():
            table = tables.open_table(
                host=host,
                title=title,
                seats=people + bots,
                settings={},
                pace=self.rng.choice(("fast", "fast", "standard")),
                access="invited" if invites else "open",
                bots=["easy"] * bots,
            )
            marker = f"marker-{secrets.token_hex(8)}"
            notes.save_note(user=host, match=table, text=f"I hold the {marker}", version=0)
            self.acts.markers[table.pk] = [marker]
            for name in others:
                if invites:
                    tables.invite(host=host, match_id=table.pk, user=self.users[name])
                    self.acts.done["invitation"] += 1
                when = self.awake(self.users[name], now + HOUR * self.rng.uniform(0.5, 8))
                self.coming.append((when, name, table.pk))
            self.acts.done["table"] += 1

    def sit_down(self, now: datetime) -> None:
        """Seat those who come to a table now. A block may keep one away: then the host closes it."""
        from games.models import Match, Status
        from games.services.waiting import tables

        for entry in [each for each in self.coming if each[0] <= now]:
            self.coming.remove(entry)
            _when, name, table = entry
            try:
                with suppress_refusals(again=True):
                    tables.join_table(user=self.users[name], match_id=table)
            except RefusedError:
                match = Match.objects.filter(pk=table, status=Status.OPEN).first()
                if match is not None and match.host is not None:
                    with suppress_refusals():
                        tables.close_table(user=match.host, match_id=table)

    # Choices.

    def let_snooze(self) -> None:
        """Let a person be left alone for days."""
        from masques_site.notices.models import Timing

        user = self.users[self.rng.choice(list(self.users))]
        until = self.clock.now() + self.rng.choice((1, 2, 3)) * DAY
        Timing.objects.update_or_create(user=user, defaults={"snoozed_until": until})
        self.acts.silences = [each for each in self.acts.silences if not self._replaced(each, user.pk)]
        self.acts.silences.append(Silence(user.pk, self.clock.now().timestamp(), until.timestamp()))

    def _replaced(self, silence: Silence, user: int) -> bool:
        """Return whether a silence is still on that the person replaces by another one."""
        is_plain = silence.user == user and not silence.match and silence.host is None
        return is_plain and silence.until > self.clock.now().timestamp()

    def let_mute(self) -> None:
        """Let a person mute one of their matches, until its end."""
        from games.models import Seat, Status
        from games.services.beside.mute import mute

        seats = Seat.objects.filter(match__status=Status.RUNNING, user__isnull=False, bot="", muted_at=None)
        seat = self.rng.choice(list(seats.select_related("match", "user").order_by("pk")))
        mute(user=seat.user, match=seat.match, is_muted=True)
        since = self.clock.now().timestamp()
        self.acts.silences.append(Silence(seat.user_id or 0, since, self.until.timestamp() * 2, match=seat.match_id))

    def let_block(self) -> None:
        """Let a person invite another one who blocks them before any sweep."""
        from games.services.waiting import tables
        from masques_site.accounts import moderation

        host, other = (self.users[name] for name in self.rng.sample(list(self.users), 2))
        table = tables.open_table(
            host=host, title="maskera", seats=2, settings={}, pace="fast", access="invited", bots=[]
        )
        tables.invite(host=host, match_id=table.pk, user=other)
        moderation.block(blocker=other, blocked=host)
        since = self.clock.now().timestamp()
        self.acts.silences.append(Silence(other.pk, since, self.until.timestamp() * 2, host=host.pk))

    def let_propose(self) -> None:
        """Let a player propose to end a match."""
        from games.models import Seat, Status
        from games.services.match import agreement

        seats = Seat.objects.filter(match__status=Status.RUNNING, user__isnull=False, bot="", match__seat_count__gt=1)
        seat = self.rng.choice(list(seats.select_related("user").order_by("pk")))
        agreement.propose(actor=seat.user, match_id=seat.match_id)


class RefusedError(Exception):
    """The site refused what a person wanted to do."""


class suppress_refusals(suppress):  # noqa: N801
    """Leaves a block at a refusal of the site: another one was quicker. `again`: raise `RefusedError` instead."""

    def __init__(self, *, again: bool = False) -> None:
        from games.core.errors import MoveError
        from games.refusals import Refusal

        super().__init__(Refusal, MoveError, IndexError)
        self.again = again

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        is_refused = super().__exit__(kind, error, trace)
        if is_refused and self.again:
            raise RefusedError from error
        return is_refused
