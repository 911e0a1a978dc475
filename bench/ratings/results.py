"""Simulated results of matches, as many as a site has after years: with leavers, bots and annulled ones."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

from leagues.core.rating import Leaving, RatedMatch, RatedSeat

ACCOUNTS = 2_000
TITLES = {"one": (2,), "other": (2, 3, 4)}
START = datetime.fromisoformat("2020-01-01T00:00:00+00:00")
BETWEEN = timedelta(minutes=20)
USUAL = 40
BOTS, LEAVERS, ANNULLED = 0.15, 0.04, 0.01  # shares of matches


def results(number: int, seed: int = 1) -> Iterator[RatedMatch]:
    """Yield `number` simulated results, the oldest first; the same ones for the same `seed`. The accounts differ in
    strength and in how often they play."""
    chance = random.Random(seed)
    strengths = [chance.gauss(0, 1) for _account in range(ACCOUNTS)]
    activity = [chance.paretovariate(1.2) for _account in range(ACCOUNTS)]
    for index in range(number):
        title = chance.choice(list(TITLES))
        moment = START + index * BETWEEN
        players = list(dict.fromkeys(chance.choices(range(ACCOUNTS), activity, k=chance.choice(TITLES[title]))))
        order = sorted(players, key=lambda player: chance.gauss(strengths[player], 1), reverse=True)
        seats = [RatedSeat(player, order.index(player) + 1) for player in players]
        has_bots = len(players) < 2 or chance.random() < BOTS
        if has_bots:
            seats = [RatedSeat(seat.player, seat.place + 1) for seat in seats]
            seats.append(RatedSeat(None, 1, anchor=25.0 + 4.0 * chance.randrange(-1, 3)))
        if chance.random() < LEAVERS:
            left = chance.choice(list(Leaving))
            seats[0] = RatedSeat(seats[0].player, len(seats), left, moment - timedelta(hours=chance.randrange(50)))
        yield RatedMatch(
            match=f"{index:012}",
            title=title,
            pool="bots" if has_bots else "people",
            finished_at=moment,
            seats=tuple(seats),
            length=chance.randrange(5, 2 * USUAL),
            usual=USUAL,
            counts=chance.random() >= ANNULLED,
        )
