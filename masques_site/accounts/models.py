"""People."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who plays; a guest has no password and may keep the account later."""

    is_guest = models.BooleanField(default=False)
