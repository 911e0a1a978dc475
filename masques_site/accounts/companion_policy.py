"""The site's implementation of the companion's policy."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from companion.models import Play, PlayState
from companion.policy import CompanionPolicy
from games.core.text import Text, _
from games.policy import Label
from games.policy import policy as games_policy
from games.refusals import TooMany
from leagues.selectors import table_results as selectors
from leagues.services.playing import table_results
from masques_site.accounts import services
from masques_site.accounts.moderation import has_block_with
from masques_site.accounts.tries import Tries
from masques_site.accounts.views.access import within_rate_limit
from masques_site.accounts.zones import known_zone

BACKEND = "django.contrib.auth.backends.ModelBackend"


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

    def admit(self, request: HttpRequest) -> None:
        """Make an anonymous visitor a guest, in the time zone of the browser. Raises `TooMany`."""
        if request.user.is_authenticated:
            return
        if not within_rate_limit(request, "guest"):
            raise TooMany(
                _(
                    "Too many guests have come from your network in a short time. Try again in %(minutes)s minutes, or "
                    "sign up, which works immediately.",
                    minutes=settings.GUEST_MINUTES,
                )
            )
        login(request, services.create_guest(known_zone(request.POST.get("timezone", ""))), backend=BACKEND)

    def begin_try(self, request: HttpRequest) -> Callable[[], None]:
        """Count the try for the visitor's address and account. Raises `TooMany`."""
        tries = Tries.count(request)
        if tries is None:
            raise TooMany(_("Too many wrong codes came from here. Wait ten minutes, then try again."))
        return tries.take_back

    def moves_by_code(self, user: Any) -> bool:
        """Return whether the user is a guest, who has no password."""
        return bool(user.is_guest and user.is_active and not user.is_banned)

    def log_in_alone(self, request: HttpRequest, user: Any) -> str:
        """Log this device in as the guest; a new unusable password ends all other log-ins."""
        user.set_unusable_password()
        user.save(update_fields=["password"])
        login(request, user, backend=BACKEND)
        return str(request.session.session_key)

    def may_decide(self, user: Any, play: Play) -> bool:
        """Return True for moderators, and for organisers of the league that the play is offered to; not for those who
        sat there."""
        if games_policy().is_moderator(user):
            return not play.seats.filter(user=user.pk).exists()
        return selectors.organises(user, play)

    def note_decision(self, play: Play, actor: Any, decision: PlayState, reason: str) -> None:
        """Log the decision in the league that the play is offered to."""
        table_results.note_decision(actor=actor, play=play, decision=decision, reason=reason)
