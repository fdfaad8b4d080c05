"""Settings of the test suite: a scratch data folder, a fast password hasher, plain static files."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "MEMORYWEB_TEST_DATA" not in os.environ:
    # The process that makes the folder also clears it away; pytest-xdist's workers share it,
    # each with its own database file.
    os.environ["MEMORYWEB_TEST_DATA"] = tempfile.mkdtemp(prefix="memoryweb-tests-")
    atexit.register(shutil.rmtree, os.environ["MEMORYWEB_TEST_DATA"], ignore_errors=True)

SCRATCH = Path(os.environ["MEMORYWEB_TEST_DATA"])
os.environ["MEMORYWEB_DATA"] = str(SCRATCH)
os.environ["MEMORYWEB_SECRET_KEY"] = "a key for tests, which protects nothing at all"
for name in ("MEMORYWEB_BIND", "MEMORYWEB_HOSTS", "MEMORYWEB_DEBUG", "MEMORYWEB_URL", "REDIS_URL"):
    os.environ.pop(name, None)
# Somebody's real end point and key are no business of the tests.
for name in list(os.environ):
    if name.startswith(("MEMORYWEB_LLM_", "MEMORYWEB_EMBED_")):
        del os.environ[name]

from memoryweb.settings import *  # noqa: E402, F403 - the environment above comes first

TESTING = True
# Playwright keeps an event loop in the thread of the tests; our code itself is never async.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
# The default hasher costs 0.6 s a logged-in test.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
