"""Compose a move part by part, by the names of its parts, a pair of them in either order (`Game.pairs`)."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from games.core.engine.state import State
from games.core.errors import Illegal
from games.core.text import _
from games.core.title.game import Game
from games.core.title.presenter import Composition


def compose(game: Game, state: State, seat: int, words: Sequence[str], answered: str = "") -> Composition:
    """Return the unfinished or complete move of `seat` after the parts called `words`. `state` is not changed.

    Raises `Illegal` if a word names no part that may come next, or if the seat owes no decision.

    >>> from games.core.kit.simulation import Simulation
    >>> from tests.lantern.game import LANTERN  # a move of Lantern: a brightness, then a bridge
    >>> simulation = Simulation(LANTERN, 2, {"wind": "calm"}, seed=0, strategy="uniform")
    >>> while simulation.state.to_move() < 0:
    ...     event = simulation.step()
    >>> seat = simulation.state.to_move()
    >>> compose(LANTERN, simulation.state, seat, []).offered
    ('1', '3', '4')
    >>> compose(LANTERN, simulation.state, seat, ["4"]).offered
    ('a', 'b', 'c')
    >>> compose(LANTERN, simulation.state, seat, ["4", "b"]).text
    '4b'
    """
    if seat not in state.deciders():
        raise Illegal(_("You don’t have anything to decide right now."))
    pairs = _pairs(game, state, seat)
    if pairs and len(words) < 2:
        return Composition(seat, tuple(words), _either(pairs, words), "", answered)
    words = _in_order(pairs, words)
    trial = state.copy()
    parts: list[int] = []
    for count, word in enumerate(words):
        if count and not trial.composing(seat):
            raise Illegal(_("The move is already complete before this."))
        part = part_named(game, trial, seat, word)
        trial.choose(seat, part)
        parts.append(part)
    if parts and not trial.composing(seat):
        return Composition(seat, tuple(words), (), game.format_move(state, seat, parts), answered)
    offered = tuple(game.part_word(trial, seat, part) for part in trial.options(seat))
    return Composition(seat, tuple(words), offered, "", answered)


def _pairs(game: Game, state: State, seat: int) -> list[tuple[str, str]]:
    """Return `Game.pairs` in words."""
    found = []
    for first, pairs in groupby(game.pairs(state, seat), key=itemgetter(0)):
        word = game.part_word(state, seat, first)
        after = state.copy()
        after.choose(seat, first)
        found += [(word, game.part_word(after, seat, second)) for _first, second in pairs]
    return found


def _either(pairs: list[tuple[str, str]], words: Sequence[str]) -> tuple[str, ...]:
    """Return the words that may come first, or that make a pair with the one in `words`; raises `Illegal`."""
    found = [pair for pair in pairs if set(words) <= set(pair)]
    if not found:
        raise Illegal(_("That’s not possible here."))
    firsts = dict.fromkeys(first for first, _second in found)
    return tuple(word for word in firsts | dict.fromkeys(second for _first, second in found) if word not in words)


def _in_order(pairs: list[tuple[str, str]], words: Sequence[str]) -> tuple[str, ...]:
    """Return `words`, a pair of them in the order of `pairs`."""
    turned = tuple(words[1::-1])
    return (*turned, *words[2:]) if turned in pairs else tuple(words)


def part_named(game: Game, state: State, seat: int, word: str) -> int:
    """Return the part of `seat`'s next options that is called `word`; raises `Illegal`."""
    for part in state.options(seat):
        if game.part_word(state, seat, part) == word:
            return part
    raise Illegal(_("That’s not possible here."))  # not quoted: docs/decisions/0021-compressed-pages.md
