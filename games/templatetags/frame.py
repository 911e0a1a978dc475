"""Template tags for the frame of every page and the lists of matches."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache, lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, gettext

from games import clock, translation
from games.conf import conf
from games.core.clocks.personal_pauses import PauseRules
from games.core.text import Text
from games.core.title.game import Game
from games.models import Match
from games.plumbing import bidi
from games.plumbing.request_values import RequestValue
from games.policy import policy
from games.selectors import lists

register = template.Library()

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"
MINUTE = timedelta(minutes=1)
MONTH = timedelta(days=28)  # the shortest
EPOCH = datetime(2001, 1, 1, tzinfo=UTC)


_waiting: RequestValue[int] = RequestValue()


def waiting_matches(request: HttpRequest) -> int:
    """Return how many matches wait for the visitor; one statement for each request of a user, none for others."""
    count = _waiting.get(request)
    if count is None:
        count = lists.waiting_count(request.user)
        _waiting.set(request, count)
    return count


def remember_waiting(request: HttpRequest, count: int) -> None:
    """Preset what `waiting_matches` returns to `count`, which was read together with something else."""
    _waiting.set(request, count)


@register.simple_tag
def site_name() -> str:
    """Return the site's name."""
    return conf.SITE_NAME


@register.simple_tag
def attempt() -> SafeString:
    """Return the hidden field that makes a form take effect only once; every form that creates or binds something has
    it."""
    return format_html('<input type="hidden" name="attempt" value="{}">', secrets.token_hex(16))


@register.simple_tag
def login_url() -> str:
    """Return the address of the log-in page."""
    return resolve_url(settings.LOGIN_URL)


@register.filter
def as_title(game: Game) -> str:
    """Return the name of a title, marked as that of a game if the site has the same name."""
    if game.name.casefold() != conf.SITE_NAME.casefold():
        return game.name
    return gettext("%(title)s (the game)") % {"title": game.name}


@register.simple_tag(takes_context=True)
def waiting_count(context: template.Context) -> int:
    """Return how many matches wait for the reader; 0 where a template is rendered without a request, or without a
    user."""
    request = context.get("request")
    return waiting_matches(request) if request is not None and hasattr(request, "user") else 0


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return the reader's theme: of the account, or of the cookie for visitors."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None:
        return "auto"
    chosen = getattr(user, "theme", None) or request.COOKIES.get(THEME_COOKIE)
    return chosen if chosen in THEMES else "auto"


@register.simple_tag(takes_context=True)
def clear_boards(context: template.Context) -> bool:
    """Return whether the reader has asked for boards in colours that are easier to tell apart."""
    return bool(getattr(getattr(context.get("request"), "user", None), "clear_boards", False))


@register.simple_tag(takes_context=True)
def sounds(context: template.Context) -> str:
    """Return the names of the sounds that the reader wants to hear, with spaces between them."""
    user = getattr(context.get("request"), "user", None)
    return " ".join(policy().sounds(user)) if user is not None and user.is_authenticated else ""


@register.filter
def translate(text: Text) -> str:
    """Return a Text of the pure Python parts in the reader's language."""
    return translation.translate(text)


@register.filter
def isolate(name: str) -> str:
    """Return a stored name isolated for use in a sentence; names from the policy are isolated already."""
    return bidi.isolated(name)


@register.filter
def bare(name: str) -> str:
    """Return a shown name as it appears in addresses and form fields."""
    return bidi.bare(name)


@register.filter
def pace_of(match: Match) -> clock.Pace:
    """Return the pace of a match."""
    return clock.PACES[match.pace]


@register.filter
def pauses_of(match: Match) -> str:
    """Return when the clocks of a match stop, in words."""
    return pauses_in_words(match.pause_rules)


def pauses_in_words(rules: PauseRules) -> str:
    """Return when clocks stop by these rules, in words."""
    words = [
        gettext("eight hours of each player’s night") if rules.nights else "",
        gettext("Saturday and Sunday") if rules.weekends else "",
        gettext("vacations") if rules.vacations else "",
    ]
    return ", ".join(filter(None, words)) or gettext("never")


@register.filter
def settings_of(match: Match) -> list[dict[str, str]]:
    """Return the options of a match in words: what each is called, what was chosen, what that means."""
    return settings_in_words(match.game, match.settings, match.seat_count)


def settings_in_words(game: Game, settings: Mapping[str, str], seats: int) -> list[dict[str, str]]:
    """Return the options of matches of `game` with this many seats, as `settings_of`."""
    chosen = []
    for option in game.settings:
        value = settings.get(option.name, "" if option.only_with else option.default(seats))
        if value:
            choice = option.describe(value)
            words = (option.label, choice.label, choice.help)
            chosen.append(dict(zip(("label", "choice", "help"), map(translation.translate, words), strict=True)))
    return chosen


@register.filter
def of(mapping: dict[Any, Any], key: Any) -> Any:
    """Return `mapping`'s value for `key`, or None."""
    return mapping.get(key)


@register.simple_tag
def picture(game: Game) -> str:
    """Return the address of a title's picture: `titles/<slug>/cover.svg` in its static folder, else the site's mask."""
    return static(_picture(game.slug))


@cache
def _picture(slug: str) -> str:
    path = f"titles/{slug}/cover.svg"
    return path if finders.find(path) else "games/icons/mask.svg"


@register.simple_tag
def until(moment: datetime | None) -> SafeString | str:
    """Return a `<time>` that says how long until `moment`: “2 days, 4 hours”; the absolute time is on hover."""
    if moment is None:
        return ""
    return _time(moment, in_words(moment - clock.now()))


@register.simple_tag
def since(moment: datetime | None) -> SafeString | str:
    """Return a `<time>` that says how long ago `moment` was: “3 hours ago”."""
    if moment is None:
        return ""
    return _time(moment, gettext("%(length)s ago") % {"length": in_words(clock.now() - moment)})


@register.simple_tag
def moment(moment: datetime) -> SafeString:
    """Return a `<time>` with the absolute time in the reader's zone."""
    return _moment(get_language(), timezone.get_current_timezone(), moment)


@lru_cache(maxsize=4096)
def _moment(language: str | None, zone: tzinfo, moment: datetime) -> SafeString:
    """Return the `<time>` of `moment`, cached: each line of a log has its moment, which does not change at the next
    move."""
    at = moment.isoformat(timespec="seconds")
    return format_html('<time datetime="{}" data-local>{}</time>', at, _absolute(language, zone, moment))


def in_words(length: timedelta) -> str:
    """Return a length of time by its two largest units: “2 days, 4 hours”, “12 minutes”, “less than a minute”."""
    if length < MINUTE:
        return gettext("less than a minute")
    now = clock.now()
    if length < MONTH:
        return _minutes_in_words(get_language(), length // MINUTE)
    return timeuntil(now + length, now, depth=2)  # how long months are depends on now


@lru_cache(maxsize=4096)
def _minutes_in_words(_language: str | None, minutes: int) -> str:
    """Return this many minutes in the active language, cached by it: a table says the same length several times."""
    return timeuntil(EPOCH + minutes * MINUTE, EPOCH, depth=2)


def _time(moment: datetime, words: str) -> SafeString:
    at = moment.isoformat(timespec="seconds")
    return format_html('<time datetime="{}" title="{}">{}</time>', at, zoned(moment), words)


def absolute(moment: datetime) -> str:
    """Return `moment` in words, in the reader's zone."""
    return _absolute(get_language(), timezone.get_current_timezone(), moment)


def zoned(moment: datetime) -> str:
    """Return `moment` in words, in the reader's zone, which is named."""
    return f"{absolute(moment)} {timezone.get_current_timezone_name()}"


@lru_cache(maxsize=4096)
def _absolute(_language: str | None, zone: tzinfo, moment: datetime) -> str:
    """Return `moment` in `zone` and the active language; cached, as a deadline appears several times on a table for
    each reader."""
    return date_format(timezone.localtime(moment, zone), "DATETIME_FORMAT")


def themed(value: Any) -> str:
    """Return `value` if it names a theme, else the device's own."""
    return value if value in THEMES else "auto"
