"""Scoring a town: cards, draws, the exchange of the player who is last; and the final scoring (rules page, #scoring and
#end).

Seats act clockwise from the active one. A seat without cards is passed over, as all can see.
"""

from games.core.engine.rows import Int
from games.core.engine.state import CHANCE, ChanceStep
from games.titles.masons.rules import components as box
from games.titles.masons.rules import endings, piles, turn
from games.titles.masons.rules.fields import MasonsFields
from games.titles.masons.rules.values import card_values


def begin_turn(state: MasonsFields, seat: Int) -> None:
    """Begin the next turn; if the seat has no line left, the final scoring instead."""
    if not turn.begin(state, seat):
        endings.latch(state, box.NO_LINE)
        open_final(state)


def finish_turn(state: MasonsFields) -> None:
    """Finish a turn that completes no town, or whose town has been scored."""
    begin_turn(state, state.seat_at(1))


# All seats score the new town.


def open_scoring(state: MasonsFields) -> None:
    """Open the scoring. The board stays as it is until everyone has scored, so every card has one value."""
    state.phase = box.SCORE
    state.values = card_values(state, state.new_town)
    _clear_sheet(state)
    _ask_to_score(state)


def _clear_sheet(state: MasonsFields) -> None:
    state.scorings += 1
    state.answered = 0
    for seat in range(state.seats):
        state.done[seat] = box.WAITS
        state.scored_town[seat] = 0
        state.scored_first[seat] = box.NONE
        state.scored_second[seat] = box.NONE
        state.points[seat] = 0


def _ask_to_score(state: MasonsFields) -> None:
    while state.answered < state.seats:
        seat = state.seat_at(state.answered)
        if state.hand_size[seat] > 0:
            state.decider = seat
            return
        _skip(state, seat)
        state.draws[seat] = 1
    state.record(box.EFFECT_SCORED, state.new_town)
    state.phase = box.DRAWING
    state.answered = 0
    state.drawn = 0
    _next_draw(state)


def _skip(state: MasonsFields, seat: Int) -> None:
    state.done[seat] = box.SKIPPED
    state.answered += 1
    state.record(box.EFFECT_SKIPPED, seat, state.phase)


def score(state: MasonsFields, seat: Int, parts: list[Int]) -> None:
    """Score one or two cards of `seat`, or discard one instead."""
    if parts[1] == box.DISCARD:
        piles.toss(state, seat, parts[0] - box.CARD)
        state.done[seat] = box.DISCARDED
        state.draws[seat] = 2
    else:
        state.scored_town[seat] = state.new_town
        _play(state, seat, parts[0], parts[1])
        state.draws[seat] = 1
    state.answered += 1
    _ask_to_score(state)


def _play(state: MasonsFields, seat: Int, first: Int, second: Int) -> None:
    """Play one or two cards, whose values are in `state.values`."""
    state.done[seat] = box.PLAYED
    state.scored_first[seat] = first - box.CARD
    points = state.values[first - box.CARD]
    piles.play(state, seat, first - box.CARD)
    if second >= box.CARD:
        state.scored_second[seat] = second - box.CARD
        points += state.values[second - box.CARD]
        piles.play(state, seat, second - box.CARD)
    state.points[seat] = points
    state.scores[seat] += points
    state.record(box.EFFECT_POINTS, seat, points, state.scored_town[seat])


# Draws: one card for seats that have played, two for those that have discarded.


def draw_step(state: MasonsFields) -> ChanceStep:
    """Return the chance step of the card that the next seat draws. Its index is the turn, the seat, and the card's
    number."""
    purpose = "draw" if state.phase == box.DRAWING else "exchange"
    return piles.draw_step(state, purpose, (int(state.turns), int(state.seat_at(state.answered)), int(state.drawn)))


def draw(state: MasonsFields, face: Int) -> None:
    """Draw the card that chance owes."""
    seat = state.seat_at(state.answered)
    piles.draw(state, seat, face)
    state.drawn += 1
    if state.phase == box.DRAWING:
        _next_draw(state)
    else:
        _next_exchanged(state, seat)


def _next_draw(state: MasonsFields) -> None:
    while state.answered < state.seats:
        seat = state.seat_at(state.answered)
        if state.draws[seat] > 0:
            if piles.can_draw(state):
                state.decider = CHANCE
                return
            if state.drawn == 0:
                piles.record_drawn(state, seat)
            state.draws[seat] = 0
        state.answered += 1
        state.drawn = 0
    if state.ending != box.NONE:
        endings.end(state)
    else:
        open_exchange(state)


# The exchange of those in last place.


def may_exchange(state: MasonsFields, seat: Int) -> bool:
    """Return whether a seat is in last place. If all have the same score, none is."""
    behind = False
    for other in range(state.seats):
        if state.scores[other] < state.scores[seat]:
            return False
        if state.scores[other] > state.scores[seat]:
            behind = True
    return behind


def open_exchange(state: MasonsFields) -> None:
    """Open the exchange after everyone has drawn: those in last place may discard cards and draw as many."""
    state.phase = box.EXCHANGE
    state.answered = 0
    _ask_to_exchange(state)


def _ask_to_exchange(state: MasonsFields) -> None:
    state.phase = box.EXCHANGE
    while state.answered < state.seats:
        seat = state.seat_at(state.answered)
        if may_exchange(state, seat):
            if state.hand_size[seat] > 0:
                state.decider = seat
                return
            state.record(box.EFFECT_SKIPPED, seat, box.EXCHANGE)
        state.answered += 1
    finish_turn(state)


def exchange(state: MasonsFields, seat: Int, parts: list[Int]) -> None:
    """Exchange the cards of `parts`, which end with NOTHING: all are discarded before the first is drawn."""
    for part in parts:
        if part != box.NOTHING:
            piles.toss(state, seat, part - box.CARD)
            state.draws[seat] += 1
    state.phase = box.EXCHANGING
    state.drawn = 0
    _next_exchanged(state, seat)


def _next_exchanged(state: MasonsFields, seat: Int) -> None:
    if state.draws[seat] > 0 and piles.can_draw(state):
        state.decider = CHANCE
        return
    state.draws[seat] = 0
    state.answered += 1
    _ask_to_exchange(state)


# The final scoring, if the last turn has completed no town.


def open_final(state: MasonsFields) -> None:
    """Open the final scoring: in turn, everyone may choose a town, or none, and play one or two cards."""
    state.phase = box.FINAL
    state.values = card_values(state, 0)
    _clear_sheet(state)
    _ask_for_final(state)


def _ask_for_final(state: MasonsFields) -> None:
    while state.answered < state.seats:
        seat = state.seat_at(state.answered)
        if state.hand_size[seat] > 0:
            state.decider = seat
            return
        _skip(state, seat)
    state.record(box.EFFECT_SCORED, 0)
    endings.end(state)


def final(state: MasonsFields, seat: Int, parts: list[Int]) -> None:
    """Score at the end: nothing; or a town, or none, and one or two cards."""
    if parts[0] == box.NOTHING:
        state.done[seat] = box.SKIPPED
    else:
        state.scored_town[seat] = parts[0] - box.TOWN
        state.values = card_values(state, state.scored_town[seat])
        _play(state, seat, parts[1], parts[2])
        state.values = card_values(state, 0)
    state.answered += 1
    _ask_for_final(state)


def lowest_card(state: MasonsFields, seat: Int) -> Int:
    """Return the first card of a hand that is not empty."""
    face: Int = 0
    while state.hand[seat * box.FACES + face] == 0:
        face += 1
    return face
