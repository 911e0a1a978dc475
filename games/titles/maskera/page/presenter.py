"""Maskera's page: from a view to the drawn table and its words."""

from typing import Any

from games.core.text import Text, _
from games.core.title.presenter import Choice, Composition, KeyInAdvance, Presenter, Progress, Word
from games.titles.maskera.page import coach, glossary, prompts
from games.titles.maskera.page.drawing import Drawing, element_of, progress
from games.titles.maskera.rules.view import MaskeraView
from games.titles.maskera.text import in_advance, log_text
from games.titles.maskera.text.names import NAMES

GROUPS = {"pl": _("Play a card"), "ct": _("Try to counter")}
"""Headings of choices, by the verb of their words."""


class MaskeraPresenter(Presenter[MaskeraView]):
    """Draws the two facing areas, the piles between them, and the viewer's hand."""

    reasons = prompts.REASONS
    touched = staticmethod(glossary.touched)
    hint = staticmethod(coach.hint)
    waiting = staticmethod(prompts.waiting)
    describe_move = staticmethod(prompts.describe_move)
    describe_effect = staticmethod(log_text.describe)

    def glossary(self, view: MaskeraView) -> list[Word]:
        return glossary.GLOSSARY

    def moment(self, view: MaskeraView) -> Text | None:
        return _("Turn %(turn)s", turn=view["turn"] + 1)

    def progress(self, view: MaskeraView) -> list[Progress]:
        return [progress(area) for area in view["areas"]]

    def in_advance(self, view: MaskeraView) -> list[KeyInAdvance]:
        answers = (
            (in_advance.PASS, _("Let it pass")),
            (in_advance.PASS_HARMLESS, _("Let any card pass if it can’t win")),
        )
        return [KeyInAdvance(in_advance.ANY, _("When the other player plays a card"), answers)]

    def forbidden(self, view: MaskeraView, composition: Composition, element: str) -> Text | None:
        return glossary.forbidden(view, element)

    def board(self, view: MaskeraView, composition: Composition | None) -> dict[str, Any]:
        draw = Drawing(view, composition)
        below = 0 if view["viewer"] is None else view["viewer"]
        return {
            "phase": view["phase"],
            "sides": [draw.side(1 - below, "far"), draw.side(below, "near")],
            "seats": [draw.seat_row(seat) for seat in range(2)],
            "pile": draw.pile(),
            "discards": draw.discards(),
            "trial": draw.trial(),
            "announced": draw.announced(),
            "answers": draw.answers(composition),
            "aside": draw.aside(),
            "peek": draw.peek(),
            "shuffled": draw.shuffled(),
            "rows": draw.rows(),
            "masks": [{"name": name} for name in NAMES],
        }

    def choice(self, view: MaskeraView, composition: Composition, word: str) -> Choice:
        seat = composition.seat
        return Choice(
            word,
            prompts.label(view, seat, word),
            element_of(seat, word),
            prompts.explain(view, seat, word),
            GROUPS.get(word.partition("=")[0]),
        )

    def prompt(self, view: MaskeraView, composition: Composition) -> Text:
        return prompts.prompt(view)
