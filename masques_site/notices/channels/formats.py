"""How a message is written for each kind of server that takes webhooks. A format is one row."""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from masques_site.notices.channels.base import Message, Words
from masques_site.notices.channels.outbound import Answer
from masques_site.notices.channels.texts import MOST_ITEMS, absolute, clean, paragraphs, shortened

LONGEST_CONTENT = 2_000  # Discord refuses a longer one
LONGEST_NAME = 80  # Discord again
LONGEST_TEXT = 3_000  # longer ones Slack hides behind “Show more”
LONGEST_TITLE = 200
LONGEST_PART = 600
MARKDOWN = re.compile(r"([\\*_~`|<>#\[\]()@:-])")
"""The characters that Discord reads as markup, mentions, emojis or lists. A backslash before one shows it as it is."""
SLACK_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


@dataclass(frozen=True)
class Format:
    """How one kind of server is written to. `hosts` are where the addresses of its webhooks lead; `is_gone` recognises
    an answer that says that there is no such webhook any more. `is_signed`: its messages carry an identity and a
    signature, by which the server can drop a repetition."""

    code: str
    name: str
    body: Callable[[Message], Mapping[str, Any]]
    is_gone: Callable[[Answer], bool]
    hosts: tuple[str, ...] = ()
    is_signed: bool = False


def format_of(url: str) -> Format:
    """Return the format of the service that `url` leads to, as far as its host says it; JSON for any other."""
    host = urlsplit(url).hostname or ""
    known = (each for each in FORMATS.values() if any(host == name or host.endswith(f".{name}") for name in each.hosts))
    return next(known, JSON)


def _discord(message: Message) -> dict[str, Any]:
    link = absolute(message.words.link)
    return {
        "content": f"{_discord_text(message, LONGEST_CONTENT - len(link) - 1)}\n{link}",
        "username": shortened(settings.SITE_NAME, LONGEST_NAME),
        "allowed_mentions": {"parse": []},  # a user whose name is @everyone calls nobody
    }


def _discord_text(message: Message, most: int) -> str:
    title, *lines = _lines(message)
    rest = "\n".join(lines)
    head = f"**{_escaped(title, len(title) * 2)}**"
    return f"{head}\n{_escaped(rest, most - len(head) - 1)}".strip()


def _escaped(text: str, most: int) -> str:
    """Return `text` without markup, with at most `most` characters; it is cut before signs are escaped, never between
    a sign and its backslash."""
    escaped = MARKDOWN.sub(r"\\\1", text)
    while len(escaped) > most:
        text = shortened(text, len(text) - (len(escaped) - most + 1) // 2)
        escaped = MARKDOWN.sub(r"\\\1", text)
    return escaped


def _slack(message: Message) -> dict[str, Any]:
    link = absolute(message.words.link)
    text = shortened("\n".join(_lines(message)), LONGEST_TEXT)
    # Without `mrkdwn` Slack shows asterisks as they are. What calls people or leads elsewhere is in angle brackets.
    return {"text": "".join(SLACK_SIGNS.get(sign, sign) for sign in f"{text}\n{link}"), "mrkdwn": False}


def _json(message: Message) -> dict[str, Any]:
    return {
        "id": message.key,
        **_part(message.words),
        "items": [_part(words) for words in message.items[:MOST_ITEMS]],
        "match": message.thread or None,
        "sent_at": int(time.time()),  # the receiver's time, not a simulation's
    }


def _part(words: Words) -> dict[str, str]:
    text = shortened("\n".join(paragraphs(words)), LONGEST_PART)
    return {"title": shortened(clean(words.title), LONGEST_TITLE), "text": text, "link": absolute(words.link)}


def _lines(message: Message) -> list[str]:
    """Return the title, the sentences, and a line for each of several notices."""
    items = [shortened(clean(words.title), LONGEST_TITLE) for words in message.items[:MOST_ITEMS]]
    return [shortened(clean(message.words.title), LONGEST_TITLE), *paragraphs(message.words), *items]


def _is_no_discord_webhook(answer: Answer) -> bool:
    return answer.status in (404, 410) or (answer.status in (401, 403) and "Unknown Webhook" in answer.text)


def _is_no_slack_webhook(answer: Answer) -> bool:
    return answer.status in (404, 410)


def _is_gone(answer: Answer) -> bool:
    return answer.status == 410


DISCORD = Format("discord", "Discord", _discord, _is_no_discord_webhook, ("discord.com", "discordapp.com"))
SLACK = Format("slack", "Slack", _slack, _is_no_slack_webhook, ("hooks.slack.com", "hooks.slack-gov.com"))
JSON = Format("json", "JSON", _json, _is_gone, is_signed=True)
FORMATS = {each.code: each for each in (DISCORD, SLACK, JSON)}
