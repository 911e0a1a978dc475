"""Settings of a title, which the host of a match chooses."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.errors import MoveError
from games.core.text import Text, _


@dataclass(frozen=True, slots=True)
class SettingValue:
    """One value of a setting: its stored form, its label, and a sentence that explains it."""

    value: str
    label: Text
    help: Text


@dataclass(frozen=True, slots=True)
class Setting:
    """A named setting with a closed list of values; the first is the default."""

    name: str
    label: Text
    choices: tuple[SettingValue, ...]

    @property
    def default(self) -> str:
        """The value that is used unless the host chooses another."""
        return self.choices[0].value


def complete_settings(settings: tuple[Setting, ...], given: Mapping[str, str]) -> dict[str, str]:
    """`given` with defaults filled in; raises `MoveError` for an unknown name or value.

    >>> calm, storm = (SettingValue(value, _(value), _("")) for value in ("calm", "storm"))
    >>> complete_settings((Setting("wind", _("Wind"), (calm, storm)),), {})
    {'wind': 'calm'}
    """
    for name in given:
        if name not in {setting.name for setting in settings}:
            raise MoveError(_("This title has no option “%(name)s”.", name=name[:40]))
    values = {}
    for setting in settings:
        value = given.get(setting.name, setting.default)
        if value not in {choice.value for choice in setting.choices}:
            raise MoveError(_("“%(value)s” is not a value of that option.", value=value[:40]))
        values[setting.name] = value
    return values
