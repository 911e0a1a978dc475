"""Names of the things of Lantern."""

from games.core.text import _

BRIDGES = (_("the fish bridge"), _("the bridge of sighs"), _("the straw bridge"))
