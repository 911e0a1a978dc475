"""The settings of a worker that knows the test title and bots that misbehave."""

from masques_site.settings import *
from tests.plugins.delays import delayed

CELERY_IMPORTS = ["tests.workers.wild_worker"]
delayed(globals())
