"""The criteria of tables in words: name and sentence."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.core.standings import Criterion

CRITERIA: dict[str, tuple[Promise, Promise]] = {
    Criterion.POINTS: (_("Points"), _("What the places in all matches are worth.")),
    Criterion.WINS: (_("Wins"), _("First places that are not shared.")),
    Criterion.HEAD_TO_HEAD: (_("Among the tied"), _("Points from the meetings of those who are level so far.")),
    Criterion.BUCHHOLZ_CUT_1: (_("Buchholz Cut-1"), _("The points of all opponents without the lowest.")),
    Criterion.BUCHHOLZ: (_("Buchholz"), _("The points of all opponents.")),
    Criterion.SONNEBORN_BERGER: (
        _("Sonneborn-Berger"),
        _("The points of everybody who was beaten, and half the points of who was tied with."),
    ),
    Criterion.SCORE_SHARE: (_("Share of the winner's score"), _("The mean over all matches with scores.")),
    Criterion.TIMEOUTS: (_("Time-outs"), _("How often the time ran out: fewer are better.")),
    Criterion.LOT: (_("Lot"), _("Drawn from the season's published seed.")),
}
