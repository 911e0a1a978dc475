"""Signing up for a season, and leaving it before it starts."""

from typing import Any

from django.db import transaction
from django.db.models import F

from games import clock
from games.core.text import Text, _
from games.refusals import BadInput, Conflict, Forbidden
from leagues.core.rules import Format
from leagues.models import Admission, BenchPlayer, Entry, EntryState, RoleKind, Season, SeasonState
from leagues.policy import policy
from leagues.refusals import NoSuchLeague
from leagues.services.log import note
from leagues.services.roles import rank_of, require
from leagues.services.seasons import lock_season, touch

MOST_ENTRIES = 512
LATE_STATES = (SeasonState.SIGN_UP, SeasonState.RUNNING)


def sign_up(*, user: Any, season_id: int, returns: bool | None = None) -> Entry:
    """Enter `user` for a season; doing it twice changes nothing. `returns`: whether the next seasons too.

    Raises `NoSuchLeague`, `Forbidden` (guests, bans, not invited, no way to be told of a turn), `Conflict` (closed,
    full, barred by a red card).
    """
    with transaction.atomic(durable=True):
        season = _locked(season_id)
        entry = Entry.objects.filter(season=season, user=user).first()
        if entry is not None and entry.state in (EntryState.ASKED, EntryState.ENTERED):
            return entry
        refusal = _refusal(user, season, entry)
        if refusal is not None:
            raise refusal
        state = EntryState.ENTERED
        if season.league.admission == Admission.APPROVAL and rank_of(user, season.league) == 0:
            state = EntryState.ASKED
        entry = entry or Entry(season=season, user=user)
        entry.state, entry.returns, entry.left_at = state, returns, None
        if season.rules.format is Format.LADDER and state == EntryState.ENTERED:
            entry.position = season.entries.exclude(position=None).count()
        entry.save()
        note(season.league, "signed_up" if state == EntryState.ENTERED else "asked", season=season, subject=user)
        touch(season)
    return entry


def why_not(user: Any, season: Season) -> Text | None:
    """Why `user` cannot sign up for `season` now; None if they can, or have."""
    entry = Entry.objects.filter(season=season, user=user).first()
    if entry is not None and entry.state in (EntryState.ASKED, EntryState.ENTERED):
        return None
    refusal = _refusal(user, season, entry)
    return None if refusal is None else refusal.reason


def _refusal(user: Any, season: Season, entry: Entry | None) -> Forbidden | Conflict | None:
    sentence = policy().refuse_to_enter(user)
    if sentence is not None:
        return Forbidden(sentence)
    league = season.league
    if entry is not None and entry.state in (EntryState.DECLINED, EntryState.REMOVED):
        return Forbidden(_("The organisers have declined your entry for this season."))
    if season.state == SeasonState.ANNOUNCED:
        return Conflict(_("Sign-up for this season has not opened yet."))
    if season.state != SeasonState.SIGN_UP and not _takes_late_entries(season):
        return Conflict(_("Sign-up for this season is closed."))
    if league.admission == Admission.INVITATION and not (
        league.invitations.filter(user=user).exists() or rank_of(user, league)
    ):
        return Forbidden(_("This league is for people who are invited."))
    if season.entries.filter(state__in=[EntryState.ASKED, EntryState.ENTERED]).count() >= MOST_ENTRIES:
        return Conflict(_("This season is full: it takes %(most)s people.", most=MOST_ENTRIES))
    if is_banned(user, season):
        return Conflict(_("You left an earlier season, or were absent too often: this season goes on without you."))
    return None


def _takes_late_entries(season: Season) -> bool:
    """A ladder is always open; Swiss rounds take whom they find."""
    late = (Format.LADDER, Format.SWISS, Format.POD_SWISS)
    return season.state == SeasonState.RUNNING and season.rules.format in late


def is_banned(user: Any, season: Season) -> bool:
    """Whether an earlier season of the league brought `user` a ban that covers this one."""
    barring = Entry.objects.filter(season__league=season.league, user=user, banned_seasons__gt=0)
    return barring.filter(
        season__number__lt=season.number, season__number__gte=season.number - F("banned_seasons")
    ).exists()


def answer_entry(*, actor: Any, entry_id: int, accept: bool, reason: str = "") -> None:
    """Accept or decline somebody who asked to enter. Raises `Forbidden`, `Conflict`."""
    with transaction.atomic(durable=True):
        entry = Entry.objects.select_related("user").get(pk=entry_id)
        season = lock_season(entry.season_id)
        require(actor, season.league, RoleKind.MODERATOR)
        entry.refresh_from_db(fields=["state"])
        if entry.state != EntryState.ASKED:
            raise Conflict(_("This has been answered already."))
        if accept and season.state not in LATE_STATES:
            raise Conflict(_("Sign-up for this season is closed."))
        entry.state = EntryState.ENTERED if accept else EntryState.DECLINED
        entry.save(update_fields=["state"])
        verb = "accepted" if accept else "declined"
        note(season.league, verb, season=season, actor=actor, subject=entry.user, reason=reason)
        touch(season)


def set_returns(*, user: Any, season_id: int, returns: bool) -> None:
    """Answer the return form: whether `user` plays the next season too. Until that season is drawn the answer may be
    changed by signing up or withdrawing there."""
    with transaction.atomic(durable=True):
        season = _locked(season_id)
        entry = Entry.objects.filter(season=season, user=user, state=EntryState.ENTERED).first()
        if entry is None:
            raise Forbidden(_("You do not play in this season."))
        entry.returns = returns
        entry.save(update_fields=["returns"])


def join_bench(*, user: Any, season_id: int) -> None:
    """List `user` as ready to take over abandoned seats. Raises `Forbidden`, `Conflict`."""
    with transaction.atomic(durable=True):
        season = _locked(season_id)
        refusal = policy().refuse_to_enter(user)
        if refusal is not None:
            raise Forbidden(refusal)
        if season.state in (SeasonState.FINISHED, SeasonState.CANCELLED):
            raise Conflict(_("This season is over."))
        _row, is_new = BenchPlayer.objects.get_or_create(season=season, user=user)
        if is_new:
            note(season.league, "joined_bench", season=season, subject=user)


def leave_bench(*, user: Any, season_id: int) -> None:
    """Take `user` off the bench; does nothing if they are not on it."""
    with transaction.atomic(durable=True):
        season = _locked(season_id)
        if BenchPlayer.objects.filter(season=season, user=user).delete()[0]:
            note(season.league, "left_bench", season=season, subject=user)


def leave_before_start(season: Season, entry: Entry, actor: Any) -> None:
    """Take a locked season's entry back before the schedule is made, or before the first match: nothing follows."""
    entry.state, entry.left_at = EntryState.WITHDRAWN, clock.now()
    entry.save(update_fields=["state", "left_at"])
    note(season.league, "withdrew", season=season, actor=actor, subject=entry.user)
    touch(season)


def remove(*, actor: Any, entry_id: int, reason: str) -> None:
    """Take somebody out of a season that has not been drawn. Raises `Forbidden`, `Conflict`, `BadInput`."""
    if not reason.strip():
        raise BadInput(_("Reason: say why; the person reads it."))
    with transaction.atomic(durable=True):
        entry = Entry.objects.select_related("user").get(pk=entry_id)
        season = lock_season(entry.season_id)
        require(actor, season.league, RoleKind.ORGANISER)
        if season.state not in (SeasonState.ANNOUNCED, SeasonState.SIGN_UP, SeasonState.CLOSED):
            raise Conflict(_("The schedule is made: withdraw the person instead."))
        entry.state, entry.left_at = EntryState.REMOVED, clock.now()
        entry.save(update_fields=["state", "left_at"])
        note(season.league, "removed", season=season, actor=actor, subject=entry.user, reason=reason, public=False)
        touch(season)


def _locked(season_id: int) -> Season:
    try:
        return lock_season(season_id)
    except Season.DoesNotExist:
        raise NoSuchLeague from None
