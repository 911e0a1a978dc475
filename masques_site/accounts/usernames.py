"""Names of people: readable, one script each, and no two that look the same.

A name is stored in Unicode's NFKC form. Its *key* folds case and look-alike letters (``Nell``, ``NEIL`` and a
Cyrillic ``Nеll`` share one key) and is unique, so that nobody can pass for somebody else.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 24

# Letters that names may be written in. Only plain letters: no phonetic, historic, combining or invisible ones.
SCRIPTS = {
    "Latin": "A-Za-zÀ-ÖØ-öø-žƁƊƏƘƙƠơƯưƳƴǍ-ǜȘ-țɓɗəẀ-ẙẞẠ-ỹ",  # with Vietnamese, Hausa, Azerbaijani and pinyin
    "Greek": "ΆΈ-ΏΑ-ΡΣ-ώ",
    "Cyrillic": "Ѐ-џҐґҒғҚқҢңҮүҰұҲҳӘәӨө",
    "Armenian": "Ա-Ֆա-և",
    "Georgian": "ა-ჰ",
    "Hebrew": "א-ת",
    "Arabic": "ء-غف-ي",
    "Devanagari": "ऄ-हऀ-ःा-ौॐ्",
    "Thai": "ก-ฺเ-๎",
    "Hangul": "가-힣",
    "Japanese or Chinese": "ぁ-ゖァ-ヺー一-鿿",
}
NAME_PATTERNS = [re.compile(rf"[{letters}0-9]+(?:[ ._-][{letters}0-9]+)*") for letters in SCRIPTS.values()]

# What looks like a Latin letter or digit, after case folding.
LOOK_ALIKES = str.maketrans(
    {
        **dict(zip("аеорсухіјѕԁһӏкмтвнгѵ", "aeopcyxljsdhlkmtbhrv", strict=True)),
        **dict(zip("αεοριυνκτχβηωγ", "aeopluvktxbnwy", strict=True)),
        **dict(zip("օսհոցզյ", "ouhngqj", strict=True)),
        **dict(zip("01iıł", "ollll", strict=True)),
    }
)

# Words under which somebody could pass for the site, for a bot or for a guest.
RESERVED_WORDS = (
    "admin administrator moderator mod staff support help system root masques official security webmaster postmaster "
    "abuse noreply nobody anonymous everybody spectator deleted guest bot seat"
).split()


def normalise(name: str) -> str:
    """`name` in the form in which it is stored: NFKC, no blanks around it, single blanks inside."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_key(name: str) -> str:
    """What is unique about `name`: two names with the same key cannot be told apart at a glance."""
    folded = unicodedata.normalize("NFKC", normalise(name).casefold())
    return re.sub(r"[ ._-]", "", folded.translate(LOOK_ALIKES))


RESERVED_KEYS = {name_key(word) for word in RESERVED_WORDS}


def validate_username(name: str) -> None:
    """Raise ValidationError unless `name` is one that a person, or the site for a guest, may choose."""
    if name != normalise(name):
        raise ValidationError(_("This name holds characters that cannot be told apart or seen."), code="form")
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if not any(pattern.fullmatch(name) for pattern in NAME_PATTERNS):
        raise ValidationError(
            _(
                "A name is made of letters of one script and digits 0 to 9, with single blanks, dots, hyphens or "
                "underscores between them."
            ),
            code="letters",
        )
    if not any(character.isalpha() for character in name):
        raise ValidationError(_("A name needs at least one letter."), code="letters")


def validate_not_reserved(name: str) -> None:
    """Raise ValidationError if `name` would pass for the site, a bot or a guest."""
    words = {name_key(re.sub(r"(?<=[^0-9])[0-9]+$", "", word)) for word in re.split(r"[ ._-]", normalise(name))}
    if RESERVED_KEYS & {*words, *(word.removesuffix("s") for word in words), name_key(name)}:
        raise ValidationError(_("This name is kept for the site itself. Please choose another."), code="reserved")
