"""Name keys as they were computed before Unicode's table of confusables was used.

Of a retired name only the fingerprint of its key is stored, which cannot be recomputed: names retired before then can
be recognised by their former key only.
"""

import re
import unicodedata

from masques_site.accounts.usernames import normalise

CONFUSABLES = str.maketrans(
    "аеорсухіјѕԁһӏкмтвнгѵ" + "αεοριυνκτχβηωγ" + "օսհոցզյ" + "01iıł",
    "aeopcyxljsdhlkmtbhrv" + "aeopluvktxbnwy" + "ouhngqj" + "ollll",
)


def former_key(name: str) -> str:
    """The former key of `name`."""
    folded = unicodedata.normalize("NFKC", normalise(name).casefold())
    return re.sub(r"[ ._-]", "", folded.translate(CONFUSABLES))
