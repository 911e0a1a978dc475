"""The part of another server's answer that is kept: its status, and the beginning of its text as one printable line."""

import time
from dataclasses import dataclass
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime
from http.client import HTTPResponse

LONGEST_TEXT = 200
LONGEST_REASON = 60
LONGEST_PAUSE = timedelta(days=1)


@dataclass(frozen=True)
class Answer:
    """An answer of another server. `retry_after` is how long it wants to be left alone, at most a day."""

    status: int
    reason: str = ""
    text: str = ""
    retry_after: timedelta | None = None

    @property
    def said(self) -> str:
        """Return the answer as one line of at most 200 characters, such as “404 Not Found: Unknown Webhook”."""
        head = f"{self.status} {self.reason}".strip()
        return (f"{head}: {self.text}" if self.text else head)[:LONGEST_TEXT]


def answer_of(response: HTTPResponse, body: bytes) -> Answer:
    """Return what is kept of a response and the beginning of its body."""
    return Answer(
        response.status,
        printable(response.reason)[:LONGEST_REASON],
        printable(body.decode(errors="ignore"))[:LONGEST_TEXT],
        pause_of(response.getheader("Retry-After", "")),
    )


def printable(text: str) -> str:
    """Return `text` as one line without characters that are invisible or command a terminal or the direction of
    writing.

    >>> printable("no\\r\\n such\\x1b[31m hook\\u202e\\x00")
    'no such[31m hook'
    """
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable()).strip()


def pause_of(value: str) -> timedelta | None:
    """Return the time that a header `Retry-After` asks for, in seconds or as a date; None if it isn't readable.

    >>> pause_of("30"), pause_of("99999999999"), pause_of("soon")
    (datetime.timedelta(seconds=30), datetime.timedelta(days=1), None)
    """
    value = value.strip()
    if value.isascii() and value.isdigit():
        return min(timedelta(seconds=int(value[:9])), LONGEST_PAUSE)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    # By the real time, as the other server means it, not by the clock of a simulation.
    return min(max(timedelta(seconds=moment.timestamp() - time.time()), timedelta()), LONGEST_PAUSE)
