"""Notices about parts of an account: reports."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.plumbing.bidi import isolated
from masques_site.accounts.models import Report
from masques_site.notices.kinds.base import MAX_AGE, READY, Kind, Verdict, Words
from masques_site.notices.models import Notice


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
