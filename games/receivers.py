"""Rows that refer to what is deleted: Django would set the reference to NULL and leave the seal as it was."""

from typing import Any

from django.conf import settings
from django.db.models import Q
from django.db.models.signals import pre_delete

from games.models import FormerHolder, Look, Match, Seat
from games.services.keeping import sealed_rows


def forget_user(instance: Any, **_facts: Any) -> None:
    """Remove a user who is about to be deleted from the seats that they hold or gave up, and from the tables of which
    they are host."""
    held = Seat.objects.filter(user=instance.pk)
    left = FormerHolder.objects.filter(user=instance.pk)
    involved = Q(host=instance.pk) | Q(pk__in=held.values("match")) | Q(pk__in=left.values("match"))
    list(Match.objects.filter(involved).order_by("pk").select_for_update())  # in the order in which others lock them
    Look.objects.filter(seat__in=held).delete()
    sealed_rows.update(held, user=None, pauses=None)
    sealed_rows.update(left, user=None)
    sealed_rows.update(Match.objects.filter(host=instance.pk), host=None)


def forget_match(instance: Match, **_facts: Any) -> None:
    """Clear references of rematches to a match that is about to be deleted."""
    sealed_rows.update(instance.rematches.order_by("pk"), rematch_of=None)


pre_delete.connect(forget_user, sender=settings.AUTH_USER_MODEL, dispatch_uid="games.forget_user")
pre_delete.connect(forget_match, sender="games.Match", dispatch_uid="games.forget_match")
