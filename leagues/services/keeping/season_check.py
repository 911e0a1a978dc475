"""Comparing leagues with their seals and the consequences of their results; recomputing points and standings.

No page or step of a season uses it, only the command `recompute_seasons`.
"""

from collections.abc import Iterator

from django.db import transaction

from games.strict import UNREADABLE
from leagues import models
from leagues.core.errors import LeagueError
from leagues.models.sealed import SealedModel
from leagues.selectors.results import results_of
from leagues.services.drawing import repeated_draws
from leagues.services.keeping import altered_rows
from leagues.services.playing import standings
from leagues.services.ratings import recompute
from leagues.services.timetable.seasons import lock_season

LEAGUE_OF: dict[type[SealedModel], str] = {
    models.League: "pk",
    models.Role: "league",
    models.RoleOffer: "league",
    models.Invitation: "league",
    models.LogEntry: "league",
    models.Season: "league",
    models.Step: "season__league",
    models.Division: "season__league",
    models.Entry: "season__league",
    models.Fixture: "season__league",
    models.FixtureSeat: "fixture__season__league",
    models.FormerMatch: "fixture__season__league",
    models.TablePlay: "fixture__season__league",
    models.Challenge: "season__league",
    models.Request: "season__league",
    models.Incident: "entry__season__league",
    models.Card: "entry__season__league",
    models.BenchPlayer: "season__league",
    models.BenchOffer: "seat__fixture__season__league",
}
"""The sealed tables of leagues, and the path from a row to its league."""


def faults(slugs: list[str]) -> Iterator[str]:
    """Yield a sentence for each altered row in the leagues `slugs`, or in all if there are none.

    Writes nothing. Raises `League.DoesNotExist` for an unknown slug.
    """
    leagues = _leagues(slugs)
    for model, path in LEAGUE_OF.items():
        rows = model.objects.filter(**{f"{path}__in": leagues}) if slugs else model.objects.all()
        yield from altered_rows.sentences(rows)
    seasons = models.Season.objects.filter(league__in=leagues) if slugs else models.Season.objects.all()
    for pk in seasons.order_by("pk").values_list("pk", flat=True):
        yield from _faults_of_draw(pk)
    divisions = models.Division.objects.filter(season__league__in=leagues) if slugs else models.Division.objects.all()
    for pk in divisions.order_by("pk").values_list("pk", flat=True):
        yield from _faults_of_division(pk)


def store_again(slugs: list[str]) -> int:
    """Store points and standings of the leagues `slugs`, or of all, again; return how many seasons these have."""
    seasons = list(models.Season.objects.filter(league__in=_leagues(slugs)).values_list("pk", flat=True))
    for pk in seasons:
        with transaction.atomic(durable=True):
            season = lock_season(pk)
            for division in season.divisions.select_related("season"):
                for seat, points in _points(division):
                    if seat.points != points:
                        models.FixtureSeat.objects.filter(pk=seat.pk).update(points=points)
                if division.standings.exists():
                    standings.recompute(division)
    return len(seasons)


def accept() -> int:
    """Seal all rows of leagues and ratings as they are stored, as after a change of `SECRET_KEY`; return how many.
    Earlier alterations are not found any more."""
    count = 0
    for model in (*LEAGUE_OF, *recompute.SEALED):
        with transaction.atomic(durable=True):
            count += altered_rows.accept(model.objects.all())
    return count


def _leagues(slugs: list[str]) -> list[int]:
    if not slugs:
        return list(models.League.objects.values_list("pk", flat=True))
    return [models.League.objects.values_list("pk", flat=True).get(slug=slug) for slug in slugs]


# Consequences.


def _faults_of_draw(pk: int) -> list[str]:
    try:
        return repeated_draws.faults(models.Season.objects.get(pk=pk))
    except (LeagueError, *UNREADABLE) as error:
        return [f"Season {pk}: its draw cannot be repeated: {error}"]


def _faults_of_division(pk: int) -> list[str]:
    try:
        division = models.Division.objects.select_related("season").get(pk=pk)
        return [*_wrong_points(division), *_wrong_lines(division)]
    except (LeagueError, *UNREADABLE) as error:
        return [f"Division {pk}: its standings cannot be computed: {error}"]


def _wrong_points(division: models.Division) -> list[str]:
    return [
        f"FixtureSeat {seat.pk}: points are {seat.points}, computed {points}"
        for seat, points in _points(division)
        if seat.points != points
    ]


def _points(division: models.Division) -> Iterator[tuple[models.FixtureSeat, int | None]]:
    """Yield the seats of settled fixtures, and the points that follow from their results by the season's scale."""
    scale = division.season.rules.scale
    computed = [
        points if seat.kind.counts else None
        for result in results_of(division)
        for seat, points in zip(result.seats, scale.points(result), strict=True)
    ]
    settled = models.FixtureSeat.objects.filter(fixture__division=division, fixture__state=models.FixtureState.SETTLED)
    return zip(settled.order_by("fixture__number", "seat"), computed, strict=True)


def _wrong_lines(division: models.Division) -> list[str]:
    """Return the lines of a division's standings that do not follow from its results; there is none before the first
    match."""
    stored = {row.entry_id: row for row in division.standings.all()}
    results = results_of(division)
    if not stored and (not results or division.season.state == models.SeasonState.DRAWN):
        return []
    computed = {row.entry_id: row for row in standings.rows_of(division, standings.lines_of(division, results))}
    found = []
    for entry in sorted(stored.keys() | computed.keys()):
        have, want = stored.get(entry), computed.get(entry)
        if have is None or want is None:
            found.append(f"Standing {entry}: {'missing' if have is None else 'without a player'}")
        elif wrong := [name for name in standings.STORED if getattr(have, name) != getattr(want, name)]:
            found.append(f"Standing {entry}: altered: {', '.join(name.removesuffix('_id') for name in wrong)}")
    return found
