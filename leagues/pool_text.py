"""The names of pools."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.core.title.game import Game
from games.translation import translate
from leagues.core.pools import PEOPLE, TABLE, WITH_BOTS, Pool

KINDS: Mapping[str, Promise] = {
    PEOPLE: gettext_lazy("Players only"),
    WITH_BOTS: gettext_lazy("With bots"),
    TABLE: gettext_lazy("Real table"),
}


def pool_name(game: Game, pool: Pool) -> str:
    """Return the name of a title's pool, for example “With bots, Storm”. Raises ValueError if the title has no such
    pool."""
    settings = {setting.name: setting for setting in game.settings}
    words = [str(KINDS[pool.kind])]
    for name, value in zip(game.rated_apart, pool.values, strict=True):
        if settings[name].refusal(value, game.usual_seats) is not None:
            raise ValueError(f"{value!r} is no value of {name}")
        words.append(translate(settings[name].describe(value).label))
    return ", ".join(words)
