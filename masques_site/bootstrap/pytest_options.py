"""The options that `manage.py test` adds to those it was given."""

from pathlib import Path

CHANGED = "--changed"
RUNS_NOTHING = {"-h", "--help", "-V", "--version", "--markers", "--fixtures", "--co", "--collect-only"}
WORKERS = ("-n", "--numprocesses", "--maxprocesses", "--dist", "-d", "--tx")


def added_options(base: Path, given: list[str]) -> list[str]:
    """Return options for pytest that come before the `given` ones, which may override them.

    Every run starts from the kept database (tests/database.py). A run of one file starts no worker processes, unless
    the caller asks for them, and no browser, unless it is a file of tests/browser.

    >>> added_options(Path(), ["-x"])
    ['--reuse-db']
    >>> added_options(Path(__file__).parents[2], ["tests/core/test_text.py::test_name", "-x"])
    ['--reuse-db', '-p', 'no:playwright-asyncio', '-n0']
    >>> added_options(Path(__file__).parents[2], ["tests/core"])
    ['--reuse-db']
    >>> added_options(Path(), ["--changed=HEAD"])
    ['--reuse-db']
    """
    options = ["--reuse-db"]
    named = named_paths(base, given)
    if len(named) == 1 and (path := named.pop()).is_file():
        if "browser" not in path.parts:
            options += ["-p", "no:playwright-asyncio"]
        if not any(word.startswith(WORKERS) for word in given):
            options += ["-n0"]
    return options


def needs_preparation(base: Path, given: list[str]) -> bool:
    """Return whether a run is worth making the compiled build first: all but runs of named files, and those that only
    tell something.

    >>> needs_preparation(Path(), ["-x"])
    True
    >>> needs_preparation(Path(), ["--help"])
    False
    """
    if not RUNS_NOTHING.isdisjoint(given):
        return False
    named = named_paths(base, given)
    return not named or any(path.is_dir() for path in named)


def named_paths(base: Path, given: list[str]) -> set[Path]:
    """Return the existing files and folders among the arguments `given`, which are relative to `base`. The test that
    an argument names after `::` is ignored."""
    return {path for word in given if not word.startswith("-") and exists(path := base / word.partition("::")[0])}


def with_revision(base: Path, given: list[str]) -> list[str]:
    """Return the options `given`, in which --changed holds its revision: the next word, unless that is an option or a
    path.

    >>> with_revision(Path(), ["--changed", "main", "-x"])
    ['--changed=main', '-x']
    >>> with_revision(Path(__file__).parents[2], ["--changed", "tests/core"])
    ['--changed=HEAD', 'tests/core']
    """
    if CHANGED not in given:
        return given
    place = given.index(CHANGED)
    before, after = given[:place], given[place + 1 :]
    if not after or after[0].startswith("-") or exists(base / after[0].partition("::")[0]):
        return [*before, f"{CHANGED}=HEAD", *after]
    return [*before, f"{CHANGED}={after[0]}", *after[1:]]


def exists(path: Path) -> bool:
    """Return whether there is such a file or folder; an expression for `-k` can be too long for the system to look it
    up."""
    try:
        return path.exists()
    except OSError:
        return False
