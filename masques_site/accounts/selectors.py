"""Queries about users."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404

from companion.models import Play, PlaySeat
from companion.selectors.lists import confirmed, sat_in
from games.core.errors import BrokenRow
from games.models import Access, Seat, Status
from games.registry import TITLES
from games.selectors.stored import check_match, check_seats, each_readable, match_outcome
from games.strict import FIRST_MOMENT
from masques_site.accounts.models import Block, User
from masques_site.accounts.usernames import folded, name_key, search_key, without_accents

MAX_LISTED = 50
MAX_COUNTED = 500


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One public match, or confirmed play of the real table (`at_table`), on a profile. `at`: when it ended, or
    started."""

    key: str
    title: str
    others: tuple[str, ...]
    place: int | None
    at: datetime | None
    at_table: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """The public profile of a user."""

    person: User
    titles: list[tuple[str, int]]
    finished: list[PlayedMatch]
    running: list[PlayedMatch]
    is_cut: bool = False  # `titles` counts the last `MAX_COUNTED` matches alone
    most: int = MAX_COUNTED


def named(name: str) -> User | None:
    """Return the user meant by the typed `name`, regardless of capitals and of how the device writes accents; None if
    there is none. One statement, the same on every database. Names that only look the same do not match."""
    found = User.objects.filter(name_key=name_key(name)).first()
    return found if found is not None and folded(found.username) == folded(name) else None


def person_meant(name: str) -> User | None:
    """Return the active user meant by a name in an invitation or filter: the one that `named` finds, or else the only
    one with this name without accents. Two statements at most."""
    found = named(name)
    key = search_key(name)
    if found is None and key and without_accents(folded(name)) == folded(name):
        alike = list(User.objects.filter(search_key=key, is_active=True)[:2])
        found = alike[0] if len(alike) == 1 else None
    return found if found is not None and found.is_active else None


def person_by_name(username: str) -> User:
    """Return the active user whom `named` finds; raises Http404 if there is none."""
    found = named(username)
    if found is None or not found.is_active:
        raise Http404
    return found


def person_by_login(name: str, address: str) -> User | None:
    """Return the user who signs in with this name or address, or None; always three statements.

    A name comes first: no new name looks like an address. Among the users with the address, one who has confirmed it
    comes first.
    """
    held = _addresses(address).first()
    owner = User.objects.filter(email=address.lower()).first()
    return _first_user(named(name), held, owner)


def person_to_reset(address: str) -> User | None:
    """Return the active user who may choose a new password by a mail to `address`, or None; always two statements."""
    held = _addresses(address).filter(user__is_active=True).first()
    owner = User.objects.filter(email=address.lower(), is_active=True).first()
    return _first_user(None, held, owner)


def is_confirmed_by_another(address: str, user: User) -> bool:
    """Return whether another user than `user` has confirmed `address`; one statement."""
    confirmed = Q(email=address.lower()) | Q(emailaddress__email=address.lower(), emailaddress__verified=True)
    return User.objects.filter(confirmed).exclude(pk=user.pk).exists()


def own_addresses(user: User) -> set[str]:
    """Return the addresses that `user` has given, except those that other users have given too."""
    given = set(EmailAddress.objects.filter(user=user).values_list("email", flat=True)) | {user.email.lower()} - {""}
    others = set(EmailAddress.objects.filter(email__in=given).exclude(user=user).values_list("email", flat=True))
    return (
        given - others - set(User.objects.filter(email__in=given).exclude(pk=user.pk).values_list("email", flat=True))
    )


def _addresses(address: str) -> QuerySet[EmailAddress]:
    """Return the rows of `address`, in the order of their users' claim to it: confirmed, given at sign-up, given
    later."""
    found: QuerySet[EmailAddress] = EmailAddress.objects.filter(email=address.lower()).select_related("user")
    return found.order_by("-verified", "-primary", "pk")


def _first_user(called: User | None, held: EmailAddress | None, owner: User | None) -> User | None:
    found: Any = called
    if found is None and held is not None and (held.verified or owner is None):
        found = held.user
    return found if isinstance(found, User) else owner


def profile_of(person: User) -> Profile:
    """Return the profile of `person`. It contains public matches and confirmed plays only, and none that cannot be
    read."""
    seats = Seat.objects.filter(user=person, match__access=Access.OPEN, match__title__in=TITLES)
    ended = seats.filter(ended_at__isnull=False, match__status=Status.FINISHED).order_by("-ended_at", "-pk")
    counted = Counter(ended.values_list("match__title", flat=True)[:MAX_COUNTED])
    plays = confirmed().filter(sat_in(person)).order_by("-ended_at", "-pk")
    counted.update(plays.values_list("title", flat=True)[:MAX_COUNTED])
    with_match = seats.select_related("match").prefetch_related("match__seats__user")
    finished = with_match.filter(pk__in=ended.values("pk")[:MAX_LISTED]).order_by("-ended_at", "-pk")
    running = with_match.filter(ended_at=None, match__status=Status.RUNNING, bot="").order_by("-match__started_at")
    return Profile(
        person=person,
        titles=[(TITLES[slug].name, number) for slug, number in counted.most_common()],
        is_cut=counted.total() >= MAX_COUNTED,
        finished=_newest([*_played_matches(finished), *_played_plays(plays, person)]),
        running=_played_matches(running[:MAX_LISTED]),
    )


def _newest(found: list[PlayedMatch]) -> list[PlayedMatch]:
    return sorted(found, key=lambda one: (one.at or FIRST_MOMENT, one.key), reverse=True)[:MAX_LISTED]


def _played_plays(plays: QuerySet[Play], person: User) -> list[PlayedMatch]:
    seats = Prefetch("seats", PlaySeat.objects.select_related("user").order_by("index"))
    found = []
    for play in each_readable(plays.prefetch_related(seats)[:MAX_LISTED]):
        own = next(seat for seat in play.seats.all() if seat.user_id == person.pk)
        others = tuple(seat.user.shown_name for seat in play.seats.all() if seat.pk != own.pk and seat.user is not None)
        found.append(PlayedMatch(play.pk, play.game.name, others, own.place, play.ended_at, at_table=True))
    return found


def _played_matches(seats: QuerySet[Seat]) -> list[PlayedMatch]:
    found = []
    for seat in each_readable(seats):
        with suppress(BrokenRow):
            found.append(_played_match(seat))
    return found


def _played_match(seat: Seat) -> PlayedMatch:
    match = seat.match
    check_match(match)
    check_seats(match, list(match.seats.all()))
    others = tuple(
        other.user.shown_name for other in match.seats.all() if other.pk != seat.pk and other.user is not None
    )
    outcome = match_outcome(match) if match.annulled_at is None else None
    place = outcome.places[seat.index] if outcome else None
    return PlayedMatch(match.pk, match.game.name, others, place, match.finished_at or match.started_at)


def block_between(viewer: User, person: User) -> tuple[bool, bool]:
    """Return whether `viewer` blocks `person`, and whether there is a block in either direction."""
    rows = Block.objects.filter(Q(blocker=viewer, blocked=person) | Q(blocker=person, blocked=viewer))
    blockers = set(rows.values_list("blocker_id", flat=True))
    return viewer.pk in blockers, bool(blockers)
