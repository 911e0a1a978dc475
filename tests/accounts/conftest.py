"""Account mails land in the outbox, as on an embedded site."""

import pytest

from tests.accounts.cast import OUTBOX


@pytest.fixture(autouse=True)
def outbox(settings):
    settings.EMAIL_BACKEND = OUTBOX
