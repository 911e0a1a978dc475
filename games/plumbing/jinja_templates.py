"""The Jinja2 engine, for the templates that are rendered at every move for every reader.

These are the template files that end in `.jinja`; all others use Django's own engine
(docs/decisions/0031-jinja-for-tables.md). `OPTIONS["environment"]` in the settings names the function that makes an
environment.

There is an environment for each language, and a text without variables is translated when its template is compiled.
Line breaks are for the authors and are not sent (`Layout`).
"""

import re
from collections.abc import Iterator, MutableMapping
from functools import lru_cache, partial
from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends.base import BaseEngine
from django.template.backends.utils import csrf_input
from django.template.loader import get_template
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString, mark_safe
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, Template, TemplateNotFound, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.lexer import TOKEN_DATA, Token, TokenStream
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

PIECE = "\ue004"  # where a piece of a table begins, for `pieces`; it is never sent
SHORT = 64  # characters of a text that is worth keeping once it has been escaped
PLAIN_TEXT = re.compile(r'\{\{ _\("([^"\\]*)"\) \}\}')
BREAK = r"\s*\n\s*"
BREAK_BESIDE_TAG = re.compile(rf"(?:\A|(?<=[<>])){BREAK}|{BREAK}(?=[<>]|\Z)")
BREAK_ELSEWHERE = re.compile(BREAK)
BEFORE_PIECE = re.compile(r"<(?!/)")  # an element: most changes are new words in a few of them


class TableTemplates(BaseEngine):
    """The engine for Django: it only handles `.jinja` files, so that it may come before another."""

    app_dirname = "templates"

    def __init__(self, params: dict[str, Any]) -> None:
        params = params.copy()
        options = params.pop("OPTIONS")
        self.auto_reload: bool = options["auto_reload"]
        self.environment_of = import_string(options["environment"])
        super().__init__(params)

    def get_template(self, template_name: str) -> "TableTemplate":
        """Return the template for the active language; raises `TemplateDoesNotExist`."""
        if not template_name.endswith(".jinja"):
            raise TemplateDoesNotExist(template_name, backend=self)
        try:
            return TableTemplate(self.environment().get_template(template_name))
        except TemplateNotFound as error:
            raise TemplateDoesNotExist(str(error.name), backend=self) from error

    def environment(self) -> Environment:
        """Return the environment of the active language."""
        folders = tuple(str(path) for path in self.template_dirs)
        environment: Environment = self.environment_of(folders, translation.get_language() or "", self.auto_reload)
        return environment


class TableTemplate:
    """A template as Django renders it."""

    def __init__(self, template: Template) -> None:
        self.template = template

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        """Return the HTML. Without a `request` it holds nothing of a visitor: no token, no count."""
        facts = dict(context or {}, request=request)
        if request is not None:
            facts["csrf_input"] = SimpleLazyObject(partial(csrf_input, request))  # made once, and only for a form
        return unmarked(self.pieces(facts))

    def pieces(self, context: dict[str, Any]) -> SafeString:
        """Return the HTML that the template draws from `context` alone, with PIECE where a piece begins."""
        return mark_safe(self.template.render(context))  # noqa: S308 - the environment escapes


def pieces(name: str, context: dict[str, Any]) -> SafeString:
    """Return the HTML of the `.jinja` template `name`, drawn without a request, with PIECE where a piece begins."""
    template: Any = get_template(name)
    drawn: SafeString = template.pieces(context)
    return drawn


def unmarked(html: str) -> SafeString:
    """Return what a template has drawn, without the marks."""
    return mark_safe(html.replace(PIECE, ""))  # noqa: S308 - the environment escapes


class Includes(NodeTransformer):
    """Lays templates into the one that includes them by name: what they see and set stays the same, and no context is
    made for them. An error in one of them names the line at which it is included."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 - as Jinja names it
        """Return a scope in place of the `node`, unless its name is known only when it is drawn."""
        loader = self.environment.loader
        has_name = isinstance(node.template, nodes.Const) and node.with_context and not node.ignore_missing
        if loader is None or not has_name:
            return node
        name = node.template.as_const()
        source, filename, _is_current = loader.get_source(self.environment, name)
        body = self.visit(self.environment.parse(source, name, filename)).body
        return nodes.Scope(body).set_environment(self.environment).set_lineno(node.lineno, override=True)


class TableCode(CodeGenerator):
    """Writes the Python of a template. Its output is escaped by `TableEnvironment.printed`; a template that it includes
    without laying it in comes as one piece, where Jinja hands on each of its pieces through all templates around it."""

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

    def __init__(self, folders: tuple[str, ...], language: str, auto_reload: bool) -> None:
        self.language = language
        super().__init__(
            autoescape=True,
            undefined=ChainableUndefined,  # a missing name is empty, as in Django's engine
            loader=FileSystemLoader(folders),
            auto_reload=auto_reload,
            cache_size=-1,  # compiled templates stay while the process lives
            extensions=[PlainTexts, Layout, Pieces],
        )
        self.globals["_"] = _sentence

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the global names of templates as one dict: each included template reads them again."""
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what `obj.attribute` means in a template."""
        if type(obj) is dict:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        try:
            return getattr(obj, attribute)  # Jinja's own way, without the call
        except AttributeError:
            return super().getattr(obj, attribute)

    def included(self, name: str, context: Context, variables: dict[str, Any]) -> str:
        """Return the HTML of the template `name` within another, whose `context` and own `variables` it sees."""
        template = self.get_template(name)
        return self.concat(template.root_render_func(template.new_context(context.get_all(), True, variables)))

    @staticmethod
    def printed(value: object) -> str:
        """Return `value` as HTML: escaped, unless it is HTML already."""
        kind = type(value)
        if kind is str and len(value) <= SHORT:  # type: ignore[arg-type]
            return _escaped(value)
        return str(value) if kind is int else escape(value)


class PlainTexts(Extension):
    """Translates `{{ _("…") }}` when a template is compiled."""

    environment: TableEnvironment

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return `source` with its texts replaced by their translations as constants, which Jinja escapes."""
        with translation.override(self.environment.language or None):
            return PLAIN_TEXT.sub(lambda found: f"{{{{ {translation.gettext(found[1])!r} }}}}", source)


class Pieces(Extension):
    """Marks where pieces of a table begin, when a template is compiled."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield `stream` with PIECE before the tags that begin a piece."""
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
        """Yield `stream` without the layout. Data is the text between two Jinja tags; the inside of a tag is left to
        Jinja. Line numbers stay those of the file."""
        for token in stream:
            yield token._replace(value=without_layout(token.value)) if token.type == TOKEN_DATA else token


def without_layout(data: str) -> str:
    """Return what is sent of `data`, the text between two Jinja tags."""
    return BREAK_ELSEWHERE.sub(" ", BREAK_BESIDE_TAG.sub("", data))


@lru_cache(maxsize=16_384)
def _escaped(text: str) -> str:
    """Return `text` escaped, cached: a table prints some 600 short texts, most of them the same at every move; a
    look-up takes a quarter of the time of escaping."""
    return escape(text)


def _sentence(message: str, **values: object) -> Markup:
    """Return `message` in the active language with these `values`, escaped: `{{ _("…", name=…) }}`. Jinja's own does
    the same but takes three times as long."""
    told = {name: escape(value) for name, value in values.items()}
    return Markup(translation.gettext(message) % told)  # noqa: S704 - what is laid into the translators' words is escaped
