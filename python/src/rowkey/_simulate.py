"""How evenly rows would fall on the regions of a table, before one is written."""

from __future__ import annotations

import importlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from rowkey import _rowkey
from rowkey._data import reusable
from rowkey._html import html_table
from rowkey._layout import Layout
from rowkey._numbers import integer, region_count, thread_count
from rowkey._picture import SOURCE, LoadKind, Picture, picture_of_loads, source_name
from rowkey._splits import Splits
from rowkey._table import table_of

_MOST_WRITERS = 100_000
_COLUMNS = ("layout", "rows", "regions", "most / mean", "gini", "active regions", "lock step")


@dataclass(frozen=True)
class Load:
    """What the regions of one layout got.

    Time is counted in rows: a window is so many rows one after the other, in the order in which they are written.
    """

    layout: str
    splits: Splits
    rows: int
    counts: list[int]
    """Rows of each region."""
    least: int
    most: int
    mean: float
    deviation: float
    variation: float
    """The deviation ÷ the mean."""
    peak: float
    """The most rows of a region ÷ the mean."""
    gini: float
    """0 when all regions have the same rows, towards 1 when one has them all."""
    p_value: float
    """The probability that evenly random rows are spread as unevenly, or more."""
    active: int
    """Regions with any row."""
    window: int
    """Rows."""
    windows: int
    """How many are full."""
    active_mean: float
    """Regions with any row in a window, on average."""
    effective_mean: float
    """The effective number of regions in a window, 1 ÷ the sum of the squares of their shares."""
    peak_mean: float
    lock_step: float
    """0 for rows that spread by chance alone, towards 1 when all are in few regions at a time."""
    hottest: int
    """The region that stayed the busiest for the most windows one after the other."""
    hottest_windows: int
    """How many."""
    hottest_share: float
    """Its share of the rows of those windows."""
    column_windows: int
    """How many windows one list of `cells` counts."""
    cells: list[list[int]]
    """Over time: the rows of each region."""
    servers: Load | None = None
    """The same of the servers that the regions are on, in the place of regions; None if there were none."""


class Simulation(Sequence[Load]):
    """The loads of one or more layouts; str() shows them as a table."""

    __slots__ = ("__weakref__", "_loads", "_source", "_writers")

    def __init__(self, loads: Sequence[Load], writers: int = 1, source: str = SOURCE) -> None:
        """Make it of loads; simulate() does."""
        self._loads = tuple(loads)
        self._writers = writers
        self._source = source_name(source)

    def __len__(self) -> int:
        """Return how many layouts there are."""
        return len(self._loads)

    def __getitem__(self, index: Any) -> Any:
        """Return a load, or a tuple of them."""
        return self._loads[index]

    def __iter__(self) -> Iterator[Load]:
        """Return an iterator over the loads."""
        return iter(self._loads)

    def __str__(self) -> str:
        """Return a table of the loads."""
        return table_of([_COLUMNS, *map(_cells, self._loads)])

    def _repr_html_(self) -> str:
        """Return the same table for notebooks."""
        return html_table([_COLUMNS, *map(_cells, self._loads)])

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same loads."""
        return isinstance(other, Simulation) and self._loads == other._loads

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return the layouts as text."""
        return f"<Simulation of {', '.join(load.layout for load in self._loads)}>"

    def svg(self, kind: LoadKind = "heat", *, by_server: bool = False) -> Picture:
        """Return a picture of the loads beside each other, as `rowkey simulate --pictures` draws it.

        Args:
            kind: "heat": which regions have work over time, as colours; "rows": the rows of each region, and how they
                vary; "activity": a line over time for each of a few regions.
            by_server: of servers, in the place of regions.

        Raises ValueError for servers that simulate() was not asked for.

        """
        loads = [load.servers if by_server else load for load in self._loads]
        drawn = [_drawn(load) for load in loads if load is not None]
        if len(drawn) < len(loads):
            msg = "by_server=True, and there are no servers (expected servers= of simulate())"
            raise ValueError(msg)
        return picture_of_loads(kind, self._source, self._writers, drawn, by_server=by_server)

    def _repr_svg_(self) -> str | None:
        """Return the picture of regions over time for notebooks."""
        return str(self.svg()) if self._loads else None

    def plot(self) -> Any:
        """Draw which regions have work over time, a picture for each layout, and return matplotlib's figure.

        Time runs from left to right, regions from the bottom up; dark is much work.
        """
        pyplot: Any = importlib.import_module("matplotlib.pyplot")
        figure, axes = pyplot.subplots(
            1, len(self._loads), figsize=(5 * len(self._loads), 4), squeeze=False, sharey=True, layout="constrained"
        )
        for axis, load in zip(axes[0], self._loads, strict=True):
            pixels = [list(regions) for regions in zip(*load.cells, strict=True)]
            end = len(load.cells) * load.column_windows * load.window
            axis.imshow(
                pixels, aspect="auto", origin="lower", cmap="Blues", vmin=0, extent=(0, end, 0, len(load.counts))
            )
            axis.set_title(load.layout, fontsize="medium")
            axis.set_xlabel("rows, in the order of time")
        axes[0][0].set_ylabel("region")
        return figure


def _drawn(load: Load) -> tuple[object, ...]:
    """Return what is drawn of a load."""
    return (
        load.layout.encode("utf-8", "surrogateescape"),
        array("Q", load.counts).tobytes(),
        array("Q", chain.from_iterable(load.cells)).tobytes(),
        load.window,
        load.windows,
        load.column_windows,
        load.active_mean,
        load.lock_step,
        load.hottest,
        load.hottest_windows,
        load.hottest_share,
    )


def _cells(load: Load) -> tuple[str, ...]:
    numbers = f"{load.peak:.2f}", f"{load.gini:.3f}", f"{load.active_mean:.1f}", f"{load.lock_step:.2f}"
    return load.layout, str(load.rows), str(len(load.counts)), *numbers


def _named(layouts: Layout | Sequence[Layout] | Mapping[str, Layout]) -> Iterable[tuple[str, Layout]]:
    """Return layouts with names: their templates, and the types of columns where those are not enough."""
    if isinstance(layouts, Mapping):
        return layouts.items()
    listed = [layouts] if isinstance(layouts, Layout) else list(layouts)
    times = Counter(layout.template for layout in listed)
    return [(_name(layout, alone=times[layout.template] == 1), layout) for layout in listed]


def _name(layout: Layout, *, alone: bool) -> str:
    return layout.template if alone else f"{layout.template} of {', '.join(map(':'.join, layout.columns.items()))}"


def simulate(
    layouts: Layout | Sequence[Layout] | Mapping[str, Layout],
    data: Any,
    *,
    regions: int = 220,
    splits: Splits | None = None,
    window: int = 1000,
    writers: int = 1,
    servers: int | None = None,
    threads: int = 1,
    source: str = SOURCE,
) -> Simulation:
    """Return how evenly the rows of the data fall on regions, by the keys of each layout.

    Args:
        layouts: one, several, or a dict of names and layouts. Without names they are called by their templates, of
            which those that are there twice are followed by the types of their columns.
        data: records, as Layout.encode() takes them, in the order in which they would be written, or if there are
            several writers, in which each of them would.
        regions: how many regions share the values of the key's first field.
        splits: the regions of the table, for all layouts, in the place of `regions`.
        window: how many rows, one after the other, count as the same time.
        writers: how many write at the same time, up to 100,000: each has a contiguous part of the records, parts are as
            long as each other or one longer, and all take turns record by record.
        servers: also tell how evenly rows fall on so many servers, if region r is on server r modulo `servers`.
        threads: how many threads encode.
        source: what pictures call the data.

    Raises what Layout.encode() and Layout.splits() raise.

    >>> import rowkey
    >>> layouts = {"modulo": rowkey.Layout("{id % 1000000:07d}{id:010d}")}
    >>> layouts["hash"] = rowkey.Layout("{md5(id) % 1000000:07d}{id:010d}")
    >>> print(rowkey.simulate(layouts, {"id": range(100000)}, regions=50))
    layout    rows  regions  most / mean   gini  active regions  lock step
    modulo  100000       50        10.00  0.900             1.0       0.98
    hash    100000       50         1.05  0.012            50.0       0.00
    """
    count, rows = region_count(regions), integer("window", window, 1)
    writers = integer("writers", writers, 1, _MOST_WRITERS)
    server_count = 0 if servers is None else integer("servers", servers, 1, _rowkey.most_regions)
    threads = thread_count(threads)
    source_name(source)  # which is refused before the work
    data = reusable(data)
    loads: list[Load] = []
    for name, layout in _named(layouts):
        points = layout.splits(count) if splits is None else splits
        routed = points.route(layout.encode(data, threads=threads))
        report, by_server = _rowkey.load(len(points) + 1, server_count, writers, rows, routed.arrays)
        on_servers = None if by_server is None else Load(layout=name, splits=points, **by_server)
        loads.append(Load(layout=name, splits=points, servers=on_servers, **report))
    return Simulation(loads, writers, source)
