"""How near each seat is to winning: its coins of thirteen."""

from games.core.text import _
from games.core.title.presenter import Progress
from games.titles.mascarade.rules.components import BOTH_PEASANTS, CHEATER_FORTUNE, RICH
from games.titles.mascarade.rules.masks import CODES, GAINS
from games.titles.mascarade.rules.view import MascaradeView


def progress(view: MascaradeView) -> list[Progress]:
    """Return the progress by seat."""
    return [
        Progress(
            f"{coins}/{RICH}",
            _("%(coins)s of %(rich)s coins", coins=coins, rich=RICH),
            near=not view["over"] and is_near(view["script"], coins),
        )
        for coins in view["coins"]
    ]


def is_near(script: list[str], coins: int) -> bool:
    """Return whether one power can win with this many coins: the bank's largest payment in this script, or the
    Cheater."""
    most = max([BOTH_PEASANTS, *(GAINS[CODES.index(code)] for code in script)])
    return coins >= RICH - most or ("CH" in script and coins >= CHEATER_FORTUNE)
