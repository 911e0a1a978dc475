"""The settings of a project: everything for which games has no default, and the policy."""

import os
from pathlib import Path

import games
from games.registry import folders

DATA = Path(os.environ["CARNIVAL_DATA"])
SECRET_KEY = "a key for tests"
DEBUG = True
ALLOWED_HOSTS = ["testserver", "127.0.0.1"]
INSTALLED_APPS = [
    "carnival",
    "games",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
ROOT_URLCONF = "carnival.urls"
AUTH_USER_MODEL = "carnival.Reveller"
LOGIN_URL = "login"
GAMES_POLICY = os.environ.get("CARNIVAL_POLICY", "carnival.policy.CarnivalPolicy")
BOT_PAUSE = 0.0
TEMPLATES = [
    {
        "BACKEND": "games.plumbing.jinja_templates.TableTemplates",
        "DIRS": folders("templates"),
        "APP_DIRS": True,
        "OPTIONS": {"environment": "games.table_templates.environment_of", "auto_reload": False},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": folders("templates"),
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    },
]
STATIC_URL = "/static/"
STATICFILES_DIRS = folders("static")
LOCALE_PATHS = [Path(games.__path__[0], "locale"), *folders("locale")]
LANGUAGES = [("en", "English"), ("it", "Italian")]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA / "db.sqlite3",
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
