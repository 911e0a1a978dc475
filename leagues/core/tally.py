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

    `points`, `wins`, `matches`, `timeouts` say what they are called. `adjusted` are the points with half a win for
    every unplayed round. `ahead[i][j]` counts half points of i against j: for each match that both sat in, 2 if i came
    before j, 1 if they tied. `met[i][j]` counts those matches. `opponents[i]` has, for each round of i, the others at
    the table, or nobody if the round was not played. `share[i]` and `shared[i]` are the sum and number of i's shares of
    winners' scores.
    """

    __slots__ = (
        "adjusted",
        "ahead",
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
        """Nothing counted yet. Raises LeagueError if a player is named twice."""
        count = len(players)
        if len(set(players)) < count:
            raise LeagueError(_("Nobody stands in a table twice."))
        self.players = tuple(players)
        self.scale = scale
        self.points = [0] * count
        self.adjusted = [0] * count
        self.wins = [0] * count
        self.matches = [0] * count
        self.timeouts = [0] * count
        self.share = [Fraction(0)] * count
        self.shared = [0] * count
        self.ahead: list[dict[int, int]] = [{} for _player in players]
        self.met: list[dict[int, int]] = [{} for _player in players]
        self.opponents: list[list[tuple[int, ...]]] = [[] for _player in players]

    @classmethod
    def of(cls, players: Sequence[int], results: Iterable[Result], scale: Scale) -> "Tally":
        """The sums over `results`.

        Raises LeagueError if a player or a match is named twice, or if a match that counts has somebody who is not
        among the players.
        """
        tally = cls(players, scale)
        index = {player: number for number, player in enumerate(players)}
        keys: set[Key] = set()
        for result in results:
            if result.key in keys:
                raise LeagueError(_("Match %(match)s has two results.", match=result.key))
            keys.add(result.key)
            strangers = [seat.player for seat in result.seats if seat.player not in index]
            if strangers and result.counts:
                raise LeagueError(_("Match %(match)s has a player who is not in this table.", match=result.key))
            tally._add(result, index)
        return tally

    def indices(self, schedule: Iterable[Fixture | Bye]) -> list[tuple[int, ...]]:
        """The indices of the players of each match of a schedule, one for a bye.

        Raises LeagueError if somebody is not among the players.
        """
        index = {player: number for number, player in enumerate(self.players)}
        rows = [(item.player,) if isinstance(item, Bye) else item.players for item in schedule]
        if any(player not in index for row in rows for player in row):
            raise LeagueError(_("A match to come has a player who is not in this table."))
        return [tuple(index[player] for player in row) for row in rows]

    def copy(self) -> "Tally":
        """The same sums, free to grow apart."""
        twin = Tally.__new__(Tally)
        twin.players, twin.scale = self.players, self.scale
        twin.points, twin.adjusted, twin.wins = self.points[:], self.adjusted[:], self.wins[:]
        twin.matches, twin.timeouts = self.matches[:], self.timeouts[:]
        twin.share, twin.shared = self.share[:], self.shared[:]
        twin.ahead = [row.copy() for row in self.ahead]
        twin.met = [row.copy() for row in self.met]
        twin.opponents = [row[:] for row in self.opponents]
        return twin

    def add_ranking(self, order: Sequence[int], worth: Sequence[int]) -> None:
        """Count a match of the players with these indices, the winner first, nobody tied; `worth` is by place."""
        for place, i in enumerate(order):
            self.points[i] += worth[place]
            self.adjusted[i] += worth[place]
            self.matches[i] += 1
            self.opponents[i].append((*order[:place], *order[place + 1 :]))
            ahead, met = self.ahead[i], self.met[i]
            for j in order[place + 1 :]:
                ahead[j] = ahead.get(j, 0) + 2
                met[j] = met.get(j, 0) + 1
                self.met[j][i] = self.met[j].get(i, 0) + 1
        self.wins[order[0]] += 1

    def add_bye(self, i: int) -> None:
        """Count a bye of the player with this index."""
        self.points[i] += self.scale.win
        self.wins[i] += 1
        self.matches[i] += 1
        self._add_unplayed_round(i)

    def _add_unplayed_round(self, i: int) -> None:
        self.opponents[i].append(())
        self.adjusted[i] += self.scale.win // 2

    def _add(self, result: Result, index: dict[int, int]) -> None:
        if not result.counts:
            for seat in result.seats:
                if seat.player in index:
                    self._add_unplayed_round(index[seat.player])
            return
        if len(result.seats) == 1:
            self.add_bye(index[result.seats[0].player])
            return
        rows = [(seat, index[seat.player]) for seat in result.seats]
        winners = [seat for seat in result.seats if seat.level <= 1]
        for (seat, i), points in zip(rows, self.scale.points(result), strict=True):
            self.points[i] += points
            self.wins[i] += winners == [seat]
            self.matches[i] += 1
            self.timeouts[i] += seat.timeouts
            if seat.kind is ResultKind.PLAYED:
                self.adjusted[i] += points
                self.opponents[i].append(tuple(j for _seat, j in rows if j != i))
            else:
                self._add_unplayed_round(i)
            self._add_meetings(seat, i, rows)
        self._add_shares(rows, winners)

    def _add_meetings(self, seat: SeatResult, i: int, rows: list[tuple[SeatResult, int]]) -> None:
        """Compare a seat with the others of its match. Two seats that forfeited have not met."""
        for other, j in rows:
            if i == j or seat.kind is other.kind is ResultKind.FORFEITED:
                continue
            self.met[i][j] = self.met[i].get(j, 0) + 1
            half_points = 1 + (seat.level < other.level) - (seat.level > other.level)
            self.ahead[i][j] = self.ahead[i].get(j, 0) + half_points

    def _add_shares(self, rows: list[tuple[SeatResult, int]], winners: list[SeatResult]) -> None:
        """Shares lie between 0 and 1. Where the winner's score is not positive, who has as much gets 1, else 0."""
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
