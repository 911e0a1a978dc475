"""Hints to open pages, sent late."""

import asyncio
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer

from tests.plugins.delays import delay


class LateHints(RedisPubSubChannelLayer):
    """The site's layer of messages between processes, which waits before it sends one."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await asyncio.sleep(delay())
        await super().__getattr__("group_send")(group, message)  # the layer of this event loop has it
