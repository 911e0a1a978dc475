"""A simulated user's browser: cookies, and a connection to one of several web servers."""

import http.client
import re
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.cookies import SimpleCookie

DEFAULT_TIMEOUT = 20.0  # seconds
ERROR = re.compile(r'<ul class="errorlist[^>]*><li>([^<]*)')


Fields = Mapping[str, str] | Sequence[tuple[str, str]]
"""The fields of a form; in a sequence a name may occur several times."""


class NoResponse(Exception):
    """The connection failed, or there was no response within the timeout."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    body: str
    location: str


class Browser:
    """Cookies, and a connection to one of several web servers; it switches to the next one if a request fails."""

    def __init__(self, ports: Sequence[int], first: int = 0, timeout: float = DEFAULT_TIMEOUT) -> None:
        self.ports = ports
        self.at = first
        self.timeout = timeout
        self.cookies: dict[str, str] = {}
        self._connection: http.client.HTTPConnection | None = None

    def request(self, method: str, path: str, fields: Fields | None = None, *, json: bool = False) -> Answer:
        """Send one request. If it raises `NoResponse`, the next request goes to another server."""
        headers = {"Host": "localhost", "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        headers["Accept"] = "application/json" if json else "text/html"
        body = None
        if fields is not None:
            body = urllib.parse.urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if self._connection is None:
            port = self.ports[self.at % len(self.ports)]
            self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=self.timeout)
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
            text = response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.switch_server()
            raise NoResponse(type(error).__name__) from error
        for line in response.headers.get_all("Set-Cookie") or []:
            self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(line).items()})
        return Answer(response.status, text, response.headers.get("Location", ""))

    def switch_server(self) -> None:
        """Use the next server from now on."""
        self.close()
        self.at += 1

    def close(self) -> None:
        """Close the connection; the next request connects again."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def log_in(self, name: str, password: str) -> bool:
        """Send the log-in form. Returns whether it succeeded."""
        return self.refused_log_in(name, password) == ""

    def refused_log_in(self, name: str, password: str) -> str:
        """Send the log-in form. Returns the status and the errors of the response if it refused the log-in, else
        ``""``."""
        page = self.request("GET", "/accounts/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]*)"', page.body)
        if token is None:
            return f"{page.status}, no form"
        fields = {"login": name, "password": password, "csrfmiddlewaretoken": token[1]}
        answer = self.request("POST", "/accounts/login/", fields)
        return "" if answer.status == 302 else " ".join([str(answer.status), *ERROR.findall(answer.body)])
