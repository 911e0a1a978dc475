"""Friends: a list of people that only its owner sees. It is never revealed who is on a list.

Blocking a user takes them off the blocker's list, and keeps them off. A blocked user may keep the blocker on theirs: a
refusal would reveal the block.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from masques_site.accounts.models import Block, Friend, User
from masques_site.accounts.usernames import folded, search_key

MOST_FRIENDS = 200
LEAST_LETTERS, MOST_FOUND = 2, 20


def add(*, owner: User, friend: User) -> None:
    """Put `friend` on the list of `owner`. Idempotent. Raises ValidationError for oneself, for a user whom `owner`
    blocks, and if the list is full."""
    if owner.pk == friend.pk:
        raise ValidationError(_("That’s you."), code="self")
    if Block.objects.filter(blocker=owner, blocked=friend).exists():
        raise ValidationError(_("You’ve blocked this player. Unblock them first."), code="blocked")
    others = Friend.objects.filter(owner=owner).exclude(friend=friend)
    if others.count() >= MOST_FRIENDS:
        raise ValidationError(_("Your friends list is full. Remove someone first."), code="full")
    Friend.objects.get_or_create(owner=owner, friend=friend)


def remove(*, owner: User, friend: User) -> None:
    """Take `friend` off the list of `owner`. Idempotent."""
    Friend.objects.filter(owner=owner, friend=friend).delete()


def friends_of(owner: Any) -> list[User]:
    """Return the active accounts on the list of `owner`, by name; one statement."""
    listed = Friend.objects.filter(owner=owner.pk, friend=OuterRef("pk"))
    return _by_name(_not_blocked_by(owner).filter(Exists(listed)))


def acquaintances(owner: User, recent: Sequence[User]) -> list[User]:
    """Return the friends of `owner`, then those of `recent` whom `owner` does not block, each once; two statements."""
    found = {friend.pk: friend for friend in friends_of(owner)}
    blocked = set(Block.objects.filter(blocker=owner).values_list("blocked", flat=True))
    for person in recent:
        if person.pk not in blocked:
            found.setdefault(person.pk, person)
    return list(found.values())


def people_by_prefix(viewer: User, beginning: str) -> list[User]:
    """Return up to 20 members whose names begin like this, regardless of accents, without guests and users blocked by
    `viewer`; none for less than two letters. One statement."""
    key = search_key(beginning)
    if len(key) < LEAST_LETTERS:
        return []
    found = _not_blocked_by(viewer).filter(search_key__startswith=key, is_guest=False)
    return _by_name(found.order_by("search_key")[:MOST_FOUND])


def _by_name(people: Iterable[User]) -> list[User]:
    """Return `people` in alphabetical order, with é next to e."""
    return sorted(people, key=lambda person: (search_key(person.username), folded(person.username)))


def _not_blocked_by(viewer: Any) -> QuerySet[User]:
    blocked = Block.objects.filter(blocker=viewer.pk, blocked=OuterRef("pk"))
    return User.objects.filter(~Exists(blocked), is_active=True)
