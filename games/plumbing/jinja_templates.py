"""The Jinja2 templates: the tables of matches, which are drawn at every move for everybody who looks.

They are those files beside the other templates that end in `.jinja`; all else is written for Django's own engine
(docs/decisions/0031-jinja-for-tables.md). What they print besides their context is named here.

There is an environment for each language, and a text without variables is translated when its template is compiled.
Their lines are for those who write them: the line breaks are not sent (`Layout`).
"""

import json
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, MutableMapping
from datetime import tzinfo
from functools import cache, lru_cache, partial
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import TemplateDoesNotExist
from django.template.backends.base import BaseEngine
from django.template.loader import get_template
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from jinja2 import (
    ChainableUndefined,
    Environment,
    FileSystemLoader,
    Template,
    TemplateNotFound,
    nodes,
    pass_environment,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.lexer import TOKEN_DATA, Token, TokenStream
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from games.plumbing.addresses import url
from games.templatetags import frame, match

OWN_CLASS, YOU = "\ue001", "\ue002"  # where `seen_by` says that a seat is the reader's own
PIECE = "\ue004"  # where a piece of a table begins, for `pieces`; nobody else is sent it
SHORT = 64  # characters of a text that is worth keeping once it has been escaped
PLAIN_TEXT = re.compile(r'\{\{ _\("([^"\\]*)"\) \}\}')
BREAK = r"\s*\n\s*"
BREAK_BESIDE_TAG = re.compile(rf"(?:\A|(?<=[<>])){BREAK}|{BREAK}(?=[<>]|\Z)")
BREAK_ELSEWHERE = re.compile(BREAK)
BEFORE_PIECE = re.compile(r"<(?!/)")  # an element: of most changes, all that is new is the words in a few of them


class TableTemplates(BaseEngine):
    """The engine, as Django asks it: for files in `.jinja` alone, so that it may stand before another."""

    app_dirname = "templates"

    def __init__(self, params: dict[str, Any]) -> None:
        params = params.copy()
        self.auto_reload: bool = params.pop("OPTIONS").get("auto_reload", False)
        super().__init__(params)

    def get_template(self, template_name: str) -> "TableTemplate":
        """The template for the active language; raises `TemplateDoesNotExist`."""
        if not template_name.endswith(".jinja"):
            raise TemplateDoesNotExist(template_name, backend=self)
        try:
            return TableTemplate(self.environment().get_template(template_name))
        except TemplateNotFound as error:
            raise TemplateDoesNotExist(str(error.name), backend=self) from error

    def environment(self) -> Environment:
        """The environment of the active language."""
        folders = tuple(str(path) for path in self.template_dirs)
        return environment_of(folders, translation.get_language() or "", self.auto_reload)


class TableTemplate:
    """A template as Django renders it."""

    def __init__(self, template: Template) -> None:
        self.template = template

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        """The HTML. Without a `request` it holds nothing of a visitor: no token, no count."""
        facts = dict(context or {}, request=request)
        if request is not None:
            facts["csrf_input"] = CsrfInput(request)
        return unmarked(self.pieces(facts))

    def pieces(self, context: dict[str, Any]) -> SafeString:
        """What `context` alone makes of it, with PIECE where a piece begins."""
        return mark_safe(self.template.render(context))  # noqa: S308 - the environment escapes


def pieces(name: str, context: dict[str, Any]) -> SafeString:
    """The HTML of the template `name` without a request, with PIECE where a piece begins."""
    template: Any = get_template(name)
    drawn: SafeString = template.pieces(context)
    return drawn


def unmarked(html: str) -> SafeString:
    """What a template has drawn, without the marks."""
    return mark_safe(html.replace(PIECE, ""))  # noqa: S308 - the environment escapes


class CsrfInput:
    """The hidden field of forms; its token is made once for a page, and only if there is a form."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.made = ""

    def __html__(self) -> str:
        if not self.made:
            field = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
            self.made = format_html(field, get_token(self.request))
        return self.made

    __str__ = __html__


class Includes(NodeTransformer):
    """Lays templates into the one that includes them by name: what they see and set stays the same, and no context is
    made for them. An error in one of them names the line at which it is included."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 - as Jinja names it
        """A scope in place of the `node`, unless its name is known only when it is drawn."""
        loader = self.environment.loader
        has_name = isinstance(node.template, nodes.Const) and node.with_context and not node.ignore_missing
        if loader is None or not has_name:
            return node
        name = node.template.as_const()
        source, filename, _is_current = loader.get_source(self.environment, name)
        body = self.visit(self.environment.parse(source, name, filename)).body
        return nodes.Scope(body).set_environment(self.environment).set_lineno(node.lineno, override=True)


class TableCode(CodeGenerator):
    """Writes the Python of a template. What it prints is escaped by `TableEnvironment.printed`; a template that it
    includes without laying it in comes as one piece, where Jinja hands on each of its pieces through all templates
    around it."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Write a template, with those that it includes by their names laid in."""
        if not self.environment.auto_reload:
            node = Includes(self.environment).visit(node)
        super().visit_Template(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.printed(")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802 - as Jinja names it
        """Write `{% include … %}`; without its other words, which no table needs."""
        if node.ignore_missing or not node.with_context:
            self.fail("an include of a table has no further words", node.lineno)
        self.start_write(frame, node)
        self.write("environment.included(")
        self.visit(node.template, frame)
        self.write(f", context, {self.dump_local_context(frame)})")
        self.end_write(frame)


class TableEnvironment(Environment):
    """The environment of one language. It looks into a mapping for its keys alone: `line.items` is never the method
    of the dict `line`."""

    code_generator_class = TableCode

    def __init__(self, language: str, **options: Any) -> None:
        self.language = language
        super().__init__(**options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names that a template finds beside its context, as one dict: each included template reads them anew."""
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What `obj.attribute` means in a template."""
        if type(obj) is dict:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        try:
            return getattr(obj, attribute)  # Jinja's own way, without the call
        except AttributeError:
            return super().getattr(obj, attribute)

    def included(self, name: str, context: Context, variables: dict[str, Any]) -> str:
        """The HTML of the template `name` amid another, whose `context` and own `variables` it sees."""
        template = self.get_template(name)
        return self.concat(template.root_render_func(template.new_context(context.get_all(), True, variables)))

    @staticmethod
    def printed(value: object) -> str:
        """`value` as it stands in the HTML: escaped, unless it is HTML already."""
        kind = type(value)
        if kind is str and len(value) <= SHORT:  # type: ignore[arg-type]
            return _escaped(value)
        return str(value) if kind is int else escape(value)


class PlainTexts(Extension):
    """Translates `{{ _("…") }}` when a template is compiled."""

    environment: TableEnvironment

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """`source` with these texts in the language of the environment, as constants that Jinja escapes."""
        with translation.override(self.environment.language or None):
            return PLAIN_TEXT.sub(lambda found: f"{{{{ {translation.gettext(found[1])!r} }}}}", source)


class Pieces(Extension):
    """Marks where pieces of a table begin, when a template is compiled."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """`stream` with PIECE before the tags that begin them."""
        for token in stream:
            marked = token.type == TOKEN_DATA
            yield token._replace(value=BEFORE_PIECE.sub(f"{PIECE}<", token.value)) if marked else token


class Layout(Extension):
    """Lets a template be laid out in lines that are not sent.

    A line break with the white space around it is layout of the file, not of the page: next to a tag of HTML or of
    Jinja (`<`, `>`, `{{`, `{%`, `{#`, `}}`, `%}`, `#}`) it is dropped, elsewhere (inside a tag between attributes,
    inside a sentence) it becomes one space. Where a dropped break would join two words, the template says `{{ " " }}`.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """`stream` without it. Data is what stands between two tags of Jinja; what is inside these is Jinja's affair.
        The numbers of lines stay those of the file."""
        for token in stream:
            yield token._replace(value=without_layout(token.value)) if token.type == TOKEN_DATA else token


def without_layout(data: str) -> str:
    """What is sent of `data`, which stands between two tags of Jinja."""
    return BREAK_ELSEWHERE.sub(" ", BREAK_BESIDE_TAG.sub("", data))


@lru_cache(maxsize=16_384)
def _escaped(text: str) -> str:
    """`text` escaped. A table prints some 600 short texts, most of them the same at every move; looking them up takes a
    quarter of the time that escaping takes."""
    return escape(text)


@cache
def environment_of(folders: tuple[str, ...], language: str, auto_reload: bool) -> Environment:
    """The environment of a language; its compiled templates stay while the process lives."""
    made = TableEnvironment(
        language,
        autoescape=True,
        undefined=ChainableUndefined,  # what a template does not find is empty, as it is for Django's engine
        loader=FileSystemLoader(folders),
        auto_reload=auto_reload,
        cache_size=-1,
        extensions=[PlainTexts, Layout, Pieces],
    )
    made.filters |= {"as_title": frame.as_title, "briefly": match.briefly, "seen_by": seen_by}
    made.globals |= {
        "_": partial(_sentence, language),
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


def _sentence(language: str, message: str, **values: object) -> Markup:
    """`message` in the active language with these `values`, escaped: `{{ _("…", name=…) }}`. Jinja's own does the same,
    and takes three times as long to find its way."""
    told = {name: escape(value) for name, value in values.items()}
    return Markup(_message(language, message) % told)  # noqa: S704 - what is laid into the translators' words is escaped


@lru_cache(maxsize=4096)
def _message(_language: str, message: str) -> str:
    """`message` in the active language, kept by language."""
    return translation.gettext(message)


@lru_cache(maxsize=256)
def static(path: str) -> str:
    """The address of a static file; it does not change while the process lives."""
    return staticfiles_storage.url(path)


def shown_here(drawing: str, seat: int) -> str:
    """A drawing in which the marks that the holder of `seat` is at the table are no longer hidden."""
    return str.replace(drawing, f'data-here="{seat}" hidden', f'data-here="{seat}"')  # `Markup.replace` escapes


def seen_by(drawing: Markup, is_viewer: bool, here: int | None = None) -> Markup:
    """What all see alike of a seat, with what is of this reader and this moment laid over: that it is their own, or
    that the holder of the seat `here`, which is this one, is at the table."""
    return _seen_by(translation.get_language(), drawing, is_viewer, here)


@lru_cache(maxsize=4096)
def _seen_by(_language: str | None, drawing: Markup, is_viewer: bool, here: int | None) -> Markup:
    own_class = " mine" if is_viewer else ""
    you = format_html(' <span class="muted">{}</span>', gettext("(you)")) if is_viewer else ""
    drawing = drawing.replace(OWN_CLASS, own_class).replace(YOU, you)
    return drawing if here is None else Markup(shown_here(drawing, here))  # noqa: S704 - it was escaped before


@pass_environment
def once(environment: Environment, name: str, **inputs: object) -> Markup:
    """What the template `name` makes of `inputs`, which are plain data: drawn once for all who are shown the same.

    It is kept under the inputs themselves, and drawn from what it is kept under: nothing else of a reader can get in.
    It must not depend on the moment or on the reader's time zone either.
    """
    return _once(environment, name, json.dumps(inputs))


@lru_cache(maxsize=4096)
def _once(environment: Environment, name: str, inputs: str) -> Markup:
    return render_plain(environment, name, inputs)


@pass_environment
def each_once(environment: Environment, name: str, items: Iterable[Mapping[str, Hashable]], **same: Hashable) -> Markup:
    """What the template `name` makes of each of `items` as `item`, beside what is the `same` for all of them: each is
    drawn once for all who are shown it in one time zone.

    As with `once`, it is kept under all that it is drawn from, here as it is, without JSON. It must not depend on the
    moment.
    """
    zone, shared = timezone.get_current_timezone(), tuple(same.items())
    drawn = (_each_once(environment, name, zone, tuple(item.items()), shared) for item in items)
    return Markup("".join(drawn))  # noqa: S704 - the environment escapes


@lru_cache(maxsize=8192)
def _each_once(
    environment: Environment, name: str, _zone: tzinfo, item: tuple[tuple[str, Hashable], ...], shared: tuple[Any, ...]
) -> str:
    return environment.get_template(name).render({**dict(shared), "item": dict(item)})


def render_plain(environment: Environment, name: str, inputs: str) -> Markup:
    """What a template makes of `inputs`, a JSON object, alone."""
    return Markup(environment.get_template(name).render(json.loads(inputs)))  # noqa: S704 - the environment escapes
