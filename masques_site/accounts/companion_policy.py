"""The site's implementation of the companion's policy."""

from collections.abc import Collection, Sequence
from typing import Any

from allauth.core.internal import ratelimit
from django.http import HttpRequest

from companion.models import Play, PlayState
from companion.policy import CompanionPolicy
from games.core.text import Text, _
from games.policy import Label
from games.policy import policy as games_policy
from leagues.selectors import table_results as selectors
from leagues.services.playing import table_results
from masques_site.accounts.moderation import has_block_with


class SiteCompanionPolicy(CompanionPolicy):
    """The policy of the site: blocked users are never in one play; moderators decide, and organisers about plays of
    their leagues."""

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

    def consequences(self, play: Play) -> Sequence[Label]:
        """Return the match of a season that the play settles."""
        return selectors.consequences_of(play)

    def may_try_code(self, request: HttpRequest) -> bool:
        """Return whether the account has tried few enough codes lately."""
        return bool(ratelimit.consume(request, app="allauth.account", action="code", limit_get=True))

    def may_decide(self, user: Any, play: Play) -> bool:
        """Return True for moderators, and for organisers of the league that the play is offered to; not for those who
        sat there."""
        if games_policy().is_moderator(user):
            return not play.seats.filter(user=user.pk).exists()
        return selectors.organises(user, play)

    def note_decision(self, play: Play, actor: Any, decision: PlayState, reason: str) -> None:
        """Log the decision in the league that the play is offered to."""
        table_results.note_decision(actor=actor, play=play, decision=decision, reason=reason)
