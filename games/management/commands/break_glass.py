"""Show the hidden information of a running match, in an emergency. Its players are notified."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.errors import BrokenLog
from games.management.stored import unreadable
from games.refusals import Refusal
from games.selectors.matches import entries_after, log_of, names_of, seats_of
from games.services.match.break_glass import break_glass


class Command(BaseCommand):
    help = (
        "Print the unredacted record of a running match, hidden cards included. An entry in the match's log tells its "
        "players, and the admin shows who looked and why."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="the id in the match's address")
        parser.add_argument("--by", required=True, help="who looks")
        parser.add_argument("--reason", required=True, help="why it cannot wait until the match is over")

    def handle(self, *args: Any, match: str, by: str, reason: str, **options: Any) -> None:
        try:
            found = break_glass(match_id=match, by=by, reason=reason)
            names = names_of(seats_of(found))
            tags = {f"Seat{seat}": names(seat) for seat in range(found.seat_count)}
            record = found.game.write_record(tags, found.seat_count, entries_after(found, log_of(found)))
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        except BrokenLog as error:
            raise CommandError(unreadable(match, error)) from error
        self.stdout.write(record, ending="")
