"""What the web server calls."""

import os

from django.core.wsgi import get_wsgi_application

from memory_core.algorithms import tokenize
from memoryweb import environment
from memoryweb.bodies import BodyGuard

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")

if environment.flag("MEMORYWEB_SUPERVISED"):
    # The server's parent dies with the supervisor; this worker process must go with it.
    environment.die_with_parent(os.getppid())

application = BodyGuard(get_wsgi_application())
# Once, right after start: never in somebody's first request.
tokenize.load_dictionary()
