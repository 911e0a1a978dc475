"""The interface of a channel: what it is given to send, and how it says what became of it.

A channel knows how to reach one place: a mailbox, a browser, a server. It knows no notices, no preferences and no
database: the caller decides who gets what and when, and stores what the other side said.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, ClassVar

from django.utils.functional import Promise


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
class Message:
    """The content of one delivery to one place: one notice, or several.

    `key` is the same for every attempt at this message and differs from that of any other, so that the other side can
    drop a repetition. `items` are the words of each notice if there are several, else empty. `thread` is the match that
    all of it is about, or "". `waiting` is the number of matches that wait for the reader, for a badge.
    """

    key: str
    words: Words
    items: Sequence[Words] = ()
    thread: str = ""
    language: str = "en"
    waiting: int = 0
    is_urgent: bool = False


@dataclass(frozen=True)
class Place:
    """Where a message goes, as a channel needs it: the address, and what else the channel has stored with it (keys, a
    format)."""

    url: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class DeliveryError(Exception):
    """A message that did not arrive. `said` is what the other side answered, or why there was no answer: one line of at
    most 200 characters, without secrets."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class Unavailable(DeliveryError):
    """The other side may take the message later. `after`: not before this time, if it said so. `is_ours`: the fault is
    not that of the place, but of the site's own provider."""

    def __init__(self, said: str, after: timedelta | None = None, *, is_ours: bool = False) -> None:
        super().__init__(said)
        self.after, self.is_ours = after, is_ours


class Rejected(DeliveryError):
    """The other side will never take this message; it may take others."""


class Gone(DeliveryError):
    """The place no longer exists: nothing will ever arrive there."""


class Channel(ABC):
    """A way to reach people. There is one object of each channel, which holds nothing about single messages and is used
    by several threads at once."""

    code: ClassVar[str] = ""
    """The word that is stored, of at most 8 letters."""
    name: ClassVar[str | Promise] = ""
    """The name that users see."""
    parallel: int = 8
    """How many messages one worker sends at a time."""

    @abstractmethod
    def send(self, place: Place, message: Message) -> str:
        """Send `message` to `place`, within bounded time; return what the other side said, as one line of at most 200
        characters. Raises a `DeliveryError`, and nothing else for whatever the other side does."""

    def repeats_safely(self, place: Place) -> bool:
        """Return whether `place` recognises a message that it is sent twice, so that one may be sent again whose
        outcome is unknown because the process that sent it was killed."""
        return False
