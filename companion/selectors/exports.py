"""A user's plays as the files of other programs take them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.core.files.bgstats import play_key
from companion.core.files.drafts import Draft, DraftSeat
from companion.core.results import PlayResult
from companion.models import Play, PlaySeat, PlayState
from companion.selectors.lists import plays_of, seats_read_with
from companion.selectors.plays import names_in
from games.models import Match
from games.plumbing.bidi import bare
from games.selectors.matches import SeatNames
from games.selectors.stored import each_readable

FOREIGN = "bgstats:"


def drafts_of(user: Any, *, for_bgstats: bool) -> list[Draft]:
    """Return the plays of `user` that aren't struck out, with everything that they may see, the oldest first; two
    statements."""
    plays = plays_of(user).exclude(state=PlayState.VOID).order_by("ended_at", "pk")
    rows = each_readable(plays.prefetch_related(seats_read_with()))
    return [draft_of(play, list(play.seats.all()), for_bgstats=for_bgstats, sees_all=True) for play in rows]


def draft_of(play: Play, seats: Sequence[PlaySeat], *, for_bgstats: bool, sees_all: bool) -> Draft:
    """Return a play for a file. Viewers who may not see all get no names of people without an account, and neither
    place nor note."""
    names = _each_once(names_in(seats, sees_all=sees_all))
    return Draft(
        key_for_bgstats(play.pk, play.match_id, play.imported_as) if for_bgstats else play.pk,
        play.title,
        tuple(DraftSeat(names[seat.index], seat.place, seat.score, bool(seat.bot)) for seat in seats),
        play.played_on,
        play.place if sees_all else "",
        play.minutes,
        play.note if sees_all else "",
        _own_settings(play),
    )


def draft_of_match(match: Match, result: PlayResult, names: SeatNames) -> Draft:
    """Return a match of the site, which need not be recorded as a play, for BG Stats."""
    shown = _each_once({seat: names(seat) for seat in range(match.seat_count)})
    sitters = enumerate(result.sitters)
    seats = [DraftSeat(shown[seat], sitter.place, sitter.score, bool(sitter.bot)) for seat, sitter in sitters]
    return Draft(play_key(match.pk), match.title, tuple(seats), result.played_on, minutes=result.minutes)


def key_for_bgstats(play_id: str, match_id: str | None, imported_as: str) -> str:
    """Return the name of a play in BG Stats: the one that it has there if it comes from there; that of the match of
    the site, which can be sent there before it is recorded."""
    return imported_as.removeprefix(FOREIGN) if imported_as.startswith(FOREIGN) else play_key(match_id or play_id)


def _each_once(names: dict[int, str]) -> dict[int, str]:
    """Return the names at one table with numbers after those that occur twice, such as those of deleted accounts."""
    seen: Counter[str] = Counter()
    found = {}
    for index, shown in names.items():
        name = bare(shown)
        seen[name] += 1
        found[index] = name if seen[name] == 1 else f"{name} ({seen[name]})"
    return found


def _own_settings(play: Play) -> dict[str, str]:
    """Return the settings that differ from the usual ones."""
    usual = {setting.name: setting.default(play.seat_count) for setting in play.game.settings}
    return {name: value for name, value in play.settings.items() if value and value != usual.get(name)}
