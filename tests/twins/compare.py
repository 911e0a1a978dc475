"""The comparison of two recordings, which must be the same byte for byte."""

from dataclasses import dataclass
from itertools import zip_longest

from tests.twins.recorder import Recording

AROUND = 60


@dataclass(frozen=True)
class Leak:
    """The first difference of two twins on a channel: the byte, and what each of them says there."""

    channel: str
    byte: int
    one: bytes
    other: bytes

    def __str__(self) -> str:
        return f"channel {self.channel!r} tells twins apart at byte {self.byte}:\n  {self.one!r}\n  {self.other!r}"


NOTHING = ("nothing", b"")


def leaks(one: Recording, other: Recording) -> list[Leak]:
    """Return a leak for every channel that differs between the twins, in the order in which they were met."""
    found = []
    for (channel, mine), (name, theirs) in zip_longest(one.told, other.told, fillvalue=NOTHING):
        if channel != name:
            return [*found, Leak("order of answers", 0, channel.encode(), name.encode())]
        if mine != theirs:
            pairs = zip_longest(mine, theirs)
            byte = next(at for at, (left, right) in enumerate(pairs) if left != right)
            start = max(0, byte - AROUND)
            found.append(Leak(channel, byte, mine[start : byte + AROUND], theirs[start : byte + AROUND]))
    return found
