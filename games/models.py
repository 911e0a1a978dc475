"""The stored part of a match: its log is the truth, everything else on these rows is a cache or a right."""

import secrets
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.beside_match import CLIENT_MOVE_ID as CLIENT_MOVE_ID
from games.beside_match import BotFailure as BotFailure
from games.beside_match import BreakGlass as BreakGlass
from games.beside_match import CoachNote as CoachNote
from games.beside_match import EndProposal as EndProposal
from games.beside_match import Heartbeat as Heartbeat
from games.beside_match import Invitation as Invitation
from games.beside_match import Look as Look
from games.beside_match import MatchNote as MatchNote
from games.beside_match import Outage as Outage
from games.beside_match import Receipt as Receipt
from games.beside_match import Spectator as Spectator
from games.core.clocks.bot_turn import CLOSED, IN_ADVANCE, OPEN, Progress, TurnState
from games.core.clocks.pauses import NO_PAUSES, PauseSchedule
from games.core.clocks.personal_pauses import PauseRules, PersonalPauses, SeatPauses
from games.core.clocks.seat_clock import CLOCK_FIELDS, SeatClock
from games.core.engine import ending
from games.core.engine.events import Event as CoreEvent
from games.core.engine.events import stored_kind
from games.core.errors import BrokenRow
from games.core.title.game import Game
from games.sealed_row import SealedRow

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

USER = settings.AUTH_USER_MODEL  # `Match.settings` hides the name inside the class

TIMEOUT_LEVEL = "easy"  # of the bot that makes one decision after a first timeout
MOST_RATING = 4000  # the highest bound of a table's rating range; the lowest is 0
ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_clock_values = attrgetter(*CLOCK_FIELDS)


def new_match_id() -> str:
    """Return a short id without look-alike letters: 12 letters, 59 bits."""
    return "".join(secrets.choice(ID_ALPHABET) for _letter in range(12))


def new_link_token() -> str:
    """Return a secret for a private link: 128 bits."""
    return secrets.token_urlsafe(16)


class Status(models.TextChoices):
    """The stage of a match's life."""

    OPEN = "open", _("waiting for players")
    RUNNING = "running", _("in progress")
    FINISHED = "finished", _("finished")
    EXPIRED = "expired", _("closed before it was full")
    QUARANTINED = "quarantined", _("set aside: its log can’t be replayed")


class Access(models.TextChoices):
    """The access to a table: the people who may join it."""

    OPEN = "open", _("Anyone")
    LINK = "link", _("Anyone with the private link")
    INVITED = "invited", _("Players I invite")


class Match(SealedRow):
    """One played game of a title, from the opened table to the end."""

    # Of the caches of the log, only those that cannot be computed from it alone; see the audit.
    SEALED = (
        "title", "rules_version", "seat_count", "settings", "status", "host_id", "access", "link_token", "pace",
        "auto_start", "rematch_of_id", "is_demo", "commitment", "created_at", "expires_at", "started_at", "finished_at",
        "ply", "rev", "outcome", "source", "is_rated", "annulled_at", "pause_nights", "pause_weekends",
        "pause_vacations", "rating_low", "rating_high",
    )  # fmt: skip
    SEALED_TABLE = "match"

    id = models.CharField(primary_key=True, max_length=12, default=new_match_id, editable=False)
    title = models.SlugField(max_length=40, db_index=False)
    rules_version = models.PositiveSmallIntegerField()
    seat_count = models.PositiveSmallIntegerField()
    settings = models.JSONField(default=dict)
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)

    # The table.
    host = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="hosted_matches")
    access = models.CharField(max_length=8, choices=Access, default=Access.OPEN)
    link_token = models.CharField(max_length=24, default=new_link_token)
    pace = models.CharField(max_length=12)
    auto_start = models.BooleanField(default=True)
    # Which pauses of a person suspend their clock in this match.
    pause_nights = models.BooleanField(default=False)
    pause_weekends = models.BooleanField(default=False)
    pause_vacations = models.BooleanField(default=False)
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="rematches", db_index=False)
    is_demo = models.BooleanField(default=False)
    commitment = models.CharField(max_length=64)
    # The arranger's own name for the match; never interpreted here. NULL if a host opened it.
    source = models.CharField(max_length=80, null=True, blank=True, unique=True)
    is_rated = models.BooleanField(default=False)
    # The range of ratings, as people read them, for sitting down at a rated table without an invitation.
    rating_low = models.PositiveSmallIntegerField(null=True)
    rating_high = models.PositiveSmallIntegerField(null=True)

    created_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    # Since when it has no winner: it was annulled, or ended by agreement (`is_annulled` tells which). A match that
    # ended so while it ran has the outcome of one of `ending.WITHOUT_RESULT`.
    annulled_at = models.DateTimeField(null=True)

    # Caches of the log. `ply` events are stored; `decision` is the ply at which the open decision was opened;
    # `rev` rises when something public changes; `deadline` is when the first seat is late.
    ply = models.PositiveIntegerField(default=0)
    rev = models.PositiveIntegerField(default=0)
    decision = models.PositiveIntegerField(default=0)
    head = models.BinaryField(max_length=32, default=b"")
    deadline = models.DateTimeField(null=True)
    # Columns that a move leaves alone, so that no index changes with it (decision 0043). The sweep checks the match at
    # `alarm`, which is never after `deadline`, and then sets it again. `stirred_at` is when decisions last became due
    # without a receipt that says so: by a bot, the clock, or the start. Both are NULL unless the match runs.
    alarm = models.DateTimeField(null=True)
    stirred_at = models.DateTimeField(null=True)
    outcome = models.JSONField(null=True)
    end_announced_at = models.DateTimeField(null=True)

    seats: "RelatedManager[Seat]"
    events: "RelatedManager[Event]"
    former_holders: "RelatedManager[FormerHolder]"
    answers: "RelatedManager[Answer]"
    bot_turns: "RelatedManager[BotTurn]"

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            # No index on columns that a move changes: PostgreSQL would rewrite the match's entries in every index. Only
            # running matches have an alarm. SQLite cannot match bound parameters to a partial index's condition; it can
            # match IS [NOT] NULL.
            models.Index(fields=["alarm"], condition=Q(alarm__isnull=False), name="games_match_alarm"),
            models.Index(fields=["stirred_at"], condition=Q(stirred_at__isnull=False), name="games_match_stirred"),
            models.Index(
                fields=["finished_at"],
                condition=Q(finished_at__isnull=False, end_announced_at__isnull=True),
                name="games_match_unannounced",
            ),
            # Only tables have a time after which they are closed. No query filters running or finished matches by
            # status.
            models.Index(
                fields=["status", "access", "created_at"],
                condition=Q(expires_at__isnull=False),
                name="games_match_lobby",
            ),
            models.Index(fields=["finished_at"], condition=Q(finished_at__isnull=False), name="games_match_finished"),
            models.Index(fields=["rematch_of"], condition=Q(rematch_of__isnull=False), name="games_match_rematch"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(status="finished") | Q(finished_at__isnull=False, outcome__isnull=False),
                name="games_match_finished_has_outcome",
            )
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.id}"

    @property
    def game(self) -> Game:
        """The rules object of this match's title; raises `BrokenRow`."""
        from games.registry import TITLES

        found = TITLES.get(self.title)
        if found is None:
            raise BrokenRow.at("title of a match", self.title)
        return found

    @property
    def is_annulled(self) -> bool:
        """Return whether a person annulled the match. An end by agreement also sets `annulled_at`, but is none."""
        agreed = isinstance(self.outcome, dict) and self.outcome.get("reason") == ending.AGREED
        return self.annulled_at is not None and not (agreed and self.annulled_at == self.finished_at)

    @property
    def pause_rules(self) -> PauseRules:
        """Which pauses suspend the clocks of this match."""
        return PauseRules(self.pause_nights, self.pause_weekends, self.pause_vacations)

    def match_key(self) -> str:
        """Return the id of the match: its own."""
        return self.pk


class MatchKey(models.Model):
    """The secret of a match, in a table that no admin page, dump or serializer knows."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    key = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"key of {self.match_id}"


class Seat(SealedRow):
    """One place at a table: who holds it, its clock, what it owes.

    `bot` names the level that decides for the seat now, empty while a person does. A vacated seat keeps its `user`, so
    that the history knows who left, until another person takes it over: then a `FormerHolder` does.
    """

    SEALED = (
        "index", "user_id", "bot", "nonce", "joined_at", "vacated_at", "bank", "charging_since", "credited_turn",
        "timeouts", "missed_responses", "bot_for_decision", "due_decision", "due_since", "deadline", "pauses",
        "silences", "standing_for_decision",
    )  # fmt: skip
    SEALED_TABLE = "seat"
    IDENTITY = ("index",)

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", db_index=False)  # the constraints have one
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        USER, models.SET_NULL, null=True, related_name="seats", db_index=False
    )  # `games_seat_of_user` begins with it
    bot = models.CharField(max_length=12, blank=True, default="")
    nonce = models.CharField(max_length=64, blank=True, default="")
    joined_at = models.DateTimeField(default=clock.now)
    vacated_at = models.DateTimeField(null=True)

    # The clock: with what the seat owes, the fields of `SeatClock`.
    bank = models.DurationField(null=True)
    charging_since = models.DateTimeField(null=True)
    credited_turn = models.IntegerField(default=-1)
    timeouts = models.PositiveSmallIntegerField(default=0)
    missed_responses = models.PositiveSmallIntegerField(default=0)
    # The decision that a bot makes for this seat because its time ran out the first time.
    bot_for_decision = models.PositiveIntegerField(null=True)

    silences = models.PositiveSmallIntegerField(default=0)  # in a row, where silence is a full answer
    # The decision that its holder has answered in advance.
    standing_for_decision = models.PositiveIntegerField(null=True)

    # The decision that it owes, since when, until when. None when it owes nothing or has answered.
    due_decision = models.PositiveIntegerField(null=True)
    due_since = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)

    # A copy of its holder's pauses, as far as the match allows them and while it runs: `PersonalPauses.as_json()`, None
    # for none. The site keeps the holder’s choices; `services.clocks.pauses` renews the copy.
    pauses = models.JSONField(null=True)

    end_seen_at = models.DateTimeField(null=True)  # when its holder saw how the match ended; of other looks see `Look`
    muted_at = models.DateTimeField(null=True)  # since when its holder wants no mail about this match

    # A copy of `Match.finished_at`, so that an index knows a user's matches. Triggers maintain it: code that finishes a
    # match need not know of it, and nothing else writes it.
    ended_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="games_seat_once"),
            models.UniqueConstraint(fields=["match", "user"], name="games_seat_user_once"),
            models.CheckConstraint(
                condition=Q(due_decision__isnull=True) | Q(due_since__isnull=False), name="games_seat_due_since"
            ),
        ]
        indexes = [
            # None on columns that a move changes: PostgreSQL would rewrite each of a seat's entries in all of its
            # indexes.
            models.Index(fields=["user", "ended_at"], name="games_seat_of_user"),
            models.Index(
                fields=["user", "ended_at"],
                condition=Q(ended_at__isnull=False, end_seen_at__isnull=True),
                name="games_seat_unseen",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of {self.match_id}"

    @property
    def bot_level(self) -> str:
        """The level of the bot that makes the decision this seat owes; empty when a person does."""
        if self.bot:
            return self.bot
        once = self.bot_for_decision is not None and self.bot_for_decision == self.due_decision
        return TIMEOUT_LEVEL if once else ""

    @property
    def level_owing(self) -> str:
        """The decider at the moment when the site decides for this seat: a level of bots, IN_ADVANCE, or empty."""
        is_answered = self.standing_for_decision is not None and self.standing_for_decision == self.due_decision
        return self.bot_level or (IN_ADVANCE if is_answered else "")

    @property
    def is_away(self) -> bool:
        """Return whether its holder has been silent, so that no answer is awaited where silence is a full answer."""
        return self.clock.is_away

    @property
    def clock(self) -> SeatClock:
        """The seat's clock and what it owes, as a value. Setting it changes this row's fields; saving is up to the
        caller."""
        return SeatClock(*_clock_values(self))

    @clock.setter
    def clock(self, clock: SeatClock) -> None:
        for name in CLOCK_FIELDS:
            setattr(self, name, getattr(clock, name))

    @property
    def pause_schedule(self) -> PauseSchedule:
        """Return when the time of this seat does not count, as far as its row says."""
        if self.pauses is None:
            return NO_PAUSES
        return SeatPauses(self.match.pause_rules, PersonalPauses.from_json(self.pauses))


class FormerHolder(SealedRow):
    """A player who gave up a seat that another person has taken over: with the site event at `ply`.

    They know of the match for good, and see of it what a spectator sees. `user` is NULL if the account is deleted.
    """

    SEALED = ("ply", "seat", "user_id", "left_at", "taken_over_at")
    SEALED_TABLE = "former holder"
    IDENTITY = ("ply",)

    match = models.ForeignKey(Match, models.CASCADE, related_name="former_holders", db_index=False)  # the constraint's
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="former_seats")
    left_at = models.DateTimeField()
    taken_over_at = models.DateTimeField()

    class Meta:
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="games_former_holder_once")]

    def __str__(self) -> str:
        return f"{self.user_id} held seat {self.seat} of {self.match_id} until {self.ply}"


class Event(SealedRow):
    """One line of a log. Never changed: a trigger forbids it. `hash` chains it to the one before, and covers all that
    the rules read of it; the other columns are sealed."""

    SEALED = ("actor", "at")
    SEALED_TABLE = "event"
    IDENTITY = ("ply",)

    match = models.ForeignKey(Match, models.CASCADE, related_name="events", db_index=False)  # the constraint's
    ply = models.PositiveIntegerField()
    kind = models.CharField(max_length=6)
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=200)
    # A plain number, not a foreign key: deleting an account must not touch the log.
    actor = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="games_event_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.ply}: {self.text}"

    def core(self) -> CoreEvent:
        """Return the event as the rules read it; raises `BrokenRow`."""
        return CoreEvent(stored_kind(self.kind), self.seat, self.text)


class Answer(SealedRow):
    """A seat's sealed answer in the window opened at ply `window`; replaceable until the window closes."""

    SEALED = ("window", "seat", "text", "actor", "at")
    SEALED_TABLE = "answer"
    IDENTITY = ("window", "seat")

    match = models.ForeignKey(Match, models.CASCADE, related_name="answers", db_index=False)  # the constraint's
    window = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200)
    actor = models.BigIntegerField(null=True)
    at = models.DateTimeField(default=clock.now)
    # An HMAC by the match's key: an altered answer is found when the window opens, and the match set aside.
    seal = models.BinaryField(max_length=32, default=b"")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "window", "seat"], name="games_answer_once")]

    def __str__(self) -> str:
        return f"answer of seat {self.seat} in {self.match_id} at {self.window}"


class StandingAnswer(SealedRow):
    """The answer of a seat's holder, in advance, to anything with the key `key` (`Game.keys_in_advance`): only they
    ever read it. It counts as long as `State.epoch_in_advance` of their seat is `epoch`. In stored names an answer in
    advance is a standing answer: the table, `Seat.standing_for_decision`, and the level of its turn among bots'
    turns."""

    SEALED = ("user_id", "key", "text", "epoch", "at")
    SEALED_TABLE = "standing answer"
    IDENTITY = ("user_id", "key")

    match = models.ForeignKey(
        Match, models.CASCADE, related_name="standing_answers", db_index=False
    )  # the constraint's
    user = models.ForeignKey(USER, models.CASCADE, related_name="standing_answers")
    key = models.CharField(max_length=16)
    text = models.CharField(max_length=40)
    epoch = models.PositiveIntegerField()
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user", "key"], name="games_standing_answer_once")]

    def __str__(self) -> str:
        return f"standing answer {self.key} of {self.user_id} in {self.match_id}"


class BotTurn(SealedRow):
    """A decision that a bot owes, from the transaction that makes it due to its end (`games.core.clocks.bot_turn`).

    A seat whose `level_owing` is not empty while it owes a decision has exactly one open row for it: an answer in
    advance is given at the moment of a bot's. Its contents are hidden: no page, admin page or export reads this table.
    """

    # The lease changes with every attempt, and is a worker's own business; of the states, the seal only tells open ones
    # from closed ones.
    SEALED = ("decision", "seat", "level", "publish_at", "state", "closed_at")
    SEALED_TABLE = "bot turn"
    IDENTITY = ("decision", "seat")

    match = models.ForeignKey(Match, models.CASCADE, related_name="bot_turns", db_index=False)  # the constraint has one
    decision = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    level = models.CharField(max_length=12)
    # The same for all seats of one decision: fixed before the first of them thinks.
    publish_at = models.DateTimeField()
    state = models.CharField(max_length=10, default=TurnState.WAITING.value)

    # The lease: the token of the worker that thinks, and when it expires unless that worker renews it.
    attempts = models.PositiveSmallIntegerField(default=0)
    holder = models.CharField(max_length=16, blank=True, default="")
    leased_until = models.DateTimeField(null=True)

    # The kept move, sealed like an answer. Both are empty again when the row is closed.
    text = models.CharField(max_length=200, blank=True, default="")
    seal = models.BinaryField(max_length=32, default=b"")
    # Set in the closed states only. Open rows are found by its NULL: SQLite uses no partial index on a list of states.
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "decision", "seat"], name="games_bot_turn_once"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, state__in=[state.value for state in OPEN])
                | Q(closed_at__isnull=False, state__in=[state.value for state in CLOSED]),
                name="games_bot_turn_closed",
            ),
        ]
        indexes = [
            models.Index(fields=["publish_at"], condition=Q(closed_at__isnull=True), name="games_bot_turn_open"),
        ]

    def __str__(self) -> str:
        return f"{self.level} bot {self.state} at {self.decision} of {self.match_id}"

    @classmethod
    def sealed_of(cls, columns: Mapping[str, Any]) -> Sequence[object]:
        """Return the sealed values as for any row, with one word for all open states."""
        decision, seat, level, publish_at, state, closed_at = super().sealed_of(columns)
        return [decision, seat, level, publish_at, "open" if closed_at is None else state, closed_at]

    @property
    def progress(self) -> Progress:
        """The state and the lease, as the state machine takes them."""
        return Progress(TurnState(self.state), self.attempts, self.holder, self.leased_until)

    @progress.setter
    def progress(self, progress: Progress) -> None:
        self.state, self.attempts = progress.state.value, progress.attempts
        self.holder, self.leased_until = progress.holder, progress.leased_until
