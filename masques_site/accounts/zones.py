"""Time zones as people know them: by city, with the time there."""

from datetime import datetime
from functools import cache, lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games import clock

UTC = "UTC"


@cache
def named_timezones() -> frozenset[str]:
    """Return the time zones that are called after a place. Cached: Python reads some 600 files to list them."""
    names = (name for name in available_timezones() if "/" in name)
    return frozenset(name for name in names if not name.startswith(("Etc/", "posix/", "right/")))


def known_zone(name: str) -> str:
    """Return `name` if it is one of the selectable zones; else "UTC"."""
    return name if name in named_timezones() else UTC


@cache
def is_zone(name: str) -> bool:
    """Return whether `name` is a time zone, whether or not the settings page offers it."""
    try:
        ZoneInfo(name)
    except (LookupError, OSError, ValueError):
        return False
    return True


def place_of(zone: str) -> str:
    """Return the city of a zone and where it lies: “Rome (Europe)”."""
    *regions, city = zone.replace("_", " ").split("/")
    return f"{city} ({', '.join(regions)})" if regions else city


def in_words(zone: str) -> str:
    """Return a zone with its distance from UTC now: “Rome (Europe), UTC+1”."""
    return _in_words_at(zone, clock.now())


def _in_words_at(zone: str, now: datetime) -> str:
    moment = now.astimezone(ZoneInfo(zone))
    minutes = int((moment.utcoffset() or moment - moment).total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    sign = "+" if minutes >= 0 else "−"
    return place_of(zone) + (f", UTC{sign}{hours}" + (f":{rest:02}" if rest else "") if zone != UTC else "")


@lru_cache(maxsize=1)
def _all_in_words(minute: datetime) -> tuple[str, ...]:
    """Return all zones in words, by city. Cached for a minute: Python reads some 500 files for them, and no clock is
    changed within a minute."""
    return tuple(sorted((_in_words_at(zone, minute) for zone in (UTC, *named_timezones())), key=str.casefold))


@cache
def _zones_by_words() -> dict[str, str]:
    found: dict[str, str] = {}
    for zone in sorted(named_timezones()):
        found.setdefault(zone.rpartition("/")[2].replace("_", " ").casefold(), zone)
    for zone in (UTC, *named_timezones()):
        found |= {zone.casefold(): zone, place_of(zone).casefold(): zone}
    return found


class ZoneField(forms.CharField):
    """A time zone, as its name, a city, or the words of `in_words`. `current` is accepted even if the tables of this
    machine no longer know it. The browser searches `zones` during typing, if the page lists them as `#zones`."""

    widget = forms.TextInput({"list": "zones", "autocomplete": "off"})
    current = UTC

    @property
    def zones(self) -> tuple[str, ...]:
        """All zones in words, by city."""
        return _all_in_words(clock.now().replace(second=0, microsecond=0))

    def prepare_value(self, value: Any) -> Any:
        """Return a stored name in words; typed text as it is."""
        return in_words(value) if value == UTC or value in named_timezones() else value

    def to_python(self, value: Any) -> str:
        """Return the name of the zone; raises ValidationError."""
        text = super().to_python(value) or ""
        if text in (self.current, ""):
            return text
        zone = _zones_by_words().get(text.partition(", UTC")[0].strip().casefold())
        if zone is None:
            raise ValidationError(
                _("There’s no time zone with this name. Type a large city and choose from the list."),
                code="invalid",
            )
        return zone
