"""Matches that stand where a test begins, written into the database of the site in whose environment this runs:
`python -m tests.browser.stage TABLE ...` prints a `Staged` as JSON. A table is named as by `table_name`.

Their moves come from seeds, so that every run sees the same matches; no bot thinks, and no page is loaded on the way.
They can be read, and moves of them composed; they cannot be played on, for their rows are written, not played.
"""

import json
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import quote

from games.core.engine.ending import final_outcome
from games.core.engine.events import Entry
from games.core.engine.events import Event as CoreEvent
from games.core.engine.log import replay
from games.core.engine.state import State
from games.core.kit.simulation import Simulation
from games.core.title.compose import compose
from games.core.title.game import Game
from games.registry import TITLES
from tests.processes import ROOT, LiveSite

# Every table for up to four; of a title for more a small one, a middling one and the largest.
TABLES = [
    (title, seats)
    for title, game in TITLES.items()
    for seats in (game.seats if max(game.seats) <= 4 else (min(game.seats), 5, max(game.seats)))
]
READER = 0  # the seat that decides
STEPS = 4  # of the history of a whole match, besides the ends of its rounds
ROUNDS = 3  # the ends of rounds of a history that are looked at
STRATEGY = "uniform"
QUIET = 10  # matches without a new question


@dataclass(frozen=True)
class Decision:
    """The log after which the reader decides, the words of the move that it makes then, and the ply at which a round
    has ended since the reader's decision before; None if none has."""

    log: list[CoreEvent]
    words: list[str]
    stop: int | None


@dataclass(frozen=True)
class Staged:
    """The session cookie of the reader of all staged matches, as `name=value`, and the addresses of these by the name
    of their table, each with the words of a move: one match for each decision that is worth a look.

    `pages` are all pages of these matches and of one that is over, each with its kind: a "decision" at each part of its
    move, a "stop" where a round has ended, the "ending", and pages of the "history"."""

    session: str
    matches: dict[str, list[tuple[str, list[str]]]]
    pages: dict[str, list[tuple[str, str]]]


def table_name(title: str, seats: int) -> str:
    """The key of a table in `Staged.matches`."""
    return f"{title} {seats}"


def stage(site: LiveSite, tables: Iterable[tuple[str, int]]) -> Staged:
    """Write the matches of these `tables`, given by title and seats, into the database of `site`, which runs."""
    names = sorted(table_name(title, seats) for title, seats in tables)
    command = [sys.executable, "-m", "tests.browser.stage", *names]
    done = subprocess.run(
        command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, check=True, text=True
    )  # the site's settings are not those of this process
    return Staged(**json.loads(done.stdout))


def decisions(title: str, seats: int) -> Iterator[Decision]:
    """Decisions of the reader in simulated matches: each is the first at which one of its parts answers a question that
    no decision before has asked, or asked only when no round had just ended. There are as many matches as bring new
    questions, and some more."""
    asked: set[tuple[str, bool]] = set()
    quiet, seed = 0, seats
    while quiet < QUIET:
        known = len(asked)
        yield from new_decisions(title, seats, seed, asked)
        quiet = 0 if len(asked) > known else quiet + 1
        seed += 1


def new_decisions(title: str, seats: int, seed: int, asked: set[tuple[str, bool]]) -> Iterator[Decision]:
    """The decisions of the match of this `seed` that ask what is not among `asked`, to which it is added."""
    game = TITLES[title]
    settings = game.complete_settings({}, seats)
    simulation, annotator = Simulation(game, seats, settings, seed, STRATEGY), game.annotator(seats, settings)
    stop: int | None = None
    while True:
        seat, state, log = simulation.state.to_move(), simulation.state.copy(), list(simulation.events)
        event = simulation.step()
        if event is None:
            return
        if seat == READER:
            words, questions = composed(game, state, simulation.parts)
            if new := {(question, stop is not None) for question in questions} - asked:
                asked |= new
                yield Decision(log, words, stop)
            stop = None
        if ends_a_round(game, annotator.read(event)):
            stop = len(log) + 1


def ends_a_round(game: Game, entries: Iterable[Entry]) -> bool:
    """Return whether one of the `entries` of an event is shown as the end of a round."""
    return any(game.presenter.stop(entry.effect) is not None for entry in entries)


def whole_match(title: str, seats: int) -> tuple[list[CoreEvent], list[int]]:
    """The log of a simulated match from its beginning to its end, and the plies at which its rounds end."""
    game = TITLES[title]
    settings = game.complete_settings({}, seats)
    simulation, annotator = Simulation(game, seats, settings, seats, STRATEGY), game.annotator(seats, settings)
    stops = []
    while (event := simulation.step()) is not None:
        if ends_a_round(game, annotator.read(event)):
            stops.append(len(simulation.events))
    return simulation.events, stops


def composed(game: Game, state: State, parts: list[int]) -> tuple[list[str], list[str]]:
    """The words of the `parts` of a whole move of the reader at `state`, and the question that each answers, without
    the names in it. `state` is played on."""
    words: list[str] = []
    questions = []
    view, before = state.view(READER), state.copy()
    for part in parts:
        questions.append(game.presenter.prompt(view, compose(game, before, READER, words)).message)
        words.append(game.part_word(state, READER, part))
        state.choose(READER, part)
    return words, questions


def written(title: str, people: list[Any], log: list[CoreEvent]) -> str:
    """The address of a new match of `title` among `people` that stands after `log`."""
    from games import clock
    from games.models import Event, Match, Seat, Status
    from games.services.waiting import tables

    match = tables.open_table(
        host=people[0], title=title, seats=len(people), settings={}, pace="unlimited", access="open"
    )
    for person in people[1:]:
        tables.join_table(user=person, match_id=match.pk)
    Event.objects.filter(match=match).delete()
    common = {"match": match, "hash": bytes(32), "at": clock.now()}
    Event.objects.bulk_create(
        Event(ply=ply, kind=event.kind.value, seat=event.seat, text=event.text, **common)
        for ply, event in enumerate(log)
    )
    position = replay(TITLES[title], len(people), match.settings, log)
    Match.objects.filter(pk=match.pk).update(ply=len(log), decision=position.decision, rev=len(log))
    seats = Seat.objects.filter(match=match)
    seats.update(due_decision=None, due_since=None)
    due = seats.filter(index__in=position.state.deciders())
    due.update(due_decision=position.decision, due_since=clock.now())
    if (outcome := final_outcome(position.state, len(people), [])) is not None:
        facts = {"places": outcome.places, "reason": outcome.reason, "scores": outcome.scores}
        Match.objects.filter(pk=match.pk).update(status=Status.FINISHED, finished_at=clock.now(), outcome=facts)
    return f"/matches/{match.pk}/"


def pages_of(matches: Iterable[tuple[str, Decision]]) -> Iterator[tuple[str, str]]:
    """The pages of `matches`, whose addresses are given with their decisions: before each part and before the end."""
    for match, decision in matches:
        if decision.stop is not None:
            yield "stop", f"{match}?at={decision.stop}"
        for count in range(len(decision.words) + 1):
            yield "decision", f"{match}?move={','.join(quote(word, safe='') for word in decision.words[:count])}"


def pages_of_whole(title: str, people: list[Any]) -> Iterator[tuple[str, str]]:
    """The pages of a match that is over: its end, and its history at some steps, seen by the reader and by all."""
    log, stops = whole_match(title, len(people))
    match = written(title, people, log)
    yield "ending", match
    steps = {len(log) * step // STEPS for step in range(STEPS + 1)}
    for ply in sorted({*steps, *stops[:ROUNDS]}):
        yield "history", f"{match}history/?ply={ply}"
    yield "history", f"{match}history/?ply={(stops or [len(log)])[-1]}&as=all"


def written_all(names: Collection[str]) -> Staged:
    """All matches of the tables of these `names`, and the people who sit at them."""
    from django.conf import settings
    from django.test import Client

    from tests.cast import NAMES, person

    people = [person(name) for name in NAMES]
    client = Client()
    client.force_login(people[READER])
    matches, pages = {}, {}
    for title, seats in TABLES:
        if (name := table_name(title, seats)) not in names:
            continue
        sitting = people[:seats]
        staged = [(written(title, sitting, decision.log), decision) for decision in decisions(title, seats)]
        matches[name] = [(match, decision.words) for match, decision in staged]
        pages[name] = [*pages_of(staged), *pages_of_whole(title, sitting)]
    session = client.cookies[settings.SESSION_COOKIE_NAME].output(header="", attrs=[]).strip()
    return Staged(session, matches, pages)


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(asdict(written_all(sys.argv[1:]))))
