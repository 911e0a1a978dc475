"""A notice, a place or a delivery that cannot be read costs nobody else a message."""

import pytest

from games import clock
from masques_site.notices.channels import CHANNELS
from masques_site.notices.models import Delivery, Endpoint, Notice, OutboxMail
from masques_site.notices.services import leasing
from tests.accounts.cast import client_of, member
from tests.corrupt import unguarded, write
from tests.notices import sweeps
from tests.notices.papers import news, pass_on, place, send
from tests.sampling import sampled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stopped_clock")]


@pytest.fixture
def mail_notices():
    return False


def test_a_notice_that_cannot_be_worded_is_left_out_and_the_others_leave(paper, giulia, bianca, at, monkeypatch):
    from masques_site.notices.kinds.accounts import ReportAnswered

    place(giulia, "paper:g")
    place(bianca, "paper:b")
    broken, *_others = news(giulia, 3)
    news(bianca)
    words = ReportAnswered.words

    def breaks(kind, notice):
        if notice.report_id == broken.pk:
            raise KeyError("nothing")
        return words(kind, notice)

    monkeypatch.setattr(ReportAnswered, "words", breaks)
    pass_on()
    assert send() == 2
    sent = Delivery.objects.filter(state="sent").values_list("notice__report", flat=True)
    assert broken.pk not in sent
    assert len(sent) == 3
    waiting = Delivery.objects.get(notice__report=broken)
    assert (waiting.state, waiting.attempts, waiting.said) == ("waiting", 1, "not written: KeyError")
    assert Endpoint.objects.get(url="paper:g").failing_since is None


WRONG = [
    (Notice, "kind", "nonsense"),
    (Notice, "topic", "nonsense"),
    (Notice, "topic", ""),
    (Notice, "state", "nonsense"),
    (Notice, "created_at", "nonsense"),
    (Notice, "due_at", "0001-01-01 00:00:00"),
    (Notice, "due_at", "2026-01-99 00:00:00"),
    (Notice, "passed_at", "nonsense"),
    (Notice, "decision", "nonsense"),
    (Endpoint, "channel", "nonsense"),
    (Endpoint, "facts", "no JSON"),
    (Endpoint, "facts", "[]"),
    (Endpoint, "facts", "null"),
    (Endpoint, "facts", '{"format": 7}'),
    (Endpoint, "url", "x" * 900),
    (Endpoint, "off_because", "nonsense"),
    (Endpoint, "failing_since", "nonsense"),
    (Endpoint, "failing_since", "0001-01-01 00:00:00"),
    (Endpoint, "off_at", "nonsense"),
    (Endpoint, "seen_line", "nonsense"),
    (Delivery, "topic", "nonsense"),
    (Delivery, "state", "nonsense"),
    (Delivery, "created_at", "nonsense"),
    (Delivery, "attempts", 32_000),
    (Delivery, "attempts", -1),
    (Delivery, "attempts", "nonsense"),
    (Delivery, "message", "x" * 300),
    (Delivery, "is_gathered", "nonsense"),
    (Delivery, "sent_at", "nonsense"),
]


NEW, PASSED_ON, KILLED = "before it is passed on", "before it is sent", "after a killed worker"
CASES = [
    (stage, *wrong)
    for wrong in WRONG
    for stage in (NEW, PASSED_ON, KILLED)
    if stage != NEW or wrong[0] is not Delivery  # there is none yet
]
IN_THE_RUN = [case for number, case in enumerate(CASES) if number % 5 == 0]


@pytest.mark.parametrize(("stage", "model", "column", "value"), sampled(CASES, IN_THE_RUN))
@pytest.mark.django_db(transaction=True)
def test_a_row_that_cannot_be_read_stops_no_other(monkeypatch, giulia, bianca, at, stage, model, column, value):
    for code in ("webhook", "mail"):
        monkeypatch.setattr(CHANNELS[code], "send", lambda place, _message: sent.append(place.url) or "taken")
    sent = []
    for user in (giulia, bianca):
        place(user, f"https://{user.username}.example.com/", channel="webhook", format="json", secret="x")
        news(user)
    sweeps.find_missing()
    if stage != NEW:
        pass_on()
    if stage == KILLED:
        leasing.lease("webhook", clock.now(), failing=False)
        at(minutes=6)
    with unguarded():
        assert write(model.objects.order_by("pk").first(), column, value)
        for minute in (7, 8, 20):
            at(minutes=minute)
            sweeps.notify_due()
            leasing.due_now(clock.now())
        assert "https://Bianca.example.com/" in sent
        for path in ("/notices/", "/notices/settings/"):
            assert client_of(bianca).get(path).status_code == 200
            assert client_of(giulia).get(path).status_code == 200
        assert client_of(member("Tullia", is_staff=True)).get("/notices/desk/").status_code in (200, 302)
        for table in (Notice, Endpoint, Delivery):
            table.objects.all().delete()
    assert not OutboxMail.objects.exists()
