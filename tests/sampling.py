"""Cases of which the run has some and the reliability tier the others (tests/plugins/tiers.py)."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def sampled(cases: Iterable[Any], run: Collection[Any]) -> list[ParameterSet]:
    """Return the values of a parametrized test: those of `cases` that are in `run` are in the run, the others in the
    reliability tier. A case is one value or a tuple of them."""
    everything = list(cases)
    unknown = [case for case in run if case not in everything]
    assert not unknown, f"no such cases: {unknown}"
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=() if case in run else pytest.mark.reliability
        )
        for case in everything
    ]
