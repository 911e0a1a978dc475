"""Mails about leagues leave out the words of blocked people, and say what was done."""

from datetime import UTC, datetime, timedelta

import pytest

from leagues.core.rules import Format
from leagues.services.entering import entries
from masques_site.accounts import moderation
from masques_site.notices.models import OutboxMail
from tests.accounts.cast import OUTBOX
from tests.cast import person
from tests.leagues.cast import opened
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def travel(time_machine):
    time_machine.move_to(datetime.now(UTC))
    return time_machine.shift


@pytest.mark.parametrize("is_blocked", [True, False])
def test_the_words_of_whom_one_has_blocked_are_left_out(settings, travel, is_blocked):
    settings.EMAIL_BACKEND = OUTBOX
    season = opened(Format.PODS, 3, admission="approval")
    entry = entries.sign_up(user=person("anna"), season_id=season.pk)
    if is_blocked:
        moderation.block(blocker=person("anna"), blocked=person("olga"))
    entries.answer_entry(actor=person("olga"), entry_id=entry.pk, accept=False, reason="HARSH-WORDS")
    sweeps.notify_due()
    travel(timedelta(minutes=11))
    sweeps.notify_due()
    mail = OutboxMail.objects.get(to="anna@example.org")
    assert "olga" in mail.text
    assert ("HARSH-WORDS" in mail.text + mail.html) is not is_blocked
