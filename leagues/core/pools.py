"""Pools: the results of a title that are rated separately."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PEOPLE, WITH_BOTS, TABLE = "people", "bots", "table"
KINDS = (PEOPLE, WITH_BOTS, TABLE)
"""The kinds of pools, in the order of pages."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The kind of its results, and the values of the settings that the title rates separately, in the title's order.

    `kind` is `PEOPLE` or `WITH_BOTS` for matches on the site, and `TABLE` for plays of the real table.
    """

    kind: str
    values: tuple[str, ...] = ()

    @classmethod
    def of_match(cls, has_bots: bool, apart: Sequence[str], settings: Mapping[str, str]) -> "Pool":
        """Return the pool of a match with these settings, of which the title rates `apart` apart."""
        return cls(WITH_BOTS if has_bots else PEOPLE, tuple(settings[name] for name in apart))

    @classmethod
    def of_play(cls, apart: Sequence[str], settings: Mapping[str, str]) -> "Pool":
        """Return the pool of a play of the real table with these settings."""
        return cls(TABLE, tuple(settings[name] for name in apart))

    @classmethod
    def parse(cls, slug: str) -> "Pool":
        """Return the pool with this slug. Raises ValueError if there is none.

        >>> Pool.parse("bots.closed")
        Pool(kind='bots', values=('closed',))
        """
        kind, *values = slug.split(".")
        if kind not in KINDS:
            raise ValueError(f"{slug!r} names no pool")
        return cls(kind, tuple(values))

    @property
    def slug(self) -> str:
        """How it is stored, and written in addresses."""
        return ".".join((self.kind, *self.values))

    @property
    def order(self) -> tuple[int, tuple[str, ...]]:
        """Its place among the pools of its title."""
        return KINDS.index(self.kind), self.values


def is_of_plays(slug: str) -> bool:
    """Return whether the results of the pool with this slug are plays of the real table, not matches.

    >>> is_of_plays("table.closed"), is_of_plays("people")
    (True, False)
    """
    return Pool.parse(slug).kind == TABLE
