"""Laws of decisions and chance."""

import re
from collections.abc import Sequence
from itertools import pairwise

from games.core.engine.state import CHALLENGE, CHANCE, OVER, REACTION, TURN, State
from games.core.errors import MoveError
from games.core.kit.conformance.context import (
    CheckContext,
    LawBroken,
    internal_state,
    require,
    require_same,
    require_same_trace,
    trace,
)
from games.core.kit.simulation import finish_move, random_part

WORD = re.compile(r"[A-Za-z0-9+\-=@]+")
INVALID_MOVES = ("", " ", "0", "-", "\x00", "é", "?", "'; --", "9" * 40, "{}", "pass pass", "💧", "a" * 5000)
MAX_FIRST_PARTS = 12
RANDOM_MOVES = 3


def check_deciders(context: CheckContext) -> None:
    """Check that a seat owes a decision, a chance step is owed, or the match is over."""
    state = context.state
    owed, deciders = state.to_move(), list(state.deciders())
    require(state.response() in (TURN, REACTION, CHALLENGE), "response() is TURN, REACTION or CHALLENGE")
    require((state.outcome() is not None) == (owed == OVER), "there is an outcome exactly when to_move() is OVER")
    if owed in (CHANCE, OVER):
        require_same(deciders, [], "no seat owes a decision when chance does, or when the match is over")
        return
    require_same(deciders, sorted(set(deciders)), "deciders() ascend and are distinct")
    require(bool(deciders) and deciders[0] == owed, f"to_move() {owed} is the first of deciders() {deciders}")
    require(deciders[-1] < context.seats, f"deciders() {deciders} are seats of this match")
    require(len(deciders) == 1 or bool(state.sealed()), f"several deciders {deciders}, so the window is sealed")


def check_options(context: CheckContext) -> None:
    """Check that options are ascending and distinct, only deciders have any, and a random option is one of them."""
    deciders = context.state.deciders()
    for seat in range(context.seats):
        options = list(context.state.options(seat))
        require_same(list(context.state.composing(seat)), [], f"seat {seat} has no half-made move between events")
        if seat not in deciders:
            require_same(options, [], f"seat {seat} owes nothing, so it has no options")
            continue
        check_option_list(context, context.state, seat, options)


def check_option_list(context: CheckContext, state: State, seat: int, options: list[int]) -> None:
    """Check one list of options and the names of its parts."""
    require(bool(options), f"seat {seat} owes a decision, so it has options")
    require(all(a < b for a, b in pairwise(options)), f"options of seat {seat} ascend and are distinct: {options}")
    words = [context.game.part_word(state, seat, part) for part in options]
    require_same(len(set(words)), len(words), f"words of parts are distinct: {words}")
    for word in words:
        require(WORD.fullmatch(word) is not None, f"the word of a part is letters, digits and +-=@ only: {word!r}")
    trial = state.copy()
    trial.seed(context.new_seed())
    for _try in range(3):
        part = trial.random_option(seat)
        require(part in options, f"random_option() {part} of seat {seat} is one of options() {options}")


def check_moves(context: CheckContext) -> None:
    """Check that every offered part can be completed to a whole move, and every whole move round-trips through its
    text."""
    for seat in context.deciders:
        options = list(context.state.options(seat))
        starts = context.generator.sample(options, min(len(options), MAX_FIRST_PARTS))
        others = [viewer for viewer in context.viewers if viewer != seat]
        before = observations(context.state, others)
        for part in [*starts, *[None] * RANDOM_MOVES]:
            check_move(context, seat, part, others, before)


def check_move(
    context: CheckContext, seat: int, first: int | None, others: Sequence[int | None], before: list[object]
) -> None:
    """Check one random move that begins with `first`, part by part; the observations of `others` stay as they were
    `before`."""
    trial = context.state.copy()
    trial.seed(context.new_seed())
    parts = [trial.random_option(seat) if first is None else first]
    trial.choose(seat, parts[0])
    while trial.composing(seat):
        require_same(list(trial.composing(seat)), parts, f"composing({seat}) holds the parts chosen so far")
        require_same(
            observations(trial, others), before, f"no other viewer sees that seat {seat} has begun a move with {parts}"
        )
        check_option_list(context, trial, seat, list(trial.options(seat)))
        require(len(parts) < 50, f"a move comes to its end: {parts}")
        parts.append(trial.random_option(seat))
        trial.choose(seat, parts[-1])
    text = context.game.format_move(context.state, seat, parts)
    try:
        parsed = list(context.game.parse_move(context.state, seat, text))
    except MoveError as error:
        raise LawBroken(f"the legal move {parts} of seat {seat} is written {text!r}, and refused: {error}") from error
    require_same(parsed, parts, f"parse_move(format_move()) returns the move: {text!r}")


def check_refusals(context: CheckContext) -> None:
    """Check that any text is parsed as a legal move or refused with a sentence."""
    for seat in context.deciders:
        for text in (*INVALID_MOVES, *context.samples):
            try:
                parts = context.game.parse_move(context.state, seat, text)
            except MoveError as error:
                require(bool(str(error.reason).strip()), f"the refusal of {text!r} has a reason")
                continue
            trial = context.state.copy()
            for part in parts:
                require(part in trial.options(seat), f"parse_move accepts {text!r} of seat {seat}, which is not legal")
                trial.choose(seat, part)
            written = context.game.format_move(context.state, seat, parts)
            require_same(written, text, "every move has one way to be written")


def check_default(context: CheckContext) -> None:
    """Check that the default of a response is a legal answer by what its seat may know, and that a turn has none."""
    for seat in range(context.seats):
        parts = list(context.state.default_move(seat))
        if context.state.response() == TURN:
            require_same(parts, [], f"default_move({seat}) is empty on a turn")
        if context.state.response() == TURN or seat not in context.state.deciders():
            continue
        text = context.game.format_move(context.state, seat, parts)
        require_same(list(context.game.parse_move(context.state, seat, text)), parts, f"default_move({seat}) is legal")
        world = context.state.redeal(seat, context.generator.getrandbits(32))
        require_same(list(world.default_move(seat)), parts, f"default_move({seat}) follows from what the seat may know")


def check_chance(context: CheckContext) -> None:
    """Check that a chance step lists its outcomes, each with a weight and a token, and that a random one is among
    them."""
    state = context.state
    if state.to_move() != CHANCE:
        return
    step = state.chance_step()
    require(bool(step.outcomes) and all(a < b for a, b in pairwise(step.outcomes)), f"outcomes ascend: {step}")
    require(len(step.weights) == len(step.outcomes) and min(step.weights) > 0, f"each outcome has a weight: {step}")
    tokens = [context.game.format_chance(state, outcome) for outcome in step.outcomes]
    require_same(len(set(tokens)), len(tokens), f"tokens of outcomes are distinct: {tokens}")
    for outcome, token in zip(step.outcomes, tokens, strict=True):
        require_same(context.game.parse_chance(state, token), outcome, f"parse_chance({token!r}) returns the outcome")
    if context.new_seed() % 4 == 0:
        check_random_chance(context)


def check_random_chance(context: CheckContext) -> None:
    """Check that `random_chance` leads to the position after one of the outcomes."""
    drawn = context.state.copy()
    drawn.seed(context.new_seed())
    settled = drawn.copy()
    settled.settle_chance()
    require(settled.to_move() != CHANCE, "settle_chance() leaves nothing to chance")
    drawn.random_chance()
    reached = []
    for outcome in context.state.chance_step().outcomes:
        world = context.state.copy()
        world.choose_chance(outcome)
        reached.append(trace(world, context.viewers))
    require(trace(drawn, context.viewers) in reached, "random_chance() leads where one of the outcomes leads")


def check_queries(context: CheckContext) -> None:
    """Check that queries change nothing and return the same when called again."""
    state = context.state
    before = (state.rng_state, internal_state(state), trace(state, context.viewers))
    state.outcome()
    for seat in range(context.seats):
        state.default_move(seat)
    if state.to_move() == CHANCE:
        state.chance_step()
    require_same(
        (state.rng_state, internal_state(state), trace(state, context.viewers)), before, "queries change nothing"
    )


def check_copy(context: CheckContext) -> None:
    """Check that a copy equals the original, and that changing it does not change the original."""
    state = context.state
    before = (state.rng_state, internal_state(state), trace(state, context.viewers))
    copy = state.copy()
    require_same(
        (copy.rng_state, internal_state(copy), trace(copy, context.viewers)), before, "a copy is equal in everything"
    )
    if state.to_move() == CHANCE:
        copy.random_chance()
    elif state.to_move() != OVER:
        finish_move(copy, state.to_move(), random_part, [])
    require_same(
        (state.rng_state, internal_state(state), trace(state, context.viewers)), before, "a copy is independent"
    )


def check_random_move(context: CheckContext) -> None:
    """Check that `random_move` makes a whole move."""
    seat = context.state.to_move()
    if seat < 0:
        return
    trial = context.state.copy()
    trial.seed(context.new_seed())
    trial.random_move(seat)
    require_same(list(trial.composing(seat)), [], f"random_move({seat}) leaves no move half made")
    require(internal_state(trial) != internal_state(context.state), f"random_move({seat}) takes effect")
    require_same(trial.to_move() == OVER, trial.outcome() is not None, f"random_move({seat}) leaves a whole position")


def check_window(context: CheckContext) -> None:
    """Check that answers in a window commute, and that no seat can observe another's answer."""
    state = context.state
    deciders = list(state.deciders())
    if not state.sealed() or len(deciders) < 2:
        return
    answers: dict[int, list[int]] = {}
    for seat in deciders:
        trial = state.copy()
        trial.seed(context.new_seed())
        answers[seat] = []
        finish_move(trial, seat, random_part, answers[seat])
    ends = []
    for order in (deciders, context.generator.sample(deciders, len(deciders)), deciders[::-1]):
        trial = state.copy()
        for seat in order:
            for part in answers[seat]:
                require(part in trial.options(seat), f"the answer {answers[seat]} of seat {seat} stays open to it")
                trial.choose(seat, part)
        ends.append(trial)
    for end in ends[1:]:
        require_same_trace(end, ends[0], context.viewers, "the order in which sealed answers arrive does not matter")
        require_same(
            internal_state(end), internal_state(ends[0]), "the order in which sealed answers arrive leaves no trace"
        )
    check_sealed(context, deciders[0], answers[deciders[0]])


def check_sealed(context: CheckContext, seat: int, answer: list[int]) -> None:
    """Check that two answers of `seat` give the same observations to all other viewers."""
    others = [viewer for viewer in context.viewers if viewer != seat]
    first = context.state.copy()
    for part in answer:
        first.choose(seat, part)
    second = context.state.copy()
    second.seed(context.new_seed())
    finish_move(second, seat, random_part, [])
    law = f"nobody can tell what seat {seat} has answered"
    require_same(observations(first, others), observations(second, others), law)
    for other in context.state.deciders():
        if other != seat:
            offered = list(context.state.options(other))
            require_same(list(first.options(other)), offered, "an answer leaves the others their options")


def observations(state: State, viewers: Sequence[int | None]) -> list[object]:
    """Return views and options of some viewers."""
    return [(state.view(viewer), viewer is not None and list(state.options(viewer))) for viewer in viewers]


RULE_LAWS = (
    check_deciders,
    check_options,
    check_moves,
    check_refusals,
    check_default,
    check_chance,
    check_queries,
    check_copy,
    check_random_move,
    check_window,
)
"""Checked at every ply, in this order: later laws assume earlier ones."""
