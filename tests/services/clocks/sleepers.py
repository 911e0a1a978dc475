"""People who sleep, and a clock that stands still while the site runs."""

from datetime import UTC, datetime, timedelta
from typing import Any

from games import clock
from games.core.clocks.personal_pauses import PauseRules
from games.core.engine.state import TURN
from games.models import Heartbeat, Seat
from games.selectors.matches import position
from games.services.waiting import tables
from masques_site.accounts.models import NightWindow
from tests.cast import due, fresh, move, person, stored_log

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LONG_AGO = datetime(2030, 1, 1, tzinfo=UTC)
WEDNESDAY = "2031-03-05T12:00:00Z"
STANDARD = PauseRules(nights=True, vacations=True)
ALL = PauseRules(nights=True, weekends=True, vacations=True)


class Watch:
    """The clock of a site that runs: it stands still but for `let`."""

    def __init__(self, traveller: Any) -> None:
        traveller.move_to(WEDNESDAY, tick=False)
        self.traveller = traveller

    def let(self, time):
        """Let time pass while the site runs."""
        self.traveller.shift(time)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})

    def until(self, moment):
        self.let(moment - clock.now())


def sleeper(name, night_begin=22, zone="UTC"):
    """Return a user whose night has long begun at this hour."""
    user = person(name)
    NightWindow.objects.create(user=user, since=LONG_AGO, zone=zone, night_begin=night_begin)
    return user


def paused_match(*people, rules=STANDARD, pace="standard"):
    table = tables.open_table(
        host=people[0], title="lantern", seats=len(people), pace=pace, access="open", pauses=rules
    )
    for user in people[1:]:
        tables.join_table(user=user, match_id=table.pk)
    return fresh(table)


def let_decide(match, user):
    """Play until `user` owes a turn."""
    while due(match)[0].user_id != user.pk or position(fresh(match)).state.response() != TURN:
        move(match, due(match)[0])


def site_words(match):
    return [event.text for event in stored_log(match) if event.kind == "site"]


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def bank(seat):
    return Seat.objects.get(pk=seat.pk).bank
