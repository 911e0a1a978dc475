"""Laws of answers in advance: the decisions that they answer are public, and they make legal moves."""

from games.core.engine.state import TURN
from games.core.errors import MoveError
from games.core.kit.conformance.context import CheckContext, require, require_same
from games.core.title.presenter import KeyInAdvance


def check_in_advance(context: CheckContext) -> None:
    """Check for every deciding seat at this ply its answers in advance, and the moves that they make if they are due
    now."""
    game, state = context.game, context.state
    for seat in context.deciders:
        keys = list(game.keys_in_advance(state, seat))
        require(not keys or state.response() != TURN, "only responses have answers in advance")
        require(len(set(keys)) == len(keys), f"keys_in_advance() names a key once: {keys}")
        for other in range(context.seats):
            world = state.redeal(other, context.generator.getrandbits(32))
            require_same(list(game.keys_in_advance(world, seat)), keys, "keys_in_advance() follow from public facts")
            require_same(world.epoch_in_advance(seat), state.epoch_in_advance(seat), "epoch_in_advance() is public")
        offered = {each.key: each for each in game.presenter.in_advance(state.view(seat))}
        require(set(keys) <= set(offered), f"what is due can be answered in advance: {keys}")
        for key in offered.values():
            check_answers(context, seat, key, due=key.key in keys)


def check_answers(context: CheckContext, seat: int, key: KeyInAdvance, *, due: bool) -> None:
    """Check that each offered answer is in canonical form and, if due, becomes a legal move or none."""
    game, state = context.game, context.state
    for text, _label in key.answers:
        try:
            canonical = game.parse_in_advance(state, seat, key.key, text)
            require_same(canonical, text, f"parse_in_advance() gives the canonical form of {text!r}")
            move = game.move_in_advance(state, seat, canonical) if due else None
            if move is not None:
                game.parse_move(state, seat, move)
        except MoveError as error:
            require(False, f"the answer in advance {text!r} for {key.key!r} is one: {error}")
        if due:
            world = state.redeal(seat, context.generator.getrandbits(32))
            require_same(
                game.move_in_advance(world, seat, text), move, "move_in_advance() knows no more than the seat itself"
            )
