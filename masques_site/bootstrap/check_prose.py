"""Check how the project is written: words that make our English foreign, and long lines of templates and style sheets.

`manage.py check_fast` runs it. `WORDS` says why each expression is listed and what to write instead; an expression
that may be right elsewhere has its true uses in its pattern.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from masques_site.bootstrap.sources import project_files

BASE = Path(__file__).resolve().parents[2]
PROSE = (".py", ".js", ".css", ".html", ".jinja", ".txt", ".md")
LAYOUT = {".html": 200, ".jinja": 160, ".css": 120}  # characters; layout is not sent (docs/decisions/0047)
DRAWING = re.compile(r"\bd=\"[M\d]")
"""A line with the path of a drawing may be of any length."""
OUTSIDE = (
    "masques_site/bootstrap/check_prose.py",  # names the words
    "requirements",  # written by pip-compile
    "tests/fixtures/stored_matches/",  # matches as earlier versions stored them
    "tests/playthroughs/",  # quote the sentences of the rules
)


@dataclass(frozen=True)
class Word:
    """An expression that may not come back: the pattern of its uses, what to write instead, and why."""

    pattern: str
    instead: str
    reason: str


WORDS = (
    Word("anew", "again", "literary"),
    Word("befalls?", "happens to", "archaic"),
    Word("of late", "lately, recently", "literary"),
    Word("whoever", "players who, the user who, anyone who", "hides who acts, and makes long subjects"),
    Word(
        "somebody(?! else’s shoes)", "a player, a user, someone", "hides who acts; 520 times it made the text a riddle"
    ),
    Word("beside(?! the point)", "next to, with, apart from", "means two things, and readers take it for “besides”"),
    Word(
        "(?:is|are|was|were|be|been|being) told(?! apart| from)",
        "gets a notice, sees, is notified",
        "a passive without sender",
    ),
    Word(
        "stands? (?:in|on|at|under|above|below|behind|before|between|there|here)",
        "is in, is on",
        "words and rows do not stand",
    ),
    Word(
        "so many (?:days|hours|minutes|seconds|cards|coins|seats|matches|rounds)", "this many", "“so many” means a lot"
    ),
    Word("as things stand now", "at the moment", "a doubled adverb"),
    Word("that much is", "", "a riddle"),
)
OPENERS = re.compile(r"(What|Whoever|Somebody|Nobody|That|Whether|Of an?|Who) ")
"""A docstring does not begin with a relative clause: a function's says what it does, a class's what it is."""


def banned() -> list[tuple[re.Pattern[str], Word]]:
    """Return the words with their compiled patterns; names and paths in code are not prose."""
    return [(re.compile(rf"(?<![\w./`-]){word.pattern}(?![./-]?\w)", re.IGNORECASE), word) for word in WORDS]


def prose_of(name: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, words) of what people read in a file: of Python its comments and strings, of other files all.

    Tests quote texts of the site, which are checked where they are written: of them only docstrings count.
    """
    if not name.endswith(".py"):
        yield from enumerate(text.splitlines(), 1)
        return
    is_test = name.startswith("tests/")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_text = token.type == tokenize.STRING and (not is_test or token.string.endswith('"""'))
        if is_text or token.type == tokenize.COMMENT:
            yield from enumerate(token.string.splitlines(), token.start[0])


def openers(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, docstring's first words) for docstrings that begin with a relative clause."""
    if path.suffix != ".py":
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
            words = ast.get_docstring(node, clean=False)
            if words and OPENERS.match(words):
                yield node.body[0].lineno, words[:50].split("\n")[0]


def faults_of(path: Path, name: str) -> Iterator[str]:
    """Yield the faults of one file, each with its place."""
    text = path.read_text(encoding="utf-8")
    for number, words in prose_of(name, text):
        for pattern, word in PATTERNS:
            if found := pattern.search(words):
                yield f"{name}:{number}: “{found.group()}”: {word.reason}; write: {word.instead}"
    for number, words in openers(path, text):
        yield f"{name}:{number}: a docstring begins with “{words}”: say what it does or is"
    longest = LAYOUT.get(path.suffix)
    for number, line in enumerate(text.splitlines(), 1):
        if longest and len(line) > longest and not DRAWING.search(line):
            yield f"{name}:{number}: {len(line)} characters; {longest} is the most in {path.suffix} files"


PATTERNS = banned()


def main() -> int:
    """Print all faults; return the exit status."""
    found: list[str] = []
    for path in project_files(BASE, *PROSE):
        name = path.relative_to(BASE).as_posix()
        if not name.startswith(OUTSIDE):
            found += faults_of(path, name)
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
