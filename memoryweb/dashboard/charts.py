"""Geometry of charts: numbers in, SVG attributes out. No colour, no style, no HTML (mockups).

Positions along time are percentages, so that text keeps its size at any width; paths lie in an
inner SVG of 1000 by HEIGHT units that is stretched.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from django.utils import timezone

from memory_core.algorithms import decay
from memory_core.facts.store import Fact, Strength
from memory_core.pipelines.overview import Day

HEIGHT: Final = 180
TOP: Final = 14
WIDTH: Final = 1000
POINTS_A_PIECE: Final = 24
MARKS_SHOWN: Final = 9
LONGEST: Final = timedelta(days=3650)
SHORTEST: Final = timedelta(hours=6)
LABEL_ROOM: Final = 54


@dataclass(frozen=True, slots=True)
class Mark:
    """Where something lifted or changed the curve; the legend tells it by `number`."""

    number: int
    x: str
    y: str
    y_label: str
    at: datetime
    cause: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Tick:
    x: str
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class RetentionCurve:
    """The forgetting of one fact, from its first strength past its due date."""

    past: str
    future: str
    area: str
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]
    now_x: str
    now_y: str
    now_label_y: str
    now_anchor: str
    due_x: str
    due_anchor: str
    has_due: bool
    y_freeze: str
    y_revive: str
    first: float


@dataclass(frozen=True, slots=True)
class _Piece:
    """The curve between two entries of the strength log. It holds from `start` on; `strength` is
    that of the moment `anchor`, which lies before `start` where an undo brought it back."""

    start: datetime
    anchor: datetime
    strength: float
    half_life_hours: float
    cause: str

    def retention(self, at: datetime) -> float:
        return decay.retention(
            self.strength,
            hours=decay.hours_between(self.anchor, at),
            half_life_hours=self.half_life_hours,
        )


def retention_curve(fact: Fact, log: Sequence[Strength], *, at: datetime) -> RetentionCurve:
    """The whole curve of `fact`. An empty log draws the curve of the row itself."""
    pieces = _pieces(fact, log)
    start = pieces[0].start
    end = _end(fact, start=start, at=at)
    axis = _Axis(start, end)
    now = min(max(at, start), end)
    past = list(_path(pieces, until=now, axis=axis))
    last = pieces[-1]
    future = [_point(axis, last, now + (end - now) * n / POINTS_A_PIECE) for n in _steps()]
    now_y = _y(last.retention(now)) + TOP
    has_due = not fact.is_pinned and fact.is_live and start <= fact.due_at <= end
    return RetentionCurve(
        past=_line(past),
        future=_line(future),
        area=_line([*past, (past[-1][0], HEIGHT), (0.0, HEIGHT)]) + "Z",
        marks=tuple(_marks(pieces, axis=axis, until=now)),
        ticks=tuple(_ticks(axis)),
        now_x=axis.percent(now),
        now_y=f"{now_y:.1f}",
        # The label stands above the curve, and under it where there is no room above.
        now_label_y=f"{now_y + 20 if now_y < LABEL_ROOM else TOP + 14:.1f}",
        now_anchor="end" if axis.share(now) > 0.8 else "start",
        due_x=axis.percent(fact.due_at),
        due_anchor="end" if axis.share(fact.due_at) > 0.8 else "middle",
        has_due=has_due,
        y_freeze=f"{_y(decay.FREEZE) + TOP:.1f}",
        y_revive=f"{_y(decay.REVIVE) + TOP:.1f}",
        first=pieces[0].strength,
    )


class _Axis:
    """Time from left to right."""

    def __init__(self, start: datetime, end: datetime) -> None:
        self.start, self.end = start, end

    def share(self, at: datetime) -> float:
        return min(1.0, max(0.0, (at - self.start) / (self.end - self.start)))

    def percent(self, at: datetime) -> str:
        return f"{self.share(at) * 100:.2f}%"


def _pieces(fact: Fact, log: Sequence[Strength]) -> list[_Piece]:
    found = [_piece(row) for row in log]
    if not found:
        found = [
            _Piece(
                start=fact.strength_at,
                anchor=fact.strength_at,
                strength=fact.strength,
                half_life_hours=fact.half_life_hours,
                cause="create",
            )
        ]
    # Old chats are read late: an entry never starts before the one it follows.
    ordered = [found[0]]
    for piece in found[1:]:
        ordered.append(replace(piece, start=max(piece.start, ordered[-1].start)))
    return ordered


def _piece(row: Strength) -> _Piece:
    """What was heard holds from then on, what was taken back from the moment of the undo."""
    return _Piece(
        start=row.at if row.cause == "undo" else row.strength_at,
        anchor=row.strength_at,
        strength=row.strength,
        half_life_hours=row.half_life_hours,
        cause=row.cause,
    )


def _end(fact: Fact, *, start: datetime, at: datetime) -> datetime:
    """A little past the due date, so that the curve is seen to cross the line; what is put away
    ends now."""
    due = min(fact.due_at, max(at, start) + LONGEST)
    if fact.is_pinned and fact.is_live:
        reach = at + max(at - start, timedelta(days=30))
    else:
        reach = max(due, at) if fact.is_live else max(at, start)
    return reach + max((reach - start) * 0.15, SHORTEST)


def _steps() -> Iterator[int]:
    return iter(range(POINTS_A_PIECE + 1))


def _point(axis: _Axis, piece: _Piece, at: datetime) -> tuple[float, float]:
    return axis.share(at) * WIDTH, _y(piece.retention(at))


def _y(retention: float) -> float:
    return (1.0 - retention) * HEIGHT


def _path(
    pieces: Sequence[_Piece], *, until: datetime, axis: _Axis
) -> Iterator[tuple[float, float]]:
    ends = [*(piece.start for piece in pieces[1:]), until]
    for piece, piece_end in zip(pieces, ends, strict=True):
        end = max(piece.start, min(piece_end, until))
        for n in _steps():
            yield _point(axis, piece, piece.start + (end - piece.start) * n / POINTS_A_PIECE)


def _line(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _marks(pieces: Sequence[_Piece], *, axis: _Axis, until: datetime) -> Iterator[Mark]:
    """The newest changes of the curve, numbered; drawn where the curve stands after them."""
    changes = [pair for pair in pairwise(pieces) if pair[1].start <= until]
    for number, (old, new) in enumerate(changes[-MARKS_SHOWN:], start=1):
        after = new.retention(new.start)
        y = _y(after) + TOP
        yield Mark(
            number=number,
            x=axis.percent(new.start),
            y=f"{y:.1f}",
            y_label=f"{max(10.0, y - 9):.1f}",
            at=new.start,
            cause=new.cause,
            before=old.retention(new.start),
            after=after,
        )


def _ticks(axis: _Axis) -> Iterator[Tick]:
    """Four dates along the axis, the outer ones inside the drawing."""
    form = "%m-%d %H:%M" if axis.end - axis.start < timedelta(days=4) else "%Y-%m-%d"
    for n, anchor in enumerate(("start", "middle", "middle", "end")):
        moment = axis.start + (axis.end - axis.start) * n / 3
        yield Tick(axis.percent(moment), timezone.localtime(moment).strftime(form), anchor)


# Bars -----------------------------------------------------------------------------------------

BAR_WIDTH: Final = 1000
WEEK_BASE: Final = 128.0
WEEK_UP: Final = 104.0
WEEK_DOWN: Final = 36.0


@dataclass(frozen=True, slots=True)
class BarPart:
    css: str
    x: str
    width: str


def stack_bar(parts: Sequence[tuple[str, int]]) -> list[BarPart]:
    """Shares of one bar of 1000 units; empty parts are left out."""
    total = sum(count for _css, count in parts)
    bars: list[BarPart] = []
    x = 0.0
    for css, count in parts:
        width = BAR_WIDTH * count / total if total else 0.0
        if width:
            bars.append(BarPart(css, f"{x:.1f}", f"{width:.1f}"))
        x += width
    return bars


@dataclass(frozen=True, slots=True)
class DayBars:
    """One day: a bar up for what was written, bars down for what went."""

    day: Day
    middle: str
    x: str
    up_y: str
    up_height: str
    label_y: str
    down_height: str
    away_y: str
    away_height: str


@dataclass(frozen=True, slots=True)
class WeekChart:
    days: tuple[DayBars, ...]
    half: str
    is_empty: bool


def week_chart(week: Sequence[Day]) -> WeekChart:
    """Bars by day, in per cent across and in pixels up and down from the axis, to one scale."""
    top = max([day.written for day in week] + [1])
    deep = max([day.superseded + day.archived for day in week] + [1])
    scale = min(WEEK_UP / top, WEEK_DOWN / deep)
    step = 100 / max(1, len(week))
    days = []
    for n, day in enumerate(week):
        up = scale * day.written
        down = scale * day.superseded
        days.append(
            DayBars(
                day=day,
                middle=f"{step * (n + 0.5):.2f}%",
                x=f"{step * (n + 0.3):.2f}%",
                up_y=f"{WEEK_BASE - up:.1f}",
                up_height=f"{up:.1f}",
                label_y=f"{WEEK_BASE - up - 6:.1f}",
                down_height=f"{down:.1f}",
                away_y=f"{WEEK_BASE + 1 + down:.1f}",
                away_height=f"{scale * day.archived:.1f}",
            )
        )
    is_empty = not any(day.written + day.superseded + day.archived for day in week)
    return WeekChart(tuple(days), f"{WEEK_BASE - WEEK_UP / 2:.1f}", is_empty)
