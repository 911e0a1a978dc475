"""The thinkers of the levels: playouts of dealt worlds, and a mixed strategy where the other seat may guess."""

from dataclasses import dataclass, replace
from typing import cast

from games.bots.bot import world_seeds
from games.core.thinker import InformationSet, Thinker
from games.titles.maskera.bots.bluff import CHOICES, MISNAMED, NAMED, OUTCOMES, PASSED, Bluff
from games.titles.maskera.bots.evaluation import WHOLE
from games.titles.maskera.bots.newcomer import Newcomer
from games.titles.maskera.bots.opponent_model import OpponentModel
from games.titles.maskera.bots.racing import Racer, drawn
from games.titles.maskera.bots.trials import Trials, take_back, try_options
from games.titles.maskera.rules.components import ANSWER, DRAW, PASS, PLAY, TURN_CHOICE
from games.titles.maskera.rules.state import MaskeraState

SEEDS = 2**31 - 1
PURE = [[1.0 if at == answer else 0.0 for at in range(CHOICES)] for answer in range(CHOICES)]


@dataclass(frozen=True, slots=True)
class BluffThinker(Thinker):
    """Tries every option in the same `worlds`, `turns` turns long, and takes the best.

    Where a card is played or guessed it solves the game of playing and guessing. The value of a choice there is that
    against somebody who plays the solution with probability `trust`, and any option otherwise. Among choices that are
    nearly as good as the best it draws one, as often as the solution takes it.
    """

    worlds: int
    turns: int
    rounds: int
    trust: float
    margin: int
    """How much worse than the best, in ten-thousandths of a win, is as good."""
    oversampling: int = 4
    """How many worlds are dealt for each that is kept; the likelier ones are kept."""

    def times(self, factor: float) -> "BluffThinker":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        return f"{self.worlds} worlds, {self.turns} turns, {self.rounds} rounds of bluff"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        options, chances, world = self.chances(known, seed)
        return [drawn(options, chances, world)]

    def chances(self, known: InformationSet, seed: int) -> tuple[list[int], list[int], MaskeraState]:
        """The options, how often each is drawn, in no particular unit, and a world whose generator draws."""
        seat, model = known.seat, known.log.observer(OpponentModel)
        worlds = resample(model, dealt(known, seed, self.worlds * self.oversampling), seat, self.worlds)
        options = [int(part) for part in worlds[0].options(seat)]
        if len(options) == 1:
            return options, [1], worlds[0]
        if worlds[0].phase == TURN_CHOICE and worlds[0].hand_size[1 - seat] > 0:
            values, mixture = self.plays(model, worlds, seat)
            choices = [0 if part == DRAW else 1 + part - PLAY for part in options]
        elif worlds[0].phase == ANSWER:
            values, mixture = self.answers(worlds)
            choices = [part - PASS for part in options]
        else:
            best_part = best_option(worlds, seat, self.turns)
            return options, [int(part == best_part) for part in options], worlds[0]
        best = max(values[choice] for choice in choices)
        chances = [mixture[choice] + 1 if values[choice] >= best - self.margin else 0 for choice in choices]
        return options, chances, worlds[0]

    def plays(self, model: OpponentModel, worlds: list[MaskeraState], seat: int) -> tuple[list[float], list[int]]:
        """The values of drawing and of playing each mask, and how often the solution does it: the hand itself, among
        those that the other seat must expect."""
        bluff = Bluff(1 + len(worlds))
        trials = Trials(bluff, self.turns - 1)
        trials.run(0, worlds)
        others = [each.redeal(1 - seat, each.randbelow(SEEDS)) for each in worlds for _ in range(self.oversampling)]
        for hand, each in enumerate(resample(model, others, 1 - seat, len(worlds)), 1):
            trials.run(hand, [each])
            bluff.weigh(hand, WHOLE // len(worlds))
        trials.share()
        bluff.solve(self.rounds)
        answers = blended(bluff.answer(), [1] * CHOICES, self.trust)
        values = [expected_value(bluff, 0, choice, answers) for choice in range(CHOICES)]
        return values, bluff.play_of(0)

    def answers(self, worlds: list[MaskeraState]) -> tuple[list[float], list[int]]:
        """The values of letting the card pass and of naming each mask, and how often the solution does it, against
        hands that may have played it."""
        bluff = Bluff(len(worlds))
        trials = Trials(bluff, self.turns - 1)
        for hand, each in enumerate(worlds):
            take_back(each)
            trials.run(hand, [each])
            bluff.weigh(hand, WHOLE // len(worlds))
        trials.share()
        bluff.solve(self.rounds)
        values = [0.0] * CHOICES
        whole = 0.0
        for hand in range(len(worlds)):
            allowed = [int(bluff.allowed[hand * CHOICES + choice]) for choice in range(CHOICES)]
            plays = blended(bluff.play_of(hand), allowed, self.trust)
            for mask in range(1, CHOICES):
                if allowed[mask]:
                    whole += plays[mask]
                    for answer in range(CHOICES):
                        values[answer] -= plays[mask] * expected_value(bluff, hand, mask, PURE[answer])
        return [value / whole for value in values], bluff.answer()


def blended(counts: list[int], allowed: list[int], trust: float) -> list[float]:
    """A mixture in which `trust` falls to choices by their `counts`, and the rest to all `allowed` ones alike."""
    whole, size = sum(counts), sum(allowed)
    return [
        trust * count / whole + (1.0 - trust) * possible / size for count, possible in zip(counts, allowed, strict=True)
    ]


def expected_value(bluff: Bluff, hand: int, choice: int, answers: list[float]) -> float:
    """The value of a `choice` of `hand` for the mover against a mixture of answers."""
    place = (hand * CHOICES + choice) * OUTCOMES
    if choice == 0:
        return float(bluff.value[place])
    wrong = 1.0 - answers[0] - answers[choice]
    passed, named = int(bluff.value[place + PASSED]), int(bluff.value[place + NAMED])
    return answers[0] * passed + answers[choice] * named + wrong * int(bluff.value[place + MISNAMED])


def dealt(known: InformationSet, seed: int, count: int) -> list[MaskeraState]:
    """Fresh worlds."""
    return [cast(MaskeraState, known.deal(each)) for each in world_seeds(seed, count)]


def resample(model: OpponentModel, worlds: list[MaskeraState], seat: int, count: int) -> list[MaskeraState]:
    """`count` of `worlds`, each about as often as it is likely after all that `seat` has seen the other do."""
    chances = [model.likelihood(world, seat) for world in worlds]
    step = sum(chances) / count
    found: list[MaskeraState] = []
    reached = 0.0
    for world, chance in zip(worlds, chances, strict=True):
        reached += chance
        while reached > (len(found) + 0.5) * step and len(found) < count:
            found.append(world.copy())
    found.extend(world.copy() for world in worlds[: count - len(found)])
    for number, world in enumerate(found):
        world.seed(number + world.randbelow(SEEDS))
    return found


def best_option(worlds: list[MaskeraState], seat: int, turns: int) -> int:
    """The option with the best value over `turns` turns; of equal ones the first."""
    options = worlds[0].options(seat)
    if len(options) == 1:
        return int(options[0])
    totals = try_options(worlds, seat, turns)
    return int(options[totals.index(max(totals))])


LEVELS: dict[str, Thinker] = {
    "easy": Racer(temperature=100.0, care=0.7),
    "hard": BluffThinker(worlds=16, turns=2, rounds=100, trust=0.5, margin=0),
    "expert": BluffThinker(worlds=128, turns=2, rounds=300, trust=0.8, margin=20),
    "newcomer": Newcomer(five=False),
    "student": Newcomer(five=True),
}


def thinker(level: str) -> Thinker | None:
    """How `level` thinks, or a yardstick; None for one that goes by weights alone."""
    return LEVELS.get(level)
