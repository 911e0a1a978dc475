"""The settings of a simulated site: weeks pass in minutes, so what takes seconds elsewhere must take less here.

A worker that is killed is replaced within seconds, and a sweep that comes every half minute would come once a day.
"""

from masques_site import settings as site
from masques_site.settings import *  # noqa: F403

NOTICES_LEASE = 30
CELERY_BEAT_SCHEDULE = {
    **site.CELERY_BEAT_SCHEDULE,
    "other notices": {**site.CELERY_BEAT_SCHEDULE["other notices"], "schedule": 5.0, "options": {"expires": 5}},
}
