"""Usernames: readable, in one script each, and never confusable with another one.

A name is stored in NFKC form. Its *key* folds case and confusable letters (``Nell``, ``NEIL`` and a Cyrillic ``Nеll``
have the same key) and is unique, so that nobody can impersonate another user. The table of confusables is Unicode's
(UTS 39), from the package confusable-homoglyphs. Another key, without accents, is for searching people. Both keys are
stored: a change of either algorithm needs a migration (the keys of before stay in `masques_site.accounts.former_keys`).
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from string import ascii_letters, digits

from confusable_homoglyphs.utils import load
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from games.bots.names import BOT_NAMES
from games.plumbing.bidi import bare
from games.translation import translate

MIN_LENGTH, MAX_LENGTH = 3, 24

# Letters allowed in names, by script; no phonetic, historic, combining or invisible characters.
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
NAME_LETTER = re.compile(f"[{''.join(SCRIPTS.values())}0-9]")
NAME_PATTERNS = [re.compile(rf"[{letters}0-9]+(?:[ ._-][{letters}0-9]+)*") for letters in SCRIPTS.values()]

PLAIN_LETTERS = frozenset(ascii_letters + digits)

# Marks of decomposed letters that searches ignore: the accents of Latin, Greek and Cyrillic letters, and those on an
# alif.
ACCENTS = re.compile("[\u0300-\u036f\u0653-\u0655]")
# Letters with a stroke or a hook, and letters of two, which Unicode does not take apart.
PLAINLY = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ƴ": "y"}
    | {"ə": "e", "æ": "ae", "œ": "oe", "þ": "th"}
)

# Confusables that Unicode's table does not contain, because it does not compare letters of different case.
EXTRA_CONFUSABLES = str.maketrans("01iıłηωյ", "ollllnwj")

# Letters that look like two others side by side. They are written as the two, so that the key of a name begins with the
# key of each of its beginnings.
SIDE_BY_SIDE = str.maketrans({"m": "rn", "w": "vv", "d": "cl"})

# Words that suggest that a user is the site, a bot or a guest.
RESERVED_WORDS = (
    "admin administrator moderator mod staff support help system root masques official security webmaster postmaster "
    "abuse noreply nobody anonymous everybody spectator deleted guest bot seat"
).split()


def normalise(name: str) -> str:
    """Return `name` in NFKC form, without leading and trailing blanks, with single blanks inside."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def folded(name: str) -> str:
    """Return `name` folded: without capitals, decomposed accents, surrounding blanks, and the invisible marks that a
    name copied from a page may bring along (`games.plumbing.bidi`)."""
    return unicodedata.normalize("NFKC", normalise(bare(name)).casefold())


def search_key(name: str) -> str:
    """Return what users may type to find `name`: without accents, capitals and separators. The key of a name's
    beginning is the beginning of its key."""
    return re.sub(r"[ ._-]", "", without_accents(folded(name)))


def without_accents(text: str) -> str:
    """Return the folded `text` in the letters of plain keyboards of its script."""
    apart = unicodedata.normalize("NFD", text.translate(PLAINLY))
    return unicodedata.normalize("NFC", ACCENTS.sub("", apart))


def name_key(name: str) -> str:
    """Return the key of `name`; names with the same key are confusable. The key of a name's beginning is the beginning
    of its key."""
    return key_by_letters(name).translate(SIDE_BY_SIDE)


def key_by_letters(name: str) -> str:
    """Return the key of `name` as far as each letter is compared by itself; without the separators of names."""
    plain = folded(name)
    # The table is slow to load, and ASCII names do not need it.
    return re.sub(r"[ ._-]", "", plain.translate(EXTRA_CONFUSABLES if plain.isascii() else confusables()))


@cache
def confusables() -> dict[int, int | str]:
    """Return a table for `str.translate` that maps each folded letter to its prototype, which is an ASCII letter if one
    is confusable with it in lower or upper case."""
    groups = _groups(
        {letter: [entry["c"] for entry in entries] for letter, entries in load("confusables.json").items()}
    )
    letters = {letter.casefold() for letter in groups if not letter.isascii()}
    found: dict[int, int | str] = {
        ord(each): _prototype(each, groups).translate(EXTRA_CONFUSABLES) for each in letters if len(each) == 1
    }
    return found | EXTRA_CONFUSABLES


def _groups(alike: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """Return, for each letter, its equivalence class: the letters and sequences confusable with it, transitively."""
    groups: dict[str, set[str]] = {}
    for letter in alike:
        if len(letter) == 1 and letter not in groups:
            group, todo = {letter}, [letter]
            while todo:
                new = set(alike.get(todo.pop(), ())) - group
                group |= new
                todo += [other for other in new if len(other) == 1]
            groups.update((other, group) for other in group if len(other) == 1)
    return groups


def _prototype(letter: str, groups: Mapping[str, set[str]]) -> str:
    """Return an ASCII letter or digit that is confusable with `letter`; else a sequence of letters that is; else the
    first letter that is and that is allowed in names; else `letter` itself."""
    small = groups.get(letter, {letter})
    capital = {other for each in small for other in groups.get(each.upper(), ())}
    for group in (small, capital):
        if plain := group & PLAIN_LETTERS:
            return min(plain).lower()
    for group in (small, capital):
        if sequences := [other for other in group if len(other) > 1 and all(map(NAME_LETTER.match, other))]:
            return min(sequences).casefold()
    return min((other for other in small if NAME_LETTER.fullmatch(other)), default=letter)


RESERVED_KEYS = {name_key(word) for word in (*RESERVED_WORDS, settings.SITE_NAME)}


@cache
def keys_of_bots() -> frozenset[str]:
    """Return the keys of the names of bots, in every language of the site."""
    found = set()
    for language, _label in settings.LANGUAGES:
        with override(language):
            found |= {name_key(translate(name)) for name in BOT_NAMES}
    return frozenset(found)


def validate_username(name: str) -> None:
    """Raise ValidationError if `name` is malformed; names of guests are checked too."""
    if name != normalise(name):
        raise ValidationError(_("This name has invisible characters, or ones that are easily confused."), code="form")
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValidationError(
            _("Names must have %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": MIN_LENGTH, "longest": MAX_LENGTH},
        )
    if not any(pattern.fullmatch(name) for pattern in NAME_PATTERNS):
        raise ValidationError(
            _(
                "Use letters from one script and the digits 0 to 9. You can put single spaces, dots, hyphens "
                "or underscores between them."
            ),
            code="letters",
        )
    if not any(character.isalpha() for character in name):
        raise ValidationError(_("Names need at least one letter."), code="letters")


def validate_not_reserved(name: str) -> None:
    """Raise ValidationError if `name` suggests that the user is the site, a bot or a guest."""
    words = {name_key(re.sub(r"(?<=[^0-9])[0-9]+$", "", word)) for word in re.split(r"[ ._-]", normalise(name))}
    if RESERVED_KEYS & {*words, *(word.removesuffix("s") for word in words), name_key(name)}:
        raise ValidationError(_("This name is reserved for the site. Please choose another."), code="reserved")


def validate_no_bot(name: str) -> None:
    """Raise ValidationError if `name` is that of a bot, or looks the same."""
    if name_key(name) in keys_of_bots():
        raise ValidationError(_("This name is reserved for bots. Please choose another."), code="reserved")
