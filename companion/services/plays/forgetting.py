"""Clears what a deleted account leaves in plays."""

from typing import Any

from django.db.models import Exists, OuterRef

from companion.models import Objection, Play, PlayLine, PlaySeat, Verb


def forget(user: Any) -> None:
    """Delete the plays of which `user` was the only account, with the names of the others; empty what they wrote in the
    plays that stay. Their seats there lose the account by themselves. In the transaction that deletes the account."""
    others = PlaySeat.objects.filter(play=OuterRef("pk"), user__isnull=False).exclude(user=user)
    concerned = Play.objects.filter(seats__user=user) | Play.objects.filter(recorder=user)
    Play.objects.filter(~Exists(others), pk__in=concerned.values("pk")).delete()
    Objection.objects.filter(user=user).update(text="")
    PlayLine.objects.filter(actor=user.pk, verb__in=[Verb.DISPUTED, Verb.CLAIMED]).update(facts={})
    PlaySeat.objects.filter(user=user).update(name="")  # one that they claimed
    Play.objects.filter(recorder=user).update(note="", place="")
