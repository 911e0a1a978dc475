"""Waiting for a database server that is away when the site starts."""

import time
from collections.abc import Callable, Mapping
from typing import Any

AGAIN = 1.0  # seconds between two attempts
CONNECT_TIMEOUT = 5  # seconds for one
STARTING_UP = "57P03"  # the server answers, and asks for patience


def wait_for(database: Mapping[str, Any], say: Callable[[str], object]) -> None:
    """Wait until the PostgreSQL server of `database`, an entry of `settings.DATABASES`, accepts a connection.

    While nothing answers at its address, or it is starting up, that is reported once and retried. Raises the server's
    error about anything else: a wrong password, a database that does not exist.
    """
    import psycopg

    names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    parameters = {ours: database[key] for key, ours in names.items() if database.get(key)}
    parameters |= {name: value for name, value in database.get("OPTIONS", {}).items() if name != "pool"}
    said = False
    while True:
        try:
            psycopg.connect(**{**parameters, "connect_timeout": CONNECT_TIMEOUT}).close()
            return
        except psycopg.OperationalError as error:
            if error.sqlstate not in (None, STARTING_UP) or is_an_answer(str(error)):
                raise
        if not said:
            where = f"{parameters.get('host', 'this machine')}:{parameters.get('port', 5432)}"
            say(f"The database at {where} does not answer. The site starts as soon as it does; Ctrl-C stops waiting.")
            said = True
        time.sleep(AGAIN)


def is_an_answer(message: str) -> bool:
    """Return whether a failed connection was refused by the database server itself, whose code libpq does not pass
    on."""
    return "FATAL:" in message and "starting up" not in message
