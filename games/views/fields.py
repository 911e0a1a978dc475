"""Fields of forms that pages of a match send, checked as they are read."""

from django.http import HttpRequest

from games.core.text import _
from games.refusals import BadInput

MAX_DIGITS = 10


def readable(request: HttpRequest, name: str) -> str:
    """Return the text in the field `name`, "" if it is missing; raises `BadInput` if it is no text."""
    value = request.POST.get(name, "")
    if "\x00" in value or "\ufffd" in value:
        raise BadInput(_("The field “%(name)s” isn’t readable text.", name=name))
    return value


def number(value: str, name: str) -> int:
    """Return `value`, of the field `name`, as a number from 0; raises `BadInput`."""
    if not (value.isascii() and value.isdigit() and len(value) <= MAX_DIGITS):
        raise BadInput(_("The field “%(name)s” must be a number.", name=name))
    return int(value)
