"""The answers in advance of a locked match, read in one statement when the first of them may be due."""

from games.core.engine.state import State
from games.core.errors import BrokenRow, MoveError
from games.models import Match, Seat, StandingAnswer
from games.selectors.stored import reading_row

Answers = dict[tuple[int, str], StandingAnswer]  # by user and key


class AnswersInAdvance:
    """The answers in advance of those at the table."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._stored: Answers | None = None  # None: not read

    def move_of(self, state: State, seat: Seat, key: bytes) -> str | None:
        """Return the move that the answer in advance of the seat's holder makes in the open response decision, in
        notation; None if they have none for it that counts. `key` is the match's. Raises `BrokenRow` if it was altered,
        or cannot be read.

        From a seat's own row and what it may know: nothing of this may show before the answer is given.
        """
        game, index = self._match.game, seat.index
        for word in game.keys_in_advance(state, index):
            answer = None if seat.user_id is None else self._read().get((seat.user_id, word))
            if answer is None:
                continue
            _check(answer, key)
            if answer.epoch != state.epoch_in_advance(index):
                continue
            try:
                text = game.parse_in_advance(state, index, word, answer.text)
                move = game.move_in_advance(state, index, text)
                return None if move is None else game.format_move(state, index, game.parse_move(state, index, move))
            except MoveError:
                return None  # the rules do not allow it here: the seat is asked
        return None

    def _read(self) -> Answers:
        if self._stored is None:
            with reading_row(self._match.pk):
                rows = list(StandingAnswer.objects.filter(match=self._match))
            self._stored = {(row.user_id, row.key): row for row in rows}
        return self._stored


def _check(answer: StandingAnswer, key: bytes) -> None:
    """Raise `BrokenRow` if a field of `answer` was altered since the site wrote it."""
    with reading_row(answer.match_key()):
        altered = answer.altered_fields(key)
        if altered:
            raise BrokenRow.at(f"{altered[0]} of a standing answer", getattr(answer, altered[0]))
