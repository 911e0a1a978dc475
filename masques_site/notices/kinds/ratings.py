"""Notices about ratings."""

from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.models import PlayLine, PlaySeat
from games.models import Seat
from games.registry import TITLES
from leagues.core.pools import Pool
from leagues.models import RatingChange
from leagues.pool_text import pool_name
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds.base import MAX_AGE, MOOT, READY, UNWANTED, Kind, Verdict
from masques_site.notices.kinds.matches import by_title, match_of, to_match
from masques_site.notices.models import Notice


class OfRating(Kind):
    """The notice that a result changed a rating, to each player whose seat still is theirs. If the result is rated
    again with other numbers, because an earlier one was annulled, that is no news."""

    topic = "rating"
    since = "finished_at"
    looks_back = True
    gathers = True

    @abstractmethod
    def rated_as(self, notice: Notice) -> str:
        """Return the name that the result has in the ledger."""

    @abstractmethod
    def lead(self, notice: Notice, title: str, text: Sequence[str]) -> Words:
        """Return words that lead to the page of the result."""

    def lines_of(self, notice: Notice) -> QuerySet[RatingChange]:
        """Return the line of the ledger that `notice` is about, if it is still there."""
        return RatingChange.objects.filter(match=self.rated_as(notice), player=notice.user_id)

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        return READY if self.lines_of(notice).filter(match__counts=True).exists() else MOOT

    def words(self, notice: Notice) -> Words:
        line = self.lines_of(notice).get()
        before, after = line.before, line.after
        game = TITLES[line.title]
        told = {
            "title": game.name,
            "pool": pool_name(game, Pool.parse(line.pool)),
            "before": before.shown(),
            "after": after.shown(),
        }
        text = [_sentence(line) % told]
        if after.is_listed(line.finished_at) and not before.is_listed(line.finished_at):
            text.append(_("You’re on the leaderboard now."))
        return self.lead(notice, _("Your rating at %(title)s: %(after)s") % told, text)

    def several(self, notices: Sequence[Notice]) -> Words:
        number = len(notices)
        title = ngettext(
            "%(number)s match has changed your rating", "%(number)s matches have changed your ratings", number
        )
        page = reverse("accounts:profile", args=[notices[0].user.username])
        return Words(title % {"number": number}, [], page, _("See your ratings"))

    def item(self, notice: Notice) -> Words:
        return by_title(self.words(notice))


class RatingChanged(OfRating):
    """The notice about a match, to each player who held a seat to its end or gave it up to a bot."""

    code = "rating_changed"
    columns = {"user_id": "player", "match_id": "match_id", "seat": "place"}
    read_with = ("match__host",)

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return lines of the ledger. Accounts and matches are plain words there: the seat shows that both still
        exist."""
        held = Seat.objects.filter(match=OuterRef("match_id"), user=OuterRef("player")).values("index")
        lines = RatingChange.objects.filter(finished_at__gt=now - MAX_AGE).annotate(place=Subquery(held))
        return [lines.filter(place__isnull=False).order_by("finished_at", "match_id", "player")]

    def rated_as(self, notice: Notice) -> str:
        return str(notice.match_id)

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        found = super().verdict(notice, now)
        is_muted = Seat.objects.filter(match=notice.match_id, user=notice.user_id, muted_at__isnull=False)
        return UNWANTED if found == READY and is_muted.exists() else found

    def lead(self, notice: Notice, title: str, text: Sequence[str]) -> Words:
        return to_match(match_of(notice), title, text)


class PlayRated(OfRating):
    """The notice about a play of the real table: it is about the first line of the play's log."""

    code = "play_rated"
    columns = {"user_id": "player", "play_line_id": "line"}
    read_with = ("play_line",)

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return lines of the ledger of plays; as above, the seat shows that play and account exist."""
        held = PlaySeat.objects.filter(play=OuterRef("match_id"), user=OuterRef("player"))
        lines = PlayLine.objects.filter(play=OuterRef("match_id")).order_by("at", "pk").values("pk")
        owed = RatingChange.objects.filter(Exists(held), finished_at__gt=now - MAX_AGE)
        owed = owed.annotate(line=Subquery(lines[:1])).filter(line__isnull=False)
        return [owed.order_by("finished_at", "match_id", "player")]

    def rated_as(self, notice: Notice) -> str:
        assert notice.play_line is not None, "it is about a line"
        return notice.play_line.play_id

    def lead(self, notice: Notice, title: str, text: Sequence[str]) -> Words:
        page = reverse("companion:play", args=[self.rated_as(notice)])
        return Words(title, text, page, _("Go to the result"))


def _sentence(line: RatingChange) -> str:
    if line.matches_before == 0:
        return _("you have your first rating at %(title)s (%(pool)s): %(after)s.")
    if line.before.shown() == line.after.shown():
        return _("your rating at %(title)s (%(pool)s) stayed at %(after)s.")
    return _("your rating at %(title)s (%(pool)s) went from %(before)s to %(after)s.")
