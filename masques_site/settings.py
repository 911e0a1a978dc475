"""Settings: an embedded site by default, configured by environment variables only (see docs/operations.md)."""

import hashlib
import logging
import os
from email.utils import formataddr
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from games import registry
from masques_site import logs
from masques_site.bootstrap import folders, variables
from masques_site.bootstrap.errors import StartupError
from masques_site.languages import languages_in

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

try:
    variables.check(os.environ)
except StartupError as error:
    raise ImproperlyConfigured(str(error)) from None

# --- Folders and addresses --------------------------------------------------------------------------------------------

DATA_DIR = folders.data_dir(BASE_DIR)
DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
PUBLIC_URL = variables.origin(env.str("PUBLIC_URL")) if env.str("PUBLIC_URL", default="") else ""
SITE_NAME = " ".join(env.str("SITE_NAME", default="").split()) or "Masques"
DEBUG = env.bool("DEBUG", default=False)
FAST_PATHS = not env.bool(
    "MASQUES_PLAIN", default=False
)  # docs/fast-paths.md; read through games/plumbing/fast_paths.py

HTTPS = PUBLIC_URL.startswith("https://")
EMBEDDED = not (DATABASE_URL or REDIS_URL or HTTPS)

if not DATABASE_URL:
    folders.check_writable(DATA_DIR)  # SQLite's own error is only "unable to open database file".
SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY:
    if not EMBEDDED:
        raise ImproperlyConfigured(
            "SECRET_KEY must be set in the environment when DATABASE_URL, REDIS_URL or an https PUBLIC_URL is set. "
            "Make one with: python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
        )
    SECRET_KEY = folders.secret_key(DATA_DIR)

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
PUBLIC_HOST = urlsplit(PUBLIC_URL).hostname
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[PUBLIC_HOST, *LOCAL_HOSTS] if PUBLIC_HOST else LOCAL_HOSTS)
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

# For simulations the site's clock can be shifted and sped up (games/clock.py), but not on a public site.
CLOCK_OFFSET = env.float("MASQUES_CLOCK_OFFSET", default=0.0)
CLOCK_SPEED = env.float("MASQUES_CLOCK_SPEED", default=1.0)
BOT_PAUSE = env.float("MASQUES_BOT_PAUSE", default=1.0)  # seconds from a decision to a bot's published move
CLOCK_EPOCH = env.float("MASQUES_CLOCK_EPOCH", default=0.0)  # the Unix time from which the speed counts
if CLOCK_SPEED != 1.0 and not CLOCK_EPOCH:
    raise ImproperlyConfigured("MASQUES_CLOCK_SPEED needs MASQUES_CLOCK_EPOCH, the Unix time from which it counts.")
if HTTPS and (CLOCK_OFFSET != 0.0 or CLOCK_SPEED != 1.0):
    raise ImproperlyConfigured(
        "MASQUES_CLOCK_OFFSET and MASQUES_CLOCK_SPEED are for simulations: unset them on a public site."
    )
# Whether notices may go to this machine's own servers, and by http.
NOTICES_LOCAL_RECEIVERS = env.bool("MASQUES_LOCAL_RECEIVERS", default=False)
if HTTPS and NOTICES_LOCAL_RECEIVERS:
    raise ImproperlyConfigured("MASQUES_LOCAL_RECEIVERS is for simulations and tests: unset it on a public site.")

# --- Applications and middleware --------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "masques_site.apps.SiteConfig",
    "masques_site.accounts",
    "masques_site.notices",
    "leagues",
    "companion",
    "games",
    "whitenoise.runserver_nostatic",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.admin",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
    "django_structlog",
]
# For development: only requirements-dev.txt contains psutil. Another `bench` may come before ours on the path.
bench = find_spec("bench")
if bench and bench.origin == str(BASE_DIR / "bench" / "__init__.py") and find_spec("psutil"):
    INSTALLED_APPS.append("bench")

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "masques_site.plumbing.compression.CompressionMiddleware",  # docs/decisions/0021-compressed-pages.md
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "masques_site.errors.RejectNulMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "masques_site.accounts.middleware.PeopleMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "masques_site.errors.ErrorPageMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "masques_site.once.OnceMiddleware",
]

ROOT_URLCONF = "masques_site.urls"
ASGI_APPLICATION = "masques_site.asgi.application"
GAMES_POLICY = "masques_site.accounts.policy.SitePolicy"
LEAGUES_POLICY = "masques_site.accounts.league_policy.SiteLeaguePolicy"
COMPANION_POLICY = "masques_site.accounts.companion_policy.SiteCompanionPolicy"

TEMPLATE_DIRS = [BASE_DIR / "templates", *registry.folders("templates")]
TEMPLATES = [
    {  # asked first, and answers for names in `.jinja` alone
        "BACKEND": "games.plumbing.jinja_templates.TableTemplates",
        "DIRS": TEMPLATE_DIRS,
        "APP_DIRS": True,
        "OPTIONS": {"environment": "games.table_templates.environment_of", "auto_reload": DEBUG},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": TEMPLATE_DIRS,
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["games.plumbing.compact_templates.Loader", "games.plumbing.compact_templates.AppLoader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "csp.context_processors.nonce",
            ],
        },
    },
]

# --- Database, cache, sessions ----------------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]]
if DATABASE_URL:
    DATABASES = {"default": env.db_url("DATABASE_URL")}
    if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
        DATABASES["default"]["ENGINE"] = "masques_site.plumbing.queued_sqlite3"
else:
    DATABASES = {"default": {"ENGINE": "masques_site.plumbing.queued_sqlite3", "NAME": DATA_DIR / "db.sqlite3"}}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A deferred transaction fails immediately if it starts to write while another writer is active; an immediate one
    # waits.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
elif DATABASES["default"]["ENGINE"].endswith("postgresql"):
    DATABASES["default"]["ENGINE"] = "masques_site.plumbing.prepared_postgresql"
    options = DATABASES["default"].setdefault("OPTIONS", {})
    options["pool"] = {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=12), "timeout": 1.5}
    options.setdefault("connect_timeout", 2)  # of a host that does not even refuse
    # How often a statement comes on a connection before the server keeps it; a pooler may not know of such statements.
    options["prepare_threshold"] = 2 if env.bool("DATABASE_PREPARES", default=True) else None
    # On a site with many matches PostgreSQL expects more rows of a page than there are, and starts another process to
    # read them: that takes longer than to read them. What the address asks for comes last, and counts.
    options["options"] = f"-c max_parallel_workers_per_gather=0 {options.get('options', '')}".strip()
# Pages are answered by threads that stay, and each keeps its connection to the file; PostgreSQL has its pool. Django's
# own handler has a thread for each request, whose connection must end with it.
DATABASES["default"]["CONN_MAX_AGE"] = 60 if FAST_PATHS and "pool" not in DATABASES["default"]["OPTIONS"] else 0
# Requests that one web process works on at a time. More threads than these only take Python's lock from each other, and
# from the one that is about to write.
WEB_THREADS = env.int("WEB_THREADS", default=3)
WEB_SOCKETS = env.int("WEB_SOCKETS", default=5_000)  # of one web process
# After a restart of the database the pool must not hand out connections that are broken.
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Sessions, cache and rate limits are stored in the database: log-ins and moves work while the broker is down.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "site_cache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}
SESSION_ENGINE = "masques_site.accounts.sessions"

# --- Broker: hints and wake-ups only ----------------------------------------------------------------------------------

BROKER_SOCKET = folders.broker_socket(DATA_DIR)
BROKER_URL = REDIS_URL or f"unix://{BROKER_SOCKET}"
# The prefix of everything this site sends over a broker, so that two sites on one broker do not hear each other, nor a
# copy of this one. All machines of a site must agree on it: by the key that they share, and its address.
_OWN = f"{SECRET_KEY} {PUBLIC_URL or DATABASE_URL or DATA_DIR}"
BROKER_PREFIX = env.str("BROKER_PREFIX", default="") or f"masques-{hashlib.sha256(_OWN.encode()).hexdigest()[:12]}"

CHANNEL_LAYERS = {
    "default": {
        # RedisChannelLayer receives nothing more after a flush or a restart of the broker; this layer does.
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": BROKER_URL, "socket_connect_timeout": 2}], "prefix": BROKER_PREFIX},
    }
}

CELERY_BROKER_URL = BROKER_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": f"{BROKER_PREFIX}:",
    "visibility_timeout": 120,
    # Tasks of a killed worker are redelivered within seconds.
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    "socket_timeout": 3,
    "socket_keepalive": True,
    # A worker gives up a reply that is overdue by this many seconds.
    "health_check_interval": 5,
    "max_retries": 1,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_EVENT_SERIALIZER = "json"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_PROC_ALIVE_TIMEOUT = (
    30  # on a busy machine a new process of a worker is not up within Celery's four seconds
)
# Tasks that are running when the connection is lost are finished: all tasks are idempotent.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
# After a reconnect, all processes of a worker would fetch tasks again together.
CELERY_WORKER_ENABLE_PREFETCH_COUNT_REDUCTION = False
# Without this, Celery closes database connections after every task; `masques_site/celery_app.py` manages them instead.
CELERY_DB_REUSE_MAX = 1_000_000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_TIMEZONE = "UTC"
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    # A sweep that was not started in time is dropped: a later one does its work.
    "sweep": {"task": "games.tasks.sweep", "schedule": 3.0, "options": {"expires": 9}},
    "expire tables": {"task": "games.tasks.expire_tables", "schedule": 60.0, "options": {"expires": 60}},
    "leagues": {"task": "leagues.tasks.sweep", "schedule": 5.0, "options": {"expires": 5}},
    "given up seats": {"task": "leagues.tasks.fill_seats", "schedule": 60.0, "options": {"expires": 60}},
    "ratings": {"task": "leagues.tasks.rate", "schedule": 5.0, "options": {"queue": "ratings", "expires": 5}},
    "plays": {"task": "companion.tasks.sweep", "schedule": 5.0, "options": {"expires": 5}},
    "old play files": {"task": "companion.tasks.prune", "schedule": 3_600.0},
    "dumps": {"task": "leagues.tasks.publish_dumps", "schedule": 3_600.0},
    "integrity": {"task": "leagues.tasks.find_flags", "schedule": 86_400.0},
    "notices": {"task": "masques_site.notices.tasks.sweep", "schedule": 5.0, "options": {"expires": 5}},
    "other notices": {"task": "masques_site.notices.tasks.sweep_others", "schedule": 30.0, "options": {"expires": 30}},
    "deliveries": {"task": "masques_site.notices.tasks.deliver_due", "schedule": 3.0, "options": {"expires": 3}},
    "all notices": {"task": "masques_site.notices.tasks.look_through_all", "schedule": 3_600.0},
    # A small batch, often: nothing waits for it.
    "old notices": {"task": "masques_site.notices.tasks.prune", "schedule": 3_600.0},
    "old receipts": {"task": "games.tasks.prune_receipts", "schedule": 3_600.0},
    "statistics": {"task": "games.tasks.renew_statistics", "schedule": 86_400.0},
    "pauses": {"task": "masques_site.accounts.tasks.apply_pauses", "schedule": 15.0, "options": {"expires": 15}},
    "old visits": {"task": "masques_site.accounts.tasks.prune_visits", "schedule": 3_600.0},
    "old mails": {"task": "masques_site.notices.tasks.prune_outbox", "schedule": 3_600.0},
    "old attempts": {"task": "masques_site.accounts.tasks.prune_attempts", "schedule": 3_600.0},
    "idle accounts": {"task": "masques_site.accounts.tasks.sweep", "schedule": 3_600.0},
}

# --- Users ------------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "masques_site.accounts.backends.SiteBackend",  # asked alone; the others are named in sessions of earlier log-ins
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "masques_site.accounts.passwords.SiteWordsValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_ADAPTER = "masques_site.accounts.adapter.AccountAdapter"
ACCOUNT_USER_DISPLAY = attrgetter("shown_name")
ACCOUNT_FORMS = {
    "login": "masques_site.accounts.forms.LoginForm",
    "signup": "masques_site.accounts.forms.SignupForm",
    "reset_password": "masques_site.accounts.forms.ResetPasswordForm",
    "user_token": "masques_site.accounts.forms.ResetLinkForm",
}
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "masques_site.accounts.tokens.ResetTokenGenerator"  # noqa: S105
# With mandatory verification, a sign-up with another user's address gives the same response as any other, and with the
# site's own forms, adapter and backend it takes the same time (docs/reliability.md).
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
GUEST_MINUTES = 10
# The "key" of a failed log-in is IP address and account together, so that nobody can lock another user out.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "30/h/ip,6/5m/key",
    "login_account": "60/h/key",
    "guest": f"60/{GUEST_MINUTES}m/ip",  # a school has one address, and a whole class logs in together
    "room_code": "20/10m/key",  # wrong ones: by address, and by account
    "report": "10/h/user",
    "people": "60/5m/user",
    "rename": "3/d/user",
    "pauses": "60/h/user",
    "endpoints": "30/h/user",
    "endpoints_changed": "30/h/ip",
    "delete": "5/5m/user",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_TOTP_ISSUER = SITE_NAME

# --- Mail -------------------------------------------------------------------------------------------------------------

# The base URL of links in mails.
SITE_URL = PUBLIC_URL or variables.origin(env.str("SITE_URL", default="") or "http://localhost:8000")

DEFAULT_FROM_EMAIL = env.str(
    "DEFAULT_FROM_EMAIL", default=formataddr((SITE_NAME, f"no-reply@{PUBLIC_HOST or 'localhost'}"))
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default=DEFAULT_FROM_EMAIL)
EMAIL_BACKEND = "masques_site.notices.outbox.OutboxBackend"
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
EMAIL_TIMEOUT = 10
# The key of push notifications; without it one is made in the data folder (masques_site/notices/channels/vapid.py).
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")

# --- Notices ----------------------------------------------------------------------------------------------------------

NOTICES_LEASE = 300  # seconds of real time, after which another worker may send a message instead
NOTICES_PER_HOUR = env.int("NOTICES_PER_HOUR", default=0)  # messages of each channel; 0: no limit
BOUNCE_SECRET = env.str("BOUNCE_SECRET", default="")  # of the address where a mail provider reports returned mails

# --- Security ---------------------------------------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# HSTS preloading (W021) is the decision of the domain's owner, because it is hard to revoke.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "masques_site.errors.csrf_failure"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "media-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
FILE_UPLOAD_HANDLERS = ["masques_site.plumbing.uploads.BoundedUploads"]
UPLOADS = {"/plays/files/": 2_000_000}  # bytes of a file, by path

# --- Languages, time, static files ------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = languages_in(BASE_DIR / "locale")
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "games" / "locale", *registry.folders("locale")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = registry.folders("static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "dumps": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": DATA_DIR / "dumps"},
    },
    "staticfiles": {"BACKEND": "masques_site.plumbing.static_files.StaticFiles"},
}

# --- Logs -------------------------------------------------------------------------------------------------------------

LOGGING_CONFIG = None
# An embedded site logs to a terminal, as text, and only warnings and errors.
logs.configure(
    json=env.bool("LOG_JSON", default=not EMBEDDED),
    level=env.str("LOG_LEVEL", default="WARNING" if EMBEDDED else "INFO"),
)
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG  # one line per request is enough: the one at its end
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO  # Django itself has a line for a client's mistake
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False  # it would believe any header: `logs.bind_address`
