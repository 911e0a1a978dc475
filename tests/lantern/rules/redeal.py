"""Re-deals what a seat cannot know: the other hands, and answers that are still sealed."""

from games.core.engine.rows import Int
from tests.lantern.rules.components import BLOW, BRIGHTEST, LET_PART
from tests.lantern.rules.fields import LanternFields


def redeal(world: LanternFields, seat: Int) -> None:
    """Re-deal everything that `seat` cannot know, in place, with the generator of `world`."""
    if seat != world.mover and world.bridge == -1:
        world.card = 0
    sizes = [world.hand_size(other) for other in range(world.seats)]
    for other in range(world.seats):
        if other != seat:
            for card in range(1, BRIGHTEST + 1):
                place = other * (BRIGHTEST + 1) + card
                world.pile[card] += world.hand[place]
                world.hand[place] = 0
    for other in range(world.seats):
        if other != seat:
            for _ in range(sizes[other]):
                card = draw(world)
                world.pile[card] -= 1
                world.hand[other * (BRIGHTEST + 1) + card] += 1
            if world.phase == BLOW and world.answer[other] >= LET_PART:
                world.answer[other] = LET_PART + world.randbelow(2)


def draw(state: LanternFields) -> Int:
    """The brightness of a card drawn blindly from the pile, which keeps it."""
    left = state.randbelow(sum(state.pile))
    for card in range(1, BRIGHTEST + 1):
        if left < state.pile[card]:
            return card
        left -= state.pile[card]
    raise AssertionError("the pile is empty")
