"""The formats of seasons and the ends of unfinished matches, in words: name and sentence."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.core.rules import Format, Unfinished

FORMATS: dict[Format, tuple[Promise, Promise]] = {
    Format.PODS: (
        _("Pods: one match in every seat"),
        _(
            "Divisions of up to 13. Everyone plays one match in every seat; the best are promoted, the last "
            "are relegated."
        ),
    ),
    Format.ROUND_ROBIN: (
        _("Round robin: everyone plays everyone once"),
        _("Divisions of up to 13. Everyone plays everyone else once."),
    ),
    Format.DOUBLE_ROUND_ROBIN: (
        _("Double round robin: once in each seat"),
        _("Divisions of up to 13. Everyone plays everyone else twice, once in each seat."),
    ),
    Format.SWISS: (
        _("Swiss: each round, play someone with as many points as you"),
        _("One field of any size. Each round pairs players with equal points; nobody meets the same opponent twice."),
    ),
    Format.POD_SWISS: (
        _("Swiss pods: tables of players with as many points as you"),
        _("One field of any size. Each round seats players with equal points at the same table."),
    ),
    Format.CUP: (
        _("Cup: lose and you’re out"),
        _("Knockout: players who don’t advance are eliminated, down to one final table."),
    ),
    Format.LADDER: (
        _("Ladder: challenge players above you at any time"),
        _("Always open. Challenge a player up to three places above you, and take their place if you win."),
    ),
}
UNFINISHED: dict[Unfinished, tuple[Promise, Promise]] = {
    Unfinished.CONDUCT: (
        _("The player whose turn it was loses"),
        _("Stalling doesn’t pay. With more than two players, the others tie."),
    ),
    Unfinished.DRAW: (_("A draw"), _("All players tie.")),
    Unfinished.NOBODY: (_("It doesn’t count"), _("Nobody gets any points.")),
}
