"""Answers in advance: which cards to play when a town is scored, and to exchange nothing."""

from games.core.text import Text, _, ngettext
from games.core.title.presenter import KeyInAdvance
from games.titles.masons.page.hand import own_cards
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text.in_advance import KEEP, NO_EXCHANGE, PLAY, answers
from games.titles.masons.text.names import CARDS


def in_advance(view: MasonsView) -> list[KeyInAdvance]:
    """Return the keys of the viewer, who may be waiting for its turn to score."""
    cards = own_cards(view)
    found = []
    if view["phase"] == "score" and cards:
        offered = tuple((text, _answer(view, text)) for text in answers(cards))
        found.append(KeyInAdvance(PLAY, _("When you score this town"), offered))
    if view["phase"] in ("score", "exchange"):
        found.append(KeyInAdvance(KEEP, _("If you’re last and can swap cards"), ((NO_EXCHANGE, _("Don’t swap")),)))
    return found


def _answer(view: MasonsView, text: str) -> Text:
    """Return “Play Hamlet and Rangers: 9 points”."""
    verb, _sign, words = text.partition(":")
    cards = words.split("+")
    value = sum(view["values"][card] for card in cards)
    points = ngettext("%(n)s point", "%(n)s points", value)
    if verb == "X":
        return _("Discard %(card)s", card=CARDS[cards[0]])
    if len(cards) == 1:
        return _("Play %(card)s: %(points)s", card=CARDS[cards[0]], points=points)
    return _("Play %(card)s and %(other)s: %(points)s", card=CARDS[cards[0]], other=CARDS[cards[1]], points=points)
