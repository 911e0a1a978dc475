"""A held port is free for its server, again and again, and for nobody else."""

import errno
import socket
from contextlib import closing

import pytest

from bench.held_port import HeldPort

HOST = "127.0.0.1"


def listening(port, **options):
    return closing(socket.create_server((HOST, port), **options))


def test_a_server_listens_on_a_held_port_and_again_after_it_was_killed():
    with closing(HeldPort(HOST)) as held:
        for _start in range(2):
            with listening(held.number) as server, closing(socket.create_connection((HOST, held.number))) as client:
                answering = server.accept()[0]
                with closing(answering):
                    answering.sendall(b"here")
                assert client.recv(4) == b"here"


def test_a_held_port_is_not_given_to_a_connection_that_asks_for_it():
    with closing(HeldPort(HOST)) as held, closing(socket.socket()) as other:
        with pytest.raises(OSError, match="in use") as refused:
            other.bind((HOST, held.number))
        assert refused.value.errno == errno.EADDRINUSE


def test_two_held_ports_are_different():
    with closing(HeldPort(HOST)) as one, closing(HeldPort(HOST)) as other:
        assert one.number != other.number
