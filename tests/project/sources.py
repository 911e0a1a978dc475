"""The project's own files, as the checks see them."""

from pathlib import Path

from masques_site.bootstrap import sources

BASE = Path(__file__).resolve().parents[2]


def project_files(*suffixes: str) -> list[Path]:
    """Return every file that belongs to the project, with one of `suffixes` if given."""
    return sources.project_files(BASE, *suffixes)


def relative(path: Path) -> str:
    return path.relative_to(BASE).as_posix()
