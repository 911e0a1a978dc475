"""The plays of the real table that fit a fixture: those by which it can be settled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef

from companion.models import Answer, Play, PlaySeat, PlayState
from games import clock
from games.core.errors import MoveError
from games.core.text import Text, _
from games.selectors.stored import first_readable
from leagues.core.results import ResultKind
from leagues.models import EntryState, Fixture, FixtureSeat, FixtureState, Season, SeasonState, TablePlay
from leagues.selectors.endings import given_up
from leagues.services.playing.settling import is_built_on

MOST_FITTING = 10  # plays among which those are looked for that can be offered
LEEWAY = timedelta(days=1)  # a date is that of the players' own time zone


@dataclass(frozen=True, slots=True)
class _Pair:
    """A fixture and a play that is to settle it, with the people of both."""

    season: Season
    fixture: Fixture
    play: Play
    players: Sequence[FixtureSeat]
    sitters: Sequence[PlaySeat]


def fitting_plays(user: Any, season: Season, fixture: Fixture) -> list[Play]:
    """Return those of the newest plays of `user` that can be offered to a fixture."""
    own = Play.objects.filter(state=PlayState.WAITING, title=season.title, seats__user=user.pk)
    answered = PlaySeat.objects.filter(play=OuterRef("pk")).exclude(user=user.pk).exclude(answer=Answer.NONE)
    free = own.exclude(Exists(answered)).exclude(Exists(TablePlay.objects.filter(play=OuterRef("pk"))))
    newest = first_readable(free.order_by("-created_at", "pk"), MOST_FITTING)
    return [play for play in newest if refusal_of(season, fixture, play) is None]


def players_of(fixture: Fixture) -> list[FixtureSeat]:
    """Return the seats of a fixture with their entries, in order."""
    return list(fixture.seats.select_related("entry").order_by("seat"))


def refusal_of_fixture(season: Season, fixture: Fixture) -> Text | None:
    """Return why no play can settle this fixture now; None if one can."""
    if not season.table_results:
        return _("This season doesn’t allow table results.")
    if season.state != SeasonState.RUNNING:
        return _("This season isn’t in progress.")
    players = players_of(fixture)
    if len(players) < 2:
        return _("A bye isn’t a match.")
    if not _is_open(season, fixture, players):
        return _("This match already has a result.")
    if any(map(_has_left, players)) or (fixture.state == FixtureState.RUNNING and given_up(fixture)):
        return _("A player has given up their seat, so this match is decided on the site.")
    if _begin(season, fixture) is None:
        return _("This match hasn’t started.")
    return None


def refusal_of(season: Season, fixture: Fixture, play: Play) -> Text | None:
    """Return why a play cannot settle a fixture, naming the field; None if it can."""
    refusal = refusal_of_fixture(season, fixture)
    if refusal is not None:
        return refusal
    pair = _Pair(season, fixture, play, players_of(fixture), list(play.seats.order_by("index")))
    return next(filter(None, (check(pair) for check in _CHECKS)), None)


def refusal_of_date(season: Season, fixture: Fixture, day: date) -> Text | None:
    """Return why a fixture, which takes a play now, cannot have been played on `day`; None if it can."""
    begin = _begin(season, fixture)
    assert begin is not None, "it was looked at"
    if (begin - LEEWAY).date() <= day <= (clock.now() + LEEWAY).date():
        return None
    return _("Date: the match can be played from %(first)s to today.", first=begin.date().isoformat())


def _is_open(season: Season, fixture: Fixture, players: Sequence[FixtureSeat]) -> bool:
    """Return whether a fixture has no result, or one that was annulled because its match or play was."""
    if fixture.state != FixtureState.SETTLED:
        return True
    is_annulled = all(player.kind == ResultKind.ANNULLED for player in players)
    is_decided = fixture.is_corrected or fixture.is_adjudicated
    return is_annulled and not is_decided and not is_built_on(season, fixture)


def _has_left(player: FixtureSeat) -> bool:
    is_replaced = player.wants_substitute or player.substitute_id is not None
    is_in = player.entry.state == EntryState.ENTERED and player.entry.user_id is not None
    return player.is_forfeited or is_replaced or not is_in


def _begin(season: Season, fixture: Fixture) -> datetime | None:
    """Return the moment from which a fixture can be played; None if it is to come."""
    return season.started_at if season.rules.has_divisions else fixture.opens_at


def _refuse_title(pair: _Pair) -> Text | None:
    if pair.play.title != pair.season.title:
        return _("Title: this season plays %(title)s.", title=pair.season.game.name)
    return None


def _refuse_players(pair: _Pair) -> Text | None:
    sat = {sitter.user_id for sitter in pair.sitters}
    if len(pair.sitters) != len(pair.players) or sat != {player.entry.user_id for player in pair.players}:
        return _("Players: exactly the players of the match must have sat at the table.")
    return None


def _refuse_settings(pair: _Pair) -> Text | None:
    game, seats = pair.season.game, len(pair.players)
    try:
        chosen = game.complete_settings(pair.play.settings, seats)
    except MoveError as error:
        return error.reason
    if chosen != game.complete_settings(pair.season.settings, seats):
        return _("Options: they must be those of the season.")
    return None


def _refuse_date(pair: _Pair) -> Text | None:
    return refusal_of_date(pair.season, pair.fixture, pair.play.played_on)


def _refuse_scores(pair: _Pair) -> Text | None:
    if pair.season.game.placing.score is not None and any(sitter.score is None for sitter in pair.sitters):
        return _("Scores: enter those of all players, because the standings count them.")
    return None


_CHECKS: tuple[Callable[[_Pair], Text | None], ...] = (
    _refuse_title,
    _refuse_players,
    _refuse_settings,
    _refuse_date,
    _refuse_scores,
)
