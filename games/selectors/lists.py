"""Lists of matches: what waits for a player, what is open in the lobby."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, IntegerField, OuterRef, Prefetch, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games import clock
from games.core.errors import BrokenRow
from games.core.text import Text
from games.models import Access, Invitation, Match, Seat, Status
from games.plumbing.prepared import Prepared
from games.policy import Label, ShownRating, policy
from games.registry import TITLES
from games.selectors.matches import level_of, names_of
from games.selectors.stored import check_match, check_seats, each_readable

LOBBY_LIMIT = 60
ENDED_LIMIT = 10
FITTING_LIMIT = 4


@dataclass(frozen=True, slots=True)
class Place:
    """One seat as a list shows it; a free one has no name. `bot` is the level of a bot as stored, `level` the same in
    words; `user_id` is the account that holds the seat; `rating` is shown at the open table of a rated match."""

    index: int
    name: str
    url: str
    bot: str
    is_viewer: bool
    level: str = ""
    user_id: int | None = None
    rating: ShownRating | None = None

    @property
    def is_free(self) -> bool:
        return not self.name

    @property
    def is_bot(self) -> bool:
        return bool(self.bot)

    @property
    def words(self) -> str:
        """The name in a line of text, a bot's with its level."""
        return f"{self.name} ({_('bot')} · {self.level.lower()})" if self.level else self.name


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match as a list shows it. `mine` is the viewer's own seat, or None; `host` who opened the table; `label` what
    an arranged match counts for; `refusal` why the viewer may not sit down at a rated table, as far as it is known
    here (`games.selectors.rated_tables`)."""

    match: Match
    places: tuple[Place, ...]
    mine: Seat | None
    host: str
    label: Label | None = None
    refusal: Text | None = None

    @property
    def others(self) -> list[str]:
        """The other players; of bots also the level."""
        return [place.words for place in self.places if place.name and not place.is_viewer]

    @property
    def free(self) -> int:
        """The number of free seats."""
        return sum(place.is_free for place in self.places)


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Everything of a player's home page, in the order in which it wants attention."""

    due: list[MatchSummary]
    ended: list[MatchSummary]
    invitations: list[MatchSummary]
    running: list[MatchSummary]
    waiting: list[MatchSummary]
    fitting: list[MatchSummary]


_WAITING = Prepared(lambda user_id: due_seats(user_id).values_list("pk"), 1_000_003)


def waiting_count(user: Any) -> int:
    """Return how many matches wait for a decision of `user`; one statement, none for an anonymous visitor."""
    return waiting_count_of(user.pk) if user.is_authenticated else 0


def waiting_count_of(user_id: int) -> int:
    """Return how many matches wait for a decision of the account with this key; one statement."""
    return len(_WAITING.rows(user_id))


def next_waiting(user: Any) -> str | None:
    """Return the id of the match that waits for `user`: for a decision with the soonest deadline, else for its end to
    be seen; None if there is none."""
    due = _soonest(due_seats(user)).values_list("match_id", flat=True).first()
    if due is not None:
        return due
    return _unseen(user).values_list("match_id", flat=True).first()


def next_after(user: Any, match_id: str) -> str | None:
    """Return the id of the match with the soonest deadline that waits for a decision of `user`; None if no match does,
    or `match_id` still does."""
    due = list(_soonest(due_seats(user)).values_list("match_id", flat=True))
    return None if match_id in due else next(iter(due), None)


def dashboard(user: Any) -> Dashboard:
    """Return the lists of the home page of `user`, decisions by soonest deadline."""
    due_ids = list(_soonest(due_seats(user)).values_list("match_id", flat=True))
    going_on = Seat.objects.filter(
        user=user, ended_at=None, vacated_at=None, match__status__in=[Status.RUNNING, Status.OPEN]
    )
    ended_now = Seat.objects.filter(pk__in=_unseen(user).values("pk")[:ENDED_LIMIT])
    # A union, not OR: by that PostgreSQL reads all matches.
    held = going_on.order_by().values("match").union(ended_now.order_by().values("match"))
    matches = Match.objects.filter(pk__in=held).order_by("-created_at", "pk")
    mine = summaries(_with_seats(matches), user)
    by_id = {summary.match.pk: summary for summary in mine}
    ended = [summary for summary in mine if summary.match.status == Status.FINISHED]
    ended.sort(key=lambda summary: summary.match.finished_at or summary.match.created_at, reverse=True)
    avoided = policy().avoided(user)
    invited = Match.objects.filter(invitations__user=user, status=Status.OPEN).exclude(seats__user=user)
    if avoided:
        invited = invited.exclude(host__in=avoided)
    return Dashboard(
        due=[by_id[pk] for pk in due_ids if pk in by_id],
        ended=ended,
        invitations=summaries(_with_seats(invited.order_by("-invitations__created_at")), user),
        running=[
            summary for summary in mine if summary.match.status == Status.RUNNING and summary.match.pk not in due_ids
        ],
        waiting=[summary for summary in mine if summary.match.status == Status.OPEN],
        fitting=summaries(_with_seats(_joinable(avoided).exclude(seats__user=user))[:FITTING_LIMIT], user),
    )


def lobby(
    user: Any, *, title: str = "", pace: str = "", seats: int | None = None, rated: bool | None = None
) -> list[MatchSummary]:
    """Return the newest open tables with a free seat, narrowed by title, pace, number of seats, and whether they are
    rated."""
    tables = _joinable(policy().avoided(user))
    if title:
        tables = tables.filter(title=title)
    if pace:
        tables = tables.filter(pace=pace)
    if seats:
        tables = tables.filter(seat_count=seats)
    if rated is not None:
        tables = tables.filter(is_rated=rated)
    return summaries(_with_seats(tables)[:LOBBY_LIMIT], user)


def summary_of(match: Match, seats: Sequence[Seat], user: Any, label: Label | None = None) -> MatchSummary:
    """Return one match with its taken seats (and their users) as a list shows it; raises `BrokenRow`."""
    check_match(match)
    check_seats(match, seats)
    name, taken = names_of(list(seats)), {seat.index: seat for seat in seats}
    places = []
    for index in range(match.seat_count):
        seat = taken.get(index)
        places.append(
            Place(
                index=index,
                name=name(index) if seat else "",
                url=policy().profile_url(seat.user) if seat and seat.user else "",
                bot=seat.bot if seat else "",
                is_viewer=bool(seat and user.pk is not None and seat.user_id == user.pk),
                level=level_of(seat) if seat else "",
                user_id=seat.user_id if seat else None,
            )
        )
    mine = next((seat for seat in seats if user.pk is not None and seat.user_id == user.pk), None)
    host = next((name(seat.index) for seat in seats if seat.user_id == match.host_id is not None), "")
    return MatchSummary(match, tuple(places), mine, host, label)


def summaries(matches: QuerySet[Match], user: Any) -> list[MatchSummary]:
    """Return matches, with their seats fetched, as a list shows them, without those that cannot be read or were set
    aside: their own page says why."""
    found = []
    readable = each_readable(matches)
    labels = labels_of(readable)
    for match in readable:
        with suppress(BrokenRow):
            found.append(summary_of(match, list(match.seats.all()), user, labels.get(match.pk)))
    return found


def labels_of(matches: Sequence[Match]) -> Mapping[str, Label]:
    """Return, by primary key, what the arranged ones of `matches` count for; no statement if there is none."""
    arranged = [match for match in matches if match.source is not None]
    return policy().labels(arranged) if arranged else {}


def label_of(match: Match) -> Label | None:
    """Return what an arranged match counts for; no statement for a match from a table."""
    return labels_of([match]).get(match.pk)


def hosted_tables(user: Any) -> list[Match]:
    """Return the open tables of `user` that have a free seat, the newest first; one statement."""
    found = Match.objects.filter(host=user, status=Status.OPEN, title__in=TITLES).annotate(taken=Count("seats"))
    return each_readable(found.filter(taken__lt=F("seat_count")).order_by("-created_at", "pk"))


def private_links(host: Any) -> list[Match]:
    """Return the tables of `host` that have a private link and are not over, the newest first; one statement."""
    found = Match.objects.filter(host=host.pk, access=Access.LINK, status__in=[Status.OPEN, Status.RUNNING])
    return each_readable(found.order_by("-created_at"))


def pending_invitees(match: Match) -> list[str]:
    """Return the names of those who were invited and have not sat down."""
    seated = match.seats.exclude(user=None).values("user")
    invitations = Invitation.objects.filter(match=match).exclude(user__in=seated).select_related("user")
    people = [invitation.user for invitation in invitations.order_by("created_at")]
    names = policy().names(people)
    return [names[person.pk] for person in people]


def due_seats(user: Any) -> QuerySet[Seat]:
    """Return the seats that wait for a decision of `user`: a user, a key, or a reference in another query."""
    return Seat.objects.filter(
        user=user,
        ended_at=None,  # an index knows which of their matches are over
        bot="",
        bot_for_decision=None,
        due_decision__isnull=False,
        match__status=Status.RUNNING,
    )


def _unseen(user: Any) -> QuerySet[Seat]:
    """Return the seats of `user` in matches whose end they have not seen, the newest end first."""
    ended = Seat.objects.filter(user=user, ended_at__isnull=False, end_seen_at=None, match__status=Status.FINISHED)
    return ended.order_by("-ended_at", "pk")


def _soonest(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.order_by(F("deadline").asc(nulls_last=True), "due_since", "pk")


def _joinable(avoided: Collection[int]) -> QuerySet[Match]:
    """Return open tables with a free seat, without those at which one of the users `avoided` sits."""
    tables = Match.objects.filter(status=Status.OPEN, access=Access.OPEN, expires_at__gt=clock.now())
    if avoided:
        tables = tables.exclude(pk__in=Seat.objects.filter(user__in=avoided).values("match"))
    # A separate count for each table: grouped with their seats, all matches that there are would be counted.
    seats = Seat.objects.filter(match=OuterRef("pk")).order_by().values("match").annotate(number=Count("pk"))
    taken = Coalesce(Subquery(seats.values("number")), Value(0), output_field=IntegerField())
    return tables.annotate(taken=taken).filter(taken__lt=F("seat_count")).order_by("-created_at", "pk")


def _with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.prefetch_related(Prefetch("seats", Seat.objects.select_related("user", "look")))
