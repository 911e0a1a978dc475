"""Hostile input by the number: the same seed and number always make the same request, or the same socket.

The addresses, the forms and what a good one holds are those of the site, so that most requests get past the first
check and fail, if they fail, further in. Each is one good request with something wrong, or wrong all through.
"""

# ruff: noqa: E501 - tables of words are read as they are
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MARKUP = "<script>hostile()</script>"
FORM = "application/x-www-form-urlencoded"
TABOO = "X-Evil"  # a header that no answer may have

WORDS: tuple[str, ...] = (
    MARKUP, f"\"'>{MARKUP}", f"</title>{MARKUP}", f"javascript:{MARKUP}", "{{7*7}}{% debug %}", "${7*7}", "%(name)s", "%s%n",
    "' OR 1=1 --", "1; DROP TABLE games_match", "../../etc/passwd", "\x00", "1a\x00", "\ufeff", "\u202e", "\ud800", "a\udfff",
    "\ufffd", "None", "null", "undefined", "-1", "0", "1", "2", "1e309", "NaN", "-0", "0x10", "1_000", " 1 ", "9" * 30, "2147483648",
    "9223372036854775808", "٣", "²", "1" * 400, "x" * 5000, "ß" * 300, "[]", "{}", '{"a": 1}', "true", "on", "http://evil.example/",
    "//evil.example", "/\\evil.example", "javascript:alert(1)", "a,b,c", "," * 80, ",1a", "1a,", "%00", "%", "%ff", "%u0041",
    f"\r\n{TABOO}: 1", f"\n{TABOO}: 1", "\t", " ", "", "1a", "2b", "let", "blow", "easy", "expert", "lantern", "masques", "standard",
    "Sandro", "Vito", "sandro@example.org", "a@b", "@", "en", "it", "xx", "dark", "Europe/Rome", "Mars/Base", "public", "all",
    "2031-01-01", "０", "ﬁ", "é" * 60, "e\u0301" * 50, "👩‍👩‍👧‍👦", "🎭" * 40, "\u200b", "\x1b[31m", "\x7f", "\x85", "\u2028",
)  # fmt: skip
HEADERS: tuple[str, ...] = (
    "HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING", "HTTP_HX_REQUEST", "HTTP_HX_REQUEST_TYPE", "HTTP_HX_CURRENT_URL",
    "HTTP_HX_TARGET", "HTTP_REFERER", "HTTP_USER_AGENT", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST",
    "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_RANGE", "HTTP_ORIGIN", "HTTP_X_REQUEST_ID", "HTTP_X_CSRFTOKEN",
    "HTTP_X_REQUESTED_WITH", "HTTP_X_HTTP_METHOD_OVERRIDE", "HTTP_COOKIE", "HTTP_HOST",
)  # fmt: skip
VALUES: tuple[str, ...] = (
    "application/json", "it", "true", "partial", "*/*;q=x", "en;q=1e999", "theme=<b>", "en-" * 90, "application/xml;q=0.9", "session=x",
    "csrf=x; session=; messages=W10", "messages=\xff", "lang=../../x", "localhost", "[::1", "testserver:99999", "bytes=0-", "W/\"x\"",
    "POST", "https", MARKUP, "Thu, 99 Jan 9999 99:99:99 GMT",
)  # fmt: skip
METHODS = ("GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
QUERIES = (
    "move",
    "as",
    "ply",
    "link",
    "seen",
    "page",
    "next",
    "format",
    "q",
    "title",
    "seats",
    "lang",
    "key",
    "o",
    "p",
    "_popup",
)


@dataclass(slots=True)
class Request:
    """One request: who sends it, what, where, with what."""

    role: str
    method: str
    path: str
    query: str = ""
    body: bytes = b""
    kind: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        body = f" body {self.kind!r} {self.body[:300]!r}" if self.body else ""
        return f"{self.method} {self.path!r}?{self.query[:200]!r} by {self.role}{body} {self.headers or ''}"


class Junk:
    """Makes requests to `paths` and to `forms` (address -> what a good one holds), by `roles`, from `seed`."""

    def __init__(
        self, seed: int, roles: Sequence[str], paths: Sequence[str], forms: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self.seed = seed
        self.roles = roles
        # Where to, mostly a match or a league: the pages of packages are many, and refuse most people at their doors.
        self.matches = [path for path in paths if path.startswith("/matches/")]
        self.admin = [path for path in paths if path.startswith("/admin/")]
        self.leagues = [path for path in paths if path.startswith("/leagues/")]
        self.rest = [path for path in paths if path not in {*self.matches, *self.admin, *self.leagues}]
        self.forms = list(forms.items())
        self.names = sorted({name for form in forms.values() for name in form} | set(QUERIES))
        self.rng = random.Random()

    def request(self, number: int) -> Request:
        """The request of this number."""
        self.rng.seed(f"{self.seed} {number}")
        make: Callable[[], Request] = self.rng.choice(
            [
                self.bent_form,
                self.bent_form,
                self.bent_form,
                self.strange_form,
                self.body,
                self.look,
                self.look,
                self.stray,
            ]
        )
        request = make()
        request.role = self.rng.choice(self.roles)
        while self.rng.random() < 0.25:
            header = self.rng.choice(HEADERS)
            request.headers[header] = latin(self.rng.choice(VALUES) if self.rng.random() < 0.7 else self.value("1"))
        return request

    # Kinds of requests.

    def bent_form(self) -> Request:
        """A good form with one or two fields wrong, missing, doubled or exchanged."""
        path, good = self.rng.choice(self.forms)
        pairs: list[tuple[str, str | bytes | list[str]]] = list(good.items())
        for _time in range(self.rng.randint(1, 2)):
            at = self.rng.randrange(len(pairs)) if pairs else 0
            how = self.rng.random()
            if not pairs or how < 0.1:
                pairs.append((self.rng.choice(self.names), self.value("")))
            elif how < 0.2:
                del pairs[at]
            elif how < 0.3:
                pairs.append((pairs[at][0], self.value("")))
            else:
                name, value = pairs[at]
                pairs[at] = (name, self.value(value if isinstance(value, str) else ""))
        return Request("", "POST", path, body=encoded(pairs), kind=FORM)

    def strange_form(self) -> Request:
        """Any fields to any address."""
        return Request("", "POST", self.place(), body=encoded(self.pairs(8)), kind=FORM)

    def body(self) -> Request:
        """Return a body that no form of ours sends."""
        kind = self.rng.choice(
            [
                "application/json",
                FORM,
                "multipart/form-data; boundary=b",
                "multipart/form-data",
                "text/xml",
                "",
                "a/b; c=\xff",
            ]
        )
        data = json.dumps(self.document(3)).encode() if "json" in kind else self.rng.randbytes(self.rng.randint(0, 200))
        if "boundary" in kind and self.rng.random() < 0.7:
            disposition = f'form-data; name="{self.rng.choice(self.names)}"; filename="{latin(self.value("x"))}"'
            data = b"--b\r\nContent-Disposition: " + disposition.encode() + b"\r\n\r\n" + data + b"\r\n--b--\r\n"
        return Request("", "POST", self.place(), body=data, kind=kind)

    def look(self) -> Request:
        """A page with a query that it does not expect."""
        query = encoded(self.pairs(4)).decode() if self.rng.random() < 0.8 else latin(self.value("a=b&c"))
        return Request("", self.rng.choice(["GET", "GET", "GET", "HEAD"]), self.place(), query=query)

    def stray(self) -> Request:
        """An address that is none, or a method that is none."""
        path, method = self.place(), self.rng.choice(METHODS)
        if self.rng.random() < 0.7:
            parts = path.split("/")
            at = self.rng.randrange(len(parts))
            parts[at] = self.value(parts[at]) if self.rng.random() < 0.8 else parts[at] + "/.."
            path = "/" + "/".join(parts).lstrip("/")
        return Request("", method, path.replace("?", "").replace("#", ""))

    # Their parts.

    def place(self) -> str:
        """An address of the site."""
        how = self.rng.random()
        kinds = ((0.4, self.matches), (0.65, self.leagues), (0.88, self.rest), (1.0, self.admin))
        return self.rng.choice(next(paths for most, paths in kinds if how < most))

    def value(self, good: str) -> str:
        """Something in the place of `good`."""
        how = self.rng.random()
        if how < 0.55 or not good:
            return self.rng.choice(WORDS)
        if how < 0.75:  # one character changed
            at = self.rng.randrange(len(good))
            return (
                good[:at]
                + chr(self.rng.choice((0, 9, 10, 39, 44, 60, 127, 233, 0x2028, 0xD800, 0x1F3AD)))
                + good[at + 1 :]
            )
        if how < 0.85:
            return good * self.rng.randint(2, 60)
        return good[: self.rng.randrange(len(good))] + self.rng.choice(WORDS)

    def pairs(self, most: int) -> list[tuple[str, str | bytes]]:
        """Some fields."""
        return [
            (
                self.rng.choice(self.names) if self.rng.random() < 0.9 else self.value("x"),
                self.value("1a") if self.rng.random() < 0.85 else self.rng.randbytes(self.rng.randint(0, 40)),
            )
            for _field in range(self.rng.randint(0, most))
        ]

    def document(self, depth: int) -> Any:
        """A JSON document."""
        how = self.rng.random()
        if depth and how < 0.3:
            return [self.document(depth - 1) for _item in range(self.rng.randint(0, 4))]
        if depth and how < 0.75:
            return {self.rng.choice(self.names): self.document(depth - 1) for _item in range(self.rng.randint(0, 4))}
        return self.rng.choice([None, True, -1, 1e300, 2**70, self.value("x")])

    # Sockets.

    def frame(self, match_id: str) -> dict[str, Any]:
        """One frame: nearly what the site itself says, other documents, bytes, and much of it."""
        how = self.rng.random()
        if how < 0.3:
            hint = {"type": "match.hint", "match": match_id, "rev": 9}
            hint[self.rng.choice(list(hint))] = self.document(2)
            return {"text": json.dumps(hint)}
        if how < 0.4:
            wants = {
                "language": self.value("it"),
                "zone": self.rng.choice(("Europe/Rome", "America", self.value("UTC"))),
            }
            return {"text": json.dumps({"follow": wants})}
        if how < 0.5:
            move: dict[str, Any] = {"text": self.value("pass"), "seen": 1, "client_move_id": self.value("attempt-1")}
            if self.rng.random() < 0.5:
                move[self.rng.choice(list(move))] = self.document(1)
            return {"text": json.dumps({"move": move})}
        if how < 0.6:
            return {"text": json.dumps(self.document(3))}
        if how < 0.8:
            return {"text": self.value('{"rev": 1}').encode("utf-8", "replace").decode()}
        if how < 0.97:
            return {"bytes": self.rng.randbytes(self.rng.randint(0, 200))}
        return {"text": "x" * self.rng.choice((1025, 16_384))}

    def handshake(self) -> list[tuple[bytes, bytes]]:
        """The headers of a socket that opens, three times in four from a page of the site."""
        if self.rng.random() < 0.75:
            return [(b"host", b"testserver"), (b"origin", b"http://testserver")]
        origin = self.rng.choice(
            [
                b"http://[",
                b"http://testserver:x",
                b"null",
                b"http://testserver@evil",
                b"\xff",
                b"",
                self.rng.randbytes(20),
            ]
        )
        return [(b"host", self.rng.choice([b"testserver", b"[", b"\xff", b""])), (b"origin", origin)]


def latin(text: str) -> str:
    """`text` as a server hands headers and queries on: characters up to 255, no line ends."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1").replace("\r", "").replace("\n", "")


def encoded(fields: Sequence[tuple[str, str | bytes | list[str]]]) -> bytes:
    """A form's body, repeated fields, lone surrogates and all. A list is a field that is sent for each of its values."""
    return b"&".join(
        _quoted(name) + b"=" + _quoted(one)
        for name, value in fields
        for one in (value if isinstance(value, list) else [value])
    )


def _quoted(value: str | bytes) -> bytes:
    data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
    return "".join(f"%{byte:02x}" for byte in data).encode()
