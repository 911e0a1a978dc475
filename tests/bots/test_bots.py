"""Every level, on every title and on Lantern: legal, repeatable, and blind to what its seat may not know."""

import pytest

from games.bots.bot import Bot
from games.bots.level_bot import LevelBot
from games.bots.levels import LEVELS, levels_of
from games.bots.search.softmax import SoftmaxThinker
from games.core.engine.dealer import Dealer
from games.core.engine.state import State
from games.core.title.game import Game
from games.core.title.knowledge import Knowledge
from games.core.title.thinker import Thinker
from games.registry import TITLES
from tests.knowing import information
from tests.lantern.game import LANTERN, Lantern

LITTLE = {"hard": 0.2, "expert": 0.01}  # of the effort of those who think: what is asked here is not how well
CASES = [
    pytest.param(
        game,
        seats,
        bot.times(LITTLE[bot.level]) if bot.level in LITTLE else bot,
        id=f"{game.slug}-{seats}-{bot.level}",
    )
    for game in [LANTERN, *TITLES.values()]
    for seats in game.seats
    for bot in levels_of(game).values()
]
DECISIONS = 12


def opening(game: Game, seats: int, name: str) -> State:
    """A dealt match; the same name gives the same match."""
    state = game.initial_state(seats, game.complete_settings({}, seats))
    state.seed(len(name))
    Dealer(name.encode(), name, ("",) * seats).settle(game, state)
    return state


def play_on(game: Game, state: State, seats: int, name: str) -> None:
    """One random move of the next seat, and the chance that follows it."""
    seat = state.to_move()
    while True:
        state.choose(seat, state.random_option(seat))
        if not state.composing(seat):
            break
    Dealer(name.encode(), name, ("",) * seats).settle(game, state)


@pytest.mark.parametrize(("game", "seats", "bot"), CASES)
def test_a_bot_makes_whole_legal_moves(game: Game, seats: int, bot: Bot) -> None:
    state = opening(game, seats, "legal")
    for turn in range(DECISIONS):
        if state.outcome() is not None:
            return
        seat = state.to_move()
        parts = bot.decide(game, information(state, seat), turn)
        assert game.parse_move(state, seat, game.format_move(state, seat, parts)) == parts
        play_on(game, state, seats, "legal")


@pytest.mark.parametrize(("game", "seats", "bot"), CASES)
def test_a_bot_with_the_same_seed_makes_the_same_move(game: Game, seats: int, bot: Bot) -> None:
    state = opening(game, seats, "same")
    seat = state.to_move()
    known = information(state, seat)
    for seed in range(5):
        assert bot.decide(game, known, seed) == bot.decide(game, known, seed)


@pytest.mark.parametrize(("game", "seats", "bot"), CASES)
def test_a_bot_decides_the_same_whatever_the_hidden_cards_are(game: Game, seats: int, bot: Bot) -> None:
    state = opening(game, seats, "blind")
    for turn in range(DECISIONS):
        if state.outcome() is not None:
            return
        seat = state.to_move()
        twin = state.redeal(seat, turn + 1)
        seen = bot.decide(game, information(state, seat), turn)
        assert seen == bot.decide(game, information(twin, seat), turn)
        play_on(game, state, seats, "blind")


class WeightsOnly(Knowledge):
    """All parts weigh the same."""

    def weigh(self, world: State, seat: int) -> list[float]:
        return [0.0] * len(world.options(seat))

    def evaluate(self, world: State) -> list[float]:
        return [0.0] * LANTERN.seats[0]


class WithThinker(Lantern):
    """Lantern with plain weights, and a thinker for one level."""

    knowledge = WeightsOnly()

    def thinker(self, level: str) -> Thinker | None:
        return SoftmaxThinker(self.knowledge, temperature=3.0, worlds=5) if level == "hard" else None


@pytest.mark.parametrize(
    ("level", "effort", "doubled"),
    [
        ("easy", "temperature 0.4", "2 worlds, temperature 0.4"),
        ("medium", "6 worlds, temperature 0.1", "12 worlds, temperature 0.1"),
        ("hard", "5 worlds, temperature 3.0", "10 worlds, temperature 3.0"),
        ("expert", "8 candidates, 32 worlds", "8 candidates, 64 worlds"),
    ],
)
def test_a_level_thinks_as_its_title_says_or_else_in_its_own_way(level: str, effort: str, doubled: str) -> None:
    game, bot = WithThinker(), LEVELS[level]
    assert isinstance(bot, LevelBot)
    assert bot.effort(game) == effort
    assert bot.times(2).effort(game) == doubled
    assert bot.effort(game) == effort
    assert (bot.times(2).pause, bot.times(2).version) == (bot.pause, bot.version)


def test_levels_are_named_and_explained() -> None:
    assert list(LEVELS) == ["random", "easy", "novice", "improver", "medium", "hard", "expert"]
    for level, bot in LEVELS.items():
        assert bot.level == level
        assert str(bot.label)
        assert str(bot.description).endswith(".")
