"""Re-deals what a seat cannot know: where the masks lie, and sealed answers of others.

The masks are drawn from the belief of the seat. Its own observations stay as they are. Private observations of others
are kept only if they must agree with the new masks, such as a look into a slot that was not touched since; the rest is
forgotten (its value is NONE). So in a re-dealt world another seat knows at most what it could know, and its belief
always holds the masks as they lie there.
"""

from games.core.engine.rows import Int
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules.fields import MascaradeFields


def redeal(world: MascaradeFields, seat: Int) -> None:
    """Re-deal everything that `seat` cannot know, in place, with the generator of `world`."""
    if world.phase <= box.FIRST_SEAT:
        return  # chance owes: nothing is hidden yet
    if world.phase == box.ANSWERS and world.sealed_answers:
        for other in range(world.seats):
            if other != seat and world.answer[other] > box.OPEN:
                world.answer[other] = box.NO + world.randbelow(1 + world.hand)
    _redeal_masks(world, seat)
    _forget(world, seat)


def _redeal_masks(world: MascaradeFields, seat: Int) -> None:
    from games.titles.mascarade.rules.belief import Belief  # dicts are not compiled

    assignment = Belief.after(list(world.dealt), world.history, seat).sample(world.randbelow)
    for slot in range(world.places):
        world.mask[slot] = assignment[slot]


def _forget(world: MascaradeFields, seat: Int) -> None:
    """Bring what others alone have observed into agreement with the masks."""
    history = world.history
    touched = [False] * world.places
    start: Int = len(history) - box.RECORD
    while start >= 0:
        kind, first, who = history[start + box.AT_KIND], history[start + box.AT_FIRST], history[start + box.AT_SEAT]
        if kind == box.MAYBE_SWAPPED or kind == box.SWAPPED:
            if kind == box.MAYBE_SWAPPED and who != seat:
                history[start + box.AT_VALUE] = box.NONE
            touched[first] = True
            touched[history[start + box.AT_SECOND]] = True
        elif (kind == box.SEEN and who != seat) or (kind == box.SHOWN and who == seat):
            history[start + box.AT_VALUE] = box.NONE if touched[first] else world.mask[first]
        start -= box.RECORD
