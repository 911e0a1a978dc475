"""Sums over the results of a division, from which standings and projections are made."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from games.core.text import _
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Bye, Fixture
from leagues.core.points import Scale
from leagues.core.results import Key, Result, ResultKind, SeatResult


class Tally:
    """Sums per player, by the player's index in `players`; all of them are integers or exact fractions.

    `points`, `wins`, `matches`, `timeouts` are what they say. `adjustment` is what half a win for every unplayed round
    would add to the points. `ahead[i][j]` counts half points of i against j: for each match that both sat in, 2 if i
    came before j, 1 if they tied. `met[i][j]` counts those matches. `opponents[i]` has, for each round of i, the others
    at the table, or none if the round was not played. `share[i]` and `shared[i]` are the sum and number of i's shares
    of winners' scores.
    """

    __slots__ = (
        "_ahead",
        "_uncompared",
        "adjustment",
        "matches",
        "met",
        "opponents",
        "players",
        "points",
        "scale",
        "share",
        "shared",
        "timeouts",
        "wins",
    )

    def __init__(self, players: Sequence[int], scale: Scale) -> None:
        """Start with nothing counted. Raises LeagueError if a player is named twice."""
        count = len(players)
        if len(set(players)) < count:
            raise LeagueError(_("A player can’t be in the standings twice."))
        self.players = tuple(players)
        self.scale = scale
        self.points = [0] * count
        self.adjustment = [0] * count
        self.wins = [0] * count
        self.matches = [0] * count
        self.timeouts = [0] * count
        self.share = [Fraction(0)] * count
        self.shared = [0] * count
        self.met: list[dict[int, int]] = [{} for _player in players]
        self.opponents: list[list[tuple[int, ...]]] = [[] for _player in players]
        self._ahead: list[dict[int, int]] = [{} for _player in players]
        self._uncompared: list[list[int]] = []

    @classmethod
    def of(cls, players: Sequence[int], results: Iterable[Result], scale: Scale) -> "Tally":
        """Return the sums over `results`.

        Raises LeagueError if a player or a match is named twice, or if a match that counts has another player.
        """
        tally = cls(players, scale)
        index = {player: number for number, player in enumerate(players)}
        keys: set[Key] = set()
        for result in results:
            if result.key in keys:
                raise LeagueError(_("Match %(match)s has two results.", match=result.key))
            keys.add(result.key)
            if result.counts and any(seat.player not in index for seat in result.seats):
                raise LeagueError(_("Match %(match)s has a player who isn’t in these standings.", match=result.key))
            tally._add(result, index)
        return tally

    @property
    def ahead(self) -> list[dict[int, int]]:
        """Half points of each player against each other."""
        if self._uncompared:
            self._ahead = [row.copy() for row in self._ahead]
            for order in self._uncompared:
                for place, i in enumerate(order, start=1):
                    row = self._ahead[i]
                    for j in order[place:]:
                        row[j] = row.get(j, 0) + 2
            self._uncompared = []
        return self._ahead

    def adjusted(self, i: int) -> int:
        """Return points with half a win for every unplayed round."""
        return self.points[i] + self.adjustment[i]

    def indices(self, schedule: Iterable[Fixture | Bye]) -> list[tuple[int, ...]]:
        """Return the indices of the players of each match of a schedule, one for a bye.

        Raises LeagueError for an unknown player.
        """
        index = {player: number for number, player in enumerate(self.players)}
        rows = [(item.player,) if isinstance(item, Bye) else item.players for item in schedule]
        if any(player not in index for row in rows for player in row):
            raise LeagueError(_("An upcoming match has a player who isn’t in these standings."))
        return [tuple(index[player] for player in row) for row in rows]

    def add_meeting(self, match: tuple[int, ...]) -> None:
        """Count a match of the players with these indices as played, whatever its result; a bye of one with its win."""
        for i in match:
            self.matches[i] += 1
            if len(match) > 1:
                self.opponents[i].append(tuple(j for j in match if j != i))
            for j in match:
                if j != i:
                    self.met[i][j] = self.met[i].get(j, 0) + 1
        if len(match) == 1:
            self.points[match[0]] += self.scale.win
            self.wins[match[0]] += 1
            self._add_unplayed_round(match[0], self.scale.win)

    def with_rankings(self, orders: list[list[int]], worths: list[tuple[int, ...]]) -> "Tally":
        """Return a tally with the outcomes of matches that `add_meeting` has counted here.

        Each of `orders` has indices of players, the winner first, without ties; `worths` are the points by place. The
        new tally shares with this one what no outcome changes, and neither may be added to any more.
        """
        final = Tally.__new__(Tally)
        for name in self.__slots__:
            setattr(final, name, getattr(self, name))
        points, wins = self.points[:], self.wins[:]
        for order, worth in zip(orders, worths, strict=True):
            wins[order[0]] += 1
            for i, value in zip(order, worth, strict=True):
                points[i] += value
        final.points, final.wins = points, wins
        # Most samples of a projection compare hardly anybody, so that meetings are counted when they are asked for.
        final._ahead, final._uncompared = self._ahead, orders
        return final

    def _add_unplayed_round(self, i: int, points: int) -> None:
        """Count a round that brought `points` without being played."""
        self.opponents[i].append(())
        self.adjustment[i] += self.scale.win // 2 - points

    def _add(self, result: Result, index: dict[int, int]) -> None:
        if not result.counts:
            for seat in result.seats:
                if seat.player in index:
                    self._add_unplayed_round(index[seat.player], 0)
            return
        rows = [(seat, index[seat.player]) for seat in result.seats]
        winners = [seat for seat in result.seats if seat.level <= 1 and seat.kind is not ResultKind.HALF_BYE]
        for (seat, i), points in zip(rows, self.scale.points(result), strict=True):
            self.points[i] += points
            self.wins[i] += winners == [seat]
            self.matches[i] += 1
            self.timeouts[i] += seat.timeouts
            if seat.kind is ResultKind.PLAYED:
                self.opponents[i].append(tuple(j for _seat, j in rows if j != i))
            else:
                self._add_unplayed_round(i, points)
            self._compare(seat, i, rows)
        self._add_shares(rows, winners)

    def _compare(self, seat: SeatResult, i: int, rows: list[tuple[SeatResult, int]]) -> None:
        """Compare a seat with the others of its match. Two seats that forfeited have not met."""
        for other, j in rows:
            if i == j or seat.kind is other.kind is ResultKind.FORFEITED:
                continue
            self.met[i][j] = self.met[i].get(j, 0) + 1
            half_points = 1 + (seat.level < other.level) - (seat.level > other.level)
            self._ahead[i][j] = self._ahead[i].get(j, 0) + half_points

    def _add_shares(self, rows: list[tuple[SeatResult, int]], winners: list[SeatResult]) -> None:
        """Add shares between 0 and 1. Where the winner's score is not positive, those with the same score get 1, others
        0."""
        best = winners[0].score if winners else None
        if best is None:
            return
        for seat, i in rows:
            score = seat.score or 0
            if seat.kind is ResultKind.FORFEITED:
                share = Fraction(0)
            elif best > 0:
                share = min(Fraction(1), max(Fraction(0), Fraction(score, best)))
            else:
                share = Fraction(score >= best)
            self.share[i] += share
            self.shared[i] += 1
