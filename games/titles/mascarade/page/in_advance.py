"""Answers in advance: one for each mask of the script, and one for all others."""

from games.core.text import Text, _
from games.core.title.presenter import KeyInAdvance
from games.titles.mascarade.page import words
from games.titles.mascarade.rules.components import LETTERS
from games.titles.mascarade.rules.view import MascaradeView
from games.titles.mascarade.text.in_advance import ALL, answers
from games.titles.mascarade.text.names import name_of


def in_advance(view: MascaradeView) -> list[KeyInAdvance]:
    """Return the keys by mask, alphabetically, then the one for everything else."""
    named = tuple((answer, answer_name(answer)) for answer in answers(view["seats"]))
    masks = [KeyInAdvance(code, name_of(code), named) for code in sorted(set(view["script"]))]
    return [*masks, KeyInAdvance(ALL, _("Any other mask"), named)]


def answer_name(answer: str) -> Text:
    """Return a name for an answer, short enough for a button."""
    if answer == "N":
        return _("Don’t challenge")
    letter = answer.partition("@")[2]
    if letter not in LETTERS[2] or not letter:
        return _("Challenge")
    return _("Challenge with %(mask)s", mask=words.OWN[letter])
