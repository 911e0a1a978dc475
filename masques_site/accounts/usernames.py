"""Names of people: readable, one script each, and no two that look the same.

A name is stored in Unicode's NFKC form. Its *key* folds case and look-alike letters (``Nell``, ``NEIL`` and a
Cyrillic ``Nеll`` share one key) and is unique, so that nobody can pass for somebody else. Which letters look alike is
told by Unicode's table (UTS 39), as the package confusable-homoglyphs holds it. Keys are stored: whatever changes one
needs a migration.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from string import ascii_letters, digits

from confusable_homoglyphs.utils import load
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
NAME_LETTER = re.compile(f"[{''.join(SCRIPTS.values())}0-9]")
NAME_PATTERNS = [re.compile(rf"[{letters}0-9]+(?:[ ._-][{letters}0-9]+)*") for letters in SCRIPTS.values()]

PLAIN = frozenset(ascii_letters + digits)

# What keys hold for letters of which Unicode's table says nothing, because it compares letters of one case.
MORE_LOOK_ALIKES = str.maketrans("01iıłηωյ", "ollllnwj")

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
    # The table takes a while to load, and names in plain letters do without.
    return re.sub(r"[ ._-]", "", folded.translate(MORE_LOOK_ALIKES if folded.isascii() else look_alikes()))


@cache
def look_alikes() -> dict[int, int | str]:
    """For `str.translate`: what keys hold for each folded letter that looks like another one, as a small letter or as
    a capital. A plain letter stands for all that look like it."""
    groups = _groups(
        {letter: [entry["c"] for entry in entries] for letter, entries in load("confusables.json").items()}
    )
    letters = {letter.casefold() for letter in groups if not letter.isascii()}
    found: dict[int, int | str] = {
        ord(each): _prototype(each, groups).translate(MORE_LOOK_ALIKES) for each in letters if len(each) == 1
    }
    return found | MORE_LOOK_ALIKES


def _groups(alike: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """For each letter, the letters and sequences of letters that look like it, directly or by way of others."""
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
    """A plain letter if `letter` looks like one; else the letters that it looks like a sequence of; else the first
    letter that it looks like and that names may hold; else itself."""
    small = groups.get(letter, {letter})
    capital = {other for each in small for other in groups.get(each.upper(), ())}
    for group in (small, capital):
        if plain := group & PLAIN:
            return min(plain).lower()
    for group in (small, capital):
        if sequences := [other for other in group if len(other) > 1 and all(map(NAME_LETTER.match, other))]:
            return min(sequences).casefold()
    return min((other for other in small if NAME_LETTER.fullmatch(other)), default=letter)


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
