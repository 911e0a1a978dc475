"""The choices of readers: where they get notices, which, and when. Each question is one statement for all readers."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings

from masques_site.accounts.models import User
from masques_site.notices.hours import Hours
from masques_site.notices.models import Digest, Endpoint, Timing, TopicChoice
from masques_site.notices.topics import TOPICS, When


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of some readers about topics and channels."""

    chosen: Mapping[tuple[int, str, str], str]

    def when(self, user_id: int, topic: str, channel: str) -> When:
        """Return when this user gets the notices of a topic over a channel."""
        chosen = self.chosen.get((user_id, topic, channel))
        return When(chosen) if chosen in When.values else TOPICS[topic].default(channel)


def choices_of(users: Collection[int]) -> Choices:
    """Return the choices of these users."""
    rows = TopicChoice.objects.filter(user__in=users).values_list("user", "topic", "channel", "when")
    return Choices({(user, topic, channel): when for user, topic, channel, when in rows})


def hours_of(users: Iterable[User]) -> dict[int, Hours]:
    """Return when each of these users may get notices."""
    people = {user.pk: user for user in users}
    rows = {row.user_id: row for row in Timing.objects.filter(user__in=people)}
    return {pk: _hours(user, rows.get(pk)) for pk, user in people.items()}


def _hours(user: User, timing: Timing | None) -> Hours:
    if timing is None:
        return Hours(zone=user.zone)
    digest_hour = timing.digest_hour if timing.digest == Digest.DAILY else None
    return Hours(user.zone, timing.quiet_from, timing.quiet_until, digest_hour, timing.snoozed_until)


def endpoints_of(users: Iterable[User]) -> dict[int, list[Endpoint]]:
    """Return the endpoints that are on, by user. A user who may get mail and has no mailbox yet gets one, and one whose
    old address refused mail gets mail at a new one."""
    people = {user.pk: user for user in users if may_be_told(user)}
    found = list(Endpoint.objects.filter(user__in=people))
    if _add_mailboxes(people, found):
        found = list(Endpoint.objects.filter(user__in=people))
    by_user: dict[int, list[Endpoint]] = {}
    for endpoint in found:
        assert endpoint.user_id is not None, "these are endpoints of users"
        if endpoint.is_on and (endpoint.channel != "mail" or gets_mail(people[endpoint.user_id])):
            by_user.setdefault(endpoint.user_id, []).append(endpoint)
    return by_user


def _add_mailboxes(people: Mapping[int, User], found: Iterable[Endpoint]) -> bool:
    """Store the mailboxes that are missing, and turn those on that have a new address; return whether there were
    any."""
    boxes = {endpoint.user_id: endpoint for endpoint in found if endpoint.channel == "mail"}
    new = [Endpoint(user_id=pk, channel="mail") for pk, user in people.items() if gets_mail(user) and pk not in boxes]
    moved = [
        box.pk
        for pk, box in boxes.items()
        if box.off_because == Endpoint.Off.BOUNCED and pk is not None and box.facts.get("bounced") != people[pk].email
    ]
    Endpoint.objects.bulk_create(new, ignore_conflicts=True)
    if moved:
        Endpoint.objects.filter(pk__in=moved).update(off_at=None, off_because="", failing_since=None, facts={})
    return bool(new or moved)


def may_be_told(user: User) -> bool:
    """Return whether notices of this user are passed on at all. Banned users only find them on the site, and so do demo
    accounts on a real site, as nobody reads them."""
    return user.is_active and not user.is_banned and (settings.EMBEDDED or not user.is_demo)


def gets_mail(user: User) -> bool:
    """Return whether this user has an address and wants mail. Guests have none."""
    return bool(user.email) and user.mail_notices and not user.is_guest
