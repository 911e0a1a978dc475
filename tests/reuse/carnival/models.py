"""The users of the project."""

from django.contrib.auth.models import AbstractUser


class Reveller(AbstractUser):
    """A player."""
