"""An organiser at the organisers' page, who sends its forms as they are."""

from typing import Any

from django.http import HttpResponse
from django.test import Client

from leagues.models import League
from tests.views.pages import Form, Page, page


class Desk:
    """The page as `user` sees it."""

    def __init__(self, user: Any, league: League) -> None:
        self.client = Client()
        self.client.force_login(user)
        self.address = f"/leagues/{league.slug}/organise/"

    def open(self) -> Page:
        """The page as it is now."""
        return page(self.client, self.address)

    def forms(self, end: str) -> list[Form]:
        """The forms of the page whose address ends so."""
        return [form for form in self.open().forms.values() if form.action.endswith(end)]

    def send(self, end: str, **typed: str) -> HttpResponse:
        """Open the page, fill in the one form whose address ends so, and send it."""
        (form,) = self.forms(end)
        return self.send_form(form, **typed)

    def send_form(self, form: Form, **typed: str) -> HttpResponse:
        """Fill in and send a form that was read from the page, now or before."""
        return self.client.post(form.action, {**form.values, **typed})

    def say_yes(self, asked: HttpResponse) -> HttpResponse:
        """Send the form of the page that asks whether one is sure."""
        (form,) = [form for form in Page(asked).forms.values() if "sure" in form.values]
        return self.send_form(form)
