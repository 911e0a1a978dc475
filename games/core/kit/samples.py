"""Settings, matches and tables worth trying in tests: few of them, in which every pair of values occurs."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, product

from games.core.title.game import Game

FEW_TABLES = 4  # numbers of seats that are all tried
GROWTH = 1.6  # beyond these, each is this many times the one before

Place = tuple[int, int]
"""A column by its number, and one of its values by its number."""
Places = tuple[Place, ...]


def sample_settings(game: Game, seats: int) -> list[dict[str, str]]:
    """Return complete settings of a title for this many seats, the defaults first: a pairwise covering sample of
    `Setting.samples`."""
    rows = _covering([len(setting.samples(seats)) for setting in game.settings], _needs(game, 0))
    complete = [_settings(game, seats, row) for row in rows]
    return [settings for at, settings in enumerate(complete) if settings not in complete[:at]]


def sample_matches(game: Game, strategies: Sequence[str]) -> list[tuple[int, dict[str, str], str]]:
    """Return numbers of seats, complete settings and strategies of matches of a title in which every pair of two values
    occurs."""
    most = [max(len(setting.samples(seats)) for seats in game.seats) for setting in game.settings]
    rows = _covering([len(game.seats), len(strategies), *most], _needs(game, 2))
    return [
        (game.seats[table], _settings(game, game.seats[table], values), strategies[strategy])
        for table, strategy, *values in rows
    ]


def sample_seats(game: Game) -> list[int]:
    """Return numbers of seats of a title, from the fewest to the most; of 2 to 13 these are 2, 3, 5, 8 and 13."""
    if len(game.seats) <= FEW_TABLES:
        return list(game.seats)
    found = [game.seats[0]]
    for seats in game.seats[1:-1]:
        if seats >= round(found[-1] * GROWTH):
            found.append(seats)
    return [*found, game.seats[-1]]


def _needs(game: Game, before: int) -> dict[int, Place]:
    """Return, by column, what a setting depends on; that many columns come before the first setting."""
    names = [setting.name for setting in game.settings]
    found = {}
    for at, setting in enumerate(game.settings):
        if setting.only_with is not None:
            name, value = setting.only_with
            other = names.index(name)
            found[before + at] = (before + other, game.settings[other].samples(game.seats[0]).index(value))
    return found


def _settings(game: Game, seats: int, values: Sequence[int]) -> dict[str, str]:
    """Return complete settings with these values, given by number."""
    chosen = {}
    for setting, value in zip(game.settings, values, strict=True):
        samples = setting.samples(seats)
        chosen[setting.name] = samples[value % len(samples)]
    return game.complete_settings(chosen, seats)


# Covering rows: the first holds the first value of each column; every pair of values of two columns is in one. A column
# with a need counts only in rows that hold the needed value.


def _covering(sizes: Sequence[int], needs: Mapping[int, Place]) -> list[list[int]]:
    columns = [[(column, value) for value in range(size)] for column, size in enumerate(sizes)]
    pairs: set[Places] = {pair for some, others in combinations(columns, 2) for pair in product(some, others)}
    missing: set[Places] = {pair for pair in pairs if _fixed(pair, needs) is not None}
    missing |= {(place,) for column in columns for place in column}
    rows = [[0] * len(sizes)]
    while True:
        missing = {places for places in missing if not _stands_in(places, rows[-1], needs)}
        if not missing:
            return rows
        rows.append(_next_row(columns, missing, needs))


def _fixed(places: Iterable[Place], needs: Mapping[int, Place]) -> dict[int, int] | None:
    """Return the values of columns that a row with `places` has for them to count; None if there is no such row."""
    found: dict[int, int] = {}
    for place in places:
        for column, value in (place, needs.get(place[0], place)):
            if found.setdefault(column, value) != value:
                return None
    return found


def _stands_in(places: Iterable[Place], row: Sequence[int], needs: Mapping[int, Place]) -> bool:
    fixed = _fixed(places, needs)
    return fixed is not None and all(row[column] == value for column, value in fixed.items())


def _next_row(columns: list[list[Place]], missing: Collection[Places], needs: Mapping[int, Place]) -> list[int]:
    """Return a row that covers the first missing pair, and as many others as its columns can, chosen in order."""
    first = min(missing, key=lambda places: (-len(places), places))
    row = _fixed(first, needs)
    assert row is not None
    for column in columns:
        if column[0][0] not in row:
            held = list(row.items())
            best = max(column, key=lambda place: sum(tuple(sorted((place, other))) in missing for other in held))
            row[best[0]] = best[1]
    return [row[column] for column in range(len(columns))]
