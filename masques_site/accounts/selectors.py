"""Queries about users."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import Http404

from games.core.errors import BrokenRow
from games.models import Access, Match, Seat, Status
from games.registry import TITLES
from games.selectors.stored import check_match, check_seats, each_readable
from masques_site.accounts.models import Block, User
from masques_site.accounts.usernames import name_key, normalise

MAX_LISTED = 50


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One public match on a profile."""

    match: Match
    title: str
    others: tuple[str, ...]
    place: int | None


@dataclass(frozen=True, slots=True)
class Profile:
    """The public profile of a user."""

    person: User
    titles: list[tuple[str, int]]
    finished: list[PlayedMatch]
    running: list[PlayedMatch]


def person_by_name(username: str) -> User:
    """The active user with this name; raises Http404 if there is none."""
    name = normalise(username)
    found = User.objects.filter(name_key=name_key(name), is_active=True).first()
    if found is None or found.username.casefold() != name.casefold():
        raise Http404
    return found


def profile_of(person: User) -> Profile:
    """The profile of `person`. It contains public matches only, and none that cannot be read."""
    seats = Seat.objects.filter(user=person, match__access=Access.OPEN, match__title__in=TITLES)
    ended = seats.filter(match__status=Status.FINISHED)
    counted = Counter(ended.values_list("match__title", flat=True))
    with_match = seats.select_related("match").prefetch_related("match__seats__user")
    finished = with_match.filter(match__status=Status.FINISHED).order_by("-match__finished_at")[:MAX_LISTED]
    running = with_match.filter(match__status=Status.RUNNING, bot="").order_by("-match__started_at")[:MAX_LISTED]
    return Profile(
        person=person,
        titles=[(TITLES[slug].name, number) for slug, number in counted.most_common()],
        finished=_played_matches(finished),
        running=_played_matches(running),
    )


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
    others = tuple(other.user.username for other in match.seats.all() if other.pk != seat.pk and other.user is not None)
    places = (match.outcome or {}).get("places") if match.status == Status.FINISHED else None
    return PlayedMatch(match, match.game.name, others, places[seat.index] if places else None)


def block_between(viewer: User, person: User) -> tuple[bool, bool]:
    """Whether `viewer` blocks `person`, and whether there is a block in either direction."""
    rows = Block.objects.filter(Q(blocker=viewer, blocked=person) | Q(blocker=person, blocked=viewer))
    blockers = set(rows.values_list("blocker_id", flat=True))
    return viewer.pk in blockers, bool(blockers)
