"""The field of a season: the players who may play and who would if it were drawn now, and what can be drawn for their
number."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from leagues.core import elimination
from leagues.core.divisions import Sizes, division_sizes
from leagues.core.errors import LeagueError
from leagues.core.rules import Format
from leagues.core.timetable import StepKind
from leagues.models import Entry, EntryState, RequestKind, RequestState, Season, SeasonState, Step
from leagues.policy import policy

SIGN_UP_EXTENSIONS = 2


def returning(season: Season) -> list[Any]:
    """Return the users who are signed up when a season's sign-up opens: those who asked for it in the season before and
    may play."""
    before = Entry.objects.filter(
        season=_season_before(season), state=EntryState.ENTERED, returns=True, user__isnull=False
    )
    return [
        entry.user
        for entry in before.select_related("user")
        if policy().refuse_to_enter(entry.user) is None and not is_banned(entry.user, season)
    ]


def _season_before(season: Season) -> Season | None:
    """Return the last season before this one that people had signed up for; None if there is none."""
    earlier = season.league.seasons.filter(number__lt=season.number, entries__isnull=False)
    return earlier.order_by("-number").first()


def is_banned(user: Any, season: Season) -> bool:
    """Return whether an earlier season of the league brought `user` a ban that covers this one. Cancelled seasons in
    between do not count."""
    earlier = season.league.seasons.filter(number__lt=season.number)
    barring = Entry.objects.filter(season__in=earlier, user=user, banned_seasons__gt=0)
    return any(
        earlier.filter(number__gt=number).exclude(state=SeasonState.CANCELLED).count() < seasons
        for number, seasons in barring.values_list("season__number", "banned_seasons")
    )


def was_extended_enough(season: Season) -> bool:
    """Return whether sign-up has already been extended as often as it may be if there are too few players."""
    return season.log.filter(verb="sign_up_extended").count() >= SIGN_UP_EXTENSIONS


def field(season: Season) -> QuerySet[Entry]:
    """Return the entries that play if the season is drawn now: accepted ones, whose accounts are not deleted."""
    return season.entries.filter(state=EntryState.ENTERED, user__isnull=False)


def can_be_drawn(season: Season, players: int) -> bool:
    """Return whether there are enough players, and divisions or tables for exactly this many."""
    if players < season.rules.least_entries:
        return False
    try:
        if season.rules.has_divisions:
            division_sizes(players, sizes_of(season))
        elif season.rules.format is Format.CUP:
            cup_of(season, range(players))
    except LeagueError:
        return False
    return True


def sizes_of(season: Season) -> Sizes:
    """Return how many players the divisions of a season have."""
    return Sizes(season.division_size, smallest=max(4, season.seats))


def cup_of(season: Season, players: Sequence[int]) -> elimination.Bracket:
    """Return the cup of `players`, the best seed first, at tables of sizes that the title allows. Raises LeagueError if
    there is none."""
    return elimination.bracket(players, season.seats, season.advancing, smallest=_smallest_table(season))


def _smallest_table(season: Season) -> int:
    """Return the smallest table down to which the title can be played with any number of seats."""
    seats = season.seats
    while seats - 1 in season.game.seats:
        seats -= 1
    return seats


def bracket_of(season: Season) -> elimination.Bracket:
    """Return the cup of a drawn season, if nobody leaves."""
    drawn = season.entries.filter(division__isnull=False).order_by("seed").values_list("pk", flat=True)
    return cup_of(season, list(drawn))


def later_rounds(season: Season, step: Step) -> QuerySet[Step]:
    """Return the steps that draw the rounds after that of `step`."""
    return season.steps.filter(kind=StepKind.ROUND, number__gt=step.number)


def resting(season: Season, number: int) -> frozenset[int]:
    """Return the entries that have asked for a half-point bye in round `number`, from 1, and got it."""
    granted = season.requests.filter(kind=RequestKind.BYE, state=RequestState.GRANTED, round=number - 1)
    return frozenset(granted.values_list("entry_id", flat=True))
