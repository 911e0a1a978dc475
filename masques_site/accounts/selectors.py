"""Reading about people."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Q
from django.http import Http404

from games.models import Access, Match, Seat, Status
from games.registry import TITLES
from masques_site.accounts.models import Block, User
from masques_site.accounts.usernames import name_key, normalise

LISTED = 50


@dataclass(frozen=True, slots=True)
class Played:
    """One match on a profile: open to everybody."""

    match: Match
    title: str
    others: tuple[str, ...]
    place: int | None


@dataclass(frozen=True, slots=True)
class Profile:
    """What everybody may read about somebody."""

    person: User
    titles: list[tuple[str, int]]
    finished: list[Played]
    running: list[Played]


def person_by_name(username: str) -> User:
    """Who has this name; raises Http404 if nobody has."""
    name = normalise(username)
    found = User.objects.filter(name_key=name_key(name), is_active=True).first()
    if found is None or found.username.casefold() != name.casefold():
        raise Http404
    return found


def profile_of(person: User) -> Profile:
    """The public matches of `person`; never one that only its people, or holders of a link, may know of."""
    seats = Seat.objects.filter(user=person, match__access=Access.OPEN, match__title__in=TITLES)
    ended = seats.filter(match__status=Status.FINISHED)
    counted = Counter(ended.values_list("match__title", flat=True))
    with_match = seats.select_related("match").prefetch_related("match__seats__user")
    finished = with_match.filter(match__status=Status.FINISHED).order_by("-match__finished_at")[:LISTED]
    running = with_match.filter(match__status=Status.RUNNING, bot="").order_by("-match__started_at")[:LISTED]
    return Profile(
        person=person,
        titles=[(TITLES[slug].name, number) for slug, number in counted.most_common()],
        finished=[_played(seat) for seat in finished],
        running=[_played(seat) for seat in running],
    )


def _played(seat: Seat) -> Played:
    match = seat.match
    others = tuple(other.user.username for other in match.seats.all() if other.pk != seat.pk and other.user is not None)
    places = (match.outcome or {}).get("places") if match.status == Status.FINISHED else None
    return Played(match, match.game.name, others, places[seat.index] if places else None)


def block_between(viewer: User, person: User) -> tuple[bool, bool]:
    """Whether `viewer` blocks `person`, and whether a block stands in any direction."""
    rows = Block.objects.filter(Q(blocker=viewer, blocked=person) | Q(blocker=person, blocked=viewer))
    blockers = set(rows.values_list("blocker_id", flat=True))
    return viewer.pk in blockers, bool(blockers)
