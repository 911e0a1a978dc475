"""The site's implementation of the leagues app's policy."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.core.clocks.pauses import Interval, Pauses
from games.core.text import Text, _
from leagues.policy import LeaguePolicy
from masques_site.accounts import addresses
from masques_site.accounts.models import Block, User, Vacation
from masques_site.accounts.moderation import has_block_with


class SiteLeaguePolicy(LeaguePolicy):
    """The policy of the site: members run leagues, and their players can also be reached by mail."""

    def refuse_to_organise(self, user: Any) -> Text | None:
        """Return a refusal for anonymous and banned users, and guests; else None."""
        if not user.is_authenticated:
            return _("Log in first.")
        if user.is_banned:
            return _("Your account is banned. You can watch and read, but not play.")
        if user.is_guest:
            return _("Leagues are for members. Create an account first (name and password).")
        return None

    def refuse_to_enter(self, user: Any) -> Text | None:
        """Return a refusal for the same, and for users who cannot be notified of a turn: no confirmed address, or mail
        switched off."""
        refusal = self.refuse_to_organise(user)
        if refusal is not None:
            return refusal
        if not user.email or not user.mail_notices:
            return _(
                "Leagues need to be able to reach you: confirm your e-mail address and turn on e-mails about "
                "your turns."
            )
        return None

    def refuse_to_reach(self, sender: Any, receiver: Any) -> Text | None:
        """Return a refusal for banned, inactive and blocked receivers, which does not say which; else None."""
        if receiver.is_banned or not receiver.is_active or has_block_with(sender, [receiver]):
            return _("You and this player can’t play together.")
        return None

    def kept_apart(self, users: Collection[int], others: Collection[int]) -> set[int]:
        """Return those with a block in either direction."""
        if not users or not others:
            return set()
        either = Q(blocker__in=users, blocked__in=others) | Q(blocker__in=others, blocked__in=users)
        pairs = Block.objects.filter(either).values_list("blocker", "blocked")
        return {user for pair in pairs for user in pair} & set(users)

    def barred(self, users: Collection[int]) -> set[int]:
        """Return banned and deactivated users."""
        rows = User.objects.filter(pk__in=users).exclude(banned_at=None, is_active=True)
        return set(rows.values_list("pk", flat=True))

    def calendar_token(self, user: Any) -> str:
        """Return the token, which ends with the password."""
        return addresses.calendar_token(user)

    def owner_of_calendar(self, token: str) -> Any | None:
        """Return the owner if the account is active and not banned; else None."""
        return addresses.owner_of_calendar(token)

    def vacations(self, user_ids: Collection[int], since: datetime) -> Mapping[int, Pauses]:
        """Return planned and automatic vacations."""
        found: dict[int, list[Interval]] = defaultdict(list)
        rows = Vacation.objects.filter(user__in=user_ids, end__gt=since)
        for user, begin, end in rows.values_list("user_id", "begin", "end"):
            found[user].append((begin, end))
        return {user: Pauses.of(*intervals) for user, intervals in found.items()}
