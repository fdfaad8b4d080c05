"""The worker: Celery with threads, beat as one of them, the job table as the truth.

A message only says "look": its task claims due job rows. So a lost message costs one interval
and a doubled one nothing (OPERATIONS "Background work").
"""

import logging
import os
import signal
import threading
import warnings
from typing import Any, Final, cast

import django
from celery import Celery, signals
from celery.beat import EmbeddedService, Scheduler
from django.apps import apps
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")
if not apps.ready:
    django.setup()

from memory_core import tasks
from memory_core.algorithms import tokenize

log = logging.getLogger(__name__)

SWEEP_SECONDS: Final = 1.0
HEARTBEAT_SECONDS: Final = 5.0
THREADS: Final = 4


def configuration(*, redis_url: str) -> dict[str, Any]:
    """Celery's settings: an in-process transport, or Redis where `REDIS_URL` names one."""
    common: dict[str, Any] = {
        "accept_content": ["json"],
        "task_serializer": "json",
        "result_serializer": "json",
        "task_ignore_result": True,
        "task_store_errors_even_if_ignored": False,
        "worker_prefetch_multiplier": 1,
        "worker_concurrency": THREADS,
        "worker_pool": "threads",
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
        "worker_enable_remote_control": False,
        "broker_connection_retry_on_startup": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "timezone": settings.TIME_ZONE,
        "enable_utc": True,
        "beat_schedule": {
            # A sweep nobody took within its second is worth nothing: the next one is there.
            "sweep": {
                "task": "memory.look",
                "schedule": SWEEP_SECONDS,
                "options": {"expires": SWEEP_SECONDS},
            },
        },
    }
    if not redis_url:
        return common | {
            "broker_url": "memory://localhost/",
            "broker_transport_options": {"polling_interval": 0.1},
        }
    return common | {
        "broker_url": redis_url,
        "worker_soft_shutdown_timeout": 10.0,
        # With the defaults a killed worker's tasks return after 100 s to 1 h.
        "broker_transport_options": {
            "visibility_timeout": 120,
            "unacked_restore_interval": 10,
            "unacked_restore_throttle": 1,
        },
    }


# Celery warns everybody who runs it as root, in a container say, because of pickle. We accept
# JSON only.
warnings.filterwarnings("ignore", message=r"\s*You're running the worker with superuser")

app = Celery("memoryweb")
app.conf.update(configuration(redis_url=settings.REDIS_URL))


class Pulse(threading.Thread):
    """Says every few seconds that worker and beat live; ends the worker when beat has died.

    A worker without beat looks alive and does nothing: better to end, the supervisor starts
    another.
    """

    def __init__(self, beat_thread: threading.Thread) -> None:
        super().__init__(name="pulse", daemon=True)
        self.beat_thread = beat_thread
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.is_set():
            if not self.beat_thread.is_alive():
                log.error("beat has died; ending this worker so that a whole one starts")
                os.kill(os.getpid(), signal.SIGTERM)
                return
            self.sign()
            self.stopped.wait(HEARTBEAT_SECONDS)

    def sign(self) -> None:
        try:
            tasks.heartbeat("worker")
            tasks.heartbeat("beat")
        except Exception:
            # A locked or full disk must not end the worker; the missing sign shows on the page.
            log.exception("no heartbeat could be written")


@signals.worker_init.connect
def load_dictionary(**_: object) -> None:
    """Before the first task, never in it."""
    tokenize.load_dictionary()


@signals.worker_ready.connect
def start_beat(**_: object) -> None:
    """Beat as a thread of this process: `worker -B` leaves an orphan beat after kill -9."""
    # The default scheduler would write a shelve file into the working folder.
    beat = cast(threading.Thread, EmbeddedService(app, thread=True, scheduler_cls=Scheduler))
    beat.start()
    pulse = Pulse(beat)
    pulse.start()
    signals.worker_shutting_down.connect(_stopper(pulse), weak=False)
    log.info("worker ready")


def _stopper(pulse: Pulse) -> Any:
    def stop(**_: object) -> None:
        """An orderly stop is no death of beat, and waits for one job, not for a whole slice."""
        pulse.stopped.set()
        tasks.stop_looking()

    return stop
