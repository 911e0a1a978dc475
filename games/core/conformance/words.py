"""Laws of presenters, redactions and sentences."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from games.core.compose import compose
from games.core.conformance.scene import LawBroken, Scene, canonical, require, require_same
from games.core.events import Entry
from games.core.presenter import Composition
from games.core.text import Text
from games.core.view import View


def check_text(text: object, where: str) -> None:
    """`text` is a Text that renders to a sentence with nothing left open."""
    if not isinstance(text, Text):
        raise LawBroken(f"{where} is a Text, not {text!r}")
    words = rendered(text)
    require(bool(words.strip()) and "%(" not in words, f"{where} renders to words: {words!r}")


@lru_cache(maxsize=10_000)
def rendered(text: Text) -> str:
    """`text` in English; the same few hundred sentences come again and again."""
    return str(text)


def texts_in(value: Any) -> Iterator[Text]:
    """All Texts in nested dicts and lists."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)


def check_board(scene: Scene, view: View, composition: Composition | None) -> None:
    """The board is drawn from the view alone, which stays as it was."""
    kept = canonical(view)
    board = scene.game.presenter.board(view, composition)
    require_same(canonical(view), kept, "board() leaves the view as it was")
    for text in set(texts_in(board)):
        check_text(text, "a text of board()")


def check_presenter(scene: Scene) -> None:
    """For every viewer there is a board; for those who wait, whom they wait for; for those who decide, what."""
    presenter, state = scene.game.presenter, scene.state
    for viewer in scene.viewers:
        view = state.view(viewer)
        check_board(scene, view, None)
        if state.deciders():
            check_text(presenter.waiting(view), "waiting()")
    for seat in state.deciders():
        check_composing(scene, seat)


def check_composing(scene: Scene, seat: int) -> None:
    """One random move, composed by words as the page does it: prompt, choices, preview, sentence to confirm."""
    presenter = scene.game.presenter
    view = scene.state.view(seat)
    composition = compose(scene.game, scene.state, seat, ())
    while not composition.text:
        check_text(presenter.prompt(view, composition), "prompt()")
        check_board(scene, view, composition)
        for word in composition.offered:
            choice = presenter.choice(view, composition, word)
            require_same(choice.word, word, "choice() is about the word it was asked for")
            check_text(choice.label, f"the label of {word!r}")
            for text in (choice.help, choice.group):
                if text is not None:
                    check_text(text, f"help or group of {word!r}")
        words = (*composition.words, scene.generator.choice(composition.offered))
        composition = compose(scene.game, scene.state, seat, words)
    check_board(scene, view, composition)
    check_text(presenter.describe_move(view, seat, composition.text), f"describe_move({composition.text!r})")
    parts = scene.game.parse_move(scene.state, seat, composition.text)
    trial = scene.state.copy()
    spelt = []
    for part in parts:
        spelt.append(scene.game.part_word(trial, seat, part))
        trial.choose(seat, part)
    require_same(tuple(spelt), composition.words, f"{composition.text!r} is what was composed")


def check_entries(scene: Scene, entries: Sequence[Entry], ply: int) -> None:
    """Entries of a ply are written and read back, redacted for everybody, and described, in full and redacted."""
    for entry in entries:
        require_same(entry.ply, ply, f"the entry {entry.text!r} belongs to the ply that brought it")
        require(not set(entry.text) & set("{}\n"), f"an entry is written without braces: {entry.text!r}")
        check_effect(scene, entry)
        for viewer in scene.viewers:
            redacted = entry.redact(viewer)
            if redacted is None:
                continue
            require_same(type(redacted.effect), type(entry.effect), "a redaction keeps the type of an effect")
            require_same(redacted.redact(viewer), redacted, f"what is redacted for {viewer} stays as it is")
            check_effect(scene, redacted)


def check_effect(scene: Scene, entry: Entry) -> None:
    """`format` and `parse_effect` are each other's inverse; what an effect says is a sentence, if it says anything."""
    parsed = scene.game.parse_effect(entry.kind, entry.seat, entry.text)
    require_same(parsed, entry.effect, f"parse_effect({entry.text!r}) gives the effect that wrote it")
    text = scene.game.presenter.describe_effect(entry.effect)
    if text is not None:
        check_text(text, f"describe_effect({entry.text!r})")
