"""Standings once more, slowly and from the results alone: nothing of points, tallies or rankings is shared."""

import hashlib
from fractions import Fraction
from itertools import combinations

FIXED = {
    2: (10_000, 0),
    3: (10_000, 5_000, 1_000),
    4: (10_000, 6_000, 3_000, 1_000),
    5: (10_000, 6_495, 3_536, 1_250, 0),
}


class Oracle:
    """The order of `players` by `results`; `win` is 2 for half points, 10000 for thousandths."""

    def __init__(self, players, results, *, win, swiss, scores, per_match, seed):
        self.results, self.win, self.per_match, self.seed = results, win, per_match, seed
        tie_breaks = ["points", "wins", "meetings"]
        if swiss:
            tie_breaks += ["cut", "buchholz"]
        tie_breaks += ["sonneborn_berger"]
        if scores:
            tie_breaks += ["share"]
        self.tie_breaks = [*tie_breaks, "timeouts", "lot"]
        self.order = self.arrange(sorted(players), self.tie_breaks)

    def counted(self, player):
        return [
            (result, seat)
            for result in self.results
            for seat in result.seats
            if seat.player == player and seat.kind not in ("unplayed", "annulled")
        ]

    def seat_points(self, result, seat):
        if seat.kind in ("bye", "won_by_forfeit"):
            return self.win
        if seat.kind == "forfeited":
            return 0
        worth = (2, 0) if self.win == 2 else FIXED[len(result.seats)]
        tied = sum(other.place == seat.place and other.kind == "played" for other in result.seats)
        mean = Fraction(sum(worth[seat.place - 1 : seat.place - 1 + tied]), tied)
        return int(mean + Fraction(1, 2))

    def total(self, player):
        return sum(self.seat_points(result, seat) for result, seat in self.counted(player))

    def divided(self, value, player):
        return Fraction(value) / max(1, len(self.counted(player))) if self.per_match else Fraction(value)

    def points(self, player):
        return self.divided(self.total(player), player)

    def wins(self, player):
        return self.divided(
            sum(self.seat_points(result, seat) == self.win for result, seat in self.counted(player)), player
        )

    def pairs(self, player):
        """(other, 2 for ahead, 1 for tied, 0 for behind) of each comparable seat in the player's matches."""
        for result, seat in self.counted(player):
            for other in result.seats:
                mine, theirs = seat.kind == "forfeited", other.kind == "forfeited"
                if other.player == player or (mine and theirs):
                    continue
                if mine or theirs:
                    yield other.player, 0 if mine else 2
                else:
                    yield other.player, 2 if seat.place < other.place else 1 if seat.place == other.place else 0

    def sonneborn_berger(self, player):
        return self.divided(sum(self.points(other) * half for other, half in self.pairs(player)) / 2, player)

    def adjusted(self, player):
        total = Fraction(0)
        for result in self.results:
            for seat in result.seats:
                if seat.player == player:
                    total += self.seat_points(result, seat) if seat.kind == "played" else Fraction(self.win, 2)
        return total

    def rounds(self, player):
        for result in self.results:
            for seat in result.seats:
                if seat.player == player:
                    others = [self.adjusted(other.player) for other in result.seats if other.player != player]
                    yield sum(others) / len(others) if seat.kind == "played" else self.adjusted(player)

    def buchholz(self, player):
        return sum(self.rounds(player), Fraction(0))

    def cut(self, player):
        return self.buchholz(player) - min(self.rounds(player), default=0)

    def share(self, player):
        shares = []
        for result, seat in self.counted(player):
            top = [other.score for other in result.seats if other.place == 1]
            if top and top[0] is not None:
                if seat.kind == "forfeited":
                    shares.append(Fraction(0))
                elif top[0] <= 0:
                    shares.append(Fraction(int(seat.score >= top[0])))
                else:
                    shares.append(min(max(Fraction(seat.score, top[0]), Fraction(0)), Fraction(1)))
        return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)

    def timeouts(self, player):
        return -sum(seat.timeouts for _result, seat in self.counted(player))

    def lot(self, player):
        return -int(hashlib.sha256(f"{self.seed}:{player}".encode()).hexdigest()[:8], 16)

    def arrange(self, tied, tie_breaks):
        if len(tied) == 1 or not tie_breaks:
            return list(tied)
        if tie_breaks[0] == "meetings":
            parts = self.by_meetings(tied)
        else:
            value = getattr(self, tie_breaks[0])
            parts = [[p for p in tied if value(p) == v] for v in sorted({value(p) for p in tied}, reverse=True)]
        return [player for part in parts for player in self.arrange(part, tie_breaks[1:])]

    def by_meetings(self, tied):
        """The parts of the tied between which there is a line; every part with more lines inside is cut again."""
        if len(tied) == 1:
            return [tied]
        met = {(p, q): sum(other == q for other, _half in self.pairs(p)) for p in tied for q in tied if p != q}
        most = max(met.values())
        low = {p: sum(half for other, half in self.pairs(p) if other in tied) for p in tied}
        high = {p: low[p] + sum(2 * (most - met[p, q]) for q in tied if q != p) for p in tied}
        for size in range(1, len(tied)):
            for above in combinations(tied, size):
                below = [p for p in tied if p not in above]
                if all(low[p] > high[q] for p in above for q in below):
                    # The line that is found first has the fewest above it; those below are not compared anew before
                    # all lines among these players are known.
                    lines = [set(above)]
                    for more in range(size + 1, len(tied)):
                        for wider in combinations(tied, more):
                            rest = [p for p in tied if p not in wider]
                            if all(low[p] > high[q] for p in wider for q in rest):
                                lines.append(set(wider))
                    lines.append(set(tied))
                    parts, before = [], set()
                    for line in lines:
                        parts.append(sorted(line - before))
                        before = line
                    return [piece for part in parts for piece in self.by_meetings(part)]
        return [tied]
