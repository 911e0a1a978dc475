"""Mails land in the outbox, as on an embedded site; and a channel of the tests."""

import pytest

from masques_site.accounts.models import User
from masques_site.notices.channels import CHANNELS
from tests.accounts.cast import OUTBOX, member
from tests.notices.papers import Paper


@pytest.fixture(autouse=True)
def outbox(settings):
    settings.EMAIL_BACKEND = OUTBOX
    settings.SITE_URL = "https://masques.example"
    settings.CONTACT_EMAIL = "desk@masques.example"


@pytest.fixture
def at(monkeypatch):
    """Set the site's clock: `at(minutes=5)` is five minutes after the test began."""
    from datetime import timedelta

    from games import clock

    began = clock.now()

    def travel(**later: float) -> None:
        moment = began + timedelta(**later)
        monkeypatch.setattr(clock, "now", lambda: moment)

    return travel


@pytest.fixture
def paper(monkeypatch) -> Paper:
    """A channel that the site does not know."""
    channel = Paper()
    monkeypatch.setitem(CHANNELS, "paper", channel)
    return channel


@pytest.fixture
def stopped_clock(at):
    """No time passes but what the test lets pass."""
    at()


@pytest.fixture
def mail_notices() -> bool:
    """Return whether Giulia and Bianca want notices by mail; a module of tests may say no."""
    return True


@pytest.fixture
def giulia(mail_notices) -> User:
    return member("Giulia", mail_notices=mail_notices)


@pytest.fixture
def bianca(mail_notices) -> User:
    return member("Bianca", mail_notices=mail_notices)
