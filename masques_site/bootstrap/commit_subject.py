"""Check the message of a commit: `area: change` in at most 72 characters, then an empty line and the reason.

The hook `commit-msg` of pre-commit runs it with the path of the message (CONTRIBUTING.md, "Commits").
"""

import re
import sys
from pathlib import Path

LONGEST = 72  # characters of a subject; git log and mails cut longer ones
AREA = re.compile(r"[a-z0-9][a-z0-9 ,_.-]*: \S")
MADE_BY_GIT = ("fixup! ", "squash! ", "amend! ")  # autosquash folds these into the commit that they name


def faults(message: str) -> list[str]:
    """Return what is wrong with a commit message, one sentence each; empty if nothing is.

    >>> faults("presence: one transaction per mark on PostgreSQL")
    []
    >>> faults("Fix things.")
    ['Begin with the area: "presence: one transaction per mark".', 'Leave out the full stop.']
    """
    lines = [line for line in message.split("\n") if not line.startswith("#")]
    subject = lines[0].rstrip() if lines else ""
    if subject.startswith(MADE_BY_GIT):
        return []
    found = []
    if not AREA.match(subject):
        found.append('Begin with the area: "presence: one transaction per mark".')
    if len(subject) > LONGEST:
        found.append(f"The subject has {len(subject)} characters; {LONGEST} is the most. Put the reason into the body.")
    if subject.endswith("."):
        found.append("Leave out the full stop.")
    if len(lines) > 1 and lines[1].strip():
        found.append("Leave the second line empty.")
    return found


def main(arguments: list[str]) -> int:
    """Print the faults of the message in the file that is named; return the exit status."""
    found = faults(Path(arguments[0]).read_text(encoding="utf-8"))
    for fault in found:
        print(f"commit message: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
