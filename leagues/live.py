"""Group messages to the open pages of a season: hints only, as for matches (`games.live`).

============  ======================  ====================================================
type          fields                  meaning
============  ======================  ====================================================
season.hint   season: int, rev: int   what is public of this season has reached this revision
============  ======================  ====================================================
"""

from games import live

HINT = "season.hint"


def group_of(season_id: int) -> str:
    """Return the group of all open pages of a season."""
    return f"season.{season_id}"


def announce(season_id: int, rev: int) -> None:
    """Send the open pages of a season a hint that it has reached `rev`. Never blocks, never raises."""
    live.send(group_of(season_id), {"type": HINT, "season": season_id, "rev": rev})
