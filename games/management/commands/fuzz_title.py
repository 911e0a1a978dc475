"""`manage.py fuzz_title`: play many random matches of titles, and keep those that fail."""

import json
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.fuzz import Failure, Plan, fuzz, rerun
from games.core.strategies import STRATEGIES
from games.management.titles import title_named
from games.registry import TITLES

RANDOM_SEEDS = 1 << 40


class Command(BaseCommand):
    """Fuzzes titles, keeps what fails, plays it again."""

    help = "Play many matches without thought; a crash, dead end or over-long match is saved as a file that replays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("titles", nargs="*", metavar="TITLE", help="slugs (all titles)")
        parser.add_argument("--matches", type=int, help="matches for each number of seats (100)")
        parser.add_argument("--seconds", type=float, help="go on for so long in all")
        parser.add_argument("--seats", type=int, action="append", help="only with so many seats; may be repeated")
        parser.add_argument("--policy", action="append", choices=list(STRATEGIES), help="only these; may be repeated")
        parser.add_argument("--seed", type=int, help="the first seed, to play the same matches again (a random one)")
        parser.add_argument("--folder", type=Path, default=Path("fuzz"), help="where failures go (%(default)s/)")
        parser.add_argument("--replay", type=Path, metavar="FILE", help="play a saved failure again instead")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["replay"]:
            self.play_again(options["replay"])
            return
        games = [title_named(slug) for slug in options["titles"] or TITLES]
        strategies = tuple(options["policy"] or STRATEGIES)
        plans = [
            Plan(game, seats, strategies)
            for game in games
            for seats in game.seats
            if seats in (options["seats"] or [seats])
        ]
        if not plans:
            raise CommandError("There is nothing to play: no title with that number of seats.")
        seconds = (options["seconds"] or 0) / len(plans)
        matches = options["matches"] if options["matches"] is not None else 0 if seconds else 100
        seed = options["seed"] if options["seed"] is not None else secrets.randbelow(RANDOM_SEEDS)
        self.stdout.write(f"The first seed is {seed} (--seed {seed} plays these matches again).")
        failures = sum(self.play(plan, matches, seconds, seed, options["folder"]) for plan in plans)
        if failures:
            raise CommandError(f"{failures} matches failed; they are in {options['folder']}/.")

    def play(self, plan: Plan, matches: int, seconds: float, seed: int, folder: Path) -> int:
        """One title with one number of seats, from its first seed on; how many matches failed."""
        played = failures = 0
        for failure in fuzz(plan, matches, seconds, seed):
            played += 1
            if failure is not None:
                failures += 1
                self.keep(failure, folder)
        self.stdout.write(f"{plan.game.name}, {plan.seats} seats: {played} matches, {failures} failed")
        return failures

    def keep(self, failure: Failure, folder: Path) -> None:
        """Save a failure under a name that says which match it is."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / failure.file_name).write_text(failure.to_json(), encoding="utf-8")
        self.stderr.write(f"{folder / failure.file_name}: {failure.fault.splitlines()[0]}")

    def play_again(self, path: Path) -> None:
        """Play a saved failure; the command fails if the fault is still there."""
        try:
            failure = Failure.from_json(path.read_text(encoding="utf-8"))
        except (OSError, json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
            raise CommandError(f"{path} is not a saved failure: {error}") from error
        self.stdout.write(f"Found when it was saved: {failure.fault}")
        fault = rerun(title_named(failure.title), failure)
        if fault is not None:
            raise CommandError(f"Still there, {fault}")
        self.stdout.write("Played again: nothing is wrong any more.")
