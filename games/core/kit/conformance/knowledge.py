"""Laws of knowledge: views, re-dealt worlds, twins (positions that a seat cannot distinguish)."""

import json

from games.core.engine.state import State
from games.core.kit.conformance.context import (
    CheckContext,
    canonical,
    internal_state,
    parse_result,
    require,
    require_same,
    require_same_trace,
    trace,
)
from games.core.kit.playout import play_out

VIEW_KEYS = {"seats", "viewer", "phase", "deciders", "over"}
MAX_SAMPLED_MOVES = 12


def check_views(context: CheckContext) -> None:
    """Check that a view is JSON, has the keys that the site reads, and agrees with the queries."""
    state = context.state
    for viewer in context.viewers:
        view = state.view(viewer)
        require_same(json.loads(canonical(view)), view, f"the view of {viewer} consists of JSON types")
        require(view.keys() >= VIEW_KEYS, f"a view holds {sorted(VIEW_KEYS - view.keys())}")
        require_same(
            (view["seats"], view["viewer"], view["deciders"], view["over"]),
            (context.seats, viewer, list(state.deciders()), state.outcome() is not None),
            "seats, viewer, deciders and over of a view agree with the state",
        )
        require(isinstance(view["phase"], str) and bool(view["phase"]), "the phase of a view is a word")
        require_same(view.keys(), state.view(None).keys(), "views of all viewers have the same keys")


def check_worlds(context: CheckContext) -> None:
    """Check that a seat cannot distinguish a re-dealt world from the true position, and can play it to the end."""
    state = context.state
    if not state.deciders():
        return
    before = (state.rng_state, internal_state(state))
    for seat in context.asked:
        seed = context.new_seed()
        world = state.redeal(seat, seed)
        require_same((state.rng_state, internal_state(state)), before, "redeal() leaves the position as it was")
        again = state.redeal(seat, seed)
        require_same_trace(again, world, context.viewers, f"redeal({seat}) with one seed gives one world")
        check_twin(context, world, seat)
        check_redeal_of_twin(context, world, seat)
    seat = context.generator.choice(context.asked)
    play_out(state.redeal(seat, context.new_seed()))


def check_twin(context: CheckContext, twin: State, seat: int) -> None:
    """Check that two positions that `seat` cannot distinguish give it and a spectator the same views, byte for byte."""
    state, game = context.state, context.game
    for viewer in (seat, None):
        require_same(
            canonical(twin.view(viewer)), canonical(state.view(viewer)), f"redeal({seat}) keeps the view of {viewer}"
        )
    for name in ("to_move", "deciders", "sealed", "response"):
        require_same(getattr(twin, name)(), getattr(state, name)(), f"redeal({seat}) keeps {name}()")
    require_same(twin.turns, state.turns, f"redeal({seat}) keeps turns")
    require_same(list(twin.options(seat)), list(state.options(seat)), f"redeal({seat}) keeps its options")
    if seat not in state.deciders():
        return
    for part in state.options(seat):
        require_same(
            game.part_word(twin, seat, part), game.part_word(state, seat, part), f"redeal({seat}) keeps words of parts"
        )
    texts = context.generator.sample(list(context.samples), min(MAX_SAMPLED_MOVES, len(context.samples)))
    for text in (*texts, "?", ""):
        require_same(
            parse_result(game, twin, seat, text), parse_result(game, state, seat, text), f"seat {seat} sends {text!r}"
        )
    check_same_steps(context, twin, seat)


def check_same_steps(context: CheckContext, twin: State, seat: int) -> None:
    """Check that `seat` has the same options at every step when composing one move in both positions."""
    mine, other = context.state.copy(), twin.copy()
    mine.seed(context.new_seed())
    parts: list[int] = []
    while not parts or mine.composing(seat):
        require_same(list(other.options(seat)), list(mine.options(seat)), f"after {parts} twins offer the same")
        require_same(
            canonical(other.view(seat)), canonical(mine.view(seat)), f"after {parts} twins show seat {seat} the same"
        )
        parts.append(mine.random_option(seat))
        mine.choose(seat, parts[-1])
        other.choose(seat, parts[-1])
    require_same(
        context.game.format_move(twin, seat, parts),
        context.game.format_move(context.state, seat, parts),
        "twins write a move the same way",
    )


def check_redeal_of_twin(context: CheckContext, twin: State, seat: int) -> None:
    """Check that twins re-dealt with the same seed give the same world: a bot cannot tell which is the true
    position."""
    seed = context.new_seed()
    mine, other = context.state.redeal(seat, seed), twin.redeal(seat, seed)
    law = f"redeal({seat}, {seed}) of the true position and of its twin give the same world"
    require_same((other.rng_state, internal_state(other)), (mine.rng_state, internal_state(mine)), law)
    if seed % 4 == 0:
        play_out(mine)
        play_out(other)
        require_same(trace(other, context.viewers), trace(mine, context.viewers), law + " to the end")


KNOWLEDGE_LAWS = (check_views, check_worlds)
"""Checked at every ply."""
