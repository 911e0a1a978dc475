"""Which options `manage.py test` adds to those it was given."""

from pathlib import Path

WORKERS = ("-n", "--numprocesses", "--maxprocesses", "--dist", "-d", "--tx")


def added_options(base: Path, given: list[str]) -> list[str]:
    """Options for pytest that stand before the `given` ones, which may override them.

    A run of named files or folders starts from the kept database (tests/database.py); a run of one file starts no
    worker processes, unless the caller asks for them, and no browser, unless it is a file of tests/browser. The whole
    run gets none of this: it starts from nothing.

    >>> added_options(Path(), ["-x"])
    []
    >>> added_options(Path(__file__).parents[2], ["tests/core/test_text.py::test_name", "-x"])
    ['--reuse-db', '-p', 'no:playwright-asyncio', '-n0']
    >>> added_options(Path(__file__).parents[2], ["tests/core"])
    ['--reuse-db']
    """
    named = {path for word in given if not word.startswith("-") and exists(path := base / word.partition("::")[0])}
    if not named:
        return []
    options = ["--reuse-db"]
    if len(named) == 1 and (path := named.pop()).is_file():
        if "browser" not in path.parts:
            options += ["-p", "no:playwright-asyncio"]
        if not any(word.startswith(WORKERS) for word in given):
            options += ["-n0"]
    return options


def exists(path: Path) -> bool:
    """Whether there is such a file or folder; the words of an expression for `-k` can be too long to ask."""
    try:
        return path.exists()
    except OSError:
        return False
