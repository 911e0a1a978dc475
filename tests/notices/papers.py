"""A channel of the tests: it writes down what it is given, and answers as a test says. No other line of the site knows
it."""

import threading
from collections.abc import Callable, Iterable

from masques_site.accounts.models import Report, User
from masques_site.notices.channels.base import Channel, Message, Place
from masques_site.notices.models import Delivery, Endpoint
from masques_site.notices.services.delivering import deliver
from masques_site.notices.services.passing_on import pass_on_due
from tests.notices.sweeps import find_missing

Answer = Callable[[Place, Message], str]


class Paper(Channel):
    """`answer` is called for every message, and may raise."""

    code = "paper"
    name = "Paper"

    def __init__(self, *, parallel: int = 1, is_safe: bool = True) -> None:
        self.parallel, self.is_safe = parallel, is_safe
        self.answer: Answer = lambda _place, _message: "taken"
        self.sent: list[tuple[str, Message]] = []
        self._lock = threading.Lock()

    def send(self, place: Place, message: Message) -> str:
        with self._lock:
            self.sent.append((place.url, message))
        return self.answer(place, message)

    def repeats_safely(self, place: Place) -> bool:
        return self.is_safe

    @property
    def keys(self) -> list[str]:
        """The keys of all attempts, in order."""
        return [message.key for _url, message in self.sent]

    def titles(self, url: str = "") -> list[str]:
        """The titles of all attempts, in order; only those to `url` if it is given."""
        return [message.words.title for to, message in self.sent if not url or to == url]


def raises(error: Exception) -> Answer:
    """Return an answer that is this error."""

    def answer(_place: Place, _message: Message) -> str:
        raise error

    return answer


def place(user: User, url: str = "paper:1", channel: str = "paper", **facts: object) -> Endpoint:
    """Return a new endpoint of a user."""
    return Endpoint.objects.create(user=user, channel=channel, url=url, facts=facts)


def news(user: User, number: int = 1) -> list[Report]:
    """Return new reports of `user` that have been answered: each is a notice that is always needed."""
    from games import clock

    now = clock.now()
    values = {"reported_name": "Zanni", "reason": "abuse", "text": "He shouts.", "closed_at": now, "created_at": now}
    return [Report.objects.create(reporter=user, **values) for _each in range(number)]


def pass_on() -> None:
    """Do what the sweep does."""
    find_missing()
    pass_on_due()


def send(*channels: str) -> int:
    """Send what is due over these channels; return how many messages arrived."""
    return sum(deliver(channel, failing=failing) for channel in channels or ("paper",) for failing in (False, True))


def states(rows: Iterable[Delivery] | None = None) -> list[str]:
    """The states of all deliveries, in the order of their creation."""
    return [each.state for each in (Delivery.objects.order_by("pk") if rows is None else rows)]
