"""Roles in running a league. A role is offered by the owner, and held once it is accepted."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from games import clock
from games.core.text import _
from games.refusals import BadInput, Conflict, Forbidden, TooMany
from leagues.models import League, OfferState, Role, RoleKind, RoleOffer
from leagues.policy import policy
from leagues.refusals import NoSuchLeague
from leagues.selectors.roles import RANKS, rank_of
from leagues.services.deciding.seen import Seen, check_seen
from leagues.services.organising.log import note
from leagues.services.organising.reaching import check_bounds, check_welcome, lock_sender

MOST_ROLES = 20
LEAGUES_PER_OWNER = 10
ASKED_AGAIN = timedelta(days=30)  # after which a user is notified of an offer again


def lock_league(league_id: int) -> League:
    """Lock the league, before any of its seasons, and return it; raises `NoSuchLeague`."""
    league = League.objects.select_for_update(no_key=True).filter(pk=league_id).first()
    if league is None:
        raise NoSuchLeague
    return league


def require(user: Any, league: League, kind: RoleKind) -> None:
    """Raise `Forbidden` unless `user` has at least the role `kind` in `league`, and may organise at all."""
    if rank_of(user, league) < RANKS[kind]:
        sentence = {
            RoleKind.OWNER: _("Only the league’s owner can do that."),
            RoleKind.ORGANISER: _("Only the league’s organisers can do that."),
            RoleKind.MODERATOR: _("Only the league’s organisers and moderators can do that."),
        }
        raise Forbidden(sentence[kind])
    refusal = policy().refuse_to_organise(user)
    if refusal is not None:
        raise Forbidden(refusal)


def check_may_own_one_more(user: Any) -> None:
    """Raise `TooMany` if `user` owns `LEAGUES_PER_OWNER` leagues. Locks the user, before any league, so that of two
    requests at once the second counts the first's."""
    get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk").first()
    if Role.objects.filter(user=user.pk, kind=RoleKind.OWNER, league__closed_at=None).count() >= LEAGUES_PER_OWNER:
        raise TooMany(_("You can own at most %(most)s leagues. Close one first.", most=LEAGUES_PER_OWNER))


def offer(*, actor: Any, league_id: int, user: Any, kind: str) -> None:
    """Ask `user` to take a role, or a higher one: they are notified once, and it has no effect until they accept. A
    holder of a higher role has this one from now on.

    Offering the same again changes nothing; an open offer is changed without another notice. After declining, a user is
    asked again after `ASKED_AGAIN` at the earliest. Raises `NoSuchLeague`, `BadInput`, `Forbidden` (not the owner, a
    block), `Conflict`, `TooMany`.
    """
    if kind not in RoleKind.values:
        raise BadInput(_("Role: choose one from the list."))
    with transaction.atomic(durable=True):
        lock_sender(actor)
        league = lock_league(league_id)
        require(actor, league, RoleKind.OWNER)
        if user.pk == actor.pk:
            raise Conflict(_("You own this league. Make another player its owner first."))
        rank = rank_of(user, league)
        if rank == RANKS[RoleKind(kind)]:
            return
        if rank > RANKS[RoleKind(kind)]:
            league.roles.filter(user=user).update(kind=kind)
            note(league, "appointed", actor=actor, subject=user, kind=kind)
            return
        refusal = policy().refuse_to_organise(user)
        if refusal is not None:
            raise Conflict(refusal)
        _check_room(league, user)
        _store_offer(actor, league, user, kind)


def _store_offer(actor: Any, league: League, user: Any, kind: str) -> None:
    """Store an offer, and its line in the log unless there is a recent one."""
    check_welcome(actor, user)
    known = league.role_offers.filter(user=user).first()
    is_recent = known is not None and known.at > clock.now() - ASKED_AGAIN
    if known is not None and is_recent and known.state == OfferState.DECLINED:
        raise Conflict(_("This player declined. You can ask again %(days)s days later.", days=ASKED_AGAIN.days))
    found = known or RoleOffer(league=league, user=user)
    if not is_recent:
        check_bounds(actor, user)
        found.at = clock.now()
        note(league, "role_offered", actor=actor, subject=user, public=False, kind=kind)
    found.kind, found.state, found.offered_by = kind, OfferState.OPEN, actor
    found.save()


def _check_room(league: League, user: Any) -> None:
    if league.roles.count() >= MOST_ROLES and not league.roles.filter(user=user).exists():
        raise Conflict(_("A league can have at most %(most)s organisers and moderators.", most=MOST_ROLES))


def accept(*, user: Any, offer_id: int, kind: str) -> None:
    """Accept the offered role `kind`. A new owner owns the league; the former one becomes an organiser.

    Raises `NoSuchLeague` (also for another user's offer), `Conflict` (taken back, another role by now, no room, offered
    by a former owner), `Forbidden`, `TooMany`.
    """
    with transaction.atomic(durable=True):
        found, league = _own_offer(user, offer_id)
        if found.state != OfferState.OPEN:
            raise Conflict(_("This offer was withdrawn, or you’ve declined it."))
        if found.kind != kind:
            raise Conflict(_("You’ve now been offered a different role. Check the page."))
        refusal = policy().refuse_to_organise(user)
        if refusal is not None:
            raise Forbidden(refusal)
        if found.offered_by is None or rank_of(found.offered_by, league) < RANKS[RoleKind.OWNER]:
            raise Conflict(_("The player who offered you this no longer owns the league."))
        _check_room(league, user)
        if found.kind == RoleKind.OWNER:
            league.roles.filter(kind=RoleKind.OWNER).update(kind=RoleKind.ORGANISER)
        Role.objects.update_or_create(league=league, user=user, defaults={"kind": found.kind})
        note(league, "role_accepted", actor=user, subject=user, kind=found.kind)
        found.delete()


def decline(*, user: Any, offer_id: int) -> None:
    """Decline an offered role, without a notice to anyone. Idempotent. Raises `NoSuchLeague`."""
    with transaction.atomic(durable=True):
        found, _league = _own_offer(user, offer_id)
        found.state = OfferState.DECLINED
        found.save(update_fields=["state"])


def _own_offer(user: Any, offer_id: int) -> tuple[RoleOffer, League]:
    """Return an offer to `user` and its league, both locked. The user is locked first, as they may become the owner.
    Raises `NoSuchLeague`, `TooMany`."""
    found = RoleOffer.objects.filter(pk=offer_id, user=user).first()
    if found is None:
        raise NoSuchLeague
    if found.kind == RoleKind.OWNER and found.state == OfferState.OPEN:
        check_may_own_one_more(user)
    league = lock_league(found.league_id)
    found = RoleOffer.objects.select_related("offered_by").filter(pk=offer_id, user=user).first()
    if found is None:
        raise NoSuchLeague
    return found, league


def dismiss(*, actor: Any, league_id: int, user: Any, seen: Seen | None = None) -> None:
    """Take a role away, or an offer of one back, as it was seen; everybody but the owner may give up their own. Does
    nothing if there is none. Raises `NoSuchLeague`, `Forbidden`, `Conflict`, `Overtaken`."""
    with transaction.atomic(durable=True):
        league = lock_league(league_id)
        role = league.roles.filter(user=user).first()
        offered = league.role_offers.filter(user=user, state=OfferState.OPEN).first()
        revisions = [row.revision for row in (role, offered) if row is not None]
        if not revisions:
            return
        if seen is None or seen.revision not in revisions:
            check_seen(seen, revisions[0], league)
        if offered is not None and rank_of(actor, league) == RANKS[RoleKind.OWNER]:
            offered.state = OfferState.WITHDRAWN
            offered.save(update_fields=["state"])
        if role is None:
            return
        if role.kind == RoleKind.OWNER:
            raise Conflict(_("A league needs an owner. Make another player its owner first."))
        if user.pk != actor.pk:
            require(actor, league, RoleKind.OWNER)
        role.delete()
        note(league, "dismissed", actor=actor, subject=user, kind=role.kind)
