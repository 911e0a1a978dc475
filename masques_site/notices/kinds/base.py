"""The base of kinds of notices: how the site finds, judges, words and deletes them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from masques_site.notices.channels.base import Words
from masques_site.notices.models import ABOUT, OF_SEVERAL_KINDS, Notice, State
from masques_site.notices.topics import TOPICS

MAX_AGE = timedelta(days=2)  # earlier events are not notified
# A sweep looks back this much further than to the last one, for late commits and the clocks of other machines.
OVERLAP = timedelta(minutes=2)
WAIT = timedelta(minutes=1)  # how long a notice that gathers waits for others of its kind to the same reader
LONGEST_CODE = 16


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision about a notice. `WAITING` until a moment: look at it again then; without one: pass it on now."""

    state: State = State.WAITING
    until: datetime | None = None

    @property
    def is_ready(self) -> bool:
        """Return whether the notice is to be passed on now."""
        return self == READY


READY, MOOT, UNWANTED = Verdict(), Verdict(State.MOOT), Verdict(State.UNWANTED)


class Kind(ABC):
    """A kind of notice, with everything that is specific to it. There is one object of each kind, which holds nothing
    about single notices."""

    code: ClassVar[str] = ""
    """The word that is stored."""
    topic: ClassVar[str] = ""
    """The row of the preferences that decides how its reader gets it; several kinds may share one."""
    columns: ClassVar[Mapping[str, str]] = {}
    """For each column of a notice of this kind the path to its value in a row of `owed`: whom it notifies (`user_id`)
    and what it is about. There is one notice of each combination."""
    read_with: ClassVar[tuple[str, ...]] = ()
    """The paths from a notice to what its verdict and words are made of, to be read together."""
    since: ClassVar[str] = ""
    """The path to the moment since when a row is owed; only of a kind that looks back or gathers."""
    looks_back: ClassVar[bool] = False
    """Whether a sweep looks only at what is owed since the last sweep that found none left."""
    is_pressing: ClassVar[bool] = False
    """Whether a sweep looks for this kind every few seconds. Notices of other kinds may come half a minute late."""
    gathers: ClassVar[bool] = False
    """Whether notices of this kind wait a little, so that several for one reader leave together."""

    @abstractmethod
    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return what is owed, the oldest first: a set of rows, or several, whose paths `columns` names. It may include
        what has been sent."""

    @abstractmethod
    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        """Return whether `notice` is still needed, and when. Asked before it is passed on, and before a channel sends
        it."""

    @abstractmethod
    def words(self, notice: Notice) -> Words:
        """Return the words of `notice`, about its `topic`."""

    def item(self, notice: Notice) -> Words:
        """Return the words of `notice` among others in one message."""
        return self.words(notice)

    def several(self, notices: Sequence[Notice]) -> Words:
        """Return the words over the items of more than one notice of this kind."""
        return words_of_several(len(notices))

    def held_until(self, notice: Notice, now: datetime) -> datetime | None:
        """Return until when `notice` is held back so that its reader does not get too many like it; None if it is
        not."""
        return None

    def closed(self) -> Q | None:
        """Return the condition of notices that can never be called for again, which need not be kept as long as others;
        None if there are none."""
        return None

    def newer(self, rows: QuerySet[Any], moment: datetime) -> QuerySet[Any]:
        """Return those of `rows` that are owed since `moment`; only for a kind that looks back."""
        return rows.filter(**{f"{self.since}__gte": moment})

    def missing(self, now: datetime) -> list[QuerySet[Any]]:
        """Return what is owed and not sent yet."""
        told = Notice.objects.filter(
            **{column: OuterRef(path) for column, path in self.columns.items()}, kind=self.code
        )
        return [rows.filter(~Exists(told)) for rows in self.owed(now)]

    def notices(self, rows: QuerySet[Any]) -> list[Notice]:
        """Return a notice for each of `rows`, to be stored."""
        now = clock.now()
        paths = {**self.columns, "due_at": self.since} if self.gathers else self.columns
        found = []
        for row in rows.values_list(*paths.values()):
            values = {"due_at": now, "topic": self.topic, **dict(zip(paths, row, strict=True))}
            notice = Notice(**values, kind=self.code, created_at=now)
            if self.gathers:
                notice.due_at += WAIT
            found.append(notice)
        return found


def by_code(*kinds: Kind) -> dict[str, Kind]:
    """Return the kinds by their codes. Raises `ImproperlyConfigured` if one of them leaves something out."""
    found: dict[str, Kind] = {}
    subjects: set[str] = set()
    for kind in kinds:
        subject = {column.removesuffix("_id") for column in kind.columns} & set(ABOUT)
        if fault := _fault(kind, found, subject, subjects):
            raise ImproperlyConfigured(f"The kind of notice {type(kind).__name__} {fault}.")
        found[kind.code] = kind
        subjects |= subject - {*OF_SEVERAL_KINDS}
    return found


def _fault(kind: Kind, others: Mapping[str, Kind], subject: set[str], taken: set[str]) -> str:
    """Return what keeps `kind` from being registered with the others; "" for nothing."""
    if not 0 < len(kind.code) <= LONGEST_CODE or kind.code in others:
        return f"needs a code of its own of at most {LONGEST_CODE} letters"
    if "user_id" not in kind.columns or len(subject) != 1:
        return f"must name in its columns `user_id` and one of {', '.join(ABOUT)}"
    if subject & taken:
        return "is about what another kind is about. Let that kind tell more"
    if (kind.looks_back or kind.gathers) and not kind.since:
        return "must say since when its rows are owed: it looks back, or gathers"
    if kind.topic not in TOPICS:
        return f"needs a topic, one of {', '.join(TOPICS)}"
    return ""


def words_of_several(number: int) -> Words:
    """Return the words over the items of a message of several notices."""
    title = ngettext("%(number)s piece of news for you", "%(number)s pieces of news for you", number)
    link, call = reverse("notices:index"), _("See all your notices")
    return Words(title % {"number": number}, [_("here’s what’s new for you.")], link, call)


def after_last(passed: QuerySet[Notice], pause: timedelta) -> datetime | None:
    """Return the moment `pause` after the last of `passed`; None if there is none."""
    last: datetime | None = passed.aggregate(last=Max("passed_at"))["last"]
    return None if last is None else last + pause


def time_until(moment: datetime) -> str:
    """Return a sentence that says by when the reader has to answer."""
    return _("You have until %(when)s (%(zone)s).") % in_zone(moment)


def in_zone(moment: datetime) -> dict[str, str]:
    """Return `moment` in the reader's time zone, and the zone's name."""
    local = localtime(moment)
    return {"when": date_format(local, "DATETIME_FORMAT"), "zone": date_format(local, "T")}
