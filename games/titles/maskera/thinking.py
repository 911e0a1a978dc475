"""How the strong levels think: dealt worlds, tried out, and a mixture where the other seat may guess."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from games.bots.bot import world_seeds
from games.core.knowledge import Thinker
from games.core.state import State
from games.titles.maskera.bluff import Bluff
from games.titles.maskera.components import ANSWER, DRAW, PASS, PLAY, TURN_CHOICE
from games.titles.maskera.memory import likelihood
from games.titles.maskera.state import MaskeraState
from games.titles.maskera.trials import Trials, take_back, try_options
from games.titles.maskera.worth import WHOLE

SEEDS = 2**31 - 1
RARE = 8  # what the best choice is taken this many times as often as, is not taken at all: most of it is noise


@dataclass(frozen=True, slots=True)
class FlatThinker(Thinker):
    """Tries every option in the same `worlds`, `turns` turns long, and takes the best."""

    worlds: int
    turns: int

    def times(self, factor: float) -> "FlatThinker":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        return f"{self.worlds} worlds, {self.turns} turns"

    def think(self, seat: int, deal: Callable[[int], State], seed: int) -> list[int]:
        return [best_option(dealt(deal, seed, self.worlds), seat, self.turns)]


@dataclass(frozen=True, slots=True)
class BluffThinker(Thinker):
    """The same, but where a card is played or guessed it solves the game of playing and guessing, and draws its move
    from the mixture."""

    worlds: int
    turns: int
    rounds: int = 200
    sifted: int = 4
    """How many worlds are dealt for each that is kept, the likelier the better."""

    def times(self, factor: float) -> "BluffThinker":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        return f"{self.worlds} worlds, {self.turns} turns, {self.rounds} rounds of bluff"

    def think(self, seat: int, deal: Callable[[int], State], seed: int) -> list[int]:
        worlds = sift(dealt(deal, seed, self.worlds * self.sifted), seat, self.worlds)
        options = [int(part) for part in worlds[0].options(seat)]
        if len(options) == 1:
            return options
        if worlds[0].phase == TURN_CHOICE and worlds[0].hand_size[1 - seat] > 0:
            mixture = self.plays(worlds, seat)
        elif worlds[0].phase == ANSWER:
            mixture = self.answers(worlds)
        else:
            return [best_option(worlds, seat, self.turns)]
        chances = [mixture[part] for part in options]
        most = max(chances)
        return [drawn(options, [chance if chance * RARE > most else 0 for chance in chances], worlds[0])]

    def plays(self, worlds: list[MaskeraState], seat: int) -> dict[int, int]:
        """How often to draw and to play each mask: the hand itself, among those that the other seat must expect."""
        bluff = Bluff(1 + len(worlds))
        trials = Trials(bluff, self.turns - 1)
        trials.run(0, worlds)
        others = [each.redeal(1 - seat, each.below(SEEDS)) for each in worlds for _ in range(self.sifted)]
        for hand, each in enumerate(sift(others, 1 - seat, len(worlds)), 1):
            trials.run(hand, [each])
            bluff.weigh(hand, WHOLE // len(worlds))
        trials.share()
        bluff.solve(self.rounds)
        return {DRAW if choice == 0 else PLAY + choice - 1: often for choice, often in enumerate(bluff.play_of(0))}

    def answers(self, worlds: list[MaskeraState]) -> dict[int, int]:
        """How often to let the card pass and to name each mask, against hands that may have played it."""
        bluff = Bluff(len(worlds))
        trials = Trials(bluff, self.turns - 1)
        for hand, each in enumerate(worlds):
            take_back(each)
            trials.run(hand, [each])
            bluff.weigh(hand, WHOLE // len(worlds))
        trials.share()
        bluff.solve(self.rounds)
        return {PASS + choice: often for choice, often in enumerate(bluff.answer())}


def dealt(deal: Callable[[int], State], seed: int, count: int) -> list[MaskeraState]:
    """Fresh worlds."""
    return [cast(MaskeraState, deal(each)) for each in world_seeds(seed, count)]


def sift(worlds: list[MaskeraState], seat: int, count: int) -> list[MaskeraState]:
    """`count` of `worlds`, each about as often as it is likely after all that `seat` has seen the other do."""
    chances = [likelihood(world, seat) for world in worlds]
    step = sum(chances) / count
    found: list[MaskeraState] = []
    reached = 0.0
    for world, chance in zip(worlds, chances, strict=True):
        reached += chance
        while reached > (len(found) + 0.5) * step and len(found) < count:
            found.append(world.copy())
    found.extend(world.copy() for world in worlds[: count - len(found)])
    for number, world in enumerate(found):
        world.seed(number + world.below(SEEDS))
    return found


def drawn(options: list[int], chances: list[int], world: MaskeraState) -> int:
    """One of `options`, as likely as its chance says, by the world's own generator."""
    at = world.below(sum(chances))
    for option, chance in zip(options, chances, strict=True):
        at -= chance
        if at < 0:
            return option
    return options[-1]


def best_option(worlds: list[MaskeraState], seat: int, turns: int) -> int:
    """What does best over `turns` turns; of equals the first."""
    options = worlds[0].options(seat)
    if len(options) == 1:
        return int(options[0])
    totals = try_options(worlds, seat, turns)
    return int(options[totals.index(max(totals))])


LEVELS: dict[str, Thinker] = {
    "hard": FlatThinker(worlds=16, turns=3),
    "expert": BluffThinker(worlds=128, turns=2, rounds=300),
}


def thinker(level: str) -> Thinker | None:
    """How `level` thinks; None for one that does not look ahead."""
    return LEVELS.get(level)
