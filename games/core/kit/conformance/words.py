"""Laws of presenters, redacted entries and sentences."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.core.engine.events import Entry
from games.core.engine.view import View
from games.core.kit.conformance.context import CheckContext, LawBroken, canonical, require, require_same
from games.core.text import Text
from games.core.title.compose import compose
from games.core.title.presenter import Composition


def check_text(text: object, where: str) -> None:
    """Check that `text` is a Text that renders to a non-empty sentence without unfilled parameters."""
    if not isinstance(text, Text):
        raise LawBroken(f"{where} is a Text, not {text!r}")
    if not is_sentence(text):
        raise LawBroken(f"{where} renders to words: {str(text)!r}")


@lru_cache(maxsize=10_000)
def is_sentence(text: Text) -> bool:
    """Return whether `text` has words and no unfilled parameter; cached, because the same few hundred sentences
    recur."""
    words = str(text)
    return bool(words.strip()) and "%(" not in words


def check_texts_in(value: Any, where: str) -> None:
    """Check all Texts in nested dicts and lists. A loop: a board has a thousand values, and is drawn at every step."""
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, Text):
            check_text(each, where)
        elif isinstance(each, dict):
            left += each.values()
        elif isinstance(each, list | tuple):
            left += each


def check_board(context: CheckContext, view: View, composition: Composition | None) -> None:
    """Check that the board is drawn from the view alone and does not change it."""
    before = canonical(view)
    board = context.game.presenter.board(view, composition)
    require_same(canonical(view), before, "board() leaves the view as it was")
    check_texts_in(board, "a text of board()")


def check_presenter(context: CheckContext) -> None:
    """Check that every viewer has a board, that an open decision has a text, and that deciders can compose their
    moves."""
    presenter, state = context.game.presenter, context.state
    for viewer in context.viewers:
        view = state.view(viewer)
        check_board(context, view, None)
        if state.deciders():
            check_text(presenter.waiting(view), "waiting()")
    for seat in context.deciders:
        check_composing(context, seat)


def check_composing(context: CheckContext, seat: int) -> None:
    """Compose one random move by the names of its parts: prompt, choices, preview, sentence to confirm."""
    presenter = context.game.presenter
    view = context.state.view(seat)
    composition = compose(context.game, context.state, seat, ())
    while not composition.text:
        check_text(presenter.prompt(view, composition), "prompt()")
        check_board(context, view, composition)
        for word in composition.offered:
            choice = presenter.choice(view, composition, word)
            require_same(choice.word, word, "choice() is about the word it was asked for")
            check_text(choice.label, f"the label of {word!r}")
            for text in (choice.help, choice.group):
                if text is not None:
                    check_text(text, f"help or group of {word!r}")
        words = (*composition.words, context.generator.choice(composition.offered))
        composition = compose(context.game, context.state, seat, words)
    check_board(context, view, composition)
    check_text(presenter.describe_move(view, seat, composition.text), f"describe_move({composition.text!r})")
    parts = context.game.parse_move(context.state, seat, composition.text)
    trial = context.state.copy()
    composed = []
    for part in parts:
        composed.append(context.game.part_word(trial, seat, part))
        trial.choose(seat, part)
    require_same(tuple(composed), composition.words, f"{composition.text!r} is what was composed")


def check_entries(context: CheckContext, entries: Sequence[Entry], ply: int) -> None:
    """Check that entries of a ply are formatted, parsed and described, unredacted and redacted for every viewer."""
    for entry in entries:
        require_same(entry.ply, ply, f"the entry {entry.text!r} belongs to the ply that brought it")
        require(not set(entry.text) & set("{}\n"), f"an entry is written without braces: {entry.text!r}")
        check_effect(context, entry)
        for viewer in context.viewers:
            redacted = entry.redact(viewer)
            if redacted is None:
                continue
            require_same(type(redacted.effect), type(entry.effect), "a redaction keeps the type of an effect")
            require_same(redacted.redact(viewer), redacted, f"what is redacted for {viewer} stays as it is")
            check_effect(context, redacted)


def check_effect(context: CheckContext, entry: Entry) -> None:
    """Check that `format` and `parse_effect` are inverses, and that an effect's description, if any, is a sentence."""
    parsed = context.game.parse_effect(entry.kind, entry.seat, entry.text)
    require_same(parsed, entry.effect, f"parse_effect({entry.text!r}) gives the effect that wrote it")
    text = context.game.presenter.describe_effect(entry.effect)
    if text is not None:
        check_text(text, f"describe_effect({entry.text!r})")
