"""The settings of a simulated site: a worker that is killed is replaced within seconds, as weeks pass in minutes."""

from masques_site.settings import *  # noqa: F403

NOTICES_LEASE = 30
