"""The sockets of open pages of seasons: hints only, as for matches (`games.consumers`).

Everybody may read every season, so there is no right that a visitor could lose while the page is open, but that to hear
of what waits for them.
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
        """Return whether there is such a season."""
        found = await self.revision()
        self.season_id = 0 if found is None else found[0]
        return found is not None

    def own_groups(self) -> list[str]:
        """Return the season's group besides the person's."""
        return [live.group_of(self.season_id), *super().own_groups()]

    async def begin(self) -> None:
        """Read which revision the season has reached: what changed before the group was joined was not heard."""
        found = await self.revision()
        self.about = {"season": self.season_id, "rev": found[1] if found is not None else 0}

    async def season_hint(self, message: dict[str, Any]) -> None:
        """Pass a hint on."""
        rev = message.get("rev")
        if message.get("season") == self.season_id and isinstance(rev, int):
            self.about = {"season": self.season_id, "rev": rev}
            await self.send_json(self.about)

    async def revision(self) -> tuple[int, int] | None:
        """Return the key and revision of the season that the address names; None if there is none."""
        address = self.scope["url_route"]["kwargs"]
        found: tuple[int, int] | None = await database_sync_to_async(revision_of)(address["slug"], address["number"])
        return found
