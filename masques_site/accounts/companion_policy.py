"""The site's implementation of the companion's policy."""

from collections.abc import Collection
from typing import Any

from allauth.core.internal import ratelimit
from django.http import HttpRequest

from companion.models import Play
from companion.policy import CompanionPolicy
from games.core.text import Text, _
from games.policy import policy as games_policy
from masques_site.accounts.moderation import has_block_with


class SiteCompanionPolicy(CompanionPolicy):
    """The policy of the site: blocked users are never in one play, and moderators decide."""

    def refuse_to_record(self, recorder: Any, people: Collection[Any]) -> Text | None:
        """Return a refusal for anonymous and banned recorders; and for banned, inactive and blocked people, which does
        not say which; else None."""
        refusal = games_policy().refuse_to_play(recorder)
        if refusal is not None:
            return refusal
        others = [person for person in people if person.pk != recorder.pk]
        if any(other.is_banned or not other.is_active for other in others) or has_block_with(recorder, others):
            return _("You can’t record a play with one of these players.")
        return None

    def may_try_code(self, request: HttpRequest) -> bool:
        """Return whether the account has tried few enough codes lately."""
        return bool(ratelimit.consume(request, app="allauth.account", action="code", limit_get=True))

    def may_decide(self, user: Any, play: Play) -> bool:
        """Return True for moderators who did not sit there."""
        return games_policy().is_moderator(user) and not play.seats.filter(user=user.pk).exists()
