"""Single alterations of stored fields, as by a defect or by an intruder in the database."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, models, transaction

from games import clock
from games.bots.levels import LEVELS
from games.core.clocks.bot_turn import CLOSED, OPEN
from games.core.engine.events import EventKind
from games.models import Access, Answer, BotTurn, Event, FormerHolder, Match, Seat, StandingAnswer, Status
from games.registry import TITLES

# The stored facts that matter: the audit must name each of them when it is altered.
FIELDS: dict[type[models.Model], tuple[str, ...]] = {
    Match: (*Match.SEALED, "decision", "head", "deadline"),
    Seat: Seat.SEALED,
    FormerHolder: FormerHolder.SEALED,
    Event: ("ply", "kind", "seat", "text", "actor", "at", "hash"),
    Answer: ("window", "seat", "text", "actor", "at", "seal"),
    StandingAnswer: StandingAnswer.SEALED,
    BotTurn: ("decision", "seat", "level", "publish_at", "state", "closed_at"),
}
WORDS: dict[str, list[str]] = {
    "status": list(Status.values),
    "access": list(Access.values),
    "pace": list(clock.PACES),
    "kind": [kind.value for kind in EventKind],
    "bot": ["", *LEVELS],
    "level": [*LEVELS],
    "state": [state.value for state in (*OPEN, *CLOSED)],
}


@dataclass(frozen=True)
class Flip:
    """One field of one row, and the value that it gets."""

    row: models.Model
    field: str
    value: Any

    def __str__(self) -> str:
        return f"{self.row!r}.{self.field}: {getattr(self.row, self.field)!r} -> {self.value!r}"

    @contextmanager
    def applied(self) -> Iterator[bool]:
        """The row altered in the database until the block ends; False if the database refuses the value."""
        with transaction.atomic():
            try:
                with transaction.atomic():
                    type(self.row)._base_manager.filter(pk=self.row.pk).update(**{self.field: self.value})
                done = True
            except IntegrityError:
                done = False
            yield done
            transaction.set_rollback(True)


def random_flip(match: Match, rng: random.Random) -> Flip | None:
    """An alteration of any stored fact of `match`: tables, rows and fields are equally likely each."""
    model: Any = rng.choice(list(FIELDS))
    own = {"pk": match.pk} if model is Match else {"match": match.pk}
    rows = list(model._base_manager.filter(**own).order_by("pk"))
    if not rows:
        return None
    row = rng.choice(rows)
    field = rng.choice(FIELDS[type(row)])
    value = other_value(row._meta.get_field(field), getattr(row, field), rng)
    return Flip(row, field, value)


def other_value(field: Any, value: Any, rng: random.Random) -> Any:
    """A value of the same type, or None where the field allows it, that is not `value`."""
    if field.null and value is not None and rng.random() < 0.2:
        return None
    if field.is_relation:
        people = get_user_model().objects.values_list("pk", flat=True)
        matches = Match.objects.values_list("pk", flat=True)
        return rng.choice([pk for pk in (matches if field.related_model is Match else people) if pk != value])
    if field.name == "actor":
        return rng.choice([1, 2, 3, 4, 5, 99][value == 1 :]) if value is None else value + 1
    words = list(TITLES) if field.name == "title" else WORDS.get(field.name)
    if words is not None:
        return rng.choice([word for word in words if word != value])
    return _changed(field, value, rng)


def _changed(field: Any, value: Any, rng: random.Random) -> Any:
    match field:
        case models.JSONField():
            return _other_json(value, rng)
        case models.BooleanField():
            return not value
        case models.IntegerField():
            return rng.randrange(1, 9) if value is None else value + (1 if not value else rng.choice([-1, 1]))
        case models.DateTimeField():
            step = timedelta(seconds=rng.choice([-86400, -1, 1, 3600]))
            return (value if isinstance(value, datetime) else clock.now()) + step
        case models.DurationField():
            return timedelta(hours=1) if value is None else value + timedelta(seconds=rng.choice([1, 60]))
        case models.BinaryField():
            content = bytes(value) or bytes(32)
            at = rng.randrange(len(content))
            return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]
    value, letter = value or "", rng.choice("abcdefgh0123456789")
    at = rng.randrange(len(value)) if value else 0
    changed = value[:at] + letter + value[at + 1 :]
    return changed if changed != value else value[:at] + "z" + value[at + 1 :]


def _other_json(value: Any, rng: random.Random) -> Any:
    if value is None:
        return {"places": [1, 2], "reason": "win", "scores": None}
    altered = json.loads(json.dumps(value)) or {"wind": "calm"}
    if not value:
        return altered
    key = rng.choice(sorted(altered))
    if isinstance(altered[key], list):
        at = rng.randrange(len(altered[key]))
        altered[key][at] += 1
    else:
        altered[key] = "x" if altered[key] is None else f"{altered[key]}x"
    return altered
