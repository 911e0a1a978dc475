"""A match as one viewer sees it at one moment: the drawn table, who sits there, and the move being composed.

Everything here is made of `State.view(seat)` and public columns, so that it cannot tell more than the viewer may
know. The same functions serve the live page, the preview, the history and spectators.
"""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django.utils.translation import ngettext

from games import clock
from games.core.compose import compose
from games.core.errors import Illegal
from games.core.events import Entry
from games.core.game import Game
from games.core.presenter import Choice, Composition
from games.core.state import State
from games.core.text import Text, _
from games.models import Match, Seat, Status
from games.policy import policy
from games.services import presence
from games.translation import translate, translate_tree
from games.views.log_text import Names

MAX_WORDS = 60
MAX_QUERY = 200
MAX_ELEMENT = 40


@dataclass(slots=True)
class SeatCard:
    """One seat in the list beside the table."""

    index: int
    name: str
    url: str
    is_bot: bool
    is_viewer: bool
    is_due: bool
    deadline: datetime | None = None
    bank: Any = None
    gave_up: bool = False
    place: int | None = None
    score: int | None = None


def seat_cards(match: Match, seats: list[Seat], names: Names, viewer: int | None) -> list[SeatCard]:
    """All seats in order; with places once the match is over."""
    outcome = match.outcome or {}
    scores = outcome.get("scores")
    running = match.status == Status.RUNNING
    return [
        SeatCard(
            index=seat.index,
            name=names(seat.index),
            url="" if seat.user is None else policy().profile_url(seat.user),
            is_bot=bool(seat.bot),
            is_viewer=seat.index == viewer,
            is_due=running and seat.due_decision is not None,
            deadline=seat.deadline if running else None,
            bank=seat.bank if running and not seat.bot and seat.deadline is None else None,
            gave_up=seat.vacated_at is not None,
            place=outcome["places"][seat.index] if outcome else None,
            score=scores[seat.index] if scores else None,
        )
        for seat in seats
    ]


def presence_text(seats: list[Seat], spectators: int) -> str:
    """How many of those who sit here, and of those who only watch, have the page open now, in words; empty if nobody
    has. Who they are is nobody's business."""
    recently = clock.now() - presence.PRESENT
    count = sum(seat.seen_at is not None and seat.seen_at >= recently for seat in seats)
    words = [
        ngettext("%(n)s player is here now", "%(n)s players are here now", count) % {"n": count} if count else "",
        ngettext("%(n)s spectator is watching", "%(n)s spectators are watching", spectators) % {"n": spectators}
        if spectators
        else "",
    ]
    return " · ".join(filter(None, words))


def seat_of(user: Any, seats: list[Seat]) -> Seat | None:
    """The seat that `user` sits on, given up or not."""
    return next((seat for seat in seats if user.is_authenticated and seat.user_id == user.pk), None)


def view_for(state: State, viewer: int | None, due: list[int]) -> dict[str, Any]:
    """What `viewer` may see. `due` are the seats that still owe a decision: those whose sealed answers are in
    have not answered on the replayed state, which stands at the opening of the window."""
    return {**state.view(viewer), "deciders": due}


def draw(
    game: Game,
    view: dict[str, Any],
    composition: Composition | None,
    cards: list[SeatCard],
    names: Names,
    url: str,
    fresh: Collection[str] = (),
    told: Sequence[Entry] = (),
) -> dict[str, Any]:
    """The context of the title's table template. `url` is what a part's word is put behind, "" if none may be;
    `fresh` holds the ids of what has changed since the viewer last looked; what the redacted entries `told` end by
    taking off the table is drawn once more, to be played out."""
    return {
        "template": game.presenter.template,
        "table": translate_tree(game.presenter.table(view, composition), names),
        "compose_url": url,
        "fresh": fresh,
        "leaving": game.presenter.leaving(view, told),
        "view": view,
        "seats": [
            {
                "index": card.index,
                "name": card.name,
                "url": card.url,
                "is_bot": card.is_bot,
                "is_viewer": card.is_viewer,
                "is_due": card.is_due,
            }
            for card in cards
        ],
    }


def setting(game: Game, view: dict[str, Any], names: Names) -> dict[str, Any]:
    """What a whole page holds once beside the table that changes: its scenery, and what everything on it does."""
    presenter = game.presenter
    return {
        "template": presenter.setting_template,
        "setting": translate_tree(presenter.setting(view), names),
        "words": [
            {"key": word.key, "name": translate_tree(word.name, names), "meaning": translate(word.meaning, names)}
            for word in presenter.glossary(view)
        ],
    }


# Composing.


@dataclass(slots=True)
class Picker:
    """The move on its way: what is chosen, what may come next, and the whole move once it is complete.

    `refusal` says why the address cannot be followed, `reminder` why a thing that was tapped is no choice now.
    """

    composition: Composition
    prompt: str
    groups: list[dict[str, Any]] = field(default_factory=list)
    crumbs: list[str] = field(default_factory=list)
    forced: bool = False
    sentence: str = ""
    refusal: str = ""
    reminder: str = ""
    restart_url: str = ""
    back_url: str = ""
    compose_url: str = ""
    client_move_id: str = ""


def words_in(query: str | None) -> list[str]:
    """The words of `?move=`: separated by commas, empty ones ignored."""
    return [word for word in (query or "").split(",") if word]


def compose_as_far(
    game: Game, state: State, seat: int, words: list[str], answered: str
) -> tuple[Composition, Text | None]:
    """The move after as many of `words` as fit, and why the next one does not, if so."""
    refusal: Text | None = None
    if len(words) > MAX_WORDS or sum(map(len, words)) > MAX_QUERY:
        words, refusal = [], _("That is no move: it is too long.")
    for count in range(len(words), -1, -1):
        try:
            return compose(game, state, seat, words[:count], answered), refusal
        except Illegal as error:
            refusal = error.reason
    raise AssertionError("a seat that owes a decision can compose a move of no words")


def pick(
    game: Game, state: State, view: dict[str, Any], composition: Composition, names: Names, path: str, *, confirm: bool
) -> Picker:
    """What the picker shows for `composition`. Without `confirm`, choices that complete the move send it."""
    words = composition.words
    presenter = game.presenter
    picker = Picker(
        composition=composition,
        prompt="",
        crumbs=[
            translate(presenter.choice(view, compose(game, state, composition.seat, words[:at]), word).label, names)
            for at, word in enumerate(words)
        ],
        restart_url=f"{path}?move=",
        back_url=f"{path}?move={address(words[:-1])}",
        compose_url=f"{path}?move={address(words)}{',' if words else ''}",
        client_move_id=uuid.uuid4().hex,
    )
    if composition.text:
        picker.sentence = translate(presenter.describe_move(view, composition.seat, composition.text), names)
        return picker
    picker.prompt = translate(presenter.prompt(view, composition), names)
    picker.forced = len(composition.offered) == 1
    for word in composition.offered:
        choice = presenter.choice(view, composition, word)
        sends = "" if confirm else compose(game, state, composition.seat, [*words, word]).text
        add_choice(picker, choice, sends, names)
    return picker


def add_choice(picker: Picker, choice: Choice, sends: str, names: Names) -> None:
    """Put `choice` under the heading of its group, in the order of the first choice of each group."""
    heading = "" if choice.group is None else translate(choice.group, names)
    row = {
        "word": choice.word,
        "label": translate(choice.label, names),
        "help": "" if choice.help is None else translate(choice.help, names),
        "url": picker.compose_url + quote(choice.word, safe=""),
        "sends": sends,
    }
    for group in picker.groups:
        if group["heading"] == heading:
            group["choices"].append(row)
            return
    picker.groups.append({"heading": heading, "choices": [row]})


def address(words: tuple[str, ...]) -> str:
    """Words as they stand in an address."""
    return ",".join(quote(word, safe="") for word in words)


def words_of(game: Game, state: State, seat: int, text: str) -> list[str]:
    """The words of the parts of the whole move `text`; raises `MoveError` if it is none now."""
    trial = state.copy()
    words = []
    for part in game.parse_move(state, seat, text):
        words.append(game.part_word(trial, seat, part))
        trial.choose(seat, part)
    return words
