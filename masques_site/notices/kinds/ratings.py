"""Notices about ratings."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat
from leagues.core.pools import Pool
from leagues.models import RatingChange
from leagues.pool_text import pool_name
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds.base import MAX_AGE, MOOT, READY, UNWANTED, Kind, Verdict
from masques_site.notices.kinds.matches import by_title, match_of, to_match
from masques_site.notices.models import Notice


class RatingChanged(Kind):
    """The notice that a match changed a rating, to each player who held a seat to its end or gave it up to a bot. If
    the match is rated again with other numbers, because an earlier one was annulled, that is no news."""

    code = "rating_changed"
    topic = "rating"
    columns = {"user_id": "player", "match_id": "match_id", "seat": "place"}
    read_with = ("match__host",)
    since = "finished_at"
    looks_back = True
    gathers = True

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return lines of the ledger. Accounts and matches are plain words there: the seat shows that both still
        exist."""
        held = Seat.objects.filter(match=OuterRef("match_id"), user=OuterRef("player")).values("index")
        lines = RatingChange.objects.filter(finished_at__gt=now - MAX_AGE).annotate(place=Subquery(held))
        return [lines.filter(place__isnull=False).order_by("finished_at", "match_id", "player")]

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        if not _lines_of(notice).filter(match__counts=True).exists():
            return MOOT
        is_muted = Seat.objects.filter(match=notice.match_id, user=notice.user_id, muted_at__isnull=False).exists()
        return UNWANTED if is_muted else READY

    def words(self, notice: Notice) -> Words:
        match, line = match_of(notice), _lines_of(notice).get()
        before, after = line.before, line.after
        told = {
            "title": match.game.name,
            "pool": pool_name(match.game, Pool.parse(line.pool)),
            "before": before.shown(),
            "after": after.shown(),
        }
        text = [_sentence(line) % told]
        if after.is_listed(line.finished_at) and not before.is_listed(line.finished_at):
            text.append(_("You’re on the leaderboard now."))
        return to_match(match, _("Your rating at %(title)s: %(after)s") % told, text)

    def several(self, notices: Sequence[Notice]) -> Words:
        number = len(notices)
        title = ngettext(
            "%(number)s match has changed your rating", "%(number)s matches have changed your ratings", number
        )
        page = reverse("accounts:profile", args=[notices[0].user.username])
        return Words(title % {"number": number}, [], page, _("See your ratings"))

    def item(self, notice: Notice) -> Words:
        return by_title(self.words(notice))


def _lines_of(notice: Notice) -> QuerySet[RatingChange]:
    """Return the line of the ledger that `notice` is about, if it is still there."""
    return RatingChange.objects.filter(match=notice.match_id, player=notice.user_id)


def _sentence(line: RatingChange) -> str:
    if line.matches_before == 0:
        return _("you have your first rating at %(title)s (%(pool)s): %(after)s.")
    if line.before.shown() == line.after.shown():
        return _("your rating at %(title)s (%(pool)s) stayed at %(after)s.")
    return _("your rating at %(title)s (%(pool)s) went from %(before)s to %(after)s.")
