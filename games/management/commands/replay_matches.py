"""Replay stored matches through the current rules: before every release, and when in doubt."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit import faults_of
from games.models import Match, Status
from games.registry import TITLES


class Command(BaseCommand):
    help = (
        "Replay every started match and check its moves, draws, hash chain and cached columns. Prints each fault and "
        "fails if there is one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", nargs="*", metavar="MATCH", help="only these ids (default: all)")
        parser.add_argument("--title", help="only matches of this title")

    def handle(self, *args: Any, matches: list[str], title: str | None, **options: Any) -> None:
        chosen = Match.objects.exclude(status__in=[Status.OPEN, Status.EXPIRED]).order_by("started_at")
        if matches:
            chosen = chosen.filter(pk__in=matches)
        if title:
            chosen = chosen.filter(title=title)
        total, bad = chosen.count(), 0
        for count, match in enumerate(chosen.iterator(), 1):
            faults = faults_of(match) if match.title in TITLES else [f"no title {match.title!r} is registered"]
            bad += bool(faults)
            for fault in faults:
                self.stdout.write(f"{match.title} {match.pk}: {fault}")
            if count % 100 == 0:
                self.stderr.write(f"{count} of {total} replayed")
        self.stdout.write(f"{total} matches replayed, {bad} with faults")
        if bad:
            raise CommandError(f"{bad} matches do not replay: stop play in them, and see the faults above")
