"""Settings of the yardstick: the site's database, with the session middleware only."""

from masques_site.settings import *  # noqa: F403
from masques_site.settings import DATABASES

INSTALLED_APPS = ["django.contrib.sessions"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware"]
ROOT_URLCONF = "bench.site.yardstick"
DATABASES["default"]["CONN_MAX_AGE"] = 0  # as Django advises for ASGI
