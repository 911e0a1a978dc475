"""Signing up and logging in as people do: by forms, and by the links of the mails in the outbox."""

import re
from typing import Any

from django.test import Client

from masques_site.accounts.models import User
from masques_site.accounts.services import create_account
from masques_site.notices.models import OutboxMail

PASSWORD = "blumentopf-am-fenster-77"
OUTBOX = "masques_site.notices.outbox.OutboxBackend"


def member(name: str, **more: Any) -> User:
    """Create and return a member with a confirmed address and the password PASSWORD."""
    user = create_account(username=name, email=f"{name.lower()}@example.org", password=PASSWORD)
    User.objects.filter(pk=user.pk).update(**more)
    user.refresh_from_db()
    return user


def client_of(user: User) -> Client:
    """Return a browser in which `user` is signed in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def sign_up(client: Client, name: str, email: str, password: str = PASSWORD) -> Any:
    """Send the sign-up form; return the response."""
    fields = {"username": name, "email": email, "password1": password, "password2": password}
    return client.post("/accounts/signup/", fields)


def log_in(client: Client, login: str, password: str = PASSWORD, **more: Any) -> Any:
    """Send the log-in form; return the response."""
    return client.post("/accounts/login/", {"login": login, "password": password}, **more)


def is_in(client: Client) -> bool:
    """Return whether the browser is signed in."""
    return "_auth_user_id" in client.session


def last_mail(to: str) -> OutboxMail:
    """Return the newest mail to this address."""
    return OutboxMail.objects.filter(to=to).latest("pk")


def link_in(mail: OutboxMail, part: str) -> str:
    """Return the path of the link in `mail` that contains `part`."""
    found = re.search(rf"https?://[^/\s]+(/\S*{part}\S*)", mail.text)
    assert found, mail.text
    return found.group(1)
