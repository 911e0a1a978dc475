"""Demo data for an empty site, created by the same services that people use."""

import secrets
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings

from games import clock
from games.core.title.game import Game
from games.models import Access, Match, Seat, Status
from games.registry import TITLES
from games.selectors.decisions import is_response
from games.services.waiting import tables
from leagues.services.ratings import ledger, rated_results
from masques_site import demo_leagues, demo_plays
from masques_site.accounts.services import create_account
from masques_site.demo_leagues import decide, due_first

NAMES = ("Marco", "Lucia", "Tommaso", "Bianca", "Alvise", "Zanetta", "Nicolo")
FULL_TABLE = 4  # seats of a full table, or the usual number of the title where that is more
LEVEL = "medium"  # of the bots that decide for people
EVENINGS = 17  # with the other duels of the demo enough for a leaderboard
LOGIN_FILE = "demo-login"


def login() -> str:
    """Return a sentence that tells the operator how to log in to the demo; empty if there is no demo."""
    path = settings.DATA_DIR / LOGIN_FILE
    if not path.is_file():
        return ""
    name, password = path.read_text().split()
    return f"Log in as {name} with the password {password}"


def _many(game: Game) -> int:
    """Return the seats of a full table of the title."""
    return max(game.usual_seats, min(game.seats[-1], FULL_TABLE))


def populate(say: Callable[[str], object] = lambda words: None) -> str:
    """Create demo users and, for every title, a match of the first user against hard bots, which move as soon as
    workers are running, an open table, a finished and a running match; two leagues; plays at the real table; and enough
    duels of two users for a leaderboard to list them. The site may run meanwhile, but not its sweeps: a league's past
    is made by the clock of that time.

    Return the sentence of `login`; `say` gets the progress. The password is random and stored in the data folder,
    readable by the owner only.
    """
    password = secrets.token_urlsafe(9)
    everybody = [_person(name, password if name == NAMES[0] else None) for name in NAMES]
    path = settings.DATA_DIR / LOGIN_FILE
    path.touch(mode=0o600)
    path.write_text(f"{NAMES[0]} {password}\n")
    for game in TITLES.values():
        _match(game.slug, everybody[:1], bots=["hard"] * (game.usual_seats - 1))
    for game in TITLES.values():
        say(f"matches of {game.name} ...")
        _finish(_match(game.slug, everybody[: _many(game)], is_rated=True))
        _advance(_match(game.slug, everybody[: game.usual_seats]), decisions=4 * game.usual_seats)
        tables.open_table(
            host=everybody[1],
            title=game.slug,
            seats=_many(game),
            settings={},
            pace="standard",
            access=Access.OPEN,
            is_rated=True,
            is_demo=True,
        )
    say("two leagues ...")
    demo_leagues.populate(everybody)
    say("plays at the real table ...")
    demo_plays.populate(everybody)
    say("a duel of many evenings ...")
    _evenings(everybody[:2])
    _rate()
    return login()


def _person(name: str, password: str | None) -> Any:
    """Create and return a demo user with an address, which leagues require; mail to example.org reaches nobody."""
    return create_account(username=name, email=f"{name.lower()}@example.org", password=password, is_demo=True)


def _rate() -> None:
    """Rate the results, so that pages show ratings before any worker runs."""
    rated = Match.objects.filter(is_rated=True, status=Status.FINISHED).order_by("finished_at", "pk")
    for match_id in list(rated.values_list("pk", flat=True)):
        rated_results.record(match_id)
    ledger.rate_all_due()


def _match(title: str, people: list[Any], bots: Sequence[str] = (), *, is_rated: bool = False) -> Match:
    match = tables.open_table(
        host=people[0],
        title=title,
        seats=len(people) + len(bots),
        settings={},
        pace="relaxed",
        access=Access.OPEN,
        bots=bots,
        is_rated=is_rated,
        is_demo=True,
    )
    for user in people[1:]:
        tables.join_table(user=user, match_id=match.pk)
    return match


def _evenings(two: list[Any]) -> None:
    """Play rated duels, one an evening, until yesterday."""
    for evening in range(EVENINGS, 0, -1):
        begins = clock.now() - timedelta(days=evening)
        with clock.moved_to(begins):
            match = _match(demo_leagues.duel(), two, is_rated=True)
        demo_leagues.play_quickly(match.pk, begins)


def _finish(match: Match) -> None:
    while seat := due_first(match.pk):
        decide(seat, LEVEL)


def _advance(match: Match, decisions: int) -> None:
    """Play `decisions` decisions, and then on until the first demo user owes one."""
    while (seat := due_first(match.pk)) and (decisions > 0 or not _is_turn_of_first(seat)):
        decide(seat, LEVEL)
        decisions -= 1


def _is_turn_of_first(seat: Seat) -> bool:
    """Return whether it is the first seat, and owes a turn, at which there is most to look at: not an answer."""
    return seat.index == 0 and not is_response(seat.match_id, seat.match.decision)
