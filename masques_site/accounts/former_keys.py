"""Name keys as they were computed before.

For a retired name only the fingerprint of its key is stored, which cannot be recomputed: names that were retired before
a change can be recognised by their former key only.
"""

import re
import unicodedata

from masques_site.accounts.usernames import key_by_letters, normalise

CONFUSABLES = str.maketrans(
    "аеорсухіјѕԁһӏкмтвнгѵ" + "αεοριυνκτχβηωγ" + "օսհոցզյ" + "01iıł",
    "aeopcyxljsdhlkmtbhrv" + "aeopluvktxbnwy" + "ouhngqj" + "ollll",
)


def first_key(name: str) -> str:
    """Return the key of `name` before Unicode's table of confusables was used."""
    folded = unicodedata.normalize("NFKC", normalise(name).casefold())
    return re.sub(r"[ ._-]", "", folded.translate(CONFUSABLES))


def former_keys(name: str) -> list[str]:
    """Return all keys that `name` has had before: the first, and that without letters side by side."""
    return [first_key(name), key_by_letters(name)]
