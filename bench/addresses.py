"""Measures whether response times tell addresses with an account from addresses without one.

Runs as a process with its own database: `python -m bench.addresses`.
"""

import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import django
from django.contrib.auth.hashers import Argon2PasswordHasher

LIMIT = 4.5  # Welch's t beyond which the times of two kinds differ by more than chance
HEADER = ("form", "hash", "tries", "account", "none", "difference", "Welch's t", "")
PASSWORD = "blumentopf-am-fenster-77"  # noqa: S105
BACKEND = "masques_site.accounts.backends.SiteBackend"

Times = tuple[list[float], list[float]]


class CheapArgon2(Argon2PasswordHasher):
    """Argon2 at its lowest cost, so that differences besides the hash stand out."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1


@dataclass(frozen=True)
class Comparison:
    """The response times, in seconds, of one form for addresses or names with an account and without."""

    form: str
    known: list[float]
    unknown: list[float]

    @property
    def t(self) -> float:
        """Welch's t of the two means."""
        return welch(self.known, self.unknown)

    @property
    def failed(self) -> bool:
        """Return whether the times differ by more than chance."""
        return abs(self.t) >= LIMIT

    def row(self, hasher: str) -> tuple[str, ...]:
        """Return a row of the table with the header `HEADER`; times in milliseconds."""
        known, unknown = (statistics.fmean(times) * 1000 for times in (self.known, self.unknown))
        times = (f"{known:.2f} ms", f"{unknown:.2f} ms", f"{known - unknown:+.3f} ms")
        verdict = "FAIL" if self.failed else "pass"
        return (self.form, hasher, f"{len(self.known)} each", *times, f"{self.t:+.2f}", verdict)


def welch(one: list[float], other: list[float]) -> float:
    """Return Welch's t statistic: the difference of the means divided by its standard error.

    >>> round(welch([1.0, 2.0, 3.0], [2.0, 3.0, 4.0]), 3)
    -1.225
    """
    error = statistics.variance(one) / len(one) + statistics.variance(other) / len(other)
    difference = statistics.fmean(one) - statistics.fmean(other)
    return difference / math.sqrt(error)


class AddressTrial:
    """Members whose addresses are known, and requests through the whole stack of the site.

    Every request has its own address and its own network address, so that no throttle is reached and no request finds
    more in the throttles' records than another.
    """

    def __init__(self, tries: int, seed: int) -> None:
        self.tries = tries
        self.random = random.Random(seed)
        self.numbers = count(1)
        self.handler: Any = None
        self.handler = self.client().handler  # loads the middleware once, as a server does

    def measure(self) -> Iterator[tuple[str, Times]]:
        """Yield each form with its times for known and unknown addresses, asked in random order."""
        forms: dict[str, Callable[[str, str], Callable[[], Any]]] = {
            "sign-up": self.sign_up,
            "log-in by name": self.log_in_by_name,
            "log-in by e-mail": self.log_in_by_address,
            "password reset": self.reset,
            "change of address": self.change,
            "keeping a guest's account": self.keep,
        }
        for form, prepare in forms.items():
            yield form, self.times(prepare)

    def times(self, prepare: Callable[[str, str], Callable[[], Any]]) -> Times:
        """Send the requests that `prepare` makes ready; return their times."""
        names = {True: self.members("Known"), False: [self.fresh("Unknown") for _try in range(self.tries)]}
        order = [True, False] * self.tries
        self.random.shuffle(order)
        for known in (True, False):
            prepare(self.members("Warm", 1)[0] if known else self.fresh("Warm"), self.fresh("New"))()
        found: dict[bool, list[float]] = {True: [], False: []}
        for known in order:
            request = prepare(names[known].pop(), self.fresh("New"))
            began = time.perf_counter()
            response = request()
            found[known].append(time.perf_counter() - began)
            if response.status_code not in (200, 302):
                raise RuntimeError(f"{response.status_code} {response.content[:200]!r}")
        return found[True], found[False]

    def fresh(self, word: str) -> str:
        """Return a name that is not taken."""
        return f"{word} {next(self.numbers)}"

    def members(self, word: str, number: int | None = None) -> list[str]:
        """Create members with the confirmed addresses `address(name)`; return their names."""
        from allauth.account.models import EmailAddress
        from django.contrib.auth.hashers import make_password

        from masques_site.accounts.models import User
        from masques_site.accounts.usernames import name_key, search_key

        names = [self.fresh(word) for _try in range(number or self.tries)]
        password = make_password(PASSWORD)
        users = User.objects.bulk_create(
            User(
                username=name,
                name_key=name_key(name),
                search_key=search_key(name),
                email=address(name),
                password=password,
            )
            for name in names
        )
        EmailAddress.objects.bulk_create(
            EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
        )
        return names

    def client(self) -> Any:
        """Return a browser with its own network address."""
        from django.test import Client

        number = next(self.numbers)
        place = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        client = Client(REMOTE_ADDR=place, HTTP_HOST="localhost")
        client.handler = self.handler or client.handler
        return client

    def client_of(self, user: Any) -> Any:
        """Return a browser in which `user` is signed in."""
        client = self.client()
        client.force_login(user, backend=BACKEND)
        return client

    # Each of these makes a request ready that gives the address or name of `subject`; `newcomer` is free.

    def sign_up(self, subject: str, newcomer: str) -> Callable[[], Any]:
        form = {"username": newcomer, "email": address(subject), "password1": PASSWORD, "password2": PASSWORD}
        client = self.client()
        return lambda: client.post("/accounts/signup/", form)

    def log_in_by_name(self, subject: str, _newcomer: str) -> Callable[[], Any]:
        client = self.client()
        return lambda: client.post("/accounts/login/", {"login": subject, "password": "not this one"})

    def log_in_by_address(self, subject: str, newcomer: str) -> Callable[[], Any]:
        return self.log_in_by_name(address(subject), newcomer)

    def reset(self, subject: str, _newcomer: str) -> Callable[[], Any]:
        client = self.client()
        return lambda: client.post("/accounts/password/reset/", {"email": address(subject)})

    def change(self, subject: str, newcomer: str) -> Callable[[], Any]:
        from masques_site.accounts.services import create_account

        user = create_account(username=newcomer, email=address(newcomer), password=PASSWORD)
        client = self.client_of(user)
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        return lambda: client.post("/accounts/email/", {"email": address(subject), "action_add": ""})

    def keep(self, subject: str, newcomer: str) -> Callable[[], Any]:
        from masques_site.accounts.services import create_guest

        client = self.client_of(create_guest())
        form = {"username": newcomer, "email": address(subject), "password": PASSWORD}
        return lambda: client.post("/account/keep/", form)


def address(name: str) -> str:
    """Return the address of the member with this name."""
    return f"{name.lower().replace(' ', '.')}@example.org"


def comparisons_from(answer: list[Any]) -> list[Comparison]:
    """Return the comparisons in the result of this process."""
    return [Comparison(form, known, unknown) for form, (known, unknown) in answer]


if __name__ == "__main__":
    wanted = json.load(sys.stdin)
    from django.conf import settings

    if wanted["cheap"]:
        settings.PASSWORD_HASHERS = [f"bench.addresses.{CheapArgon2.__name__}"]
    django.setup()
    json.dump(list(AddressTrial(wanted["tries"], wanted["seed"]).measure()), sys.stdout)
