"""The names of pools."""

from django.utils.translation import gettext as _

from games.core.title.game import Game
from games.translation import translate
from leagues.core.pools import Pool


def pool_name(game: Game, pool: Pool) -> str:
    """Return the name of a title's pool, for example “With bots, Storm”. Raises ValueError if the title has no such
    pool."""
    settings = {setting.name: setting for setting in game.settings}
    words = [_("With bots") if pool.has_bots else _("Players only")]
    for name, value in zip(game.rated_apart, pool.values, strict=True):
        if settings[name].refusal(value, game.usual_seats) is not None:
            raise ValueError(f"{value!r} is no value of {name}")
        words.append(translate(settings[name].describe(value).label))
    return ", ".join(words)
