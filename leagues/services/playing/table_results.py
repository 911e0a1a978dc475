"""Matches of a season that a play of the real table settles, once all who sat there have confirmed it.

A play is offered to a fixture, which has one offer at most. When the companion announces that the play counts, the
fixture gets its result like that of a match, under the season's lock; a match on the site that still runs then ends by
agreement (`upkeep`). A play that came too late, or that no longer fits, changes nothing here.

Lock order: the play's row before the season's.
"""

from typing import Any

import structlog
from django.db import transaction
from django.db.models import QuerySet

from companion.models import Answer, Play, PlayState
from companion.refusals import NoSuchPlay
from companion.services.plays.locked_play import LockedPlay
from games.core.text import Text, _
from games.refusals import Conflict, Forbidden
from games.selectors.stored import each_readable
from games.strict import UNREADABLE
from leagues.core.errors import LeagueError
from leagues.core.results import Result, annulled, finished_match
from leagues.models import Fixture, RoleKind, Season, SeasonState, TablePlay, TablePlayState
from leagues.refusals import NoSuchLeague
from leagues.selectors.results import results_of
from leagues.selectors.roles import RANKS, rank_of
from leagues.services.organising.log import note
from leagues.services.playing import settling, upkeep
from leagues.services.playing.fitting import players_of, refusal_of, refusal_of_fixture
from leagues.services.timetable.seasons import lock_season, touch

logger = structlog.get_logger(__name__)

BY_AGREEMENT = "its players have confirmed a result of the real table"


# Offers.


def check_is_involved(user: Any, season: Season, fixture: Fixture) -> None:
    """Raise `Forbidden` unless `user` plays in the fixture or organises its league."""
    is_player = any(seat.entry.user_id == user.pk for seat in players_of(fixture))
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
    seats = players_of(fixture)
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
