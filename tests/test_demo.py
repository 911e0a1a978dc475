"""What an empty site is filled with."""

import pytest

from games.audit import faults_of
from games.models import Match, Seat, Status
from games.registry import TITLES
from masques_site import demo

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_demo_has_a_match_against_a_hard_bot_for_every_title(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(demo, "_finish", lambda _match: None)  # whole matches take their time
    monkeypatch.setattr(demo, "_advance", lambda _match, decisions: None)
    assert demo.populate().startswith(f"Log in as {demo.NAMES[0]} ")
    for title in TITLES:
        (match,) = Match.objects.filter(title=title, seats__bot="hard").distinct()
        assert match.status == Status.RUNNING
        assert match.is_demo
        assert Seat.objects.get(match=match, bot="").user.username == demo.NAMES[0]
    assert [fault for match in Match.objects.all() for fault in faults_of(match)] == []
