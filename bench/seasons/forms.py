"""Using the site as a person does: open a page, find a form on it, fill it in and send it."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlsplit

from bench.chaos.browser import Answer, Browser, NoResponse

PATIENCE = 300.0  # seconds for which a request is repeated while the site does not answer
PAUSE = 0.5  # seconds
TRIES = 20  # of a form that the site fails to answer
NOTICE = re.compile(r'<(?:li|p) class="notice[^"]*"[^>]*>(.*?)</(?:li|p)>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")


@dataclass(slots=True)
class Form:
    """A form of a page: its address, and what a browser would send. `choices` are its radio buttons, boxes and the
    options of its lists, `buttons` those that have a name."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def value(self, name: str) -> str | None:
        """Return the value of a field; None if the form has no such field."""
        return next((value for found, value in self.fields if found == name), None)

    def filled(self, without: Sequence[str] = (), **given: str | Sequence[str]) -> list[tuple[str, str]]:
        """Return the fields of the form with the values `given` (several for fields of one name), without the boxes
        `without`."""
        kept = [(name, value) for name, value in self.fields if name not in given and name not in without]
        for name, values in given.items():
            kept += [(name, value) for value in ([values] if isinstance(values, str) else values)]
        return kept


class FormReader(HTMLParser):
    """Collects the forms of a page that are sent with POST."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""
        self._has_choice = False  # the present list has an option that would be sent

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form" and found.get("method", "").lower() == "post":
            self._form = Form(found.get("action", ""))
            self.forms.append(self._form)
        if self._form is None:
            return
        name = found.get("name", "")
        if tag == "input" and name:
            self._input(self._form, name, found)
        elif tag == "textarea" and name:
            self._form.fields.append((name, ""))
        elif tag == "button" and name:
            self._form.buttons.append((name, found.get("value", "")))
        elif tag == "select":
            self._select, self._has_choice = name, False
        elif tag == "option" and self._select:
            self._option(self._form, found)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""

    def _input(self, form: Form, name: str, found: dict[str, str]) -> None:
        value = found.get("value", "")
        if found.get("type") in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(value)
            if "checked" in found:
                form.fields.append((name, value or "on"))
        else:
            form.fields.append((name, value))

    def _option(self, form: Form, found: dict[str, str]) -> None:
        """Add the first option of a list unless another one is selected, as browsers do."""
        value = found.get("value", "")
        form.choices.setdefault(self._select, []).append(value)
        if not self._has_choice:
            form.fields.append((self._select, value))
        elif "selected" in found:
            form.fields[-1] = (self._select, value)
        self._has_choice = True


def forms_of(page: str) -> list[Form]:
    """Return the forms of a page, in its order."""
    reader = FormReader()
    reader.feed(page)
    return reader.forms


def notices_of(page: str) -> str:
    """Return what a page says about the last action, or why something is not available."""
    return " ".join(unescape(TAG.sub("", words)).strip() for words in NOTICE.findall(page))


@dataclass(slots=True)
class Visitor:
    """A person at a browser."""

    browser: Browser

    def open(self, path: str) -> Answer:
        """Request the page at `path` until the site answers, and return it. Raises `NoResponse` after `PATIENCE`."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            answer = self.request("GET", path)
            if answer is not None:
                return answer
            time.sleep(PAUSE)
        raise NoResponse(f"GET {urlsplit(path).path}")

    def send(
        self,
        path: str,
        action: str,
        /,
        without: Sequence[str] = (),
        is_done: Callable[[str], bool] = lambda _page: False,
        **given: str | Sequence[str],
    ) -> Answer | None:
        """Fill in the form of the page at `path` that goes to `action`, and send it.

        If there is no answer, the page is opened again. The form is sent again only if the page still has it and
        `is_done` says of the page that nothing happened. Return the answer; None if there is no such form, or not any
        more. Raises `NoResponse` if the site fails repeatedly.
        """
        page = self.open(path).body
        for _try in range(TRIES):
            form = next((form for form in forms_of(page) if form.action == action), None)
            if form is None:
                return None
            answer = self.send_form(path, form, without, **given)
            if answer is not None:
                return answer
            page = self.open(path).body
            if is_done(page):
                return None
        raise NoResponse(f"POST {urlsplit(action or path).path}")

    def send_form(
        self, path: str, form: Form, without: Sequence[str] = (), **given: str | Sequence[str]
    ) -> Answer | None:
        """Send a form of the page at `path` once; return None if it is unknown whether it took effect."""
        return self.request("POST", form.action or path, form.filled(without, **given))

    def request(self, method: str, path: str, fields: Sequence[tuple[str, str]] | None = None) -> Answer | None:
        """Send one request; return None if there is no response, or if the site failed."""
        try:
            answer = self.browser.request(method, path, fields)
        except NoResponse:
            return None
        if answer.status < 500:
            return answer
        self.browser.switch_server()
        return None
