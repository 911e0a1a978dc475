"""Requests to addresses that users typed: they reach the checked server only, and no server can hold or fill one."""

import socket
import ssl
import time
from contextlib import suppress
from datetime import timedelta
from ipaddress import ip_address
from threading import Thread

import pytest

from masques_site.notices.channels.outbound import ForbiddenAddress, Unreachable, post, posting
from tests.notices.channels.certificates import Authority
from tests.notices.channels.servers import answering, dribbling, serving
from tests.waiting import eventually

PUBLIC = "93.184.216.34"
HOST = "hooks.example.com"


@pytest.fixture
def local(settings):
    settings.NOTICES_LOCAL_RECEIVERS = True


@pytest.fixture
def led_to(monkeypatch):
    """Lead connections to the server at a port of this machine; return the list of the addresses that were asked for.
    Every other part of a request is real."""
    real, asked = posting.connect, []

    def lead(port):
        def connect(address, wanted_port, seconds):
            asked.append((str(address), wanted_port))
            return real(ip_address("127.0.0.1"), port, seconds)

        monkeypatch.setattr(posting, "connect", connect)
        return asked

    return lead


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def trusted(authority, monkeypatch):
    """Let the authority for tests be trusted, and nothing else be changed about TLS."""
    real = ssl.create_default_context
    monkeypatch.setattr(ssl, "create_default_context", lambda: real(cafile=str(authority.path)))
    posting._tls.cache_clear()
    yield authority
    posting._tls.cache_clear()


# The request.


def test_a_request_arrives_whole_and_its_answer_comes_back(local):
    with serving(answering("404 Not Found", "Unknown Webhook")) as server:
        answer = post(f"{server.url}?wait=true", b'{"a": 1}', {"Content-Type": "application/json"})
    assert server.heads[0].split("\r\n")[0] == "POST /hook?wait=true HTTP/1.1"
    assert server.headers["host"] == f"127.0.0.1:{server.port}"
    assert server.headers["content-type"] == "application/json"
    assert server.headers["connection"] == "close"
    assert server.bodies == [b'{"a": 1}']
    assert (answer.status, answer.reason, answer.text) == (404, "Not Found", "Unknown Webhook")
    assert answer.said == "404 Not Found: Unknown Webhook"


def test_an_answer_without_text_is_its_status(local):
    with serving(lambda visit: visit.say("HTTP/1.1 204 No Content\r\n\r\n")) as server:
        assert post(server.url, b"{}", {}).said == "204 No Content"


def test_a_caller_cannot_change_the_host(local):
    with serving(answering("200 OK")) as server:
        post(server.url, b"", {"Host": "metadata.google.internal"})
    assert server.headers["host"] == f"127.0.0.1:{server.port}"
    assert server.heads[0].lower().count("host:") == 1


def test_a_body_that_is_too_long_is_not_sent(local):
    with serving(answering("200 OK")) as server:
        with pytest.raises(ValueError, match="longer than 131072"):
            post(server.url, b"x" * 131_073, {})
        assert post(server.url, b"x" * 131_072, {}).status == 200
    assert [len(body) for body in server.bodies] == [131_072]


def test_proxies_of_the_environment_are_not_asked(local, monkeypatch):
    with serving(answering("200 OK", "proxy")) as proxy, serving(answering("200 OK", "server")) as server:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert post(server.url, b"", {}).text == "server"
    assert proxy.connections == 0


# Where it goes.


@pytest.mark.parametrize("url", ["http://127.0.0.1:{}/hook", "https://127.0.0.1:{}/hook", "https://[::1]:{}/hook"])
def test_nothing_connects_to_this_machine(url):
    with serving(answering("200 OK")) as server, pytest.raises(ForbiddenAddress):
        post(url.format(server.port), b"", {})
    assert server.connections == 0


def test_the_connection_goes_to_the_address_that_was_checked(trusted, led_to, names):
    """A name whose second answer is this machine gets no second question."""
    names[HOST] = [[PUBLIC], ["127.0.0.1"]]
    with serving(answering("200 OK"), trusted.server(HOST)) as server:
        asked = led_to(server.port)
        assert post(f"https://{HOST}/hook", b"", {}).status == 200
    assert asked == [(PUBLIC, 443)]
    assert names.asked == [HOST]


def test_a_connection_resolves_nothing(names):
    with serving(answering("200 OK")) as server:
        posting.connect(ip_address("127.0.0.1"), server.port, 5).close()
    assert names.asked == []


def test_a_name_that_leads_to_a_private_address_too_is_not_connected_to(led_to, names):
    names[HOST] = [[PUBLIC, "127.0.0.1"]]
    with serving(answering("200 OK")) as server:
        asked = led_to(server.port)
        with pytest.raises(ForbiddenAddress, match="private network"):
            post(f"https://{HOST}/hook", b"", {})
    assert (asked, server.connections) == ([], 0)


def test_a_second_address_is_tried_and_a_third_is_not(monkeypatch, names):
    tried = []

    def refuse(address, _port, seconds):
        assert seconds <= 3
        tried.append(str(address))
        raise ConnectionRefusedError

    monkeypatch.setattr(posting, "connect", refuse)
    names[HOST] = [["2606:4700::1", PUBLIC, "93.184.216.35"]]
    with pytest.raises(Unreachable, match="no connection"):
        post(f"https://{HOST}/", b"", {})
    assert tried == ["2606:4700::1", PUBLIC]


@pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent"])
def test_no_redirect_is_followed(local, status):
    with serving(answering("200 OK")) as secret, serving(answering(status, Location=secret.url)) as server:
        answer = post(server.url, b"", {})
    assert answer.status == int(status[:3])
    assert (server.connections, secret.connections) == (1, 0)


# TLS.


def test_tls_is_verified_for_the_name_and_not_for_the_address(trusted, led_to, names):
    names[HOST] = [[PUBLIC]]
    with serving(answering("200 OK"), trusted.server(HOST)) as server:
        led_to(server.port)
        assert post(f"https://{HOST}:8443/hook", b"", {}).said == "200 OK"
    assert server.names == [HOST]
    assert server.headers["host"] == f"{HOST}:8443"


def test_a_certificate_of_another_name_is_refused(trusted, led_to, names):
    names[HOST] = [[PUBLIC]]
    with serving(answering("200 OK"), trusted.server("other.example.com")) as server:
        led_to(server.port)
        with pytest.raises(Unreachable, match=r"certificate isn’t valid: .*hooks\.example\.com"):
            post(f"https://{HOST}/hook", b"secret", {})
    assert server.bodies == []


def test_a_certificate_of_an_unknown_authority_is_refused(authority, led_to, names):
    names[HOST] = [[PUBLIC]]
    with serving(answering("200 OK"), authority.server(HOST)) as server:
        led_to(server.port)
        with pytest.raises(Unreachable, match="certificate isn’t valid"):
            post(f"https://{HOST}/hook", b"secret", {})
    assert server.bodies == []


def test_a_server_without_tls_gets_no_request(led_to, names):
    names[HOST] = [[PUBLIC]]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        led_to(listener.getsockname()[1])
        thread = Thread(target=_greet, args=(listener,))
        thread.start()
        with pytest.raises(Unreachable, match="doesn’t speak https"):
            post(f"https://{HOST}/hook", b"secret", {})
        thread.join()


def _greet(listener):
    sock, _address = listener.accept()
    with sock, suppress(OSError):
        sock.sendall(b"220 mail.example.com ESMTP\r\n")
        while sock.recv(65_536):
            pass


# Servers that misbehave.


def test_a_server_that_never_answers_is_left(local, monkeypatch):
    monkeypatch.setattr(posting, "TOTAL_SECONDS", 0.5)
    with (
        serving(lambda visit: visit.ended.wait(30)) as server,
        pytest.raises(Unreachable, match="didn’t answer in time"),
    ):
        post(server.url, b"", {})


def test_a_server_that_answers_a_byte_at_a_time_is_left(local, monkeypatch):
    monkeypatch.setattr(posting, "TOTAL_SECONDS", 0.5)
    with serving(dribbling("HTTP/1.1 200 OK\r\nX: ", "x")) as server:
        with pytest.raises(Unreachable, match="didn’t answer in time"):
            post(server.url, b"", {})
        _wait_until_left(server)


def test_an_endless_slow_body_is_left_and_the_status_counts(local, monkeypatch):
    monkeypatch.setattr(posting, "TOTAL_SECONDS", 0.5)
    with serving(dribbling("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", "x")) as server:
        answer = post(server.url, b"", {})
        _wait_until_left(server)
    assert answer.status == 200
    assert set(answer.text) == {"x"}


def test_a_request_takes_ten_seconds_at_most():
    assert posting.TOTAL_SECONDS <= 10


def test_a_server_that_reads_slowly_is_left():
    """Each piece that it reads would begin a socket's own timeout again."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
        thread = Thread(target=_sip, args=(theirs,))
        thread.start()
        with pytest.raises(TimeoutError):
            posting._Bounded(ours, time.monotonic() + 0.3).sendall(b"x" * 131_072)
        ours.close()
        thread.join()


def _sip(sock):
    while sock.recv(512):
        time.sleep(0.05)


def test_a_huge_body_is_not_read(local):
    sent = []

    def pour(visit):
        visit.say("HTTP/1.1 500 Oops\r\nContent-Length: 100000000\r\n\r\n")
        for _ in range(1_000):
            visit.say(b"y" * 100_000)
            sent.append(100_000)

    with serving(pour) as server:
        answer = post(server.url, b"", {})
        _wait_until_left(server)
    assert answer.said == "500 Oops: " + "y" * 190
    assert sum(sent) < 50_000_000  # what the buffers of the system hold


@pytest.mark.parametrize(
    "endless",
    ["X: " + "x" * 100_000, "X: x\r\n" * 30_000, "HTTP/1.1 100 Continue\r\n\r\n" * 9_000],
    ids=["line", "lines", "heads"],
)
def test_an_endless_head_is_not_read(local, endless):
    def pour(visit):
        visit.say("HTTP/1.1 200 OK\r\n" if endless.startswith("X") else "")
        for _ in range(1_000):
            visit.say(endless)

    with serving(pour) as server:
        with pytest.raises(Unreachable, match="isn’t HTTP"):
            post(server.url, b"", {})
        _wait_until_left(server)


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "\r\n\r\n",
        "nonsense\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1",
        "\x16\x03\x01\x00",
        "-ERR unknown command\r\n",
    ],
)
def test_what_is_no_http_is_no_answer(local, garbage):
    with serving(lambda visit: visit.say(garbage)) as server, pytest.raises(Unreachable):
        post(server.url, b"", {})


@pytest.mark.parametrize("chunks", ["zzz\r\nbody\r\n", "-5\r\nbody", "5\r\nbo", "ffffffffffffffffffff\r\nbody", ""])
def test_garbled_chunks_leave_the_status(local, chunks):
    head = "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n"
    with serving(lambda visit: visit.say(head + chunks)) as server:
        assert post(server.url, b"", {}).status == 202


def test_chunks_are_read(local):
    head = "HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n"
    with serving(lambda visit: visit.say(head + "3\r\nno_\r\n4\r\ntext\r\n0\r\n\r\n")) as server:
        assert post(server.url, b"", {}).said == "400 Bad Request: no_text"


def test_a_server_that_is_not_there_is_reported(local):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(Unreachable, match="no connection"):
        post(f"http://127.0.0.1:{port}/", b"", {})


# What is kept of an answer.


def test_an_answer_is_one_printable_line(local):
    text = "no\r\n\tsuch \x1b[31mhook\x00\u202e\u200b" + "é" * 300
    with serving(answering("400 Bad\x07 Request", text)) as server:
        answer = post(server.url, b"", {})
    assert answer.text == "no such [31mhook" + "é" * 184
    assert answer.said == ("400 Bad Request: no such [31mhook" + "é" * 184)[:200]


def test_bytes_that_are_no_text_are_left_out(local):
    with serving(lambda visit: visit.say(b"HTTP/1.1 400 No\r\n\r\na\xff\xfeb\xc3")) as server:
        assert post(server.url, b"", {}).text == "ab"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("0", timedelta()),
        ("120", timedelta(minutes=2)),
        (" 7 ", timedelta(seconds=7)),
        ("86401", timedelta(days=1)),
        ("9" * 99, timedelta(days=1)),
        ("Mon, 01 Jan 2024 00:10:00 GMT", timedelta(minutes=10)),
        ("Sun, 31 Dec 2023 23:00:00 GMT", timedelta()),
        ("Fri, 01 Mar 2024 00:00:00 GMT", timedelta(days=1)),
        ("Mon, 01 Jan 2024 01:10:00 +0100", timedelta(minutes=10)),
        ("-5", None),
        ("1.5", None),
        ("²", None),
        ("soon", None),
        ("Mon, 99 Jan 2024 00:10:00 GMT", None),
        ("Mon, 01 Jan 2024 00:10:00 +" + "9" * 30, None),
        ("", None),
    ],
)
def test_a_pause_that_the_server_asks_for_is_a_day_at_most(local, monkeypatch, written, meant):
    monkeypatch.setattr("time.time", lambda: 1_704_067_200.0)  # the beginning of 2024
    with serving(answering("429 Too Many Requests", Retry_After=written)) as server:
        assert post(server.url, b"", {}).retry_after == meant


def test_a_pause_is_asked_for_only_if_it_is(local):
    with serving(answering("503 Busy")) as server:
        assert post(server.url, b"", {}).retry_after is None


def _wait_until_left(server):
    eventually(lambda: server.was_left, "the client hung up")
