"""Sockets and requests of tests, which wait as long as a slow machine needs.

Channels' own wait for a second, or as long as a call says; and it is easy to forget that `disconnect` waits too.
"""

from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.testing import HttpCommunicator, WebsocketCommunicator

from tests.waiting import PATIENCE


class Patient(ApplicationCommunicator):
    """An application that may take its time, beyond any limit that Channels passes on."""

    async def receive_output(self, *_limit: float) -> Any:
        return await super().receive_output(PATIENCE)

    async def wait(self, *_limit: float) -> None:
        await super().wait(PATIENCE)


class Socket(Patient, WebsocketCommunicator):
    """The socket of an open page."""


class Request(Patient, HttpCommunicator):
    """One request and its response."""
