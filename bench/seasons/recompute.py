"""The standings of a season once more, slowly and from its published results alone.

It imports nothing of the site: standings that agree were computed twice, by two programs. The definitions are those
that `leagues.core.standings` and `leagues.core.points` publish. The order of criteria and the worth of places are read
from the season's published rules.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

NOT_COUNTED = ("unplayed", "annulled")
LOWEST_FIRST = ("timeouts", "lot")  # criteria of which less is better


@dataclass(frozen=True, slots=True)
class Seat:
    """A match's result for one player."""

    player: int
    kind: str
    place: int | None
    score: int | None
    timeouts: int


@dataclass(frozen=True, slots=True)
class Match:
    """A settled match, in seat order."""

    key: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings. `values` has the value of every criterion by name, in the order of deciding."""

    player: int
    points: int
    played: int
    values: dict[str, Fraction | None]
    decided_by: str


def recomputed(season: Mapping[str, Any]) -> dict[str, list[Line]]:
    """Return the recomputed standings of an exported season: by division, the expected lines, best first."""
    return {division["name"]: _lines(season, division) for division in season["divisions"]}


def published(season: Mapping[str, Any]) -> dict[str, list[Line]]:
    """Return the standings as the season publishes them."""
    return {
        division["name"]: [
            Line(
                line["entry"],
                line["points"],
                line["played"],
                {name: None if value is None else Fraction(value) for name, value in line["values"].items()},
                line["decided_by"],
            )
            for line in division["table"]
        ]
        for division in season["divisions"]
    }


def _lines(season: Mapping[str, Any], division: Mapping[str, Any]) -> list[Line]:
    matches = [
        Match(
            match["number"],
            tuple(
                Seat(seat["entry"], seat["kind"], seat["place"], seat["score"], seat["timeouts"])
                for seat in match["seats"]
            ),
        )
        for match in division["matches"]
        if match["state"] == "settled"
    ]
    standings = Standings(
        _who_has_a_line(season, division, matches),
        matches,
        scale=season["rules"]["scale"],
        criteria=season["rules"]["criteria"],
        per_match=division["per_match"],
        seed=season["seed"],
    )
    return standings.lines()


def _who_has_a_line(season: Mapping[str, Any], division: Mapping[str, Any], matches: Sequence[Match]) -> list[int]:
    """Return everyone in the division except those who left before the first match and have no result that counts."""
    counting = {seat.player for match in matches for seat in match.seats if seat.kind not in NOT_COUNTED}
    started = season["started_at"]
    return [
        entry["id"]
        for entry in season["entries"]
        if entry["division"] == division["name"]
        and (
            entry["id"] in counting or entry["left_at"] is None or (started is not None and entry["left_at"] >= started)
        )
    ]


class Standings:
    """The order of `players` by `matches`, with the points of `scale` and then by each of `criteria`."""

    def __init__(
        self,
        players: Sequence[int],
        matches: Sequence[Match],
        *,
        scale: Mapping[str, Any],
        criteria: Sequence[str],
        per_match: bool,
        seed: str,
    ) -> None:
        self.matches, self.per_match, self.seed = matches, per_match, seed
        self.win: int = scale["win"]
        self.worths = {len(row): row for row in scale["worths"]}
        self.first_meetings: dict[int, int] = {}
        self.decided_by: dict[int, str] = {}
        self.criteria = criteria
        self.order = self.arrange(sorted(players), self.criteria)

    def lines(self) -> list[Line]:
        """Return the standings with all values."""
        return [
            Line(
                player,
                self.total(player),
                len(self.counted(player)),
                {name: self.value(name, player) for name in self.criteria},
                self.decided_by.get(player, ""),
            )
            for player in self.order
        ]

    def value(self, name: str, player: int) -> Fraction | None:
        """Return the value of a criterion; None for the head to head of a player who was never tied."""
        if name == "head_to_head":
            found = self.first_meetings.get(player)
            return None if found is None else Fraction(found)
        return Fraction(getattr(self, name)(player))

    # Criteria by their names.

    def points(self, player: int) -> Fraction:
        return self.divided(self.total(player), player)

    def wins(self, player: int) -> Fraction:
        won = sum(self.seat_points(match, seat) == self.win for match, seat in self.counted(player))
        return self.divided(won, player)

    def buchholz(self, player: int) -> Fraction:
        return sum(self.rounds(player), Fraction(0))

    def buchholz_cut_1(self, player: int) -> Fraction:
        return self.buchholz(player) - min(self.rounds(player), default=Fraction(0))

    def sonneborn_berger(self, player: int) -> Fraction:
        total = sum((self.points(other) * half for other, half in self.pairs(player)), Fraction(0))
        return self.divided(total / 2, player)

    def score_share(self, player: int) -> Fraction:
        shares = []
        for match, seat in self.counted(player):
            best = next((other.score for other in match.seats if other.place == 1), None)
            if best is None:
                continue
            score = seat.score or 0
            if seat.kind == "forfeited":
                shares.append(Fraction(0))
            elif best <= 0:
                shares.append(Fraction(score >= best))
            else:
                shares.append(min(max(Fraction(score, best), Fraction(0)), Fraction(1)))
        return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)

    def timeouts(self, player: int) -> int:
        return sum(seat.timeouts for _match, seat in self.counted(player))

    def lot(self, player: int) -> int:
        return int(hashlib.sha256(f"{self.seed}:{player}".encode()).hexdigest()[:8], 16)

    # The data they are made of.

    def counted(self, player: int) -> list[tuple[Match, Seat]]:
        """Return the matches that count for a player, with the player's seat."""
        return [(match, seat) for match, seat in self.all_of(player) if seat.kind not in NOT_COUNTED]

    def all_of(self, player: int) -> list[tuple[Match, Seat]]:
        """Return all matches and rounds of a player, with the player's seat."""
        return [(match, seat) for match in self.matches for seat in match.seats if seat.player == player]

    def seat_points(self, match: Match, seat: Seat) -> int:
        """Return the points of a seat whose match counts."""
        if seat.kind in ("bye", "won_by_forfeit"):
            return self.win
        if seat.kind == "half_bye":
            return self.win // 2
        if seat.kind == "forfeited":
            return 0
        assert seat.place is not None, "a played seat has a place"
        tied = sum(other.place == seat.place for other in match.seats)  # only players who have played have a place
        worths = self.worths[len(match.seats)][seat.place - 1 : seat.place - 1 + tied]
        mean = Fraction(sum(worths), tied)
        return int(mean + Fraction(1, 2))

    def total(self, player: int) -> int:
        """Return the sum of points."""
        return sum(self.seat_points(match, seat) for match, seat in self.counted(player))

    def divided(self, value: Fraction | int, player: int) -> Fraction:
        """Return the value per match where the division is ranked by it."""
        return Fraction(value) / max(1, len(self.counted(player))) if self.per_match else Fraction(value)

    def pairs(self, player: int) -> Iterator[tuple[int, int]]:
        """Yield the other player and 2 (ahead), 1 (tied) or 0 (behind) for each comparable seat in the matches."""
        for match, seat in self.counted(player):
            for other in match.seats:
                mine, theirs = seat.kind == "forfeited", other.kind == "forfeited"
                if other.player == player or (mine and theirs):
                    continue
                if mine or theirs:
                    yield other.player, 0 if mine else 2
                else:
                    assert seat.place is not None
                    assert other.place is not None
                    yield other.player, 1 + (seat.place < other.place) - (seat.place > other.place)

    def adjusted(self, player: int) -> Fraction:
        """Return the points with every unplayed round counted as half a win."""
        return sum(
            (
                Fraction(self.seat_points(match, seat)) if seat.kind == "played" else Fraction(self.win, 2)
                for match, seat in self.all_of(player)
            ),
            Fraction(0),
        )

    def rounds(self, player: int) -> Iterator[Fraction]:
        """Yield for each round the mean of the opponents' adjusted points; for an unplayed one, the player's own."""
        for match, seat in self.all_of(player):
            others = [self.adjusted(other.player) for other in match.seats if other.player != player]
            yield sum(others, Fraction(0)) / len(others) if seat.kind == "played" else self.adjusted(player)

    # The order.

    def arrange(self, tied: list[int], criteria: Sequence[str]) -> list[int]:
        """Return the tied in the order of the criteria."""
        if len(tied) == 1 or not criteria:
            return tied
        if criteria[0] == "head_to_head":
            for player in tied:
                self.first_meetings[player] = sum(half for other, half in self.pairs(player) if other in tied)
            parts = self.by_meetings(tied)
        else:
            parts = self.by_value(tied, criteria[0])
        for part in parts:
            part[:] = self.arrange(part, criteria[1:])
        for part in parts[:-1]:
            self.decided_by[part[-1]] = criteria[0]
        return [player for part in parts for player in part]

    def by_value(self, tied: Sequence[int], name: str) -> list[list[int]]:
        """Return the tied in parts of equal values, best first."""
        values = {player: Fraction(getattr(self, name)(player)) for player in tied}
        best_first = sorted(set(values.values()), reverse=name not in LOWEST_FIRST)
        return [[player for player in tied if values[player] == value] for value in best_first]

    def by_meetings(self, tied: list[int]) -> list[list[int]]:
        """Return the parts of the tied between which there is a line, and each part again by its own meetings.

        There is a line where the least that anyone above can have of the meetings is more than the most that anyone
        below can have. So who is above has more by the meetings that took place, and all lines are between neighbours
        in that order.
        """
        met = {(p, q): sum(other == q for other, _half in self.pairs(p)) for p in tied for q in tied if p != q}
        most = max(met.values(), default=0)
        least = {p: sum(half for other, half in self.pairs(p) if other in tied) for p in tied}
        greatest = {p: least[p] + sum(2 * (most - met[p, q]) for q in tied if q != p) for p in tied}
        order = sorted(tied, key=lambda p: -least[p])
        parts: list[list[int]] = [[]]
        for place, player in enumerate(order):
            if place and min(least[p] for p in order[:place]) > max(greatest[p] for p in order[place:]):
                parts.append([])
            parts[-1].append(player)
        if len(parts) == 1:
            return [tied]
        return [piece for part in parts for piece in (self.by_meetings(sorted(part)) if len(part) > 1 else [part])]
