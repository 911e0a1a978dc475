"""The site's database under a Django that does as little as a page with a session can."""

from masques_site.settings import *  # noqa: F403
from masques_site.settings import DATABASES

INSTALLED_APPS = ["django.contrib.sessions"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware"]
ROOT_URLCONF = "bench.site.yardstick"
DATABASES["default"]["CONN_MAX_AGE"] = 0  # as Django advises for ASGI
