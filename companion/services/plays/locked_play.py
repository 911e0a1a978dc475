"""A play whose row is locked, and the changes that can be made to it."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from companion.core.results import PlayResult
from companion.models import Answer, Objection, Play, PlayLine, PlaySeat, PlayState, Verb
from companion.refusals import NoSuchPlay
from games import clock, live
from games.core.errors import BrokenLog
from games.core.text import _
from games.plumbing import after_commit
from games.refusals import Conflict, Stale

LEAST_ACCOUNTS = 2  # one alone has nobody to confirm the result


class LockedPlay:
    """A play inside the transaction that has locked it. `seats` are those of the current version."""

    def __init__(self, play: Play, seats: Sequence[PlaySeat]) -> None:
        self.play = play
        self.seats = list(seats)

    @classmethod
    def get(cls, play_id: str) -> "LockedPlay":
        """Lock and return a play; raises `NoSuchPlay`, also for one that cannot be read."""
        try:
            play = Play.objects.select_for_update().filter(pk=play_id).first()
            seats = [] if play is None else list(play.seats.select_related("user").order_by("index"))
        except BrokenLog as error:
            raise NoSuchPlay from error
        if play is None:
            raise NoSuchPlay
        return cls(play, seats)

    def check_version(self, version: int) -> None:
        """Raise `Stale` if the result is no longer the one that the caller saw."""
        if version != self.play.version:
            raise Stale(_("This result was corrected meanwhile. Check it again."))

    def seat_of(self, user: Any) -> PlaySeat | None:
        """Return the seat of an account; None if it has none."""
        return next((seat for seat in self.seats if seat.user_id == user.pk), None)

    def check_open(self) -> None:
        """Raise `Conflict` for a result that is final."""
        if self.play.state == PlayState.CONFIRMED:
            raise Conflict(_("This result is confirmed, so it can’t be changed any more."))
        if self.play.state == PlayState.VOID:
            raise Conflict(_("An organiser decided that this result doesn’t count."))

    def note(self, actor: Any, verb: Verb, **facts: Any) -> None:
        """Add a line to the log, and tell the open pages of all that something may wait for them."""
        PlayLine.objects.create(play=self.play, actor=actor.pk, verb=verb, facts=facts)
        self.announce_news()

    def announce_news(self) -> None:
        """Tell the open pages of all accounts that one of their lists has changed."""
        live.announce_news(seat.user_id for seat in self.seats)

    def answer(self, seat: PlaySeat, answer: str) -> None:
        """Store the answer of a seat's player to the current version."""
        seat.answer, seat.answered_at = answer, clock.now()
        seat.save(update_fields=["answer", "answered_at"])

    def replace_seats(self, result: PlayResult) -> None:
        """Store the people and places of a new or corrected result; nobody has answered it yet."""
        self.play.seats.all().delete()
        self.seats = [
            PlaySeat(
                play=self.play,
                index=index,
                user_id=sitter.user,
                name=sitter.name if sitter.user is None else "",
                bot=sitter.bot,
                place=sitter.place,
                score=sitter.score,
            )
            for index, sitter in enumerate(result.sitters)
        ]
        PlaySeat.objects.bulk_create(self.seats)

    def settle(self) -> None:
        """Update the state from the answers: disputed while an objection is open, confirmed once all accounts, at
        least two, have confirmed."""
        accounts = [seat for seat in self.seats if seat.user_id is not None]
        if Objection.objects.filter(play=self.play, closed_at=None).exists():
            self.become(PlayState.DISPUTED)
        elif len(accounts) >= LEAST_ACCOUNTS and all(seat.answer == Answer.CONFIRMED for seat in accounts):
            self.become(PlayState.CONFIRMED)
        else:
            self.become(PlayState.WAITING)

    def become(self, state: PlayState) -> None:
        """Store the state; if the result counts from now on, or no longer, announce that after the commit."""
        play = self.play
        counted, play.state = play.counts, state
        if play.counts and not counted:
            play.confirmed_at = clock.now()
        if play.counts != counted:
            play.unannounced_since = clock.now()
            transaction.on_commit(announce_later, robust=True)
        play.save(update_fields=["state", "confirmed_at", "unannounced_since"])


def announce_later() -> None:
    """Ask a worker to announce what has changed. Never blocks; if the request is lost, the sweep does it."""
    after_commit.post("announce plays", _send, key="announce plays")


def _send() -> None:
    from celery import current_app  # tasks are in a higher layer: the task is referenced by its name

    current_app.send_task("companion.tasks.sweep", expires=60)
