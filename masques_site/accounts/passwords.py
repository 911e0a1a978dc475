"""What a password may not be, beyond Django's own list of common ones."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# What somebody who knows this site would try first; longer words first, so that nothing of them is left over.
SITE_WORDS = sorted(
    "masques maskera mascarade masons mask masks masque venice venezia venetian lagoon lantern carnival carnevale "
    "palace guild doge courtesan assassin contarini dandolo morosini venier foscari password passwort game games play "
    "tabletop boardgame letmein welcome login".split(),
    key=len,
    reverse=True,
)
# Digits and signs that stand for letters; a 1 may be either of two.
LEET = (str.maketrans("01345$@!", "oleassai"), str.maketrans("01345$@!", "oieassai"))


class SiteWordsValidator:
    """Refuses a password of which hardly anything is left when the site's own words, digits and signs are taken out."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError if `password` is made of words that this site suggests."""
        plain = password.casefold()
        for spelling in (plain, *map(plain.translate, LEET)):
            rest = spelling
            for word in SITE_WORDS:
                rest = rest.replace(word, "")
            if rest != spelling and len(re.sub(r"[\W\d_]", "", rest)) < 4:
                raise ValidationError(
                    _("This password is made of words that anybody would try here."), code="site_words"
                )

    def get_help_text(self) -> str:
        """One sentence for the form."""
        return _("Your password can’t be made of words that belong to this site.")
