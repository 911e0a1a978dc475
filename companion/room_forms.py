"""The forms around rooms."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clock import PACES
from games.forms import CASUAL, RATED, SeatsForm
from games.setting_fields import explained

NO_CLOCK = "unlimited"
GLASSES = [pace for pace in PACES.values() if pace.is_sand_glass]
LIVE = PACES["live"]


class EnterForm(forms.Form):
    """The form for the letters of a code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,  # with blanks
        help_text=_("Six letters and numbers, from the screen or from the host’s phone."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "code"}
        ),
    )


class RoomForm(SeatsForm):
    """The form of a new table in one room; `offers_rated` if its match may be rated."""

    def __init__(self, *args: Any, offers_rated: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        none = (NO_CLOCK, _("No clock"), _("Take your time: you’re all at the table."))
        glasses = [(pace.slug, pace.label, pace.summary) for pace in GLASSES]
        own = (LIVE.slug, _("A clock for each player"), LIVE.summary)
        self.fields["pace"] = explained(_("Clock"), [none, *glasses, own], NO_CLOCK)
        if offers_rated:
            choices = [
                (CASUAL, _("Casual"), _("The result doesn’t change any ratings.")),
                (
                    RATED,
                    _("Rated if all agree"),
                    _(
                        "Everyone needs an account and agrees on their own phone before the start. Then anyone can "
                        "watch the match, and its result changes ratings. It needs a clock."
                    ),
                ),
            ]
            self.fields["rated"] = explained(_("Match type"), choices, CASUAL)
            self.fields["rated"].required = False  # without a choice, a casual match

    def clean(self) -> dict[str, Any]:
        """Report next to the match type that a rated match needs a clock."""
        data = super().clean()
        if data.get("rated") == RATED and data.get("pace") == NO_CLOCK:
            self.add_error("rated", _("A rated match needs a clock."))
        return data

    def arguments(self) -> dict[str, Any]:
        """Return the arguments for `services.rooms.opening.open_room`, all except the host and their session."""
        data = self.cleaned_data
        return super().arguments() | {"pace": data["pace"], "offers_rated": data.get("rated") == RATED}
