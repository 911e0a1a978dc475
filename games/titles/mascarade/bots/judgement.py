"""What a decision is worth to a seat: one step ahead, by its belief and by how sure the others probably are.

All values are changes of the seat's chance to win, in tenths of a win. Nothing here reads a mask of the position: what
the seat believes comes from its own observations (`rules/belief.py`), what others know is guessed from public facts.
"""

from functools import cached_property

from games.titles.mascarade.bots.outcomes import worth, worth_of_fines
from games.titles.mascarade.bots.standing import chance_of
from games.titles.mascarade.bots.sureness import sureness
from games.titles.mascarade.rules.belief import Belief
from games.titles.mascarade.rules.components import MASKS, NONE
from games.titles.mascarade.rules.fields import MascaradeFields

TENTHS = 10.0
BLUFFS = 0.35
"""How likely somebody without a mask is to announce it, against 1 for its owner."""
UNSURE_CLAIM = 0.2
"""How often an owner who has no idea of it challenges the announcement of a mask."""
CLAIM_GROWTH = 2.27
"""How much that grows with how sure the owner is, up to always."""
STRAY_CLAIM = 0.09
"""How often somebody who does not have it challenges, for each share of unsureness."""
LOOK = 0.15
"""What certainty about the own mask is worth, at full doubt."""
LATER = 2.25
"""What a power is worth that one may announce in a later turn, against now."""
DISGUISE = 0.06
"""What it is worth that others are less sure of a mask that was touched."""


def owner_claims(sure: float) -> float:
    """How often the owner of a mask, who is so sure of it, challenges its announcement."""
    return min(1.0, UNSURE_CLAIM + CLAIM_GROWTH * sure)


class Judgement:
    """The values of all decisions of `seat` in one position."""

    def __init__(self, state: MascaradeFields, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.belief = Belief.after(list(state.dealt), state.history, seat)

    # What is believed.

    @cached_property
    def sure(self) -> list[float]:
        """By slot: how sure its owner probably is."""
        return sureness(self.state)

    @cached_property
    def coins(self) -> list[float]:
        """The coins now."""
        return [float(each) for each in self.state.coins]

    def chance(self, slot: int, mask: int) -> float:
        """How likely `mask` lies in `slot`."""
        return self.belief.chance(slot, mask)

    def slots(self, seat: int) -> range:
        """The slots before `seat`."""
        return range(seat * self.state.hand, (seat + 1) * self.state.hand)

    def claim(self, seat: int, slot: int, mask: int) -> float:
        """How likely `seat` challenges an announcement of `mask` by pointing at `slot`."""
        held, sure = self.chance(slot, mask), self.sure[slot]
        if self.state.answer[seat] >= 0:
            return held
        return held * owner_claims(sure) + (1 - held) * STRAY_CLAIM * (1 - sure)

    def true_claim(self, seat: int, slot: int, mask: int) -> float:
        """How likely it does so and has the mask."""
        return self.chance(slot, mask) * owner_claims(self.sure[slot])

    # Announcing.

    def power(self, user: int, mask: int) -> float:
        """What it is worth to the seat that `user` applies `mask` now."""
        return TENTHS * worth(self.state, user, mask, self.seat)

    @cached_property
    def coin_lost(self) -> float:
        """What it costs the seat to pay a fine."""
        return TENTHS * worth_of_fines(self.state, (self.seat,), self.seat)

    def announcement(self, slot: int, mask: int) -> float:
        """The worth of announcing `mask`, pointing at `slot`."""
        mine = self.chance(slot, mask)
        gain = self.power(self.seat, mask)
        nobody, by_owner, other_gain = 1.0, 0.0, 0.0
        for other in range(self.state.seats):
            if other == self.seat:
                continue
            place = max(self.slots(other), key=lambda each: self.chance(each, mask))
            claim = self.claim(other, place, mask)
            nobody *= 1 - claim
            true = self.true_claim(other, place, mask)
            if true > 0.01:
                by_owner += true
                other_gain += true * self.power(other, mask)
        caught = min(1 - nobody, max(by_owner, 0.0) + (1 - nobody) * (1 - mine))
        bluff = nobody * gain + caught * self.coin_lost + other_gain
        return mine * gain + (1 - mine) * bluff

    # Answering.

    def challenge(self, slot: int) -> float:
        """The worth of challenging the announcement by pointing at `slot`, against not challenging."""
        state, seat, mask = self.state, self.seat, int(self.state.announced)
        announcer = int(state.active)
        mine = self.chance(slot, mask)
        theirs = self.chance(int(state.pointed), mask)
        bluff = (1 - theirs - mine) * BLUFFS + mine * BLUFFS
        theirs = theirs / (theirs + bluff) if theirs + bluff > 0 else 0.0
        mine *= 1 - theirs
        others = 0.0
        for other in range(state.seats):
            if other not in (seat, announcer):
                place = max(self.slots(other), key=lambda each: self.chance(each, mask))
                others += self.true_claim(other, place, mask) * (1 - theirs)
        free = max(0.0, 1 - theirs - mine - others)  # nobody who has it speaks: the announcer is a liar
        to_announcer = self.power(announcer, mask)
        fine = TENTHS * worth_of_fines(state, (announcer,), seat)
        both = TENTHS * worth_of_fines(state, (announcer, seat), seat)
        yes = theirs * (to_announcer + self.coin_lost) + mine * (self.power(seat, mask) + fine)
        yes += others * self.coin_lost + free * both
        no = (theirs + mine + free) * to_announcer + others * fine
        return yes - no

    # Looking and exchanging.

    def promise(self, chances: dict[int, float]) -> float:
        """What a mask that is `chances[mask]` likely to lie before the seat is worth for later turns."""
        expected = sum(share * max(0.0, self.power(self.seat, mask)) for mask, share in chances.items())
        best = max((share * max(0.0, self.power(self.seat, mask)) for mask, share in chances.items()), default=0.0)
        return LATER * (0.3 * expected + 0.7 * best)

    def at(self, slot: int) -> dict[int, float]:
        """The masks that may lie in a slot, with their chances."""
        found = {mask: self.chance(slot, mask) for mask in range(MASKS) if self.state.script_counts[mask]}
        return {mask: share for mask, share in found.items() if share > 0}

    def view(self, slot: int) -> float:
        """The worth of looking at the own mask in `slot`."""
        doubt = 1 - max(self.at(slot).values(), default=1.0)
        chances = self.at(slot)
        informed = LATER * sum(share * max(0.0, self.power(self.seat, mask)) for mask, share in chances.items())
        return LOOK * doubt + max(0.0, informed - self.promise(chances))

    def exchange(self, own: int, other: int, swap: bool) -> float:
        """The worth of exchanging two masks, or of pretending to."""
        owner = self.state.owner[other]
        threat = 0.0
        if owner != NONE:
            doubted = self.sure[other] * (1 - 0.5)
            threat = doubted * max(
                (share * max(0.0, -self.power(owner, mask)) for mask, share in self.at(other).items()), default=0.0
            )
        kept = self.promise(self.at(other if swap else own))
        return kept - self.promise(self.at(own)) + LATER * threat + DISGUISE * self.sure[own]

    @cached_property
    def now(self) -> float:
        """The chance of the seat to win, in tenths."""
        return TENTHS * chance_of(self.coins, self.seat)
