"""Composing a move: what has been chosen, what may come next, and the whole move once it is complete."""

import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from django.utils.translation import get_language

from games.core.engine.state import State
from games.core.engine.view import View
from games.core.errors import Illegal
from games.core.text import Text, _
from games.core.title.compose import compose
from games.core.title.game import Game
from games.core.title.presenter import Choice, Composition
from games.translation import translate
from games.views.log_text import Names

MAX_WORDS = 60
MAX_QUERY = 200
MAX_ELEMENT = 40
FOLD_ABOVE = 40
"""A list of more choices than this, in groups, is folded: each group opens by itself."""


@dataclass(slots=True)
class Picker:
    """The page's view of a composition.

    `refusal` says why the words of the address are not legal, `reminder` why a drawn thing that was tapped is not a
    choice now. `loose` are the choices that are not drawn on the board. `forced` are the parts that were the only
    choice, and are therefore chosen already.
    """

    composition: Composition
    prompt: str
    groups: list[dict[str, Any]] = field(default_factory=list)
    crumbs: list[str] = field(default_factory=list)
    loose: list[dict[str, Any]] = field(default_factory=list)
    forced: list[str] = field(default_factory=list)
    sentence: str = ""
    refusal: str = ""
    reminder: str = ""
    restart_url: str = ""
    back_url: str = ""
    compose_url: str = ""
    client_move_id: str = ""

    @property
    def folds(self) -> bool:
        """Return whether each group of choices in words is folded: there are too many to scroll past."""
        return len(self.groups) > 1 and sum(len(group["choices"]) for group in self.groups) > FOLD_ABOVE


def words_in(query: str | None) -> list[str]:
    """Return the words of `?move=`: separated by commas, empty ones ignored."""
    return [word for word in (query or "").split(",") if word]


def compose_prefix(
    game: Game, state: State, seat: int, words: list[str], answered: str
) -> tuple[Composition, Text | None]:
    """Return the composition of the longest prefix of `words` that is legal, and why the next word is not, if so."""
    refusal: Text | None = None
    if len(words) > MAX_WORDS or sum(map(len, words)) > MAX_QUERY:
        words, refusal = [], _("That’s not a move: it’s too long.")
    for count in range(len(words), -1, -1):
        try:
            return compose(game, state, seat, words[:count], answered), refusal
        except Illegal as error:
            refusal = error.reason
    raise AssertionError("a seat that owes a decision can compose a move of no words")


def choose_forced(game: Game, state: State, composition: Composition) -> tuple[Composition, frozenset[int]]:
    """Return `composition` with every part that is the only choice, and the positions of those parts, including ones
    named by the address: a step back skips them."""
    seat, words, places = composition.seat, composition.words, set()
    for at in range(len(words)):
        if len(compose(game, state, seat, words[:at]).offered) == 1:
            places.add(at)
    while not composition.text and len(composition.offered) == 1:
        places.add(len(composition.words))
        words = (*composition.words, composition.offered[0])
        composition = compose(game, state, seat, words, composition.answered)
    return composition, frozenset(places)


def pick(
    game: Game,
    state: State,
    view: View,
    composition: Composition,
    names: Names,
    path: str,
    *,
    confirm: bool,
    forced: frozenset[int] = frozenset(),
) -> Picker:
    """Return what the picker shows for `composition`. Without `confirm`, choices that complete the move send it.
    `forced` are the positions of words that were no choice."""
    words = composition.words
    presenter = game.presenter
    crumbs = [
        translate(presenter.choice(view, compose(game, state, composition.seat, words[:at]), word).label, names)
        for at, word in enumerate(words)
    ]
    last_chosen = max((at for at in range(len(words)) if at not in forced), default=0)
    picker = Picker(
        composition=composition,
        prompt="",
        crumbs=[label for at, label in enumerate(crumbs) if at not in forced],
        forced=[label for at, label in enumerate(crumbs) if at in forced],
        restart_url=f"{path}?move=",
        back_url=f"{path}?move={address(words[:last_chosen])}",
        compose_url=f"{path}?move={address(words)}{',' if words else ''}",
        client_move_id=uuid.uuid4().hex,
    )
    if composition.text:
        picker.sentence = translate(presenter.describe_move(view, composition.seat, composition.text), names)
        return picker
    picker.prompt = translate(presenter.prompt(view, composition), names)
    language = get_language()
    for word in composition.offered:
        choice = presenter.choice(view, composition, word)
        sends = "" if confirm else compose(game, state, composition.seat, [*words, word]).text
        add_choice(picker, choice, sends, names, language)
    return picker


def add_choice(picker: Picker, choice: Choice, sends: str, names: Names, language: str | None) -> None:
    """Put `choice` under the heading of its group, in the order of the first choice of each group, in the active
    `language`."""
    heading = "" if choice.group is None else translate(choice.group, names, language)
    view = {
        "word": choice.word,
        "label": translate(choice.label, names, language),
        "help": "" if choice.help is None else translate(choice.help, names, language),
        "url": picker.compose_url + quote(choice.word, safe=""),
        "sends": sends,
    }
    if not choice.element:
        picker.loose.append(view)
    for group in picker.groups:
        if group["heading"] == heading:
            group["choices"].append(view)
            return
    picker.groups.append({"heading": heading, "choices": [view]})


def address(words: tuple[str, ...]) -> str:
    """Return words as they appear in an address."""
    return ",".join(quote(word, safe="") for word in words)


def words_of(game: Game, state: State, seat: int, text: str) -> list[str]:
    """Return the words of the parts of the whole move `text`; raises `MoveError` if it is not a legal move now."""
    trial = state.copy()
    words = []
    for part in game.parse_move(state, seat, text):
        words.append(game.part_word(trial, seat, part))
        trial.choose(seat, part)
    return words
