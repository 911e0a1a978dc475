"""Loading this teaches a worker the test title and the wild bots, and makes it lose patience with them sooner."""

from datetime import timedelta

from games import tasks
from games.bots.levels import LEVELS
from games.registry import TITLES
from games.services.bot_moves import bot_lease
from tests.lantern.game import LANTERN
from tests.workers.wild import WILD

LEVELS.update(WILD)
TITLES[LANTERN.slug] = LANTERN
tasks.advance.soft_time_limit = 5
tasks.advance.time_limit = 8
bot_lease.OVERRUN = 6.0
bot_lease.LEASE = timedelta(seconds=2.5)
