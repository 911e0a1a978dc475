"""A position of Maskera. The chapters of the rules stand beside it: turn, counter, abilities, piles, insight."""

from typing import cast

from games.core.outcome import Outcome
from games.core.rows import Int, Row, vec
from games.core.state import CHALLENGE, CHANCE, OVER, TURN, ChanceStep, State
from games.core.view import View
from games.titles.maskera.rules import abilities, counter, forced, information_state, piles, turn
from games.titles.maskera.rules.components import (
    ANSWER,
    COPIES,
    COUNTER,
    DEALING,
    DISCARD,
    DISCARDED,
    DRAW,
    DRAWING,
    FINISHED,
    FIRST_SEAT,
    FOR_TURN,
    KEEP,
    KEEPING,
    MASKS,
    NONE,
    PASS,
    PLAY,
    REMOVE,
    REMOVING,
    SEATS,
    SNATCHING,
    TURN_CHOICE,
)
from games.titles.maskera.rules.counts import distinct, masks_in, nth_card, nth_mask


class MaskeraState(State):
    """Rows hold counts of masks: `hand[seat * MASKS + mask]`. Cards have no identity but their mask."""

    __slots__ = (
        "active",
        "announced",
        "area",
        "aside",
        "aside_size",
        "at_one_go",
        "dealt",
        "discards",
        "draw_left",
        "drawing_for",
        "hand",
        "hand_size",
        "hit",
        "known",
        "mixed",
        "past",
        "phase",
        "pile",
        "pile_size",
        "pooled",
        "remembering",
        "revealed",
        "seen",
        "seen_turn",
        "shuffled",
        "taken",
        "trial",
        "turns",
        "user",
        "win_by",
        "winner",
    )

    def __init__(self, source: "MaskeraState | None" = None) -> None:
        super().__init__(source)
        if source is None:
            self.phase: Int = DEALING
            self.dealt: Int = 0
            self.active: Int = 0
            self.turns: Int = 0  # ended so far
            # The zones.
            self.pile: Row = vec[Int]([COPIES] * MASKS)
            self.pile_size: Int = COPIES * MASKS
            self.hand: Row = vec[Int]([0] * (SEATS * MASKS))
            self.hand_size: Row = vec[Int]([0] * SEATS)
            self.shuffled: Row = vec[Int]([0] * MASKS)  # what the latest reshuffle put into the pile
            self.area: Row = vec[Int]([0] * (SEATS * MASKS))
            self.discards: list[Int] = []  # bottom first
            self.trial: Int = NONE  # the facedown card of the active seat
            self.announced: Int = NONE  # what the other seat said it is
            self.revealed: Int = NONE  # what it turned out to be, until the turn ends
            self.hit: bool = False  # countered: it lies apart until then
            # An ability, or the turn's own draw, in progress.
            self.user: Int = NONE
            self.drawing_for: Int = FOR_TURN
            self.draw_left: Int = 0
            self.taken: Int = 0
            self.at_one_go: Row = vec[Int]([0] * MASKS)  # drawn since the last note
            self.aside: Row = vec[Int]([0] * MASKS)
            self.aside_size: Int = 0
            # The end.
            self.winner: Int = NONE
            self.win_by: Int = NONE
            # What a seat knows of the other hand (insight).
            self.known: Row = vec[Int]([0] * (SEATS * MASKS))
            self.pooled: Row = vec[Int]([0] * MASKS)
            self.mixed: bool = False
            self.seen: Row = vec[Int]([0] * (SEATS * MASKS))
            self.seen_turn: Row = vec[Int]([NONE] * SEATS)
            # What it remembers of what that hand has done (memory).
            self.past: list[list[Int]] = [[], []]
            self.remembering: bool = True
        else:
            self.phase = source.phase
            self.dealt = source.dealt
            self.active = source.active
            self.turns = source.turns
            self.pile = source.pile[:]
            self.pile_size = source.pile_size
            self.hand = source.hand[:]
            self.hand_size = source.hand_size[:]
            self.shuffled = source.shuffled[:]
            self.area = source.area[:]
            self.discards = source.discards[:]
            self.trial = source.trial
            self.announced = source.announced
            self.revealed = source.revealed
            self.hit = source.hit
            self.user = source.user
            self.drawing_for = source.drawing_for
            self.draw_left = source.draw_left
            self.taken = source.taken
            self.at_one_go = source.at_one_go[:]
            self.aside = source.aside[:]
            self.aside_size = source.aside_size
            self.winner = source.winner
            self.win_by = source.win_by
            self.known = source.known[:]
            self.pooled = source.pooled[:]
            self.mixed = source.mixed
            self.seen = source.seen[:]
            self.seen_turn = source.seen_turn[:]
            self.past = [source.past[0][:], source.past[1][:]]
            self.remembering = source.remembering

    def copy(self) -> "MaskeraState":
        return MaskeraState(self)

    # Who decides.

    def to_move(self) -> Int:
        phase = self.phase
        if phase == TURN_CHOICE:
            return self.active
        if phase == ANSWER or phase == DISCARD:
            return 1 - self.active
        if phase == KEEPING or phase == REMOVING:
            return self.user
        return OVER if phase == FINISHED else CHANCE

    def deciders(self) -> list[Int]:
        seat = self.to_move()
        return [seat] if seat >= 0 else []

    def sealed(self) -> bool:
        return False

    def response(self) -> Int:
        return CHALLENGE if self.phase == ANSWER else TURN

    def turn(self) -> Int:
        return self.turns

    # Decisions: every move is one part.

    def options(self, seat: Int) -> list[Int]:
        """Draw, then masks to play; pass, then masks to announce; else masks to discard, keep or remove."""
        if seat != self.to_move():
            return []
        phase = self.phase
        if phase == TURN_CHOICE:
            draw = [DRAW] if piles.can_draw(self) else []
            return draw + masks_in(self.hand, seat * MASKS, PLAY)
        if phase == ANSWER:
            return [PASS] + [COUNTER + mask for mask in range(MASKS)]
        if phase == DISCARD:
            return masks_in(self.hand, seat * MASKS, DISCARDED)
        if phase == KEEPING:
            return masks_in(self.aside, 0, KEEP)
        return masks_in(self.area, (1 - seat) * MASKS, REMOVE)

    def composing(self, seat: Int) -> list[Int]:
        return []

    def choose(self, seat: Int, part: Int) -> None:
        if part == DRAW:
            turn.draw(self)
        elif part < PASS:
            turn.play(self, part - PLAY)
        elif part == PASS:
            counter.let_pass(self)
        elif part < DISCARDED:
            counter.announce(self, part - COUNTER)
        elif part < KEEP:
            counter.discard(self, part - DISCARDED)
        elif part < REMOVE:
            abilities.keep(self, part - KEEP)
        else:
            abilities.remove(self, part - REMOVE)
        forced.settle(self)

    def random_option(self, seat: Int) -> Int:
        phase = self.phase
        if phase == ANSWER:
            return PASS + self.randbelow(MASKS + 1)  # COUNTER follows PASS
        if phase == TURN_CHOICE:
            first = seat * MASKS
            draws = 1 if piles.can_draw(self) else 0
            n = self.randbelow(draws + distinct(self.hand, first))
            return DRAW if n < draws else PLAY + nth_mask(self.hand, first, n - draws)
        if phase == DISCARD:
            first = seat * MASKS
            return DISCARDED + nth_mask(self.hand, first, self.randbelow(distinct(self.hand, first)))
        if phase == KEEPING:
            return KEEP + nth_mask(self.aside, 0, self.randbelow(distinct(self.aside, 0)))
        first = (1 - seat) * MASKS
        return REMOVE + nth_mask(self.area, first, self.randbelow(distinct(self.area, first)))

    def random_move(self, seat: Int) -> None:
        self.choose(seat, self.random_option(seat))

    def default_move(self, seat: Int) -> list[Int]:
        return [PASS] if self.phase == ANSWER and seat == self.to_move() else []

    # Chance: one card, or the first seat, at a time.

    def chance_step(self) -> ChanceStep:
        if self.phase == DEALING:
            return one_card("deal", (int(self.dealt),), self.pile, 0)
        if self.phase == FIRST_SEAT:
            return ChanceStep("first", (0,), (0, 1), (1, 1))
        if self.phase == DRAWING:
            return one_card("draw", (int(self.turns), int(self.taken)), self.pile, 0)
        return one_card("rand", (int(self.turns),), self.hand, (1 - self.user) * MASKS)

    def choose_chance(self, outcome: Int) -> None:
        if self.phase == DRAWING:
            piles.take(self, outcome)
        elif self.phase == SNATCHING:
            abilities.snatch(self, outcome)
        elif self.phase == DEALING:
            piles.deal(self, outcome)
        else:
            turn.start(self, outcome)
        forced.settle(self)

    def random_chance(self) -> None:
        if self.phase == FIRST_SEAT:
            self.choose_chance(self.randbelow(SEATS))
        elif self.phase == SNATCHING:
            victim = 1 - self.user
            self.choose_chance(nth_card(self.hand, victim * MASKS, self.randbelow(self.hand_size[victim])))
        else:
            self.choose_chance(nth_card(self.pile, 0, self.randbelow(self.pile_size)))

    def settle_chance(self) -> None:
        while self.phase <= SNATCHING:
            self.random_chance()

    # Knowledge.

    def view(self, seat: int | None) -> View:
        from games.titles.maskera.rules.view import view_of  # words stay outside the compiled modules

        return cast(View, view_of(self, seat))

    def redeal(self, seat: Int, seed: Int) -> "MaskeraState":
        world = self.copy()
        world.seed(seed)
        information_state.redeal(world, seat)
        return world

    def outcome(self) -> Outcome | None:
        from games.titles.maskera.rules.view import outcome_of

        return outcome_of(self)


def one_card(purpose: str, index: tuple[int, ...], row: Row, first: Int) -> ChanceStep:
    """One card out of five counts of `row`, each as likely as there are copies of it."""
    masks = [mask for mask in range(MASKS) if row[first + mask] > 0]
    return ChanceStep(purpose, index, tuple(masks), tuple([int(row[first + mask]) for mask in masks]))
