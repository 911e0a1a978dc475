"""A match on the site whose cards and moves follow a history."""

import random
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from allauth.mfa.totp.internal import auth as totp
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.db import connection, transaction
from django.test import Client, TestCase

from games import live
from games.bots.bot import Bot, world_seeds
from games.bots.levels import LEVELS
from games.chance import dealer_of
from games.core.engine.dealer import Dealer
from games.core.engine.events import Event as CoreEvent
from games.core.engine.events import EventKind
from games.core.engine.log import chain_hash
from games.core.engine.state import ChanceStep
from games.core.kit.conformance.context import CheckContext
from games.core.kit.conformance.histories import alternative_event
from games.core.title.game import Game
from games.core.title.thinker import InformationSet
from games.models import Event, Match, Seat
from games.plumbing import after_commit
from games.services.beside import looks
from games.services.bot_moves import bots
from games.services.match import locked_match, play
from games.services.match.locked_match import LockedMatch
from games.services.waiting import tables
from games.tasks import announce
from masques_site.accounts.models import User
from masques_site.notices.channels.base import Message, Place
from masques_site.notices.channels.mail import Mail
from tests.cast import NAMES, due, fresh, person
from tests.notices import sweeps
from tests.twins.histories import History
from tests.twins.plan import Plan
from tests.twins.recorder import Recording, Sent, TestedPages
from tests.twins.visit import Visit

BEGINNING = datetime(2031, 3, 1, 12, tzinfo=UTC)
LEVEL = "medium"
PAUSE = 100.0  # seconds between decisions: longer than a user counts as present


@dataclass(frozen=True)
class ScriptedDealer(Dealer):
    """A dealer with the usual salts and seeds, and the draws of a history."""

    script: dict[tuple[str, tuple[int, ...]], int]

    def draw(self, step: ChanceStep) -> int:
        return self.script[step.purpose, tuple(step.index)]


@dataclass
class Stage:
    """One match in the database, at one of its decisions. `bots` of its last seats are bots, whose level has this
    `pause`."""

    history: History
    clock: time_machine.Traveller
    patch: pytest.MonkeyPatch
    bots: int = 0
    pause: float = 1.0
    ply: int = 0
    match: Match = field(init=False)
    sessions: dict[int | str | None, str] = field(default_factory=dict)
    """The sessions of each seat that a person holds, of a user who does not play (None), and of "staff"."""
    sent: list[Sent] = field(default_factory=list)
    """The messages that the site sent by itself: hints and mails."""
    pages: TestedPages = field(default_factory=TestedPages)
    script: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)
    moves: dict[int, str] = field(default_factory=dict)
    secret: int = 0

    def open(self) -> None:
        """Seat everybody: the match begins, and the log reaches its first decision."""
        self.patch.setattr(locked_match, "dealer_of", self.dealer_of)
        self.patch.setattr(after_commit, "post", lambda what, call, **_more: call() if what == "hint" else None)
        self.patch.setattr(live, "_send", lambda group, message: self.hear(group, message))
        self.patch.setattr(Mail, "send", self.mail_noted(Mail.send))
        self.patch.setitem(LEVELS, LEVEL, Actor(self))
        # The actor thinks up to half the stage's pause, although the title might allow less.
        self.patch.setattr(type(self.history.game), "pause", lambda _game, _level: None)
        self.patch.setattr(type(self.history.game), "window_pause", None)
        self.patch.setattr(bots, "time", SimpleNamespace(sleep=self.clock.shift, monotonic=time.monotonic))
        self.follow(self.history)
        seats, people = self.history.seats, [person(name) for name in NAMES[: self.history.seats - self.bots]]
        self.match = fresh(self.begin(people))
        self.ply = self.match.ply
        for seat, user in enumerate([*people, *[None] * self.bots, person("zeno")]):
            client = Client()
            if user is not None:
                client.force_login(user)
                self.sessions[seat if seat < seats else None] = client.cookies["session"].value
        self.sessions["staff"] = staff_session()

    def begin(self, people: list[Any]) -> Match:
        """Start and return the match of `people` and the bots; sort `people` by their seats."""
        with TestCase.captureOnCommitCallbacks(execute=True):
            table = tables.open_table(
                host=people[0], title=self.history.game.slug, seats=self.history.seats, settings=self.history.settings,
                pace="standard", access="open", bots=[LEVEL] * self.bots,
            )  # fmt: skip
        for user in people[1:]:
            with TestCase.captureOnCommitCallbacks(execute=True):
                tables.join_table(user=user, match_id=table.pk)
        return table

    def hear(self, group: str, message: dict[str, Any]) -> None:
        """Record a hint."""
        self.note("hint", group, message)

    def note(self, kind: str, to: str, message: Any = None) -> None:
        self.sent.append(Sent(datetime.now(UTC), kind, to, message))

    def dealer_of(self, match: Match, seats: Iterable[Seat]) -> Dealer:
        """Return the match's own dealer, except for its draws."""
        honest = dealer_of(match, seats)
        return ScriptedDealer(honest.key, honest.match_id, honest.nonces, self.script)

    def follow(self, history: History) -> None:
        """Let chance and bots do what `history` says from now on."""
        self.script = {}
        for state, event in zip(history.states(), history.events, strict=False):
            if event.kind == EventKind.CHANCE:
                step = state.chance_step()
                token = event.text.partition("=")[2]
                self.script[step.purpose, tuple(step.index)] = history.game.parse_chance(state, token)
        self.secret = zlib.crc32("\n".join(event.text for event in history.events).encode())

    def lay(self, twin: History) -> None:
        """Write the log of `twin` over the stored one, as far as the match has come. Row ids and times stay."""
        dealer, rows, link = dealer_of(self.match, self.match.seats.all()), [], b""
        stored = list(Event.objects.filter(match=self.match).order_by("ply"))
        for row, event in zip(stored, twin.events, strict=False):
            link = chain_hash(link, dealer.salt(row.ply), row.ply, event)
            row.text, row.hash = event.text, link
            rows.append(row)
        Event.objects.filter(match=self.match).delete()
        Event.objects.bulk_create(rows)
        Match.objects.filter(pk=self.match.pk).update(head=link)
        self.follow(twin)

    # Up to somewhere, without what people do besides.

    def advance(self, history: History, ply: int) -> None:
        """Let everything in `history` until `ply` happen in one transaction, without looks and notices."""
        with transaction.atomic():
            locked = LockedMatch.lock(self.match.pk)
            while locked.match.ply < ply:
                self.clock.shift(PAUSE)
                locked.moment = datetime.now(UTC)
                due = [seat for seat in locked.seats if seat.due_decision is not None]
                for seat, event in zip(due, history.events[locked.match.ply :], strict=False):
                    assert seat.index == event.seat
                    locked.decide(seat, event.text, seat.user_id)
            locked.save()
        self.match = fresh(self.match)
        self.ply = self.match.ply
        assert self.ply == ply

    # One decision, by everybody who owes it.

    def decide(self, history: History, between: Callable[[], None], last: int | None = None) -> None:
        """Let the open turn or window be decided as `history` says; in a window the seat `last` answers last.

        There everybody else gives a first answer and changes it: the first one differs from twin to twin. `between` is
        called while those answers are sealed. Where the last one is a bot, nobody changes anything.
        """
        *others, closing = sorted(due(fresh(self.match)), key=lambda seat: (seat.index == last, -seat.index))
        self.moves = {event.seat: event.text for event in history.events[self.ply : self.ply + len(others) + 1]}
        if closing.bot:  # it does not wait for others
            for seat in others:
                self.answer(seat, self.moves[seat.index], "first")
        else:
            for seat in others:
                self.answer(seat, self.first_thought(history, seat), "first")
            if others:
                between()
            for seat in others:
                if not seat.bot:
                    self.answer(seat, self.moves[seat.index], "again")
        if fresh(self.match).decision == self.match.decision:  # not if the last one is a bot and came with another
            self.answer(closing, self.moves[closing.index], "last")
        self.match = fresh(self.match)
        self.ply = self.match.events.exclude(kind=EventKind.SITE.value).count()
        with TestCase.captureOnCommitCallbacks(execute=True):
            announce(self.match.pk)
        sweeps.notify_due()

    def answer(self, seat: Seat, text: str, attempt: str) -> None:
        """Let `seat` decide `text` some time later; a bot decides what the history says."""
        self.clock.shift(PAUSE)
        with TestCase.captureOnCommitCallbacks(execute=True):
            if seat.bot:
                self.call_bots()
            else:
                self.send(seat, text, attempt)

    def call_bots(self) -> None:
        """Run a worker, and again when it wants to be called back."""
        decision = fresh(self.match).decision
        bots.play_bots(self.match.pk)
        turn = self.match.bot_turns.filter(decision=decision, closed_at=None).first()
        if turn is not None:  # not published yet
            self.clock.move_to(turn.publish_at, tick=False)
            bots.play_bots(self.match.pk)

    def send(self, seat: Seat, text: str, attempt: str) -> None:
        """Send one move by the holder of `seat`."""
        name = f"{self.ply}-{seat.index}-{attempt}"
        decision = fresh(self.match).decision
        play.play(
            actor=seat.user, match_id=self.match.pk, seat=seat.index, text=text, seen=decision, client_move_id=name
        )

    def first_thought(self, history: History, seat: Seat) -> str:
        """Return another answer, given before the one that counts."""
        state = history.states()[self.ply]
        context = CheckContext(history.game, history.seats, state, random.Random(self.secret + seat.index), ())
        return alternative_event(context, state, CoreEvent(EventKind.MOVE, seat.index, "")).text

    # Looking, without leaving a trace.

    def seen(self, history: History, viewer: int | None, samples: Sequence[str], plan: Plan) -> Recording:
        """Return what `viewer` gets over every channel if the match goes on as in `history`, from here by one
        decision."""
        recording = Recording(self.sessions.get(viewer))
        plan.again()
        with self.undone():
            self.lay(history)
            visit = Visit(
                recording, plan, history.game, self.match.pk, viewer, self.sessions, samples, self.sent, self.pages
            )
            visit.begin()
            if plan.gives_up and history.seats > 2:
                self.leave(viewer or 0)
            self.decide(history, visit.between, last=viewer)
            recording.mails(mail.outbox, None if viewer is None else NAMES[viewer])
            recording.moments(self.sent)
            recording.add("moments", publish_time(self.match))
            visit.look(history.states()[self.ply], self.match)
        return recording

    def mail_noted(self, honest: Callable[..., str]) -> Callable[..., str]:
        """Return `honest`, which sends a mail, with a note of each."""

        def send(channel: Mail, place: Place, message: Message) -> str:
            self.note("mail", User.objects.get(email=place.url).username)
            return honest(channel, place, message)

        return send

    def leave(self, index: int) -> None:
        """Give up the seat `index`: a bot plays on."""
        seat = self.match.seats.get(index=index)
        self.clock.shift(PAUSE)
        with TestCase.captureOnCommitCallbacks(execute=True):
            play.resign(actor=seat.user, match_id=self.match.pk, seat=seat.index)
        self.match = fresh(self.match)

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Undo everything that happens inside: rows, clock, mails, hints, and what this object knows."""
        kept, now = (self.match, self.ply, self.script, self.secret), datetime.now(UTC)
        looks.kept.write()
        savepoint = transaction.savepoint()
        del self.sent[:]
        mail.outbox.clear()
        try:
            yield
        finally:
            transaction.savepoint_rollback(savepoint)
            looks.kept.clear()
            transaction.savepoint_commit(savepoint)  # released, or a long run would pile them up
            assert not connection.needs_rollback
            self.match, self.ply, self.script, self.secret = kept
            self.clock.move_to(now, tick=False)


class Actor(Bot):
    """A bot that comes to the move of the history, and takes its time, up to half its pause: longer in one twin than
    in the other."""

    level = LEVEL
    version = 1
    label = LEVELS[LEVEL].label
    description = LEVELS[LEVEL].description

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.pause = stage.pause

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        self.stage.clock.shift(self.pause * (self.stage.secret % 900) / 2000)
        return game.parse_move(known.deal(world_seeds(seed, 1)[0]), known.seat, self.stage.moves[known.seat])


def staff_session() -> str:
    """Return the session of a new member of staff who may see everything that the admin shows."""
    user = person("stella")
    get_user_model().objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    totp.TOTP.activate(user, totp.generate_totp_secret())
    ContentType.objects.get_for_models(*admin.site._registry)  # Django keeps them, and would read them once only
    client = Client()
    client.force_login(user)
    return client.cookies["session"].value


def publish_time(match: Match) -> bytes:
    """Return when everything became public: the times of events, the next bot's moment, the deadlines."""
    match = fresh(match)
    times = [str(at) for at in Event.objects.filter(match=match).order_by("ply").values_list("at", flat=True)]
    seats = match.seats.order_by("index").values_list("bank", "due_since", "deadline", "credited_turn")
    turns = match.bot_turns.order_by("decision", "seat").values_list("decision", "seat", "publish_at")
    return "\n".join([*times, f"bots {list(turns)}", f"deadline {match.deadline}", *map(str, seats)]).encode()
