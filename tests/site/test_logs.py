"""The site's own log opens no door: no password, token, session, key, card or address."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator

import pytest
import structlog
from django.test import Client

from games.bots.bot import Bot
from games.bots.levels import LEVELS
from games.core.text import _
from games.models import Answer, BotFailure, MatchKey
from games.plumbing import after_commit
from games.services.bot_moves import bots
from games.services.waiting import tables
from games.views import home
from masques_site import logs
from masques_site.accounts.models import User
from masques_site.logs import SHARED
from tests.accounts.cast import OUTBOX, PASSWORD, last_mail, link_in, sign_up
from tests.cast import due, fresh, move, person, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """All that the site logs, as talkative as it can be, through its own processors."""
    root, lines = logging.getLogger(), io.StringIO()
    handler, level = logging.StreamHandler(lines), root.level
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
            foreign_pre_chain=SHARED,
        )
    )
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(level)


def test_a_visit_from_sign_up_to_a_lost_password_leaves_no_secret_in_the_log(logged, monkeypatch, settings):
    settings.EMAIL_BACKEND = OUTBOX
    client = Client(raise_request_exception=False)
    sign_up(client, "Giulia", "giulia@example.org")
    confirm = link_in(last_mail("giulia@example.org"), "confirm-email")
    client.post(confirm)
    client.post("/accounts/login/", {"login": "giulia@example.org", "password": "a wrong password"})
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "Giulia", "password": PASSWORD})
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    Client().post("/accounts/password/reset/", {"email": "giulia@example.org"})
    reset = link_in(last_mail("giulia@example.org"), "password/reset/key")
    Client().get(reset, follow=True)
    monkeypatch.setattr(home, "way_back", lambda request: 1 // 0)
    assert client.post("/theme/", {"theme": "dark", "next": f"/?{PASSWORD}"}).status_code == 500
    token = client.cookies["csrf"].value
    secrets = [PASSWORD, "a wrong password", session, token, confirm.split("/")[-2], reset.split("/")[-2], "giulia@"]
    assert_absent([*secrets, User.objects.get(username="Giulia").password, settings.SECRET_KEY], logged)


def test_a_match_leaves_neither_its_key_nor_its_link_nor_a_sealed_answer_in_the_log(logged):
    people = [person("anna"), person("bruno")]
    private = running_match("lantern", people, access="link")
    client = Client()
    client.get(f"/matches/{private.pk}/?link={private.link_token}")
    match = running_match("lantern", [*people, person("carla")])
    move(match, due(match)[0])
    move(match, due(match)[0], "blow")
    answer = Answer.objects.get(match=match)
    against = tables.open_table(
        host=people[0], title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["easy"]
    )
    while not any(seat.bot for seat in due(fresh(against))):
        move(against, due(fresh(against))[0])
    assert bots.play_bots(against.pk)
    keys = [bytes(key) for key in MatchKey.objects.values_list("key", flat=True)]
    secrets = [private.link_token, "blow", bytes(answer.seal).hex(), *(key.hex() for key in keys)]
    assert_absent([*secrets, *(str(key) for key in keys)], logged)


class Talkative(Bot):
    """Fails with words that name cards."""

    level, version, label, description = "wild", 1, _("Wild"), _("For tests.")

    def decide(self, game, known, seed):
        raise ZeroDivisionError("the hand is 1 2 3")


def test_a_bot_that_fails_is_logged_by_public_facts_alone(logged, monkeypatch):
    monkeypatch.setitem(LEVELS, "wild", Talkative())
    match = tables.open_table(
        host=person("anna"), title="lantern", seats=2, pace="standard", access="open", bots=["wild"]
    )
    while not any(seat.bot for seat in due(fresh(match))):
        move(match, due(fresh(match))[0])
    assert bots.play_bots(match.pk)
    assert_absent(["the hand is"], logged)
    lines = [json.loads(line) for line in logged.getvalue().splitlines() if '"bot failed"' in line]
    assert lines
    for line in lines:
        assert set(line) - {"event", "level", "logger", "timestamp"} == {"match", "seat", "cause", "detail"}
        assert line["detail"] == "ZeroDivisionError"
    assert [failure.detail for failure in BotFailure.objects.all()] == ["ZeroDivisionError"]


def test_templates_say_nothing_at_the_level_at_which_they_would_name_what_they_were_given(monkeypatch):
    configured = {}
    monkeypatch.setattr(logging.config, "dictConfig", configured.update)
    monkeypatch.setattr(logs.structlog, "configure", lambda **_more: None)
    logs.configure(json=True, level="DEBUG")
    assert configured["loggers"]["django.template"]["level"] == "INFO"


def assert_absent(secrets: list[str], logged: io.StringIO) -> None:
    """Fail unless something was logged, and none of `secrets` in it."""
    assert after_commit.wait_empty(10)
    lines = logged.getvalue()
    assert '"logger"' in lines
    found = [line for line in lines.splitlines() if any(secret in line for secret in secrets)]
    assert not found


@pytest.mark.timeout(60)
@pytest.mark.parametrize("end", ["", "@", "@xx"])
def test_a_long_word_without_an_address_is_logged_at_once_bug(end):
    """It took hours: a visitor who asked for a long address kept a process busy."""
    word = "x" * 500_000 + end
    told = logs.redact(None, "info", {"event": f"{word} of ann@example.org"})["event"]
    assert len(told) == len(word) + len(" of [mail]")
    assert told[-10:] == " of [mail]"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Mail to ann@example.org failed", "Mail to [mail] failed"),
        ("'ann.b+c@mail.example.org'", "'[mail]'"),
        ("to=ann@example.org,bob@example.org!", "to=[mail]!"),
        ("@@ann@example.org", "@@[mail]"),
        ("a price of 3 @ 5", "a price of 3 @ 5"),
    ],
)
def test_an_address_amid_other_text_is_not_logged(text, told):
    assert logs.redact(None, "info", {"event": text}) == {"event": told}


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("/", {"HTTP_HOST": "a host that is none"}, 400),
        ("/tables/new/", {"content_type": "application/x-www-form-urlencoded; charset=utf-16"}, 400),
        ("/tables/new/", {"data": {"file": io.BytesIO(b"x")}}, 413),
        ("/tables/new/", {"data": "x" * 70_000, "content_type": "application/x-www-form-urlencoded"}, 413),
        ("/no-such-page/", {}, 404),
    ],
)
def test_a_mistake_of_a_client_is_one_line_without_a_traceback(path, more, status):
    lines, handler = io.StringIO(), logging.StreamHandler()
    handler.setStream(lines)
    handler.addFilter(logs.BriefAboutClients())
    handler.setLevel(logging.WARNING)
    logging.getLogger().addHandler(handler)
    try:
        answer = Client(raise_request_exception=False).post(path, **more)
    finally:
        logging.getLogger().removeHandler(handler)
    assert answer.status_code == status
    assert len(lines.getvalue().splitlines()) == 1, lines.getvalue()


@pytest.mark.parametrize(
    ("name", "status", "kept"),
    [
        ("django.request", 500, True),
        ("django.request", 503, True),
        ("django.request", None, True),
        ("masques_site.errors", None, True),
        ("django.request", 413, False),
        ("django.security.DisallowedHost", 400, False),
    ],
)
def test_a_mistake_of_our_own_keeps_its_traceback(name, status, kept):
    mistake = (ValueError, ValueError("of our own"), None)
    record = logging.LogRecord(name, logging.ERROR, "here.py", 1, "words", (), mistake)
    if status is not None:
        record.status_code = status
    assert logs.BriefAboutClients().filter(record)
    assert (record.exc_info is mistake, record.levelname) == (kept, "ERROR" if kept else "WARNING")
