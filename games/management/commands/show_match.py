"""Print a match: its seats and its log in sentences, or its record."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.errors import BrokenLog
from games.management.stored import stored_match, unreadable
from games.models import Match, Status
from games.selectors.former_names import NOBODY, former_names_of
from games.selectors.matches import log_of, names_of, seats_of
from games.selectors.reading import Reader, read_all
from games.selectors.stored import match_outcome
from games.views.log_text import describe


class Command(BaseCommand):
    help = "Print a match: its seats and its log. While it is running, only what a spectator may see."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="the id in the match's address")
        parser.add_argument("--record", action="store_true", help="print the record in the title's notation instead")

    def handle(self, *args: Any, match: str, record: bool, **options: Any) -> None:
        try:
            self._show(stored_match(match), record)
        except BrokenLog as error:
            raise CommandError(unreadable(match, error)) from error

    def _show(self, found: Match, record: bool) -> None:
        names, events = names_of(seats_of(found)), log_of(found)
        over = found.status == Status.FINISHED
        entries = read_all(found, events) if over else Reader(found, events, None).entries
        former = former_names_of({found.pk: events}).get(found.pk, NOBODY)
        if record:
            tags = {f"Seat{seat}": names(seat) for seat in range(found.seat_count)}
            self.stdout.write(found.game.write_record(tags, found.seat_count, entries), ending="")
            return
        annulled = ", annulled" if found.annulled_at else ""
        self.stdout.write(f"{found.game.name} {found.pk}: {found.get_status_display()}{annulled}, {found.ply} events")
        outcome = match_outcome(found)
        for seat in range(found.seat_count):
            place = f", place {outcome.places[seat]}" if outcome else ""
            self.stdout.write(f"  {names(seat)}{place}")
        for line in describe(found.game, entries, names, former):
            self.stdout.write(f"{line.ply:5}  {line.text}")
