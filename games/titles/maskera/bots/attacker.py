"""The arena's attacker: it knows how one level decides, and so reads the other hand and the other mind.

It asks the level itself, in the place of the other seat in each dealt world: what would you play with this hand, how
would you answer now? So it measures how much of a level can be read, and takes no seat on the site.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.bots.bot import Bot, world_seeds
from games.core.title.game import Game
from games.core.title.thinker import InformationSet, Thinker
from games.titles.maskera.bots.bluff import CHOICES, MISNAMED, NAMED, OUTCOMES, PASSED
from games.titles.maskera.bots.evaluation import WHOLE
from games.titles.maskera.bots.opponent_model import OpponentModel
from games.titles.maskera.bots.playout import play_until
from games.titles.maskera.bots.thinking import SEEDS, BluffThinker, best_option, choice_of, dealt, resample, thinker
from games.titles.maskera.bots.trials import evaluate, take_back
from games.titles.maskera.rules.components import ANSWER, COUNTER, DRAW, MASKS, PASS, PLAY, TURN_CHOICE
from games.titles.maskera.rules.state import MaskeraState

OVERSAMPLING: Final = 4
TURNS: Final = 2
QUESTIONS: Final = 8  # to a level that does not tell its chances


@dataclass(frozen=True, slots=True)
class Attacker(Thinker):
    """The best answer to `target`, looked ahead for two turns in `worlds` worlds."""

    game: Game
    target: Bot
    worlds: int

    def times(self, factor: float) -> "Attacker":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        return f"asks its target in {self.worlds} worlds"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seat, model = known.seat, known.log.observer(OpponentModel)
        worlds = resample(model, dealt(known, seed, self.worlds * OVERSAMPLING), seat, self.worlds)
        options = [int(part) for part in worlds[0].options(seat)]
        if len(options) > 1 and worlds[0].phase == TURN_CHOICE and worlds[0].hand_size[1 - seat] > 0:
            return [self.best_play(known, worlds, options)]
        if worlds[0].phase == ANSWER:
            return [self.best_answer(known, worlds)]
        return [best_option(worlds, seat, TURNS)]

    def best_play(self, known: InformationSet, worlds: Sequence[MaskeraState], options: list[int]) -> int:
        """Return the best part: drawing, or the mask that does best against the answers that the target would give in
        each world."""
        seat, totals = known.seat, [0] * len(options)
        for world in worlds:
            answers: list[int] = []
            for at, part in enumerate(options):
                if part == DRAW:
                    totals[at] += WHOLE * value_after(world, seat, [DRAW])
                    continue
                if not answers:
                    tried = world.copy()
                    tried.choose(seat, part)
                    answers = self.ask(known, tried, 1 - seat)
                values = outcome_values(world, seat, part - PLAY)
                totals[at] += expected(values, answers, part - PLAY)
        return options[totals.index(max(totals))]

    def best_answer(self, known: InformationSet, worlds: Sequence[MaskeraState]) -> int:
        """Return the best answer to what the target would play with the hand of each world: to let it pass, or a mask.
        Changes `worlds`."""
        totals = [0] * CHOICES
        for world in worlds:
            take_back(world)
            chances = self.ask(known, world, 1 - known.seat)
            for mask in range(MASKS):
                if chances[1 + mask] > 0:
                    values = outcome_values(world, 1 - known.seat, mask)
                    for answer in range(CHOICES):
                        pure = [WHOLE if at == answer else 0 for at in range(CHOICES)]
                        totals[answer] -= chances[1 + mask] * expected(values, pure, mask) // WHOLE
        return PASS + totals.index(max(totals))

    def ask(self, known: InformationSet, world: MaskeraState, seat: int) -> list[int]:
        """Return how often the target takes each choice in the place of `seat` in `world`, in parts of WHOLE.

        The target reads the attacker's log: its model of the hands takes only public facts from it.
        """
        there = InformationSet(world, seat, known.log)
        seeds = world_seeds(world.randbelow(SEEDS), QUESTIONS)
        counts = [0] * CHOICES
        level = thinker(self.target.level)
        if isinstance(level, BluffThinker):
            options, chances, _world = level.chances(there, seeds[0])
            for part, chance in zip(options, chances, strict=True):
                counts[choice_of(part)] += chance
        else:
            for seed in seeds:
                counts[choice_of(self.target.decide(self.game, there, seed)[0])] += 1
        whole = sum(counts)
        return [WHOLE * count // whole for count in counts]


def outcome_values(world: MaskeraState, mover: int, mask: int) -> list[int]:
    """Return what a play is worth to the mover if it passes, is named, or another is named."""
    values = [0] * OUTCOMES
    parts = {PASSED: PASS, NAMED: COUNTER + mask, MISNAMED: COUNTER + (mask + 1) % MASKS}
    for outcome, part in parts.items():
        values[outcome] = value_after(world, mover, [PLAY + mask, part])
    return values


def value_after(world: MaskeraState, mover: int, parts: Sequence[int]) -> int:
    """Return the value for `mover` of its part and the other's answer, after two turns."""
    tried = world.copy()
    seat = mover
    for part in parts:
        tried.choose(seat, part)
        seat = 1 - seat
    play_until(tried, world.turns + TURNS)
    return int(evaluate(tried, mover))


def expected(values: Sequence[int], answers: Sequence[int], mask: int) -> int:
    """Return the value of playing `mask` against a mixture of answers, times WHOLE."""
    wrong = WHOLE - answers[0] - answers[1 + mask]
    return answers[0] * values[PASSED] + answers[1 + mask] * values[NAMED] + wrong * values[MISNAMED]
