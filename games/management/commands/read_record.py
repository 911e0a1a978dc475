"""Validate a match in its title's file form by replaying every token through the rules."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.engine.ending import final_outcome
from games.core.engine.events import EventKind
from games.core.engine.log import replay
from games.core.errors import BadRecord
from games.management.titles import title_named


class Command(BaseCommand):
    help = (
        "Validate a record: every move must be legal, and every consequence that it tells the one that the rules give."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", help="the title's short name, for example masques")
        parser.add_argument("file", type=Path, help="a record from a history page or from show_match --record")

    def handle(self, *args: Any, title: str, file: Path, **options: Any) -> None:
        game = title_named(title)
        try:
            record = game.read_record(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise CommandError(f"{file} is not UTF-8 text") from error
        except BadRecord as error:
            raise CommandError(f"{file} stops at ply {error.ply}, at {error.token!r}: {error.rule}") from error
        state = replay(game, record.seats, record.settings, record.events).state
        site = [event for event in record.events if event.kind == EventKind.SITE]
        outcome = final_outcome(state, record.seats, site)
        self.stdout.write(f"{game.name}, {record.seats} seats, {len(record.events)} events: the record is sound.")
        if outcome is None:
            self.stdout.write("The match is not over.")
        else:
            places = ", ".join(f"seat {seat} place {place}" for seat, place in enumerate(outcome.places))
            self.stdout.write(f"It ends by “{outcome.reason}”: {places}.")
