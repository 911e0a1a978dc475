"""Globals and filters for the tables of matches, which are rendered at every move for every reader.

Their engine is `games.plumbing.jinja_templates`; `settings.TEMPLATES` passes it `environment_of`.
"""

import json
from collections.abc import Hashable, Iterable, Mapping
from datetime import tzinfo
from functools import cache, lru_cache

from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from jinja2 import Environment, pass_environment
from markupsafe import Markup

from games.plumbing.addresses import url
from games.plumbing.jinja_templates import TableEnvironment
from games.templatetags import frame, match

OWN_CLASS, YOU = "\ue001", "\ue002"  # where `seen_by` says that a seat is the reader's own


@cache
def environment_of(folders: tuple[str, ...], language: str, auto_reload: bool) -> Environment:
    """Return the environment of a language, with the names that a template may use."""
    made = TableEnvironment(folders, language, auto_reload)
    made.filters |= {"as_title": frame.as_title, "briefly": match.briefly, "seen_by": seen_by}
    made.globals |= {
        "url": url,
        "static": static,
        "moment": frame.moment,
        "once": once,
        "each_once": each_once,
        "OWN_CLASS": OWN_CLASS,
        "YOU": YOU,
        "until": frame.until,
        "site_name": frame.site_name,
    }
    return made


def static(path: str) -> str:
    """Return the address of a static file."""
    return staticfiles_storage.url(path)


def shown_here(drawing: str, seat: int) -> str:
    """Return a drawing in which the marks that the holder of `seat` is at the table are no longer hidden."""
    return str.replace(drawing, f'data-here="{seat}" hidden', f'data-here="{seat}"')  # `Markup.replace` escapes


def seen_by(drawing: Markup, is_viewer: bool, here: int | None = None) -> Markup:
    """Return the part of a seat that all see alike, with this reader's and this moment's marks added: that it is their
    own, or that the holder of the seat `here` is at the table."""
    own_class = " mine" if is_viewer else ""
    you = format_html(' <span class="muted">{}</span>', gettext("(you)")) if is_viewer else ""
    drawing = drawing.replace(OWN_CLASS, own_class).replace(YOU, you)
    return drawing if here is None else Markup(shown_here(drawing, here))  # noqa: S704 - it was escaped before


@pass_environment
def once(environment: Environment, name: str, **inputs: object) -> Markup:
    """Render the template `name` with `inputs`, which are plain data, once for all who are shown the same.

    The inputs are the key of the cache and all that the template is drawn from, so nothing else of a reader can get in.
    It must not depend on the moment or on the reader's time zone either.
    """
    return _once(environment, name, json.dumps(inputs))


@lru_cache(maxsize=4096)
def _once(environment: Environment, name: str, inputs: str) -> Markup:
    return render_plain(environment, name, inputs)


@pass_environment
def each_once(environment: Environment, name: str, items: Iterable[Mapping[str, Hashable]], **same: Hashable) -> Markup:
    """Render the template `name` with each of `items` as `item` and the `same` for all of them, once for all readers in
    one time zone.

    As with `once`, the key of the cache is all that it is drawn from, here without JSON. It must not depend on the
    moment.
    """
    zone, shared = timezone.get_current_timezone(), tuple(same.items())
    drawn = (_each_once(environment, name, zone, tuple(item.items()), shared) for item in items)
    return Markup("".join(drawn))  # noqa: S704 - the environment escapes


@lru_cache(maxsize=8192)
def _each_once(
    environment: Environment,
    name: str,
    _zone: tzinfo,
    item: tuple[tuple[str, Hashable], ...],
    shared: tuple[tuple[str, Hashable], ...],
) -> str:
    return environment.get_template(name).render({**dict(shared), "item": dict(item)})


def render_plain(environment: Environment, name: str, inputs: str) -> Markup:
    """Render a template with `inputs`, a JSON object, alone."""
    return Markup(environment.get_template(name).render(json.loads(inputs)))  # noqa: S704 - the environment escapes
