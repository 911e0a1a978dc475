"""The author of a report is notified when the moderators have closed it, with their answer."""

from datetime import timedelta

import pytest

from masques_site.accounts import moderation
from masques_site.accounts.models import Report, User
from masques_site.accounts.services import delete_account
from masques_site.notices.kinds.accounts import ReportAnswered
from masques_site.notices.models import Notice, OutboxMail, State
from tests.accounts.cast import client_of, member
from tests.accounts.test_moderation import moderator
from tests.notices import sweeps
from tests.views.pages import Page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def report():
    return moderation.report(reporter=member("Giulia"), reported=member("Zanni"), reason="abuse", text="He shouts.")


def close(report, **fields):
    answer = client_of(moderator()).post(f"/moderation/reports/{report.pk}/close/", {"note": "warned him", **fields})
    assert answer.status_code == 302


def test_an_answer_reaches_who_reported_once_by_mail_and_in_the_settings(report):
    sweeps.notify_due()
    assert not OutboxMail.objects.exists()
    assert "haven’t decided yet" in Page(client_of(report.reporter).get("/account/settings/")).text
    close(report, answer="Thank you: he has promised to be quiet.")
    for _twice in range(2):
        sweeps.notify_due()
    mail = OutboxMail.objects.get()
    assert (mail.to, mail.subject) == ("giulia@example.org", "Your report has been answered")
    for text in (mail.text, mail.html):
        assert "your report about Zanni (Insults, threats or hate)" in text
        assert "Thank you: he has promised to be quiet." in text
        assert "https://masques.example/account/settings/#reports" in text
        assert "warned him" not in text
    notice = Notice.objects.get(kind=ReportAnswered.code)
    assert (notice.user, notice.report, notice.state) == (report.reporter, report, State.PASSED)
    page = Page(client_of(report.reporter).get("/account/settings/")).text
    assert "Thank you: he has promised to be quiet." in page
    assert "warned him" not in page


def test_without_an_answer_they_learn_that_it_is_closed(report):
    close(report)
    sweeps.notify_due()
    assert "have looked into your report" in OutboxMail.objects.get().text
    assert "have looked into it and closed it" in Page(client_of(report.reporter).get("/account/settings/")).text


def test_a_reported_player_learns_nothing_of_it(report):
    close(report, answer="Thank you.")
    sweeps.notify_due()
    assert not Notice.objects.filter(user=report.reported).exists()
    assert "Your reports" not in Page(client_of(report.reported).get("/account/settings/")).text


def test_reports_closed_long_ago_are_not_notified(report, at):
    close(report)
    at(days=3)
    sweeps.notify_due()
    assert not Notice.objects.exists()


def test_deleted_accounts_get_no_notices(report):
    delete_account(User.objects.get(pk=report.reporter.pk))
    close(Report.objects.get())
    sweeps.notify_due()
    assert not Notice.objects.exists()


def test_too_long_an_answer_is_refused_and_closes_nothing(report):
    close(report, answer="x" * 501)
    assert Report.objects.get().closed_at is None


def test_the_export_holds_the_answer_and_not_the_note(report):
    close(report, answer="Thank you.")
    text = client_of(report.reporter).get("/account/export/").content.decode()
    assert "Thank you." in text
    assert "warned him" not in text
    assert Report.objects.get().closed_at - report.created_at < timedelta(minutes=1)
