"""Leaderboards, the effect of a match on ratings, and how ratings work."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import clock
from games.core.title.game import Game
from games.plumbing.responses import FRAGMENT, fragment_wanted
from games.registry import TITLES
from games.views.access import allow_methods, handle_refusals, match_for_request
from games.views.drawings import Drawings
from leagues.core.pools import Pool
from leagues.core.rating import LISTED_FOR, NEW, PROVISIONAL_MATCHES, PROVISIONAL_SIGMA, Rating
from leagues.pool_text import pool_name
from leagues.selectors import ratings as selectors
from leagues.selectors.match_ratings import Shown, meaning_of
from leagues.selectors.seasons import Person

FIRST = 3  # of each leaderboard, on the page of all
PER_PAGE = 50
NEWCOMERS = 20  # players below a leaderboard who are not listed yet
ALSO_HOURLY = timedelta(hours=1)  # inactive players go down the board slowly

boards: Drawings[list[selectors.BoardLine]] = Drawings(most=64, max_age=ALSO_HOURLY)


@allow_methods("GET", "HEAD")
def index(request: HttpRequest) -> HttpResponse:
    """Show the first of every leaderboard."""
    pools, revision = selectors.pools_by_title(), selectors.revision()
    found = [
        (game, pool, board_of(game, pool, revision)[:FIRST])
        for game in TITLES.values()
        for pool in pools.get(game.slug, ())
        if is_pool_of(game, pool)
    ]
    people = selectors.persons_there({line.player for _game, _pool, lines in found for line in lines}, request.user)
    boards = [
        {"game": game, "pool": pool, "name": pool_name(game, pool), "lines": with_persons(lines, people)}
        for game, pool, lines in found
    ]
    return render(request, "ratings/index.html", {"boards": boards})


@allow_methods("GET", "HEAD")
def board(request: HttpRequest, title: str, pool: str) -> HttpResponse:
    """Show a leaderboard, and the reader's place on it."""
    game, found = named(title, pool)
    lines = board_of(game, found, selectors.revision())
    page = Paginator(lines, PER_PAGE).get_page(request.GET.get("page"))
    moment = clock.now()
    new = selectors.on_their_way(title, found.slug, moment, NEWCOMERS) if page.number == 1 else []
    people = selectors.persons_there(
        [*(line.player for line in page), *(player for player, _rating in new)], request.user
    )
    others = [pool for pool in selectors.pools_by_title().get(title, ()) if is_pool_of(game, pool)]
    context = {
        "game": game,
        "pool": found,
        "pool_name": pool_name(game, found),
        "others": [(other, pool_name(game, other)) for other in others],
        "page": page,
        "lines": with_persons(page, people),
        "new": [
            (people[player], Shown.of(rating, moment), rating.matches) for player, rating in new if player in people
        ],
        "needed": PROVISIONAL_MATCHES,
        "own": own_line(request.user, game, found, lines),
    }
    return render(request, "ratings/board.html", context)


@allow_methods("GET", "HEAD")
def board_json(request: HttpRequest, title: str, pool: str) -> HttpResponse:
    """Return the whole leaderboard for programs."""
    game, found = named(title, pool)
    lines = board_of(game, found, selectors.revision())
    people = selectors.persons_there([line.player for line in lines], request.user)
    rows = [
        {
            "rank": line.rank,
            "name": person.name,
            "rating": line.shown,
            "doubt": line.doubt,
            "matches": line.matches,
            "last": line.last,
        }
        for line, person in with_persons(lines, people)
    ]
    return JsonResponse({"title": game.slug, "pool": found.slug, "leaderboard": rows})


@allow_methods("GET", "HEAD")
def how(request: HttpRequest) -> HttpResponse:
    """Show players how ratings work, and what has changed."""
    return render(request, "ratings/how.html", {"since": selectors.changed_at()})


@never_cache
@allow_methods("GET", "HEAD")
@handle_refusals
def match_ratings(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the effect of a match on ratings: what each place would change, or has changed."""
    match = match_for_request(request, match_id)
    meaning = meaning_of(match, request.user, clock.now()) if match.is_rated else None
    context: dict[str, Any] = {"match": match, "meaning": meaning, "game": match.game}
    if meaning is not None:
        context["pool_name"] = pool_name(match.game, meaning.pool)
        context["places"] = range(1, 1 + max((len(one.changes) for one in meaning.prospects), default=0))
    if fragment_wanted(request):
        response = render(request, "ratings/_match.html", context)
        response.headers[FRAGMENT] = "ratings"
        return response
    return render(request, "ratings/match.html", context)


def named(title: str, slug: str) -> tuple[Game, Pool]:
    """Return the title and the pool that an address names; raises Http404."""
    game = TITLES.get(title)
    try:
        pool = Pool.parse(slug)
    except ValueError as error:
        raise Http404(_("This leaderboard doesn’t exist.")) from error
    if game is None or not is_pool_of(game, pool):
        raise Http404(_("This leaderboard doesn’t exist."))
    return game, pool


def is_pool_of(game: Game, pool: Pool) -> bool:
    """Return whether a title has this pool (still)."""
    try:
        pool_name(game, pool)
    except ValueError:
        return False
    return True


def board_of(game: Game, pool: Pool, revision: tuple[object, ...]) -> list[selectors.BoardLine]:
    """Return the leaderboard as it is now, or was less than an hour ago if nothing has been rated since."""
    return boards.of(
        (game.slug, pool.slug, *revision), lambda: selectors.leaderboard(game.slug, pool.slug, clock.now())
    )


def with_persons(
    lines: Iterable[selectors.BoardLine], people: Mapping[int, Person]
) -> list[tuple[selectors.BoardLine, Person]]:
    """Return lines with their persons, without accounts that were deleted since the board was drawn."""
    return [(line, people[line.player]) for line in lines if line.player in people]


def own_line(user: Any, game: Game, pool: Pool, lines: list[selectors.BoardLine]) -> dict[str, Any] | None:
    """Return the reader's line, or what they lack to be listed; None for visitors and guests."""
    if not user.is_authenticated or user.is_guest:
        return None
    line = next((line for line in lines if line.player == user.pk), None)
    if line is not None:
        return {"line": line, "page": 1 + lines.index(line) // PER_PAGE}
    moment = clock.now()
    rating = selectors.ratings_of([user.pk], game.slug, pool.slug).get(user.pk, NEW)
    return {"shown": Shown.of(rating, moment), "rating": rating, "missing": missing(rating, moment)}


def missing(rating: Rating, moment: Any) -> list[str]:
    """Return what keeps a rating off its leaderboard, in sentences."""
    found = []
    if rating.matches < PROVISIONAL_MATCHES:
        facts = {"played": rating.matches, "needed": PROVISIONAL_MATCHES}
        found.append(_("You’ve played %(played)s of the %(needed)s rated matches needed.") % facts)
    elif rating.sigma_at(moment) > PROVISIONAL_SIGMA:
        found.append(_("Your rating isn’t reliable enough yet. A few more matches will do."))
    if rating.last is not None and moment - rating.last > LISTED_FOR:
        found.append(_("Your last rated match was more than %(days)s days ago.") % {"days": LISTED_FOR.days})
    return found
