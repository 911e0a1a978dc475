"""`manage.py record_playthrough TITLE`: write a golden file from a simulated match, or regenerate one."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.errors import MoveError
from games.core.kit.playthrough import record, rewrite
from games.core.kit.strategies import STRATEGIES
from games.core.title.game import Game
from games.management.titles import settings_from, title_named


class Command(BaseCommand):
    """Writes playthroughs; tests/playthroughs/README.md says what they are for."""

    help = "Write a simulated match as a readable file, with every event and every seat's view and options."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", help="the slug of a title")
        parser.add_argument("--seats", type=int, help="how many seats (the title's fewest)")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--strategy", "--policy", choices=list(STRATEGIES), default="uniform")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the title"
        )
        parser.add_argument(
            "--about", action="append", default=[], help="what the match demonstrates: a line of the heading"
        )
        parser.add_argument("--plies", type=int, default=0, help="stop after this many plies")
        parser.add_argument("-o", "--output", type=Path, help="the file to write (standard output)")
        parser.add_argument(
            "--again", type=Path, metavar="FILE", help="regenerate this file from its heading and events instead"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = title_named(options["title"])
        if options["again"]:
            tell_again(game, options["again"])
            return
        seats = options["seats"] or game.usual_seats
        if seats not in game.seats:
            raise CommandError(f"{game.name} is played by {', '.join(map(str, game.seats))}, not by {seats}.")
        try:
            chosen = game.complete_settings(settings_from(options["option"]), seats)
        except MoveError as error:
            raise CommandError(str(error)) from error
        text = record(
            game, seats, chosen, options["seed"], options["strategy"], options["about"], plies=options["plies"]
        )
        if options["output"]:
            options["output"].write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text, ending="")


def tell_again(game: Game, path: Path) -> None:
    """Regenerate a file, or raise `CommandError` if the rules no longer allow its events: the later ones would be
    lost."""
    text = rewrite(game, path.read_text(encoding="utf-8"))
    broken = text.splitlines()[-1]
    if broken.startswith("  broken "):
        raise CommandError(f"{path.name} stays as it is: {broken.removeprefix('  broken ')}. Record another match.")
    path.write_text(text, encoding="utf-8")
