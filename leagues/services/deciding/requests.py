"""Members' requests about a season, and the answers: immediately where a rule decides, else by an organiser."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from games import clock
from games.core.text import Text, _, ngettext
from games.refusals import BadInput, Conflict, Forbidden, TooMany
from leagues.core.errors import LeagueError
from leagues.core.results import Result, finished_match
from leagues.core.rules import SWISS_FORMATS
from leagues.models import (
    Entry,
    EntryState,
    Fixture,
    FixtureState,
    Request,
    RequestKind,
    RequestState,
    RoleKind,
    Season,
    SeasonState,
)
from leagues.refusals import NoSuchLeague
from leagues.selectors.endings import seats_of
from leagues.services.deciding import extensions
from leagues.services.deciding.seen import Seen, check_seen
from leagues.services.leaving import substitutes
from leagues.services.leaving.withdrawals import give_up_seats, withdraw
from leagues.services.organising.log import note
from leagues.services.organising.roles import require
from leagues.services.playing import settling
from leagues.services.timetable.seasons import lock_season, round_to_draw, touch

LONGEST_TEXT = 1000
ABOUT_A_MATCH = frozenset({RequestKind.EXTENSION, RequestKind.SUBSTITUTE, RequestKind.CORRECTION})
OPEN_REQUESTS = 5  # of one person in one season
REFUSED_FOR = timedelta(hours=24)  # a second refusal of the same thing by a rule is not stored


def ask(*, user: Any, season_id: int, kind: str, fixture_number: int | None = None, text: str = "") -> Request:
    """Store a request, answered if a rule can answer it; return it. Asking for the same again returns the first
    request.

    Raises `NoSuchLeague`, `BadInput`, `Forbidden` (not of this season, not one's own match), `Conflict`, `TooMany`
    (a rule has refused just this within `REFUSED_FOR`, and still does for the same reason).
    """
    if kind not in RequestKind.values:
        raise BadInput(_("Request: choose one from the list."))
    if len(text) > LONGEST_TEXT:
        raise BadInput(_("Text: enter at most %(most)s characters.", most=LONGEST_TEXT))
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        entry = _entry(user, season, kind)
        fixture = _fixture(season, entry, kind, fixture_number)
        found = _repeated(entry, kind, fixture)
        if found is not None:
            return found
        if entry.requests.filter(state=RequestState.OPEN).count() >= OPEN_REQUESTS:
            raise Conflict(_("Wait until your other requests have been answered."))
        request = Request(season=season, entry=entry, kind=kind, fixture=fixture, text=text.strip())
        _decide_by_rule(season, request)
        if request.state == RequestState.REFUSED:
            _check_not_refused_lately(request)
        request.save()
        verb = f"request_{request.state}"
        note(season.league, verb, season=season, subject=user, public=False, kind=kind, number=fixture_number)
        touch(season)
    if kind == RequestKind.WITHDRAWAL:
        give_up_seats(entry)
    return request


def answer(*, actor: Any, request_id: int, grant: bool, reason: str, seen: Seen | None = None) -> None:
    """Answer an open request as an organiser, but not one's own. Raises `NoSuchLeague`, `Forbidden`, `Conflict`,
    `BadInput`, `Overtaken`."""
    if not reason.strip():
        raise BadInput(_("Answer: say why."))
    with transaction.atomic(durable=True):
        season_id = Request.objects.filter(pk=request_id).values_list("season_id", flat=True).first()
        if season_id is None:
            raise NoSuchLeague
        season = lock_season(season_id)
        request = Request.objects.select_related("entry__user", "fixture").get(pk=request_id)
        require(actor, season.league, RoleKind.ORGANISER)
        if request.entry.user_id == actor.pk:
            raise Forbidden(_("You can’t decide your own request."))
        check_seen(seen, request.revision, season.league)
        if request.state != RequestState.OPEN:
            raise Conflict(_("This has already been answered."))
        if grant:
            _carry_out(season, request, actor)
        request.state = RequestState.GRANTED if grant else RequestState.REFUSED
        request.answer, request.answered_by, request.answered_at = reason.strip()[:500], actor, clock.now()
        request.save()
        verb = f"request_{request.state}"
        note(
            season.league,
            verb,
            season=season,
            actor=actor,
            subject=request.entry.user,
            reason=reason,
            kind=request.kind,
        )
        touch(season)


def take_back(*, user: Any, request_id: int) -> None:
    """Withdraw an open request of `user`; does nothing if it has been answered. Raises `NoSuchLeague`."""
    with transaction.atomic(durable=True):
        season_id = Request.objects.filter(pk=request_id, entry__user=user).values_list("season_id", flat=True).first()
        if season_id is None:
            raise NoSuchLeague
        lock_season(season_id)
        request = Request.objects.get(pk=request_id)
        if request.state == RequestState.OPEN:
            request.state = RequestState.WITHDRAWN
            request.save(update_fields=["state"])


def correct_result(
    *,
    actor: Any,
    season_id: int,
    fixture_number: int,
    places: Sequence[int],
    reason: str,
    seen: Seen | None = None,
) -> None:
    """Set the result of a fixture as an organiser: a place for each seat, 1 the best, ties sharing the better place.

    The match keeps its own result, which no longer counts. Raises `Forbidden`, `BadInput`, `NoSuchLeague`, `Conflict`,
    `Overtaken`.
    """
    if not reason.strip():
        raise BadInput(_("Reason: say why; members will see it in the log."))
    with transaction.atomic(durable=True):
        season, fixture = locked_fixture(actor, season_id, fixture_number, seen)
        result = checked_correction(actor, season, fixture, places)
        before = settling.as_it_stands(fixture)
        fixture.is_corrected = True
        settling.settle(season, fixture, result)
        facts: dict[str, Any] = {"number": fixture_number, **({} if before is None else {"before": before})}
        note(season.league, "corrected", season=season, actor=actor, reason=reason, **facts)


def locked_fixture(actor: Any, season_id: int, number: int, seen: Seen | None) -> tuple[Season, Fixture]:
    """Lock a season and return it with the fixture of this number, for an organiser's decision.

    Raises `NoSuchLeague`, `Forbidden` (not an organiser), `Overtaken` (the fixture is no longer as `seen`).
    """
    season = lock_season(season_id)
    require(actor, season.league, RoleKind.ORGANISER)
    fixture = season.fixtures.filter(number=number).select_related("division", "season").first()
    if fixture is None:
        raise NoSuchLeague
    check_seen(seen, fixture.revision, season.league)
    return season, fixture


def checked_correction(actor: Any, season: Season, fixture: Fixture, places: Sequence[int]) -> Result:
    """Return the result that `actor` may set. Raises `Forbidden` (one's own match), `Conflict`, `BadInput`."""
    check_may_decide(actor, season, fixture)
    return _corrected(fixture, places)


def check_may_decide(actor: Any, season: Season, fixture: Fixture) -> None:
    """Raise `Forbidden` (one's own match) or `Conflict` unless an organiser may decide about a match now."""
    _check_not_own(actor, fixture)
    if season.state != SeasonState.RUNNING:
        raise Conflict(_("Results can only be corrected while the season is in progress."))
    if settling.is_built_on(season, fixture):
        raise Conflict(_("This result can’t be changed, because the next round is based on it."))


def _corrected(fixture: Fixture, places: Sequence[int]) -> Result:
    players = [seat.entry_id for seat in seats_of(fixture)]
    try:
        result = finished_match(fixture.number, fixture.round, players, places)
    except LeagueError as error:
        raise BadInput(error.reason) from error
    if [seat.place for seat in result.seats] != list(places):
        raise BadInput(_("Places: enter a ranking such as 1, 2, 2, 4."))
    return result


def _check_not_own(actor: Any, fixture: Fixture) -> None:
    if fixture.seats.filter(entry__user=actor).exists():
        raise Forbidden(_("You’re involved in this, so another organiser must decide."))


_WHO_MAY_ASK = {
    RequestKind.APPEAL: tuple(EntryState),
    RequestKind.WITHDRAWAL: (EntryState.ASKED, EntryState.ENTERED, EntryState.WITHDRAWN),
}


def _entry(user: Any, season: Season, kind: str) -> Entry:
    entry = season.entries.filter(user=user).select_related("user", "division").first()
    if entry is None or entry.state not in _WHO_MAY_ASK.get(RequestKind(kind), (EntryState.ENTERED,)):
        raise Forbidden(_("You’re not playing in this season."))
    if season.state in (SeasonState.FINISHED, SeasonState.CANCELLED) and kind != RequestKind.APPEAL:
        raise Conflict(_("This season is over."))
    return entry


def _repeated(entry: Entry, kind: str, fixture: Fixture | None) -> Request | None:
    """Return the same request of the same person, None if there is none: an open one, a granted one to leave, or one
    for a bye in the round that is drawn next."""
    same = entry.requests.filter(kind=kind, fixture=fixture)
    if kind == RequestKind.WITHDRAWAL and entry.state == EntryState.WITHDRAWN:
        return same.filter(state=RequestState.GRANTED).first()
    if kind == RequestKind.BYE:
        number = round_to_draw(entry.season)
        return same.filter(state=RequestState.GRANTED, round=number - 1).first() if number is not None else None
    return same.filter(state=RequestState.OPEN).first()


def _fixture(season: Season, entry: Entry, kind: str, number: int | None) -> Fixture | None:
    if kind not in ABOUT_A_MATCH:
        return None
    fixture = season.fixtures.filter(number=number, seats__entry=entry).first() if number is not None else None
    if fixture is None:
        raise BadInput(_("Match: choose one of your own matches in this season."))
    return fixture


def _decide_by_rule(season: Season, request: Request) -> None:
    """Answer a request that needs no judgement, and carry it out."""
    rule = _RULES.get(RequestKind(request.kind))
    if rule is None or (request.kind == RequestKind.EXTENSION and _has_been_warned(request.entry)):
        return
    refusal = rule(season, request)
    request.is_automatic, request.answered_at = True, clock.now()
    request.state = RequestState.GRANTED if refusal is None else RequestState.REFUSED
    request.answer = "" if refusal is None else str(refusal)


def _check_not_refused_lately(request: Request) -> None:
    refused = request.entry.requests.filter(kind=request.kind, fixture=request.fixture, state=RequestState.REFUSED)
    same = refused.filter(is_automatic=True, answer=request.answer)
    last = same.filter(answered_at__gt=clock.now() - REFUSED_FOR).first()
    if last is None or last.answered_at is None:
        return
    hours = -((clock.now() - last.answered_at - REFUSED_FOR) // timedelta(hours=1))
    raise TooMany(
        ngettext(
            "The rules don’t allow this: “%(answer)s” You can ask again in an hour.",
            "The rules don’t allow this: “%(answer)s” You can ask again in %(n)s hours.",
            hours,
            answer=Text(request.answer),
        )
    )


def _extension(season: Season, request: Request) -> Text | None:
    fixture = request.fixture
    assert fixture is not None
    if fixture.state != FixtureState.RUNNING:
        return _("The match isn’t in progress.")
    if fixture.extended_until is not None:
        return _("This match already has an extension.")
    if not season.extension_days:
        return _("This season doesn’t allow extensions.")
    extensions.grant(season, fixture)
    return None


def _has_been_warned(entry: Entry) -> bool:
    """Return whether a player has a yellow or red card: then an organiser decides what a rule grants to others."""
    return entry.cards.filter(lifted_at=None).exclude(kind="warning").exists()


def _withdrawal(season: Season, request: Request) -> Text | None:
    withdraw(season, request.entry, request.entry.user, request.text)
    return None


def _bye(season: Season, request: Request) -> Text | None:
    number = round_to_draw(season)
    if not may_be_asked(RequestKind.BYE, season):
        return _("This season has no half-point byes.")
    if number is None:
        return _("All rounds of this season have been drawn.")
    if request.entry.requests.filter(kind=RequestKind.BYE, state=RequestState.GRANTED).count() >= season.half_byes:
        return _("You’ve used all your half-point byes for this season.")
    request.round = number - 1
    return None


def may_be_asked(kind: str, season: Season) -> bool:
    """Return whether the form of requests offers this. Leaving has a form of its own; half-point byes are for seasons
    whose rules have them."""
    if kind == RequestKind.BYE:
        return season.rules.format in SWISS_FORMATS and season.half_byes > 0
    return kind != RequestKind.WITHDRAWAL


def _substitute(season: Season, request: Request) -> Text | None:
    fixture = request.fixture
    assert fixture is not None
    if season.seats == 2:
        return _("In a two-player match there’s nobody left to play on, so the match would be lost.")
    if fixture.state != FixtureState.RUNNING:
        return _("The match isn’t in progress.")
    if not substitutes.candidates(fixture):
        return _("No substitute is available for this match.")
    substitutes.resign_for_substitute(fixture, request.entry)
    return None


def pending_objections(season: Season) -> QuerySet[Request]:
    """Return the requests for another result that wait for an organiser: for an answer or, once granted, for the
    result."""
    is_open = Q(state=RequestState.OPEN)
    is_to_correct = Q(state=RequestState.GRANTED, fixture__is_corrected=False)
    return season.requests.filter(is_open | is_to_correct, kind=RequestKind.CORRECTION)


def refuse_late_objections(season: Season) -> None:
    """Refuse the objections that no organiser has answered, since the standings of a locked season become final."""
    objections = season.requests.filter(kind=RequestKind.CORRECTION, state=RequestState.OPEN)
    for request in objections.select_related("entry__user"):
        request.state, request.is_automatic, request.answered_at = RequestState.REFUSED, True, clock.now()
        request.answer = str(_("No organiser answered before the final standings."))
        request.save(update_fields=["state", "is_automatic", "answered_at", "answer"])
        user = request.entry.user
        note(season.league, "request_refused", season=season, subject=user, public=False, kind=request.kind)


_RULES = {
    RequestKind.EXTENSION: _extension,
    RequestKind.WITHDRAWAL: _withdrawal,
    RequestKind.SUBSTITUTE: _substitute,
    RequestKind.BYE: _bye,
}


def _carry_out(season: Season, request: Request, actor: Any) -> None:
    """Carry out a request that an organiser grants. A correction is made by `correct_result`, an appeal is an answer
    and no more."""
    if request.kind == RequestKind.EXTENSION and request.fixture is not None:
        if request.fixture.state != FixtureState.RUNNING:
            raise Conflict(_("The match isn’t in progress."))
        extensions.grant(season, request.fixture)
