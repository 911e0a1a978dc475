"""Measures what a move between people costs the workers that tell of it, in a process with its own database:
`python -m bench.notices.cost`."""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any
from unittest import mock

import django

from bench.figures import markdown_table, percentile
from bench.machine import here

LOOKING, MAIL, ALL = "looks at the match", "is away, with mail", "is away, with mail, a browser and a webhook"
HEADER = ("a turn of one who", "statements", "CPU", "statements to send it", "CPU to send it")
OUT = "masques_site.notices.channels"
IS_TODAY = find_spec(OUT) is not None  # so that the file measures earlier versions, which sent mail in the sweep, too
PAUSE = 90.0  # seconds between two moves: a reader who has left no longer counts as looking
WARM = 6  # moves before the measured ones


class Cost:
    """The statements and the CPU milliseconds of one kind of work, of many samples."""

    def __init__(self) -> None:
        self.statements: list[float] = []
        self.milliseconds: list[float] = []

    def measure(self, *calls: Callable[[], Any]) -> None:
        """Do the work once: count its statements if they were counted less often, else take its time."""
        from django.db import connection, reset_queries
        from django.test.utils import CaptureQueriesContext

        reset_queries()  # Django keeps the last 9000
        if len(self.statements) <= len(self.milliseconds):
            with CaptureQueriesContext(connection) as queries:
                _call(calls)
            self.statements.append(len(queries))
        else:
            began = time.process_time()
            _call(calls)
            self.milliseconds.append((time.process_time() - began) * 1000)

    def medians(self) -> tuple[str, str]:
        """Return the medians of both."""
        statements, milliseconds = (percentile(each[WARM // 2 :], 50) for each in (self.statements, self.milliseconds))
        return f"{statements:.0f}", f"{milliseconds:.1f} ms"


def _call(calls: tuple[Callable[[], Any], ...]) -> None:
    for call in calls:
        call()


def turns(chance: random.Random) -> Iterator[tuple[Any, Any]]:
    """Play matches of two; yield (match, seat) whenever a move has let the other one owe a decision."""
    from bench.leagues.rows import people
    from games.models import Match, Seat, Status
    from games.services.match import play
    from games.services.waiting import tables

    one, other = people(2, f"player{chance.random()}"[:20])
    while True:
        table = tables.open_table(host=one, title="masques", seats=2, settings={}, pace="standard", access="open")
        tables.join_table(user=other, match_id=table.pk)
        last = None
        while (match := Match.objects.get(pk=table.pk)).status == Status.RUNNING:
            seat = Seat.objects.filter(match=match, due_decision__isnull=False).select_related("user").first()
            if seat is None:
                break
            if last not in (None, seat.index):
                yield match, seat
            last = seat.index
            play.play(
                actor=seat.user,
                match_id=match.pk,
                seat=seat.index,
                text=_some_move(match, seat.index, chance),
                seen=match.decision,
                client_move_id=f"{chance.getrandbits(64):016x}",
            )


def _some_move(match: Any, seat: int, chance: random.Random) -> str:
    from games.selectors.matches import position

    state = position(match).state
    trial, parts = state.copy(), list[int]()
    while not parts or trial.composing(seat):
        parts.append(chance.choice(trial.options(seat)))
        trial.choose(seat, parts[-1])
    move: str = match.game.format_move(state, seat, parts)
    return move


def of_reader(reader: str, moves: int, idle: Cost) -> tuple[str, ...]:
    """Return a row of the table: what finding and passing on costs after a move whose reader is so, and then sending.
    That of one who looks is held back, and put away by the sweep after the next move."""
    from django.conf import settings

    from games import clock
    from games.services.beside import presence
    from games.services.beside.looks import kept
    from masques_site.notices import receivers, tasks
    from masques_site.notices.models import LookedThrough

    told, sent = Cost(), Cost()
    playing = turns(random.Random(reader))
    for _number in range(moves + WARM):
        settings.CLOCK_OFFSET += PAUSE
        LookedThrough.objects.update(until=clock.now())  # as by the sweeps that came in this time
        match, seat = next(playing)
        if reader == ALL:
            _add_places(seat.user)
        if reader == LOOKING:
            presence.note_look(match, seat)
            kept.write()
        told.measure(partial(receivers.on_turns_due, match_ids=[match.pk]), tasks.sweep)
        if IS_TODAY and reader != LOOKING:
            sent.measure(_send)
        idle.measure(tasks.sweep)
    return (reader, *told.medians(), *(sent.medians() if sent.statements else ("", "")))


def _add_places(user: Any) -> None:
    """Give a person a browser and a room, unless they have them."""
    from bench.notices.browser import Browser
    from masques_site.notices.models import Endpoint

    if not Endpoint.objects.filter(user=user, channel="push").exists():
        url = f"http://localhost/{user.pk}"
        facts = {"push": Browser().subscription(url)["keys"], "webhook": {"format": "json", "secret": "of a bench"}}
        Endpoint.objects.bulk_create(Endpoint(user=user, channel=code, url=url, facts=facts[code]) for code in facts)


def _send() -> None:
    """Send all that is due, to servers that answer at once."""
    from masques_site.notices.channels import CHANNELS
    from masques_site.notices.services import delivering

    with (
        mock.patch(f"{OUT}.push.deliver", return_value="201"),
        mock.patch(f"{OUT}.webhook.deliver", return_value="200"),
    ):
        for channel in CHANNELS:
            delivering.deliver(channel)


def main() -> None:
    """Read the number of moves from standard input, and write the table to standard output."""
    moves = json.load(sys.stdin)
    django.setup()
    from django.conf import settings
    from django.db import connection

    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    idle = Cost()
    readers = (LOOKING, MAIL, ALL) if IS_TODAY else (LOOKING, MAIL)
    rows = [of_reader(reader, moves, idle) for reader in readers]
    table = markdown_table([HEADER, *rows, ("(a sweep without any)", *idle.medians(), "", "")])
    sys.stdout.write(f"{here()}; {connection.vendor}; medians of {moves // 2} moves\n\n{table}")


if __name__ == "__main__":
    main()
