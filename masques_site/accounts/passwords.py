"""A password validator, in addition to Django's."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Words that an attacker of this site would try first. Longer words come first, so that they are removed whole.
SITE_WORDS = sorted(
    "masques maskera mascarade masons mask masks masque venice venezia venetian lagoon lantern carnival carnevale "
    "palace guild doge courtesan assassin contarini dandolo morosini venier foscari password passwort game games play "
    "tabletop boardgame letmein welcome login".split(),
    key=len,
    reverse=True,
)
# Digits and symbols that replace letters; a 1 may replace "l" or "i".
LEET = (str.maketrans("01345$@!", "oleassai"), str.maketrans("01345$@!", "oieassai"))


class SiteWordsValidator:
    """A validator that refuses passwords with one of the site's own words and fewer than 4 other letters."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError if `password` consists of words related to this site."""
        plain = password.casefold()
        for spelling in (plain, *map(plain.translate, LEET)):
            rest = spelling
            for word in SITE_WORDS:
                rest = rest.replace(word, "")
            if rest != spelling and len(re.sub(r"[\W\d_]", "", rest)) < 4:
                raise ValidationError(
                    _("This password is too easy to guess: it’s made of words related to this site."), code="site_words"
                )

    def get_help_text(self) -> str:
        """Return one sentence for the form."""
        return _("Your password can’t be made of words related to this site.")
