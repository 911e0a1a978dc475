"""The tables in the documentation, each between comments that mark its section."""

from pathlib import Path

from games.bots.ladder import replace_section

SECTIONS = {
    "forecasts": "bench ratings",
    "recompute": "bench ratings: recompute",
    "usual_moves": "bench ratings: usual moves",
}


def write(page: Path, section: str, tables: str) -> None:
    """Put `tables` where the page has this section, or at its end."""
    page.write_text(replace_section(page.read_text() if page.exists() else "", section, tables.splitlines()))
