"""What happened in a match, as sentences in the reader's language."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from games.core import ending
from games.core.errors import BrokenRow
from games.core.events import Entry, Event, SiteNote
from games.core.game import Game
from games.core.text import SeatName, Text, _
from games.models import Match
from games.selectors.former_names import NOBODY, FormerNames
from games.selectors.former_names import Names as Names
from games.selectors.matches import entries_after
from games.translation import translate

SITE_SENTENCES: dict[str, str] = {
    ending.RESIGNED: _("%(seat)s resigned.").message,
    ending.OUT_OF_TIME: _("%(seat)s ran out of time for the second time and gave up the seat.").message,
    ending.MISSED_RESPONSES: _("%(seat)s did not answer three times in a row and gave up the seat.").message,
    ending.BOT_DECIDED: _("%(seat)s ran out of time: a bot makes this one decision.").message,
    ending.DEFAULTED: _("%(seat)s did not answer in time: the stated answer counts.").message,
    ending.HANDS_OPENED: _("The operator of the site looked at the hidden cards of this match.").message,
    ending.TAKEN_OVER: _("%(seat)s takes over a seat whose holder has left.").message,
    ending.ANNULLED: _("This match was annulled: its result does not count.").message,
    ending.AGREED: _("The players agreed to end the match without a result.").message,
}
SITE_REASONS: dict[str, Text] = {
    ending.RESIGNED: _("the other side resigned"),
    ending.OUT_OF_TIME: _("the other side ran out of time twice"),
    ending.MISSED_RESPONSES: _("the other side stopped answering"),
    ending.ANNULLED: _("it was annulled"),
    ending.AGREED: _("the players agreed to end it without a result"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the log. `ply` counts the events up to and with it: the position it led to. The end of a round
    is its heading, with what it brought as `items`."""

    ply: int
    kind: str
    text: str
    items: tuple[str, ...] = ()


def redacted(match: Match, entries: Sequence[Entry], seat: int | None) -> list[Entry]:
    """What `seat` (None: a spectator) may read of a log while the match runs. What the site did is public."""
    return [shown for entry in entries if (shown := entry.redact(seat)) is not None]


def entries_of(match: Match, events: Sequence[Event]) -> list[Entry]:
    """All entries of `events`, unredacted; raises `BrokenLog`."""
    return entries_after(match, events)


def describe(game: Game, entries: Sequence[Entry], names: Names, former: FormerNames = NOBODY) -> list[Line]:
    """The sentences of redacted entries, oldest first; entries that say nothing to a reader are left out. Seats have
    the names of those who held them then: of the `former` holders, or `names`."""
    return [_line(game, entry, text, names, former) for entry, text in sentences(game, entries, former)]


def newest(game: Game, entries: Sequence[Entry], names: Names, most: int, former: FormerNames = NOBODY) -> list[Line]:
    """The last `most` sentences of redacted entries, newest first; the others are not even put into words."""
    said = sentences(game, reversed(entries), former)
    return [_line(game, entry, text, names, former) for entry, text in islice(said, most)]


def _line(game: Game, entry: Entry, text: Text, names: Names, former: FormerNames) -> Line:
    names = former.at(entry.ply, names)
    stop = None if isinstance(entry.effect, SiteNote) else game.presenter.stop(entry.effect)
    if stop is None:
        return Line(entry.ply + 1, entry.kind.value, translate(text, names))
    items = tuple(translate(line, names) for line in stop.lines)
    return Line(entry.ply + 1, entry.kind.value, translate(stop.heading, names), items)


def sentences(game: Game, entries: Iterable[Entry], former: FormerNames = NOBODY) -> Iterator[tuple[Entry, Text]]:
    """Redacted entries that say something to a reader, each with what it says."""
    for entry in entries:
        effect = entry.effect
        if isinstance(effect, SiteNote):
            text = site_sentence(effect, former.until(entry.ply))
        else:
            text = game.presenter.describe_effect(effect)
        if text is not None:
            yield entry, text


def site_sentence(note: SiteNote, former: str = "") -> Text | None:
    """What the site did, for example “Ada resigned.” `former` held the seat that the note says was taken over."""
    if note.word == ending.TAKEN_OVER and note.seat is not None and former:
        return _("%(seat)s takes over the seat of %(former)s.", seat=SeatName(note.seat), former=former)
    message = SITE_SENTENCES.get(note.word)
    if message is None:
        return None
    return _(message) if note.seat is None else _(message, seat=SeatName(note.seat))


def reason(game: Game, word: str, names: Names) -> str:
    """Why a match ended, in words: one of the site's reasons or of the title's; raises `BrokenRow` for another."""
    try:
        return translate(SITE_REASONS.get(word) or game.presenter.reason(word), names)
    except LookupError as error:
        raise BrokenRow.at("reason of an outcome", word) from error
