"""`manage.py train TITLE`: fit a title's evaluation to matches that its bots play against themselves."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.levels import levels_of
from games.bots.training import SelfPlay, calibration, fit, log_loss, module_text, play_many, split
from games.core.title.game import Game
from games.management.titles import title_named


class Command(BaseCommand):
    """Plays matches of the strongest level, fits the weights, and shows how well they predict matches kept apart."""

    help = (
        "Fit the weights of a title's evaluation to matches that a level plays against itself, four matches in five, "
        "and show how well they foretell the others. An interrupted run resumes after the matches in FILE."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", help="the slug of a title")
        parser.add_argument("file", help="where the matches are kept, a line each")
        parser.add_argument("--level", help="who plays (the title's strongest level)")
        parser.add_argument("--seats", default="", help="comma-separated numbers of seats (all of the title)")
        parser.add_argument("--matches", type=int, default=400, help="matches of each number of seats (%(default)s)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches (%(default)s)")
        parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
        parser.add_argument("--write", metavar="MODULE", help="write the weights: the title's bots/fitted.py")

    def handle(self, *args: Any, **options: Any) -> None:
        game = title_named(options["title"])
        level = options["level"] or game.levels[-1]
        check(game, level, options)
        sizes = sizes_from(game, options["seats"])
        matches = []
        for seats in sizes:
            plan = SelfPlay(game, level, seats, options["seed"])
            for positions in play_many(plan, options["matches"], options["jobs"], Path(options["file"])):
                matches.append(positions)
                self.stderr.write(f"\r{len(matches)} of {len(sizes) * options['matches']} matches", ending="")
        self.stderr.write("")
        fitted, held = split(matches, options["seed"])
        weights = fit(fitted, game.knowledge.feature_count, game.knowledge.free_features)
        self.stdout.write(
            f"{game.name}, {len(matches)} matches of {level}, {' and '.join(map(str, sizes))} seats, seed "
            f"{options['seed']}: {len(fitted)} positions fitted, {len(held)} kept apart"
        )
        self.stdout.write(
            f"mean log loss of those kept apart: {log_loss(weights, held):.4f} "
            f"(all seats alike: {log_loss([0.0] * len(weights), held):.4f})"
        )
        self.stdout.write(f"{'seats':>8}  {'foretold':>8}  {'won':>6}")
        for band in calibration(weights, held):
            self.stdout.write(f"{band.seats:>8}  {band.foretold:>8.1%}  {band.won:>6.1%}")
        if options["write"]:
            how = {
                "Matches": f"{options['matches']} each with {', '.join(map(str, sizes))} seats, seed {options['seed']}",
                "Level": level,
            }
            Path(options["write"]).write_text(module_text(game.slug, how, weights))


def check(game: Game, level: str, options: dict[str, Any]) -> None:
    """Raise `CommandError` if nothing can be fitted with these options."""
    if not game.knowledge.feature_count:
        raise CommandError(f"{game.name} has no evaluation with weights to fit.")
    if level not in levels_of(game):
        raise CommandError(f"{game.name} has no level “{level}”: {', '.join(game.levels)}.")
    if options["matches"] < 5 or options["jobs"] < 1:
        raise CommandError("--matches must be at least 5, and --jobs at least 1.")


def sizes_from(game: Game, text: str) -> list[int]:
    """Return the numbers of seats; raises `CommandError`."""
    try:
        sizes = [int(each) for each in text.split(",")] if text else list(game.seats)
    except ValueError as error:
        raise CommandError("--seats takes numbers: 2,3.") from error
    for seats in sizes:
        if seats not in game.seats:
            raise CommandError(f"{game.name} is played by {', '.join(map(str, game.seats))}, not by {seats}.")
    return sizes
