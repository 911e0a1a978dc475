"""`manage.py arena TITLE`: measure the strength of bots by duels with rotated seats."""

import subprocess
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import attack
from games.bots.arena import Strength, bot_named, play_blocks, strengths
from games.bots.ladder import (
    ArenaPlan,
    doubled_effort_duels,
    log_likelihood_ratio,
    markdown_table,
    neighbour_duels,
    play_ladder,
    replace_section,
    share_of,
    sprt_result,
)
from games.bots.levels import LEVELS
from games.bots.result_store import ResultStore
from games.bots.tally import Duel
from games.core.errors import MoveError
from games.core.title.game import Game
from games.fast import loader
from games.management.titles import settings_from, title_named

QUICK_BLOCKS = 5
SPRT_WORDS = {-1: "not stronger", 0: "not decided", 1: "stronger"}


class Command(BaseCommand):
    """Plays blocks of matches between levels and prints win shares with their intervals."""

    help = (
        "Let bots of several levels play each other in blocks: the same deal is played once for every rotation of the "
        "seats. hard*2 is the level hard with twice its effort, newcomer and student are players of common sense, and "
        "best:hard@64 is an attacker who knows how hard decides and thinks of 64 worlds."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", help="the slug of a title")
        parser.add_argument("--levels", help="comma-separated levels (easy,random; for a ladder: all)")
        parser.add_argument("--seats", type=int, help="how many seats (the title's fewest)")
        parser.add_argument("--blocks", type=int, default=100, help="blocks, of one match per seat (%(default)s)")
        parser.add_argument(
            "--quick", action="store_true", help=f"no more than {QUICK_BLOCKS} blocks, to see that it works"
        )
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches (%(default)s)")
        parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the title"
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--ladder", action="store_true", help="every level against the one below it, as a table")
        what.add_argument("--doubled", action="store_true", help="every level against itself with twice the effort")
        what.add_argument("--attack", metavar="LEVEL", help="this level against an attacker, who knows how it decides")
        what.add_argument(
            "--sprt",
            metavar="LOW,HIGH",
            help="sequential test of two levels: stop when the first is HIGH Elo stronger rather than LOW, or not",
        )
        parser.add_argument(
            "--worlds", type=int, default=attack.WORLDS, help="worlds that the attacker thinks of (%(default)s)"
        )
        parser.add_argument(
            "--keep", metavar="FILE", help="store the blocks in this file, and resume after those in it"
        )
        parser.add_argument("--write", metavar="FILE", help="write the table of --ladder or --doubled into a document")

    def handle(self, *args: Any, **options: Any) -> None:
        game = title_named(options["title"])
        seats = options["seats"] or game.usual_seats
        if seats not in game.seats:
            raise CommandError(f"{game.name} is played by {', '.join(map(str, game.seats))}, not by {seats}.")
        whole = options["ladder"] or options["doubled"]
        if min(options["blocks"], options["jobs"], options["worlds"]) < 1:
            raise CommandError("--blocks, --jobs and --worlds must be at least 1.")
        levels = levels_from(options, game)
        check_levels(levels, game, len(LEVELS) if whole else seats)
        try:
            chosen = game.complete_settings(settings_from(options["option"]), seats)
        except MoveError as error:
            raise CommandError(str(error)) from error
        blocks = min(options["blocks"], QUICK_BLOCKS) if options["quick"] else options["blocks"]
        store = ResultStore(Path(options["keep"])) if options["keep"] else None
        plan = ArenaPlan(game, seats, chosen, blocks, options["seed"], options["jobs"], store)
        if whole:
            self.play_ladder(plan, levels, bool(options["doubled"]), options["write"])
        else:
            self.duel(plan, levels, bounds(options["sprt"], levels))

    def duel(self, plan: ArenaPlan, levels: list[str], sprt: tuple[float, float] | None) -> None:
        """Play one duel and print a line for each level."""
        seats = plan.seats
        # An attacker is alone; levels take turns.
        alone = levels[0].startswith(attack.PREFIX)
        lineup = tuple((levels[:1] + levels[1:] * seats if alone else levels * seats)[:seats])
        results = []
        duel = Duel(plan.game, lineup, plan.settings, plan.seed)
        for result in play_blocks(duel, plan.blocks, plan.jobs, plan.store):
            results.append(result)
            self.progress("", len(results), plan.blocks)
            if sprt and sprt_result([share_of(block, levels[0]) for block in results], *sprt):
                break
        self.stderr.write("")
        self.stdout.write(
            f"{plan.game.name}, {seats} seats, {len(results) * seats} matches, seed {plan.seed}: {', '.join(lineup)}"
        )
        self.stdout.write(
            f"{'level':10} {'beats others':>12}  {'95 % interval':>16}  {'first places':>12}  {'seconds':>8}  "
            f"{'longest':>8}"
        )
        for line in strengths(results, plan.seed):
            self.stdout.write(format_strength(line))
        if sprt:
            shares = [share_of(block, levels[0]) for block in results]
            low, high = sprt
            decision = SPRT_WORDS[sprt_result(shares, low, high)]
            self.stdout.write(
                f"Is {levels[0]} {high:g} Elo stronger rather than {low:g}? {decision} "
                f"(log-likelihood ratio {log_likelihood_ratio(shares, low, high):+.2f})"
            )

    def play_ladder(self, plan: ArenaPlan, levels: Sequence[str], with_doubled_effort: bool, write: str | None) -> None:
        """Play a ladder, print its table and write it into a document."""
        game = plan.game
        duels = doubled_effort_duels(levels) if with_doubled_effort else neighbour_duels(levels)
        steps = list(play_ladder(plan, duels, lambda duel, count: self.progress(duel, count, plan.blocks)))
        self.stderr.write("")
        build = "compiled" if loader.installed_finder() else "interpreted"
        caption = f"{game.name}, {plan.seats} seats, {plan.blocks} blocks a step, seed {plan.seed}"
        lines = [
            f"{caption}, {build} rules, commit {commit()}.",
            "",
            *markdown_table(steps, "" if with_doubled_effort else levels[0]),
        ]
        self.stdout.write("\n".join(lines))
        if write:
            name = f"{'twice the effort' if with_doubled_effort else 'ladder'}: {game.slug}, {plan.seats} seats"
            path = Path(write)
            path.write_text(replace_section(path.read_text() if path.exists() else "", name, lines))

    def progress(self, duel: str, count: int, blocks: int) -> None:
        """Update the line that shows the progress."""
        self.stderr.write(f"\r{duel and duel + ': '}{count} of {blocks} blocks", ending="")


def levels_from(options: Mapping[str, Any], game: Game) -> list[str]:
    """Return the names of the players that a run is about."""
    if options["attack"]:
        return [attack.name_of(options["attack"], options["worlds"]), options["attack"]]
    if options["levels"]:
        return str(options["levels"]).split(",")
    return list(game.levels) if options["ladder"] or options["doubled"] else ["easy", "random"]


def check_levels(levels: Sequence[str], game: Game, most: int) -> None:
    """Raise `CommandError` unless `levels` names at least two and at most `most` players that exist."""
    if any(bot_named(level) is None for level in levels) or not 2 <= len(set(levels)) <= most:
        raise CommandError(f"Name two levels or more, at most one a seat, of: {', '.join(game.levels)}.")
    for name in levels:
        bot = bot_named(name)
        if isinstance(bot, attack.Attacker) and game.attacker(bot.target, bot.worlds) is None:
            raise CommandError(f"{game.name} has no attacker on {bot.target}.")


def bounds(text: str | None, levels: Sequence[str]) -> tuple[float, float] | None:
    """Return the two hypotheses of a sequential test, in Elo; raises `CommandError`."""
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError as error:
        raise CommandError("--sprt takes two numbers: 0,50.") from error
    if len(levels) != 2 or low >= high:
        raise CommandError("--sprt compares two levels, and its first number is the smaller one.")
    return low, high


def format_strength(line: Strength) -> str:
    """Return a level's result as a line of text."""
    interval = f"{line.low:.1%} to {line.high:.1%}"
    return (
        f"{line.level:10} {line.share:>12.1%}  {interval:>16}  {line.first_place_share:>12.1%}  {line.mean:>8.3f}  "
        f"{line.longest:>8.3f}"
    )


def commit() -> str:
    """Return the checked-out commit, or “unknown”."""
    known = subprocess.run(
        ["git", "describe", "--always", "--dirty"],  # noqa: S607 - whichever git the developer has
        cwd=loader.BASE,
        capture_output=True,
        text=True,
        check=False,
    )
    return known.stdout.strip() or "unknown"
