"""The number of moves in matches between bots of one level."""

from collections.abc import Sequence
from statistics import median

from bench.figures import markdown_table
from bench.ratings.matches import MatchStore, Source, play_all
from games.core.title.game import Game
from leagues.core.anchors import LEVEL


def table(games: Sequence[Game], matches: int, seed: int, jobs: int, store: MatchStore | None) -> str:
    """Return the quartiles of each title's numbers of seats."""
    rows = [("title", "seats", "moves, median", "the middle half", f"matches between {LEVEL} bots")]
    for game in games:
        for seats in game.seats:
            played = play_all(Source(game, seed, LEVEL, seats), matches, jobs, store)
            moves = sorted(each.moves for each in played)
            quarter = len(moves) // 4
            middle = f"{moves[quarter]} to {moves[-quarter - 1]}"
            rows.append((game.name, f"{seats}", f"{median(moves):.0f}", middle, f"{matches}"))
    return markdown_table(rows)
