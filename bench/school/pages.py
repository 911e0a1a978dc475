"""The weights of the trained networks as the source of a module."""

from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence

import numpy as np

from bench.school.lessons import HIDDEN, POSITION, Course, School
from bench.school.match import Floats
from bench.school.network import Policy

WIDTH = 110
"""Characters of a line of weights."""


def rows_of(text: str) -> Floats:
    """Return the weights of a text that `text_of` made."""
    found: Floats = np.frombuffer(b64decode(text), "<f2").astype(np.float32).reshape(-1, HIDDEN)
    return found


def text_of(policy: Policy) -> str:
    """Return the mean weights of a policy, two bytes each: a row for each number, and the last for the output."""
    rows = [weights.mean.reshape(-1, HIDDEN) for weights in policy.all_weights()]
    return b64encode(np.concatenate(rows).astype("<f2").tobytes()).decode()


def module_text(school: School, before: Sequence[str]) -> str:
    """Return the source of `duel_weights.py`; `before` names the courses that were taken before."""
    lines = [
        '"""The weights of the network for duels, made by `manage.py school`. Do not edit: run the command again."""',
        "",
        "from typing import Final",
        "",
        *courses([*before, named(school.course)]),
        f"POSITION: Final = {POSITION}",
        f"HIDDEN: Final = {HIDDEN}",
    ]
    for name, policy in zip(("ACTIONS", "ANSWERS"), school.policies, strict=True):
        lines += [f"{name}: Final = (", *quoted(text_of(policy)), ")"]
    return "\n".join([*lines, ""])


def courses(names: Sequence[str]) -> list[str]:
    """Return the lines of source that name the courses, as the formatter writes them."""
    if len(names) == 1:
        return [f'COURSES: Final = ("{names[0]}",)']
    return ["COURSES: Final = (", *(f'    "{each}",' for each in names), ")"]


def named(course: Course) -> str:
    """Return the options of a course."""
    first, last = course.doubt
    return (
        f"--lessons {course.lessons} --matches {course.matches} --seed {course.seed} --rate {course.rate} "
        f"--doubt {first} {last} --later {course.later} --haste {course.haste}"
    )


def quoted(text: str) -> Iterator[str]:
    """Yield a long text as lines of source."""
    for first in range(0, len(text), WIDTH):
        yield f'    "{text[first : first + WIDTH]}"'
