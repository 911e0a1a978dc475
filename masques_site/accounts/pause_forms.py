"""Forms about nights and vacations."""

from datetime import time
from typing import Any

from django import forms
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from masques_site.accounts.pauses import ALLOWANCE

NIGHT_HOURS = 8


def night_in_words(begin: int) -> str:
    """Return the night that begins at this hour, as the reader writes times: “22:00 – 06:00”."""
    hours = [time_format(time(hour % 24), "TIME_FORMAT") for hour in (begin, begin + NIGHT_HOURS)]
    return " – ".join(hours)


class NightForm(forms.Form):
    """A user's hours of sleep, and whether vacation begins automatically."""

    night_begin = forms.TypedChoiceField(
        label=_("My night"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("Eight hours when your clocks stop, in matches that allow it."),
    )
    automatic_vacation = forms.BooleanField(
        label=_("take a vacation day before my time runs out"),
        required=False,
        help_text=_(
            "If you’re about to miss a deadline, a vacation day starts automatically, as long as you have days left."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["night_begin"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [
            ("", _("none (my clocks run at night)")),
            *((hour, night_in_words(hour)) for hour in range(24)),
        ]


class VacationForm(forms.Form):
    """A vacation to come."""

    first_day = forms.DateField(
        label=_("First day"),
        help_text=_("If you choose today, your vacation starts immediately."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    days = forms.IntegerField(label=_("Number of days"), min_value=1, max_value=2 * ALLOWANCE)
