"""Pictures that the library draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from rowkey import _rowkey

SOURCE = "the data"
"""What pictures call the records, unless the caller says it."""

LoadKind = Literal["rows", "heat", "activity"]
LOAD_KINDS: dict[str, int] = {"rows": 0, "heat": 1, "activity": 2}  # rowkey_picture_kind


class Picture(str):
    """A picture as SVG: a text, which notebooks show as what it draws. It stands alone: nothing in it is fetched."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def source_name(source: str) -> bytes:
    """Return what pictures call the records, as the library takes it."""
    if "\0" in source:
        msg = f"source={source!r} (expected a text without NUL)"
        raise ValueError(msg)
    return source.encode("utf-8", "surrogateescape")


def one_of(kind: str, kinds: Iterable[str]) -> str:
    """Return the kind of a picture; ValueError where it is not one of these."""
    if kind not in kinds:
        msg = f"kind={kind!r} (expected one of {', '.join(kinds)})"
        raise ValueError(msg)
    return kind


def picture_of_loads(
    kind: str, source: bytes, writers: int, loads: Sequence[tuple[object, ...]], *, by_server: bool
) -> Picture:
    """Return the picture of loads, each as the tuple that _rowkey.picture_loads() takes apart."""
    return Picture(_rowkey.picture_loads(LOAD_KINDS[one_of(kind, LOAD_KINDS)], source, writers, by_server, list(loads)))
