"""Forms that take effect once, however often they are sent.

A form that creates or binds something has a name, `attempt`, drawn for its page. Sending the same fields under the same
name again, by a second click or because a line was slow, redirects to where the first one led. With other fields it is
another form. A refused form may be sent again.

The row is stored before the form takes effect. If the process dies in between, the outcome is unknown: the same form is
then answered by `Unknown`, and nothing is created twice.
"""

import re
import time
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from urllib.parse import urlencode

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict

from games import clock
from games.services.keeping import pruning
from masques_site.accounts.models import Attempt

FIELD = "attempt"
NAME = re.compile(r"[0-9a-f]{32}")
KEPT = timedelta(days=1)
GUEST_FOR = timedelta(minutes=1)  # within which the same browser becomes the guest of its first click
WAIT, PAUSE = 8.0, 0.1  # seconds for which a second click waits for the first one's answer


@dataclass(frozen=True, slots=True)
class Repeated:
    """A form that was sent before: where the first one led (empty if that is not known), and its row."""

    url: str
    row: Attempt


def begin(request: HttpRequest) -> Attempt | Repeated | None:
    """Note that a form is about to take effect and return the attempt, or the outcome if the form was sent before.
    Return None if the form has no name, or if it was refused meanwhile and may be sent again."""
    if not NAME.fullmatch(request.POST.get(FIELD, "")):
        return None
    person, digest = _person(request), _digest(request)
    found = _find(request, person, digest)
    if found is None:
        try:
            with transaction.atomic():
                return Attempt.objects.create(person=person, digest=digest)
        except IntegrityError:
            found = _find(request, person, digest)
    if found is None:
        return None  # it was refused meanwhile, and may be sent again
    return Repeated(_answer(found), found)


def end(attempt: Attempt, request: HttpRequest, url: str) -> None:
    """Store the address to which a form has led. An empty one means that it was refused and may be sent again."""
    rows = Attempt.objects.filter(pk=attempt.pk)
    if not url:
        rows.delete()
        return
    user = request.user
    rows.update(url=url, user=user.pk if user.is_authenticated else None)


def prune(batch: int = pruning.BATCH) -> int:
    """Delete the rows of forms that are too old to be sent again; return how many."""
    old = Attempt.objects.filter(at__lt=clock.now() - KEPT).order_by("at").values_list("pk", flat=True)
    return Attempt.objects.filter(pk__in=list(old[:batch])).delete()[0]


def _find(request: HttpRequest, person: str, digest: str) -> Attempt | None:
    """Return the stored attempt, None if there is none. A user whom the first click has logged in counts as the same
    person at the second."""
    same = Q(person=person) | Q(user=request.user.pk) if request.user.is_authenticated else Q(person=person)
    return Attempt.objects.filter(same, digest=digest).select_related("user").first()


def _answer(row: Attempt) -> str:
    """Return where the form has led, waiting for that up to `WAIT` seconds; empty if it stays unknown."""
    until = time.monotonic() + WAIT
    while not row.url and time.monotonic() < until:
        time.sleep(PAUSE)
        found = Attempt.objects.filter(pk=row.pk).select_related("user").first()
        if found is None:
            return ""
        row.url, row.user = found.url, found.user
    return row.url


def _person(request: HttpRequest) -> str:
    """Return who sends the form: an account, or the browser with this CSRF secret."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    return sha256(str(request.META.get("CSRF_COOKIE", "")).encode()).hexdigest()


def _digest(request: HttpRequest) -> str:
    """Return a digest of what is sent, and where; without the CSRF token, which differs from page to page."""
    fields: MultiValueDict[str, str] = request.POST
    sent = sorted((name, values) for name, values in fields.lists() if name != "csrfmiddlewaretoken")
    return sha256(f"{request.path}\0{urlencode(sent, doseq=True)}".encode()).hexdigest()
