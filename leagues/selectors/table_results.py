"""Plays of the real table that settle matches of seasons: what they do, and who may decide about them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from companion.models import Play, PlayState
from games.policy import Label
from games.selectors.stored import each_readable, first_readable
from leagues.models import Fixture, FixtureSeat, RoleKind, Season, TablePlay, TablePlayState
from leagues.policy import policy
from leagues.selectors.labels import label_of
from leagues.selectors.roles import RANKS, rank_of


def consequences_of(play: Play) -> Sequence[Label]:
    """Return what a play means for the match of a season to which it was offered, in a sentence; none if it was never
    offered, or is no longer of that match. One statement."""
    row = _row_of(play)
    if row is None:
        return ()
    match TablePlayState(row.state):
        case TablePlayState.OFFERED:
            sentence = _(
                "It settles a league match as soon as everyone has confirmed it, and ends that match on the site if "
                "it’s still in progress: %(match)s."
            )
        case TablePlayState.SETTLED:
            sentence = _("It settled a league match: %(match)s.")
        case TablePlayState.IGNORED:
            sentence = _("It was confirmed too late for a league match, so it counts as a casual result: %(match)s.")
        case TablePlayState.ENDED:
            return ()
    label = label_of(row.fixture)
    return (Label(sentence % {"match": label.text}, label.url),)


def organises(user: Any, play: Play) -> bool:
    """Return whether `user` organises the league to one of whose matches a play was offered, and is no player of that
    match; two statements, four for those who may."""
    row = _row_of(play)
    if row is None or row.state == TablePlayState.ENDED:
        return False
    if rank_of(user, row.fixture.season.league) < RANKS[RoleKind.ORGANISER] or policy().refuse_to_organise(user):
        return False
    plays = FixtureSeat.objects.filter(fixture=row.fixture, entry__user=user.pk).exists()
    return not plays and not play.seats.filter(user=user.pk).exists()


def _row_of(play: Play) -> TablePlay | None:
    rows = TablePlay.objects.filter(play=play).select_related("fixture__season__league", "fixture__division")
    return next(iter(first_readable(rows, 1)), None)


def plays_of(season: Season) -> Mapping[int, str]:
    """Return the plays that have settled fixtures of a season, by fixture; one statement if the season allows them."""
    if not season.table_results:
        return {}
    rows = TablePlay.objects.filter(fixture__season=season, state=TablePlayState.SETTLED)
    return dict(rows.values_list("fixture", "play"))


def offered_in(season: Season) -> set[int]:
    """Return the fixtures of a season for which a result waits to be confirmed."""
    rows = TablePlay.objects.filter(fixture__season=season, state=TablePlayState.OFFERED)
    return set(rows.values_list("fixture", flat=True))


def disputed_in(season: Season) -> list[TablePlay]:
    """Return the plays offered to fixtures of a season whose people don't agree, the oldest first."""
    rows = TablePlay.objects.filter(fixture__season=season, state=TablePlayState.OFFERED)
    return each_readable(rows.filter(play__state=PlayState.DISPUTED).select_related("fixture").order_by("at", "pk"))


def offer_of(fixture: Fixture) -> TablePlay | None:
    """Return the play that is offered to a fixture now; None if there is none."""
    return fixture.table_plays.filter(state=TablePlayState.OFFERED).first()
