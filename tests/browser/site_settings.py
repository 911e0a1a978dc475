"""The settings of a site that only browsers of this machine visit: many guests come from one address."""

from masques_site.settings import *
from masques_site.settings import ACCOUNT_RATE_LIMITS, DATABASES
from tests.plugins.dealt_site import dealt
from tests.plugins.delays import delayed
from tests.plugins.longer import longer

ACCOUNT_RATE_LIMITS = {**ACCOUNT_RATE_LIMITS, "guest": "1000/h/ip"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # dozens of people sign up
# A crash of the machine may lose this database.
DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
dealt(globals())
delayed(globals())
longer(globals())
