"""Public pages: the list of leagues, the standings, matches, timetable, people and log of a season."""

from typing import Any, cast

from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from games import clock
from games.core import text
from games.plumbing.responses import fragment_wanted
from games.policy import ShownRating, policy
from games.refusals import Forbidden
from games.registry import TITLES
from games.selectors.stored import each_readable
from games.translation import translate
from games.views.access import allow_methods
from leagues import rules_text
from leagues.core import ladder as core_ladder
from leagues.core.rules import Format
from leagues.log_text import STEP_NAMES, describe
from leagues.models import Entry, EntryState, FixtureState, LogEntry, RequestKind, SeasonState
from leagues.models.season import label_of_division
from leagues.policy import policy as league_policy
from leagues.refusals import NoSuchLeague
from leagues.selectors import leagues as selectors
from leagues.selectors import seasons
from leagues.selectors.current_ratings import ratings_of
from leagues.selectors.halls import hall_of
from leagues.selectors.table_results import offered_in
from leagues.services.deciding.requests import LONGEST_TEXT, may_be_asked
from leagues.services.entering import entries, personal_log
from leagues.services.ladders import challenges, ladder_places
from leagues.views import drawn
from leagues.views.access import Where, framable, missing, season_page

LOG_LINES = 100
MOST_DIGITS = 18  # of the key of a line
EMBEDDED = [
    *(f"games/css/{name}.css" for name in ("fonts", "tokens", "base", "layout", "controls", "components")),
    "css/leagues.css",
]
REQUEST_LINES = 100
WITH_FORMS = ("organise", "requests", "table")  # pages that stay as they are while their forms are filled in


@allow_methods("GET", "HEAD")
def index(request: HttpRequest) -> HttpResponse:
    """Show the leagues of the site."""
    title = request.GET.get("title", "")
    title = title if title in TITLES else ""
    summaries = selectors.listed(request.user, title)
    mine = [summary for summary in summaries if summary.mine is not None]
    others = [summary for summary in summaries if summary.mine is None]
    context = {"mine": mine, "others": others, "titles": TITLES.values(), "title": title}
    return render(request, "leagues/index.html", context)


@season_page
def season(request: HttpRequest, where: Where) -> HttpResponse:
    """Show a season: its state, what comes next, and its standings."""
    context = frame(request, where, "standings")
    if where.season.rules.format is Format.LADDER:
        context["ladder"] = _ladder(request, where)
    else:
        context["shown"] = shown = drawn.choose(request, where.season, context["mine"])
        standings = drawn.standings(where.season, shown)
        context["drawn"] = standings.for_entry(context["mine"])
        context["own"] = None if context["mine"] is None else standings.lines.get(context["mine"].pk)
    context["own_open"] = _own_open(request, where, context["mine"])
    context["calendar"] = league_policy().calendar_token(request.user) if context["is_in"] else ""
    return render(request, "leagues/season.html", context)


@season_page
def matches(request: HttpRequest, where: Where) -> HttpResponse:
    """Show all matches of a season, by division and round."""
    context = frame(request, where, "matches")
    context["shown"] = shown = drawn.choose(request, where.season, context["mine"])
    context["drawn"] = drawn.matches(where.season, shown).html
    context["own_open"] = _own_open(request, where, context["mine"])
    context["quality"] = [_quality(name, report) for name, report in (where.season.quality or {}).items()]
    return render(request, "leagues/matches.html", context)


def _own_open(request: HttpRequest, where: Where, mine: Entry | None) -> list[tuple[seasons.FixtureLine, bool]]:
    """Return the reader's own matches that a table result can settle, each with whether one waits to be confirmed."""
    is_on = where.season.table_results and where.season.state == SeasonState.RUNNING
    if mine is None or not is_on or mine.state != EntryState.ENTERED:
        return []
    mine.season = where.season
    own, offered = seasons.matches_of(mine, request.user), offered_in(where.season)
    is_open = [line for line in own if line.fixture.state != FixtureState.SETTLED and len(line.seats) > 1]
    return [(line, line.fixture.pk in offered) for line in is_open]


def _quality(name: str, report: dict[str, Any]) -> dict[str, str]:
    """Return a line of the report on the schedule: how many pairs meet how often, and the largest difference of
    seats."""
    tier, index = (int(part) for part in name.split("."))
    pairs = ", ".join(
        ngettext("%(n)s pair: %(times)s times", "%(n)s pairs: %(times)s times", pairs) % {"n": pairs, "times": times}
        for times, pairs in report["meetings"]
    )
    return {
        "name": label_of_division(tier, index),
        "meetings": pairs,
        "seats": str(max(report["seat_spreads"], default=0)),
    }


@season_page
def cross(request: HttpRequest, where: Where) -> HttpResponse:
    """Show everyone against everyone, by division."""
    context = frame(request, where, "cross")
    context["shown"] = shown = drawn.choose(request, where.season, context["mine"])
    context["drawn"] = drawn.cross(where.season, shown).for_entry(context["mine"])
    return render(request, "leagues/cross.html", context)


@season_page
def hall(request: HttpRequest, where: Where) -> HttpResponse:
    """Show who won the seasons that are over."""
    context = frame(request, where, "hall")
    context["hall"] = hall_of(where.league, request.user)
    return render(request, "leagues/hall.html", context)


@season_page
@framable
def embed(request: HttpRequest, where: Where) -> HttpResponse:
    """Show the standings alone, the same for everybody, to be shown in a frame on any site."""
    shown = drawn.choose(request, where.season)
    context = {
        "league": where.league,
        "season": where.season,
        "game": TITLES[where.season.title],
        "sheets": EMBEDDED,
        "shown": shown,
        "drawn": drawn.standings(where.season, shown).html,
    }
    return render(request, "leagues/embed.html", context)


@season_page
def timetable(request: HttpRequest, where: Where) -> HttpResponse:
    """Show what happens next, and when."""
    context = frame(request, where, "timetable")
    steps = list(where.season.steps.order_by("position"))
    upcoming = next((step.pk for step in steps if step.done_at is None), None)
    context["steps"] = [
        {"step": step, "label": STEP_NAMES[step.kind], "is_next": step.pk == upcoming} for step in steps
    ]
    return render(request, "leagues/timetable.html", context)


@season_page
def rules(request: HttpRequest, where: Where) -> HttpResponse:
    """Show the rules of the season, and what has changed since the one before."""
    context = frame(request, where, "rules")
    compared = where.league.seasons.filter(number__lt=where.season.number).order_by("-number").first()
    context["compared"] = compared
    context["sections"] = rules_text.sections(where.season, compared)
    return render(request, "leagues/rules.html", context)


@season_page
def people(request: HttpRequest, where: Where) -> HttpResponse:
    """Show the players, those who wait for an answer, the substitutes, and the people who run the league."""
    context = frame(request, where, "people")
    rows = {entry.pk: entry for entry in where.season.entries.select_related("user", "division").order_by("pk")}
    named = seasons.people_of(rows, request.user)
    rated = ratings_of(where.season, rows.values())
    by_state: dict[str, list[tuple[Entry, seasons.Person, ShownRating | None]]] = {}
    for pk, entry in rows.items():
        by_state.setdefault(entry.state, []).append((entry, named[pk], rated.get(pk)))
    context["entered"] = by_state.get(EntryState.ENTERED, [])
    context["asked"] = by_state.get(EntryState.ASKED, [])
    context["left"] = [*by_state.get(EntryState.WITHDRAWN, []), *by_state.get(EntryState.REMOVED, [])]
    substitutes = [row.user for row in where.season.bench.select_related("user")]
    roles = list(where.league.roles.select_related("user").order_by("since"))
    names = policy().names([*substitutes, *(role.user for role in roles)])
    context["substitutes"] = [(names[user.pk], policy().profile_url(user)) for user in substitutes]
    context["roles"] = [(role, names[role.user_id], policy().profile_url(role.user)) for role in roles]
    return render(request, "leagues/people.html", context)


@season_page
def requests(request: HttpRequest, where: Where) -> HttpResponse:
    """Show the reader's requests about this season with their answers, and the form for a new one."""
    if not request.user.is_authenticated:
        raise Forbidden(text._("Log in first."))
    entry = where.season.entries.filter(user=request.user).first()
    if entry is None:
        raise Forbidden(text._("You’re not playing in this season."))
    context = frame(request, where, "requests")
    context["requests"] = entry.requests.select_related("fixture")[:REQUEST_LINES]
    context["own_matches"] = seasons.matches_of(entry, request.user)
    context["kinds"] = [kind for kind in RequestKind if may_be_asked(kind, where.season)]
    context["longest"] = LONGEST_TEXT
    return render(request, "leagues/requests.html", context)


@season_page
def log(request: HttpRequest, where: Where) -> HttpResponse:
    """Show what was done in the league. Members read what is public or concerns them; organisers read everything except
    the lines that each member got by mail."""
    lines = LogEntry.objects.filter(league=where.league).select_related("season")
    readable = selectors.readable_by(request.user)
    lines = lines.filter(readable | ~Q(verb__in=personal_log.VERBS) if where.stands.moderates else readable)
    page = Paginator(lines, LOG_LINES).get_page(_page_of(lines, request.GET) or request.GET.get("page"))
    found = each_readable(cast(QuerySet[LogEntry], page.object_list))
    users = get_user_model().objects.filter(
        pk__in={key for line in found for key in (line.actor_id, line.subject_id) if key is not None}
    )
    names = policy().names(list(users))
    context = frame(request, where, "log")
    context["lines"] = [(line, describe(line, names)) for line in found]
    context["page"] = page
    return render(request, "leagues/log.html", context)


def _page_of(lines: QuerySet[LogEntry], query: QueryDict) -> int | None:
    """Return the page with the line that `?line=` names, from 1; None without one that may be read."""
    asked = query.get("line", "")
    key = int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= MOST_DIGITS else 0
    line = lines.filter(pk=key).values_list("at", "pk").first() if key else None
    if line is None:
        return None
    at, pk = line
    return lines.filter(Q(at__gt=at) | Q(at=at, pk__gt=pk)).count() // LOG_LINES + 1


@never_cache
@allow_methods("GET", "HEAD")
def rev(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Answer the heartbeat of a season's open pages with its revision."""
    found = selectors.revision_of(slug, number)
    return missing(request, NoSuchLeague()) if found is None else JsonResponse({"rev": found[1]})


def frame(request: HttpRequest, where: Where, here: str) -> dict[str, Any]:
    """Return what every page of a season shows around its own part. The page's script requests the section of the
    season alone, without header and footer."""
    season, user = where.season, request.user
    mine = season.entries.filter(user=user).first() if user.is_authenticated else None
    refusal = entries.why_not(user, season, mine) if user.is_authenticated else None
    facts = selectors.facts_of(season, user)
    is_in = mine is not None and mine.state in (EntryState.ASKED, EntryState.ENTERED)
    return {
        "layout": "leagues/_fragment.html" if fragment_wanted(request) else "games/base.html",
        "league": where.league,
        "season": season,
        "stands": where.stands,
        "site_moderates": policy().is_moderator(user),
        "here": here,
        "is_live": here not in WITH_FORMS,
        "game": TITLES[season.title],
        "seasons": drawn.seasons(season, facts.newest),
        "next_step": selectors.next_step(season),
        "players": facts.players,
        "mine": mine,
        "is_in": is_in,
        "may_sign_up": user.is_authenticated and not is_in and refusal is None,
        "refusal": translate(refusal) if refusal is not None and not is_in else "",
        "is_substitute": facts.is_substitute,
        "role_offer": selectors.role_offered_to(user, where.league) if facts.is_asked else None,
        "offers": selectors.offers_to(user, season),
    }


def _ladder(request: HttpRequest, where: Where) -> list[dict[str, Any]]:
    """Return the places of a ladder, with what the viewer may do about each."""
    rows = seasons.ladder_of(where.season, request.user)
    own = next((entry for entry, person in rows if person.is_viewer), None)
    live = {row.challenged_id: row for row in where.season.challenges.filter(ended_at=None)}
    ladder = ladder_places.ladder_of(where.season)
    situation = challenges.situation_of(where.season, clock.now(), request.user)
    is_open = where.league.closed_at is None
    found = []
    for entry, person in rows:
        refusal = None
        if own is not None and entry.pk != own.pk:
            refusal = core_ladder.refuse(ladder, own.pk, entry.pk, situation, challenges.RULES)
        found.append(
            {
                "entry": entry,
                "person": person,
                "challenge": live.get(entry.pk),
                "is_away": own is not None and entry.pk in situation.away,
                "may_challenge": is_open and own is not None and entry.pk != own.pk and refusal is None,
                "refusal": translate(refusal.reason) if refusal is not None else "",
            }
        )
    return found
