"""Notices about parts of an account: reports, and channels that fail."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.plumbing.bidi import isolated
from masques_site.accounts.models import Report
from masques_site.notices.channels import CHANNELS
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds.base import MAX_AGE, MOOT, READY, Kind, Verdict
from masques_site.notices.models import Endpoint, Notice


class ReportAnswered(Kind):
    """The notice to the author of a report that it is closed."""

    code = "report"
    topic = "account"
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


class EndpointOff(Kind):
    """The notice that a channel of the user has been turned off, because it failed for days or no longer exists."""

    code = "endpoint_off"
    columns = {"user_id": "user_id", "endpoint_id": "pk"}
    topic = "account"
    read_with = ("endpoint",)

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        off = Endpoint.objects.filter(user__isnull=False, off_at__gt=now - MAX_AGE)
        return [off.exclude(off_because=Endpoint.Off.CHOSEN).order_by("off_at", "pk")]

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        return MOOT if _endpoint_of(notice).is_on else READY

    def words(self, notice: Notice) -> Words:
        endpoint = _endpoint_of(notice)
        told = {"channel": endpoint.label or CHANNELS[endpoint.channel].name}
        said = {
            Endpoint.Off.FAILED: _("nothing has reached %(channel)s for five days, so it’s turned off."),
            Endpoint.Off.GONE: _("%(channel)s no longer exists, so it’s turned off."),
            Endpoint.Off.BOUNCED: _("your address refuses our e-mails, so %(channel)s is turned off."),
        }[Endpoint.Off(endpoint.off_because)]
        title = _("We can’t reach you by %(channel)s") % told
        link = reverse("notices:endpoint", args=[endpoint.pk])
        return Words(title, [said % told], link, _("Check what it answered"))


def _endpoint_of(notice: Notice) -> Endpoint:
    assert notice.endpoint is not None, "it is about an endpoint"
    return notice.endpoint
