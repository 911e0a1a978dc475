"""Settings of a title, which the host of a match chooses. All values are stored as text.

A setting may depend on the number of seats: its usual value, and what it allows.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.core.errors import MoveError
from games.core.text import Text, TextList, _

NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


class BadSetting(MoveError):
    """A value that is refused; `name` is that of the setting."""

    def __init__(self, name: str, reason: Text) -> None:
        super().__init__(reason)
        self.name = name


@dataclass(frozen=True, slots=True)
class SettingValue:
    """One value of a setting: its stored form, its label, and a sentence that explains it."""

    value: str
    label: Text
    help: Text


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice in words: its name, and a sentence that explains it."""

    label: Text
    help: Text


class Setting(ABC):
    """A named setting. `only_with` is the name and value of another setting without which this one has no effect and is
    stored as ``""``; None if it always counts. `is_rated_apart`: its values change the game so much that each has
    separate ratings."""

    name: str
    label: Text
    only_with: tuple[str, str] | None = None
    is_rated_apart: bool = False

    @abstractmethod
    def default(self, seats: int) -> str:
        """Return the value that is used unless the host chooses another."""

    @abstractmethod
    def refusal(self, value: str, seats: int) -> Text | None:
        """Return why `value` cannot be chosen for this many seats; None if it can."""

    def canonical(self, value: str) -> str:
        """Return the one stored form of a value that is not refused."""
        return value

    @abstractmethod
    def describe(self, value: str) -> Chosen:
        """Return a stored value in words."""

    @abstractmethod
    def samples(self, seats: int) -> tuple[str, ...]:
        """Return values that are worth testing, the default first."""


@dataclass(frozen=True)
class ChoiceSetting(Setting):
    """A closed list of values; the first is the default."""

    name: str
    label: Text
    choices: tuple[SettingValue, ...]
    only_with: tuple[str, str] | None = None
    is_rated_apart: bool = False

    def default(self, seats: int) -> str:
        return self.choices[0].value

    def refusal(self, value: str, seats: int) -> Text | None:
        if value in {choice.value for choice in self.choices}:
            return None
        return _("“%(value)s” isn’t a valid value for that option.", value=value[:40])

    def describe(self, value: str) -> Chosen:
        found = next((choice for choice in self.choices if choice.value == value), self.choices[0])
        return Chosen(found.label, found.help)

    def samples(self, seats: int) -> tuple[str, ...]:
        return tuple(choice.value for choice in self.choices)


@dataclass(frozen=True)
class RangeSetting(Setting):
    """A whole number from `low` to `high`."""

    name: str
    label: Text
    help: Text
    low: int
    high: int
    usual: Callable[[int], int]
    """The default for a number of seats."""
    only_with: tuple[str, str] | None = None
    tried: int | None = None
    """The largest number that is worth trying in tests; None: `high`."""
    is_rated_apart: bool = False

    def default(self, seats: int) -> str:
        return str(self.usual(seats))

    def refusal(self, value: str, seats: int) -> Text | None:
        if NUMBER.fullmatch(value) and self.low <= int(value) <= self.high:
            return None
        return _(
            "%(setting)s: enter a number from %(low)s to %(high)s.", setting=self.label, low=self.low, high=self.high
        )

    def describe(self, value: str) -> Chosen:
        return Chosen(Text(value), self.help)

    def samples(self, seats: int) -> tuple[str, ...]:
        largest = self.high if self.tried is None else self.tried
        return tuple(dict.fromkeys((self.default(seats), str(self.low), str(largest))))


@dataclass(frozen=True)
class SubsetSetting(Setting):
    """Some of several members, by the title's own rule. Stored as their values, in the order of `members`, with blanks
    between them."""

    name: str
    label: Text
    help: Text
    members: tuple[SettingValue, ...]
    usual: Callable[[int], Sequence[str]]
    """The default for a number of seats."""
    rule: Callable[[int, Sequence[str]], Text | None]
    """Why members that are different and known cannot be chosen together for a number of seats; None if they can."""
    tried: Callable[[int], Sequence[Sequence[str]]] = lambda _seats: ()
    """Other subsets that are worth trying in tests."""
    only_with: tuple[str, str] | None = None
    is_rated_apart: bool = False

    def default(self, seats: int) -> str:
        return self.canonical(" ".join(self.usual(seats)))

    def refusal(self, value: str, seats: int) -> Text | None:
        words = value.split(" ") if value else []
        known = {member.value for member in self.members}
        for word in words:
            if word not in known:
                return _("%(setting)s: “%(word)s” isn’t one of the choices.", setting=self.label, word=word[:40])
        if len(set(words)) < len(words):
            return _("%(setting)s: choose each one only once.", setting=self.label)
        return self.rule(seats, words)

    def canonical(self, value: str) -> str:
        chosen = value.split(" ")
        return " ".join(member.value for member in self.members if member.value in chosen)

    def describe(self, value: str) -> Chosen:
        chosen = value.split(" ")
        labels = TextList(tuple(member.label for member in self.members if member.value in chosen))
        return Chosen(Text("%(list)s", params=(("list", labels),)), self.help)

    def samples(self, seats: int) -> tuple[str, ...]:
        others = (self.canonical(" ".join(words)) for words in self.tried(seats))
        return tuple(dict.fromkeys((self.default(seats), *others)))


def complete_settings(settings: tuple[Setting, ...], given: Mapping[str, str], seats: int) -> dict[str, str]:
    """Return `given` with the defaults for `seats` filled in, in canonical form; raises `MoveError` for an unknown name
    or value.

    >>> calm, storm = (SettingValue(value, _(value), _("")) for value in ("calm", "storm"))
    >>> complete_settings((ChoiceSetting("wind", _("Wind"), (calm, storm)),), {}, 2)
    {'wind': 'calm'}
    """
    for name in given:
        if name not in {setting.name for setting in settings}:
            raise MoveError(_("This title has no option “%(name)s”.", name=name[:40]))
    values: dict[str, str] = {}
    for setting in settings:
        if setting.only_with is not None and values[setting.only_with[0]] != setting.only_with[1]:
            values[setting.name] = ""
            continue
        value = given[setting.name] if setting.name in given else setting.default(seats)
        refusal = setting.refusal(value, seats)
        if refusal is not None:
            raise BadSetting(setting.name, refusal)
        values[setting.name] = setting.canonical(value)
    return values
