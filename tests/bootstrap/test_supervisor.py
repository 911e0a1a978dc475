"""A site starts with the programs without which there is no page; the others may come later."""

import sys

import pytest

from masques_site.bootstrap import supervisor as module
from masques_site.bootstrap.children import Child, Printer, Program
from masques_site.bootstrap.errors import StartupError
from masques_site.bootstrap.supervisor import Supervisor

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch):
    """Start programs, by name, of which each answers or not and is needed or not; they are stopped at the end."""
    monkeypatch.setattr(module, "START_SECONDS", 0.3)
    site = Supervisor()

    def run(**programs: tuple[bool, bool]) -> bool:
        made = [
            Program(name, SLEEP, answers=lambda answers=answers: answers, needed=needed, grace=0.0)
            for name, (answers, needed) in programs.items()
        ]
        return site.start([Child(program, {}, Printer(width=6)) for program in made])

    yield run
    site.stop()


def test_a_worker_that_is_late_keeps_no_page_away(start, capsys):
    assert start(web=(True, True), worker=(False, False), beat=(False, False))
    assert "No answer from worker, beat after 0.3 seconds: the site goes on without." in capsys.readouterr().out


def test_without_a_web_server_there_is_no_site(start):
    with pytest.raises(StartupError, match="No answer from web"):
        start(web=(False, True), worker=(True, False))
