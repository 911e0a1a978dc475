"""The settings of a worker that knows the test title and bots that misbehave."""

import os

from masques_site.settings import *
from tests.plugins.delays import delayed

# How long a worker lets a bot think, in a test that need not wait as long as the site does.
if "WILD_SECONDS" in os.environ:
    seconds = int(os.environ["WILD_SECONDS"])
    CELERY_TASK_ANNOTATIONS = {"games.tasks.advance": {"soft_time_limit": seconds, "time_limit": seconds + 2}}
CELERY_IMPORTS = ["tests.workers.wild_worker"]
delayed(globals())
