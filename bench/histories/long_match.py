"""A running match with a long log, written as rows."""

from collections.abc import Sequence
from typing import Any

from games import clock
from games.core.engine.ending import BOT_DECIDED
from games.core.engine.events import Event as CoreEvent
from games.core.engine.events import EventKind
from games.core.engine.log import replay
from games.core.kit.simulation import Simulation
from games.models import Event, Match, Seat
from games.registry import TITLES

TITLE, SEATS, SEED, STRATEGY = "masques", 4, 12, "mostly-last"
"""A match of Masques that lasts long: 485 events."""
OPEN = 10  # the latest position, in events before its end
PLIES = 700


def long_log(plies: int = PLIES) -> list[CoreEvent]:
    """Return the log of a match that still runs, with `plies` events. If it would be shorter, its first turns are those
    of people whose time was up, so that a bot decided for them."""
    game = TITLES[TITLE]
    simulation = Simulation(game, SEATS, game.complete_settings({}, SEATS), SEED, STRATEGY)
    decisions = []
    while simulation.step() is not None:
        if simulation.state.deciders():
            decisions.append(len(simulation.events))
    events = simulation.events[: max(ply for ply in decisions if ply <= min(plies, len(simulation.events) - OPEN))]
    moves = [at for at, event in enumerate(events) if event.kind == EventKind.MOVE]
    log, late = [], set(moves[: plies - len(events)])
    for at, event in enumerate(events):
        log += [CoreEvent(EventKind.SITE, event.seat, BOT_DECIDED), event] if at in late else [event]
    return log


def long_match(people: Sequence[Any], plies: int = PLIES) -> Match:
    """Create and return a running match of `people`, with a log of `plies` events. It can be read; it cannot be played
    on, because its rows are written, not played."""
    from games.services.waiting import tables

    table = tables.open_table(host=people[0], title=TITLE, seats=SEATS, settings={}, pace="standard", access="open")
    for person in people[1:]:
        tables.join_table(user=person, match_id=table.pk)
    log = long_log(plies)
    Event.objects.filter(match=table).delete()
    Event.objects.bulk_create(
        Event(
            match=table,
            ply=ply,
            kind=event.kind.value,
            seat=event.seat,
            text=event.text,
            hash=bytes(32),
            at=clock.now(),
        )
        for ply, event in enumerate(log)
    )
    position = replay(TITLES[TITLE], SEATS, table.settings, log)
    Match.objects.filter(pk=table.pk).update(ply=len(log), decision=position.decision, rev=len(log))
    Seat.objects.filter(match=table).update(due_decision=None, due_since=None, deadline=None)
    return Match.objects.get(pk=table.pk)
