"""When a web process collects garbage: often enough that it does not grow, and never for long.

Python looks for cycles among old objects only when many more have been made; until then what a page left lies between
what stays, and the process grows by some 3 % in 20,000 pages. The first collection looks through everything that the
first pages have loaded and cached, and sets it apart; each of the others takes a few milliseconds.
"""

import gc

from masques_site.bounds import Application, Receive, Send

SETTLED = 2_000  # pages after which almost all that stays is loaded
EVERY = 500  # pages


class Collected:
    """Collects garbage between the pages of `application`."""

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
