"""Plays as pages show them: who may see one, and what of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from companion.core.letters import spaced
from companion.models import Answer, Play, PlaySeat, PlayState, Verb
from companion.policy import policy
from companion.refusals import NoSuchPlay
from games import clock
from games.bots.levels import LEVELS
from games.core.errors import BrokenLog
from games.core.text import Text
from games.core.title.game import Game
from games.plumbing.bidi import isolated
from games.policy import Label
from games.policy import policy as games_policy
from games.registry import TITLES
from games.translation import translate


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat of a play as one viewer sees it. `can_be_released`: the viewer may take its account off the name."""

    index: int
    name: str
    url: str
    place: int
    score: int | None
    answer: Answer
    has_account: bool
    is_viewer: bool
    can_be_released: bool


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a play's log."""

    at: datetime
    actor: str
    deed: str
    words: str


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """A play as one viewer sees it. What only those who sat there may see is empty for everyone else."""

    play: Play
    game: Game
    seats: Sequence[ShownSeat]
    settings: Sequence[tuple[str, str]]
    score: str
    is_insider: bool
    is_recorder: bool
    own: ShownSeat | None
    may_decide: bool
    code: str
    objections: Sequence[tuple[str, str]]
    lines: Sequence[ShownLine]
    consequences: Sequence[Label]
    stored: Sequence[PlaySeat]

    @property
    def is_open(self) -> bool:
        """Return whether the result can still be confirmed, disputed and corrected."""
        return self.play.state in (PlayState.WAITING, PlayState.DISPUTED)

    @property
    def has_scores(self) -> bool:
        """Return whether scores were written down."""
        return any(seat.score is not None for seat in self.seats)

    @property
    def by_place(self) -> Sequence[ShownSeat]:
        """The seats, best first."""
        return sorted(self.seats, key=lambda seat: (seat.place, seat.index))


def play_of(user: Any, play_id: str) -> ShownPlay:
    """Return a play as `user`, who may be anonymous, may see it: those who sat there see all, as do those who may
    decide about it; everyone else sees confirmed results, without the names of people who have no account. A fixed
    number of statements. Raises `NoSuchPlay`."""
    try:
        play = Play.objects.filter(pk=play_id, title__in=TITLES).select_related("recorder").first()
        if play is None:
            raise NoSuchPlay
        seats = list(play.seats.select_related("user").order_by("index"))
    except BrokenLog as error:
        raise NoSuchPlay from error
    is_recorder = user.is_authenticated and play.recorder_id == user.pk
    is_insider = is_recorder or (user.is_authenticated and any(seat.user_id == user.pk for seat in seats))
    may_decide = user.is_authenticated and policy().may_decide(user, play)
    if not play.counts and not is_insider and not may_decide:
        raise NoSuchPlay
    sees_all = is_insider or may_decide
    return ShownPlay(
        play,
        play.game,
        shown := _shown_seats(user, play, seats, sees_all=sees_all),
        _settings(play),
        translate(play.game.placing.score or Text("")),
        is_insider,
        is_recorder,
        next((seat for seat in shown if seat.is_viewer), None),
        may_decide,
        _live_code(play) if is_insider else "",
        _objections(play) if sees_all else (),
        _lines(play, seats) if sees_all else (),
        policy().consequences(play) if sees_all else (),
        seats,
    )


def _shown_seats(user: Any, play: Play, seats: Sequence[PlaySeat], *, sees_all: bool) -> list[ShownSeat]:
    names = names_in(seats, sees_all=sees_all)
    return [
        ShownSeat(
            seat.index,
            names[seat.index],
            "" if seat.user is None else games_policy().profile_url(seat.user),
            seat.place,
            seat.score,
            Answer(seat.answer),
            seat.user is not None,
            user.is_authenticated and seat.user_id == user.pk,
            seat.claimed_at is not None and play.recorder_id == user.pk and seat.user_id not in (None, user.pk),
        )
        for seat in seats
    ]


def names_in(seats: Sequence[PlaySeat], *, sees_all: bool) -> dict[int, str]:
    """Return the name of each of these seats of one play, by index. The names of people without an account are for
    those who sat there; others see that there was a player."""
    people = games_policy().names([seat.user for seat in seats if seat.user is not None])
    return {seat.index: _name(seat, people, sees_all=sees_all) for seat in seats}


def _name(seat: PlaySeat, people: dict[int, str], *, sees_all: bool) -> str:
    if seat.user_id is not None:
        return people[seat.user_id]
    if seat.bot:
        level = LEVELS.get(seat.bot)
        return _("bot: %(level)s") % {"level": translate(level.label)} if level is not None else _("a bot")
    if not seat.name:
        return _("deleted account")
    return isolated(seat.name) if sees_all else _("a player without an account")


def _settings(play: Play) -> list[tuple[str, str]]:
    """Return the settings that differ from the title's usual ones, in words."""
    game, found = play.game, []
    for setting in game.settings:
        value = play.settings.get(setting.name, "")
        if value and value != setting.default(play.seat_count):
            found.append((translate(setting.label), translate(setting.describe(value).label)))
    return found


def _live_code(play: Play) -> str:
    if play.code is None or play.code_until is None or play.code_until <= clock.now():
        return ""
    return spaced(play.code)


def _objections(play: Play) -> list[tuple[str, str]]:
    """Return what is said to be wrong, with who says so: names and texts. A deleted account leaves no text."""
    rows = list(play.objections.filter(closed_at=None).select_related("user"))
    names = games_policy().names([row.user for row in rows if row.user is not None])
    return [(_("deleted account") if row.user_id is None else names[row.user_id], row.text) for row in rows]


def _lines(play: Play, seats: Sequence[PlaySeat]) -> list[ShownLine]:
    lines = list(play.lines.all())
    actors = {line.actor for line in lines if line.actor is not None}
    accounts: list[Any] = [seat.user for seat in seats if seat.user_id in actors]
    if others := actors - {account.pk for account in accounts}:
        accounts += get_user_model().objects.filter(pk__in=others)
    names = games_policy().names(accounts)
    return [
        ShownLine(
            line.at,
            _("deleted account") if line.actor is None else names.get(line.actor, _("deleted account")),
            str(Verb(line.verb).label),
            str(line.facts.get("text") or line.facts.get("reason") or line.facts.get("name") or ""),
        )
        for line in lines
    ]


def unclaimed_names(play: Play) -> list[tuple[int, str, int]]:
    """Return the seats of `play` that have a name and no account, with name and place, for those who have its code."""
    rows = play.seats.filter(user=None, bot="").exclude(name="").order_by("index")
    return list(rows.values_list("index", "name", "place"))


def is_code_of_play(code: str) -> bool:
    """Return whether `code` leads to a play now; one statement."""
    return Play.objects.filter(code=code, code_until__gt=clock.now()).exists()
