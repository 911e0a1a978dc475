"""The events of a match as sentences in the reader's language."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from django.utils.translation import get_language, ngettext

from games.core.engine import ending
from games.core.engine.events import Effect, Entry, SiteNote
from games.core.errors import BrokenRow
from games.core.text import SeatName, Text, _
from games.core.title.game import Game
from games.core.title.presenter import Stop
from games.selectors.former_names import NOBODY, FormerNames
from games.selectors.former_names import Names as Names
from games.translation import translate

SITE_SENTENCES: dict[str, str] = {
    ending.RESIGNED: _("%(seat)s resigned.").message,
    ending.OUT_OF_TIME: _("%(seat)s ran out of time for the second time and lost the seat.").message,
    ending.MISSED_RESPONSES: _("%(seat)s missed three answers in a row and lost the seat.").message,
    ending.ABSENT: _("%(seat)s didn’t show up: a bot plays from the start.").message,
    ending.FORFEITED: _("%(seat)s forfeited the seat by decision of the organisers.").message,
    ending.BOT_DECIDED: _("%(seat)s ran out of time, so a bot makes this one decision.").message,
    ending.DEFAULTED: _("%(seat)s didn’t answer in time, so the stated answer counts.").message,
    ending.HANDS_OPENED: _("The site’s operator looked at the hidden cards in this match.").message,
    ending.TAKEN_OVER: _("%(seat)s takes over a seat that was given up.").message,
    ending.ANNULLED: _("This match was annulled: its result doesn’t count.").message,
    ending.AGREED: _("The players agreed to end the match without a result.").message,
}
SITE_REASONS: dict[str, Text] = {
    ending.RESIGNED: _("the other side resigned"),
    ending.OUT_OF_TIME: _("the other side ran out of time twice"),
    ending.MISSED_RESPONSES: _("the other side stopped answering"),
    ending.FORFEITED: _("the other side forfeited by decision of the organisers"),
    ending.ANNULLED: _("it was annulled"),
    ending.AGREED: _("the players agreed to end it without a result"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the log. `ply` counts the events up to and with it: the position it led to. The end of a round
    is its heading, with what it brought as `items`, and as `brief` in few words."""

    ply: int
    kind: str
    text: str
    items: tuple[str, ...] = ()
    brief: tuple[str, ...] = ()


def describe(game: Game, entries: Sequence[Entry], names: Names, former: FormerNames = NOBODY) -> list[Line]:
    """Return the sentences of redacted entries, oldest first; entries that say nothing to a reader are left out. Seats
    have the names of those who held them then: of the `former` holders, or `names`."""
    language = get_language()
    said = sentences(game, entries, former)
    return [_line(entry, text, stop_of(game, entry), names, former, language) for entry, text in said]


def newest(
    game: Game, entries: Sequence[Entry], names: Names, most: int, former: FormerNames = NOBODY, since: int = 0
) -> list[Line]:
    """Return the last `most` sentences of redacted entries, newest first; the others are not even put into words. Those
    that `runs` folds are one line, with the ply of the last; entries from ply `since` on are folded separately."""
    folded = islice(runs(game, sentences(game, reversed(entries), former), since), most)
    language = get_language()
    return [_line_of(game, run, names, former, language) for run in folded]


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive sentences that differ only in who did it: the first with its words, the ply of the last, and how many
    there are."""

    entry: Entry
    text: Text
    last: int
    times: int = 1


def runs(game: Game, said: Iterable[tuple[Entry, Text]], since: int = 0) -> Iterator[Run]:
    """Yield sentences in the order of the log, or backwards, with consecutive equal ones (mostly passes) as one run. No
    run crosses ply `since` or the end of a round."""
    run: Run | None = None
    for entry, text in said:
        if run is None:
            run = Run(entry, text, entry.ply)
        elif _joins(game, run, entry, text, since):
            first = (entry, text) if entry.ply < run.entry.ply else (run.entry, run.text)
            run = Run(*first, max(run.last, entry.ply), run.times + 1)
        else:
            yield run
            run = Run(entry, text, entry.ply)
    if run is not None:
        yield run


def _joins(game: Game, run: Run, entry: Entry, text: Text, since: int) -> bool:
    if (entry.ply < since) != (run.last < since) or run.text.message != text.message:
        return False
    only_names = all(isinstance(value, SeatName) for one in (run.text, text) for _name, value in one.params)
    return only_names and stop_of(game, entry) is None


def _line_of(game: Game, run: Run, names: Names, former: FormerNames, language: str | None) -> Line:
    line = _line(run.entry, run.text, stop_of(game, run.entry), names, former, language)
    return line if run.times == 1 else replace(line, ply=run.last + 1, text=counted(line.text, run.times - 1))


def counted(sentence: str, more: int) -> str:
    """Return `sentence`, with the number of others like it, if any."""
    if not more:
        return sentence
    words = ngettext("%(sentence)s (And %(n)s more like this.)", "%(sentence)s (And %(n)s more like this.)", more)
    return words % {"sentence": sentence, "n": more}


def stop_of(game: Game, entry: Entry) -> Stop | None:
    """Return what to read at this redacted entry if it ends a round, else None."""
    return None if isinstance(entry.effect, SiteNote) else game.presenter.stop(entry.effect)


@lru_cache(maxsize=8192)
def _said(game: Game, effect: Effect) -> Text | None:
    """Return a title's words for an effect, cached: they follow from the effect alone, and a log is read again and
    again while it grows."""
    return game.presenter.describe_effect(effect)


@lru_cache(maxsize=8192)
def _line(entry: Entry, text: Text, stop: Stop | None, names: Names, former: FormerNames, language: str | None) -> Line:
    """Return the line of an entry in the active `language`. It is kept, as it is the same at the next move unless a
    name changes. `stop` is an argument, as equal effects may differ in it."""
    names = former.at(entry.ply, names)
    if stop is None:
        return Line(entry.ply + 1, entry.kind.value, translate(text, names, language))
    items, brief = (
        tuple(translate(line, names, language) for line in lines) for lines in (stop.lines, stop.brief or stop.lines)
    )
    return Line(entry.ply + 1, entry.kind.value, translate(stop.heading, names, language), items, brief)


def sentences(game: Game, entries: Iterable[Entry], former: FormerNames = NOBODY) -> Iterator[tuple[Entry, Text]]:
    """Yield the redacted entries that have a sentence, each with it."""
    for entry in entries:
        effect = entry.effect
        if isinstance(effect, SiteNote):
            text = site_sentence(effect, former.until(entry.ply))
        else:
            text = _said(game, effect)
        if text is not None:
            yield entry, text


def site_sentence(note: SiteNote, former: str = "") -> Text | None:
    """Return what the site did as a sentence, for example “Ada resigned.”, or None. `former` is the name of the player
    whose seat was taken over."""
    if note.word == ending.TAKEN_OVER and note.seat is not None and former:
        return _("%(seat)s takes over %(former)s’s seat.", seat=SeatName(note.seat), former=former)
    message = SITE_SENTENCES.get(note.word)
    if message is None:
        return None
    return _(message) if note.seat is None else _(message, seat=SeatName(note.seat))


def reason(game: Game, word: str, names: Names) -> str:
    """Return why a match ended, in words: one of the site's reasons or of the title's; raises `BrokenRow` for
    another."""
    try:
        return translate(SITE_REASONS.get(word) or game.presenter.reasons[word], names)
    except LookupError as error:
        raise BrokenRow.at("reason of an outcome", word) from error
