"""Tries at codes: so many wrong ones from an address, and of an account, within ten minutes, and no more."""

from dataclasses import dataclass

from allauth.core.internal import ratelimit
from django.http import HttpRequest

ACTION = "room_code"  # in settings.ACCOUNT_RATE_LIMITS


@dataclass(frozen=True, slots=True)
class Tries:
    """A counted try. It counts until it is taken back, so that of many tries at once none slips through."""

    counted: tuple[ratelimit.RateLimitUsage, ...]

    @classmethod
    def count(cls, request: HttpRequest) -> "Tries | None":
        """Count a try of this visitor; None if there have been too many."""
        keys = [f"address {ratelimit.get_ip(request)}"]
        if request.user.is_authenticated:
            keys.append(f"user {request.user.pk}")
        counted: list[ratelimit.RateLimitUsage] = []
        for key in keys:
            usage = ratelimit.consume(request, app="allauth.account", action=ACTION, key=key, limit_get=True)
            if usage is None:
                return None
            counted.append(usage)
        return cls(tuple(counted))

    def take_back(self) -> None:
        """Count it no longer: the code was right."""
        for usage in self.counted:
            usage.rollback()
