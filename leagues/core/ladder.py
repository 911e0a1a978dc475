"""A ladder: an open ranking in which players challenge those a few places up.

The winner of a challenge from below takes the loser's place, and everybody between them, the loser included, moves down
one. A challenged player who wins, and a draw, leave all places as they are. A challenge that is not answered in time
counts as won by the challenger.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from games.core.clocks.pauses import NO_PAUSES, Pauses
from games.core.text import Text, _, ngettext
from leagues.core.errors import LeagueError


@dataclass(frozen=True, slots=True)
class LadderRules:
    """The number of places up that a challenge may go, the rest of the same two after a match, the time for an
    answer."""

    reach: int = 3
    rest: timedelta = timedelta(days=7)
    answer: timedelta = timedelta(days=3)


DEFAULT_RULES = LadderRules()


@dataclass(frozen=True, slots=True)
class Ladder:
    """The members, best first."""

    players: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.players)) < len(self.players):
            raise LeagueError(_("The same player is on the ladder twice."))

    def place(self, player: int) -> int:
        """Return the place of a member, from 0 at the top. Raises LeagueError for others."""
        if player not in self.players:
            raise LeagueError(_("This player isn’t on the ladder."))
        return self.players.index(player)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge that has neither been declined nor ended. `accepted` is None until the challenged has answered."""

    challenger: int
    challenged: int
    made: datetime
    accepted: datetime | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A match of this ladder that two members, in any roles, finished at `finished`."""

    players: frozenset[int]
    finished: datetime


class RefusalCode(StrEnum):
    """The reason for refusing a challenge, for programs."""

    SELF = "self"
    NOT_A_MEMBER = "not_a_member"
    NOT_ABOVE = "not_above"
    APART = "apart"
    TOO_FAR = "too_far"
    AWAY = "away"
    ALREADY_PLAYING = "already_playing"
    OPPONENT_PLAYING = "opponent_playing"
    RECENT = "recent"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of a challenge, with its code and a sentence for the challenger."""

    code: RefusalCode
    reason: Text


@dataclass(frozen=True, slots=True)
class Situation:
    """The facts besides the ladder that decide whether a challenge is allowed: the time, live challenges, finished
    matches, who is away, and who is kept apart from the challenger by a block."""

    now: datetime
    live: Collection[Challenge] = ()
    played: Sequence[Played] = ()
    away: Collection[int] = ()
    apart: Collection[int] = ()


def refuse(
    ladder: Ladder, challenger: int, challenged: int, situation: Situation, rules: LadderRules = DEFAULT_RULES
) -> Refusal | None:
    """Return why `challenger` may not challenge `challenged` now; None if it is allowed.

    If several reasons hold, it is the first in the order of `RefusalCode`. A player who is away may neither challenge
    nor be challenged. A live challenge occupies both its players. Players who are kept apart from the challenger do not
    count among the places above: a player who blocks all below them is skipped.
    """
    return refuse_by_place(ladder, challenger, challenged, rules, situation.apart) or refuse_by_situation(
        challenger, challenged, situation, rules
    )


def refuse_by_place(
    ladder: Ladder, challenger: int, challenged: int, rules: LadderRules, apart: Collection[int] = ()
) -> Refusal | None:
    """Return the refusal that follows from the players' places; None if there is none."""
    if challenger == challenged:
        return Refusal(RefusalCode.SELF, _("You can’t challenge yourself."))
    if challenger not in ladder.players:
        return Refusal(RefusalCode.NOT_A_MEMBER, _("You’re not on this ladder. Join it first."))
    if challenged not in ladder.players:
        return Refusal(RefusalCode.NOT_A_MEMBER, _("This player isn’t on this ladder."))
    own, other = ladder.place(challenger), ladder.place(challenged)
    if other > own:
        return Refusal(RefusalCode.NOT_ABOVE, _("This player is below you. Challenge someone above you."))
    if challenged in apart:
        return Refusal(RefusalCode.APART, _("You and this player can’t play together."))
    distance = sum(player not in apart for player in ladder.players[other:own])
    if distance > rules.reach:
        return Refusal(
            RefusalCode.TOO_FAR,
            ngettext(
                "You can only challenge the player one place above you; this player is %(distance)s places above.",
                "You can challenge players up to %(n)s places above you; this player is %(distance)s places above.",
                rules.reach,
                distance=distance,
            ),
        )
    return None


def refuse_by_situation(challenger: int, challenged: int, situation: Situation, rules: LadderRules) -> Refusal | None:
    """Return the refusal that will pass with time; None if there is none."""
    if challenger in situation.away:
        return Refusal(RefusalCode.AWAY, _("You’re on vacation. End it before you challenge anyone."))
    if challenged in situation.away:
        return Refusal(RefusalCode.AWAY, _("This player is on vacation."))
    occupied = {player for challenge in situation.live for player in (challenge.challenger, challenge.challenged)}
    if challenger in occupied:
        return Refusal(RefusalCode.ALREADY_PLAYING, _("You already have a challenge. Finish it first."))
    if challenged in occupied:
        return Refusal(RefusalCode.OPPONENT_PLAYING, _("This player already has a challenge."))
    both = frozenset((challenger, challenged))
    free = max((match.finished + rules.rest for match in situation.played if match.players == both), default=None)
    if free is not None and situation.now < free:
        hours = -((situation.now - free) // timedelta(hours=1))
        return Refusal(
            RefusalCode.RECENT,
            ngettext(
                "You’ve played each other recently. You can challenge this player again in an hour.",
                "You’ve played each other recently. You can challenge this player again in %(n)s hours.",
                hours,
            )
            if hours < 48
            else ngettext(
                "You’ve played each other recently. You can challenge this player again in a day.",
                "You’ve played each other recently. You can challenge this player again in %(n)s days.",
                -(-hours // 24),
            ),
        )
    return None


def after(ladder: Ladder, winner: int, loser: int) -> Ladder:
    """Return the ladder after a decided challenge.

    A winner from below takes the loser's place and those between move down one; else nothing changes. The present
    places count, not those at the time of the challenge. Raises LeagueError unless both are members: a match with a
    player who has left since changes no places.
    """
    from_place, to_place = ladder.place(winner), ladder.place(loser)
    if from_place < to_place:
        return ladder
    others = [player for player in ladder.players if player != winner]
    return Ladder((*others[:to_place], winner, *others[to_place:]))


def put_back(ladder: Ladder, player: int, place: int) -> Ladder:
    """Return the ladder with a member put back to a lower `place`, the last one if there are fewer; those between move
    up one. Raises LeagueError for others."""
    ladder.place(player)
    others = [other for other in ladder.players if other != player]
    return Ladder((*others[:place], player, *others[place:]))


def unanswered(
    challenge: Challenge, now: datetime, rules: LadderRules = DEFAULT_RULES, pauses: Pauses = NO_PAUSES
) -> bool:
    """Return whether the challenged has let the limit pass without an answer, and so forfeits the place.

    Time within `pauses`, those of the challenged and of the site, does not count.
    """
    return challenge.accepted is None and pauses.running_time(challenge.made, now) >= rules.answer


def joined(ladder: Ladder, player: int) -> Ladder:
    """Return the ladder with a new member at the bottom. Raises LeagueError for a present member."""
    if player in ladder.players:
        raise LeagueError(_("This player is already on the ladder."))
    return Ladder((*ladder.players, player))


def left(ladder: Ladder, player: int) -> Ladder:
    """Return the ladder without a member; everybody below moves up one. Raises LeagueError for others."""
    place = ladder.place(player)
    return Ladder(ladder.players[:place] + ladder.players[place + 1 :])
