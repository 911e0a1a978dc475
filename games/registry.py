"""All titles of the site. Adding a title is one folder in `games/titles` and one line here."""

from games.core.game import Game
from games.titles.mascarade.game import Mascarade
from games.titles.maskera.game import Maskera
from games.titles.masons.game import Masons
from games.titles.masques.game import Masques

TITLES: dict[str, Game] = {game.slug: game for game in (Masques(), Maskera(), Mascarade(), Masons())}
