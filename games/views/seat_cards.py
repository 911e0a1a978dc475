"""The list of seats next to the board, and who has the page open."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import ngettext

from games import clock
from games.core.clocks.personal_pauses import PauseKind, SeatPauses
from games.models import Match, Seat, Status
from games.policy import policy
from games.selectors.former_names import FormerNames, Names
from games.selectors.matches import level_of
from games.selectors.stored import match_outcome
from games.services.beside import presence
from games.templatetags.frame import absolute, in_words, zoned


@dataclass(frozen=True, slots=True)
class PauseNote:
    """The reason why the time of a seat does not count now, or soon: `kind` is “night”, “weekend”, “vacation” or,
    before a vacation that moves the deadline, “planned”; until, or from, `moment` on."""

    kind: str
    moment: datetime


@dataclass(slots=True)
class SeatCard:
    """One seat in the list next to the board; `level` is that of a bot, in words. `is_here` says whether its holder is
    marked as at the table; None for bots and in a history."""

    index: int
    name: str
    url: str
    is_bot: bool
    is_viewer: bool
    is_due: bool
    level: str = ""
    deadline: datetime | None = None
    bank: Any = None
    gave_up: bool = False
    took_over: bool = False
    took_over_from: str = ""
    pause: PauseNote | None = None
    is_away: bool = False
    is_here: bool | None = None
    place: int | None = None
    score: int | None = None

    def public(self) -> dict[str, Any]:
        """Return what everyone sees of the seat, as plain data, with moments in words: how much time is left now, and
        when that is in the reader's zone."""
        deadline = self.deadline if self.is_due else None
        return {
            "index": self.index,
            "name": self.name,
            "url": self.url,
            "is_bot": self.is_bot,
            "level": self.level,
            "gave_up": self.gave_up,
            "took_over": self.took_over,
            "took_over_from": self.took_over_from,
            "is_due": self.is_due,
            "is_away": self.is_away,
            "can_be_here": self.is_here is not None,
            "place": self.place,
            "bank": None if self.bank is None else in_words(self.bank),
            "left": deadline and {**_at(deadline, zoned(deadline)), "words": in_words(deadline - clock.now())},
            "pause": self.pause and self.pause.kind,
            "pause_at": self.pause and _at(self.pause.moment, absolute(self.pause.moment)),
            "until": deadline and self.pause and _at(deadline, absolute(deadline)),
        }


def _at(moment: datetime, words: str) -> dict[str, str]:
    """Return a moment for a program, and in words."""
    return {"iso": moment.isoformat(timespec="seconds"), "absolute": words}


def seat_cards(
    match: Match,
    seats: list[Seat],
    names: Names,
    viewer: int | None,
    former: FormerNames,
    here: Collection[int] | None = None,
) -> list[SeatCard]:
    """Return all seats in order; with places once the match is over, and with marks of those `here`. Raises
    `BrokenRow`."""
    outcome = match_outcome(match)
    scores = outcome and outcome.scores
    running = match.status == Status.RUNNING
    return [
        SeatCard(
            index=seat.index,
            name=names(seat.index),
            url="" if seat.user is None else policy().profile_url(seat.user),
            is_bot=bool(seat.bot),
            is_viewer=seat.index == viewer,
            level=level_of(seat),
            is_due=running and seat.due_decision is not None,
            deadline=seat.deadline if running else None,
            bank=seat.bank if running and not seat.bot and seat.deadline is None else None,
            gave_up=seat.vacated_at is not None,
            took_over=former.before(seat.index) is not None,
            took_over_from=former.before(seat.index) or "",
            pause=pause_note(seat, clock.now()) if running else None,
            is_away=running and seat.is_away,
            is_here=None if here is None or not has_player(seat) else seat.index in here,
            place=outcome.places[seat.index] if outcome else None,
            score=scores[seat.index] if scores else None,
        )
        for seat in seats
    ]


def pause_note(seat: Seat, now: datetime) -> PauseNote | None:
    """Return why the time of `seat` does not count `now`, or from when on a vacation will stop its clock."""
    schedule = seat.pause_schedule
    if not isinstance(schedule, SeatPauses):
        return None
    found = schedule.at(now)
    if found is not None:
        return PauseNote(found[0].value, found[1])
    if seat.deadline is None:
        return None
    planned = [begin for begin, _end in schedule.of_kind(PauseKind.VACATION, now, seat.deadline) if begin > now]
    return PauseNote("planned", min(planned)) if planned else None


@dataclass(frozen=True, slots=True)
class Present:
    """The viewers with the page of a match open now: in `words` how many, and the seats `here` that a reader sees
    marked."""

    words: str
    here: frozenset[int] = frozenset()


def has_player(seat: Seat) -> bool:
    """Return whether a person plays `seat`."""
    return seat.user is not None and not seat.bot


def present(
    seats: list[Seat], spectators: int, viewer: int | None, following: Collection[int] = frozenset()
) -> Present:
    """Return who of the players has the page open now, for the `viewer`, whose own seat gets no mark; the pages of the
    seats `following` are known to be open. Players who hide are neither marked nor counted. No statement, if users and
    looks were fetched with the seats."""
    now = clock.now()
    here = {
        seat.index
        for seat in seats
        if has_player(seat)
        and (seat.index in following or presence.seen(seat).is_here(now))
        and policy().shows_presence(seat.user)
    }
    count = len(here)
    words = [
        ngettext("%(n)s player is here now", "%(n)s players are here now", count) % {"n": count} if count else "",
        ngettext("%(n)s spectator is watching", "%(n)s spectators are watching", spectators) % {"n": spectators}
        if spectators
        else "",
    ]
    return Present(" · ".join(filter(None, words)), frozenset(here - {viewer}))


def seat_of(user: Any, seats: list[Seat]) -> Seat | None:
    """Return the seat that `user` sits on, given up or not."""
    return next((seat for seat in seats if user.is_authenticated and seat.user_id == user.pk), None)
