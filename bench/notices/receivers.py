"""Servers that get what a simulated site sends: a push service, rooms that take webhooks, a mail server.

They are written from the standards and share no code with the senders. Each keeps a receipt of every message.
"""

import asyncio
import email
import email.policy
import hashlib
import hmac
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.message import EmailMessage, Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.exceptions import InvalidSignature, InvalidTag

from bench.held_port import HeldPort
from bench.notices.browser import Browser, claims_of
from bench.notices.facts import Receipt, SiteClock
from bench.notices.loop_thread import LoopThread
from bench.notices.people import Persona

HOST = "127.0.0.1"
SLOW = 8.0  # seconds that a slow server takes
ENDLESS = 60.0  # seconds for which a server talks on
WAIT = 1_800  # seconds that a busy push service asks for
BUSY_EVERY = 6  # messages
OLD = 30.0  # seconds after which a signed time is too old
KEY = re.compile(r"<(?P<key>[^@>]+)@")


class Receivers:
    """All servers of a simulation, and what came to them."""

    def __init__(self, people: Mapping[str, Persona]) -> None:
        self.people = people
        self.clock = SiteClock(0.0, 1.0)
        self.receipts: list[Receipt] = []
        self.strays = 0
        self.browsers = {name: Browser() for name in people}
        self.secrets: dict[str, str] = {}  # of webhooks, by name
        self.vapid_key = ""
        self.seen: dict[str, int] = {}
        self.web = ThreadingHTTPServer((HOST, 0), self._handler())
        self.web.daemon_threads = True
        self.held = HeldPort(HOST)
        self.fragile: ThreadingHTTPServer | None = None
        self.mail = MailServer(self._mail_refusal, self._got_mail)
        self._lock = threading.Lock()

    # Addresses.

    @property
    def base(self) -> str:
        """The address of the web server."""
        return f"http://{HOST}:{self.web.server_address[1]}"

    def browser_url(self, name: str) -> str:
        """Return the endpoint of a person's browser."""
        return f"{self.base}/push/{name}"

    def room_url(self, name: str) -> str:
        """Return the address of a person's room. One that dies has a port of its own."""
        dies = any(fault.kind == "dead" for fault in self.people[name].room_faults)
        return f"http://{HOST}:{self.held.number}/room/{name}" if dies else f"{self.base}/room/{name}"

    # Life.

    def start(self, clock: SiteClock) -> None:
        """Let all servers answer, by this clock."""
        self.clock = clock
        threading.Thread(target=self.web.serve_forever, args=(0.1,), daemon=True).start()
        self.mail.start()
        self.look_after()

    def stop(self) -> None:
        """Stop all servers."""
        self.web.shutdown()
        self.web.server_close()
        self._let_die()
        self.held.close()
        self.mail.stop()

    def look_after(self) -> None:
        """Let the server that dies be dead while it is its time, and answer otherwise."""
        day = self.clock.day(time.time())
        faults = [fault for persona in self.people.values() for fault in persona.room_faults if fault.kind == "dead"]
        if any(fault.is_at(day) for fault in faults):
            self._let_die()
        elif self.fragile is None:
            self.fragile = ThreadingHTTPServer((HOST, self.held.number), self._handler())
            self.fragile.daemon_threads = True
            threading.Thread(target=self.fragile.serve_forever, args=(0.1,), daemon=True).start()

    def _let_die(self) -> None:
        if self.fragile is not None:
            self.fragile.shutdown()
            self.fragile.server_close()
            self.fragile = None

    def keep(self, receipt: Receipt) -> None:
        """Keep a receipt."""
        with self._lock:
            self.receipts.append(receipt)

    # Requests.

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receivers = self

        class Handler(BaseHTTPRequestHandler):
            """Answers requests as the receiver in its address would."""

            def do_POST(self) -> None:
                began = time.time()
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                _nothing, kind, name, *_more = [*self.path.split("/"), "", ""]
                if kind not in ("push", "room") or name not in receivers.people:
                    receivers.strays += 1
                    _answer(self, 204)
                    return
                answer = receivers.push if kind == "push" else receivers.room
                with suppress(OSError):
                    answer(self, name, body, began)

            def log_message(self, format: str, *args: Any) -> None:
                """Print nothing."""

        return Handler

    def push(self, request: BaseHTTPRequestHandler, name: str, body: bytes, began: float) -> None:
        """Answer as the push service of a browser."""
        text, key, fault = "", "", ""
        try:
            said = json.loads(self.browsers[name].read(body))
            text, key = json.dumps(said, ensure_ascii=False), str(said["key"])
            fault = self._fault_of_push(request.headers)
        except (AssertionError, InvalidTag, InvalidSignature, ValueError, KeyError, TypeError) as error:
            fault = f"not readable by its browser: {type(error).__name__} {error}"
        day, persona = self.clock.day(began), self.people[name]
        status, wait = 201, 0
        with self._lock:
            number = self.seen[name] = self.seen.get(name, 0) + 1
        if any(one.kind == "gone" and one.is_at(day) for one in persona.push_faults):
            status = 410
        elif any(one.kind == "busy" for one in persona.push_faults) and number % BUSY_EVERY == 0:
            status, wait = 429, WAIT
        self.keep(
            Receipt(f"push:{name}", began, time.time(), status == 201, str(status), key, text, fault, float(wait))
        )
        _answer(request, status, {"Retry-After": str(wait)} if wait else {})

    def _fault_of_push(self, headers: Message) -> str:
        claims, public = claims_of(str(headers["Authorization"]))
        if self.vapid_key and public != self.vapid_key:
            return "signed with another key"
        if claims["aud"] != self.base or not time.time() < claims["exp"] <= time.time() + 24 * 3_600:
            return f"signed for {claims['aud']} until {claims['exp']}"
        if headers["Content-Encoding"] != "aes128gcm" or not str(headers["TTL"]).isdigit():
            return "no Content-Encoding or TTL"
        topic = headers.get("Topic", "")
        return "" if re.fullmatch(r"[A-Za-z0-9_-]{0,32}", topic) else f"the topic {topic}"

    def room(self, request: BaseHTTPRequestHandler, name: str, body: bytes, began: float) -> None:
        """Answer as the room of a person: by its faults of this day."""
        persona, day = self.people[name], self.clock.day(began)
        key, text, fault = self._read_room(name, request.headers, body)
        faults = {one.kind for one in persona.room_faults if one.is_at(day)}
        place, status, more = f"room:{name}", 200, dict[str, str]()
        if "slow" in faults:
            time.sleep(SLOW)
            if _has_left(request):
                self.keep(Receipt(place, began, time.time(), False, "left", key, text, fault))
                return
        if "wrong" in faults:
            status = 500
        elif "redirect" in faults:
            status, more = 307, {"Location": f"{self.base}/elsewhere"}
        self.keep(Receipt(place, began, time.time(), status == 200, str(status), key, text, fault))
        if "endless" in faults:
            _talk_on(request)
        else:
            _answer(request, status, more)

    def _read_room(self, name: str, headers: Message, body: bytes) -> tuple[str, str, str]:
        """Return the key, the text and the fault of a webhook's message."""
        text = body.decode("utf-8", "replace")
        if self.people[name].room_format != "json":
            return "", text, ""
        try:
            said = json.loads(body)
            key, moment, given = (str(headers[f"Masques-{part}"]) for part in ("Id", "Timestamp", "Signature"))
            content = f"{key}.{moment}.".encode() + body
            signed = hmac.new(self.secrets[name].encode(), content, hashlib.sha256).hexdigest()
            if not hmac.compare_digest(given, f"v1={signed}"):
                return key, text, "the signature is wrong"
            if abs(time.time() - int(moment)) > OLD or said["id"] != key:
                return key, text, "an old or foreign signature"
            return key, json.dumps(said, ensure_ascii=False), ""
        except (ValueError, KeyError, TypeError) as error:
            return "", text, f"not signed JSON: {type(error).__name__} {error}"

    # Mails.

    def _mail_refusal(self, address: str) -> str:
        """Return how the mail server refuses this recipient now; "" if it does not."""
        name, day = address.partition("@")[0], self.clock.day(time.time())
        persona = self.people.get(name)
        faults = {one.kind for one in persona.mail_faults if one.is_at(day)} if persona is not None else set()
        answer = "550 5.1.1 No such user" if "unknown" in faults else "451 4.3.0 Try later" if "later" in faults else ""
        if answer:
            now = time.time()
            self.keep(Receipt(f"mail:{name}", now, now, False, answer[:3]))
        return answer

    def _got_mail(self, address: str, content: bytes, began: float) -> None:
        name = address.partition("@")[0]
        letter = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        found = KEY.match(str(letter["Message-ID"] or ""))
        parts = [part.get_content() for part in letter.walk() if part.get_content_maintype() == "text"]
        text = "\n".join([*(f"{head}: {value}" for head, value in letter.items()), *parts])
        fault = "" if found and letter["List-Unsubscribe"] and address in str(letter["To"]) else "headers are missing"
        key = found["key"] if found else ""
        self.keep(Receipt(f"mail:{name}", began, time.time(), True, "250", key, text, fault))


def _answer(request: BaseHTTPRequestHandler, status: int, headers: Mapping[str, str] | None = None) -> None:
    request.send_response(status)
    for name, value in (headers or {}).items():
        request.send_header(name, value)
    request.send_header("Content-Length", "0")
    request.end_headers()


def _has_left(request: BaseHTTPRequestHandler) -> bool:
    """Return whether the client has hung up."""
    request.connection.settimeout(0.05)
    try:
        return not request.connection.recv(1, socket.MSG_PEEK)
    except OSError as error:
        return not isinstance(error, TimeoutError)


def _talk_on(request: BaseHTTPRequestHandler) -> None:
    """Answer with a body that does not end."""
    request.send_response(200)
    request.end_headers()
    until = time.monotonic() + ENDLESS
    while time.monotonic() < until:
        request.wfile.write(b"and on " * 1_000)


class MailServer:
    """A mail server in a thread, as far as a client needs it (RFC 5321). `refusal` returns the answer to a recipient
    who gets nothing, "" for others; `got` is called with each letter before it is acknowledged."""

    def __init__(self, refusal: Callable[[str], str], got: Callable[[str, bytes, float], None]) -> None:
        self.refusal, self.got = refusal, got
        self.listener = socket.create_server((HOST, 0), backlog=64)
        self.port: int = self.listener.getsockname()[1]
        self.thread = LoopThread()

    def start(self) -> None:
        """Answer clients."""
        self.thread.start(asyncio.start_server(self._talk, sock=self.listener, limit=2**20))

    def stop(self) -> None:
        """Answer no more."""
        self.thread.stop()
        self.listener.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._session(reader, writer)
        finally:
            writer.close()

    async def _session(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to = ""
        writer.write(b"220 mail.example\r\n")
        while line := (await reader.readline()).decode("utf-8", "replace").strip():
            began = time.time()
            word, rest = line[:4].upper(), line[4:].strip()
            answer = "250 OK"
            if word == "RCPT":
                to = rest.partition("<")[2].partition(">")[0]
                answer = self.refusal(to) or answer
            elif word == "DATA":
                writer.write(b"354 Go on\r\n")
                content = await reader.readuntil(b"\r\n.\r\n")
                self.got(to, content[:-3].replace(b"\r\n..", b"\r\n."), began)
            elif word == "QUIT":
                writer.write(b"221 Bye\r\n")
                return
            elif word not in ("EHLO", "HELO", "MAIL", "RSET", "NOOP"):
                answer = "502 Not known here"
            writer.write(f"{answer}\r\n".encode())
            await writer.drain()
