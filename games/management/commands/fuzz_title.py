"""`manage.py fuzz_title`: play many random matches of titles, and save those that fail."""

import json
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.kit.fuzz import Campaign, Failure, fuzz, reproduce
from games.core.kit.strategies import STRATEGIES
from games.management.titles import title_named
from games.registry import TITLES

RANDOM_SEEDS = 1 << 40


class Command(BaseCommand):
    """Fuzzes titles, saves failures and reproduces them."""

    help = "Play many random matches; crashes, dead ends and endless matches are saved as files that reproduce them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("titles", nargs="*", metavar="TITLE", help="slugs of titles (all)")
        parser.add_argument("--matches", type=int, help="matches for each number of seats (100)")
        parser.add_argument("--seconds", type=float, help="total time to go on playing")
        parser.add_argument("--seats", type=int, action="append", help="only this number of seats; may be repeated")
        parser.add_argument(
            "--strategy",
            "--policy",
            action="append",
            choices=list(STRATEGIES),
            help="only this strategy; may be repeated (all)",
        )
        parser.add_argument("--seed", type=int, help="the first seed, to play the same matches again (a random one)")
        parser.add_argument("--folder", type=Path, default=Path("fuzz"), help="folder for failures (%(default)s/)")
        parser.add_argument("--replay", type=Path, metavar="FILE", help="reproduce a saved failure instead")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["replay"]:
            self.reproduce(options["replay"])
            return
        games = [title_named(slug) for slug in options["titles"] or TITLES]
        strategies = tuple(options["strategy"] or STRATEGIES)
        campaigns = [
            Campaign(game, seats, strategies)
            for game in games
            for seats in game.seats
            if seats in (options["seats"] or [seats])
        ]
        if not campaigns:
            raise CommandError("There is nothing to play: no title with that number of seats.")
        seconds = (options["seconds"] or 0) / len(campaigns)
        matches = options["matches"] if options["matches"] is not None else 0 if seconds else 100
        seed = options["seed"] if options["seed"] is not None else secrets.randbelow(RANDOM_SEEDS)
        self.stdout.write(f"The first seed is {seed} (--seed {seed} plays these matches again).")
        failures = sum(self.play(campaign, matches, seconds, seed, options["folder"]) for campaign in campaigns)
        if failures:
            raise CommandError(f"{failures} matches failed; they are in {options['folder']}/.")

    def play(self, campaign: Campaign, matches: int, seconds: float, seed: int, folder: Path) -> int:
        """Fuzz one title with one number of seats, from the first seed on. Returns the number of failures."""
        played = failures = 0
        for failure in fuzz(campaign, matches, seconds, seed):
            played += 1
            if failure is not None:
                failures += 1
                self.save(failure, folder)
        self.stdout.write(f"{campaign.game.name}, {campaign.seats} seats: {played} matches, {failures} failed")
        return failures

    def save(self, failure: Failure, folder: Path) -> None:
        """Write a failure to a file in `folder`."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / failure.file_name).write_text(failure.to_json(), encoding="utf-8")
        self.stderr.write(f"{folder / failure.file_name}: {failure.fault.splitlines()[0]}")

    def reproduce(self, path: Path) -> None:
        """Reproduce a saved failure; raises `CommandError` if the fault still occurs."""
        try:
            failure = Failure.from_json(path.read_text(encoding="utf-8"))
        except (OSError, json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
            raise CommandError(f"{path} is not a saved failure: {error}") from error
        self.stdout.write(f"Found when it was saved: {failure.fault}")
        fault = reproduce(title_named(failure.title), failure)
        if fault is not None:
            raise CommandError(f"Still there, {fault}")
        self.stdout.write("Played again: nothing is wrong any more.")
