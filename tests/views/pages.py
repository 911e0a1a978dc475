"""A page as its reader without scripts meets it: links to follow, forms to send, text to read."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.models import Match, Seat
from tests.cast import due

FRAGMENT = {"HTTP_HX_REQUEST": "true", "HTTP_HX_REQUEST_TYPE": "partial"}
CHANGING = [
    (re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*'), r"\1"),
    (re.compile(r'(name="client_move_id" value=")[^"]*'), r"\1"),
    (re.compile(r'(name="attempt" value=")[^"]*'), r"\1"),
]


@dataclass
class Form:
    """One form: where it goes, what it would send untouched, what may be chosen in its radio buttons, boxes and
    lists, and its buttons as (name, value, label). Of the boxes with one name in `several` more may be ticked: what
    such a name would send is a list."""

    action: str
    method: str
    values: dict[str, Any] = field(default_factory=dict)
    several: set[str] = field(default_factory=set)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """Links as (class, address, label) and forms by id of one answer."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.links: list[list[str]] = []
        self.forms: dict[str, Form] = {}
        self.words: list[str] = []
        self._form: Form | None = None
        self._button: list[str] | None = None
        self._select = ""
        self.source = response.content.decode()
        self.feed(self.source)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append([given.get("class", ""), given.get("href", ""), ""])
        elif tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get"))
            self.forms[given.get("id", given.get("action", ""))] = self._form
        elif tag == "button" and given.get("type") != "button":  # the others send nothing
            self._button = [given.get("name", ""), given.get("value", ""), ""]
        elif self._form is not None:
            self._field(self._form, tag, given)

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        """Note what a browser would send of this field if nobody touched it."""
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "input" and given.get("type") in ("radio", "checkbox"):
            if given["type"] == "checkbox" and name in form.choices:
                self._ticked_more(form, name)
            form.choices.setdefault(name, []).append(value or "on")
            if "checked" in given:
                form.values[name] = [*form.values[name], value] if name in form.several else value or "on"
        elif tag in ("input", "textarea"):
            form.values[name] = value
        elif tag == "select":
            self._select = name
        elif tag == "option":
            form.choices.setdefault(self._select, []).append(value)
            if "selected" in given or self._select not in form.values:
                form.values[self._select] = value

    def _ticked_more(self, form: Form, name: str) -> None:
        if name not in form.several:
            form.several.add(name)
            form.values[name] = [form.values[name]] if name in form.values else []

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "button" and self._button is not None:
            if self._form is not None:
                self._form.buttons.append(tuple(self._button))
            self._button = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self._button is not None:
            self._button[2] += data
        if self.links and not self.links[-1][2]:
            self.links[-1][2] = data.strip()

    def addresses(self, kind: str) -> list[str]:
        """Where links with the class `kind` lead."""
        return [address for classes, address, _label in self.links if kind in classes.split()]


def page(client: Client, address: str, **more: Any) -> Page:
    """Open `address`; it must answer with a page."""
    response = client.get(address, **more)
    assert response.status_code == 200, (address, response.status_code)
    return Page(response)


def decide(client: Client, path: str, choose: Any) -> None:
    """Make one decision as a user without scripts: follow choices until the move is whole, then confirm it. `choose`
    picks from the offered links."""
    shown = page(client, path)
    if not shown.addresses("choice") and path + "?move=" in [address for _c, address, _l in shown.links]:
        return  # answered already
    while not shown.forms["compose"].buttons:
        shown = page(client, choose(shown.addresses("choice")))
    form = shown.forms["compose"]
    name, value, _label = form.buttons[0]
    response = client.post(form.action, {**form.values, name: value})
    assert response.status_code == 303, response.content.decode()


def steady(response: HttpResponse) -> bytes:
    """An answer's bytes without what changes at every request anyway."""
    body = response.content.decode()
    for pattern, rest in CHANGING:
        body = pattern.sub(rest, body)
    return body.encode()


# People at a match.


def client_of(seat: Seat) -> Client:
    client = Client()
    client.force_login(seat.user)
    return client


def turn(match: Match) -> Seat:
    (seat,) = due(match)
    return seat


def idle(match: Match) -> Seat:
    return match.seats.select_related("user").filter(due_decision=None).first()


def at(match: Match, name: str = "match") -> str:
    return reverse(f"games:{name}", args=[match.pk])


def whole_move(match: Match, seat: Seat, choice: int = 0) -> dict[str, str]:
    """A good move's form fields, as the confirm page of `seat` holds them: each time the choice of that number."""
    client, shown = client_of(seat), page(client_of(seat), at(match))
    while not shown.forms["compose"].buttons:
        shown = page(client, shown.addresses("choice")[choice])
    form = shown.forms["compose"]
    return {**form.values, "text": form.buttons[0][1]}
