"""Matches of a season that a play of the real table settles, once all who sat there have confirmed it.

A play is offered to a fixture, which has one offer at most. When the companion announces that the play counts, the
fixture gets its result like that of a match, under the season's lock; a match on the site that still runs then ends by
agreement (`upkeep`). A play that came too late, or that no longer fits, changes nothing here.

Lock order: the play's row before the season's.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from companion.models import Answer, Play, PlaySeat, PlayState
from companion.refusals import NoSuchPlay
from companion.services.plays.locked_play import LockedPlay
from games import clock
from games.core.errors import MoveError
from games.core.text import Text, _
from games.refusals import Conflict, Forbidden
from games.selectors.stored import each_readable, first_readable
from games.strict import UNREADABLE
from leagues.core.errors import LeagueError
from leagues.core.results import Result, ResultKind, annulled, finished_match
from leagues.models import (
    EntryState,
    Fixture,
    FixtureSeat,
    FixtureState,
    RoleKind,
    Season,
    SeasonState,
    TablePlay,
    TablePlayState,
)
from leagues.refusals import NoSuchLeague
from leagues.selectors.endings import given_up
from leagues.selectors.results import results_of
from leagues.selectors.roles import RANKS, rank_of
from leagues.services.organising.log import note
from leagues.services.playing import settling, upkeep
from leagues.services.timetable.seasons import lock_season, touch

logger = structlog.get_logger(__name__)

MOST_FITTING = 10  # plays among which those are looked for that can be offered
LEEWAY = timedelta(days=1)  # a date is that of the players' own time zone
BY_AGREEMENT = "its players have confirmed a result of the real table"


# Offers.


def check_is_involved(user: Any, season: Season, fixture: Fixture) -> None:
    """Raise `Forbidden` unless `user` plays in the fixture or organises its league."""
    is_player = any(seat.entry.user_id == user.pk for seat in _seats(fixture))
    if not is_player and rank_of(user, season.league) < RANKS[RoleKind.ORGANISER]:
        raise Forbidden(_("Only the players of the match and the league’s organisers can do that."))


def check_may_offer(user: Any, season: Season, fixture: Fixture) -> None:
    """Raise `Forbidden` unless `user` is involved, and `Conflict` if the fixture takes no play now."""
    check_is_involved(user, season, fixture)
    refusal = refusal_of_fixture(season, fixture)
    if refusal is not None:
        raise Conflict(refusal)
    if fixture.table_plays.filter(state=TablePlayState.OFFERED).exists():
        raise Conflict(_("A result of this match is already waiting to be confirmed."))


def offer(*, user: Any, season_id: int, number: int, play_id: str) -> None:
    """Offer a play to a fixture: it settles the fixture once it is confirmed. Offering it again changes nothing.

    Nobody but `user` can have confirmed it yet, because a confirmation says more from now on. Raises `NoSuchPlay`,
    `NoSuchLeague`, `Forbidden`, `Conflict`.
    """
    with transaction.atomic(durable=True):
        locked = _locked_play(user, play_id)
        play, season, fixture = locked.play, *_locked(season_id, number)
        known = TablePlay.objects.filter(play=play).first()
        if known is not None and (known.fixture_id, known.state) == (fixture.pk, TablePlayState.OFFERED):
            return
        settling.catch_up(season)
        fixture.refresh_from_db()
        check_may_offer(user, season, fixture)
        if known is not None:
            raise Conflict(_("This result is already that of another match."))
        _check_is_new(user, locked)
        refusal = refusal_of(season, fixture, play)
        if refusal is not None:
            raise Conflict(refusal)
        TablePlay.objects.create(fixture=fixture, play=play)
        locked.outdate()
        note(season.league, "table_result_offered", season=season, actor=user, number=fixture.number)
        touch(season, [fixture.division_id])


def withdraw(*, user: Any, season_id: int, number: int, play_id: str) -> None:
    """Take the offer of a play back, as a player of the fixture or an organiser; the play stays, for itself. Does
    nothing if there is no such offer. Raises `NoSuchPlay`, `NoSuchLeague`, `Forbidden`, `Conflict` (confirmed)."""
    with transaction.atomic(durable=True):
        locked = LockedPlay.get(play_id)
        play, season, fixture = locked.play, *_locked(season_id, number)
        check_is_involved(user, season, fixture)
        row = fixture.table_plays.filter(play=play).first()
        if row is None:
            return
        if play.counts or row.state != TablePlayState.OFFERED:
            raise Conflict(_("This result is confirmed, so it can’t be withdrawn any more."))
        row.delete()
        locked.outdate()
        note(season.league, "table_result_withdrawn", season=season, actor=user, number=fixture.number)
        touch(season, [fixture.division_id])


def fitting_plays(user: Any, season: Season, fixture: Fixture) -> list[Play]:
    """Return those of the newest plays of `user` that can be offered to a fixture."""
    own = Play.objects.filter(state=PlayState.WAITING, title=season.title, seats__user=user.pk)
    answered = PlaySeat.objects.filter(play=OuterRef("pk")).exclude(user=user.pk).exclude(answer=Answer.NONE)
    free = own.exclude(Exists(answered)).exclude(Exists(TablePlay.objects.filter(play=OuterRef("pk"))))
    newest = first_readable(free.order_by("-created_at", "pk"), MOST_FITTING)
    return [play for play in newest if refusal_of(season, fixture, play) is None]


def _locked_play(user: Any, play_id: str) -> LockedPlay:
    """Lock and return a play that `user` recorded or in which they sat; raises `NoSuchPlay`."""
    locked = LockedPlay.get(play_id)
    if locked.play.recorder_id != user.pk and locked.seat_of(user) is None:
        raise NoSuchPlay
    return locked


def _locked(season_id: int, number: int) -> tuple[Season, Fixture]:
    season = lock_season(season_id)
    fixture = season.fixtures.filter(number=number).select_related("division", "season").first()
    if fixture is None:
        raise NoSuchLeague
    return season, fixture


def _check_is_new(user: Any, locked: LockedPlay) -> None:
    """Raise `Conflict` if the play is final, or another player has answered."""
    locked.check_open()
    if any(seat.answer != Answer.NONE for seat in locked.seats if seat.user_id != user.pk):
        raise Conflict(
            _("Other players have answered already, without knowing of the league. Record the result again.")
        )


# What fits.


def refusal_of_fixture(season: Season, fixture: Fixture) -> Text | None:
    """Return why no play can settle this fixture now; None if one can."""
    if not season.table_results:
        return _("This season doesn’t allow table results.")
    if season.state != SeasonState.RUNNING:
        return _("This season isn’t in progress.")
    seats = _seats(fixture)
    if len(seats) < 2:
        return _("A bye isn’t a match.")
    if not _is_open(season, fixture, seats):
        return _("This match already has a result.")
    has_left = any(
        seat.is_forfeited
        or seat.wants_substitute
        or seat.substitute_id is not None
        or seat.entry.user_id is None
        or seat.entry.state != EntryState.ENTERED
        for seat in seats
    )
    if has_left or (fixture.state == FixtureState.RUNNING and given_up(fixture)):
        return _("A player has given up their seat, so this match is decided on the site.")
    if _begin(season, fixture) is None:
        return _("This match hasn’t started.")
    return None


def refusal_of(season: Season, fixture: Fixture, play: Play) -> Text | None:
    """Return why a play cannot settle a fixture, naming the field; None if it can."""
    refusal = refusal_of_fixture(season, fixture)
    if refusal is not None:
        return refusal
    sitters, players = list(play.seats.order_by("index")), _seats(fixture)
    return next(filter(None, (check(season, fixture, play, sitters, players) for check in _CHECKS)), None)


def refusal_of_date(season: Season, fixture: Fixture, day: date) -> Text | None:
    """Return why a fixture, which takes a play now, cannot have been played on `day`; None if it can."""
    begin = _begin(season, fixture)
    assert begin is not None, "it was looked at"
    if (begin - LEEWAY).date() <= day <= (clock.now() + LEEWAY).date():
        return None
    return _("Date: the match can be played from %(first)s to today.", first=begin.date().isoformat())


def _is_open(season: Season, fixture: Fixture, seats: Sequence[FixtureSeat]) -> bool:
    """Return whether a fixture has no result, or one that was annulled because its match or play was."""
    if fixture.state != FixtureState.SETTLED:
        return True
    is_annulled = all(seat.kind == ResultKind.ANNULLED for seat in seats)
    is_decided = fixture.is_corrected or fixture.is_adjudicated
    return is_annulled and not is_decided and not settling.is_built_on(season, fixture)


def _begin(season: Season, fixture: Fixture) -> datetime | None:
    """Return the moment from which a fixture can be played; None if it is to come."""
    return season.started_at if season.rules.has_divisions else fixture.opens_at


_Check = Callable[[Season, Fixture, Play, Sequence[PlaySeat], Sequence[FixtureSeat]], Text | None]


def _refuse_title(
    season: Season, fixture: Fixture, play: Play, sitters: Sequence[PlaySeat], players: Sequence[FixtureSeat]
) -> Text | None:
    if play.title != season.title:
        return _("Title: this season plays %(title)s.", title=season.game.name)
    return None


def _refuse_players(
    season: Season, fixture: Fixture, play: Play, sitters: Sequence[PlaySeat], players: Sequence[FixtureSeat]
) -> Text | None:
    sat = sorted(sitter.user_id or 0 for sitter in sitters)
    if sat != sorted(player.entry.user_id or 0 for player in players) or 0 in sat:
        return _("Players: exactly the players of the match must have sat at the table.")
    return None


def _refuse_settings(
    season: Season, fixture: Fixture, play: Play, sitters: Sequence[PlaySeat], players: Sequence[FixtureSeat]
) -> Text | None:
    game, seats = season.game, len(players)
    try:
        is_same = game.complete_settings(play.settings, seats) == game.complete_settings(season.settings, seats)
    except MoveError as error:
        return error.reason
    return None if is_same else _("Options: they must be those of the season.")


def _refuse_date(
    season: Season, fixture: Fixture, play: Play, sitters: Sequence[PlaySeat], players: Sequence[FixtureSeat]
) -> Text | None:
    return refusal_of_date(season, fixture, play.played_on)


def _refuse_scores(
    season: Season, fixture: Fixture, play: Play, sitters: Sequence[PlaySeat], players: Sequence[FixtureSeat]
) -> Text | None:
    if season.game.placing.score is not None and any(sitter.score is None for sitter in sitters):
        return _("Scores: enter those of all players, because the standings count them.")
    return None


_CHECKS: tuple[_Check, ...] = (_refuse_title, _refuse_players, _refuse_settings, _refuse_date, _refuse_scores)


# Confirmed plays.


def take_over(play_id: str) -> None:
    """Settle the fixture to which a play was offered that counts now, or annul the result of a fixture whose play no
    longer counts. Idempotent.

    An annulled result stays if an organiser has set another since, the next round of a cup follows from it, or the
    season is over, as for annulled matches.
    """
    with transaction.atomic(durable=True):
        season_id = TablePlay.objects.filter(play=play_id).values_list("fixture__season", flat=True).first()
        if season_id is None:
            return
        season = lock_season(season_id)
        settling.catch_up(season)
        row = _rows(season).filter(play=play_id).first()
        if row is None:
            return
        _follow(season, row)
    upkeep.do_now(row.fixture_id, reason=BY_AGREEMENT, by="league")


def catch_up(season: Season) -> None:
    """Settle fixtures of a locked season whose plays count and have not been announced yet, before a decision that
    depends on which matches are over. A play that cannot be read is left out."""
    confirmed = _rows(season).filter(state=TablePlayState.OFFERED, play__state=PlayState.CONFIRMED)
    for row in each_readable(confirmed.order_by("pk")):
        try:
            found = _result_or_refusal(season, row)
        except (LeagueError, *UNREADABLE) as error:
            logger.error("table result unreadable", play=row.play_id, error=type(error).__name__)
        else:
            _conclude(season, row, found)


def _rows(season: Season) -> QuerySet[TablePlay]:
    return TablePlay.objects.filter(fixture__season=season).select_related(
        "play", "fixture__division", "fixture__season"
    )


def _follow(season: Season, row: TablePlay) -> None:
    if row.play.counts and row.state == TablePlayState.OFFERED:
        _conclude(season, row, _result_or_refusal(season, row))
    elif row.state == TablePlayState.SETTLED and row.play.state == PlayState.VOID and _may_annul(season, row.fixture):
        _annul(season, row)


def _result_or_refusal(season: Season, row: TablePlay) -> Result | Text:
    refusal = refusal_of(season, row.fixture, row.play)
    return _result_of(row.fixture, row.play) if refusal is None else refusal


def _conclude(season: Season, row: TablePlay, found: Result | Text) -> None:
    if isinstance(found, Text):
        _ignore(season, row, found)
    else:
        _settle(season, row, found)


def _settle(season: Season, row: TablePlay, result: Result) -> None:
    fixture = row.fixture
    settling.settle(season, fixture, result)
    if fixture.match_id is not None and not fixture.is_adjudicated:
        fixture.is_adjudicated = True  # the match keeps its own result, or has none
        fixture.save(update_fields=["is_adjudicated"])
    _become(row, TablePlayState.SETTLED)
    note(season.league, "table_result_settled", season=season, number=fixture.number)
    _tell(season, fixture, "own_table_result_settled")


def _result_of(fixture: Fixture, play: Play) -> Result:
    """Return the result of a fixture's people, in its own order of seats."""
    sitters = {sitter.user_id: sitter for sitter in play.seats.all()}
    seats = _seats(fixture)
    own = [sitters[seat.entry.user_id] for seat in seats]
    scores = [sitter.score for sitter in own if sitter.score is not None]
    return finished_match(
        fixture.number,
        fixture.round,
        [seat.entry_id for seat in seats],
        [sitter.place for sitter in own],
        scores=scores if len(scores) == len(own) else None,
    )


def _ignore(season: Season, row: TablePlay, refusal: Text) -> None:
    _become(row, TablePlayState.IGNORED)
    logger.info("table result ignored", play=row.play_id, fixture=row.fixture_id, reason=str(refusal))
    note(season.league, "table_result_ignored", season=season, number=row.fixture.number)
    _tell(season, row.fixture, "own_table_result_ignored")


def _may_annul(season: Season, fixture: Fixture) -> bool:
    """Return whether a fixture has the result of its play, and may still lose it."""
    is_over = season.state == SeasonState.FINISHED
    return not is_over and not fixture.is_corrected and not settling.is_built_on(season, fixture)


def _annul(season: Season, row: TablePlay) -> None:
    fixture = row.fixture
    result = next(result for result in results_of(fixture.division) if result.key == fixture.number)
    fixture.is_adjudicated = False
    settling.settle(season, fixture, annulled(result))
    _become(row, TablePlayState.ENDED)
    note(season.league, "table_result_struck", season=season, number=fixture.number)
    _tell(season, fixture, "own_table_result_struck")


def _become(row: TablePlay, state: TablePlayState) -> None:
    row.state = state
    row.save(update_fields=["state"])


def _seats(fixture: Fixture) -> list[FixtureSeat]:
    return list(fixture.seats.select_related("entry").order_by("seat"))


def _tell(season: Season, fixture: Fixture, verb: str) -> None:
    """Notify the players of a fixture of what its table result has done."""
    for seat in fixture.seats.select_related("entry__user"):
        if seat.entry.user is not None:
            note(season.league, verb, season=season, subject=seat.entry.user, public=False, number=fixture.number)


# Decisions.


def forget(fixture: Fixture) -> None:
    """Leave the plays of a fixture that is replayed to themselves: they are those of the match before. In the season's
    lock."""
    live = fixture.table_plays.filter(state__in=(TablePlayState.OFFERED, TablePlayState.SETTLED))
    live.update(state=TablePlayState.ENDED)


def note_decision(*, actor: Any, play: Play, decision: PlayState, reason: str) -> None:
    """Log what `actor` has decided about a play that was offered to a fixture, and end an offer that can lead to
    nothing any more. In the transaction of the caller, which has locked the play."""
    season_id = TablePlay.objects.filter(play=play).values_list("fixture__season", flat=True).first()
    if season_id is None:
        return
    season = lock_season(season_id)
    row = _rows(season).get(play=play)
    if row.state == TablePlayState.OFFERED and decision == PlayState.VOID:
        _become(row, TablePlayState.ENDED)
    verb = "table_result_upheld" if decision == PlayState.CONFIRMED else "table_result_refused"
    note(season.league, verb, season=season, actor=actor, reason=reason, number=row.fixture.number)
    touch(season, [row.fixture.division_id])
