"""Time zones in words: what people type, and what their browser says at sign-up."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from games import clock
from masques_site.accounts.models import User
from masques_site.accounts.zones import ZoneField, in_words, named_timezones
from tests.accounts.cast import PASSWORD, client_of, member

WINTER, SUMMER = datetime(2026, 1, 10, 12, tzinfo=UTC), datetime(2026, 7, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "moment", "words"),
    [
        ("Europe/Rome", WINTER, "Rome (Europe), UTC+1"),
        ("Europe/Rome", SUMMER, "Rome (Europe), UTC+2"),
        ("America/New_York", WINTER, "New York (America), UTC−5"),
        ("America/St_Johns", WINTER, "St Johns (America), UTC−3:30"),
        ("Asia/Kathmandu", WINTER, "Kathmandu (Asia), UTC+5:45"),
        ("UTC", WINTER, "UTC"),
    ],
    ids=["winter", "summer", "west", "half", "quarter", "utc"],
)
def test_a_zone_is_said_with_its_distance_now(monkeypatch, zone, moment, words):
    monkeypatch.setattr(clock, "now", lambda: moment)
    assert in_words(zone) == words


@pytest.mark.parametrize(
    "typed", ["Europe/Rome", "rome", " Rome (Europe), UTC+1 ", "ROME (EUROPE), UTC+2", "europe/rome"]
)
def test_a_zone_is_found_by_its_name_its_city_or_its_words(typed):
    assert ZoneField().clean(typed) == "Europe/Rome"


def test_every_zone_is_found_by_its_own_words():
    field = ZoneField()
    assert all(field.clean(in_words(zone)) == zone for zone in ("UTC", *named_timezones()))


@pytest.mark.parametrize("typed", ["Atlantis", "../../etc/passwd", ", UTC+1", "x" * 5000])
def test_unknown_zones_are_refused(typed):
    with pytest.raises(ValidationError):
        ZoneField().clean(typed)


@pytest.mark.django_db
class TestSigningUp:
    def answer(self, **more: str):
        fields = {"username": "Giulia", "email": "giulia@example.org", "password1": PASSWORD, "password2": PASSWORD}
        return Client().post("/accounts/signup/", {**fields, **more})

    @pytest.mark.parametrize(
        ("said", "kept"),
        [("Asia/Tokyo", "Asia/Tokyo"), ("", "UTC"), ("Mars/Base", "UTC"), ("/etc/passwd", "UTC"), ("UTC", "UTC")],
    )
    def test_the_zone_of_the_browser_is_kept_if_it_is_one(self, said, kept):
        assert self.answer(timezone=said).status_code == 302
        assert User.objects.get(username="Giulia").timezone == kept

    def test_passwords_that_differ_are_said_at_the_second_which_has_the_focus(self):
        page = self.answer(password2=PASSWORD + "x").content.decode()
        assert page.count("The passwords don’t match.") == 1
        field = page.split('name="password2"')[1].split(">")[0]
        assert "autofocus" in field
        assert page.count("autofocus") == 1

    def test_the_first_field_in_error_has_the_focus(self):
        page = self.answer(username="x", password1="1", password2="1").content.decode()
        assert "autofocus" in page.split('name="username"')[1].split(">")[0]
        assert page.count("autofocus") == 1

    def test_every_field_has_its_help(self):
        page = Client().get("/accounts/signup/").content.decode()
        for name in ("username", "email", "password1", "password2"):
            assert f'id="id_{name}_helptext"' in page, name


@pytest.mark.django_db
def test_mail_is_offered_to_who_has_an_address_only():
    user = member("Giulia")
    assert 'name="turn-mail"' in client_of(user).get("/notices/settings/").content.decode()
    User.objects.filter(pk=user.pk).update(email="")
    client = client_of(User.objects.get(pk=user.pk))
    assert 'name="turn-mail"' not in client.get("/notices/settings/").content.decode()
    page = client.get("/account/settings/").content.decode()
    assert "Add an e-mail address" in page
