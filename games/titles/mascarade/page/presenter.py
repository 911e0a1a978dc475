"""Mascarade's page: from a view to the drawn table and its words."""

from typing import Any

from games.core.text import Text, _
from games.core.title.presenter import Choice, Composition, Presenter
from games.titles.mascarade.page import coach, departures, elements, helps, own, prompts, table, tray
from games.titles.mascarade.page.glossary import forbidden, glossary
from games.titles.mascarade.page.in_advance import in_advance
from games.titles.mascarade.page.progress import progress
from games.titles.mascarade.page.touched import touched
from games.titles.mascarade.rules.view import MascaradeView
from games.titles.mascarade.text import log_text


class MascaradePresenter(Presenter[MascaradeView]):
    """The ring of masks, what the viewer knows of them, and the masks that may be named."""

    reasons = prompts.REASONS
    glossary = staticmethod(glossary)
    touched = staticmethod(touched)
    progress = staticmethod(progress)
    stop = staticmethod(departures.stop)
    settled = staticmethod(departures.settled)
    leaving = staticmethod(departures.leaving)
    hint = staticmethod(coach.hint)
    in_advance = staticmethod(in_advance)
    forbidden = staticmethod(forbidden)
    prompt = staticmethod(prompts.prompt)
    waiting = staticmethod(prompts.waiting)
    describe_move = staticmethod(prompts.describe_move)
    describe_effect = staticmethod(log_text.describe)

    def moment(self, view: MascaradeView) -> Text | None:
        return _("Turn %(turn)s", turn=view["turn"]) if view["turn"] else _("Memorising")

    def setting(self, view: MascaradeView) -> dict[str, Any]:
        """Return the masks in play; no others are sent."""
        return {"masks": sorted(set(view["script"]))}

    def board(self, view: MascaradeView, composition: Composition | None) -> dict[str, Any]:
        return {
            **table.table(view),
            "own": own.own(view, composition),
            **tray.tray(view, composition),
        }

    def choice(self, view: MascaradeView, composition: Composition, word: str) -> Choice:
        return Choice(
            word,
            prompts.label(view, composition, word),
            elements.element(view, composition.seat, composition.words, word),
            helps.explain(view, composition, word),
        )
