"""Mascarade's page: from a view to the drawn table and its words."""

from collections.abc import Sequence
from typing import Any

from games.core.engine.events import Effect, Entry
from games.core.text import Text, _
from games.core.title.presenter import Choice, Composition, Hint, Presenter, Progress, StandingKey, Stop, Word
from games.titles.mascarade.page import (
    coach,
    departures,
    elements,
    figures,
    glossary,
    helps,
    own,
    progress,
    prompts,
    standing,
    table,
    touched,
    tray,
)
from games.titles.mascarade.rules.view import MascaradeView
from games.titles.mascarade.text import log_text


class MascaradePresenter(Presenter[MascaradeView]):
    """The ring of masks, what the viewer knows of them, and the masks that may be named."""

    template = "titles/mascarade/board.jinja"
    stylesheet = "titles/mascarade/board.css"
    rules_template = "titles/mascarade/rules.html"
    minute_template = "titles/mascarade/minute.html"
    setting_template = "titles/mascarade/setting.html"
    tray_template = "titles/mascarade/_tray.jinja"
    crest_template = "titles/mascarade/_crest.jinja"
    seat_template = "titles/mascarade/_seat.jinja"
    facts_template = "titles/mascarade/_facts.jinja"

    def examples(self) -> dict[str, Any]:
        return figures.drawings()

    def glossary(self, view: MascaradeView) -> list[Word]:
        return glossary.glossary(view)

    def touched(self, entries: Sequence[Entry]) -> dict[str, int | None]:
        return touched.touched(entries)

    def moment(self, view: MascaradeView) -> Text | None:
        return _("Turn %(turn)s", turn=view["turn"]) if view["turn"] else _("Memorising")

    def progress(self, view: MascaradeView) -> list[Progress]:
        return progress.progress(view)

    def stop(self, effect: Effect) -> Stop | None:
        return departures.stop(effect)

    def settled(self, view: MascaradeView, entries: Sequence[Entry]) -> dict[str, Any]:
        return departures.settled(view, entries)

    def leaving(self, view: MascaradeView, entries: Sequence[Entry]) -> dict[str, Any]:
        return departures.leaving(view, entries)

    def hint(self, view: MascaradeView, composition: Composition) -> Hint | None:
        return coach.hint(view, composition)

    def standing(self, view: MascaradeView) -> list[StandingKey]:
        return standing.standing(view)

    def forbidden(self, view: MascaradeView, composition: Composition, element: str) -> Text | None:
        return glossary.forbidden(view, composition, element)

    def setting(self, view: MascaradeView) -> dict[str, Any]:
        """Only the masks that are in play travel."""
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

    def prompt(self, view: MascaradeView, composition: Composition) -> Text:
        return prompts.prompt(view, composition)

    def waiting(self, view: MascaradeView) -> Text:
        return prompts.waiting(view)

    def describe_move(self, view: MascaradeView, seat: int, text: str) -> Text:
        return prompts.describe_move(view, seat, text)

    def describe_effect(self, effect: Effect) -> Text | None:
        return log_text.describe(effect)

    def reason(self, reason: str) -> Text:
        return prompts.REASONS[reason]
