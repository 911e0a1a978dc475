"""Invites people to a table: the only path for hosts, rematches and all other invitations.

Every invitation is checked three times: the site's policy must let the two meet, the host must not have too many
unanswered ones, and this person must not have been asked too often. Accepted invitations do not count, so people who
keep playing with each other never meet a limit. Counts are stored, so they hold across processes and restarts, and
closing the table does not reset them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef

from games import clock, live
from games.core.text import Text, _
from games.models import Invitation, Match, Seat, Status
from games.policy import policy
from games.refusals import BadInput, Forbidden, TooMany

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PER_HOUR = 10  # unanswered invitations of one host
PER_DAY = 30
PER_PERSON = 5  # of one host to one person, within a day


def invite(*, host: Any, match: Match, person: Any) -> None:
    """Invite `person` to the open table `match` of `host`. Inviting twice changes nothing.

    Inside a transaction that holds the lock of `match`. Raises `BadInput` (oneself), `Forbidden` (the policy) and
    `TooMany`, which say what to do.
    """
    if person.pk == host.pk:
        raise BadInput(_("You’re already at this table."))
    refusal = policy().refuse_to_play(host) or _refusal(host, person, rematch=False)
    if refusal is not None:
        raise Forbidden(refusal)
    if Invitation.objects.filter(match=match, user=person).exists():
        return
    sent = _Unanswered.of(host)
    refusal = sent.refusal_to(1) or sent.refusal_for(person)
    if refusal is not None:
        raise TooMany(refusal)
    _store(match, [person])


def invite_again(*, host: Any, match: Match, people: Sequence[Any]) -> None:
    """Invite those who have played with `host`, `people`, to the table of a rematch.

    People whom the policy refuses or who have been asked too often are left out silently. Call it inside a transaction
    that has made `match` or holds its lock. Raises `Forbidden` or `TooMany` if no one is left, and `TooMany` if the
    host has too many invitations out for all of them.
    """
    welcome = [person for person in people if _refusal(host, person, rematch=True) is None]
    if not welcome:
        raise Forbidden(_("None of the players you played with can be invited to a rematch. Open a new table instead."))
    sent = _Unanswered.of(host)
    refusals = {person.pk: sent.refusal_for(person) for person in welcome}
    invited = [person for person in welcome if refusals[person.pk] is None]
    refusal = sent.refusal_to(len(invited)) if invited else refusals[welcome[0].pk]
    if refusal is not None:
        raise TooMany(refusal)
    _store(match, invited)


def stands(match: Match, person: Any) -> bool:
    """Return whether an invitation to `match` is still worth telling `person`: the table is open, they have not sat
    down, the invitation was not taken back, and nothing has come between them and the host."""
    host = match.host
    if match.status != Status.OPEN or host is None or policy().refuse_to_play(host) is not None:
        return False
    if Seat.objects.filter(match=match, user=person).exists():
        return False
    invited = Invitation.objects.filter(match=match, user=person).exists()
    return invited and _refusal(host, person, rematch=match.rematch_of_id is not None) is None


def _refusal(host: Any, person: Any, *, rematch: bool) -> Text | None:
    site = policy()
    return site.refuse_to_invite(host, person, rematch=rematch) or site.refuse_to_seat(person, [], host)


def _store(match: Match, people: Sequence[Any]) -> None:
    moment = clock.now()
    Invitation.objects.bulk_create([Invitation(match=match, user=person, created_at=moment) for person in people])
    live.announce_news(person.pk for person in people)


@dataclass(frozen=True, slots=True)
class _Unanswered:
    """The invitations of one host within the last day whose receiver has no seat: to whom, and when."""

    rows: list[tuple[int, datetime]]
    moment: datetime

    @classmethod
    def of(cls, host: Any) -> "_Unanswered":
        """Lock the host, so that of several invitations at once each counts those before it; return their unanswered
        ones. The lock of a match, where there is one, is taken first."""
        get_user_model().objects.select_for_update(no_key=True).filter(pk=host.pk).values_list("pk").first()
        moment = clock.now()
        seated = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
        sent = Invitation.objects.filter(~Exists(seated), match__host=host.pk, created_at__gt=moment - DAY)
        return cls(list(sent.values_list("user_id", "created_at")), moment)

    def refusal_to(self, count: int) -> Text | None:
        """Return why the host may not send `count` more; None if they may."""
        hour = sum(at > self.moment - HOUR for _user, at in self.rows)
        if hour + count > PER_HOUR:
            return _(
                "You have too many unanswered invitations from the last hour (up to %(limit)s). Wait until "
                "someone sits down, or open a table that anyone can join.",
                limit=PER_HOUR,
            )
        if len(self.rows) + count > PER_DAY:
            return _(
                "You have too many unanswered invitations from the last day (up to %(limit)s). Wait until "
                "someone sits down, or open a table that anyone can join.",
                limit=PER_DAY,
            )
        return None

    def refusal_for(self, person: Any) -> Text | None:
        """Return why the host may not ask `person` again; None if they may."""
        if sum(user == person.pk for user, _at in self.rows) < PER_PERSON:
            return None
        return _(
            "This player has been invited %(limit)s times in a day without sitting down. Invite them again "
            "tomorrow, or open a table that anyone can join.",
            limit=PER_PERSON,
        )
