"""Sketches: points of all keys, merged and pickled."""

from __future__ import annotations

import pickle
import random
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rowkey

KEYS = st.lists(st.binary(max_size=5), min_size=1, max_size=60)


def sketch_of(keys: Any, memory: int = 0) -> rowkey.Sketch:
    sketch = rowkey.Sketch(memory)
    sketch.add(keys)
    return sketch


@given(st.lists(KEYS, min_size=1, max_size=4), st.integers(1, 8))
def test_parts_make_the_points_of_all_keys(parts: list[list[bytes]], regions: int) -> None:
    merged = rowkey.Sketch()
    for part in parts:
        merged.merge(pickle.loads(pickle.dumps(sketch_of(part))))
    keys = sorted(key for part in parts for key in part)
    assert (merged.rows, merged.error) == (len(keys), 0)
    if len(set(keys)) < regions:
        with pytest.raises(ValueError, match="regions"):
            merged.splits(regions)
    else:
        assert merged.splits(regions) == rowkey.Splits.of_keys(keys, regions)


def test_more_keys_than_memory() -> None:
    keys = [b"%07d" % number for number in random.Random(5).sample(range(1_000_000), 100_000)]
    sketch = sketch_of(keys, 1 << 16)
    assert sketch.rows == 100_000
    assert 0 < sketch.error < 0.1
    assert len(sketch.to_bytes()) < 1 << 16
    ordered = sorted(keys)
    for i, point in enumerate(sketch.splits(10), start=1):
        assert abs(ordered.index(point) / 100_000 - i / 10) <= sketch.error
    twin = rowkey.Sketch.from_bytes(memoryview(sketch.to_bytes()))
    for each in (sketch, twin):
        each.add(keys[:5000])
    assert twin.to_bytes() == sketch.to_bytes()
    assert repr(twin).startswith("<Sketch: 105000 keys, error 0.0")


def test_keys_in_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    keys = pa.chunked_array([pa.array([b"a", None, b"c"]), pa.array([b"b"])])
    assert sketch_of(keys).rows == 3
    assert sketch_of(keys).to_bytes() == sketch_of([b"a", b"c", b"b"]).to_bytes()
    assert sketch_of(pa.array(["x", "y"])).splits(2) == rowkey.Splits([b"y"])
    with pytest.raises(TypeError):
        sketch_of(pa.array([1, 2]))


def test_other_bytes_are_refused() -> None:
    data = sketch_of([b"a", b"b"]).to_bytes()
    for other in (b"", data[:-1], data + b"x", data[:40] + b"!" + data[41:]):
        with pytest.raises(ValueError, match="the bytes are not a sketch"):
            rowkey.Sketch.from_bytes(other)
    with pytest.raises(TypeError):
        rowkey.Sketch.from_bytes("text")  # type: ignore[arg-type]


def test_bad_arguments() -> None:
    for memory in (1, 65535):
        with pytest.raises(ValueError, match="too few for a sketch"):
            rowkey.Sketch(memory)
    sketch = rowkey.Sketch()
    with pytest.raises(ValueError, match="into itself"):
        sketch.merge(sketch)
    with pytest.raises(TypeError, match="expected a Sketch"):
        sketch.merge(b"")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at most 1 region"):
        sketch.splits(2)


def test_threads_take_turns() -> None:
    """Two sketches that several threads add to, write, and merge into each other."""
    pair = rowkey.Sketch(1 << 16), rowkey.Sketch(1 << 16)
    keys = [b"%05d" % number for number in range(2000)]

    def work(own: int) -> None:
        for _ in range(10):
            pair[own].add(keys)
            pair[own].splits(3)
            assert rowkey.Sketch.from_bytes(pair[own].to_bytes()).rows > 0
            assert pair[1 - own].error < 1
            if pair[1 - own].rows < 1 << 30:
                pair[own].merge(pair[1 - own])

    threads = [threading.Thread(target=work, args=(i % 2,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(sketch.rows >= 40_000 for sketch in pair)
