"""The result of a match at the real table, as it is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from games.core.errors import MoveError
from games.core.text import Text, _
from games.core.title.game import Game

MOST_MINUTES = 24 * 60
MOST_SCORE = 100_000
LONGEST_NAME, LONGEST_PLACE, LONGEST_NOTE = 60, 80, 500
FIRST_DAY = date(1950, 1, 1)


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at the table: the key of an account (`user`), else a `name`, else the level of a `bot`."""

    place: int
    user: int | None = None
    name: str = ""
    bot: str = ""
    score: int | None = None


@dataclass(frozen=True, slots=True)
class PlayResult:
    """Everything that is recorded of a play; `sitters` in the order of their seats."""

    sitters: tuple[Sitter, ...]
    played_on: date
    settings: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    minutes: int | None = None
    note: str = ""
    is_rated: bool = False

    def problem(self, game: Game, today: date, *, is_of_site: bool = False) -> Text | None:
        """Return what is wrong with the result for this title, naming the field; None if nothing is. That of a match of
        the site has the places that the site gave: a match that was stopped may end as none does at a real table. It
        may have seats whose accounts are deleted."""
        problem = self._problem_of_facts(today) or self._problem_of_people(game)
        return problem or (None if is_of_site else self._problem_of_names() or self._problem_of_places(game))

    def _problem_of_facts(self, today: date) -> Text | None:
        if not FIRST_DAY <= self.played_on <= today:
            return _("Date: enter a day from 1950 to today.")
        if self.minutes is not None and not 1 <= self.minutes <= MOST_MINUTES:
            return _("Minutes: enter a number from %(least)s to %(most)s.", least=1, most=MOST_MINUTES)
        if len(self.place) > LONGEST_PLACE:
            return _("Where: write up to %(most)s characters.", most=LONGEST_PLACE)
        if len(self.note) > LONGEST_NOTE:
            return _("Note: write up to %(most)s characters.", most=LONGEST_NOTE)
        return None

    def _problem_of_people(self, game: Game) -> Text | None:
        if len(self.sitters) not in game.seats:
            return _("Players: %(title)s can’t be played with that many.", title=game.name)
        for seat, sitter in enumerate(self.sitters, 1):
            if len(sitter.name) > LONGEST_NAME:
                return _("Player %(number)s: write up to %(most)s characters.", number=seat, most=LONGEST_NAME)
        users = [sitter.user for sitter in self.sitters if sitter.user is not None]
        names = [sitter.name.casefold() for sitter in self.sitters if sitter.user is None and sitter.name]
        if len(set(users)) < len(users) or len(set(names)) < len(names):
            return _("Players: each one can sit at the table only once.")
        if self.is_rated and len(users) < len(self.sitters):
            return _("Rated: all players of a rated result need an account.")
        return None

    def _problem_of_names(self) -> Text | None:
        for seat, sitter in enumerate(self.sitters, 1):
            if sitter.user is None and not sitter.name and not sitter.bot:
                return _("Player %(number)s: enter a name.", number=seat)
        return None

    def _problem_of_places(self, game: Game) -> Text | None:
        given = [sitter.score for sitter in self.sitters if sitter.score is not None]
        if given and len(given) < len(self.sitters):
            return _("Scores: enter those of all players, or none.")
        if any(abs(score) > MOST_SCORE for score in given):
            return _("Scores: enter numbers up to %(most)s.", most=MOST_SCORE)
        try:
            game.complete_settings(self.settings, len(self.sitters))
        except MoveError as error:
            return error.reason
        return game.placing.refusal([sitter.place for sitter in self.sitters], given or None)
