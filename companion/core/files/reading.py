"""Tells the format of a file, and reads it."""

import lzma
import zipfile
import zlib
from collections.abc import Sequence
from io import BytesIO

from companion.core.files import bgstats, tables
from companion.core.files.drafts import Reading, WrongFileError
from games.core.text import _
from games.core.title.game import Game

MOST_BYTES = 2_000_000
ZIP = b"PK\x03\x04"
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
)
"""What reading a broken archive raises."""
TOO_LARGE = _("This file is too large: up to 2 MB can be imported at a time.")


def read(content: bytes, games: Sequence[Game]) -> tuple[str, Reading]:
    """Return the name of the format of a file, "bgstats" or "csv", and what is in it. A ZIP archive may hold one file.
    Raises `WrongFileError`."""
    if len(content) > MOST_BYTES:
        raise WrongFileError(TOO_LARGE)
    if content.startswith(ZIP):
        content = _unzipped(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongFileError(_("This file isn’t text in UTF-8.")) from error
    if text.lstrip().startswith(("{", "[")):
        return "bgstats", bgstats.read(text, games)
    return "csv", tables.read(text, games)


def _unzipped(content: bytes) -> bytes:
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            files = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(files) != 1:
                raise WrongFileError(_("This archive doesn’t hold exactly one file."))
            with archive.open(files[0]) as packed:
                found = packed.read(MOST_BYTES + 1)  # whatever the archive says of its size
    except UNREADABLE as error:
        if isinstance(error, WrongFileError):
            raise
        raise WrongFileError(_("This archive can’t be read.")) from error
    if len(found) > MOST_BYTES:
        raise WrongFileError(TOO_LARGE)
    return found
