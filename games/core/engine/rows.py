"""Types that differ between the interpreted and the compiled build. This module itself is never compiled.

Interpreted, `Int` is `int` and `Row` a plain list. Compiled, they are unboxed 64-bit numbers and flat vectors.
Use `Row` in annotations only and build rows with `vec[Int]([...])`. A row never changes its length.

>>> hand = vec[Int]([2, 0, 1])
>>> hand[0] -= 1
>>> list(hand)
[1, 0, 1]
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i64
    from mypy_extensions import mypyc_attr as mypyc_attr

    Int = i64
    Row = vec[Int]
else:
    Int = int
    Row = list

    def mypyc_attr(**_options: bool) -> Callable[[type], type]:
        """Return a class decorator with options for mypyc; it does nothing when the rules run interpreted."""
        return lambda kind: kind

    class vec:  # noqa: N801 - it replaces librt's type of that name
        """`vec[Int]([...])` is a plain list when the rules run interpreted."""

        def __class_getitem__(cls, item: Any) -> type[list]:
            return list
