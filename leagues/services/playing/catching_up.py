"""Processing what has ended and not been announced yet, before a decision that depends on which matches are over.
Inside the season's lock."""

from leagues.models import Season
from leagues.services.playing import settling, table_results


def catch_up(season: Season) -> None:
    """Settle the fixtures whose matches have ended, then those whose plays of the real table are confirmed."""
    settling.catch_up(season)
    table_results.catch_up(season)
