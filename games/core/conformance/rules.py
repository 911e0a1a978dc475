"""Laws of decisions and chance."""

import re
from collections.abc import Sequence
from itertools import pairwise

from games.core.conformance.scene import (
    LawBroken,
    Scene,
    insides,
    require,
    require_same,
    require_same_trace,
    trace,
)
from games.core.errors import MoveError
from games.core.simulation import finish_move, random_part
from games.core.state import CHALLENGE, CHANCE, OVER, REACTION, TURN, State

WORD = re.compile(r"[A-Za-z0-9+\-=@]+")
NONSENSE = ("", " ", "0", "-", "\x00", "é", "?", "'; --", "9" * 40, "{}", "pass pass", "💧", "a" * 5000)
MOST_FIRST_PARTS = 12
RANDOM_MOVES = 3


def check_somebody_owes(scene: Scene) -> None:
    """A seat owes a decision, or chance does, or the match is over."""
    state = scene.state
    owed, deciders = state.to_move(), list(state.deciders())
    require(state.response() in (TURN, REACTION, CHALLENGE), "response() is TURN, REACTION or CHALLENGE")
    require((state.outcome() is not None) == (owed == OVER), "there is an outcome exactly when to_move() is OVER")
    if owed in (CHANCE, OVER):
        require_same(deciders, [], "nobody owes a decision while chance does, or when the match is over")
        return
    require_same(deciders, sorted(set(deciders)), "deciders() ascend and are distinct")
    require(bool(deciders) and deciders[0] == owed, f"to_move() {owed} is the first of deciders() {deciders}")
    require(deciders[-1] < scene.seats, f"deciders() {deciders} are seats of this match")
    require(len(deciders) == 1 or bool(state.sealed()), f"several deciders {deciders}, so the window is sealed")


def check_options(scene: Scene) -> None:
    """Options ascend, are distinct, exist for those who decide and for nobody else; a random one is one of them."""
    deciders = scene.state.deciders()
    for seat in range(scene.seats):
        options = list(scene.state.options(seat))
        require_same(list(scene.state.composing(seat)), [], f"seat {seat} has no half-made move between events")
        if seat not in deciders:
            require_same(options, [], f"seat {seat} owes nothing, so it has no options")
            continue
        check_option_list(scene, scene.state, seat, options)


def check_option_list(scene: Scene, state: State, seat: int, options: list[int]) -> None:
    """One list of options and the words for them."""
    require(bool(options), f"seat {seat} owes a decision, so it has options")
    require(all(a < b for a, b in pairwise(options)), f"options of seat {seat} ascend and are distinct: {options}")
    words = [scene.game.part_word(state, seat, part) for part in options]
    require_same(len(set(words)), len(words), f"words of parts are distinct: {words}")
    for word in words:
        require(WORD.fullmatch(word) is not None, f"the word of a part is letters, digits and +-=@ only: {word!r}")
    trial = state.copy()
    trial.seed(scene.number())
    for _try in range(3):
        part = trial.random_option(seat)
        require(part in options, f"random_option() {part} of seat {seat} is one of options() {options}")


def check_moves(scene: Scene) -> None:
    """Every offered part can be completed to a whole move, and every whole move round-trips through its text."""
    for seat in scene.state.deciders():
        options = list(scene.state.options(seat))
        starts = scene.generator.sample(options, min(len(options), MOST_FIRST_PARTS))
        for part in [*starts, *[None] * RANDOM_MOVES]:
            check_move(scene, seat, part)


def check_move(scene: Scene, seat: int, first: int | None) -> None:
    """One random move that begins with `first`, part by part."""
    trial = scene.state.copy()
    trial.seed(scene.number())
    others = [viewer for viewer in scene.viewers if viewer != seat]
    unseen = seen_by(trial, others)
    parts = [trial.random_option(seat) if first is None else first]
    trial.choose(seat, parts[0])
    while trial.composing(seat):
        require_same(list(trial.composing(seat)), parts, f"composing({seat}) holds the parts chosen so far")
        require_same(seen_by(trial, others), unseen, f"nobody sees that seat {seat} has begun a move with {parts}")
        check_option_list(scene, trial, seat, list(trial.options(seat)))
        require(len(parts) < 50, f"a move comes to its end: {parts}")
        parts.append(trial.random_option(seat))
        trial.choose(seat, parts[-1])
    text = scene.game.format_move(scene.state, seat, parts)
    try:
        parsed = list(scene.game.parse_move(scene.state, seat, text))
    except MoveError as error:
        raise LawBroken(f"the legal move {parts} of seat {seat} is written {text!r}, and refused: {error}") from error
    require_same(parsed, parts, f"parse_move(format_move()) gives the move back: {text!r}")


def check_refusals(scene: Scene) -> None:
    """A text is a legal move or is refused with a sentence; nothing else happens, whatever the text."""
    for seat in scene.state.deciders():
        for text in (*NONSENSE, *scene.samples):
            try:
                parts = scene.game.parse_move(scene.state, seat, text)
            except MoveError as error:
                require(bool(str(error.reason).strip()), f"the refusal of {text!r} says why")
                continue
            trial = scene.state.copy()
            for part in parts:
                require(part in trial.options(seat), f"parse_move accepts {text!r} of seat {seat}, which is not legal")
                trial.choose(seat, part)
            written = scene.game.format_move(scene.state, seat, parts)
            require_same(written, text, "every move has one way to be written")


def check_default(scene: Scene) -> None:
    """Silence in a response window means a stated, legal answer; on a turn it means nothing."""
    for seat in range(scene.seats):
        parts = list(scene.state.default_move(seat))
        if scene.state.response() == TURN:
            require_same(parts, [], f"default_move({seat}) is empty where silence has no meaning")
        if scene.state.response() == TURN or seat not in scene.state.deciders():
            continue
        text = scene.game.format_move(scene.state, seat, parts)
        require_same(list(scene.game.parse_move(scene.state, seat, text)), parts, f"default_move({seat}) is legal")


def check_chance(scene: Scene) -> None:
    """A chance step lists its outcomes, each with a weight and a token; a random one is one of them."""
    state = scene.state
    if state.to_move() != CHANCE:
        return
    step = state.chance_step()
    require(bool(step.outcomes) and all(a < b for a, b in pairwise(step.outcomes)), f"outcomes ascend: {step}")
    require(len(step.weights) == len(step.outcomes) and min(step.weights) > 0, f"each outcome has a weight: {step}")
    tokens = [scene.game.format_chance(state, outcome) for outcome in step.outcomes]
    require_same(len(set(tokens)), len(tokens), f"tokens of outcomes are distinct: {tokens}")
    for outcome, token in zip(step.outcomes, tokens, strict=True):
        require_same(scene.game.parse_chance(state, token), outcome, f"parse_chance({token!r}) gives the outcome back")
    if scene.number() % 4 == 0:
        check_random_chance(scene)


def check_random_chance(scene: Scene) -> None:
    """`random_chance` goes where one of the outcomes leads."""
    drawn = scene.state.copy()
    drawn.seed(scene.number())
    settled = drawn.copy()
    settled.settle_chance()
    require(settled.to_move() != CHANCE, "settle_chance() leaves nothing to chance")
    drawn.random_chance()
    reached = []
    for outcome in scene.state.chance_step().outcomes:
        world = scene.state.copy()
        world.choose_chance(outcome)
        reached.append(trace(world, scene.seats))
    require(trace(drawn, scene.seats) in reached, "random_chance() leads where one of the outcomes leads")


def check_queries(scene: Scene) -> None:
    """Asking changes nothing, and asking twice gives the same answer."""
    state = scene.state
    before = (state.rng_state, insides(state), trace(state, scene.seats))
    state.outcome()
    for seat in range(scene.seats):
        state.default_move(seat)
    if state.to_move() == CHANCE:
        state.chance_step()
    require_same((state.rng_state, insides(state), trace(state, scene.seats)), before, "queries change nothing")


def check_copy(scene: Scene) -> None:
    """A copy is equal in everything, and what happens to it does not touch the original."""
    state = scene.state
    before = (state.rng_state, insides(state), trace(state, scene.seats))
    copy = state.copy()
    require_same((copy.rng_state, insides(copy), trace(copy, scene.seats)), before, "a copy is equal in everything")
    if state.to_move() == CHANCE:
        copy.random_chance()
    elif state.to_move() != OVER:
        finish_move(copy, state.to_move(), random_part, [])
    require_same((state.rng_state, insides(state), trace(state, scene.seats)), before, "a copy is independent")


def check_random_move(scene: Scene) -> None:
    """`random_move` makes a whole move."""
    seat = scene.state.to_move()
    if seat < 0:
        return
    trial = scene.state.copy()
    trial.seed(scene.number())
    trial.random_move(seat)
    require_same(list(trial.composing(seat)), [], f"random_move({seat}) leaves no move half made")
    require(insides(trial) != insides(scene.state), f"random_move({seat}) takes effect")
    require_same(trial.to_move() == OVER, trial.outcome() is not None, f"random_move({seat}) leaves a whole position")


def check_window(scene: Scene) -> None:
    """In a window, answers commute, and nobody can tell what another has answered."""
    state = scene.state
    deciders = list(state.deciders())
    if not state.sealed() or len(deciders) < 2:
        return
    answers: dict[int, list[int]] = {}
    for seat in deciders:
        trial = state.copy()
        trial.seed(scene.number())
        answers[seat] = []
        finish_move(trial, seat, random_part, answers[seat])
    ends = []
    for order in (deciders, scene.generator.sample(deciders, len(deciders)), deciders[::-1]):
        trial = state.copy()
        for seat in order:
            for part in answers[seat]:
                require(part in trial.options(seat), f"the answer {answers[seat]} of seat {seat} stays open to it")
                trial.choose(seat, part)
        ends.append(trial)
    for end in ends[1:]:
        require_same_trace(end, ends[0], scene.seats, "the order in which sealed answers arrive does not matter")
        require_same(insides(end), insides(ends[0]), "the order in which sealed answers arrive leaves no trace")
    check_sealed(scene, deciders[0], answers[deciders[0]])


def check_sealed(scene: Scene, seat: int, answer: list[int]) -> None:
    """Two answers of `seat` look the same to everybody else."""
    others = [viewer for viewer in scene.viewers if viewer != seat]
    first = scene.state.copy()
    for part in answer:
        first.choose(seat, part)
    second = scene.state.copy()
    second.seed(scene.number())
    finish_move(second, seat, random_part, [])
    law = f"nobody can tell what seat {seat} has answered"
    require_same(seen_by(first, others), seen_by(second, others), law)
    for other in scene.state.deciders():
        if other != seat:
            offered = list(scene.state.options(other))
            require_same(list(first.options(other)), offered, "an answer leaves the others their options")


def seen_by(state: State, viewers: Sequence[int | None]) -> list[object]:
    """Views and options of some viewers."""
    return [(state.view(viewer), viewer is not None and list(state.options(viewer))) for viewer in viewers]


RULES = (
    check_somebody_owes,
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
"""Checked at every ply, in this order: later ones lean on earlier ones."""
