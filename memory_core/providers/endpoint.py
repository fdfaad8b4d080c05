"""The end points of the set-up: read from the environment at each call, so a change counts at once.

MEMORYWEB_LLM_BASE_URL, _API_KEY, _MODEL, _SMALL_MODEL, _TIMEOUT and MEMORYWEB_EMBED_BASE_URL,
_API_KEY, _MODEL, _DIMENSION, _TIMEOUT; MEMORYWEB_LLM_ALLOWED_HOSTS for both. A key may instead lie
in `llm_key` or `embed_key` under MEMORYWEB_DATA: mode 0600, the end point it belongs to in the
first line, the key in the second (OPERATIONS "Models", TRUST T12, T14).
"""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from django.conf import settings

from memory_core.ports import Denied
from memory_core.providers.addresses import BaseUrl, HostPolicy, Origin, parse_base_url

ALLOWED_HOSTS: Final = "MEMORYWEB_LLM_ALLOWED_HOSTS"
# Below the lease of a job (90 s), so that a hanging end point costs no lease.
TOTAL_SECONDS: Final = 75.0
LONGEST_SECONDS: Final = 600.0
LARGEST_DIMENSION: Final = 16_384
_MASK: Final = "[key]"
# A key is sent as one word of a header: nothing that could end the line may stand in it.
_KEY: Final = re.compile(r"[\x21-\x7e]{1,4096}")
_SHORTEST_SCRUBBED: Final = 8


@dataclass(frozen=True, slots=True)
class BoundKey:
    """A secret and the only origin it may be shown to. Its repr holds neither."""

    origin: Origin = field(repr=False)
    secret: str = field(repr=False)

    def headers(self, origin: Origin) -> dict[str, str]:
        """The header for a request to `origin`; none for any but its own."""
        return {"Authorization": f"Bearer {self.secret}"} if origin == self.origin else {}

    def scrub(self, text: str) -> str:
        """`text` without the key: an end point that echoes it must not get it into a row."""
        if len(self.secret) < _SHORTEST_SCRUBBED:
            return text
        return text.replace(self.secret, _MASK)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A checked end point: what may be called, by which name, with which key, how long."""

    base: BaseUrl
    model: str
    policy: HostPolicy
    key: BoundKey | None = None
    total_seconds: float = TOTAL_SECONDS

    @property
    def origin(self) -> Origin:
        return self.base.origin

    def headers(self) -> dict[str, str]:
        return self.key.headers(self.origin) if self.key else {}

    def scrub(self, text: str) -> str:
        return self.key.scrub(text) if self.key else text


@dataclass(frozen=True, slots=True)
class Setup:
    """One end point as somebody wrote it down, unchecked. `prefix` names its variables.

    Kept apart from `Endpoint` so that a wrong set-up fails where a call fails, as `Denied`, and
    never where a page only asks what is configured.
    """

    prefix: str
    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    key_file: Path | None = None
    allowed_hosts: str = ""
    dimension: str = ""
    timeout: str = ""

    def endpoint(self) -> Endpoint:
        """Raises `Denied` in one clear line."""
        base = parse_base_url(self.base_url, name=f"{self.prefix}_BASE_URL")
        policy = HostPolicy.parse(self.allowed_hosts)
        policy.check(base.origin)
        if not self.model:
            raise Denied(f"{self.prefix}_MODEL must name the model of {base.origin}.")
        return Endpoint(
            base=base,
            model=self.model,
            policy=policy,
            key=self._key(base.origin),
            total_seconds=self._seconds(),
        )

    def vector_dimension(self) -> int:
        """Numbers in one vector. Raises `Denied`."""
        text = self.dimension
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
        if not 0 < number <= LARGEST_DIMENSION:
            raise Denied(
                f"{self.prefix}_DIMENSION must say how many numbers a vector of this model has,"
                f" from 1 to {LARGEST_DIMENSION}."
            )
        return number

    def _seconds(self) -> float:
        if not self.timeout:
            return TOTAL_SECONDS
        number = int(self.timeout) if re.fullmatch("[0-9]{1,3}", self.timeout) else 0
        if not 0 < number <= LONGEST_SECONDS:
            raise Denied(f"{self.prefix}_TIMEOUT must be 1 to {LONGEST_SECONDS:.0f} seconds.")
        return float(number)

    def _key(self, origin: Origin) -> BoundKey | None:
        """The environment's key belongs to the environment's end point; a file says whose it is."""
        if self.api_key:
            return BoundKey(origin, _checked_key(self.api_key, where=f"{self.prefix}_API_KEY"))
        key = read_key_file(self.key_file) if self.key_file else None
        # A key of another end point is none: it is not even sent where it was moved to (T12).
        return key if key and key.origin == origin else None


def chat_setup(*, is_small: bool = False, environ: Mapping[str, str] = os.environ) -> Setup | None:
    """The chat end point; the small model is for assessment, extraction and dream, and is the main
    one where none is named. None: not configured."""
    setup = _setup("MEMORYWEB_LLM", key_file="llm_key", environ=environ)
    if setup is None or not is_small:
        return setup
    small = environ.get("MEMORYWEB_LLM_SMALL_MODEL", "").strip()
    return _setup("MEMORYWEB_LLM", key_file="llm_key", environ=environ, model=small)


def embedding_setup(*, environ: Mapping[str, str] = os.environ) -> Setup | None:
    """The end point of embeddings. None: not configured."""
    return _setup("MEMORYWEB_EMBED", key_file="embed_key", environ=environ)


def _setup(
    prefix: str, *, key_file: str, environ: Mapping[str, str], model: str = ""
) -> Setup | None:
    def said(name: str) -> str:
        return environ.get(f"{prefix}_{name}", "").strip()

    if not said("BASE_URL"):
        return None
    return Setup(
        prefix=prefix,
        base_url=said("BASE_URL"),
        model=model or said("MODEL"),
        api_key=said("API_KEY"),
        key_file=Path(settings.DATA_DIR) / key_file,
        allowed_hosts=environ.get(ALLOWED_HOSTS, ""),
        dimension=said("DIMENSION"),
        timeout=said("TIMEOUT"),
    )


def read_key_file(path: Path) -> BoundKey | None:
    """The key in a file and the origin it belongs to; None where there is no such file.

    Raises `Denied` on a file others can read, or one that is not made of those two lines.
    """
    try:
        with path.open(encoding="ascii") as file:
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                raise Denied(f"{path.name} can be read by others; run: chmod 600 {path}")
            lines = [line.strip() for line in file.read(8192).splitlines() if line.strip()]
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise Denied(f"{path.name} cannot be read.") from None
    if len(lines) != 2:
        raise Denied(
            f"{path.name} must hold two lines: the end point the key is for, like"
            " https://api.example.com/v1, and the key."
        )
    base = parse_base_url(lines[0], name=f"The first line of {path.name}")
    return BoundKey(base.origin, _checked_key(lines[1], where=f"The second line of {path.name}"))


def _checked_key(text: str, *, where: str) -> str:
    if not _KEY.fullmatch(text):
        raise Denied(f"{where} is no key: it must be one word of plain ASCII.")
    return text
