"""Masons' page: from a view to the drawn table and its words."""

from collections.abc import Sequence
from typing import Any

from games.core.engine.events import Effect, Entry
from games.core.text import Text, ngettext
from games.core.title.presenter import Choice, Composition, Hint, Presenter, Progress, StandingKey, Stop, Word
from games.titles.masons.page import coach, drawing, elements, figures, glossary, prompts, sheet
from games.titles.masons.page.standing import standing
from games.titles.masons.rules.effects import TownScored
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text import log_text


class MasonsPresenter(Presenter[MasonsView]):
    """The strip of land with the supply beneath it, and the viewer's cards."""

    template = "titles/masons/board.jinja"
    stylesheet = "titles/masons/board.css"
    rules_stylesheet = "titles/masons/rules.css"
    rules_template = "titles/masons/rules.html"
    minute_template = "titles/masons/minute.html"
    setting_template = "titles/masons/setting.html"
    tray_template = "titles/masons/_tray.jinja"
    crest_template = "titles/masons/_crest.jinja"
    seat_template = "titles/masons/_seat.jinja"
    facts_template = "titles/masons/_facts.jinja"

    def examples(self) -> dict[str, Any]:
        return figures.drawings()

    def setting(self, view: MasonsView) -> dict[str, Any]:
        return drawing.setting(view["viewer"])

    def glossary(self, view: MasonsView) -> list[Word]:
        return glossary.glossary(view)

    def touched(self, entries: Sequence[Entry]) -> dict[str, int | None]:
        return elements.touched(entries)

    def moment(self, view: MasonsView) -> Text | None:
        return drawing.moment(view)

    def progress(self, view: MasonsView) -> list[Progress]:
        return [Progress(str(points), ngettext("%(n)s point", "%(n)s points", points)) for points in view["scores"]]

    def stop(self, effect: Effect) -> Stop | None:
        return sheet.stop(effect) if isinstance(effect, TownScored) else None

    def settled(self, view: MasonsView, entries: Sequence[Entry]) -> dict[str, Any]:
        return sheet.settled(view, entries)

    def hint(self, view: MasonsView, composition: Composition) -> Hint | None:
        return coach.hint(view, composition)

    def standing(self, view: MasonsView) -> list[StandingKey]:
        return standing(view)

    def forbidden(self, view: MasonsView, composition: Composition, element: str) -> Text | None:
        return prompts.forbidden(view, composition, element)

    def board(self, view: MasonsView, composition: Composition | None) -> dict[str, Any]:
        return drawing.table(view, composition)

    def choice(self, view: MasonsView, composition: Composition, word: str) -> Choice:
        return prompts.choice(view, composition, word)

    def prompt(self, view: MasonsView, composition: Composition) -> Text:
        return prompts.prompt(view, composition)

    def waiting(self, view: MasonsView) -> Text:
        return prompts.waiting(view)

    def describe_move(self, view: MasonsView, seat: int, text: str) -> Text:
        return prompts.describe_move(view, seat, text)

    def describe_effect(self, effect: Effect) -> Text | None:
        return log_text.describe(effect)

    def reason(self, reason: str) -> Text:
        return log_text.REASONS[reason]
