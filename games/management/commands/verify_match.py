"""Verify the draws of a finished match, as its proof page does."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.chance import published_nonces
from games.core.errors import BrokenLog
from games.management.stored import stored_match, unreadable
from games.selectors.matches import seats_of
from games.selectors.proofs import proof_of


class Command(BaseCommand):
    help = "Recompute every draw and every link of the hash chain of a finished match from its key; fails on a fault."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="the id in the match's address")

    def handle(self, *args: Any, match: str, **options: Any) -> None:
        try:
            found = stored_match(match)
            seats = seats_of(found)
            proof = proof_of(found, seats)
        except BrokenLog as error:
            raise CommandError(unreadable(match, error)) from error
        if proof is None:
            raise CommandError("the key of a match is revealed when the match is over: ask again then")
        self.stdout.write(f"promised  {found.commitment}")
        self.stdout.write(f"key       {proof.key}")
        for seat, nonce in enumerate(published_nonces(found, seats)):
            self.stdout.write(f"seat {seat}    added {nonce!r}" if nonce else f"seat {seat}    added nothing")
        for fault in proof.faults:
            self.stdout.write(f"FAULT     {fault}")
        if proof.faults:
            raise CommandError(
                f"{len(proof.faults)} faults: the match was not dealt from its key, or its log was altered"
            )
        self.stdout.write(f"All {proof.draws} draws and {len(proof.events)} links of the chain follow from the key.")
