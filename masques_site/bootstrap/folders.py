"""The data folder, its secrets and the broker's socket."""

import hashlib
import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from masques_site.bootstrap import errors

SOCKET_PATH_LIMIT = 100
"""On some systems the path of a unix socket may have at most 104 bytes."""


def data_dir(base: Path) -> Path:
    """Return the folder for everything that is not code: DATA_DIR, or `data` next to manage.py."""
    return Path(os.environ.get("DATA_DIR") or base / "data").expanduser().absolute()


def check_writable(folder: Path) -> None:
    """Create `folder`, private to its owner, if it does not exist; raise StartupError if it is not writable."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise errors.cannot_write(folder, error) from error


def make_private(folder: Path) -> Path:
    """Create `folder` or make it private to its owner, and return it; raise StartupError if another user owns it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if folder.stat().st_uid != os.getuid():
        raise errors.StartupError(
            f"{folder} belongs to another account. Remove it, or point DATA_DIR at a shorter path."
        )
    folder.chmod(0o700)
    return folder


def secret_key(folder: Path) -> str:
    """Return the secret key stored in `folder`, created by the first call; concurrent callers get the same key."""
    return kept_secret(folder, "secret_key", lambda: secrets.token_urlsafe(64))


def kept_secret(folder: Path, name: str, make: Callable[[], str]) -> str:
    """Return the secret in the file `name` of `folder`, which the first call makes and only its owner can read;
    concurrent callers get the same one."""
    path = folder / name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f".{name}.{os.getpid()}.{secrets.token_hex(4)}"
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make())
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass  # Another process was first; its secret is used.
        finally:
            fresh.unlink()
    return path.read_text().strip()


def broker_socket(folder: Path) -> Path:
    """Return the path of the embedded broker's socket: in the data folder or, if that path is too long, in a private
    folder under the temporary directory, whose name is derived from the data folder."""
    wanted = folder / "broker" / "valkey.sock"
    if len(os.fsencode(wanted)) < SOCKET_PATH_LIMIT:
        return wanted
    key = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"masques-{os.getuid()}-{key}" / "valkey.sock"
