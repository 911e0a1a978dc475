"""The web server itself, met by bytes that no browser sends: it answers or hangs up, and goes on."""

import os
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

from bench.held_port import HeldPort
from masques_site.bootstrap import site
from masques_site.bootstrap.children import with_parent_death_signal
from tests.cast import person, running_match
from tests.http.rows import changed, stored
from tests.processes import HOST, ROOT, START, STOP, database_url
from tests.waiting import PATIENCE, eventually

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SILENCE = 0.3  # seconds after the first words of an answer: the rest is not waited for
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
TOKEN = b"csrf=abcdefghijklmnopqrstuvwxyzabcdef"
TLS_HELLO = bytes.fromhex("16030100f1010000ed0303") + b"\x00" * 200


@dataclass
class Server:
    """The real web server on its port, in front of the tests' database."""

    port: int
    log: Path
    page: str

    def say(self, data: bytes, *, leave: bool = False) -> bytes:
        """Send `data` as it is, and all that comes back until the server hangs up or waits for more."""
        with socket.create_connection((HOST, self.port), PATIENCE) as line:
            line.sendall(data)
            if leave:
                return b""
            return self.heard(line)

    def heard(self, line: socket.socket) -> bytes:
        """All that comes until the server hangs up or has nothing more to say."""
        answer = b""
        try:
            while more := line.recv(65_536):
                answer += more
                line.settimeout(SILENCE)
        except (TimeoutError, ConnectionResetError):
            pass
        return answer

    def is_well(self) -> bool:
        """Return whether other users are answered as ever."""
        return b"HTTP/1.1 200" in self.say(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    match = running_match("masques", [person("anna"), person("bruno")])
    held, log = HeldPort(HOST), tmp_path / "web.log"
    web = site.programs(tmp_path, tmp_path, HOST, held.number)[0]
    environment = site.child_environment(ROOT, tmp_path, os.environ) | {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "TEST_DATABASE_URL": database_url(),
        "SECRET_KEY": settings.SECRET_KEY,
    }
    with log.open("wb") as told:
        process = subprocess.Popen(
            with_parent_death_signal(web.command), cwd=ROOT, env=environment, stdout=told, stderr=told
        )
    try:
        eventually(web.answers, f"the web server answers: {log}", START)
        yield Server(held.number, log, f"/live/matches/{match.pk}/")
    finally:
        process.terminate()
        process.wait(timeout=STOP)
        held.close()


def status(answer: bytes) -> int:
    """The status of an HTTP answer, 0 if there is none."""
    return int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def posted(body: bytes, *heads: bytes) -> bytes:
    """A form with these heads, as it is."""
    start = [b"POST /theme/ HTTP/1.1", b"Host: localhost", b"Cookie: " + TOKEN, b"X-CSRFToken: " + TOKEN[5:]]
    return b"\r\n".join([*start, *heads, b"", body])


PLAIN = b"Content-Type: application/x-www-form-urlencoded"
NO_REQUESTS: dict[str, bytes] = {
    "noise": bytes(range(256)) * 4,
    "a TLS hello": TLS_HELLO,
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a version of the future": b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": HEAD + b"Host: evil.example\r\n\r\n",
    "a host that is none": b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    "a line without a colon": HEAD + b"no colon\r\n\r\n",
    "a head with NUL": HEAD + b"X: a\x00b\r\n\r\n",
    "a head of bytes": HEAD + b"X-\xff\xfe: \xff\r\n\r\n",
    "a huge head": HEAD + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
    "heads by the thousand": HEAD + b"".join(b"X-%d: y\r\n" % number for number in range(5000)) + b"\r\n",
    "a huge address": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "bytes in the address": b"GET /\xff\xfe\x80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "bad UTF-8 in the address": b"GET /matches/%ff%fe%c3%28/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "surrogates in the address": b"GET /people/%ed%a0%80/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "NUL in the address": b"GET /people/%00/?next=%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a broken escape": b"GET /people/%zz%/?%=%&&==%f HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "another site's address": b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "a method of bytes": b"G\xffT / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "CONNECT": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
    "cookies of bytes": HEAD + b"Cookie: session=\xff\x00; =;;; csrf=\xc3\x28\r\n\r\n",
    "a language of bytes": HEAD + b"Accept-Language: \xff\xfe;q=\xff\r\n\r\n",
    "a length that is none": posted(b"x=1", PLAIN, b"Content-Length: many"),
    "a negative length": posted(b"x=1", PLAIN, b"Content-Length: -1"),
    "two lengths": posted(b"x=1", PLAIN, b"Content-Length: 3", b"Content-Length: 30"),
    "length and chunks": posted(b"0\r\n\r\n", PLAIN, b"Content-Length: 5", b"Transfer-Encoding: chunked"),
    "chunks that are none": posted(b"zz\r\nabc\r\n", PLAIN, b"Transfer-Encoding: chunked"),
    "too large": posted(b"x=" + b"y" * 200_000, PLAIN, b"Content-Length: 200002"),
    "broken multipart": posted(b"--b\r\nx", b"Content-Type: multipart/form-data; boundary=b", b"Content-Length: 6"),
    "an unknown coding": posted(b"x=1", PLAIN + b"; charset=\xff", b"Content-Length: 3"),
}
HALVES: dict[str, bytes] = {
    "nothing": b"",
    "empty lines": b"\r\n" * 50,
    "half a line": b"GET / HT",
    "half the heads": HEAD + b"X: ",
    "half a body": posted(b"x=1", PLAIN, b"Content-Length: 1000"),
    "half a chunk": posted(b"ff\r\nabc", PLAIN, b"Transfer-Encoding: chunked"),
    "half a handshake": b"GET /live/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
}


def test_bytes_that_are_no_request_are_refused_and_the_server_goes_on(server):
    before = stored()
    for name, data in NO_REQUESTS.items():
        assert status(server.say(data)) < 500, name
    for data in HALVES.values():
        server.say(data, leave=True)
    assert server.is_well()
    assert "Exception in ASGI" not in server.log.read_text(errors="replace")
    assert not changed(before)


# Sockets.


def handshake(server: Server, *, origin: str = "", **more: str) -> bytes:
    """Return the handshake of a page of the site for a socket; `more` headers replace its own."""
    heads = {
        "Host": f"localhost:{server.port}",
        "Origin": origin or f"http://localhost:{server.port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
        **more,
    }
    return "\r\n".join([f"GET {server.page} HTTP/1.1", *(f"{k}: {v}" for k, v in heads.items() if v), "", ""]).encode()


def frame(opcode: int, data: bytes, *, final: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """One frame of the protocol."""
    size = len(data)
    flags = bytes([final << 7 | reserved << 4 | opcode])
    mask = 0x80 if masked else 0
    if size < 126:
        length = bytes([mask | size])
    elif size < 65_536:
        length = bytes([mask | 126]) + struct.pack(">H", size)
    else:
        length = bytes([mask | 127]) + struct.pack(">Q", size)
    return flags + length + (b"\x00" * 4 if masked else b"") + data


TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
FRAMES: dict[str, bytes] = {
    "16 KiB and more": frame(TEXT, b"x" * 16_385),
    "a megabyte": frame(BINARY, b"x" * 1_000_000),
    "a length of many bytes": bytes([0x81, 0xFF]) + b"\x7f" + b"\xff" * 7,
    "more than a page says": frame(TEXT, b"x" * 2000),
    "binary, often": frame(BINARY, b"\x00\xff") * 40,
    "bad UTF-8": frame(TEXT, b"\xff\xfe"),
    "a surrogate": frame(TEXT, b"\xed\xa0\x80"),
    "unmasked": frame(TEXT, b"hello", masked=False),
    "reserved bits": frame(TEXT, b"hello", reserved=7),
    "an opcode of no meaning": frame(11, b"hello"),
    "the end of nothing": frame(0, b"hello"),
    "a long ping": frame(PING, b"x" * 126),
    "a broken ping": frame(PING, b"", final=False),
    "a close of no meaning": frame(CLOSE, b"\x00"),
    "a close with words of bytes": frame(CLOSE, struct.pack(">H", 1000) + b"\xff"),
    "parts without end": frame(TEXT, b"x", final=False) + frame(0, b"x" * 900, final=False) * 40,
}


def test_frames_that_no_page_sends_close_the_socket_and_the_server_goes_on(server):
    before = stored()
    for name, data in FRAMES.items():
        with socket.create_connection((HOST, server.port), PATIENCE) as line:
            line.sendall(handshake(server))
            opened = line.recv(65_536)
            assert b" 101 " in opened, (name, opened)
            with suppress(BrokenPipeError, ConnectionResetError):  # it may close before it has heard all
                line.sendall(data)
            assert server.heard(line) != b"", name  # the match's revision, or why it closes
    with socket.create_connection((HOST, server.port), PATIENCE) as line:
        line.sendall(handshake(server) + frame(TEXT, b"x")[:3])  # and gone
    assert server.is_well()
    assert "Exception in ASGI" not in server.log.read_text(errors="replace")
    assert not changed(before)


def test_handshakes_that_no_page_sends_are_refused(server):
    for wrong in (
        {"Sec-WebSocket-Key": ""}, {"Sec-WebSocket-Key": "short"}, {"Sec-WebSocket-Version": "99"}, {"Upgrade": "h2c"},
        {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://[::1"}, {"Host": "evil.example"},
    ):  # fmt: skip
        assert b" 101 " not in server.say(handshake(server, **wrong)), wrong
    assert server.is_well()
    assert "Exception in ASGI" not in server.log.read_text(errors="replace")
