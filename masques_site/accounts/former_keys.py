"""Keys of names as they were made before Unicode's table of look-alikes was used. Of a name that was given up only the
fingerprint of its key is kept, which cannot be made anew; so names given up until then are known by this key alone."""

import re
import unicodedata

from masques_site.accounts.usernames import normalise

LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһӏкмтвнгѵ" + "αεοριυνκτχβηωγ" + "օսհոցզյ" + "01iıł",
    "aeopcyxljsdhlkmtbhrv" + "aeopluvktxbnwy" + "ouhngqj" + "ollll",
)


def former_key(name: str) -> str:
    """What was unique about `name`."""
    folded = unicodedata.normalize("NFKC", normalise(name).casefold())
    return re.sub(r"[ ._-]", "", folded.translate(LOOK_ALIKES))
