"""Who may run a league."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from games.core.text import _
from games.refusals import BadInput, Conflict, Forbidden, TooMany
from leagues.models import League, Role, RoleKind
from leagues.policy import policy
from leagues.refusals import NoSuchLeague
from leagues.services.log import note

RANKS = {RoleKind.MODERATOR: 1, RoleKind.ORGANISER: 2, RoleKind.OWNER: 3}
MOST_ROLES = 20
LEAGUES_PER_OWNER = 10


def lock_league(league_id: int) -> League:
    """The league under its lock, before that of any of its seasons; raises `NoSuchLeague`."""
    league = League.objects.select_for_update(no_key=True).filter(pk=league_id).first()
    if league is None:
        raise NoSuchLeague
    return league


def rank_of(user: Any, league: League) -> int:
    """How much `user` may do in `league`: 0 for nothing; see `RANKS`."""
    kind = Role.objects.filter(league=league, user=user.pk).values_list("kind", flat=True).first()
    return 0 if kind is None else RANKS[RoleKind(kind)]


def require(user: Any, league: League, kind: RoleKind) -> None:
    """Raise `Forbidden` unless `user` has at least the role `kind` in `league`, and may organise at all."""
    if rank_of(user, league) < RANKS[kind]:
        sentence = {
            RoleKind.OWNER: _("Only the owner of the league may do that."),
            RoleKind.ORGANISER: _("Only organisers of the league may do that."),
            RoleKind.MODERATOR: _("Only organisers and moderators of the league may do that."),
        }
        raise Forbidden(sentence[kind])
    refusal = policy().refuse_to_organise(user)
    if refusal is not None:
        raise Forbidden(refusal)


def check_may_own_one_more(user: Any) -> None:
    """Raise `TooMany` if `user` owns as many leagues as one may. Locks the person, before any league, so that of two
    requests at once the second counts the first's."""
    get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk").first()
    if Role.objects.filter(user=user.pk, kind=RoleKind.OWNER, league__closed_at=None).count() >= LEAGUES_PER_OWNER:
        raise TooMany(_("One person owns %(most)s leagues at most: close one first.", most=LEAGUES_PER_OWNER))


def appoint(*, actor: Any, league_id: int, user: Any, kind: str) -> None:
    """Give `user` a role, or another one. The owner hands the league over by appointing an owner, and becomes an
    organiser. Giving the same role twice changes nothing.

    Raises `NoSuchLeague`, `BadInput`, `Forbidden`, `Conflict`, `TooMany`.
    """
    if kind not in RoleKind.values:
        raise BadInput(_("Role: choose one of the list."))
    with transaction.atomic(durable=True):
        if kind == RoleKind.OWNER:
            check_may_own_one_more(user)
        league = lock_league(league_id)
        require(actor, league, RoleKind.OWNER)
        refusal = policy().refuse_to_organise(user)
        if refusal is not None:
            raise Conflict(refusal)
        if user.pk == actor.pk:
            raise Conflict(_("You own this league: make somebody else its owner first."))
        if league.roles.count() >= MOST_ROLES and not league.roles.filter(user=user).exists():
            raise Conflict(_("A league has %(most)s organisers and moderators at most.", most=MOST_ROLES))
        if league.roles.filter(user=user, kind=kind).exists():
            return
        if kind == RoleKind.OWNER:
            league.roles.filter(user=actor).update(kind=RoleKind.ORGANISER)
        Role.objects.update_or_create(league=league, user=user, defaults={"kind": kind})
        note(league, "appointed", actor=actor, subject=user, kind=kind)


def dismiss(*, actor: Any, league_id: int, user: Any) -> None:
    """Take a role away; everybody but the owner may give up their own. Does nothing if there is none."""
    with transaction.atomic(durable=True):
        league = lock_league(league_id)
        role = league.roles.filter(user=user).first()
        if role is None:
            return
        if role.kind == RoleKind.OWNER:
            raise Conflict(_("A league needs an owner: make somebody else its owner first."))
        if user.pk != actor.pk:
            require(actor, league, RoleKind.OWNER)
        role.delete()
        note(league, "dismissed", actor=actor, subject=user, kind=role.kind)
