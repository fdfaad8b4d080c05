"""Settings from the environment. Importing this file writes nothing.

`MEMORYWEB_DATA` holds everything that lives: database, secret key, dictionary cache, backups.
"""

import os
import re
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from memoryweb import bodies, environment

BASE_DIR = environment.BASE_DIR
CHANGELOG = BASE_DIR / "CHANGELOG.md"


def _version() -> str:
    """The newest version named in CHANGELOG.md, so that it is written in one place."""
    try:
        found = re.search(r"^## (\d+\.\d+\.\d+)", CHANGELOG.read_text(encoding="utf-8"), re.M)
    except OSError:
        return "0"
    return found.group(1) if found else "0"


VERSION = _version()
DATA_DIR = environment.data_folder()
DEBUG = environment.flag("MEMORYWEB_DEBUG")
TESTING = False
# Made by the first start (`up`, `setup`, ...); never by importing this file.
SECRET_KEY = environment.secret_key()
ALLOWED_HOSTS = environment.hosts()
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if host != "0.0.0.0"]  # noqa: S104

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "memory_core.jobs",
    "memory_core.ledger",
    "memory_core.people",
    "memory_core.messages",
    "memory_core.retrieval",
    "memory_core.review",
    "memory_core.episodes",
    "memory_core.facts",
    "memory_core.knowledge",
    "memory_core.edges",
    "memoryweb.accounts",
    "memoryweb.commands",
    "memoryweb.dashboard",
]

MIDDLEWARE = [
    "memoryweb.dashboard.middleware.SecurityHeadersMiddleware",
    "memoryweb.dashboard.middleware.RefusalMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "memoryweb.dashboard.middleware.CrossSiteMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "memoryweb.accounts.middleware.SessionLifeMiddleware",
    "memoryweb.dashboard.middleware.LanguageMiddleware",
    "memoryweb.dashboard.middleware.SetupMiddleware",
    "memoryweb.accounts.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "memoryweb.urls"
WSGI_APPLICATION = "memoryweb.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "memoryweb.dashboard.context.frame",
            ],
            "builtins": ["django.templatetags.i18n", "memoryweb.dashboard.templatetags.memory"],
        },
    }
]

# WAL lets readers go on while one writes. IMMEDIATE: with DEFERRED 65-75 % of contended
# transactions failed whatever the time-out, with IMMEDIATE none. secure_delete overwrites what
# is erased. NORMAL survives kill -9 of every process; FULL also survives power loss.
_synchronous = "FULL" if os.environ.get("MEMORYWEB_SYNCHRONOUS", "").upper() == "FULL" else "NORMAL"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": environment.database_file(),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": float(os.environ.get("MEMORYWEB_DB_TIMEOUT") or 20),
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL;"
                f"PRAGMA synchronous={_synchronous};"
                "PRAGMA foreign_keys=ON;"
                "PRAGMA secure_delete=ON;"
                "PRAGMA temp_store=MEMORY"
            ),
        },
        "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "memoryweb.accounts.passwords.LongEnough",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL = "accounts:login"
SESSION_ENGINE = "memoryweb.accounts.sessions"
LOGIN_REDIRECT_URL = "overview:page"
LOGOUT_REDIRECT_URL = "accounts:login"
SESSION_COOKIE_AGE = 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "memoryweb.dashboard.views.errors.csrf_failure"
_https = urlsplit(os.environ.get("MEMORYWEB_URL", "")).scheme == "https"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
# X-Forwarded-For is read only when it comes from one of these addresses.
TRUSTED_PROXIES = [
    proxy.strip() for proxy in os.environ.get("MEMORYWEB_PROXIES", "").split(",") if proxy.strip()
]
if _https:
    # The prefix makes a browser refuse these cookies from a sister host or over plain HTTP.
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_SSL_REDIRECT = True
    # A monitor on this machine asks without the proxy.
    SECURE_REDIRECT_EXEMPT = [r"^health/"]
# Whether sister hosts use HTTPS too, and browsers may be told beforehand, is for the owner of the
# domain to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = bodies.LARGEST

USE_I18N = True
LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", _("Simplified Chinese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE") or "Asia/Shanghai"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Without REDIS_URL messages never leave the worker process: the job table is the truth, a
# message only says "look" (see memory_core.tasks).
REDIS_URL = os.environ.get("REDIS_URL", "")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "celery.beat": {"level": "WARNING"},
        # A sweep a second is no news.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
    },
}
