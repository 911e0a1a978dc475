"""Blocks, reports, bans, and matches that are annulled."""

from functools import partial
from typing import Any

import structlog
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games import clock, live
from games.models import FormerHolder, Match, Seat
from games.services.match.annul import annul as annul_match
from games.services.waiting.links import end_links
from leagues.models import League
from leagues.selectors.integrity import sides
from leagues.selectors.roles import rank_of
from leagues.services.leaving import departures
from leagues.services.organising import leagues
from leagues.services.ratings import integrity
from masques_site.accounts.models import Block, Friend, ModerationAct, ModerationKind, Report, User

logger = structlog.get_logger(__name__)


def block(*, blocker: User, blocked: User) -> None:
    """Block `blocked`, and take them off the blocker's list of friends. Idempotent. Raises ValidationError if both are
    the same user."""
    if blocker.pk == blocked.pk:
        raise ValidationError(_("You can’t block yourself."), code="self")
    Block.objects.get_or_create(blocker=blocker, blocked=blocked)
    Friend.objects.filter(owner=blocker, friend=blocked).delete()


def unblock(*, blocker: User, blocked: User) -> None:
    """Remove a block."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


def has_block_with(user: Any, others: list[Any]) -> bool:
    """Return whether there is a block, in either direction, between `user` and one of `others`; one query."""
    keys = {other.pk for other in others if other is not None} - {user.pk}
    if not keys:
        return False
    either = Q(blocker=user.pk, blocked__in=keys) | Q(blocked=user.pk, blocker__in=keys)
    return Block.objects.filter(either).exists()


def blocked_either_way(user: Any) -> set[int]:
    """Return the primary keys of the users that `user` has blocked or that have blocked `user`; one query."""
    pairs = Block.objects.filter(Q(blocker=user.pk) | Q(blocked=user.pk)).values_list("blocker", "blocked")
    return {key for pair in pairs for key in pair} - {user.pk}


def report(*, reporter: User, reported: User, reason: str, text: str, match_id: str = "") -> Report:
    """Store and return a report about `reported` to the moderators. Raises ValidationError for oneself and for invalid
    fields."""
    if reporter.pk == reported.pk:
        raise ValidationError(_("You can’t report yourself."), code="self")
    row = Report(
        reporter=reporter,
        reported=reported,
        reported_name=reported.username,
        reason=reason,
        text=text,
        match_id=match_id,
    )
    row.clean_fields(exclude={"reporter", "reported", "closed_at", "closed_by"})
    row.save()
    logger.info("report filed", report_id=row.pk, reporter_id=reporter.pk, reported_id=reported.pk)
    return row


def close_report(*, moderator: User, report_id: int, note: str, answer: str = "") -> None:
    """Close an open report with a note, and with an answer to its author, who is notified in any case. Idempotent."""
    with transaction.atomic():
        row = Report.objects.select_for_update().filter(pk=report_id, closed_at=None).first()
        if row is None:
            return
        row.closed_at, row.closed_by, row.note, row.answer = clock.now(), moderator, note, answer
        row.save()
        _log(ModerationKind.CLOSE, moderator, row.reported, row.reported_name, note)


def ban(*, moderator: User, person: User, reason: str) -> None:
    """Ban `person` from play, for a reason that they can read. They leave the seasons that they play in, for good.
    Raises ValidationError for staff and for oneself."""
    if person.is_staff or person.pk == moderator.pk:
        raise ValidationError(_("Moderators can’t be banned here."), code="staff")
    with transaction.atomic():
        changed = User.objects.filter(pk=person.pk, banned_at=None).update(banned_at=clock.now(), ban_reason=reason)
        if changed:
            _log(ModerationKind.BAN, moderator, person, person.username, reason)
            end_links(person.pk)
            transaction.on_commit(partial(live.recheck, person.pk))
            # Should this die, the next step of a season does it, or the next match that would start.
            transaction.on_commit(lambda: departures.leave_seasons(person, None), robust=True)


def unban(*, moderator: User, person: User, note: str) -> None:
    """Lift the ban of `person`."""
    with transaction.atomic():
        banned = User.objects.filter(pk=person.pk, banned_at__isnull=False)
        if banned.update(banned_at=None, ban_reason=""):
            _log(ModerationKind.UNBAN, moderator, person, person.username, note)


def review(*, moderator: User, flag_id: int, note: str) -> None:
    """Close a flag of the integrity checks. Idempotent. Raises `Missing`, `BadInput` and `Forbidden`."""
    flag, is_new = integrity.review(flag_id=flag_id, note=note, by=moderator.pk)
    if is_new:
        _log(ModerationKind.REVIEW, moderator, None, f"{flag.kind} {flag.about}"[:30], note)


def may_decide(moderator: User, match: Match) -> bool:
    """Return whether `moderator` has no part in what a match decides: never played in it, and is in no flag about
    it."""
    played = Seat.objects.filter(match=match, user=moderator).exists()
    left = FormerHolder.objects.filter(match=match, user=moderator).exists()
    return not (played or left or moderator.pk in sides(match.pk))


def annul(*, moderator: User, match: Match, reason: str) -> bool:
    """Annul a public match that has begun; return whether there was anything to do. Raises ValidationError for the
    moderator's own. It is logged first: even if the rest fails, no match is annulled without a name and a reason."""
    if not may_decide(moderator, match):
        raise ValidationError(_("You’re involved in this, so another moderator must decide."), code="own")
    if match.is_annulled:
        return False
    _log(ModerationKind.ANNUL, moderator, None, match.pk, reason)
    annul_match(match_id=match.pk, reason=reason, by=moderator.username)
    return True


def take_down(*, moderator: User, league: League, reason: str) -> bool:
    """Take a league's name and words away and close it; return whether that was new. Raises ValidationError for people
    with a role in it.

    It is logged first, with the name that is no longer shown.
    """
    if rank_of(moderator, league):
        raise ValidationError(_("You’re involved in this, so another moderator must decide."), code="own")
    if league.taken_down_at is not None:
        return False
    _log(ModerationKind.TAKE_DOWN, moderator, None, league.name[:30], f"{league.name}: {reason}")
    return leagues.take_down(league_id=league.pk) is not None


def _log(kind: ModerationKind, moderator: User, person: User | None, name: str, note: str) -> None:
    ModerationAct.objects.create(moderator=moderator, person=person, person_name=name, kind=kind, note=note)
    key = person.pk if person is not None else None
    logger.info("moderation act", act=kind.value, moderator_id=moderator.pk, person_id=key)
