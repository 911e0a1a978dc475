"""Profiles' statistics of finished matches: form, records, reliability, reply times."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from games import clock
from games.core.engine import ending
from games.core.engine.events import EventKind
from games.core.title.game import Game
from games.models import Event
from games.policy import policy
from games.registry import TITLES
from games.selectors.stored import each_readable
from leagues.core.records import FORM, Meetings, Played, TitleRecord, by_opponent, by_title, compare
from leagues.core.reply_times import merge, parse, quartiles
from leagues.models import ReplyTimes
from leagues.selectors.played import MOST, played_by, played_together

RELIABILITY = 100
RAN_OUT = (ending.BOT_DECIDED, ending.DEFAULTED, ending.OUT_OF_TIME)


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent in matches; `name` as it appears in addresses."""

    name: str
    meetings: Meetings


@dataclass(frozen=True, slots=True)
class Reliability:
    """The numbers of seats given up, and of decisions for which the time ran out, in the last `matches`."""

    matches: int
    given_up: int
    ran_out: int


@dataclass(frozen=True, slots=True)
class Replies:
    """The times within which 25, 50 and 75 % of the last replies at a pace came."""

    pace: clock.Pace
    count: int
    quartiles: Mapping[int, timedelta]


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match: its title and how it ended for the one from whose seat it is seen."""

    game: Game
    match: Played


@dataclass(frozen=True, slots=True)
class Record:
    """The statistics of a player's public matches. `is_cut`: only the newest were counted."""

    form: Sequence[Result]
    titles: Sequence[tuple[Game, TitleRecord]]
    opponents: Sequence[Opponent]
    reliability: Reliability | None
    replies: Sequence[Replies]
    is_cut: bool
    most: int = MOST


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of two people: how it ended for both, and 1, 0 or -1 if one came before, level with or behind the
    other."""

    game: Game
    match: Played
    own: int | None
    their: int | None
    order: int


@dataclass(frozen=True, slots=True)
class TitleMeetings:
    """The meetings of two people at one title; None for all titles."""

    game: Game | None
    together: int
    before: int
    behind: int
    level: int


def record_of(user: Any) -> Record:
    """Return the record of `user`, by seven statements and one for each pace."""
    played = played_by(user)
    return Record(
        form=[Result(TITLES[match.title], match) for match in played[:FORM]],
        titles=[(TITLES[record.title], record) for record in by_title(played)],
        opponents=_opponents(by_opponent(played)),
        reliability=_reliability([match for match in played if not match.at_table][:RELIABILITY]),
        replies=_replies(user),
        is_cut=len(played) >= MOST,
    )


def meetings_of(user: Any, other: Any) -> tuple[list[TitleMeetings], list[Meeting]]:
    """Return how `user` and `other` fared against each other, in total and per title, and their matches, newest first.
    Five statements."""
    found = [_meeting(match, other.pk) for match in played_together(user, other)]
    games = sorted({meeting.game.slug: meeting.game for meeting in found}.values(), key=lambda game: str(game.name))
    per_title = [_sum(game, [meeting for meeting in found if meeting.game is game]) for game in games]
    return ([_sum(None, found), *per_title] if found else []), found


def _meeting(match: Played, other: int) -> Meeting:
    theirs = next(seat for seat in match.seats if seat.player == other)
    return Meeting(
        TITLES[match.title], match, match.place, None if theirs.left else theirs.place, compare(match.own, theirs)
    )


def _sum(game: Game | None, meetings: Collection[Meeting]) -> TitleMeetings:
    orders = [meeting.order for meeting in meetings]
    return TitleMeetings(game, len(orders), orders.count(1), orders.count(-1), orders.count(0))


def _opponents(found: Sequence[Meetings]) -> list[Opponent]:
    """Return the opponents whose accounts still exist."""
    users = get_user_model().objects.filter(pk__in=[meetings.player for meetings in found], is_active=True)
    names = policy().names(list(users.only("username")))
    return [Opponent(names[meetings.player], meetings) for meetings in found if meetings.player in names]


def _reliability(matches: Sequence[Played]) -> Reliability | None:
    seats = {match.match: match for match in matches}
    events: QuerySet[Event, Any] = Event.objects.filter(match__in=seats, kind=EventKind.SITE, text__in=RAN_OUT)
    ran_out = 0
    for key, seat, ply in each_readable(events.values_list("match_id", "seat", "ply")):
        match = seats[key]
        ran_out += seat == match.number and (match.until is None or ply < match.until)
    given_up = sum(match.own.left for match in matches)
    return Reliability(len(matches), given_up, ran_out) if matches else None


def _replies(user: Any) -> list[Replies]:
    found = []
    for pace in clock.OFFERED:
        rows = ReplyTimes.objects.filter(player=user.pk, pace=pace.slug).order_by("-finished_at", "-match")
        histograms = []
        for stored in rows.values_list("counts", flat=True)[:RELIABILITY]:
            with suppress(ValueError):
                histograms.append(parse(stored))
        counts = merge(histograms)
        if any(counts):
            found.append(Replies(pace, sum(counts), quartiles(counts)))
    return found
