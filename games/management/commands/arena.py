"""`manage.py arena TITLE`: how strong the bots are, by duels with rotated seats."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import Duel, play_blocks, strengths
from games.bots.levels import LEVELS
from games.core.errors import MoveError
from games.management.titles import options_from, title_named


class Command(BaseCommand):
    """Plays blocks of matches between levels and prints win shares with their intervals."""

    help = "Let bots of several levels play each other: the same deal with all seats rotated, block by block."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", help="the slug of a title")
        parser.add_argument("--levels", default="easy,random", help="levels that meet, with commas (%(default)s)")
        parser.add_argument("--seats", type=int, help="how many seats (the title's fewest)")
        parser.add_argument("--blocks", type=int, default=100, help="blocks of one match a seat (%(default)s)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches (%(default)s)")
        parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the title"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = title_named(options["title"])
        seats = options["seats"] or game.seats[0]
        levels = options["levels"].split(",")
        if seats not in game.seats:
            raise CommandError(f"{game.name} is played by {', '.join(map(str, game.seats))}, not by {seats}.")
        unknown = [level for level in levels if level not in LEVELS]
        if unknown or not 2 <= len(set(levels)) <= seats:
            raise CommandError(f"Name two levels or more, at most one a seat, of: {', '.join(LEVELS)}.")
        if options["blocks"] < 1 or options["jobs"] < 1:
            raise CommandError("At least one block, and at least one job.")
        try:
            chosen = game.complete_options(options_from(options["option"]))
        except MoveError as error:
            raise CommandError(str(error)) from error
        lineup = tuple(levels[seat % len(levels)] for seat in range(seats))
        results = []
        for result in play_blocks(Duel(game, lineup, chosen, options["seed"]), options["blocks"], options["jobs"]):
            results.append(result)
            self.stderr.write(f"\r{len(results)} of {options['blocks']} blocks", ending="")
        self.stderr.write("")
        matches = len(results) * seats
        self.stdout.write(f"{game.name}, {seats} seats, {matches} matches, seed {options['seed']}: {', '.join(lineup)}")
        self.stdout.write(f"{'level':10} {'beats others':>12}  {'95 % interval':>16}  {'first places':>12}")
        for line in strengths(results, options["seed"]):
            interval = f"{line.low:.1%} to {line.high:.1%}"
            self.stdout.write(f"{line.level:10} {line.share:>12.1%}  {interval:>16}  {line.firsts:>12.1%}")
