"""Rounds in which everybody plays, in pods of three seats or more."""

import random
from collections.abc import Sequence

from games.core.text import _
from leagues.core.annealing import Groups, Shape, annealed_rounds, cost, least_cost, unevenness
from leagues.core.designs import designs, listed_rounds
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Bye, Fixture, Schedule
from leagues.core.seating import balanced_seats
from leagues.core.sizes import byes_needed, pod_sizes

FEWEST_SEATS, MOST_SEATS = 3, 13
MOST_PLAYERS = 128
MOST_ROUNDS = 30


def round_sizes(players: int, seats: int, *, smaller_pods: bool = True) -> tuple[int, ...]:
    """The sizes of the pods of one round, the largest first: those of `pod_sizes` after the byes that are needed.

    Raises `LeagueError` unless there are 3 to 13 seats, and enough players for one pod, at most `MOST_PLAYERS`.
    """
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise LeagueError(
            _(
                "Rounds of pods: %(fewest)s to %(most)s seats, not %(seats)s.",
                fewest=FEWEST_SEATS,
                most=MOST_SEATS,
                seats=seats,
            )
        )
    fewest = seats - 1 if smaller_pods else seats
    if not fewest <= players <= MOST_PLAYERS:
        raise LeagueError(
            _(
                "Rounds of pods of %(seats)s seats: %(fewest)s to %(most)s players, not %(players)s.",
                seats=seats,
                fewest=fewest,
                most=MOST_PLAYERS,
                players=players,
            )
        )
    byes = byes_needed(players, seats, smaller=smaller_pods)
    sizes = pod_sizes(players - byes, seats, smaller=smaller_pods)
    assert sizes, "byes_needed found a number that can be cut"
    return sizes


def schedule_rounds(
    players: int, seats: int, rounds: int, *, seed: int, smaller_pods: bool = True, even_turns: bool = False
) -> Schedule:
    """So many rounds, in each of which everybody plays in one of the pods of `round_sizes` or has a `Bye`.

    The meetings of pairs are as even as in the best rounds known, where these are stored, and else as simulated
    annealing makes them. Byes and places in smaller pods differ by at most one among the players. Of the stored rounds
    this is not true for four rounds with 7 or 13 players and five rounds with 10 or 11 at four seats; with
    `even_turns` these are not used, and pairs meet less evenly. Seats are balanced as `balanced_seats` promises it.
    The same arguments give the same schedule; `seed` decides which player is which.

    Raises `LeagueError` as `round_sizes` does, and unless there are 1 to `MOST_ROUNDS` rounds.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise LeagueError(_("1 to %(most)s rounds, not %(rounds)s.", most=MOST_ROUNDS, rounds=rounds))
    shape = Shape(players, seats, round_sizes(players, seats, smaller_pods=smaller_pods))
    rng = random.Random(seed)
    names = rng.sample(range(players), players)
    groups = [_renamed(pods, names) for pods in _even_rounds(shape, rounds, rng, even_turns=even_turns)]
    return _schedule(players, groups)


def _even_rounds(shape: Shape, rounds: int, rng: random.Random, *, even_turns: bool) -> list[Groups]:
    """Listed rounds if there are any, else the most even of the designs and of what a search finds."""
    found = []
    if shape.players == sum(shape.sizes):
        listed = None if even_turns and len(set(shape.sizes)) > 1 else listed_rounds(shape.sizes, rounds)
        if listed:
            return listed
        found = [_repeated(design, rounds, rng) for design in designs(shape.sizes)]
    if not any(cost(shape.players, groups) == least_cost(shape, rounds) for groups in found):
        found.append(annealed_rounds(shape, rounds, rng))
    return min(found, key=lambda groups: unevenness(shape.players, groups))


def _repeated(design: Sequence[Groups], rounds: int, rng: random.Random) -> list[Groups]:
    """The first rounds of a design, which is repeated with other players for other players if it has too few."""
    players = sum(len(pod) for pod in design[0])
    names = list(range(players))
    repeated: list[Groups] = []
    while len(repeated) < rounds:
        repeated += [_renamed(pods, names) for pods in design]
        names = rng.sample(names, players)
    return repeated[:rounds]


def _renamed(pods: Groups, names: Sequence[int]) -> Groups:
    return tuple(tuple(names[player] for player in pod) for pod in pods)


def _schedule(players: int, rounds: Sequence[Groups]) -> Schedule:
    """The rounds with seats given to all, and with byes for those who are in no pod."""
    seats = iter(balanced_seats([pod for pods in rounds for pod in pods]))
    fixtures, byes = [], []
    for number, pods in enumerate(rounds):
        fixtures += [Fixture(number, next(seats)) for _pod in pods]
        playing = {player for pod in pods for player in pod}
        byes += [Bye(number, player) for player in range(players) if player not in playing]
    return Schedule(tuple(fixtures), tuple(byes))
