"""The sounds of the pages: the stored files, and who hears them."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command

from games.management.commands import make_sounds
from games.policy import Policy
from tests.accounts.cast import client_of, member


@pytest.mark.parametrize("name", make_sounds.SOUNDS)
def test_the_stored_files_are_small_and_what_the_command_computes(name: str, tmp_path: Path, monkeypatch) -> None:
    stored = (make_sounds.FOLDER / f"{name}.wav").read_bytes()
    monkeypatch.setattr(make_sounds, "FOLDER", tmp_path)
    call_command("make_sounds")
    assert len(stored) < 15_000
    assert len((tmp_path / f"{name}.wav").read_bytes()) == len(stored)


@pytest.mark.parametrize("name", make_sounds.SOUNDS)
def test_no_sound_clicks_at_its_ends_or_is_loud(name: str) -> None:
    samples = make_sounds.samples_of(name)
    assert samples[0] == 0
    assert abs(samples[-1]) < 500
    assert max(map(abs, samples)) <= 2**14


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("chosen", "expected"),
    [({}, ""), ({"turn_sound": True}, "turn"), ({"turn_sound": True, "message_sound": True}, "turn message")],
)
def test_pages_name_the_sounds_that_their_reader_has_turned_on(chosen: dict[str, bool], expected: str) -> None:
    answer = client_of(member("Giulia", **chosen)).get("/rules/")
    page = answer.content.decode()
    assert (f'data-sounds="{expected}"' in page) is bool(expected)
    assert ("js/sounds.js" in page) is bool(expected)
    assert "media-src 'self'" in answer["Content-Security-Policy"]


@pytest.mark.django_db
def test_each_sound_is_a_setting_of_its_own() -> None:
    user = member("Giulia")
    sent = {"username": "Giulia", "timezone": "UTC", "language": "en", "theme": "auto", "turn_sound": "on"}
    page = client_of(user).get("/account/settings/").content.decode()
    assert "Play a sound when it’s my turn" in page
    client_of(user).post("/account/settings/", sent)
    user.refresh_from_db()
    assert (user.turn_sound, user.message_sound) == (True, False)


def test_another_project_has_no_sounds_unless_its_policy_says_so() -> None:
    assert Policy().sounds(SimpleNamespace(pk=1)) == ()
