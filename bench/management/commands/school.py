"""Train the network that plays duels of Mascarade."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from bench.school.lessons import Course, School
from bench.school.pages import module_text, rows_of
from games.titles.mascarade.bots.duel_weights import ACTIONS, ANSWERS, COURSES


class Command(BaseCommand):
    help = (
        "Train the network of Mascarade's expert for two seats by matches against itself, from nothing. Prints figures "
        "of every tenth lesson, and writes the weights. The options of expert's courses are in its weights."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--lessons", type=int, default=1000, help="how many lessons (%(default)s)")
        parser.add_argument("--matches", type=int, default=600, help="matches of each lesson (%(default)s)")
        parser.add_argument("--seed", type=int, default=12, help="the same seed gives the same weights (%(default)s)")
        parser.add_argument("--rate", type=float, default=0.0025, help="the length of the first steps (%(default)s)")
        parser.add_argument(
            "--doubt", type=float, nargs=2, default=(0.08, 0.045), help="the bonus for doubt, at first and at last"
        )
        parser.add_argument("--later", type=float, default=0.98, help="what counts a decision later (%(default)s)")
        parser.add_argument("--haste", type=float, default=0.01, help="what a decision costs (%(default)s)")
        parser.add_argument("--go-on", action="store_true", help="begin with the weights that expert has")
        parser.add_argument("--write", type=Path, help="the module to write: the title's bots/duel_weights.py")

    def handle(self, *args: Any, go_on: bool, write: Path | None, **options: Any) -> None:
        names = ("lessons", "matches", "seed", "rate", "later", "haste")
        school = School(Course(doubt=tuple(options["doubt"]), **{name: options[name] for name in names}))
        if go_on:
            school.go_on([rows_of(text) for text in (ACTIONS, ANSWERS)])
        for number, shown in enumerate(school.lessons(), 1):
            if number % 10 == 0 or number == options["lessons"]:
                self.stdout.write(f"{number}: " + ", ".join(f"{name} {value:.3f}" for name, value in shown.items()))
        if write:
            write.write_text(module_text(school, COURSES if go_on else ()))
