"""Using the site as a person does: open a page, find a form on it, fill it in and send it."""

import time
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

from bench.chaos.client import Answer, Browser, NoResponse

TRIES = 40
PAUSE = 0.5  # seconds


@dataclass(slots=True)
class Form:
    """A form as it stands on the page: where it goes, and what it would send. `choices` are its radio buttons and the
    options of its lists, `buttons` those that have a name."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class FormReader(HTMLParser):
    """Collects the forms of a page that are sent with POST."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""

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
            self._form.fields[name] = ""
        elif tag == "button" and name:
            self._form.buttons.append((name, found.get("value", "")))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            self._form.choices.setdefault(self._select, []).append(found.get("value", ""))
            if "selected" in found or self._select not in self._form.fields:
                self._form.fields[self._select] = found.get("value", "")

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
                form.fields[name] = value or "on"
        else:
            form.fields[name] = value


def forms_of(page: str) -> list[Form]:
    """The forms of a page, in its order."""
    reader = FormReader()
    reader.feed(page)
    return reader.forms


@dataclass(slots=True)
class Visitor:
    """Somebody at a browser. A request without a response is repeated: every form of the site may be sent twice."""

    browser: Browser

    def open(self, path: str) -> Answer:
        """The page at `path`. Raises `NoResponse` if the site does not answer for a long time."""
        return self._request("GET", path, None)

    def send(self, path: str, part: str, /, without: tuple[str, ...] = (), **filled: str) -> Answer | None:
        """Fill in the form of the page at `path` whose address contains `part`, and send it; None if there is none.

        `filled` replaces what the page has filled in, `without` are boxes to take the tick from.
        """
        for form in forms_of(self.open(path).body):
            if part in form.action:
                return self.send_form(path, form, without, **filled)
        return None

    def send_form(self, path: str, form: Form, without: tuple[str, ...] = (), **filled: str) -> Answer:
        """Send a form that was read from the page at `path`."""
        fields = {**form.fields, **filled}
        for name in without:
            fields.pop(name, None)
        return self._request("POST", form.action or path, fields)

    def _request(self, method: str, path: str, fields: dict[str, str] | None) -> Answer:
        for _try in range(TRIES):
            try:
                answer = self.browser.request(method, path, fields)
            except NoResponse:
                time.sleep(PAUSE)
                continue
            if answer.status < 500:
                return answer
            self.browser.switch_server()
            time.sleep(PAUSE)
        raise NoResponse(f"{method} {urlsplit(path).path}")
