"""Style sheets as browsers see them: with what they import."""

from pathlib import Path

from masques_site.plumbing.compact_styles import with_imports


def sheet(path: Path) -> str:
    """Return the text of a style sheet and of those that it imports from the same folder."""
    return with_imports(path.read_text(encoding="utf-8"), lambda name: path.with_name(name).read_text(encoding="utf-8"))
