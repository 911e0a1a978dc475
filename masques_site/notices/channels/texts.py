"""The texts of a message, cut to what another service takes."""

import unicodedata
from collections.abc import Sequence

from django.conf import settings

from masques_site.notices.channels.base import Words

ELLIPSIS = "…"
MOST_ITEMS = 20  # of several notices in one message; its own words say how many there are


def clean(text: str) -> str:
    """Return `text` as one line, without characters that no service can store.

    >>> clean(" one\\n two\\x00 ")
    'one two'
    """
    return "".join(sign for sign in " ".join(text.split()) if unicodedata.category(sign) not in ("Cc", "Cs"))


def shortened(text: str, most: int) -> str:
    """Return `text` with at most `most` characters, cut between words if it can be.

    >>> shortened("Giulia has moved", 12), shortened("Giulia", 6), shortened("Giulia", 5)
    ('Giulia has…', 'Giulia', 'Giul…')
    """
    if len(text) <= most:
        return text
    cut = text[: most - len(ELLIPSIS)]
    between = cut.rfind(" ") if text[len(cut)] != " " else len(cut)
    return (cut[:between] if between > most // 2 else cut) + ELLIPSIS


def paragraphs(words: Words) -> Sequence[str]:
    """Return the sentences of a notice, and last what another person wrote. In a mail the first one follows a greeting;
    here it begins."""
    said = [line for sentence in words.text if (line := clean(sentence))]
    first = [said[0][0].upper() + said[0][1:]] if said else []
    quote = clean(words.quote)
    return [*first, *said[1:], *([f"“{quote}”"] if quote else [])]


def absolute(path: str) -> str:
    """Return the whole address of a page of the site."""
    return f"{settings.SITE_URL}{path}"
