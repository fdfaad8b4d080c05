"""Memory of the running house by part (PSS: shared pages are counted once, split among users)."""

import os
import re
import sys
from pathlib import Path

from tests.benchmarks.report import Figure, show
from tests.house import House, children_of, command_line, descendants_of, wait_for

LIMIT_MIB = 450


def pss_mib(pid: int) -> float:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found.group(1)) / 1024 if found else 0.0


def parts_of(house: House) -> dict[str, float]:
    assert house.process is not None
    supervisor = house.process.pid
    parts = {"supervisor": pss_mib(supervisor), "web": 0.0, "worker": 0.0}
    for child in children_of(supervisor):
        part = "worker" if "celery" in command_line(child) else "web"
        parts[part] += sum(pss_mib(pid) for pid in [child, *descendants_of(child)])
    return parts


def main() -> int:
    house = House(Path(os.environ["MEMORYWEB_DATA"]))
    try:
        house.start()
        house.manage("demo")
        # The worker's memory is what it is after real work, the web's after real pages.
        wait_for(
            lambda: "nothing was due" in house.manage("work", "--until-idle").stdout,
            seconds=120,
            why="the work never ended",
        )
        for _ in range(50):
            house.get(house.setup_link.removeprefix(house.address))
        parts = parts_of(house)
    finally:
        house.kill()
    for name, mib in parts.items():
        show(Figure(f"memory of the {name} (PSS)", mib, "MiB"))
    total = Figure(
        "memory together, dictionary loaded (PSS)", sum(parts.values()), "MiB", LIMIT_MIB
    )
    show(total)
    return int(not total.is_met)


if __name__ == "__main__":
    sys.exit(main())
