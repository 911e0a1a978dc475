"""The form fields of a title's settings: one for each kind, whose cleaned value is the stored text."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms

from games.core.engine.settings import BadSetting, ChoiceSetting, RangeSetting, Setting, SubsetSetting
from games.core.errors import MoveError
from games.core.title.game import Game
from games.translation import translate


class ExplainedRadio(forms.RadioSelect):
    """Radio buttons, each with its own sentence."""

    template_name = "games/explained_radio.html"

    def __init__(self, explanations: dict[str, Any]) -> None:
        super().__init__()
        self.explanations = explanations

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        option["explanation"] = self.explanations.get(str(option["value"]), "")
        return option

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["options"] = [
            option for _group, options, _index in context["widget"]["optgroups"] for option in options
        ]
        return context


def explained(label: Any, choices: Sequence[tuple[str, Any, Any]], initial: str) -> forms.ChoiceField:
    """Return a field to choose one of (value, label, sentence)."""
    return forms.ChoiceField(
        label=label,
        choices=[(value, name) for value, name, _sentence in choices],
        widget=ExplainedRadio({value: sentence for value, _name, sentence in choices}),
        initial=initial,
    )


class Drawer(forms.CheckboxSelectMultiple):
    """Check boxes in a drawer, each with its own sentence; open if something is wrong."""

    template_name = "games/drawer.html"

    def __init__(self, explanations: dict[str, Any], summary: Any) -> None:
        super().__init__()
        self.explanations = explanations
        self.summary = summary

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        option["explanation"] = self.explanations.get(str(option["value"]), "")
        return option

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["options"] = [
            option for _group, options, _index in context["widget"]["optgroups"] for option in options
        ]
        context["summary"] = self.summary
        context["is_open"] = "aria-invalid" in context["widget"]["attrs"]
        return context


class NumberField(forms.IntegerField):
    """A whole number as text; empty: the usual one."""

    def clean(self, value: Any) -> str:
        number = super().clean(value)
        return "" if number is None else str(number)


class SubsetField(forms.MultipleChoiceField):
    """Some of several members as text; none at all: the usual ones, if `empty_is_usual`."""

    empty_is_usual = False

    def clean(self, value: Any) -> str:
        return " ".join(super().clean(value))

    def prepare_value(self, value: Any) -> Any:
        return value.split() if isinstance(value, str) else value


def field_of(setting: Setting, seats: int) -> forms.Field:
    """Return the field for one setting of a match of `seats` seats."""
    label = translate(setting.label)
    if isinstance(setting, RangeSetting):
        return NumberField(
            label=label,
            help_text=translate(setting.help),
            min_value=setting.low,
            max_value=setting.high,
            initial=setting.default(seats),
            required=False,
        )
    if isinstance(setting, SubsetSetting):
        widget = Drawer({each.value: translate(each.help) for each in setting.members}, translate(setting.help))
        members = [(each.value, translate(each.label)) for each in setting.members]
        initial = setting.default(seats)
        return SubsetField(label=label, choices=members, widget=widget, initial=initial, required=False)
    assert isinstance(setting, ChoiceSetting)
    choices = [(each.value, translate(each.label), translate(each.help)) for each in setting.choices]
    return explained(label, choices, setting.default(seats))


def add_settings(form: forms.Form, game: Game, seats: int, prefix: str, *, optional: bool = False) -> None:
    """Add the fields of a title's settings; if `optional`, what depends on the number of seats is empty at first."""
    for setting in game.settings:
        field = form.fields[prefix + setting.name] = field_of(setting, seats)
        if optional and not isinstance(setting, ChoiceSetting):
            field.initial = ""
        if isinstance(field, SubsetField):
            field.empty_is_usual = optional


def chosen_settings(form: forms.Form, prefix: str) -> dict[str, str]:
    """Return what was chosen, without empty fields, which then take their defaults."""
    return {
        name.removeprefix(prefix): value
        for name, value in form.cleaned_data.items()
        if name.startswith(prefix) and (value or not _empty_is_usual(form.fields[name]))
    }


def _empty_is_usual(field: forms.Field) -> bool:
    return not isinstance(field, SubsetField) or field.empty_is_usual


def check_settings(form: forms.Form, prefix: str, complete: Callable[[Mapping[str, str]], object]) -> None:
    """Add the error of a setting that cannot be chosen to its field."""
    try:
        complete(chosen_settings(form, prefix))
    except BadSetting as error:
        form.add_error(prefix + error.name, translate(error.reason))
    except MoveError as error:
        form.add_error(None, translate(error.reason))


def initial_settings(settings: Mapping[str, str], prefix: str) -> dict[str, str]:
    """Return stored settings as the initial values of the fields."""
    return {prefix + name: value for name, value in settings.items()}
