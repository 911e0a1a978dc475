"""Reads all rows of a match for the audit: an unreadable one is a fault, not an error."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import models, transaction
from django.db.models import QuerySet

from games.chance import sealing_keys
from games.models import Answer, BotTurn, Event, FormerHolder, Match, Seat, StandingAnswer
from games.sealed_row import SealedRow

Row = TypeVar("Row", bound=SealedRow)


@dataclass
class MatchRows:
    """The rows of a match at one moment, as far as they can be read, and what is wrong with them.

    `match` is None if its row is missing or cannot be read, `key` if there is none.
    """

    key: bytes | None = None
    match: Match | None = None
    seats: list[Seat] = field(default_factory=list)
    former_holders: list[FormerHolder] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    bot_turns: list[BotTurn] = field(default_factory=list)
    answers_in_advance: list[StandingAnswer] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, match_id: str) -> "MatchRows":
        """Read everything under the lock of the match, so that a move cannot come in between; return the rows."""
        rows = cls()
        with transaction.atomic():
            found = rows._readable(Match.objects.select_for_update().filter(pk=match_id))
            rows.match = found[0] if found else None
            rows.key = sealing_keys([match_id]).get(match_id)
            rows.seats = rows._readable(Seat.objects.filter(match=match_id).order_by("index"))
            rows.former_holders = rows._readable(FormerHolder.objects.filter(match=match_id).order_by("ply"))
            rows.events = rows._readable(Event.objects.filter(match=match_id).order_by("ply"))
            rows.answers = rows._readable(Answer.objects.filter(match=match_id).order_by("window", "seat"))
            rows.bot_turns = rows._readable(BotTurn.objects.filter(match=match_id).order_by("decision", "seat"))
            rows.answers_in_advance = rows._readable(
                StandingAnswer.objects.filter(match=match_id).order_by("user", "key")
            )
        if rows.match is None and not rows.faults:
            rows.faults.append("match: there is no row of it")
        if rows.key is None:
            rows.faults.append("match: its key is missing")
        return rows

    @property
    def sealed(self) -> Sequence[SealedRow]:
        """All rows that were read."""
        match: list[SealedRow] = [] if self.match is None else [self.match]
        beside: list[SealedRow] = [*self.answers, *self.bot_turns, *self.answers_in_advance]
        return [*match, *self.seats, *self.former_holders, *self.events, *beside]

    def _readable(self, rows: QuerySet[Row]) -> list[Row]:
        try:
            return list(rows)
        except Exception:  # noqa: BLE001 - the database may hold anything; the rows are read one by one below
            found = []
            for pk in rows.values_list("pk", flat=True):
                try:
                    found.append(rows.get(pk=pk))
                except Exception:  # noqa: BLE001 - the same
                    self.faults += [f"{_place(rows, pk)}: {name} cannot be read" for name in _unreadable(rows, pk)]
            return found


def label(row: SealedRow) -> str:
    """Return how a fault refers to a row."""
    match row:
        case Seat():
            return f"seat {row.index}"
        case FormerHolder():
            return f"former holder at ply {row.ply}"
        case Event():
            return f"event {row.ply}"
        case Answer():
            return f"answer of seat {row.seat} in window {row.window}"
        case BotTurn():
            return f"bot turn of seat {row.seat} at decision {row.decision}"
        case StandingAnswer():
            return f"standing answer {row.key} of user {row.user_id}"
    return "match"


def _place(rows: QuerySet[Any], pk: object) -> str:
    """Return how a fault refers to a row that cannot be read."""
    if not rows.model.IDENTITY:
        return str(rows.model.SEALED_TABLE)
    try:
        return label(rows.only("pk", *rows.model.IDENTITY).get(pk=pk))
    except Exception:  # noqa: BLE001 - not even that can be read
        return f"{rows.model.SEALED_TABLE} with the primary key {pk}"


def _unreadable(rows: QuerySet[Any], pk: object) -> list[str]:
    model: type[models.Model] = rows.model
    return [column.name for column in model._meta.concrete_fields if not _can_read(rows, pk, column.attname)]


def _can_read(rows: QuerySet[Any], pk: object, column: str) -> bool:
    try:
        rows.values_list(column).get(pk=pk)
    except Exception:  # noqa: BLE001 - any error means that it cannot be read
        return False
    return True
