"""Plain text of a mail, made safe to show."""

import re

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

ADDRESS = re.compile(r"https?://[^\s<>\"']+[^\s<>\"'.,;:!?)\]]")


def with_links(text: str) -> SafeString:
    """`text` escaped, with every address in it as a link."""
    parts, end = [], 0
    for found in ADDRESS.finditer(text):
        address = escape(found.group())
        parts += [escape(text[end : found.start()]), f'<a href="{address}">{address}</a>']
        end = found.end()
    return mark_safe("".join([*parts, escape(text[end:])]))  # noqa: S308  (every part was escaped above)
