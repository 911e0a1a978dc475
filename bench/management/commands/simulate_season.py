"""Hold whole seasons of leagues on the real processes, and check them."""

import json
import signal
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench.seasons import checks, quality, runner
from bench.seasons.facts import Facts
from bench.seasons.shows import SHOWS, Show


class Command(BaseCommand):
    help = (
        "Start a whole site with an accelerated clock in a temporary folder, let accounts make a league, sign up, play "
        "and organise a season by the site's own forms while its processes and its database are killed, and check what "
        "it publishes: who got in, steps, pairings, seats, results, decisions, tables, promotions, places. Needs the "
        "packages of requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--show", choices=[*SHOWS, "all"], default="all", help="which season")
        parser.add_argument("--people", type=int, help="how many play, instead of the show's number")
        parser.add_argument("--title", help="what is played; “lantern”, of the tests, is the quickest")
        parser.add_argument("--speed", type=float, help="how many times faster the clock runs")
        parser.add_argument("--seed", type=int, default=1, help="seed of the kills, the people and their moves")
        parser.add_argument("--kills", type=int, default=8, help="how often a process or the database is killed")
        parser.add_argument("--gap", type=float, default=15.0, help="seconds between two kills, on average")
        parser.add_argument("--nodes", type=int, default=1, help="web servers, workers and beats, of each so many")
        parser.add_argument("--seconds", type=float, default=2400.0, help="the maximal time of one show")
        parser.add_argument("--keep", type=Path, help="an empty folder for all files, which are not deleted")

    def handle(self, *args: Any, show: str, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that all child processes are stopped
        failed = 0
        for name in SHOWS if show == "all" else [show]:
            failed += self.hold(SHOWS[name], options)
        if failed:
            raise CommandError(f"{failed} checks failed")

    def hold(self, show: Show, options: dict[str, Any]) -> int:
        """Hold one show and print the verdict; return how many checks failed."""
        names = ("people", "speed", "title", "seed", "kills", "gap", "nodes")
        given = {name: options[name] for name in names}
        self.say(
            f"== {show.name}: {given['title'] or show.title}, {show.format}, {given['people'] or show.people} people"
        )
        with tempfile.TemporaryDirectory(prefix=f"masques-{show.name}-") as temporary:
            folder = Path(temporary)
            if options["keep"] is not None:
                folder = options["keep"] / show.name
                folder.mkdir(parents=True)
            outcome = runner.run(show, folder, most_seconds=options["seconds"], say=self.say, **given)
            if options["keep"] is not None:
                (folder / "exports.json").write_text(json.dumps(outcome.exports))
                (folder / "inside.json").write_text(json.dumps(outcome.inside))
                (folder / "acts.json").write_text(json.dumps([asdict(act) for act in outcome.acts]))
        return self.judge(outcome)

    def judge(self, outcome: runner.Outcome) -> int:
        """Print figures and checks of an outcome; return how many failed."""
        facts = Facts(
            outcome.exports[1],
            outcome.inside["seasons"][0],
            outcome.inside["left_over"],
            outcome.exports.get(2),
            acts=outcome.acts,
            attendance=outcome.attendance,
            ladder=outcome.ladder,
        )
        rows = [
            ("took", f"{outcome.seconds:.0f} s, {outcome.days:.0f} days of the site's time"),
            ("moves acknowledged", str(len(outcome.history.accepted()))),
            ("kills", _counted(fault.what for fault in outcome.history.faults)),
            ("results of seats", quality.results(facts)),
            ("requests", str(facts.inside["requests"])),
            ("the organiser did", _counted(f"{act.verb}{' and not' * bool(act.undone)}" for act in outcome.acts)),
            ("and found no match or person for", ", ".join(outcome.undone) or "nothing"),
            ("and was refused", "; ".join(outcome.refused) or "nothing"),
            ("challenges", _counted(_how_answered(one) for one in facts.inside["challenges"])),
            (
                "offers to the bench, taken",
                f"{len(facts.inside['offers'])}, {sum(offer['taken'] for offer in facts.inside['offers'])}",
            ),
            ("cards", str(Counter(card["kind"] for card in facts.inside["cards"]).most_common())),
            *quality.figures(facts),
        ]
        for name, value in rows:
            self.say(f"{name}: {value}")
        found = checks.check(facts)
        for name, problems in found.items():
            self.say(f"{'FAILED' if problems else 'ok    '} {name}")
            for problem in problems:
                self.say(f"       {problem}")
        return sum(bool(problems) for problems in found.values())

    def say(self, text: str) -> None:
        """Print a line at once."""
        self.stdout.write(text)
        self.stdout.flush()


def _counted(words: Iterable[str]) -> str:
    return ", ".join(f"{number} {word}" for word, number in Counter(words).most_common()) or "none"


def _how_answered(challenge: dict[str, Any]) -> str:
    return "not accepted" if challenge["number"] is None else "played"
