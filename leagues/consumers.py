"""The sockets of open pages of seasons: hints only, as for matches (`games.consumers`).

Everybody may read every season, so the only right that a visitor can lose while the page is open is to their own hints.
"""

from typing import Any

from channels.db import database_sync_to_async

from games.consumers import PersonConsumer
from leagues import live
from leagues.selectors.leagues import revision_of


class SeasonConsumer(PersonConsumer):
    """One open page of a season. Sends ``{"season": id, "rev": n}`` immediately and whenever something public changes,
    with, for logged-in users, what every page of theirs gets."""

    season_id = 0

    async def may_begin(self) -> bool:
        """Store the season's key; return whether there is such a season."""
        found = await self.revision()
        self.season_id = 0 if found is None else found[0]
        return found is not None

    def own_groups(self) -> list[str]:
        """Return the season's group and the person's."""
        return [live.group_of(self.season_id), *super().own_groups()]

    async def begin(self) -> None:
        """Store the season's revision in `about`: no hint told of changes before the group was joined."""
        found = await self.revision()
        self.about = {"season": self.season_id, "rev": found[1] if found is not None else 0}

    async def season_hint(self, message: dict[str, Any]) -> None:
        """Send the new revision to the page, if the hint is for its season."""
        rev = message.get("rev")
        if message.get("season") == self.season_id and isinstance(rev, int):
            self.about = {"season": self.season_id, "rev": rev}
            await self.send_json(self.about)

    async def revision(self) -> tuple[int, int] | None:
        """Return the key and revision of the season that the address names; None if there is none."""
        address = self.scope["url_route"]["kwargs"]
        found: tuple[int, int] | None = await database_sync_to_async(revision_of)(address["slug"], address["number"])
        return found
