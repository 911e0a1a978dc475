"""Answers in advance: which cards to play when a town is scored, and to exchange nothing."""

from games.core.text import Text, _
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
        found.append(
            KeyInAdvance(KEEP, _("If you are last and may exchange cards"), ((NO_EXCHANGE, _("Exchange nothing")),))
        )
    return found


def _answer(view: MasonsView, text: str) -> Text:
    """Return “Play Hamlet and Rangers: 9 points”."""
    verb, _sign, words = text.partition(":")
    cards = words.split("+")
    points = sum(view["values"][card] for card in cards)
    if verb == "X":
        return _("Discard %(card)s", card=CARDS[cards[0]])
    if len(cards) == 1:
        return _("Play %(card)s: %(points)s points", card=CARDS[cards[0]], points=points)
    return _(
        "Play %(card)s and %(other)s: %(points)s points", card=CARDS[cards[0]], other=CARDS[cards[1]], points=points
    )
