"""The data folder and what lives in it: the secret key and the broker's socket."""

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

from masques_site.bootstrap import errors

SOCKET_PATH_LIMIT = 100
"""A unix socket's path may have 104 bytes on some systems; longer ones cannot be bound."""


def data_dir(base: Path) -> Path:
    """The folder that holds everything that is not code: DATA_DIR, or `data` beside manage.py."""
    return Path(os.environ.get("DATA_DIR") or base / "data").expanduser().absolute()


def check_writable(folder: Path) -> None:
    """Make `folder`, for its owner only, if it is not there; raise Trouble if nothing can be written in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise errors.cannot_write(folder, error) from error


def make_private(folder: Path) -> Path:
    """Make `folder` readable by its owner only, and return it; a folder of somebody else is refused."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if folder.stat().st_uid != os.getuid():
        raise errors.StartupError(
            f"{folder} belongs to another account. Remove it, or point DATA_DIR at a shorter path."
        )
    folder.chmod(0o700)
    return folder


def secret_key(folder: Path) -> str:
    """The secret key kept in `folder`, made on the first call; two processes that race get the same one."""
    path = folder / "secret_key"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f".secret_key.{os.getpid()}.{secrets.token_hex(4)}"
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass  # Another process was first; its key counts.
        finally:
            fresh.unlink()
    return path.read_text().strip()


def broker_socket(folder: Path) -> Path:
    """Where the embedded broker listens: inside the data folder, or, if that path is too long to bind, in a private
    folder under the temporary directory that belongs to this data folder."""
    wanted = folder / "broker" / "valkey.sock"
    if len(os.fsencode(wanted)) < SOCKET_PATH_LIMIT:
        return wanted
    key = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"masques-{os.getuid()}-{key}" / "valkey.sock"
