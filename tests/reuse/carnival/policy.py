"""The policy that games needs from this project."""

from collections.abc import Sequence
from typing import Any

from games.policy import Policy


class CarnivalPolicy(Policy):
    """Everything is allowed; people are called by more than their log-in."""

    def names(self, users: Sequence[Any]) -> dict[int, str]:
        return {user.pk: f"{user.username.title()} of the carnival" for user in users}
