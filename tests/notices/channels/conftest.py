"""A resolver that answers from a table, so that no test asks the network."""

import socket
from typing import Any

import pytest


class Names:
    """A table of host names. `names["a.example.com"] = [["93.184.216.34"], ["127.0.0.1"]]` gives the first answer once,
    and the last one from then on; `asked` are the names in the order of the questions."""

    def __init__(self) -> None:
        self.table: dict[str, list[list[str]]] = {}
        self.asked: list[str] = []

    def __setitem__(self, name: str, answers: list[list[str]]) -> None:
        self.table[name] = list(answers)

    def getaddrinfo(self, host: str, port: int, *_options: Any, **_named: Any) -> list[Any]:
        self.asked.append(host)
        if host not in self.table:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        answers = self.table[host]
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [_row(address, port) for address in found]


def _row(address: str, port: int) -> Any:
    if ":" in address:
        return socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0)
    return socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    table = Names()
    monkeypatch.setattr(socket, "getaddrinfo", table.getaddrinfo)
    return table
