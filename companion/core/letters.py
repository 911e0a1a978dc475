"""Codes that people read from a screen and type on a phone: six letters that cannot be misread."""

import re
import secrets

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Capitals and digits without the look-alikes O and 0, I, L and 1."""
LENGTH = 6
_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


def new_code() -> str:
    """Return a new code: 31**6, 887 million, are possible."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(LENGTH))


def read_code(typed: str) -> str | None:
    """Return the code that a user typed, whatever its case, blanks and hyphens; None if it cannot be one.

    >>> read_code(" abc-def ")
    'ABCDEF'
    >>> read_code("ABC0EF") is None
    True
    """
    code = re.sub(r"[\s-]", "", typed).upper()
    return code if _CODE.fullmatch(code) else None


def spaced(code: str) -> str:
    """Return a code as pages show it, in two groups.

    >>> spaced("ABCDEF")
    'ABC DEF'
    """
    return f"{code[:3]} {code[3:]}"
