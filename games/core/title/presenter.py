"""Presenters turn a view into what the page draws and says. A presenter never gets a State, only a viewer's view."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.core.engine.events import Effect, Entry
from games.core.engine.view import View
from games.core.text import Text

AnyView = TypeVar("AnyView", bound=View)
"""The title's own view."""


@dataclass(frozen=True, slots=True)
class Composition:
    """An unfinished or complete move: the parts that `seat` has chosen, and the options for the next one.

    `words` and `offered` are names of parts as `Game.part_word` gives them, in the order of `State.options`; of a pair
    (`Game.pairs`) either may come first, until both are chosen.
    `text` is the move in the title's notation if it is complete, else empty. `answered` is the answer that the seat has
    already given in the open window and may still change, else empty.
    """

    seat: int
    words: tuple[str, ...]
    offered: tuple[str, ...]
    text: str = ""
    answered: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One part that may come next, as the page offers it.

    `element` is the id of the drawn element that becomes clickable for it ("" if there is none). `help` explains it in
    the words of the rules page. `group` is a heading that several choices share, or None.
    """

    word: str
    label: Text
    element: str = ""
    help: Text | None = None
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """A glossary entry: the name and meaning of a card, token or pile. Drawn elements refer to it by `key`."""

    key: str
    name: Text | str
    meaning: Text


@dataclass(frozen=True, slots=True)
class Progress:
    """How near a seat is to winning: `short` for its crest (“3/4”), `text` as a sentence or a list of what it has.

    `near` is set one step from winning.
    """

    short: str
    text: Text
    near: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """The end of a round, at which a reader of the log pauses: its heading and what it brought, a line for each.

    `brief` says the same in so few words that a phone shows all of it at once beneath the board, which shows the rest;
    if it is empty, the lines are brief enough.
    """

    heading: Text
    lines: tuple[Text, ...]
    brief: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A coach's hint for a player in their first match of the title: `key` names it, so that it is shown once (at most
    16 small letters), `text` is short: three lines on a phone."""

    key: str
    text: Text


@dataclass(frozen=True, slots=True)
class KeyInAdvance:
    """A decision that a seat may answer in advance: its `key` (`Game.keys_in_advance`), called `label`, and each
    possible answer, in the form that `Game.parse_in_advance` reads, with its name."""

    key: str
    label: Text
    answers: tuple[tuple[str, Text], ...]


class Kept(dict[str, Any]):
    """A part of a board that its title caches by the facts that it is made from, and returns again wherever they are
    the same. It is put into words once for a language and the names at a table. It must not be altered."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]  # compared by identity: its contents are not read


class Presenter(ABC, Generic[AnyView]):
    """Turns views, compositions and log entries of one title into words and drawings.

    All templates of a title, except those of a seat, get the same context: `board` (what `board` returns), `view`,
    `compose_url`, `seats` (dicts of the site: index, name, url, is_bot, is_viewer, is_due, progress, row), `fresh`
    (what `touched` returns), `leaving` and `settled`. Those of a seat get its `row` alone, and are drawn once for
    everybody who is shown the same.

    A class names the files that differ from the usual ones, in its title's folders `titles/<slug>/`, "" for one that it
    does not have; a presenter knows their whole paths. A method that needs only its arguments is a function of the
    title: ``hint = staticmethod(coach.hint)``.
    """

    template: str = "board.jinja"
    """The template that draws the board. The page gives it a box of a definite size, a CSS container of the name
    ``board``: the drawing fits into 100cqw by 100cqh."""
    tray_template: str = "_tray.jinja"
    """The template of the tray: the viewer's own cards, and cards to choose from that are not on the board. Its box is
    a container of the name ``tray``, as wide as the page and low on a phone."""
    hand_template: str = "_hand.jinja"
    """The template of the hand, a page for the phone of someone who sits at a real table: all that only the viewer may
    see and all that they own, without the board. It may put the tray into an element ``tray``, which is a container of
    that name and of a definite size."""
    crest_template: str = "_crest.jinja"
    """The template of a seat's arms, about 28 px square in the row of seats, which draws `row`, the seat's dict in
    ``board["seats"]``."""
    seat_template: str = "_seat.jinja"
    """The template of a seat's details, opened from its crest, which draws `row`."""
    facts_template: str = "_facts.jinja"
    """The template of the table in words, below the board: everything that is drawn, for readers without the
    drawing."""
    stylesheet: str = "board.css"
    """The static file with the drawing's CSS."""
    rules_template: str = "rules.html"
    """The template with the rules in our own words, rulings and credits."""
    rules_stylesheet: str = ""
    """The static file with the CSS of its pictures, if the drawing's CSS is not enough."""
    minute_template: str = "minute.html"
    """The template of the rules in one minute, which come before the rules, with the symbols that both draw."""
    setting_template: str = "setting.html"
    """The template of what a page needs once, however often its board changes: symbols, patterns, scenery."""
    reasons: Mapping[str, Text]
    """The named reasons of the outcomes of this title, in words."""

    def __init__(self, slug: str) -> None:
        def path(file: str) -> str:
            return file and f"titles/{slug}/{file}"

        self.template = path(self.template)
        self.tray_template = path(self.tray_template)
        self.hand_template = path(self.hand_template)
        self.crest_template = path(self.crest_template)
        self.seat_template = path(self.seat_template)
        self.facts_template = path(self.facts_template)
        self.stylesheet = path(self.stylesheet)
        self.rules_template = path(self.rules_template)
        self.rules_stylesheet = path(self.rules_stylesheet)
        self.minute_template = path(self.minute_template)
        self.setting_template = path(self.setting_template)

    @abstractmethod
    def board(self, view: AnyView, composition: Composition | None) -> dict[str, Any]:
        """Return what the templates draw: plain dicts and lists, Texts for words, element ids for parts; under
        ``seats`` a dict for each seat, which the templates of a seat draw as `row`.

        With a composition, the parts chosen so far are drawn where they will be (a preview). The preview uses
        the view alone, so it can never show what the viewer may not know yet.
        """

    def setting(self, view: AnyView) -> dict[str, Any]:
        """Return what `setting_template` draws. It must not change while the match runs."""
        return {}

    def glossary(self, view: AnyView) -> list[Word]:
        """Return what everything on this board is and does. It must not change while the match runs."""
        return []

    def touched(self, entries: Sequence[Entry]) -> dict[str, int | None]:
        """Return the drawn things that these redacted entries of the log have changed: the id of each, with the seat
        that changed it last (None: chance or the rules did)."""
        return {}

    def moment(self, view: AnyView) -> Text | None:
        """Return the state of the match in two or three words: “Round 3”."""
        return None

    def progress(self, view: AnyView) -> list[Progress]:
        """Return, by seat, how near each is to winning; empty if the title has no such measure."""
        return []

    def stop(self, effect: Effect) -> Stop | None:
        """Return what to read at this effect of a log if it ends a round, else None."""
        return None

    def settled(self, view: AnyView, entries: Sequence[Entry]) -> dict[str, Any]:
        """Return the decisions of the last of these redacted entries, an effect with a `stop`: who took what, by how
        much. The template draws it over the board at that moment; `view` is that after the effect."""
        return {}

    def leaving(self, view: AnyView, entries: Sequence[Entry]) -> dict[str, Any]:
        """Return what the end of these redacted entries removed from the board all at once, for the template to draw
        once more, hidden: in an element `data-leaving`, which holds the ply, things that move to `data-goal`, with
        `data-from` and `data-kind`, and things that fade, `data-fades`. The page's script animates it."""
        return {}

    def hint(self, view: AnyView, composition: Composition) -> Hint | None:
        """Return a beginner's hint for this moment of their decision, or None. It is made from the view and the
        composition alone, so it knows no more than the seat."""
        return None

    def in_advance(self, view: AnyView) -> list[KeyInAdvance]:
        """Return what the viewer may answer in advance in this match; empty if the title has no answers in advance."""
        return []

    def forbidden(self, view: AnyView, composition: Composition, element: str) -> Text | None:
        """Return why the drawn thing `element` is no part that may come next: the rule that forbids it. None if there
        is no such rule. Made from the view alone."""
        return None

    def hand_shows_board(self, view: AnyView, composition: Composition) -> bool:
        """Return whether the hand shows the board as well while this unfinished move is composed: its next part is
        chosen by place, which no name says as well."""
        return False

    @abstractmethod
    def choice(self, view: AnyView, composition: Composition, word: str) -> Choice:
        """Return how the offered part `word` is named and drawn."""

    @abstractmethod
    def prompt(self, view: AnyView, composition: Composition) -> Text:
        """Return what the viewer is asked now: “Pick a guest to keep.”"""

    @abstractmethod
    def waiting(self, view: AnyView) -> Text:
        """Return what the due seats owe, for everyone else: “%(seats)s drafts a guest.”"""

    @abstractmethod
    def describe_move(self, view: AnyView, seat: int, text: str) -> Text:
        """Return a whole move of `seat` as the sentence to confirm: “Hire the thief into hallway 3 ...”"""

    @abstractmethod
    def describe_effect(self, effect: Effect) -> Text | None:
        """Return the redacted effect of a log entry as a sentence, or None if it says nothing to a reader."""
