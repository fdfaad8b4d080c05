"""One line a figure, with its target."""

import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """`is_ceiling`: the target is a most; else a least. Without a target it only informs."""

    name: str
    value: float
    unit: str
    target: float | None = None
    is_ceiling: bool = True
    detail: str = ""

    @property
    def is_met(self) -> bool:
        if self.target is None:
            return True
        return self.value <= self.target if self.is_ceiling else self.value >= self.target


def show(figure: Figure) -> None:
    """`list page, 2,000 facts, median    23.1 ms    target <= 50 ms    met`."""
    line = f"{figure.name:<52}{figure.value:>10,.1f} {figure.unit:<6}"
    if figure.target is not None:
        sign = "<=" if figure.is_ceiling else ">="
        word = "met" if figure.is_met else "MISSED"
        line += f"  target {sign} {figure.target:,.0f} {figure.unit:<6} {word}"
    if figure.detail:
        line += f"  ({figure.detail})"
    sys.stdout.write(line.rstrip() + "\n")
    sys.stdout.flush()
