"""The result of a match, seat by seat, as standings need it.

The worth of each kind of result:

| kind | points | a win? | a match? | head to head, Sonneborn-Berger | in Buchholz |
|---|---|---|---|---|---|
| played | by place | alone in first place | yes | by place | a played round |
| won by forfeit | as a win | yes | yes | ahead of those who forfeited | an unplayed round |
| forfeited | 0 | no | yes | behind those who did not forfeit | an unplayed round |
| bye | as a win | yes | yes | none | an unplayed round |
| half-point bye | half a win | no | yes | none | an unplayed round |
| unplayed, annulled | none | no | no | none | an unplayed round |

"A match" is what points per match are divided by. Only forfeited and played seats have a share of the winner's score
(a forfeited one has none of it), and time-outs count in every match that counts.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.core.engine.outcome import places_by_key
from games.core.text import _
from leagues.core.errors import LeagueError

Key = int | str
"""The identity of a match within its league; the caller chooses it."""


class ResultKind(StrEnum):
    """The way in which a match ended for a seat."""

    PLAYED = "played"
    """The player held the seat to the end; it has a place."""
    FORFEITED = "forfeited"
    """The player did not appear, abandoned the seat, lost it by time-outs or left the league: last, without points."""
    WON_BY_FORFEIT = "won_by_forfeit"
    """The only seat of its match that was not forfeited, and the match was not played to its end."""
    BYE = "bye"
    """The round had no opponents for the player."""
    HALF_BYE = "half_bye"
    """A round without a match for which the season gives half a win: the player asked for it, or entered later."""
    UNPLAYED = "unplayed"
    """There was no match and will be none: a round before a late entry that counts nothing, a match called off."""
    ANNULLED = "annulled"
    """There was a match, and it does not count."""

    @property
    def counts(self) -> bool:
        """Return whether standings count the match."""
        return self not in (ResultKind.UNPLAYED, ResultKind.ANNULLED)


BYES = frozenset({ResultKind.BYE, ResultKind.HALF_BYE})
"""Results of one seat, without a match."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A match's result for one player.

    `place` is 1 for the winner and set for played seats (and may stay with annulled ones, for showing); `score` is set
    where the title has scores; `timeouts` says how often the player's time ran out.
    """

    player: int
    place: int | None
    kind: ResultKind
    score: int | None = None
    timeouts: int = 0

    @property
    def level(self) -> int:
        """Lower is better: the place, 0 if won by forfeit, behind everybody if forfeited. For seats of one match."""
        if self.kind is ResultKind.FORFEITED:
            return 1_000_000
        return self.place or 0


@dataclass(frozen=True, slots=True)
class Result:
    """A match's result for all its seats, in seat order; a bye has one seat. `round` counts from 0.

    Raises LeagueError if it cannot be: no seats, a player twice, places of the played seats that are no ranking such as
    1, 2, 2, 4, or kinds that do not go together.
    """

    key: Key
    round: int
    seats: tuple[SeatResult, ...]

    def __post_init__(self) -> None:
        if not self.seats or len({seat.player for seat in self.seats}) < len(self.seats):
            raise LeagueError(
                _("Match %(match)s: it needs at least one player, each in one seat only.", match=self.key)
            )
        if any(seat.timeouts < 0 for seat in self.seats):
            raise LeagueError(_("Match %(match)s: the number of time-outs can’t be negative.", match=self.key))
        if not self._kinds_agree():
            kinds = ", ".join(seat.kind for seat in self.seats)
            raise LeagueError(
                _("Match %(match)s: “%(kinds)s” isn’t a valid result for one match.", match=self.key, kinds=kinds)
            )
        self._check_places()

    @property
    def counts(self) -> bool:
        """Return whether standings count the match."""
        return self.seats[0].kind.counts

    def _kinds_agree(self) -> bool:
        kinds = [seat.kind for seat in self.seats]
        if not self.counts:
            return len(set(kinds)) == 1
        if len(kinds) == 1:
            return kinds[0] in BYES
        forfeited = kinds.count(ResultKind.FORFEITED)
        played = kinds.count(ResultKind.PLAYED)
        if kinds.count(ResultKind.WON_BY_FORFEIT) == 1:
            return forfeited == len(kinds) - 1
        return forfeited + played == len(kinds) and not (len(kinds) == 2 and played == 1)

    def _check_places(self) -> None:
        if not self.counts:
            return
        places = [seat.place or 0 for seat in self.seats if seat.kind is ResultKind.PLAYED]
        if tuple(places) != places_by_key([(place,) for place in places]):
            shown = ", ".join(map(str, places))
            raise LeagueError(
                _(
                    "Match %(match)s: places %(places)s aren’t a valid ranking, such as 1, 2, 2, 4.",
                    match=self.key,
                    places=shown,
                )
            )
        if any(seat.place is not None for seat in self.seats if seat.kind is not ResultKind.PLAYED):
            raise LeagueError(_("Match %(match)s: only players who finished it have a place.", match=self.key))


def finished_match(
    key: Key,
    round_number: int,
    players: Sequence[int],
    places: Sequence[int],
    *,
    scores: Sequence[int] | None = None,
    timeouts: Sequence[int] | None = None,
    forfeited: Collection[int] = (),
) -> Result:
    """Return the result of a match that came to its end with `places` (and `scores`, `timeouts`) in seat order.

    Players in `forfeited` come last whatever place their seats reached without them; the others move up. With two
    seats, the other then wins by forfeit. Raises LeagueError where `Result` does, or if the rows differ in length.
    """
    rows = [places, *(row for row in (scores, timeouts) if row is not None)]
    if any(len(row) != len(players) for row in rows):
        raise LeagueError(
            _("Match %(match)s: each seat needs one place, and one score if there are scores.", match=key)
        )
    if len(players) == 2 and any(player in forfeited for player in players):
        return forfeited_match(key, round_number, players, forfeited, timeouts=timeouts)
    stayed = [place for player, place in zip(players, places, strict=True) if player not in forfeited]
    seats = [
        SeatResult(player, None, ResultKind.FORFEITED)
        if player in forfeited
        else SeatResult(
            player,
            1 + sum(other < places[seat] for other in stayed),
            ResultKind.PLAYED,
            scores[seat] if scores is not None else None,
        )
        for seat, player in enumerate(players)
    ]
    return Result(key, round_number, _with_timeouts(seats, timeouts))


def forfeited_match(
    key: Key,
    round_number: int,
    players: Sequence[int],
    forfeited: Collection[int],
    *,
    timeouts: Sequence[int] | None = None,
) -> Result:
    """Return the result of a match that was not played to its end because all, or all but one, of `players` forfeited
    it.

    Raises LeagueError if more than one did not forfeit.
    """
    seats = [
        SeatResult(player, None, ResultKind.FORFEITED if player in forfeited else ResultKind.WON_BY_FORFEIT)
        for player in players
    ]
    return Result(key, round_number, _with_timeouts(seats, timeouts))


def bye(key: Key, round_number: int, player: int) -> Result:
    """Return the result of a round without opponents."""
    return Result(key, round_number, (SeatResult(player, None, ResultKind.BYE),))


def unplayed(key: Key, round_number: int, players: Sequence[int]) -> Result:
    """Return the result of a match, or of one player's round, that does not take place."""
    return Result(key, round_number, tuple(SeatResult(player, None, ResultKind.UNPLAYED) for player in players))


def annulled(result: Result) -> Result:
    """Return the result as one that no longer counts; places and scores stay for showing."""
    return replace(result, seats=tuple(replace(seat, kind=ResultKind.ANNULLED) for seat in result.seats))


def _with_timeouts(seats: list[SeatResult], timeouts: Sequence[int] | None) -> tuple[SeatResult, ...]:
    if timeouts is None:
        return tuple(seats)
    return tuple(replace(seat, timeouts=count) for seat, count in zip(seats, timeouts, strict=True))
