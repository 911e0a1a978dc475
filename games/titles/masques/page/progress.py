"""How near each seat is to winning, by the measure of the rules."""

from games.core.text import _
from games.core.title.presenter import Progress
from games.titles.masques.rules.components import FAVOURS_TO_WIN, GUILDS
from games.titles.masques.rules.outcome import lacking
from games.titles.masques.rules.view import MasquesView
from games.titles.masques.text import names


def progress(view: MasquesView) -> list[Progress]:
    """Return the nearer of the two ways to win, by seat: “3/4” favours of one guild or “4/5” guilds."""
    return [_progress(favour, is_over=view["over"]) for favour in view["favour"]]


def _progress(favour: list[int], *, is_over: bool) -> Progress:
    of_one, of_each = lacking(favour)
    most, guilds = FAVOURS_TO_WIN - of_one, GUILDS - of_each
    by_one, by_each = f"{most}/{FAVOURS_TO_WIN}", f"{guilds}/{GUILDS}"
    text = _(
        "Favours of one guild: %(one)s (%(guild)s). Guilds: %(each)s.",
        one=by_one,
        guild=names.GUILDS[favour.index(most)],
        each=by_each,
    )
    if not most:
        text = _("No favours yet: four of one guild win, or one of each of the five.")
    return Progress(by_one if of_one <= of_each else by_each, text, near=min(of_one, of_each) == 1 and not is_over)
