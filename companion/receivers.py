"""Receivers of signals: an account is deleted."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Model
from django.db.models.signals import pre_delete

from companion.services.plays import forgetting


def forget_account(sender: type[Model], instance: Model, **_facts: Any) -> None:
    """Remove what only the deleted account had a share in."""
    forgetting.forget(instance)


pre_delete.connect(forget_account, sender=get_user_model(), dispatch_uid="companion.forget_account")
