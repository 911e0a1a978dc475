"""How a season can be played and end, in words: name and sentence."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.core.rules import Format, Unfinished

FORMATS: dict[Format, tuple[Promise, Promise]] = {
    Format.PODS: (
        _("Divisions of tables: one match on every seat"),
        _("Divisions of up to thirteen. Everybody plays one match on every seat; the best go up, the last go down."),
    ),
    Format.ROUND_ROBIN: (
        _("Round robin: everybody meets everybody once"),
        _("Divisions of up to thirteen in which everybody meets everybody once."),
    ),
    Format.DOUBLE_ROUND_ROBIN: (
        _("Double round robin: once on each seat"),
        _("Divisions of up to thirteen in which everybody meets everybody twice, once on each seat."),
    ),
    Format.SWISS: (
        _("Swiss: round by round, against people with as many points"),
        _("One field of any size. Each round pairs people with as many points; nobody meets twice."),
    ),
    Format.POD_SWISS: (
        _("Swiss with tables of several"),
        _("One field of any size. Each round seats people with as many points at one table."),
    ),
    Format.CUP: (_("Cup: who loses is out"), _("Who does not go on is out, until one table is left.")),
    Format.LADDER: (
        _("Ladder: challenge those above you, at any time"),
        _("Always open. Challenge somebody up to three places above you, and take the place if you win."),
    ),
}
UNFINISHED: dict[Unfinished, tuple[Promise, Promise]] = {
    Unfinished.CONDUCT: (
        _("The player whose turn it was loses"),
        _("Stalling doesn't pay. With several players the others tie."),
    ),
    Unfinished.DRAW: (_("A draw"), _("All players tie.")),
    Unfinished.NOBODY: (_("It doesn't count"), _("Nobody gets points for it.")),
}
