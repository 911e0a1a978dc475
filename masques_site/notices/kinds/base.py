"""The base of kinds of notices: how the site finds, judges, gathers, mails and deletes them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import clock
from masques_site.notices.models import ABOUT, Mail, Notice

MAX_AGE = timedelta(days=2)  # earlier events are not notified
# A sweep looks back this much further than to the last one, for late commits and the clocks of other machines.
OVERLAP = timedelta(minutes=2)
WAIT = timedelta(minutes=1)  # how long a mail waits for others of its kind to the same person
LONGEST_CODE = 16

Verdict = tuple[Mail, datetime | None]
"""The new state of a mail and, if it still waits, until when; None: it is to be sent now."""
READY: Verdict = (Mail.WAITING, None)
MOOT: Verdict = (Mail.MOOT, None)


@dataclass(frozen=True)
class Words:
    """The text of a notice, in the active language and time zone, for every channel.

    `link` is the path of the page that it leads to, and `call` what a button to that page says. `quote` are another
    person's words. `lead` comes before an address in plain text.
    """

    title: str
    text: Sequence[str]
    link: str
    call: str
    quote: str = ""
    lead: str = ""


@dataclass(frozen=True)
class Letter:
    """One mail: the name of its two templates, its words, and what else the templates draw."""

    template: str
    words: Words
    more: Mapping[str, Any] = field(default_factory=dict)


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
    gathers: ClassVar[bool] = False
    """Whether those that wait for one person share a mail, which waits for more of them."""

    @abstractmethod
    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return what is owed, the oldest first: a set of rows, or several, whose paths `columns` names. It may include
        what has been sent."""

    @abstractmethod
    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        """Return whether the mail of `notice`, which its reader wants, is still needed, and when."""

    @abstractmethod
    def words(self, notice: Notice) -> Words:
        """Return the words of `notice`."""

    def several(self, notices: Sequence[Notice]) -> Letter:
        """Return the mail of more than one notice; only for a kind that gathers."""
        raise NotImplementedError

    def letter(self, notices: Sequence[Notice]) -> Letter:
        """Return the mail of these notices to one person."""
        return self.several(notices) if len(notices) > 1 else Letter("notice", self.words(notices[0]))

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
        paths = {**self.columns, "mail_at": self.since} if self.gathers else self.columns
        found = []
        for row in rows.values_list(*paths.values()):
            notice = Notice(**{"mail_at": now, **dict(zip(paths, row, strict=True))}, kind=self.code, created_at=now)
            if self.gathers:
                notice.mail_at += WAIT
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
        subjects |= subject - {"match"}
    return found


def _fault(kind: Kind, others: Mapping[str, Kind], subject: set[str], taken: set[str]) -> str:
    """Return what keeps `kind` from being registered with the others; "" for nothing."""
    if not 0 < len(kind.code) <= LONGEST_CODE or kind.code in others:
        return f"needs a code of its own of at most {LONGEST_CODE} letters"
    if "user_id" not in kind.columns or len(subject) != 1:
        return f"must name in its columns `user_id` and one of {', '.join(ABOUT)}"
    if subject & taken:
        return "is about what another kind is about: only of matches may there be several. Let that kind tell more"
    if (kind.looks_back or kind.gathers) and not kind.since:
        return "must say since when its rows are owed: it looks back, or gathers"
    if kind.gathers and type(kind).several is Kind.several and type(kind).letter is Kind.letter:
        return "gathers, and must say what the mail of several says"
    return ""


def after_last(mailed: QuerySet[Notice], pause: timedelta) -> Verdict:
    """Return the verdict on a mail that comes `pause` after the last of `mailed` at the earliest."""
    last: datetime | None = mailed.aggregate(last=Max("sent_at"))["last"]
    return Mail.WAITING, None if last is None else last + pause


def time_until(moment: datetime) -> str:
    """Return a sentence that says by when the reader has to answer."""
    return _("You have until %(when)s (%(zone)s).") % in_zone(moment)


def in_zone(moment: datetime) -> dict[str, str]:
    """Return `moment` in the reader's time zone, and the zone's name."""
    local = localtime(moment)
    return {"when": date_format(local, "DATETIME_FORMAT"), "zone": date_format(local, "T")}
