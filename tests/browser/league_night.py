"""A league for an evening in a café, written into the database of the site in whose environment this runs:
`python -m tests.browser.league_night` prints a `LeagueNight` as JSON."""

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

from tests.processes import ROOT, LiveSite

PLAYERS = ("Agnese", "Beppe", "Corinna", "Duilio")
ORGANISER = "Fiorenza"
NAME = "Café League"


@dataclass(frozen=True)
class LeagueNight:
    """The address of a season of Masons for four, whose only match runs on the site, and the session cookies of its
    players and of its organiser, as `name=value`, by their names."""

    season: str
    sessions: dict[str, str]


def stage(site: LiveSite) -> LeagueNight:
    """Write it into the database of `site`, which runs."""
    command = [sys.executable, "-m", "tests.browser.league_night"]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, check=True, text=True)
    return LeagueNight(**json.loads(done.stdout))


def write() -> LeagueNight:
    """Create the people and the league, and take its season to its start."""
    from games import clock
    from leagues.core.rules import Format, default_rules
    from leagues.core.timetable import StepKind, timetable
    from leagues.services.entering import entries
    from leagues.services.organising import leagues
    from leagues.services.playing import starting
    from leagues.services.timetable import steps
    from masques_site.accounts.services import create_account

    people = {
        name: create_account(username=name, email=f"{name.lower()}@example.org") for name in (*PLAYERS, ORGANISER)
    }
    rules = replace(default_rules(Format.PODS, 4), division_size=4, table_results=True)
    length = next(step.at for step in timetable(rules, clock.now()) if step.kind is StepKind.START) - clock.now()
    opens_at = clock.now() - length - timedelta(days=1)
    with clock.moved_to(opens_at):
        terms = leagues.Terms(title="masons", rules=rules, pace="relaxed")
        league = leagues.create_league(
            owner=people[ORGANISER], name=NAME, description="One table, one evening.", terms=terms, opens_at=opens_at
        )
    season = league.seasons.get()
    for step in season.steps.order_by("position"):
        with clock.moved_to(step.at):
            steps.do_step(step.pk)
            if step.kind == StepKind.OPEN_SIGN_UP:
                for name in PLAYERS:
                    entries.sign_up(user=people[name], season_id=season.pk)
            if step.kind == StepKind.START:
                break
    for fixture in season.fixtures.filter(opens_at__isnull=False).order_by("number"):
        starting.start(fixture.pk)
    sessions = {name: session_of(user) for name, user in people.items()}
    return LeagueNight(f"/leagues/{league.slug}/1/", sessions)


def session_of(user: Any) -> str:
    """Return the session cookie of a browser in which `user` is logged in."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(asdict(write())))
