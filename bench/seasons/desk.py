"""Decisions of the organiser during a show, at times and about matches and people drawn from the seed."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from html import unescape
from random import Random

from bench.seasons.facts import Act, Data, Verb, players, seconds
from bench.seasons.organiser import Organiser
from bench.seasons.shows import Duty

HOUR, DAY = 3600.0, 86_400.0
SOON = 2 * HOUR  # from now, of the site's time: the form takes no time that has passed when it arrives
MOVED_BY = 2 * DAY
LATEST = 0.8  # of the season's matches are over: then the last duty is due
PLACE_LABEL = re.compile(r'<label class="row-name" for="place-\d+">([^<]*)</label>')
EXTENSION_ENDS = re.compile(r'The extension ends: <time datetime="([^"]*)"')


@dataclass
class Desk:
    """An organiser with `duties`, each of which is due once a certain part of the season's matches is over. `acts` are
    those that were done. The people of `steady` are never expelled. The methods for duties return the act that was
    done, or None."""

    organiser: Organiser
    duties: tuple[Duty, ...]
    steady: frozenset[str]
    rng: Random
    acts: list[Act] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        moments = sorted(self.rng.uniform(0.0, LATEST) for _duty in self.duties)
        self.waiting = list(zip(moments, self.rng.sample(self.duties, len(self.duties)), strict=True))
        self.reasons = 0

    def work(self, season: Data, part_over: float) -> Act | None:
        """Do the first duty that is due and that the exported season allows; None if there is none. `part_over` of its
        matches (0 to 1) are over."""
        for waiting in self.waiting:
            act = self._ways()[waiting[1]](season) if waiting[0] <= part_over else None
            if act is not None:
                self.waiting.remove(waiting)
                return act
        return None

    def hasten(self, season: Data, why: str) -> str:
        """Move the next step to now and return its name; "" if it is due soon anyway, or if the season has gone on
        since it was exported."""
        step, now = self.organiser.next_step(), self.organiser.clock.now()
        if step is None or step[1] < now + 2 * SOON or _progress(self.organiser.export()) != _progress(season):
            return ""
        reason = self._reason(why)
        said = self.organiser.move(season["season"], now + SOON, reason)
        return step[0] if self._keep(Act(Verb.MOVED, reason, season=season["season"]), said) else ""

    def _ways(self) -> dict[Duty, Callable[[Data], Act | None]]:
        return {
            Duty.CORRECT: self.correct,
            Duty.CORRECT_AND_UNDO: self.correct_and_undo,
            Duty.FORFEIT: self.forfeit,
            Duty.ANNUL: self.annul,
            Duty.REPLAY: self.replay,
            Duty.EXPEL: self.expel,
            Duty.EXTEND: self.extend,
            Duty.EXTEND_ALL: self.extend_all,
            Duty.MOVE_AND_UNDO: self.move_and_undo,
        }

    # Results.

    def correct(self, season: Data) -> Act | None:
        """Set another result of a match that is over, a place for each name."""
        match = self._match(season, "settled")
        if match is None:
            return None
        before = [seat["place"] for seat in match["seats"]]
        places = list(range(1, len(before) + 1))
        while places == before:
            self.rng.shuffle(places)
        names = {entry["id"]: entry["name"] for entry in season["entries"]}
        by_name = {names[player]: str(place) for player, place in zip(players(match), places, strict=True)}
        path = self._page_of(season, match)
        labels = [unescape(name) for name in PLACE_LABEL.findall(self.organiser.visitor.open(path).body)]
        act = replace(self._about(Verb.CORRECTED, match), places=tuple(places))
        return self._decide(act, path, "result/", place=[by_name[name] for name in labels])

    def correct_and_undo(self, season: Data) -> Act | None:
        """Set another result, and take that back."""
        act = self.correct(season)
        return None if act is None else self._take_back(season, act)

    def forfeit(self, season: Data) -> Act | None:
        """Declare a seat forfeited, of a match that runs or is over."""
        match = self._match(season, "running", "settled")
        if match is None or any(seat["kind"] not in ("", "played") for seat in match["seats"]):
            return None
        seat = self.rng.randrange(len(match["seats"]))
        act = replace(self._about(Verb.FORFEITED, match), forfeited=(seat,))
        return self._decide(act, self._page_of(season, match), "decision/", do="forfeit", seat=str(seat))

    def annul(self, season: Data) -> Act | None:
        """Annul a match."""
        return self._settle(season, Verb.ANNULLED, "annul")

    def replay(self, season: Data) -> Act | None:
        """Have a match replayed."""
        return self._settle(season, Verb.REPLAYED, "replay")

    def _settle(self, season: Data, verb: Verb, word: str) -> Act | None:
        match = self._match(season, "running", "settled")
        if match is None:
            return None
        return self._decide(self._about(verb, match), self._page_of(season, match), "decision/", do=word)

    # People and time.

    def expel(self, season: Data) -> Act | None:
        """Expel one of the players."""
        found = [
            entry for entry in season["entries"] if entry["state"] == "entered" and entry["name"] not in self.steady
        ]
        if not found:
            return None
        entry = self.rng.choice(found)
        path = self.organiser.page(f"{season['season']}/organise/people/{entry['id']}/")
        return self._decide(
            Act(Verb.EXPELLED, self._reason("expelled"), name=entry["name"]), path, "take-out/", do="expel"
        )

    def extend(self, season: Data) -> Act | None:
        """Give a running match more time."""
        match = self._match(season, "running")
        if match is None:
            return None
        days = str(self.rng.randint(1, 3))
        act = self._decide(self._about(Verb.EXTENDED, match), self._page_of(season, match), "time/", days=days)
        return act and self._with_ends(season, act, [match])

    def extend_all(self, season: Data) -> Act | None:
        """Give all open matches more time."""
        open_now = [match for match in _matches(season) if match["state"] != "settled"]
        if not open_now:
            return None
        path = self.organiser.page("organise/")
        act = Act(Verb.EXTENDED_ALL, self._reason("more time for all"))
        action = self.organiser.page(f"{season['season']}/organise/time/")
        done = self._decide(act, path, action, days=str(self.rng.randint(1, 3)))
        return done and self._with_ends(season, done, open_now)

    def _with_ends(self, season: Data, act: Act, matches: list[Data]) -> Act:
        """Return the act with the current ends of extensions from the pages of matches."""
        until = {}
        for match in matches:
            found = EXTENSION_ENDS.search(self.organiser.visitor.open(self._page_of(season, match)).body)
            if found is not None:
                until[match["number"]] = seconds(found[1])
        return self._replace(act, replace(act, until=until))

    def move_and_undo(self, season: Data) -> Act | None:
        """Move the next step, and move it back by taking that back."""
        before = self.organiser.next_step()
        if before is None or before[1] < self.organiser.clock.now() + DAY:
            return None
        act = Act(Verb.MOVED, self._reason("a later time"))
        if not self._keep(act, self.organiser.move(season["season"], before[1] + MOVED_BY, act.reason)):
            return None
        act = self._take_back(season, act)
        after = self.organiser.next_step()
        return self._replace(act, replace(act, step=(before[1], after[1]))) if after and act.undone else act

    # Shared by both.

    def _match(self, season: Data, *states: str) -> Data | None:
        """Return a match in one of `states` about which nothing was decided, between people who are all still in the
        season. Where rounds are drawn, it is one of the newest round; on a ladder it is over, so that its first result
        is known."""
        if season["rules"]["format"] == "ladder":
            states = ("settled",)
        matches = [match for match in _matches(season) if len(match["seats"]) > 1]
        newest = max((match["round"] for match in matches), default=0)
        by_rounds = season["rules"]["format"] in ("swiss", "pod_swiss", "cup")
        playing = {entry["id"] for entry in season["entries"] if entry["state"] == "entered"}
        decided = {act.number for act in self.acts}
        found = [
            match
            for match in matches
            if match["state"] in states
            and match["match"]
            and match["number"] not in decided
            and playing.issuperset(players(match))
            and (not by_rounds or match["round"] == newest)
        ]
        return self.rng.choice(found) if found else None

    def _page_of(self, season: Data, match: Data) -> str:
        return self.organiser.page(f"{season['season']}/organise/matches/{match['number']}/")

    def _about(self, verb: Verb, match: Data) -> Act:
        seats = tuple(match["seats"]) if match["state"] == "settled" else ()
        reason = self._reason(f"{verb} {match['number']}")
        return Act(verb, reason, number=match["number"], match=match["match"], before=seats)

    def _reason(self, words: str) -> str:
        self.reasons += 1
        return f"{words} ({self.reasons})"

    def _decide(self, act: Act, path: str, action: str, **given: str | list[str]) -> Act | None:
        """Send a form of the page at `path`, to the address that follows it or to a whole one."""
        said = self.organiser.decide(
            path, action if action.startswith("/") else path + action, reason=act.reason, **given
        )
        return act if self._keep(act, said) else None

    def _keep(self, act: Act, said: str) -> bool:
        """Note an act that was done, or what was said against it; return whether it was done."""
        if said:
            self.refused.append(f"{act.reason}: {said}")
            return False
        self.acts.append(act)
        return True

    def _replace(self, act: Act, by: Act) -> Act:
        self.acts[self.acts.index(act)] = by
        return by

    def _take_back(self, season: Data, act: Act) -> Act:
        """Take back what was done last; return the act as it is then."""
        line = self.organiser.line_of(act.reason)
        assert line is not None, "it was done"
        reason = self._reason(f"back: {act.reason}")
        said = self.organiser.take_back(season["season"], line, reason)
        if said:
            self.refused.append(f"{reason}: {said}")
            return act
        return self._replace(act, replace(act, undone=reason))


def _progress(season: Data) -> tuple[int, str, int]:
    """Return how far a season is, which determines the next step."""
    return season["season"], season["state"], len(_matches(season))


def _matches(season: Data) -> list[Data]:
    return [match for division in season["divisions"] for match in division["matches"]]
