"""Webhooks: what Discord, Slack and other programs get, and what becomes of their answers."""

import json
import re
import time
from datetime import timedelta

import pytest

from masques_site.notices.channels import webhook
from masques_site.notices.channels.base import Gone, Place, Rejected, Unavailable
from masques_site.notices.channels.formats import FORMATS, format_of
from masques_site.notices.channels.webhook import Webhook
from tests.notices.channels.messages import message, words
from tests.notices.channels.servers import answering, serving
from tests.project.sources import BASE

LINK = "https://masques.example/matches/3kX9aQ/"


@pytest.fixture(autouse=True)
def local(settings):
    settings.NOTICES_LOCAL_RECEIVERS = True
    settings.SITE_NAME = "Masques"


def place(url, form="json"):
    return Place(url, {"format": form, **({"secret": "s3cret"} if form == "json" else {})})


def sent(form, what):
    """Send a message; return what the server got: the request's headers, its body and what that says."""
    with serving(answering("200 OK")) as server:
        assert Webhook().send(place(server.url, form), what) == "200 OK"
    return server.headers, server.bodies[0], json.loads(server.bodies[0])


# Discord.


def test_discord_gets_a_text_that_calls_nobody():
    headers, _body, said = sent("discord", message())
    assert headers["content-type"] == "application/json"
    assert said == {
        "content": f"**Your turn in Masques**\nGiulia has moved.\nYou have until Monday.\n{LINK}",
        "username": "Masques",
        "allowed_mentions": {"parse": []},
    }


@pytest.mark.parametrize(
    ("written", "escaped"),
    [
        ("@everyone", r"\@everyone"),
        ("<@123> <#4> <t:5:R>", r"\<\@123\> \<\#4\> \<t\:5\:R\>"),
        ("*a* **b** _c_ __d__", r"\*a\* \*\*b\*\* \_c\_ \_\_d\_\_"),
        ("~~a~~ ||b|| `c`", r"\~\~a\~\~ \|\|b\|\| \`c\`"),
        ("[free](https://evil.example)", r"\[free\]\(https\://evil.example\)"),
        ("# a", r"\# a"),
        ("> a - b", r"\> a \- b"),
        ("back\\slash", r"back\\slash"),
        ("è un’ora", "è un’ora"),
    ],
)
def test_discord_shows_names_as_they_are_written(written, escaped):
    _headers, _body, said = sent("discord", message(words(written, written, quote=written)))
    text = escaped[0].upper() + escaped[1:]
    assert said["content"] == f"**{escaped}**\n{text}\n“{escaped}”\n{LINK}"


@pytest.mark.parametrize("sign", ["x", "*", "è", "🎭", "word "])
def test_discord_takes_two_thousand_characters(sign):
    _headers, _body, said = sent("discord", message(words("*" * 500, sign * 5_000)))
    title, text, link = said["content"].split("\n")
    assert 1_990 <= len(said["content"]) <= 2_000
    assert (title, link) == ("**" + r"\*" * 199 + "…**", LINK)
    assert re.fullmatch(r"(?:\\\*)+…" if sign == "*" else r"[^\\]+…", text)


def test_several_notices_are_a_line_each():
    several = message(words("Two matches wait"), items=[words("Your turn in Masques"), words("You won")])
    _headers, _body, said = sent("discord", several)
    assert said["content"] == f"**Two matches wait**\nYour turn in Masques\nYou won\n{LINK}"
    many = message(words("Many"), items=[words(f"Number {number}") for number in range(1, 31)])
    _headers, _body, said = sent("discord", many)
    assert "Number 20" in said["content"]
    assert "Number 21" not in said["content"]


# Slack.


def test_slack_gets_a_text_without_markup():
    _headers, _body, said = sent("slack", message())
    assert said == {
        "text": f"Your turn in Masques\nGiulia has moved.\nYou have until Monday.\n{LINK}",
        "mrkdwn": False,
    }


def test_slack_calls_nobody():
    _headers, _body, said = sent("slack", message(words("<!channel> & <@U1>", "<https://evil.example|free>")))
    assert said["text"] == (f"&lt;!channel&gt; &amp; &lt;@U1&gt;\n&lt;https://evil.example|free&gt;\n{LINK}")


def test_slack_gets_no_endless_text():
    _headers, _body, said = sent("slack", message(words("A title", "x" * 9_000)))
    assert said["text"].endswith(f"x…\n{LINK}")
    assert len(said["text"]) == 3_001 + len(LINK)


# Programs.


def test_a_program_gets_json(monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.7)
    several = message(items=[words("You won", "you are first.", quote="Well played")], thread="3kX9aQ")
    _headers, _body, said = sent("json", several)
    assert said == {
        "id": "n-4711",
        "title": "Your turn in Masques",
        "text": "Giulia has moved.\nYou have until Monday.",
        "link": LINK,
        "items": [{"title": "You won", "text": "You are first.\n“Well played”", "link": LINK}],
        "match": "3kX9aQ",
        "sent_at": 1_700_000_000,
    }


def test_a_message_about_several_matches_names_none():
    assert sent("json", message())[2]["match"] is None


def test_control_characters_are_left_out():
    _headers, _body, said = sent("json", message(words("A\x00 title\x1b", "one\r\ntwo\x07")))
    assert (said["title"], said["text"]) == ("A title", "One two")


def test_the_largest_message_can_be_sent():
    large = words("🎭" * 9_000, "🎭" * 90_000, quote='"' * 90_000)
    _headers, body, said = sent("json", message(large, items=[large] * 50))
    assert len(said["items"]) == 20
    assert len(body) < 128 * 1024


def test_the_signature_is_of_identity_time_and_body():
    # printf 'k1.1700000000.{"a":1}' | openssl dgst -sha256 -hmac s3cret
    assert webhook.signed("k1", 1_700_000_000, b'{"a":1}', "s3cret") == {
        "Masques-Id": "k1",
        "Masques-Timestamp": "1700000000",
        "Masques-Signature": "v1=05da45e8350bde8d8a58c1e8a16eafee39336fd4b79d842880ac1d4410a030d7",
    }


def test_a_program_recognises_the_site_as_the_documentation_says():
    example = re.search(r"```python\n(.*?)```", (BASE / "docs/webhooks.md").read_text(), re.DOTALL)
    space = {}
    exec(example[1], space)
    headers, body, _said = sent("json", message())
    named = {name: headers[name.lower()] for name in ("Masques-Id", "Masques-Timestamp", "Masques-Signature")}
    assert space["is_genuine"](named, body, "s3cret")
    assert not space["is_genuine"](named, body, "another")
    assert not space["is_genuine"](named, body.replace(b"4711", b"4712"), "s3cret")
    assert not space["is_genuine"]({**named, "Masques-Id": "n-4712"}, body, "s3cret")
    earlier = str(int(named["Masques-Timestamp"]) - 10)
    assert not space["is_genuine"]({**named, "Masques-Timestamp": earlier}, body, "s3cret")


@pytest.mark.parametrize("form", ["discord", "slack"])
def test_services_get_no_signature(form):
    headers, _body, _said = sent(form, message())
    assert not [name for name in headers if name.startswith("masques")]


def test_only_programs_recognise_a_repetition():
    found = {form: Webhook().repeats_safely(place("https://hooks.example.com/", form)) for form in FORMATS}
    assert found == {"discord": False, "slack": False, "json": True}


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("https://discord.com/api/webhooks/1/a", "discord"),
        ("https://ptb.discord.com/api/webhooks/1/a", "discord"),
        ("https://discordapp.com/api/webhooks/1/a", "discord"),
        ("https://hooks.slack.com/services/T/B/x", "slack"),
        ("https://notdiscord.com/api/webhooks/1/a", "json"),
        ("https://discord.com.example.com/", "json"),
        ("https://example.com/discord.com", "json"),
        ("nonsense", "json"),
    ],
)
def test_the_format_follows_from_the_host(url, form):
    assert format_of(url).code == form


# Answers.


@pytest.mark.parametrize("form", ["discord", "slack", "json"])
@pytest.mark.parametrize("status", ["200 OK", "202 Accepted", "204 No Content"])
def test_an_answer_of_success_is_said(form, status):
    with serving(answering(status)) as server:
        assert Webhook().send(place(server.url, form), message()) == status


UNKNOWN = '{"message": "Unknown Webhook", "code": 10015}'
REFUSALS = [
    ("json", "410 Gone", "", Gone),
    ("json", "404 Not Found", "", Rejected),
    ("json", "401 Unauthorized", UNKNOWN, Rejected),
    ("discord", "410 Gone", "", Gone),
    ("discord", "404 Not Found", UNKNOWN, Gone),
    ("discord", "401 Unauthorized", UNKNOWN, Gone),
    ("discord", "403 Forbidden", UNKNOWN, Gone),
    ("discord", "403 Forbidden", "Missing Access", Rejected),
    ("discord", "400 Bad Request", UNKNOWN, Rejected),
    ("slack", "404 Not Found", "no_service", Gone),
    ("slack", "410 Gone", "channel_is_archived", Gone),
    ("slack", "403 Forbidden", "action_prohibited", Rejected),
    ("json", "400 Bad Request", "", Rejected),
    ("json", "413 Content Too Large", "", Rejected),
    ("json", "408 Request Timeout", "", Unavailable),
    ("json", "425 Too Early", "", Unavailable),
    ("json", "429 Too Many Requests", "", Unavailable),
    ("json", "500 Internal Server Error", "", Unavailable),
    ("json", "503 Service Unavailable", "", Unavailable),
]


@pytest.mark.parametrize(("form", "status", "text", "outcome"), REFUSALS)
def test_a_refusal_means_one_thing(form, status, text, outcome):
    with serving(answering(status, text)) as server, pytest.raises(outcome) as refused:
        Webhook().send(place(server.url, form), message())
    assert type(refused.value) is outcome
    assert refused.value.said == (f"{status}: {text}" if text else status)


@pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "304 Not Modified", "308 Permanent Redirect"])
def test_a_redirect_is_a_refusal_that_says_so(status):
    elsewhere = answering(status, "elsewhere", Location="https://other.example.com/")
    with serving(elsewhere) as server, pytest.raises(Rejected) as refused:
        Webhook().send(place(server.url), message())
    assert refused.value.said == f"{status}: redirects are not followed"


def test_a_busy_server_says_when_to_come_again():
    busy = answering("429 Too Many Requests", Retry_After="90")
    with serving(busy) as server, pytest.raises(Unavailable) as refused:
        Webhook().send(place(server.url), message())
    assert refused.value.after == timedelta(seconds=90)


def test_a_server_that_is_away_may_come_back(names):
    with pytest.raises(Unavailable, match="no server of the name") as refused:
        Webhook().send(place("https://away.example.com/"), message())
    assert refused.value.after is None
    with pytest.raises(Unavailable) as refused:
        Webhook().send(place("https://" + "away." * 45 + "example.com/"), message())
    assert len(refused.value.said) == 200


def test_a_name_that_leads_into_a_private_network_now_is_refused(names):
    names["hooks.example.com"] = [["10.0.0.1"]]
    with pytest.raises(Rejected, match="private network"):
        Webhook().send(place("https://hooks.example.com/"), message())
