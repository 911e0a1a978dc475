"""Style sheets as they are served: with the files that they import, without comments and layout.

Sources have one declaration a line and say why; none of that travels. Only white space that means nothing to CSS is
dropped, so nothing has to be known of its grammar.
"""

import re
from collections.abc import Callable

TOKEN = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^"')]*\))|/\*.*?\*/|\s+""",
    re.DOTALL,
)
IMPORT = re.compile(r'@import "([^":]+)";')
AFTER = re.compile(r"(?<=[{};,:]) | (?=[{}])")
"""Spaces that mean nothing: the others may join a selector's parts, or values."""


def with_imports(source: str, read: Callable[[str], str]) -> str:
    """Return a style sheet with each `@import "name";` replaced by what `read` returns for the name."""
    return IMPORT.sub(lambda found: with_imports(read(found[1]), read), source)


def compact(source: str) -> str:
    """Return a style sheet without comments and layout."""
    strings: list[str] = []

    def kept(found: re.Match[str]) -> str:
        if found["string"]:
            strings.append(found["string"])
            return "\0"
        return " "

    bare = TOKEN.sub(kept, source)
    bare = AFTER.sub("", re.sub(r" +", " ", bare)).strip()
    parts = iter(strings)
    return re.sub("\0", lambda _found: next(parts), bare)
