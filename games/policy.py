"""The interface through which games asks the site about users: a class named in settings.GAMES_POLICY.

The site implements it (blocks, bans, guests, names); the games app is reusable without the site.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.utils.module_loading import import_string

from games.conf import conf
from games.core.clocks.personal_pauses import PersonalPauses
from games.core.text import Text
from games.core.title.game import Game
from games.models import Match
from games.plumbing.bidi import isolated


@dataclass(frozen=True, slots=True)
class Label:
    """The meaning of an arranged match, in the reader's language, and the page with details."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as people read it; a provisional one is shown with a question mark."""

    number: int
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A finished match that is not one of this app's: `key` is made of the letters of match ids, `names` are in the
    order of their places, each with its place, and `badge` says where it was played."""

    key: str
    ended_at: datetime
    game: Game
    url: str
    names: Sequence[tuple[str, int]]
    badge: str
    is_rated: bool
    is_demo: bool


@dataclass(frozen=True, slots=True)
class RatedTable:
    """The table of a match that is to be rated: whether bots sit there now, and the users whose ratings are wanted."""

    match: Match
    has_bots: bool
    users: tuple[int, ...]


class Policy:
    """The default policy, which allows everything. `user` is a settings.AUTH_USER_MODEL instance."""

    def refuse_to_play(self, user: Any) -> Text | None:
        """Return why `user` may neither open nor join tables nor move (banned, not signed in ...); None if allowed."""
        return None

    def refuse_to_seat(self, user: Any, seated: Collection[Any], host: Any) -> Text | None:
        """Return why `user` may not join a table of `host` with the users `seated` (blocks ...); None if allowed."""
        return None

    def refuse_to_invite(self, host: Any, guest: Any, *, rematch: bool = False) -> Text | None:
        """Return why `host` may not invite `guest` to a table (guest accounts, blocks ...); None if allowed. `rematch`
        if the two have played the match that the table repeats."""
        return None

    def refuse_rated(self, user: Any) -> Text | None:
        """Return why `user` may not play matches that are rated (guest accounts ...); None if allowed."""
        return None

    def ratings(self, tables: Sequence[RatedTable]) -> Mapping[tuple[str, int], ShownRating]:
        """Return the current ratings of the users of each table, in the pool that its match counts for, by match and
        user; at most one query. Users who are missing have no rating, and no rating range keeps them away."""
        return {}

    def avoided(self, user: Any) -> Collection[int]:
        """Return the primary keys of the users whose tables are not shown to `user` (blocks)."""
        return ()

    def acquaintances(self, user: Any, recent: Sequence[Any]) -> Sequence[Any]:
        """Return the users with whom `user` may like to play, the likeliest first: friends, and some of the `recent`
        opponents; a fixed number of queries. Empty if they may invite nobody."""
        return recent

    def names(self, users: Sequence[Any]) -> dict[int, str]:
        """Return the public name of each user, by primary key, ready for use in a sentence (`games.plumbing.bidi`); at
        most one query."""
        return {user.pk: isolated(user.get_username()) for user in users}

    def person_named(self, name: str) -> Any | None:
        """Return the active user meant by the typed `name`, whatever its capitals; None if there is none."""
        model = get_user_model()
        return model.objects.filter(**{f"{model.USERNAME_FIELD}__iexact": name.strip()}, is_active=True).first()

    def profile_url(self, user: Any) -> str:
        """Return the URL of the profile of `user`; empty if there is none."""
        return ""

    def confirms_moves(self, user: Any) -> bool:
        """Return whether `user` confirms a composed move before it is sent."""
        return bool(getattr(user, "confirm_moves", True))

    def goes_on(self, user: Any) -> bool:
        """Return whether the next match that waits for `user` opens by itself after a move."""
        return False

    def sounds(self, user: Any) -> Sequence[str]:
        """Return the names of the sounds that `user` wants to hear: "turn" when it's their turn, "message" when another
        person writes to them."""
        return ()

    def shows_presence(self, user: Any) -> bool:
        """Return whether others are shown when `user` has the page of one of their matches open."""
        return True

    def answer_hours(self, user_ids: Collection[int]) -> Mapping[int, Sequence[int]]:
        """Return how many answers of each of these users came in each hour of the day, in UTC: 24 numbers, by primary
        key; at most one query. Nothing is known about users who are missing."""
        return {}

    def personal_pauses(self, user_ids: Collection[int]) -> Mapping[int, PersonalPauses]:
        """Return when these users sleep and are on vacation, by primary key; users without an entry have chosen
        nothing.

        Called inside a transaction, under the lock of a match. Until its end no change of these choices is committed:
        the implementation locks a row for each user, in key order, and changes lock it before reading which matches
        run. Afterwards they call `games.services.clocks.pauses.renew`.
        """
        return {}

    def begin_vacation(self, user_id: int, moment: datetime) -> bool:
        """Begin a day of vacation of this user at `moment`, which has just passed, because their time runs out; return
        whether one covers it now. In the transaction of the caller, who has asked for their `personal_pauses`."""
        return False

    def labels(self, matches: Sequence[Match]) -> Mapping[str, Label]:
        """Return, by primary key, what the arranged ones of `matches` count for; at most one query. Only matches with a
        `source` are passed."""
        return {}

    def table_page(self, match: Match) -> str:
        """Return the address of the page that shows the open table of `match` in place of the usual one; empty if none
        does. One query at most."""
        return ""

    def rematch_page(self, match: Match) -> str:
        """Return the address that takes the form of a rematch of `match` in place of the usual one, under the same
        conditions; empty if none does. One query at most."""
        return ""

    def next_screen(self, request: HttpRequest, match: Match) -> str:
        """Return the address of the screen that follows that of `match`, which is over, because its players go on with
        another one that the visitor may see; empty if there is none. Two queries at most."""
        return ""

    def hand_elsewhere(self, request: HttpRequest, match_id: str) -> str:
        """Return the address of the page that says that the visitor's hand in this match is on another device; empty if
        it is on this one, or on all of theirs. One query at most."""
        return ""

    def elsewhere(
        self, viewer: Any, wanted: Any, before: tuple[datetime, str] | None, most: int
    ) -> Sequence[Elsewhere]:
        """Return at most `most` finished matches from elsewhere that the archive lists among its own for `viewer`, the
        newest first: those that fit `wanted` (`games.selectors.archive.Wanted`) and are older than the moment and key
        `before`. A fixed number of queries."""
        return ()

    def is_moderator(self, user: Any) -> bool:
        """Return whether `user` may see the moderation pages (they show no hidden information)."""
        return bool(user.is_staff)


@cache
def policy() -> Policy:
    """Return the site's policy."""
    found: Policy = import_string(conf.GAMES_POLICY)()
    return found
