"""The socket of a match's page, as the page's script uses it."""

import json
import socket
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bench.chaos.browser import Browser, NoResponse

TIMEOUT = 5.0  # seconds for opening it


def open_socket(browser: Browser, match: str) -> ClientConnection:
    """Open the socket of a page of `match` in this browser, which follows the match; raises `NoResponse`."""
    port = browser.ports[browser.at % len(browser.ports)]
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    try:
        connection = connect(
            f"ws://localhost:{port}/live/matches/{match}/",
            sock=socket.create_connection(("127.0.0.1", port), TIMEOUT),
            origin=Origin(f"http://localhost:{port}"),
            additional_headers={"Cookie": cookies} if cookies else None,
            open_timeout=TIMEOUT,
            close_timeout=1,
            ping_interval=None,
            legacy=True,  # it outlives a block: its caller closes it
        )
        connection.send(json.dumps({"follow": {"language": "en", "zone": ""}}))
    except (OSError, WebSocketException) as error:
        raise NoResponse(type(error).__name__) from error
    return connection


def send_move(browser: Browser, match: str, move: dict[str, Any]) -> int | None:
    """Send a move over a socket; return the revision that it led to. None if it was refused, or if there is no socket,
    as without the broker: the caller then sends it by its form. Raises `NoResponse`."""
    try:
        connection = open_socket(browser, match)
    except NoResponse:
        return None
    try:
        connection.send(json.dumps({"move": move}))
        while True:
            answer = json.loads(connection.recv(timeout=browser.timeout))
            if answer.get("sent") == move["client_move_id"]:
                return int(answer["rev"]) if "rev" in answer else None
    except (OSError, WebSocketException) as error:  # `TimeoutError` is one
        raise NoResponse(type(error).__name__) from error
    finally:
        connection.close()
