"""The thinkers of the levels: playouts of dealt worlds, and a mixed strategy where the other seat may guess."""

from dataclasses import dataclass, replace
from typing import cast

from games.bots.bot import world_seeds
from games.bots.search.softmax import SoftmaxThinker
from games.core.title.thinker import InformationSet, Thinker
from games.titles.maskera.bots.bluff import Bluff
from games.titles.maskera.bots.evaluation import WHOLE
from games.titles.maskera.bots.knowledge import MaskeraKnowledge
from games.titles.maskera.bots.newcomer import Newcomer
from games.titles.maskera.bots.opponent_model import OpponentModel
from games.titles.maskera.bots.racing import Racer, dangers, drawn
from games.titles.maskera.bots.trials import take_back, try_hand, try_options
from games.titles.maskera.rules.components import ANSWER, DRAW, MASKS, PASS, PLAY, TURN_CHOICE
from games.titles.maskera.rules.state import MaskeraState

SEEDS = 2**31 - 1
CARE = 3  # a careless answer names what would win three times for each time that it lets it pass
FINE = 1_000_000


@dataclass(frozen=True, slots=True)
class BluffThinker(Thinker):
    """Tries every option in the same `worlds` to the end of the turn.

    Where a card is played or guessed it solves the game of playing and guessing, and draws its choice with the
    solution's probabilities: even an opponent who knows the algorithm cannot predict it. Elsewhere it takes the best
    option. All shares are in ten-thousandths.
    """

    worlds: int
    rounds: int
    seen_through: int
    """Its own hand has this share of what the other seat is taken to expect: the more, the less it trusts in being
    hidden among other hands."""
    careless_mover: tuple[int, int]
    """How often the other seat is taken to play what is best if nobody names it: if it has shown that it never does
    that, and if it has shown that it does (`Temptation`). More wins more against players who do that, and gives more
    away to those who know."""
    play_slips: int = 0
    """How often it plays like that itself."""
    answer_slips: int = 0
    """How often it looks only at what would win at once when it answers."""
    oversampling: int = 4
    """How many worlds are dealt for each that is kept; the likelier ones are kept."""

    def times(self, factor: float) -> "BluffThinker":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        return f"{self.worlds} worlds, {self.rounds} rounds of bluff"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        options, chances, world = self.chances(known, seed)
        return [drawn(options, chances, world)]

    def chances(self, known: InformationSet, seed: int) -> tuple[list[int], list[int], MaskeraState]:
        """Return the options, how often each is taken, in no particular unit, and a world whose generator draws."""
        seat, model = known.seat, known.log.observer(OpponentModel)
        worlds = resample(model, dealt(known, seed, self.worlds * self.oversampling), seat, self.worlds)
        options = [int(part) for part in worlds[0].options(seat)]
        if len(options) == 1:
            return options, [1], worlds[0]
        if worlds[0].phase == TURN_CHOICE and worlds[0].hand_size[1 - seat] > 0:
            mixture = self.plays(model, worlds, seat)
        elif worlds[0].phase == ANSWER:
            mixture = self.answers(model, worlds, seat)
        else:
            best = best_option(worlds, seat, turns=1)
            return options, [int(part == best) for part in options], worlds[0]
        return options, [mixture[choice_of(part)] for part in options], worlds[0]

    def plays(self, model: OpponentModel, worlds: list[MaskeraState], seat: int) -> list[int]:
        """Return how often to draw and to play each mask: the hand itself, among those that the other seat must
        expect."""
        bluff = Bluff(1 + len(worlds))
        try_hand(bluff, 0, worlds)
        bluff.weigh(0, self.seen_through)
        others = [each.redeal(1 - seat, each.randbelow(SEEDS)) for each in worlds for _ in range(self.oversampling)]
        for hand, each in enumerate(resample(model, others, 1 - seat, len(worlds)), 1):
            try_hand(bluff, hand, [each])
            bluff.weigh(hand, (WHOLE - self.seen_through) // len(worlds))
        bluff.expect_careless(0)
        bluff.solve(self.rounds)
        return blended(bluff.play_of(0), bluff.careless_play_of(0), self.play_slips)

    def answers(self, model: OpponentModel, worlds: list[MaskeraState], seat: int) -> list[int]:
        """Return how often to let the card pass and to name each mask, against hands that may have played it. Changes
        `worlds`."""
        careless = careless_answers(worlds[0], seat)
        bluff = Bluff(len(worlds))
        for hand, each in enumerate(worlds):
            take_back(each)
            try_hand(bluff, hand, [each])
            bluff.weigh(hand, WHOLE // len(worlds))
        bluff.expect_careless(model.temptation.share(1 - seat, *self.careless_mover))
        bluff.solve(self.rounds)
        return blended(bluff.answer(), careless, self.answer_slips)


def choice_of(part: int) -> int:
    """Return a part's number in a `Bluff`: of drawing or playing each mask, or of letting pass or naming each mask."""
    if part >= PASS:
        return part - PASS
    return 0 if part == DRAW else 1 + part - PLAY


def careless_answers(world: MaskeraState, seat: int) -> list[int]:
    """Return how often a careless player, who minds only what would win immediately and not even that always, names or
    passes."""
    feared = dangers(world, seat)
    if not feared:
        return [1] + [0] * MASKS
    return [len(feared)] + [CARE if mask in feared else 0 for mask in range(MASKS)]


def blended(counts: list[int], others: list[int], share: int) -> list[int]:
    """Return a mixture by `counts`, of which `share` ten-thousandths go by the counts of `others`; in parts of FINE."""
    whole, rest = WHOLE * sum(counts), WHOLE * sum(others)
    return [
        FINE * (WHOLE - share) * count // whole + FINE * share * other // rest
        for count, other in zip(counts, others, strict=True)
    ]


def dealt(known: InformationSet, seed: int, count: int) -> list[MaskeraState]:
    """Return `count` newly dealt worlds."""
    return [cast(MaskeraState, known.deal(each)) for each in world_seeds(seed, count)]


def resample(model: OpponentModel, worlds: list[MaskeraState], seat: int, count: int) -> list[MaskeraState]:
    """Return copies of `count` of `worlds`, each taken in proportion to its likelihood after all that `seat` has seen
    the other do."""
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
    """Return the option with the best value over `turns` turns; of equal ones the first."""
    options = worlds[0].options(seat)
    if len(options) == 1:
        return int(options[0])
    totals = try_options(worlds, seat, turns)
    return int(options[totals.index(max(totals))])


LEVELS: dict[str, Thinker] = {
    "easy": Racer(temperature=100.0, care=0.7),
    "medium": SoftmaxThinker(MaskeraKnowledge(), temperature=0.2, worlds=6),
    "hard": BluffThinker(
        worlds=8, rounds=60, seen_through=3000, careless_mover=(2500, 2500), play_slips=3000, answer_slips=1000
    ),
    "expert": BluffThinker(worlds=64, rounds=200, seen_through=4000, careless_mover=(500, 6000)),
    "newcomer": Newcomer(five=False),
    "student": Newcomer(five=True),
}


def thinker(level: str) -> Thinker | None:
    """Return the thinker of a level or a yardstick; None for one that uses the default."""
    return LEVELS.get(level)
