"""The site's settings under test: a data folder that is thrown away, no broker, plain static files, fast passwords."""

import atexit
import os
import shutil
import tempfile

from tests.compiled import choose_build

os.environ.update(DATA_DIR=tempfile.mkdtemp(prefix="masques-test-"))
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
for name in ("REDIS_URL", "PUBLIC_URL", "EMAIL_URL", "ALLOWED_HOSTS", "DEBUG", "DATABASE_URL", "SECRET_KEY"):
    os.environ.pop(name, None)  # What the operator's shell holds must not reach the tests.
for name in ("MASQUES_CLOCK_OFFSET", "MASQUES_CLOCK_SPEED", "MASQUES_PLAIN", "LOG_JSON", "LOG_LEVEL"):
    os.environ.pop(name, None)
os.environ.pop("MASQUES_LOCAL_RECEIVERS", None)
if os.environ.get("TEST_DATABASE_URL"):
    os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]
os.environ.setdefault("SECRET_KEY", "a key for tests")
choose_build()

from masques_site.settings import *
from masques_site.settings import DATA_DIR as DATA_DIR
from masques_site.settings import DATABASES, STORAGES

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, so that threads and processes can meet in it; a crash of the machine may lose it.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
BOT_PAUSE = 0.0  # nobody watches
