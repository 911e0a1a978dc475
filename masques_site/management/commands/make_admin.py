"""Make a user an administrator of the site."""

from argparse import ArgumentParser
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from masques_site.accounts.models import User
from masques_site.accounts.selectors import named


class Command(BaseCommand):
    help = (
        "Make the account NAME an administrator, who sees the admin pages and may moderate. They sign up like anybody; "
        "the admin pages ask for a second factor, which they set up in their settings and need no mail for. "
        "--remove takes it back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name of an account")
        parser.add_argument("--remove", action="store_true", help="make them an ordinary member again")

    def handle(self, *args: Any, name: str, remove: bool, **options: Any) -> None:
        with transaction.atomic():
            meant = named(name)
            person = User.objects.select_for_update().filter(pk=meant.pk, is_active=True).first() if meant else None
            if person is None:
                raise CommandError(f"There is no account called “{name}”: sign up on the site first.")
            if person.is_guest:
                raise CommandError(f"{person.username} is a guest: create an account first, with its own name.")
            person.is_staff = person.is_superuser = not remove
            person.save(update_fields=["is_staff", "is_superuser"])
            if not remove:  # a second factor wants a confirmed address; the operator vouches for this one
                EmailAddress.objects.filter(user=person, verified=False, primary=True).update(verified=True)
        if remove:
            self.stdout.write(f"{person.username} is an ordinary member.")
        else:
            self.stdout.write(
                f"{person.username} is an administrator: the pages are /admin/ and /moderation/. "
                "They ask for a second factor; /accounts/2fa/ sets it up."
            )
