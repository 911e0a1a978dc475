"""Masons' page: from a view to the drawn table and its words."""

from typing import Any

from games.core.engine.events import Effect
from games.core.text import ngettext
from games.core.title.presenter import Composition, Presenter, Progress, Stop
from games.titles.masons.page import coach, drawing, elements, glossary, prompts, sheet
from games.titles.masons.page.in_advance import in_advance
from games.titles.masons.rules.effects import TownScored
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text import log_text


class MasonsPresenter(Presenter[MasonsView]):
    """The strip of land with the supply beneath it, and the viewer's cards."""

    rules_stylesheet = "rules.css"
    reasons = log_text.REASONS
    glossary = staticmethod(glossary.glossary)
    touched = staticmethod(elements.touched)
    moment = staticmethod(drawing.moment)
    settled = staticmethod(sheet.settled)
    hint = staticmethod(coach.hint)
    in_advance = staticmethod(in_advance)
    forbidden = staticmethod(prompts.forbidden)
    board = staticmethod(drawing.table)
    choice = staticmethod(prompts.choice)
    prompt = staticmethod(prompts.prompt)
    waiting = staticmethod(prompts.waiting)
    describe_move = staticmethod(prompts.describe_move)
    describe_effect = staticmethod(log_text.describe)

    def setting(self, view: MasonsView) -> dict[str, Any]:
        return drawing.setting(view["viewer"])

    def hand_shows_board(self, view: MasonsView, composition: Composition) -> bool:
        """Return whether a line, a place to build or a town is to be chosen."""
        return view["phase"] in ("wall", "build", "merge")

    def progress(self, view: MasonsView) -> list[Progress]:
        return [Progress(str(points), ngettext("%(n)s point", "%(n)s points", points)) for points in view["scores"]]

    def stop(self, effect: Effect) -> Stop | None:
        return sheet.stop(effect) if isinstance(effect, TownScored) else None
