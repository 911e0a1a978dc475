"""The columns that hold the rules of a season, shared by a league (for its next season) and a season (for itself)."""

from collections.abc import Set as AbstractSet
from dataclasses import fields
from functools import lru_cache
from typing import Any, ClassVar

from django.db import models

from games.clock import PACES
from games.core.clocks.personal_pauses import PauseRules
from games.core.errors import STORED_VALUE_ERRORS
from games.core.title.game import Game
from games.registry import TITLES
from games.strict import holds
from leagues.core.points import Scale
from leagues.core.pools import Pool
from leagues.core.rules import Format, SeasonRules, Unfinished, problem
from leagues.core.standings import Criterion
from leagues.format_text import FORMATS, UNFINISHED
from leagues.models.sealed import SealedModel

RULE_COLUMNS = tuple(field.name for field in fields(SeasonRules))


@lru_cache(maxsize=1024)
def _can_be_held(title: str, settings: AbstractSet[tuple[str, Any]], rules: SeasonRules) -> bool:
    """Return whether the title can be played by these rules; cached, because it is asked of each row that is read, and
    most are alike."""
    game = TITLES[title]
    try:
        game.complete_settings(dict(settings), rules.seats)
    except STORED_VALUE_ERRORS:
        return False
    return problem(rules, game.seats) is None


class RulesColumns(SealedModel):
    """The rules of play and of the season. `leagues.core.rules.SeasonRules` says what they mean."""

    title = models.SlugField(max_length=40)
    settings = models.JSONField(default=dict)
    pace = models.CharField(max_length=12, default="standard")
    is_rated = models.BooleanField(default=True)
    nights = models.BooleanField(default=True)  # which pauses of clocks the season allows
    weekends = models.BooleanField(default=False)
    vacations = models.BooleanField(default=True)

    format = models.CharField(max_length=12, choices=[(one.value, name) for one, (name, _sentence) in FORMATS.items()])
    seats = models.PositiveSmallIntegerField()
    sign_up_days = models.PositiveSmallIntegerField()
    play_days = models.PositiveSmallIntegerField()
    extension_days = models.PositiveSmallIntegerField()
    objection_days = models.PositiveSmallIntegerField()
    break_days = models.PositiveSmallIntegerField()
    at_once = models.PositiveSmallIntegerField()
    division_size = models.PositiveSmallIntegerField()
    promoted = models.PositiveSmallIntegerField()
    relegated = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    round_days = models.PositiveSmallIntegerField()
    advancing = models.PositiveSmallIntegerField()
    half_byes = models.PositiveSmallIntegerField(default=0)
    late_halves = models.PositiveSmallIntegerField(default=0)
    bench_scores = models.BooleanField()
    unfinished = models.CharField(
        max_length=12, choices=[(one.value, name) for one, (name, _sentence) in UNFINISHED.items()]
    )
    criteria = models.JSONField()  # names of `leagues.core.standings.Criterion`, in order
    scale = models.JSONField()  # `leagues.core.points.Scale.written`
    scoring_version = models.PositiveSmallIntegerField()
    table_results = models.BooleanField(default=False)

    RIGHT: ClassVar = {
        "title": lambda title: title in TITLES,
        "pace": lambda pace: pace in PACES,
        "settings": holds(lambda settings: all(isinstance(value, str) for value in settings.values())),
        "criteria": holds(lambda names: isinstance(names, list) and all(map(Criterion, names))),
        "scale": holds(lambda scale: bool(Scale.read(scale))),
    }

    class Meta:
        abstract = True

    def is_sound(self) -> bool:
        """Return whether the title can be played by these rules, with these settings."""
        return _can_be_held(self.title, frozenset(self.settings.items()), self.rules)

    @property
    def game(self) -> Game:
        """The rules object of the title."""
        return TITLES[self.title]

    @property
    def pool(self) -> Pool:
        """The pool of its matches if they are rated: that of matches among people, with its settings."""
        return Pool.of_match(False, self.game.rated_apart, self.game.complete_settings(self.settings, self.seats))

    @property
    def pause_rules(self) -> PauseRules:
        """The pauses that suspend the clocks, of those that the pace allows."""
        chosen = PauseRules(nights=self.nights, weekends=self.weekends, vacations=self.vacations)
        return chosen.within(PACES[self.pace].allowed_pauses)

    @property
    def rules(self) -> SeasonRules:
        """The columns as a value."""
        values: dict[str, Any] = {name: getattr(self, name) for name in RULE_COLUMNS}
        values["format"] = Format(self.format)
        values["unfinished"] = Unfinished(self.unfinished)
        values["criteria"] = tuple(Criterion(name) for name in self.criteria)
        values["scale"] = Scale.read(self.scale)
        return SeasonRules(**values)

    @rules.setter
    def rules(self, rules: SeasonRules) -> None:
        for name in RULE_COLUMNS:
            setattr(self, name, getattr(rules, name))
        self.format, self.unfinished = rules.format.value, rules.unfinished.value
        self.criteria = [criterion.value for criterion in rules.criteria]
        self.scale = rules.scale.written()


TERMS = ("title", "settings", "pace", "is_rated", "nights", "weekends", "vacations", *RULE_COLUMNS)
"""Everything that a season takes over from its league when it is made, and keeps."""

SEALED_TERMS = (
    "title", "settings", "pace", "is_rated", "nights", "weekends", "vacations", "format", "seats", "criteria", "scale",
    "scoring_version", "sign_up_days", "play_days", "extension_days", "objection_days", "break_days", "at_once",
    "division_size", "promoted", "relegated", "rounds", "round_days", "advancing", "half_byes", "late_halves",
    "bench_scores", "unfinished",
)  # fmt: skip
"""The terms of the first release, in the order in which rows are sealed, which never changes: a later one comes at the
end of `SEALED` of leagues and of seasons."""
