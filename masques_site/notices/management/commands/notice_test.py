"""Send a test over each channel of a user, and print what the other side said."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import clock
from masques_site.accounts.models import User
from masques_site.notices import readers
from masques_site.notices.channels import CHANNELS
from masques_site.notices.messages import TEST, for_reader, message_of
from masques_site.notices.models import Delivery
from masques_site.notices.services.delivering import send
from masques_site.notices.services.leasing import Parcel


class Command(BaseCommand):
    help = "Send a test to each mailbox, browser and webhook of a user, and print what it answered."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the user's name")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no user named {options['name']}.")
        endpoints = readers.endpoints_of([user]).get(user.pk, [])
        if not endpoints:
            raise CommandError(f"{options['name']} gets notices on the site alone: no channel is on.")
        failed = 0
        for endpoint in endpoints:
            test = Delivery(endpoint=endpoint, topic=TEST)  # not stored: it is sent here, not by a worker
            key = f"test-{endpoint.pk}-{clock.now().timestamp():.0f}"
            with for_reader(endpoint):
                message = message_of(endpoint, [test], key)
            parcel = send(CHANNELS[endpoint.channel], Parcel(endpoint, [test], key), message)
            failed += parcel.error is not None
            said = parcel.said if parcel.error is None else parcel.error.said
            self.stdout.write(f"{endpoint.channel} {endpoint.label or endpoint.url}: {said}")
        if failed:
            raise CommandError(f"{failed} of {len(endpoints)} did not arrive.")
