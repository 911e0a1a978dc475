"""Laws of what each may know: views, re-dealt worlds, twins."""

import json

from games.core.conformance.scene import (
    Scene,
    answer_to,
    canonical,
    insides,
    require,
    require_same,
    require_same_trace,
    trace,
)
from games.core.playout import play_out
from games.core.state import State

VIEW_KEYS = {"seats", "viewer", "phase", "deciders", "over"}
REFUSALS = 12


def check_views(scene: Scene) -> None:
    """A view is JSON, has the keys that the site reads, and tells the same as the queries do."""
    state = scene.state
    for viewer in scene.viewers:
        view = state.view(viewer)
        require_same(json.loads(canonical(view)), view, f"the view of {viewer} is made of what JSON knows")
        require(view.keys() >= VIEW_KEYS, f"a view holds {sorted(VIEW_KEYS - view.keys())}")
        told = (view["seats"], view["viewer"], view["deciders"], view["over"])
        require_same(
            told,
            (scene.seats, viewer, list(state.deciders()), state.outcome() is not None),
            "seats, viewer, deciders and over of a view are true",
        )
        require(isinstance(view["phase"], str) and bool(view["phase"]), "the phase of a view is a word")
        require_same(view.keys(), state.view(None).keys(), "views of all viewers have the same keys")


def check_worlds(scene: Scene) -> None:
    """A re-dealt world is one that its seat cannot tell from the true one, and it can be played to its end."""
    state = scene.state
    if not state.deciders():
        return
    before = (state.rng_state, insides(state))
    for seat in range(scene.seats):
        seed = scene.number()
        world = state.redeal(seat, seed)
        require_same((state.rng_state, insides(state)), before, "redeal() leaves the position as it was")
        again = state.redeal(seat, seed)
        require_same_trace(again, world, scene.seats, f"redeal({seat}) with one seed gives one world")
        check_twin(scene, world, seat)
        check_blind(scene, world, seat)
    seat = scene.generator.randrange(scene.seats)
    play_out(state.redeal(seat, scene.number()))


def check_twin(scene: Scene, twin: State, seat: int) -> None:
    """Two worlds that `seat` cannot tell apart send the same to it and to a spectator, byte for byte."""
    state, game = scene.state, scene.game
    for viewer in (seat, None):
        require_same(
            canonical(twin.view(viewer)), canonical(state.view(viewer)), f"redeal({seat}) keeps the view of {viewer}"
        )
    for name in ("to_move", "deciders", "sealed", "response", "turn"):
        require_same(getattr(twin, name)(), getattr(state, name)(), f"redeal({seat}) keeps {name}()")
    require_same(list(twin.options(seat)), list(state.options(seat)), f"redeal({seat}) keeps its options")
    if seat not in state.deciders():
        return
    for part in state.options(seat):
        require_same(
            game.part_word(twin, seat, part), game.part_word(state, seat, part), f"redeal({seat}) keeps words of parts"
        )
    texts = scene.generator.sample(list(scene.samples), min(REFUSALS, len(scene.samples)))
    for text in (*texts, "?", ""):
        require_same(
            answer_to(game, twin, seat, text), answer_to(game, state, seat, text), f"seat {seat} sends {text!r}"
        )
    check_same_steps(scene, twin, seat)


def check_same_steps(scene: Scene, twin: State, seat: int) -> None:
    """Composing one move in both worlds, `seat` is offered the same at every step."""
    mine, other = scene.state.copy(), twin.copy()
    mine.seed(scene.number())
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
        scene.game.format_move(twin, seat, parts),
        scene.game.format_move(scene.state, seat, parts),
        "twins write a move the same way",
    )


def check_blind(scene: Scene, twin: State, seat: int) -> None:
    """Re-dealt with the same seed, twins give the same world: a bot cannot tell which of them is the true one."""
    seed = scene.number()
    mine, other = scene.state.redeal(seat, seed), twin.redeal(seat, seed)
    law = f"redeal({seat}, {seed}) of the true position and of its twin give the same world"
    require_same((other.rng_state, insides(other)), (mine.rng_state, insides(mine)), law)
    if seed % 4 == 0:
        play_out(mine)
        play_out(other)
        require_same(trace(other, scene.seats), trace(mine, scene.seats), law + " to the end")


KNOWLEDGE = (check_views, check_worlds)
"""Checked at every ply."""
