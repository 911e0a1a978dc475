"""Messages as the site sends them."""

from typing import Any

from masques_site.notices.channels.base import Message, Words

TURN = Words(
    title="Your turn in Masques",
    text=["giulia has moved.", "You have until Monday."],
    link="/matches/3kX9aQ/",
    call="Play",
)


def message(words: Words = TURN, **facts: Any) -> Message:
    return Message(key="n-4711", words=words, **facts)


def words(title: str = "A title", *text: str, quote: str = "") -> Words:
    return Words(title=title, text=text, link="/matches/3kX9aQ/", call="Play", quote=quote)
