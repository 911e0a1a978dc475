"""Measures the strength of levels by duels in blocks: the same deal is played once for every rotation of the seats.

A block removes the luck of the deal and of the seat from the comparison. Confidence intervals are bootstrapped over
whole blocks, because the matches of one block are not independent.
"""

import hashlib
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from games.bots.attack import PREFIX, attacker_named
from games.bots.bot import Bot
from games.bots.level_bot import LevelBot
from games.bots.levels import LEVELS, YARDSTICKS
from games.bots.result_store import ResultStore
from games.bots.tally import Duel, Tally
from games.core.engine.dealer import Dealer
from games.core.engine.events import Event, EventKind
from games.core.engine.outcome import Outcome
from games.core.engine.state import CHANCE, State
from games.core.records.annotator import LogAnnotator
from games.core.title.game import Game
from games.core.title.thinker import InformationSet, SeatLog

RESAMPLES = 2000
INTERVAL = 0.95
MAX_DECISIONS = 100_000

Decide = Callable[[int, InformationSet, int], list[int]]
"""Called with a seat, what it knows, and the number of the decision in its match; returns the parts of its move."""


@dataclass(frozen=True, slots=True)
class Strength:
    """One level's result: the share of its pairings with seats of other levels that it won (a tie is half a win), the
    ends of the 95 % interval, the share of first places per match and seat, and the mean and longest time of a
    decision in seconds."""

    level: str
    share: float
    low: float
    high: float
    first_place_share: float
    mean: float
    longest: float


def bot_named(name: str) -> Bot | None:
    """Return the bot of a level or yardstick, or of one with a multiple of its effort (``hard*2``), or an attacker on a
    level (``best:hard@64``); None if there is none."""
    if name.startswith(PREFIX):
        attacker = attacker_named(name)
        return attacker if attacker and attacker.target in LEVELS else None
    level, _star, factor = name.partition("*")
    bot = LEVELS.get(level) or YARDSTICKS.get(level)
    if not factor:
        return bot
    return bot.times(int(factor)) if isinstance(bot, LevelBot) and factor.isdecimal() and int(factor) else None


def derive_seed(*parts: object) -> int:
    """Return a 64-bit number derived from `parts`."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8])


def play_match(duel: Duel, block: int, levels: Sequence[str], rotation: int, tallies: Mapping[str, Tally]) -> Outcome:
    """Play one match to its end, with `levels[seat]` at each seat; return its outcome. The deal is derived from seed
    and block alone.

    The time of each decision is added to its level's tally in `tallies`.
    """
    key = derive_seed(duel.seed, "deal", block).to_bytes(8)
    game, seats = duel.game, len(levels)
    bots = {level: bot_named(level) for level in levels}

    def decide(seat: int, known: InformationSet, count: int) -> list[int]:
        bot = bots[levels[seat]]
        assert bot is not None, levels[seat]
        start = time.process_time()
        parts = bot.decide(game, known, derive_seed(duel.seed, block, rotation, count, seat))
        tallies[levels[seat]].add_decision(time.process_time() - start)
        return parts

    return play_out(game, duel.settings, Dealer(key, f"arena {block}", ("",) * seats), seats, decide)[0]


def play_out(
    game: Game,
    settings: Mapping[str, str],
    dealer: Dealer,
    seats: int,
    decide: Decide,
    look: Callable[[State], None] | None = None,
) -> tuple[Outcome, int]:
    """Play a match to its end; return its outcome and the number of moves played. `look` is called with the position
    before each decision. Raises RuntimeError if the match does not end."""
    annotator = game.annotator(seats, game.complete_settings(settings, seats))
    logs = [SeatLog(seat, seats) for seat in range(seats)]
    played = 0
    for count in range(MAX_DECISIONS):
        while annotator.state.to_move() == CHANCE:
            read_event(annotator, logs, dealer.next_event(game, annotator.state))
        outcome = annotator.state.outcome()
        if outcome is not None:
            return outcome, played
        if look is not None:
            look(annotator.state)
        moves: list[Event] = []
        # In a window all bots decide before any answer is applied, so that none can see another's answer.
        for seat in annotator.state.deciders():
            parts = decide(seat, InformationSet(annotator.state, seat, logs[seat]), count)
            moves.append(Event(EventKind.MOVE, seat, game.format_move(annotator.state, seat, parts)))
        for move in moves:
            read_event(annotator, logs, move)
        played += len(moves)
    raise RuntimeError(f"{dealer.match_id} of {game.slug} did not end")


def read_event(annotator: LogAnnotator, logs: Sequence[SeatLog], event: Event) -> None:
    """Apply `event` and append its entries, redacted, to the log of every seat."""
    entries = annotator.read(event)
    for log in logs:
        log.extend(entries)


def play_block(duel: Duel, block: int) -> dict[str, Tally]:
    """Play all rotations of one deal; return the tally of each level."""
    tallies = {level: Tally() for level in duel.lineup}
    seats = len(duel.lineup)
    for rotation in range(seats):
        levels = [duel.lineup[(seat + rotation) % seats] for seat in range(seats)]
        outcome = play_match(duel, block, levels, rotation, tallies)
        for seat, level in enumerate(levels):
            tallies[level].add(result_of(outcome, levels, seat))
    return tallies


def result_of(outcome: Outcome, levels: Sequence[str], seat: int) -> Tally:
    """Return the result of `seat` against the seats of other levels."""
    place = outcome.places[seat]
    rivals = [outcome.places[other] for other, level in enumerate(levels) if level != levels[seat]]
    wins = sum(1.0 if place < rival else 0.5 if place == rival else 0.0 for rival in rivals)
    first_places = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    return Tally(wins, len(rivals), first_places, 1)


def play_blocks(duel: Duel, blocks: int, jobs: int = 1, store: ResultStore | None = None) -> Iterator[dict[str, Tally]]:
    """Yield the results of `blocks` blocks, in order, played by `jobs` processes.

    Blocks in `store` are not played again, and new results are added to it.
    """
    known = store.read(duel) if store else {}
    missing = [block for block in range(blocks) if block not in known]
    fresh = play_missing(duel, missing, jobs)
    for block in range(blocks):
        if block not in known:
            known[block] = next(fresh)
            if store:
                store.add(duel, block, known[block])
        yield known[block]


def play_missing(duel: Duel, blocks: Sequence[int], jobs: int) -> Iterator[dict[str, Tally]]:
    """Yield the results of these blocks, in order, played by `jobs` processes."""
    if jobs == 1:
        yield from map(partial(play_block, duel), blocks)
        return
    # "spawn", because a forked process may inherit locks that other threads hold.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(play_block, duel), blocks)


def strengths(results: Sequence[Mapping[str, Tally]], seed: int) -> list[Strength]:
    """Return the strength of each level, in the order of `LEVELS`, then of `YARDSTICKS`; multiples of its effort follow
    it. Attackers come last."""
    order = [*LEVELS, *YARDSTICKS]
    last = len(order)
    names = sorted(
        results[0],
        key=lambda name: (last if name.startswith(PREFIX) else order.index(name.partition("*")[0]), name),
    )
    return [strength(name, [result[name] for result in results], seed) for name in names]


def strength(level: str, tallies: Sequence[Tally], seed: int) -> Strength:
    """Return the strength of one level over all blocks, with an interval by bootstrapping blocks."""
    total = Tally()
    for tally in tallies:
        total.add(tally)
    generator = random.Random(seed)
    shares = []
    for _resample in range(RESAMPLES):
        drawn = generator.choices(tallies, k=len(tallies))
        shares.append(sum(tally.wins for tally in drawn) / sum(tally.pairings for tally in drawn))
    shares.sort()
    tail = round(RESAMPLES * (1 - INTERVAL) / 2)
    return Strength(
        level,
        total.wins / total.pairings,
        shares[tail],
        shares[-tail - 1],
        total.first_places / total.seats_taken,
        total.seconds / max(1, total.decisions),
        total.longest,
    )
