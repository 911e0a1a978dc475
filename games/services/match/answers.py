"""The sealed answers of a locked match, kept in memory and written in one statement."""

from collections.abc import Collection
from datetime import datetime

from games.core.engine.sealer import Sealer
from games.core.errors import BrokenLog
from games.models import Answer, Match
from games.selectors.stored import stored_bytes


class Answers:
    """The stored answers of the open window: read once at most, and not at all if it was opened in this transaction."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._stored: dict[int, Answer] | None = None  # of the open window, by seat; None: not read
        self._given: dict[tuple[int, int], Answer] = {}  # to be written, by window and seat

    def open_window(self) -> None:
        """Open another decision, without answers so far."""
        self._stored = {}

    def give(self, window: int, seat: int, text: str, actor: int | None, moment: datetime, key: bytes) -> None:
        """Give or replace the answer of `seat`; `key` is the match's."""
        seal = Sealer(key).seal(window, seat, text)
        answer = Answer(match=self._match, window=window, seat=seat, text=text, actor=actor, at=moment, seal=seal)
        answer.seal_fields(key)
        self._given[window, seat] = answer

    def of_window(self, window: int, sealer: Sealer, asked: Collection[int] = ()) -> list[Answer]:
        """Return the answers of the open window, in seat order; raises `BrokenLog` if one that is stored was altered.
        Nothing is read if all the seats that were `asked` have answered since the match was locked."""
        given = {seat: answer for (opened, seat), answer in self._given.items() if opened == window}
        if self._stored is None and (not asked or set(asked) - set(given)):
            self._stored = self._read(window, sealer)
        return [answer for _seat, answer in sorted(((self._stored or {}) | given).items())]

    def _read(self, window: int, sealer: Sealer) -> dict[int, Answer]:
        stored = {answer.seat: answer for answer in Answer.objects.filter(match=self._match, window=window)}
        for answer in stored.values():
            seal = stored_bytes("seal of an answer", answer.seal)
            if not sealer.check(answer.window, answer.seat, answer.text, seal):
                raise BrokenLog(f"the answer of seat {answer.seat} in window {answer.window} was altered")
        return stored

    def save(self) -> None:
        """Write what was given in one statement; an answer that was given before is replaced."""
        if self._given:
            Answer.objects.bulk_create(
                self._given.values(),
                update_conflicts=True,
                unique_fields=["match", "window", "seat"],
                update_fields=["text", "actor", "at", "seal", "macs"],
            )
        self._given, self._stored = {}, None
