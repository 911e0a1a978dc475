"""The form of a result at the real table. Its choices come from the titles."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from companion.core.results import (
    FIRST_DAY,
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_PLACE,
    MOST_MINUTES,
    MOST_SCORE,
    PlayResult,
    Sitter,
)
from companion.models import Play
from games.core.title.game import Game
from games.policy import policy
from games.setting_fields import add_settings, check_settings, chosen_settings, initial_settings
from games.translation import translate

OPTION = "option_"


class PlayForm(forms.Form):
    """The form of a result for one title and one number of seats: a name, a place and perhaps a score for each seat.

    `fixed` are the names of the accounts that sat there, if that is known: then no others can be entered.
    """

    def __init__(
        self, game: Game, seats: int, *args: Any, fixed: Sequence[str] = (), offers_rated: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.seats, self.fixed = game, seats, fixed
        for seat in range(1, seats + 1):
            self._add_seat(seat)
        today = {"type": "date", "min": FIRST_DAY.isoformat(), "max": timezone.localdate().isoformat()}
        self.fields["played_on"] = forms.DateField(
            label=_("Date"), widget=forms.DateInput(today, "%Y-%m-%d"), initial=timezone.localdate
        )
        self.fields["minutes"] = forms.IntegerField(
            label=_("Minutes"), required=False, min_value=1, max_value=MOST_MINUTES
        )
        self.fields["where"] = forms.CharField(label=_("Where"), required=False, max_length=LONGEST_PLACE)
        self.fields["note"] = forms.CharField(
            label=_("Note"), required=False, max_length=LONGEST_NOTE, widget=forms.Textarea({"rows": 3})
        )
        if offers_rated:
            self.fields["rated"] = forms.BooleanField(
                label=_("Rate this result"),
                required=False,
                help_text=_("In the pool “Real table”, once everyone has confirmed it. All players need an account."),
            )
        add_settings(self, game, seats, OPTION)

    def _add_seat(self, seat: int) -> None:
        label = _("Player %(number)s") % {"number": seat}
        name = forms.CharField(label=label, max_length=LONGEST_NAME, widget=forms.TextInput({"autocomplete": "off"}))
        if self.fixed:
            name.disabled, name.initial = True, self.fixed[seat - 1]
        self.fields[f"name_{seat}"] = name
        if not self.fixed:
            account = forms.BooleanField(label=_("has an account on this site"), required=False)
            self.fields[f"account_{seat}"] = account
        place = forms.IntegerField(label=_("Place"), min_value=1, max_value=self.seats)
        self.fields[f"place_{seat}"] = place
        if self.game.placing.score is not None:
            score = translate(self.game.placing.score)
            self.fields[f"score_{seat}"] = forms.IntegerField(
                label=score, required=False, min_value=-MOST_SCORE, max_value=MOST_SCORE
            )

    def clean(self) -> dict[str, Any]:
        """Find the accounts, and report next to a field what cannot be recorded."""
        people: dict[int, Any] = {}
        for seat in range(1, self.seats + 1):
            name = self.cleaned_data.get(f"name_{seat}", "")
            if name and (self.fixed or self.cleaned_data.get(f"account_{seat}")):
                person = policy().person_named(name)
                if person is None:
                    self.add_error(
                        f"name_{seat}",
                        _("There’s no player with this name. For someone without an account, untick the box."),
                    )
                people[seat] = person
        self.cleaned_data["people"] = people
        check_settings(self, OPTION, lambda given: self.game.complete_settings(given, self.seats))
        return self.cleaned_data

    def seat_rows(self) -> list[list[forms.BoundField]]:
        """Return the fields of each seat."""
        parts = ("name", "account", "place", "score")
        return [
            [self[f"{part}_{seat}"] for part in parts if f"{part}_{seat}" in self.fields]
            for seat in range(1, self.seats + 1)
        ]

    def setting_fields(self) -> list[forms.BoundField]:
        """Return the fields of the title's own settings."""
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    def result(self) -> PlayResult:
        """Return what was entered; only after `is_valid()`."""
        data = self.cleaned_data
        return PlayResult(
            tuple(self._sitter(seat) for seat in range(1, self.seats + 1)),
            data["played_on"],
            chosen_settings(self, OPTION),
            data["where"],
            data["minutes"],
            data["note"],
            data.get("rated", False),
        )

    def _sitter(self, seat: int) -> Sitter:
        data, person = self.cleaned_data, self.cleaned_data["people"].get(seat)
        return Sitter(
            data[f"place_{seat}"],
            None if person is None else person.pk,
            "" if person is not None else data[f"name_{seat}"],
            score=data.get(f"score_{seat}"),
        )


def initial_of(play: Play) -> dict[str, Any]:
    """Return the stored result of a play as the initial values of the form."""
    values: dict[str, Any] = {
        "played_on": play.played_on,
        "minutes": play.minutes,
        "where": play.place,
        "note": play.note,
        "rated": play.is_rated,
        **initial_settings(play.settings, OPTION),
    }
    for seat in play.seats.select_related("user").order_by("index"):
        number = seat.index + 1
        values |= {f"place_{number}": seat.place, f"score_{number}": seat.score}
        has_account = seat.user is not None
        values |= {f"name_{number}": plain_name(seat.user) if has_account else seat.name}
        values |= {f"account_{number}": has_account}
    return values


def initial_for(recorder: Any) -> Mapping[str, Any]:
    """Return the initial values of a new form: its recorder sits on the first seat."""
    return {"name_1": plain_name(recorder), "account_1": True}


def plain_name(user: Any) -> str:
    """Return the name of an account as one types it."""
    return str(user.get_username())


class DisputeForm(forms.Form):
    """The form for saying what is wrong with a result."""

    text = forms.CharField(label=_("What’s wrong?"), max_length=LONGEST_NOTE, widget=forms.Textarea({"rows": 2}))


class DecisionForm(forms.Form):
    """The form for deciding about a result that its people don't agree on."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_NOTE, widget=forms.Textarea({"rows": 2}))


class CodeForm(forms.Form):
    """The form for typing a code."""

    code = forms.CharField(
        label=_("Six letters"),
        max_length=12,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class FileForm(forms.Form):
    """The form for sending a file with plays."""

    file = forms.FileField(label=_("File"), max_length=200, allow_empty_file=False)


class NamesForm(forms.Form):
    """The form that says which names of a file are accounts. Names without an account stay names."""

    MOST = 60  # names, the most frequent first; the others stay names

    def __init__(self, names: Sequence[str], me: str, *args: Any, user: Any, **kwargs: Any) -> None:
        """Ask about `names`; `me` is the one that the file says is its owner, or ""."""
        super().__init__(*args, **kwargs)
        self.names, self.user = names[: self.MOST], user
        choices = [("", _("none of these")), *((str(at), name) for at, name in enumerate(self.names))]
        self.fields["me"] = forms.ChoiceField(
            label=_("Which name is you?"),
            choices=choices,
            initial=str(self.names.index(me)) if me in self.names else "",
            required=False,
        )
        for at, name in enumerate(self.names):
            self.fields[f"account_{at}"] = forms.CharField(
                label=name, max_length=150, required=False, widget=forms.TextInput({"autocomplete": "off"})
            )

    def account_fields(self) -> list[forms.BoundField]:
        """Return the fields for the accounts of the names."""
        return [self[f"account_{at}"] for at in range(len(self.names))]

    def clean(self) -> dict[str, Any]:
        """Find the accounts; each may be that of one name alone."""
        chosen: dict[str, int] = {}
        if self.cleaned_data.get("me"):
            chosen[self.names[int(self.cleaned_data["me"])]] = self.user.pk
        for at, name in enumerate(self.names):
            typed = self.cleaned_data.get(f"account_{at}", "")
            if not typed:
                continue
            person = policy().person_named(typed)
            if person is None:
                self.add_error(f"account_{at}", _("There’s no player with this name."))
            elif person.pk in chosen.values():
                self.add_error(f"account_{at}", _("This account is chosen for another name already."))
            else:
                chosen[name] = person.pk
        self.cleaned_data["chosen"] = chosen
        return self.cleaned_data
