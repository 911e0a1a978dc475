"""Notices about parts of an account: vacations, and reports."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.plumbing.bidi import isolated
from masques_site.accounts.models import Report, Vacation
from masques_site.notices.kinds.base import MAX_AGE, MOOT, READY, Kind, Verdict, Words, in_zone
from masques_site.notices.models import Notice


class VacationBegun(Kind):
    """The notice that a user's vacation has begun automatically."""

    code = "vacation"
    topic = "away"
    columns = {"user_id": "user_id", "vacation_id": "pk"}
    read_with = ("vacation",)

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        running = Vacation.objects.filter(begin__lte=now, begin__gt=now - MAX_AGE, end__gt=now)
        return [running.filter(is_automatic=True).order_by("pk")]

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        return READY if _vacation_of(notice).end > now else MOOT

    def words(self, notice: Notice) -> Words:
        why = _("Your time in a match ran out, so a vacation day has started automatically, as you asked.")
        until = _("Your clocks are stopped until %(when)s (%(zone)s).") % in_zone(_vacation_of(notice).end)
        return Words(
            _("Your vacation has started"),
            [f"{why} {until}", _("Your opponents can see that you’re on vacation.")],
            reverse("accounts:pauses"),
            _("See your vacation"),
            lead=_("You can end it or plan more days here:"),
        )


class ReportAnswered(Kind):
    """The notice to the author of a report that it is closed."""

    code = "report"
    topic = "report"
    columns = {"user_id": "reporter_id", "report_id": "pk"}
    read_with = ("report",)

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        closed = Report.objects.filter(closed_at__gt=now - MAX_AGE, reporter__isnull=False)
        return [closed.order_by("closed_at", "pk")]

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        return READY

    def words(self, notice: Notice) -> Words:
        report = notice.report
        assert report is not None, "it is about a report"
        told = {"person": isolated(report.reported_name), "about": report.get_reason_display()}
        said = _("the moderators have looked into your report about %(person)s (%(about)s) and closed it.") % told
        link = f"{reverse('accounts:settings')}#reports"
        title, call, lead = _("Your report has been answered"), _("See your reports"), _("Your reports:")
        return Words(title, [said], link, call, report.answer, lead)


def _vacation_of(notice: Notice) -> Vacation:
    assert notice.vacation is not None, "it is about a vacation"
    return notice.vacation
