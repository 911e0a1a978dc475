"""The site's implementation of the leagues app's policy."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.core.pauses import Interval, Pauses
from games.core.text import Text, _
from leagues.policy import LeaguePolicy
from masques_site.accounts.models import User, Vacation


class SiteLeaguePolicy(LeaguePolicy):
    """Members run leagues; who plays in them can also be reached by mail."""

    def refuse_to_organise(self, user: Any) -> Text | None:
        """Refuses anonymous and banned users, and guests."""
        if not user.is_authenticated:
            return _("Log in first.")
        if user.is_banned:
            return _("Your account is banned: you may watch and read, but not play.")
        if user.is_guest:
            return _("Leagues are for members. Keep your account first: it takes a name and a password.")
        return None

    def refuse_to_enter(self, user: Any) -> Text | None:
        """Refuses the same, and who cannot be told of a turn: no confirmed address, or no wish for mail."""
        refusal = self.refuse_to_organise(user)
        if refusal is not None:
            return refusal
        if not user.email or not user.mail_notices:
            return _("A league must be able to reach you: confirm an e-mail address, and allow mail about your turns.")
        return None

    def barred(self, users: Sequence[Any]) -> set[int]:
        """Banned and deactivated users."""
        keys = [user.pk for user in users]
        rows = User.objects.filter(pk__in=keys).exclude(banned_at=None, is_active=True)
        return set(rows.values_list("pk", flat=True))

    def vacations(self, user_ids: Collection[int], since: datetime) -> Mapping[int, Pauses]:
        """Those that were planned, and those that began by themselves."""
        found: dict[int, list[Interval]] = defaultdict(list)
        rows = Vacation.objects.filter(user__in=user_ids, end__gt=since)
        for user, begin, end in rows.values_list("user_id", "begin", "end"):
            found[user].append((begin, end))
        return {user: Pauses.of(*intervals) for user, intervals in found.items()}
