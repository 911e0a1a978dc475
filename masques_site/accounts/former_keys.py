"""Name keys as they were computed before, and how stored keys are made anew when the algorithm changes.

Of a retired name only the fingerprint of its key is stored, which cannot be recomputed: names that were retired before
a change can be recognised by their former key only.
"""

import re
import unicodedata
from collections.abc import Callable
from itertools import count
from typing import Any

from masques_site.accounts.usernames import MAX_LENGTH, key_by_letters, normalise

CONFUSABLES = str.maketrans(
    "аеорсухіјѕԁһӏкмтвнгѵ" + "αεοριυνκτχβηωγ" + "օսհոցզյ" + "01iıł",
    "aeopcyxljsdhlkmtbhrv" + "aeopluvktxbnwy" + "ouhngqj" + "ollll",
)


def first_key(name: str) -> str:
    """The key of `name` before Unicode's table of confusables was used (until migration 0002)."""
    folded = unicodedata.normalize("NFKC", normalise(name).casefold())
    return re.sub(r"[ ._-]", "", folded.translate(CONFUSABLES))


def former_keys(name: str) -> list[str]:
    """All keys that `name` has had before: the first, and that without letters side by side (until migration 0008)."""
    return [first_key(name), key_by_letters(name)]


def renew_keys(key_of: Callable[[str], str], apps: Any, schema_editor: Any) -> None:
    """For migrations: give every user the key that `key_of` makes of the name. Of people whose names look the same by
    it, all but the one who came first get a number behind their name."""
    users = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    stored = list(users.order_by("pk").values_list("pk", "username", "name_key"))
    first: dict[str, int] = {}
    for pk, name, _ in stored:
        first.setdefault(key_of(name), pk)
    taken = set(first)
    changed = [row for row in stored if key_of(row[1]) != row[2] or first[key_of(row[1])] != row[0]]
    for pk, _, _ in changed:
        users.filter(pk=pk).update(name_key=f"~{pk}")  # out of the way of the others
    for pk, name, _ in changed:
        numbered = (f"{name[: MAX_LENGTH - 5].rstrip(' ._-')} {number}" for number in count(2))
        is_first = first[key_of(name)] == pk
        free = name if is_first else next(other for other in numbered if key_of(other) not in taken)
        users.filter(pk=pk).update(username=free, name_key=key_of(free))
        taken.add(key_of(free))
