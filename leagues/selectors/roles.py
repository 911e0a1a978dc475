"""The rights of a person in a league."""

from typing import Any

from leagues.models import League, Role, RoleKind

RANKS: dict[str | None, int] = {RoleKind.MODERATOR: 1, RoleKind.ORGANISER: 2, RoleKind.OWNER: 3}


def rank_of(user: Any, league: League) -> int:
    """Return the rank of `user` in `league`: 0 without a role; see `RANKS`."""
    kind = Role.objects.filter(league=league, user=user.pk).values_list("kind", flat=True).first()
    return RANKS.get(kind, 0)
