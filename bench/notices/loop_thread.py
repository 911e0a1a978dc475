"""An event loop in a thread, for servers of simulations and benches."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any


class LoopThread:
    """A thread that runs an event loop from `start` to `stop`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def start(self, serving: Coroutine[Any, Any, asyncio.Server]) -> asyncio.Server:
        """Start the thread, and in it a server; return the server."""
        self._thread.start()
        return asyncio.run_coroutine_threadsafe(serving, self._loop).result()

    def stop(self) -> None:
        """End whatever runs in the loop, and the thread."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
