"""Cups: players who do not advance are eliminated.

**Two seats.** The standard bracket of 2^m places: 1 v 2^m and so on, such that the two best seeds can meet in the
final only. Places without an entrant are byes for the best seeds in round one. Winners keep their place in the bracket.

**Three and more seats.** `advance` of each table go on, until all remaining players fit on one final table. The ranking
of round one is the seeding; later it is the place at the last table, then the seeding; players with a bye rank as
winners. Tables are filled from the ranking in serpentines, so that the best meet late; within a row of the serpentine
neighbours change places where that keeps apart entrants who met before.

**Ties** for a place that advances, and for the cup itself, go to the better seed.

**Withdrawals.** A player who withdraws while a round is played gets the last place of the running match. From the next
round on, an opponent for two seats advances without playing (a walkover), and tables of more seats are made from those
who remain, planned again. If these cannot fill tables of a possible size, the lowest ranked are out, or the best ranked
wins if not even one table can be filled. A cup that everybody left has no champion.
"""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.core.text import _
from leagues.core.elimination_plan import RoundPlan, Tables, plan_rounds
from leagues.core.errors import LeagueError
from leagues.core.seeding import bracket_size, serpentine, standard_seeding

Placing = Mapping[int, int]
"""The places of all players of a match, 1 the best; equal places are ties."""


Order = tuple[int, ...]
"""Players, best first."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A cup: its entrants, best seed first, and the rounds if nobody withdraws."""

    entrants: tuple[int, ...]
    tables: Tables
    third_place: bool
    rounds: tuple[RoundPlan, ...]


@dataclass(frozen=True, slots=True)
class CupRound:
    """The matches of a round in the order of the bracket, and who advances without one by a bye or a walkover.

    `number` counts from 0. With two seats, a match for the third place may follow the final. Seats are assigned
    elsewhere.
    """

    number: int
    groups: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Champion:
    """The end of a cup. `order` is the champion and all others of the last round, best first, as far as they stayed."""

    player: int | None
    order: tuple[int, ...]


Course = Generator[CupRound | Champion, list[Order], None]
"""Yields the rounds of a cup and then its champion; is sent the finishing orders of each round's groups."""


def bracket(
    entrants: Sequence[int], seats: int, advance: int = 1, *, third_place: bool = False, smallest: int = 2
) -> Bracket:
    """Return the cup of `entrants`, best seed first, at tables of `smallest` to `seats`, of which `advance` go on.

    `third_place` adds a match of the two who lost the semi-finals; it is for two seats. Raises LeagueError for what
    cannot be played, naming the nearest number of entrants that can.
    """
    check_tables(seats, advance, smallest, third_place=third_place)
    tables = Tables(seats, advance, smallest)
    if len(set(entrants)) < len(entrants):
        raise LeagueError(_("The same player is signed up twice."))
    rounds = plan(len(entrants), tables)
    if rounds is None:
        raise LeagueError(
            _(
                "A cup with tables of %(smallest)s to %(seats)s can’t have %(players)s players; %(nearest)s "
                "would work.",
                smallest=smallest,
                seats=seats,
                players=len(entrants),
                nearest=min(
                    (players for players in range(smallest, len(entrants) + 2 * seats) if plan(players, tables)),
                    key=lambda players: abs(players - len(entrants)),
                ),
            )
        )
    return Bracket(tuple(entrants), tables, third_place, rounds)


def check_tables(seats: int, advance: int, smallest: int, *, third_place: bool) -> None:
    """Raise LeagueError unless such tables make a cup."""
    if seats < 2:
        raise LeagueError(_("Tables in a cup need at least 2 seats, not %(seats)s.", seats=seats))
    if not 1 <= advance < seats:
        raise LeagueError(
            _(
                "At tables of %(seats)s, 1 to %(most)s can advance, not %(advance)s.",
                seats=seats,
                most=seats - 1,
                advance=advance,
            )
        )
    if not 2 <= smallest <= seats:
        raise LeagueError(
            _("The smallest table must have 2 to %(seats)s seats, not %(smallest)s.", seats=seats, smallest=smallest)
        )
    if third_place and seats > 2:
        raise LeagueError(_("A third-place match has two players; a larger final table already has a third place."))


def plan(players: int, tables: Tables) -> tuple[RoundPlan, ...] | None:
    """Return the rounds of a cup of this many players; None if it cannot be played."""
    if tables.seats > 2:
        return plan_rounds(players, tables)
    if players < 2:
        return None
    places = bracket_size(players)
    rounds = [RoundPlan((2,) * (players - places // 2), places - players)]
    while places > 2:
        places //= 2
        rounds.append(RoundPlan((2,) * (places // 2)))
    return tuple(rounds)


def next_round(
    cup: Bracket, results: Sequence[Sequence[Placing]] = (), withdrawn: Mapping[int, int] | None = None
) -> CupRound | Champion:
    """Return what follows `results`: the next round with a match in it, or the champion.

    `results[i]` are the placings of the i-th round that had matches, in any order; each names exactly the players of
    its group. `withdrawn[player]` is the number of the first round in which the player does not play. The whole cup is
    computed from these two, so a corrected result simply gives another answer. Raises LeagueError if the results are
    not those of the rounds.
    """
    course = two_seats(cup, withdrawn or {}) if cup.tables.seats == 2 else many_seats(cup, withdrawn or {})
    step = next(course)
    for placings in results:
        if isinstance(step, Champion):
            raise LeagueError(_("The cup is over: there are results for more rounds than it has."))
        step = course.send(finishing_orders(step, placings, cup))
    return step


def finishing_orders(step: CupRound, placings: Sequence[Placing], cup: Bracket) -> list[Order]:
    """Return the players of each group, best first; ties go to the better seed. Raises LeagueError for other
    placings."""
    seed = {player: rank for rank, player in enumerate(cup.entrants)}
    placing_of = {frozenset(placing): placing for placing in placings}
    if len(placings) != len(step.groups) or set(placing_of) != {frozenset(group) for group in step.groups}:
        raise LeagueError(_("These results don’t match the matches of round %(round)s.", round=step.number + 1))
    orders = []
    for group in step.groups:
        placing = placing_of[frozenset(group)]
        orders.append(tuple(sorted(group, key=lambda player: (placing[player], seed[player]))))
    return orders


def two_seats(cup: Bracket, withdrawn: Mapping[int, int]) -> Course:
    """Yield the course of a cup for two seats. A place of the bracket is None once it cannot be filled."""
    places = [cup.entrants[rank] if rank < len(cup.entrants) else None for rank in standard_seeding(len(cup.entrants))]
    losers: list[int] = []
    number = 0
    while True:
        places = [None if player is None or gone(player, number, withdrawn) else player for player in places]
        pairs = list(zip(places[::2], places[1::2], strict=True))
        groups = [(one, other) for one, other in pairs if one is not None and other is not None]
        final = len(pairs) == 1
        losers = [player for player in losers if final and cup.third_place and not gone(player, number, withdrawn)]
        orders: list[Order] = []
        if groups or len(losers) == 2:
            thirds = [(losers[0], losers[1])] if len(losers) == 2 else []
            byes = tuple(player for pair in pairs if None in pair for player in pair if player is not None)
            orders = yield CupRound(number, (*groups, *thirds), byes)
            if thirds:
                losers = list(orders[-1])
        winners = {order[0] for order in orders[: len(groups)]}
        if final:
            finalists = orders[0] if groups else tuple(player for player in places if player is not None)
            yield Champion(finalists[0] if finalists else None, (*finalists, *losers))
            return
        losers = [order[1] for order in orders]
        places = [
            next((player for player in pair if player in winners or (player is not None and None in pair)), None)
            for pair in pairs
        ]
        number += 1


def many_seats(cup: Bracket, withdrawn: Mapping[int, int]) -> Course:
    """Yield the course of a cup for three and more seats."""
    seed = {player: rank for rank, player in enumerate(cup.entrants)}
    met: Counter[frozenset[int]] = Counter()
    ranking = list(cup.entrants)
    number = 0
    while True:
        ranking = [player for player in ranking if not gone(player, number, withdrawn)]
        while len(ranking) > cup.tables.seats and not plan(len(ranking), cup.tables):
            ranking.pop()
        rounds = plan(len(ranking), cup.tables) if len(ranking) > 1 else None
        if not rounds:
            yield Champion(ranking[0] if ranking else None, tuple(ranking))
            return
        byes = ranking[: rounds[0].byes]
        groups = serpentine(ranking[rounds[0].byes :], len(rounds[0].sizes), met)
        orders = yield CupRound(number, tuple(groups), tuple(byes))
        if len(rounds) == 1:
            yield Champion(orders[0][0], orders[0])
            return
        met.update(frozenset(pair) for group in groups for pair in combinations(group, 2))
        place = {player: place for order in orders for place, player in enumerate(order[: cup.tables.advance])}
        ranking = sorted([*byes, *place], key=lambda player: (place.get(player, 0), seed[player]))
        number += 1


def gone(player: int, number: int, withdrawn: Mapping[int, int]) -> bool:
    """Return whether the player has withdrawn by round `number`."""
    return player in withdrawn and withdrawn[player] <= number
