"""Which layout a table should have: from its records, the questions that are asked of it, and the cluster."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

from rowkey import _rowkey
from rowkey._data import of_records
from rowkey._html import html_table
from rowkey._layout import Layout
from rowkey._numbers import integer, real, region_count
from rowkey._picture import SOURCE, Picture, one_of, source_name
from rowkey._splits import Splits
from rowkey._table import table_of

_COLUMNS = ("design", "cost of reading", "busiest server", "on average", "busy regions", "bytes a key", "layout")


@dataclass(frozen=True)
class Answer:
    """What a question costs with a design: means over the records that it is asked with."""

    reads_all: bool
    """No range helps: all of the table is read."""
    exact: bool
    """No row has to be filtered."""
    in_order: bool
    """The rows come in the order that the question asks for, or else in that of advise()'s `order`."""
    in_order_by_range: bool
    """Those of each range do, or of each group, so that they are merged."""
    backwards: bool
    """They do where ranges are read from their ends."""
    ranges: float
    seeks: float
    """How often reading begins anew: once for each range, less often where a limit needs only some of them, more often
    where reading skips from group to group."""
    regions: float
    rows_read: float
    rows_wanted: float
    grown_rows_read: float
    """Of the table that has grown; 0 where it does not."""
    max_ranges: int | None
    """What costs least: ranges as Layout.ranges(most=max_ranges) gives them; None: all of them."""


@dataclass(frozen=True)
class Growth:
    """What a design does in a table that goes on: as large as it is, or grown, with as many rows in each region."""

    regions: float
    busy_regions: float
    """So many equal ones would share what is written at a time: 1 for a key that rises."""
    server_peak: float
    """The rows of the busiest server ÷ the mean, at least, wherever its regions are."""
    read_cost: float


@dataclass(frozen=True)
class Design:
    """A layout and what it does. Figures are 0 for a design that is refused."""

    layout: str
    """Its template."""
    name: str | None
    """Of a textbook's design, a named layout ("@finra"), or one that the caller asked to consider; else None."""
    refused: str | None
    """Why it cannot be taken."""
    reason: str | None
    """What its keys begin with, and what that means for each question; None for one that is refused."""
    splits: Splits
    """For the regions of the table."""
    splits_by_sample: bool
    """The split points come from the records: the layout has none, or gives some region 1.5 times its share."""
    sample_rows: int
    """How many records the split points come from, the first ones; 0 for those of the layout."""
    key_bytes: float
    """Of a key, on average."""
    read_cost: float
    """The weighted mean over the questions of ranges * seek_cost + rows read."""
    peak: float
    """How uneven writing is, for the choice: the worst of server_peak_most and the server_peak of now and growth."""
    server_peak_mean: float
    """The most rows of a server ÷ the mean, on average over time and over eight ways to place the regions."""
    server_peak_most: float
    """The same in the worst window."""
    server_peak_worst: float
    """The same in the worst window of the worst placement."""
    worst_placement: int
    """Which placement that is: 0 for region r on server r modulo `servers`, else the seed of a shuffle."""
    region_peak_mean: float
    region_peak_most: float
    lock_step: float
    """0 for rows that spread by chance alone, towards 1 when all are in few regions at a time."""
    now: Growth | None
    """Of the table as it is; None for a design that is refused."""
    growth: Growth | None
    """None without advise()'s `grows_to`, and for a design that is refused."""
    on_front: bool
    """No other design is as good in both the cost of reading and the evenness of writing."""
    partial: bool
    """Keys lack columns that questions name: the design is for one table of several, and not on the front."""
    answers: list[Answer]
    """One for each question."""


@dataclass(frozen=True)
class Tables:
    """Tables that have the same rows under different keys; each question is asked of one of them."""

    designs: tuple[int, ...]
    """The design of each table: its index in the Advice."""
    table_of_question: tuple[int, ...]
    """Which of the tables answers each question for least: its index in `designs`."""
    read_cost: float
    """The weighted mean over the questions, of the grown table where it grows."""
    key_bytes: float
    """Of the keys of a record in all tables together, on average."""
    main: int
    """If one table has the rows and the others its keys, as indexes, this one has them: its index in `designs`."""
    index_read_cost: float
    """What reading costs then: each row that an index leads to is a range more."""
    index_bytes: float
    writes_per_question: float
    """With so many records written for each question, these tables cost as much as one; 0 for one table."""
    recommended: bool
    """A further table is recommended if it makes reading five times cheaper."""


class Advice(Sequence[Design]):
    """Designs: the textbook's and the caller's, then from the cheapest to read on. str() shows them as a table.

    Attributes:
        rows: of the data.
        window: how many rows, one after the other, count as the same time.
        questions: as they were asked.
        examples: each question as it is asked for one record: Layout.ranges() takes it.
        notes: what the data cannot show, in sentences without their full stop: rows that are few or in another order
            than that of their time, questions that go further back than they do, what identifies a record.
        candidates: how many designs there were to try.
        tried: how many of these were tried.
        recommended: the design to take for one table; None when none can be.
        tables: the best one, two and three tables, where each question may be asked of another one, as far as more of
            them are cheaper to read.

    """

    __slots__ = (
        "__weakref__",
        "_designs",
        "_pictures",
        "candidates",
        "examples",
        "notes",
        "questions",
        "recommended",
        "rows",
        "tables",
        "tried",
        "window",
    )

    def __init__(self, questions: Sequence[str], report: Mapping[str, Any]) -> None:
        """Make it of what the search found; advise() does."""
        self._designs = tuple(map(_design_of, report["designs"]))
        self.questions = tuple(questions)
        self.examples: tuple[str, ...] = tuple(report["examples"])
        self.notes: tuple[str, ...] = tuple(report["notes"])
        self.window: int = report["window"]
        self._pictures: dict[str, str] | None = report["pictures"]
        self.rows: int = report["rows"]
        self.candidates: int = report["candidates"]
        self.tried: int = report["tried"]
        self.tables: tuple[Tables, ...] = tuple(Tables(**found) for found in report["tables"])
        self.recommended: Design | None = None if report["chosen"] is None else self._designs[report["chosen"]]

    def __len__(self) -> int:
        """Return how many designs there are."""
        return len(self._designs)

    @overload
    def __getitem__(self, index: int) -> Design: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Design, ...]: ...
    def __getitem__(self, index: int | slice) -> Design | tuple[Design, ...]:
        """Return a design, or a tuple of them."""
        return self._designs[index]

    def __iter__(self) -> Iterator[Design]:
        """Return an iterator over the designs."""
        return iter(self._designs)

    def __str__(self) -> str:
        """Return a table of the designs; a star marks the recommended one, or those of several tables."""
        return table_of(self._table(), left=(0, len(_COLUMNS) - 1))

    def _repr_html_(self) -> str:
        """Return the same table for notebooks, with the notes."""
        return html_table(self._table(), " ".join(f"{note}." for note in self.notes))

    def _table(self) -> list[tuple[str, ...]]:
        return [_COLUMNS, *map(self._cells, range(len(self)))]

    def __repr__(self) -> str:
        """Return the recommended layout as text."""
        found = "no design" if self.recommended is None else self.recommended.layout
        return f"<Advice of {len(self)} designs: {found}>"

    def _cells(self, index: int) -> tuple[str, ...]:
        design = self[index]
        starred = any(index in tables.designs for tables in self.tables if tables.recommended)
        name = f"{'*' if starred else ' '} {index + 1}"
        layout = design.layout if design.name is None else f"{design.layout}  ({design.name})"
        if design.refused is not None:
            return name, "refused", "", "", "", "", layout
        peaks = f"{design.server_peak_most:.2f}", f"{design.server_peak_mean:.2f}"
        busy = "" if design.now is None else f"{design.now.busy_regions:.1f}"
        return name, f"{design.read_cost:.0f}", *peaks, busy, f"{design.key_bytes:.1f}", layout

    def svg(self, kind: Literal["designs", "heat"] = "designs") -> Picture:
        """Return a picture, as `rowkey advise --pictures` draws it.

        Args:
            kind: "designs": what they cost to read and how uneven they are, with the front; "heat": which regions have
                work over time with the recommended design, and with the bare key beside it.

        Raises ValueError where no design is recommended.

        """
        one_of(kind, ("designs", "heat"))
        if self._pictures is None:
            msg = "no design is recommended (expected one, for a picture)"
            raise ValueError(msg)
        return Picture(self._pictures[kind])

    def _repr_svg_(self) -> str | None:
        """Return the picture of the designs for notebooks."""
        return None if self._pictures is None else self._pictures["designs"]

    def plot(self) -> Any:
        """Draw the cost of reading against the busiest server, a point for each design, and return the figure.

        Where the table grows, both are those of its size then. The figure is matplotlib's. Both axes are logarithmic;
        the best corner is the lower left one. A line joins the front, a star is the recommended design, and numbers
        are those of the table.
        """
        pyplot: Any = importlib.import_module("matplotlib.pyplot")
        figure, axis = pyplot.subplots(figsize=(8, 5), layout="constrained")
        taken = [(i + 1, design) for i, design in enumerate(self) if design.refused is None]
        front = sorted(map(_place, (d for _, d in taken if d.on_front)))
        axis.plot(*zip(*front, strict=True) if front else ((), ()), color="tab:blue", linewidth=1, zorder=1)
        for number, design in taken:
            marker = "*" if design is self.recommended else "o" if design.name is None else "s"
            place = _place(design)
            axis.scatter(*place, marker=marker, s=150 if marker == "*" else 40, zorder=2)
            axis.annotate(f"{number}  {design.layout}", place, (6, 4), textcoords="offset points", fontsize="x-small")
        axis.set(
            xscale="log", yscale="log", xlabel="cost of reading, in rows", ylabel="rows of the busiest server ÷ mean"
        )
        return figure


def _place(design: Design) -> tuple[float, float]:
    """Return what the front goes by: the cost of reading, where the table grows at its size then, and the peak."""
    return (design if design.growth is None else design.growth).read_cost, design.peak


def _design_of(found: Mapping[str, Any]) -> Design:
    own = {"points", "answers", "now", "growth"}
    return Design(
        splits=Splits(found["points"]),
        answers=[Answer(**answer) for answer in found["answers"]],
        now=None if found["now"] is None else Growth(**found["now"]),
        growth=None if found["growth"] is None else Growth(**found["growth"]),
        **{name: value for name, value in found.items() if name not in own},
    )


def advise(
    data: Any,
    asks: str | Sequence[str],
    *,
    regions: int = 220,
    servers: int | None = None,
    order: str | None = None,
    keep: Iterable[tuple[str, str]] = (),
    consider: Mapping[str, Layout | str] | None = None,
    grows_to: int | None = None,
    window: int | None = None,
    seek_cost: float = 50,
    most_peak: float = 2,
    identity: str | Iterable[str] = (),
    allow_shared_keys: bool = False,
    seconds: float = 60,
    seed: int = 0,
    source: str = SOURCE,
) -> Advice:
    r"""Return the designs that suit records, questions and a cluster, each with what it does.

    A question is a text of conditions, as Layout.ranges() takes it, with additions: `host = ?` stands for the value of
    a record, `ts in last 1h` for the time up to that of a record, and `lat within 0.5 of ?` for what is near. Then may
    follow `order by ts desc`, and `limit 10` or `limit 1 by host`. A weight may stand before it, `10:`.
    doc/advise.md tells what is searched, how it is measured, and what it cannot know.

    Args:
        data: records, as Layout.encode() takes them, of at most 64 columns, in the order in which they are written.
        asks: the questions, or one.
        regions: how many regions the table will have, 2 or more. The rows of each over time are kept for every design,
            for pictures: 4 KB of memory for a region of a design.
        servers: on so many servers, placed in eight ways of which the mean counts; None: as many as regions.
        order: a column by whose order answers are wanted, `ts`, or `ts desc` and `ts asc`; for questions that have none
            of their own.
        keep: pairs of columns of which the first stands before the second in a key.
        consider: designs of your own by name, which stand beside the others whatever they do.
        grows_to: how many rows the table will have, more than the data; None: it does not grow. Costs of reading are
            then those of that table, and a design is as even as it is now and then.
        window: how many rows, one after the other, count as the same time, 1 to all; None: 200 for each server, but at
            most an eighth of all, and at least a ten-thousandth.
        seek_cost: what one range costs beside reading one row, above 0.
        most_peak: a design is even enough when no server gets more than so many times its share of the rows in any
            window; 1 or more. Of those one is recommended that costs at most 5 % more to read than the cheapest: one
            that keeps half of the regions busy, then the one with the shortest keys. Where none is even enough, the
            most even one.
        identity: the columns that identify a record, which every key has. Without them, a column of which each record
            has another value, or else as few as make all records differ; a note says which.
        allow_shared_keys: records may share a key: keys have the columns of the questions, and `identity`, alone.
        seconds: the search ends after so many, above 0, with what it has.
        seed: of the choice where there are too many candidates to try all, 0 to 2**64 - 1.
        source: what pictures call the data.

    Raises:
        ConditionError: a question that cannot be read; it shows the place.
        LayoutError: a design to consider that is wrong.
        RowError: a value that no column can hold.
        ValueError: no records; columns that are not there; questions that contradict themselves; keys that no columns
            make unique; a number that is out of its range.

    >>> import rowkey
    >>> events = {"ts": range(5000), "host": [f"web-{i * 7 % 50:02d}" for i in range(5000)]}
    >>> advice = rowkey.advise(events, ["host = ?, ts in last 600"], regions=20, servers=5)
    >>> print(advice.recommended.layout)
    {host}\x00{ts:i32}

    """
    count = region_count(regions, least=2)
    server_count = count
    if servers is not None:
        server_count = integer("servers", servers, 1, count, expected=f"1 to {count}, the number of regions")
    grown_rows = 0 if grows_to is None else integer("grows_to", grows_to, 1, expected="rows, or None")
    window_rows = 0 if window is None else integer("window", window, 1, expected="1 row or more, or None")
    limits = (
        real("seconds", seconds, "a number above 0, such as 60"),
        real("seek_cost", seek_cost, "a number above 0, such as 50"),
        real("most_peak", most_peak, "1 or more, as a server gets its share at least", least=1),
    )
    random_seed = integer("seed", seed)
    shown_source = source_name(source)
    found = of_records(None, data)
    arrays = list(found.batches)  # a stream is read once
    own = {name: layout.template if isinstance(layout, Layout) else layout for name, layout in (consider or {}).items()}
    questions = (asks,) if isinstance(asks, str) else tuple(asks)
    if not questions:
        msg = "there is no question (expected one or more, such as 'host = ?, ts in last 1h')"
        raise ValueError(msg)
    report = _rowkey.advise(
        found.schema,
        arrays,
        tuple(question.encode("utf-8", "surrogateescape") for question in questions),
        tuple((first, second) for first, second in keep),
        tuple((name, template.encode("utf-8", "surrogateescape")) for name, template in own.items()),
        order,
        count,
        server_count,
        window_rows,
        *limits,
        grown_rows,
        random_seed,
        (identity,) if isinstance(identity, str) else tuple(identity),
        allow_shared_keys,
        shown_source,
    )
    return Advice(questions, report)
