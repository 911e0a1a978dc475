"""The site's implementation of the games app's policy."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from companion.selectors import rooms
from companion.selectors.lists import listed, narrowed
from games.core.clocks.personal_pauses import PersonalPauses
from games.core.text import Text, _
from games.models import Match
from games.plumbing.addresses import url
from games.policy import Elsewhere, Label, Policy, RatedTable, ShownRating
from leagues.selectors.current_ratings import ratings_at
from leagues.selectors.labels import labels_of
from leagues.selectors.reply_hours import hours_of
from masques_site.accounts import friends, pauses
from masques_site.accounts.moderation import blocked_either_way, has_block_with
from masques_site.accounts.selectors import person_meant


class SitePolicy(Policy):
    """The policy of the site: guests may play and open tables, but invite only people with whom they have played, to a
    rematch; banned users may only watch; blocked users are never seated together."""

    def refuse_to_play(self, user: Any) -> Text | None:
        """Return a refusal for anonymous and banned users; else None."""
        if not user.is_authenticated:
            return _("Log in, or play as a guest.")
        if user.is_banned:
            return _("Your account is banned. You can watch and read, but not play.")
        return None

    def refuse_to_seat(self, user: Any, seated: Collection[Any], host: Any) -> Text | None:
        """Return a refusal if there is a block in either direction, which does not say whose; else None."""
        if has_block_with(user, [*seated, host]):
            return _("You can’t sit down here: you and another player at this table can’t play together.")
        return None

    def refuse_to_invite(self, host: Any, guest: Any, *, rematch: bool = False) -> Text | None:
        """Return a refusal for guests as hosts except of a rematch, and for banned, inactive or blocked users, which
        does not say which; else None."""
        if host.is_guest and not rematch:
            return _("Guests can’t invite players. Create an account first (name and password).")
        if guest.is_banned or not guest.is_active or has_block_with(host, [guest]):
            return _("You can’t invite this player to your table.")
        return None

    def refuse_rated(self, user: Any) -> Text | None:
        """Return a refusal for guests, as a rating belongs to a permanent account; else None."""
        if user.is_authenticated and user.is_guest:
            return _("Guests can only play casual matches. Create an account first (name and password).")
        return None

    def ratings(self, tables: Sequence[RatedTable]) -> Mapping[tuple[str, int], ShownRating]:
        """Return the ratings of the leagues app; users without one count as new players."""
        return ratings_at(tables)

    def avoided(self, user: Any) -> Collection[int]:
        """Return users with a block in either direction."""
        return blocked_either_way(user) if user.is_authenticated else ()

    def acquaintances(self, user: Any, recent: Sequence[Any]) -> Sequence[Any]:
        """Return friends, then recent opponents; nobody for guests, who may not invite."""
        return [] if user.is_guest else friends.acquaintances(user, recent)

    def names(self, users: Sequence[Any]) -> dict[int, str]:
        """Return the current usernames."""
        return {user.pk: user.shown_name for user in users}

    def person_named(self, name: str) -> Any | None:
        """Return the user with this name, by the key of names or, if that leaves one, without accents; else None."""
        return person_meant(name)

    def profile_url(self, user: Any) -> str:
        """Return the address of the public profile."""
        return url("accounts:profile", user.username)

    def confirms_moves(self, user: Any) -> bool:
        """Return the user's setting `confirm_moves`; True for anonymous users."""
        return bool(getattr(user, "confirm_moves", True))

    def goes_on(self, user: Any) -> bool:
        """Return the user's setting `goes_on`."""
        return bool(user.goes_on)

    def sounds(self, user: Any) -> Sequence[str]:
        """Return the sounds that the user has turned on."""
        return [name for name in ("turn", "message") if getattr(user, f"{name}_sound")]

    def shows_presence(self, user: Any) -> bool:
        """Return the user's setting `show_presence`."""
        return bool(user.show_presence)

    def answer_hours(self, user_ids: Collection[int]) -> Mapping[int, Sequence[int]]:
        """Return the answer hours from public finished matches."""
        return hours_of(user_ids)

    def personal_pauses(self, user_ids: Collection[int]) -> Mapping[int, PersonalPauses]:
        """Return the users' choices; two statements, and their rows stay locked."""
        return pauses.personal_pauses(user_ids)

    def begin_vacation(self, user_id: int, moment: datetime) -> bool:
        """Begin a day of vacation if the user has asked for that and has one left; return whether one covers `moment`
        now."""
        return pauses.begin_automatic_vacation(user_id, moment)

    def labels(self, matches: Sequence[Match]) -> Mapping[str, Label]:
        """Return the league, season and division of matches that leagues have arranged."""
        return labels_of(matches)

    def table_page(self, match: Match) -> str:
        """Return the page of the room in which the match is to be played."""
        return url("companion:table", match.pk) if rooms.is_in_room(match) else ""

    def rematch_page(self, match: Match) -> str:
        """Return the address that opens the room again, with everybody on their own seat."""
        return url("companion:again", match.pk) if rooms.is_in_room(match) else ""

    def next_screen(self, request: HttpRequest, match: Match) -> str:
        """Return the screen of the room's next match, for devices with the code of the room, and for its players."""
        room = rooms.room_after(match)
        if room is None:
            return ""
        code = rooms.live_code(room)
        if code in request.session.get(rooms.SCREENS, []):
            return url("companion:room_screen", code)
        return url("games:screen", room.pk) if rooms.has_seat(room, request.user) else ""

    def hand_elsewhere(self, request: HttpRequest, match_id: str) -> str:
        """Return the page about the hand, if it is on another device: in a match in one room."""
        is_elsewhere = rooms.is_elsewhere(request.session, request.user, match_id)
        return url("companion:hand", match_id) if is_elsewhere else ""

    def elsewhere(
        self, viewer: Any, wanted: Any, before: tuple[datetime, str] | None, most: int
    ) -> Sequence[Elsewhere]:
        """Return confirmed plays of the real table; two statements, and none with a filter for leagues."""
        if wanted.league:
            return ()
        return [
            Elsewhere(
                one.play.pk,
                one.play.ended_at,
                one.game,
                url("companion:play", one.play.pk),
                one.names,
                gettext("real table"),
                one.play.is_rated,
                one.play.is_demo,
            )
            for one in listed(narrowed(wanted, before), most, viewer)
        ]

    def is_moderator(self, user: Any) -> bool:
        """Return whether the user is staff with the moderators' permission."""
        return bool(user.is_authenticated and user.is_staff and user.has_perm("accounts.moderate"))
