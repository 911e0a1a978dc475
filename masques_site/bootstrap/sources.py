"""The project's own files, as checks and tests see them."""

import subprocess
from pathlib import Path

LEFT_OUT = {
    ".venv", "data", "build", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis",
}  # fmt: skip


def project_files(base: Path, *suffixes: str) -> list[Path]:
    """Return every file of the project in the folder `base` (without those that .gitignore names), sorted.

    With `suffixes` only files that end so.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - the git of the developer
        cwd=base,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        files = [base / name for name in listed.stdout.decode().split("\0") if name]
    else:  # An unpacked archive has no repository.
        files = [path for path in base.rglob("*") if not LEFT_OUT.intersection(path.relative_to(base).parts)]
    return sorted(path for path in files if path.is_file() and (not suffixes or path.suffix in suffixes))
