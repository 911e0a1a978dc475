"""Forms about which notices a user gets, where and when."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from secrets import token_urlsafe
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from masques_site.accounts.models import User
from masques_site.notices.channels import CHANNELS
from masques_site.notices.channels.base import Place
from masques_site.notices.channels.formats import FORMATS
from masques_site.notices.channels.outbound import ForbiddenAddress, Unreachable, check
from masques_site.notices.hours import DAY, Hours
from masques_site.notices.models import LONGEST_ADDRESS, Timing, TopicChoice
from masques_site.notices.readers import choices_of
from masques_site.notices.topics import TOPICS, When


def hours_of_the_day() -> list[tuple[int, str]]:
    """Return the hours, as the reader writes times."""
    return [(hour, time_format(time(hour), "TIME_FORMAT")) for hour in range(24)]


SITE = "site"
"""The list of notices on the site. It knows no digests."""
SHOWN = [(When.AT_ONCE, _("Shown")), (When.OFF, _("Not shown"))]


class TopicsForm(forms.Form):
    """When a user gets the notices of each topic, on the site and over each of `channels`."""

    def __init__(self, *args: Any, user: User, channels: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.channels = user, [SITE, *channels]
        self.choices = choices_of([user.pk])
        for topic in TOPICS:
            for channel in self.channels:
                self.fields[_name(topic, channel)] = forms.ChoiceField(
                    label=str(_("On the site") if channel == SITE else CHANNELS[channel].name),
                    choices=SHOWN if channel == SITE else When.choices,
                    required=False,  # a channel that was added after the page was opened is not on it
                    initial=self.choices.when(user.pk, topic, channel),
                )

    def rows(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """Return each topic with its fields."""
        return [(topic, [self[_name(code, channel)] for channel in self.channels]) for code, topic in TOPICS.items()]

    def save(self) -> None:
        """Store the choices that differ from what is stored."""
        for topic in TOPICS:
            for channel in self.channels:
                when = self.cleaned_data[_name(topic, channel)]
                if when and _name(topic, channel) in self.changed_data:
                    TopicChoice.objects.update_or_create(
                        user=self.user, topic=topic, channel=channel, defaults={"when": when}
                    )


def _name(topic: str, channel: str) -> str:
    return f"{topic}-{channel}"


class TimingForm(forms.ModelForm):  # type: ignore[type-arg]
    """The quiet hours and the digests of a user."""

    quiet_from = forms.TypedChoiceField(label=_("Quiet hours begin at"), required=False, coerce=int, empty_value=None)
    quiet_until = forms.TypedChoiceField(
        label=_("Quiet hours end at"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("Then notices wait, unless you’re about to lose your seat."),
    )
    digest_hour = forms.TypedChoiceField(label=_("Daily digests come at"), coerce=int)

    class Meta:
        model = Timing
        fields = ("quiet_from", "quiet_until", "digest", "digest_hour")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        hours = hours_of_the_day()
        for name, choices in (
            ("quiet_from", [("", _("never")), *hours]),
            ("quiet_until", [("", _("never")), *hours]),
            ("digest_hour", hours),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Refuse a beginning without an end."""
        cleaned = super().clean() or {}
        begin, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if (begin is None) != (end is None) and not self.errors:
            self.add_error("quiet_until" if end is None else "quiet_from", _("Choose both hours, or neither."))
        elif begin is not None and begin == end:
            self.add_error("quiet_until", _("Choose another hour than the first."))
        return cleaned


class SnoozeForm(forms.Form):
    """For how long nothing comes."""

    MORNING = 8
    LENGTHS = {
        "hour": _("for an hour"),
        "morning": _("until tomorrow morning"),
        "days": _("for three days"),
        "week": _("for a week"),
    }

    snooze = forms.ChoiceField(label=_("Send me nothing"), choices=[*LENGTHS.items(), ("off", _("(end the silence)"))])

    def until(self, now: datetime, hours: Hours) -> datetime | None:
        """Return the end of the silence; None for none."""
        length = self.cleaned_data["snooze"]
        if length == "off":
            return None
        if length == "morning":
            return hours.next_at(self.MORNING, now)
        return now + {"hour": timedelta(hours=1), "days": 3 * DAY, "week": 7 * DAY}[length]


class WebhookForm(forms.Form):
    """The address of a server that gets notices, and the format that it reads."""

    url = forms.URLField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        assume_scheme="https",
        help_text=_("It begins with https://. In Discord: Edit channel → Integrations → Webhooks."),
    )
    format = forms.ChoiceField(label=_("It reads"), choices=[(code, row.name) for code, row in FORMATS.items()])
    label = forms.CharField(label=_("Your name for it"), max_length=60, required=False)

    def clean_url(self) -> str:
        """Refuse addresses that the site does not send to."""
        url: str = self.cleaned_data["url"]
        try:
            check(url)
        except (ForbiddenAddress, Unreachable) as error:
            raise ValidationError(str(error), code="address") from error
        return url

    def place(self) -> Place:
        """Return the place, with a new secret for signatures."""
        return Place(self.cleaned_data["url"], {"format": self.cleaned_data["format"], "secret": token_urlsafe(32)})
