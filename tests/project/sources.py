"""The project's own files, as the checks see them."""

import subprocess
from pathlib import Path

BASE = Path(__file__).resolve().parents[2]


def project_files(*suffixes: str) -> list[Path]:
    """Every file that belongs to the project (what .gitignore names does not), with one of `suffixes` if given."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=BASE,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        files = [BASE / name for name in listed.stdout.decode().split("\0") if name]
    else:  # An unpacked archive has no repository.
        left_out = {
            ".venv",
            "data",
            "build",
            "__pycache__",
            ".mypy_cache",
            ".ruff_cache",
            ".pytest_cache",
            ".hypothesis",
        }
        files = [path for path in BASE.rglob("*") if not left_out.intersection(path.relative_to(BASE).parts)]
    return sorted(path for path in files if path.is_file() and (not suffixes or path.suffix in suffixes))


def relative(path: Path) -> str:
    return path.relative_to(BASE).as_posix()
