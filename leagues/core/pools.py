"""Pools: the results of a title that are rated separately."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PEOPLE, WITH_BOTS = "people", "bots"


@dataclass(frozen=True, slots=True)
class Pool:
    """The players, and the values of the settings that the title rates separately, in the title's order."""

    has_bots: bool
    values: tuple[str, ...] = ()

    @classmethod
    def of_match(cls, has_bots: bool, apart: Sequence[str], settings: Mapping[str, str]) -> "Pool":
        """Return the pool of a match with these settings, of which the title rates `apart` apart."""
        return cls(has_bots, tuple(settings[name] for name in apart))

    @classmethod
    def parse(cls, slug: str) -> "Pool":
        """Return the pool with this slug. Raises ValueError if there is none.

        >>> Pool.parse("bots.closed")
        Pool(has_bots=True, values=('closed',))
        """
        who, *values = slug.split(".")
        if who not in (PEOPLE, WITH_BOTS):
            raise ValueError(f"{slug!r} names no pool")
        return cls(who == WITH_BOTS, tuple(values))

    @property
    def slug(self) -> str:
        """How it is stored, and written in addresses."""
        return ".".join((WITH_BOTS if self.has_bots else PEOPLE, *self.values))
