"""Runs every bench, each in a process of its own on a scratch folder; exit 1 on a missed target.

usage: python -m tests.benchmarks [list_page] [ingest] [memory]
"""

import os
import subprocess
import sys
import tempfile

BENCHES = ("list_page", "ingest", "memory")


def main(names: list[str]) -> int:
    is_missed = False
    for name in names or BENCHES:
        with tempfile.TemporaryDirectory(prefix="memoryweb-bench-") as folder:
            ours = ("MEMORYWEB_", "DJANGO_", "REDIS_")
            bare = {key: text for key, text in os.environ.items() if not key.startswith(ours)}
            env = bare | {
                "MEMORYWEB_DATA": f"{folder}/data",
                "DJANGO_SETTINGS_MODULE": "memoryweb.settings",
                "OPENBLAS_NUM_THREADS": "1",
            }
            done = subprocess.run(
                [sys.executable, "-m", f"tests.benchmarks.bench_{name}"], env=env, check=False
            )
            is_missed |= done.returncode != 0
    return int(is_missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
