"""A language of the tests whose texts are a third longer than the English ones, as those of a translation may be.

A settings module of tests asks for it with `longer`. A browser whose language is `LANGUAGE` is answered in it; nobody
can choose it on the site. Names, numbers and placeholders stay as they are.
"""

import re
from collections.abc import Callable
from typing import Any

from django.utils.translation import trans_real

LANGUAGE = "en-XL"
CONTEXT = "\x04"  # between the context of a message and the message
# What is no word of a text: values, tags and entities; then a word.
PIECES = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[^}]*\}|<[^>]*>|&\w+;|(?P<word>[^\W\d_]+)")


def longer(settings: dict[str, Any]) -> None:
    """Let a site with these settings, the names of a settings module, answer in the language if a browser asks."""
    settings["MIDDLEWARE"] = [*settings["MIDDLEWARE"], "tests.plugins.longer.LongerTexts"]


def lengthened(text: str) -> str:
    """Return `text` with a third more letters, at the ends of its words.

    >>> lengthened("Place %(wall)s on a line")
    'Placel %(wall)s onn a linein'
    """
    owed = 0

    def word(piece: re.Match[str]) -> str:
        nonlocal owed
        letters = piece["word"] or ""
        owed += len(letters)
        more, owed = divmod(owed, 3) if letters else (0, owed)
        return piece[0] + "".join(letters[(at + 1) % len(letters)] for at in range(more))

    return PIECES.sub(word, text)


class Longer(trans_real.DjangoTranslation):
    """English with longer texts. Caches are keyed by its name."""

    def __init__(self) -> None:
        super().__init__("en")

    def to_language(self) -> str:
        return LANGUAGE.lower()

    def gettext(self, message: str) -> str:
        return lengthened(super().gettext(message).split(CONTEXT)[-1])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return lengthened(super().ngettext(msgid1, msgid2, n).split(CONTEXT)[-1])


class LongerTexts:
    """Middleware that answers in the language, after all others have made their choice."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response
        self.language = Longer()

    def __call__(self, request: Any) -> Any:
        if request.headers.get("Accept-Language", "").startswith(LANGUAGE):
            trans_real._active.value = self.language
        return self.get_response(request)
