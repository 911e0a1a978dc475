"""Collecting garbage after every 500th page of a web process, so that its memory does not grow.

Python alone searches old objects for cycles only after many more have been created. Until then, cycles left by pages
fragment memory, and a process grows twice as fast (docs/fast-paths.md). The first collection also freezes what the
first pages loaded and cached, so each later one takes a few milliseconds.
"""

import gc

from masques_site.plumbing.bounds import Application, Receive, Send

SETTLED = 2_000  # pages after which almost all that stays is loaded
EVERY = 500  # pages


class Collected:
    """An application that collects garbage between the pages of `application`."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.pages = 0

    async def __call__(self, scope: object, receive: Receive, send: Send) -> None:
        try:
            await self.application(scope, receive, send)
        finally:
            self.pages += 1
            if self.pages >= SETTLED and self.pages % EVERY == 0:
                gc.collect()
            if self.pages == SETTLED:
                gc.freeze()
