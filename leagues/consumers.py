"""The sockets of open pages of seasons: hints only, as for matches (`games.consumers`).

Everybody may read every season, so there is no right that a visitor could lose while the page is open.
"""

from typing import Any

from channels.db import database_sync_to_async

from games.consumers import GONE, PageConsumer
from leagues import live
from leagues.selectors.leagues import revision_of


class SeasonConsumer(PageConsumer):
    """One open page of a season. Sends ``{"season": id, "rev": n}`` at once and whenever something public changes."""

    season_id = 0

    async def open(self) -> None:
        address = self.scope["url_route"]["kwargs"]
        found = await database_sync_to_async(revision_of)(address["slug"], address["number"])
        if found is None:
            await self.close(code=GONE)
            return
        self.season_id, _rev = found
        await self.listen(live.group_of(self.season_id))
        # Read again: what changed before the group was joined was not heard.
        found = await database_sync_to_async(revision_of)(address["slug"], address["number"])
        await self.accept()
        await self.send_json({"season": self.season_id, "rev": found[1] if found is not None else 0})

    async def season_hint(self, message: dict[str, Any]) -> None:
        """Pass a hint on."""
        rev = message.get("rev")
        if message.get("season") == self.season_id and isinstance(rev, int):
            await self.send_json({"season": self.season_id, "rev": rev})
