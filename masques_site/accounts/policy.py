"""What this site knows of people, for the games app."""

from collections.abc import Collection, Sequence
from typing import Any

from django.urls import reverse

from games.core.text import Text, _
from games.policy import Policy
from masques_site.accounts.moderation import blocked_either_way, kept_apart


class SitePolicy(Policy):
    """Guests play and open tables but invite nobody; banned people watch; blocked people never meet."""

    def refuse_to_play(self, user: Any) -> Text | None:
        """Nobody signed in, or banned."""
        if not user.is_authenticated:
            return _("Log in, or play as a guest.")
        if user.is_banned:
            return _("Your account is banned: you may watch and read, but not play.")
        return None

    def refuse_to_seat(self, user: Any, seated: Collection[Any], host: Any) -> Text | None:
        """Blocks in either direction; the sentence does not say whose."""
        if kept_apart(user, [*seated, host]):
            return _("You cannot sit down here: somebody at this table and you do not play together.")
        return None

    def refuse_to_invite(self, host: Any, guest: Any) -> Text | None:
        """Guests send nothing to other people; blocks are silent about whose they are."""
        if host.is_guest:
            return _("Guests cannot invite people. Keep your account first: it takes a name and a password.")
        if guest.is_banned or kept_apart(host, [guest]):
            return _("This person cannot be invited to your table.")
        return None

    def avoided(self, user: Any) -> Collection[int]:
        """Blocks in either direction."""
        return blocked_either_way(user) if user.is_authenticated else ()

    def names(self, users: Sequence[Any]) -> dict[int, str]:
        """Names as they stand now."""
        return {user.pk: user.username for user in users}

    def profile_url(self, user: Any) -> str:
        """The public profile."""
        return reverse("accounts:profile", args=[user.username])

    def confirms_moves(self, user: Any) -> bool:
        """As the settings page says; whoever has none is asked."""
        return bool(getattr(user, "confirm_moves", True))

    def is_moderator(self, user: Any) -> bool:
        """Staff with the moderators' permission."""
        return bool(user.is_authenticated and user.is_staff and user.has_perm("accounts.moderate"))
