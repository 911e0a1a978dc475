"""Payments of coins; a seat that has fewer than it owes pays all it has."""

from games.core.engine.rows import Int
from games.titles.mascarade.rules import endings
from games.titles.mascarade.rules.components import (
    EFFECT_FORTUNES,
    EFFECT_GAINED,
    EFFECT_JUSTICE,
    EFFECT_PAID,
    NONE,
)
from games.titles.mascarade.rules.fields import MascaradeFields


def gain(state: MascaradeFields, seat: Int, coins: Int) -> None:
    """Pay from the bank, which never runs out."""
    state.coins[seat] += coins
    state.record(EFFECT_GAINED, seat, coins)


def pay(state: MascaradeFields, payer: Int, payee: Int, price: Int) -> None:
    """Pay from one seat to another."""
    coins = min(price, state.coins[payer])
    state.coins[payer] -= coins
    state.coins[payee] += coins
    state.record(EFFECT_PAID, payer, payee, coins)


def take_justice(state: MascaradeFields, seat: Int) -> None:
    """Take all coins of the justice board; fines of this turn come later and stay there."""
    if state.justice > 0:
        state.coins[seat] += state.justice
        state.record(EFFECT_JUSTICE, seat, state.justice)
        state.justice = 0


def exchange_fortunes(state: MascaradeFields, one: Int, other: Int) -> None:
    """Exchange all coins of two seats."""
    coins = state.coins[one]
    state.coins[one] = state.coins[other]
    state.coins[other] = coins
    state.record(EFFECT_FORTUNES, one, other)


def left_of(state: MascaradeFields, seat: Int) -> Int:
    """Return the next seat in turn order."""
    return seat + 1 if seat + 1 < state.seats else 0


def right_of(state: MascaradeFields, seat: Int) -> Int:
    """Return the seat before; with two players it is the same as the one to the left."""
    return seat - 1 if seat > 0 else state.seats - 1


def neighbours_gain(state: MascaradeFields, seat: Int) -> None:
    """Pay a coin from the bank to each neighbour of `seat`."""
    left, right = left_of(state, seat), right_of(state, seat)
    gain(state, left, 1)
    if right != left:
        gain(state, right, 1)


def neighbours_pay(state: MascaradeFields, seat: Int) -> None:
    """Pay a coin from each neighbour of `seat` to it."""
    left, right = left_of(state, seat), right_of(state, seat)
    pay(state, left, seat, 1)
    if right != left:
        pay(state, right, seat, 1)


def beg(state: MascaradeFields, seat: Int) -> bool:
    """Let each other seat that has more than `seat` at that moment pay it a coin, clockwise and step by step; return
    whether that ends the match."""
    other = left_of(state, seat)
    while other != seat:
        if state.coins[other] > state.coins[seat]:
            pay(state, other, seat, 1)
            if endings.ended(state):
                return True
        other = left_of(state, other)
    return False


def richest_other(state: MascaradeFields, seat: Int) -> Int:
    """Return the richest of the other seats; NONE if several are."""
    most: Int = 0
    richest: Int = NONE
    for other in range(state.seats):
        if other != seat and state.coins[other] >= most:
            richest = other if state.coins[other] > most else NONE
            most = state.coins[other]
    return richest


def is_among_richest(state: MascaradeFields, seat: Int, user: Int) -> bool:
    """Return whether `seat` is not `user` and no other seat except `user` has more coins."""
    if seat == user:
        return False
    for other in range(state.seats):
        if other != user and state.coins[other] > state.coins[seat]:
            return False
    return True
