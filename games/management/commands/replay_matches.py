"""Replay stored matches through the current rules: before every release, and when in doubt."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit import faults_of
from games.core.errors import BrokenLog
from games.management.stored import stored_match
from games.models import Match, Status
from games.selectors.stored import check_due, check_seats, reading_row


class Command(BaseCommand):
    help = (
        "Replay every match and check its moves, draws, hash chain, seals and cached columns. Prints each fault, a row "
        "that cannot be read among them, and fails if there is one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", nargs="*", metavar="MATCH", help="only these ids (default: all)")
        parser.add_argument("--title", help="only matches of this title")

    def handle(self, *args: Any, matches: list[str], title: str | None, **options: Any) -> None:
        chosen = Match.objects.order_by("created_at")
        if matches:
            chosen = chosen.filter(pk__in=matches)
        if title:
            chosen = chosen.filter(title=title)
        names = list(chosen.values_list("title", "pk"))
        total, bad = len(names), 0
        for count, (name, match_id) in enumerate(names, 1):
            faults = stored_faults(match_id)
            bad += bool(faults)
            for fault in faults:
                self.stdout.write(f"{name} {match_id}: {fault}")
            if count % 100 == 0:
                self.stderr.write(f"{count} of {total} replayed")
        self.stdout.write(f"{total} matches replayed, {bad} with faults")
        if bad:
            raise CommandError(f"{bad} matches do not replay: stop play in them, and see the faults above")


def stored_faults(match_id: str) -> list[str]:
    """Return what is wrong with a match, one sentence each; never raises for what a row holds, so that the following
    matches are checked too. A value that the audit accepts but no page can read is a fault as well."""
    if faults := faults_of(Match(pk=match_id)):
        return faults
    try:
        with reading_row(match_id):
            match = stored_match(match_id)
            seats = list(match.seats.all())
            check_seats(match, seats)
            if match.status in (Status.RUNNING, Status.FINISHED):
                check_due(match, seats)
    except BrokenLog as error:
        return [str(error)]
    return []
