"""All titles. A new one needs one folder in `games/titles` and one line here, or a separate package with an entry point
(docs/reusing-games.md)."""

import sys
import warnings
from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path

from games.core.title.game import Game
from games.titles.mascarade.game import Mascarade
from games.titles.maskera.game import Maskera
from games.titles.masons.game import Masons
from games.titles.masques.game import Masques

GROUP = "masques.titles"


def with_packages(own: Iterable[Game]) -> dict[str, Game]:
    """Return the titles `own` and those of installed packages, by slug. One that cannot be used is left out with a
    warning."""
    titles = {game.slug: game for game in own}
    for entry in sorted(entry_points(group=GROUP)):
        try:
            game = entry.load()()
            if not isinstance(game, Game):
                raise TypeError("it is no games.core.title.game.Game")
            if game.slug in titles:
                raise ValueError(f"there is a title {game.slug!r} already")
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one package, the others are loaded
            warnings.warn(f"The title {entry.value!r} is left out: {error}.", RuntimeWarning, stacklevel=1)
        else:
            titles[game.slug] = game
    return titles


TITLES = with_packages((Masques(), Maskera(), Mascarade(), Masons()))


def folders(kind: str) -> list[Path]:
    """Return the folders named `kind` of all titles that have one: `templates`, `static` or `locale`."""
    packages = [sys.modules[type(game).__module__.rpartition(".")[0]] for game in TITLES.values()]
    return sorted(folder for package in packages if (folder := Path(package.__path__[0], kind)).is_dir())
