"""Every choice at every decision has a help of its own; what shares one with others is listed, by hand."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from games.core.kit.simulation import Simulation
from games.core.title.compose import compose
from games.core.title.presenter import Composition
from games.registry import TITLES

# By title and phase: the words that may share their help with others of the same decision, and why.
SHARING = [
    ("maskera", "answer", r"ct=\w", "whichever mask is named, it costs and brings the same"),
    ("maskera", "remove", r"as=\w", "masks of which as many lie in the other area"),
    ("mascarade", "action", r"[XV]?@[LMR]", "the own masks: nobody knows them by their places"),
    ("mascarade", "action", r"\d+[LMR]?", "the masks of all other players"),
    ("mascarade", "action", r"C[12]", "the masks of the centre"),
    ("mascarade", "challenge", r"C@[LMR]", "the own masks: nobody knows them by their places"),
    ("mascarade", "choose", r"\d+[LMR]?", "players with as many coins, and whom the Fool chooses"),
    ("mascarade", "guess", r"[A-Z]{2}", "whichever mask is named, it costs the same"),
    ("masons", "wall", r"([a-e]\d+){2}", "lines that touch as many walls, or close towns as large"),
    ("masons", "build", r"[a-e]\d+=[WGK]", "the same tower, at either end"),
    ("masons", "build", r"[A-D]\d+=[bgyrp]", "the same house, on either side"),
    ("masons", "merge", r"T\d+", "towns as large"),
    ("masons", "final", r"T\d+", "towns as large"),
    ("masques", "draft", r"[CDFMV]\d", "guests of one person's families"),
    ("masques", "action", r"[CDFMV]\d", "guests of one person's families"),
]
SEATS = {"maskera": (2,), "mascarade": (2, 4, 9), "masons": (2, 4), "masques": (2, 3, 4)}
MATCHES = 4


def steps(slug: str, seats: int, seed: int) -> Iterator[tuple[Any, Composition]]:
    """Each step of composing each move of a match by chance, with the view it is made of."""
    game, draw = TITLES[slug], random.Random(seed)
    simulation = Simulation(game, seats, game.complete_settings({}, seats), seed, "uniform")
    while simulation.step() and len(simulation.events) < 300:
        for seat in simulation.state.deciders():
            view = simulation.state.view(seat)
            composition = compose(game, simulation.state, seat, ())
            while not composition.text:
                yield view, composition
                words = (*composition.words, draw.choice(composition.offered))
                composition = compose(game, simulation.state, seat, words)


def may_share(slug: str, phase: str, words: list[str]) -> bool:
    return any(
        (slug, phase) == (title, at) and all(re.fullmatch(pattern, word) for word in words)
        for title, at, pattern, _why in SHARING
    )


@pytest.mark.parametrize("slug", SEATS)
def test_every_choice_has_a_help_of_its_own(slug: str) -> None:
    presenter = TITLES[slug].presenter
    for seats in SEATS[slug]:
        for seed in range(MATCHES):
            for view, composition in steps(slug, seats, seed):
                told = defaultdict(list)
                for word in composition.offered:
                    found = presenter.choice(view, composition, word).help
                    assert found is not None, (view["phase"], composition.words, word)
                    told[str(found)].append(word)
                    sentences = re.split(r"(?<=\.) ", str(found))
                    assert len(sentences) == len(set(sentences)), str(found)
                for text, words in told.items():
                    assert len(words) == 1 or may_share(slug, view["phase"], words), (view["phase"], words, text)


def test_the_four_titles_are_all_asked() -> None:
    assert set(SEATS) == set(TITLES)
