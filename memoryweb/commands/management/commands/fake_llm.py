"""An end point to try the product with, where there is no model: good or bad on command."""

import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory_core.algorithms import tokenize
from memory_core.providers.fake_endpoint import MODES, FakeEndpoint
from memoryweb import environment
from memoryweb.environment import Unsafe


class Command(BaseCommand):
    help = (
        "Serve a scripted, OpenAI-shaped end point on this machine, to try memoryweb without one."
    )
    # It touches no memory and needs no tables: no HouseCommand.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bind", default="127.0.0.1:8100", help="default: %(default)s")
        parser.add_argument("--mode", choices=MODES, default="ok", help="default: %(default)s")
        parser.add_argument("--latency-ms", type=float, default=0.0, help="wait before answers")
        parser.add_argument("--dimension", type=int, default=384, help="default: %(default)s")

    def handle(self, *args: Any, **options: Any) -> None:
        host, _, port = options["bind"].rpartition(":")
        if not port.isdecimal() or int(port) > 65535 or options["dimension"] < 1:
            raise CommandError("--bind must look like 127.0.0.1:8100, --dimension be 1 or more.")
        fake = FakeEndpoint(
            mode=options["mode"],
            host=host.strip("[]") or "127.0.0.1",
            port=int(port),
            latency_ms=options["latency_ms"],
            dimension=options["dimension"],
        )
        try:
            # The rules that answer need words, and these a place to be kept.
            environment.prepare_data_folder()
            tokenize.load_dictionary()
            fake.start()
        except Unsafe as refused:
            raise CommandError(str(refused)) from refused
        except OSError as error:
            raise CommandError(f"{options['bind']} cannot be used: {error.strerror}.") from error
        self._say_how_to_use(fake)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            counts = fake.counts
            self.stdout.write(f"{counts.chats} chats, {counts.embeddings} embeddings answered.")
        finally:
            fake.stop()

    def _say_how_to_use(self, fake: FakeEndpoint) -> None:
        self.stdout.write(
            f"Answering in mode {fake.mode} at {fake.base_url} (Ctrl-C ends it). Start memoryweb"
            " with:\n"
            f"  MEMORYWEB_LLM_BASE_URL={fake.base_url} MEMORYWEB_LLM_MODEL=fake \\\n"
            f"  MEMORYWEB_EMBED_BASE_URL={fake.base_url} MEMORYWEB_EMBED_MODEL=fake"
            f" MEMORYWEB_EMBED_DIMENSION={fake.dimension} \\\n"
            f"  MEMORYWEB_LLM_ALLOWED_HOSTS={fake.host}"
        )
        self.stdout.flush()
