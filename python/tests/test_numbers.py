"""Arguments that are numbers: a wrong one is an error with its name and its value, whatever function it is of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rowkey

LAYOUT = rowkey.Layout("{id % 1000:03d}{id:010d}", columns={"id": "i64"})
RANDOM = rowkey.Layout("{random() % 1000:03d}{id:010d}", columns={"id": "i64"})
IDS = {"id": list(range(100))}
KEYS = [b"a", b"b", b"c", b"d"]


def advise(**numbers: Any) -> Any:
    return rowkey.advise(IDS, "id = ?", **{"regions": 4, "seconds": 0.01, "allow_shared_keys": True, **numbers})


# Each with numbers that it takes: the least, one between, the greatest that is tried.
INTEGERS: dict[str, tuple[Callable[[Any], Any], str, tuple[int, ...]]] = {
    "key, row": (lambda n: RANDOM.key(n, id=1), "row", (0, 7, 2**64 - 1)),
    "key, seed": (lambda n: RANDOM.key(0, n, id=1), "seed", (0, 7, 2**64 - 1)),
    "encode, threads": (lambda n: LAYOUT.encode(IDS, threads=n), "threads", (1, 3, 1024)),
    "encode, first_row": (lambda n: RANDOM.encode(IDS, first_row=n), "first_row", (0, 7, 2**64 - 1)),
    "encode, seed": (lambda n: RANDOM.encode(IDS, seed=n), "seed", (0, 7, 2**64 - 1)),
    "decode, threads": (lambda n: LAYOUT.decode([b"0010000000001"], threads=n), "threads", (1, 3, 1024)),
    "ranges, most": (lambda n: LAYOUT.ranges(id=1, most=n), "most", (0, 7, 2**63 - 1)),
    "explain, stride": (LAYOUT.explain, "stride", (0, 7, 2**64 - 1)),
    "splits": (LAYOUT.splits, "regions", (1, 7, 1000)),
    "Splits.of_keys": (lambda n: rowkey.Splits.of_keys(KEYS, n), "regions", (1, 2, 4)),
    "Splits.uniform": (rowkey.Splits.uniform, "regions", (1, 7, 1000)),
    "Splits.hex": (rowkey.Splits.hex, "regions", (1, 7, 1000)),
    "Splits.decimal": (rowkey.Splits.decimal, "regions", (1, 7, 1000)),
    "Splits.add": (lambda n: LAYOUT.splits(4).add(LAYOUT, n), "more", (0, 7, 500)),
    "Sketch": (rowkey.Sketch, "memory", (0, 65536, 2**20)),
    "Sketch.splits": (lambda n: sketch().splits(n), "regions", (1, 2, 4)),
    "simulate, regions": (lambda n: rowkey.simulate(LAYOUT, IDS, regions=n), "regions", (1, 7, 1000)),
    "simulate, window": (lambda n: rowkey.simulate(LAYOUT, IDS, regions=4, window=n), "window", (1, 7, 2**64 - 1)),
    "simulate, writers": (lambda n: rowkey.simulate(LAYOUT, IDS, regions=4, writers=n), "writers", (1, 7, 100_000)),
    "simulate, servers": (lambda n: rowkey.simulate(LAYOUT, IDS, regions=4, servers=n), "servers", (1, 3, 100)),
    "simulate, threads": (lambda n: rowkey.simulate(LAYOUT, IDS, regions=4, threads=n), "threads", (1, 3, 1024)),
    "named": (lambda n: rowkey.named("phoenix-salted", buckets=n), "buckets", (1, 7, 256)),
    "advise, regions": (lambda n: advise(regions=n), "regions", (2, 7, 20)),
    "advise, servers": (lambda n: advise(servers=n), "servers", (1, 3, 4)),
    "advise, grows_to": (lambda n: advise(grows_to=n), "grows_to", (100, 1000, 2**40)),
    "advise, window": (lambda n: advise(window=n), "window", (1, 7, 100)),
    "advise, seed": (lambda n: advise(seed=n), "seed", (0, 7, 2**64 - 1)),
}
OPTIONAL = {"simulate, servers", "advise, servers", "advise, grows_to", "advise, window"}  # take None
NUMBERS = ("seek_cost", "most_peak", "seconds")


def sketch() -> rowkey.Sketch:
    made = rowkey.Sketch()
    made.add(KEYS)
    return made


class Index:
    """An integer of another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize("function", INTEGERS)
def test_integers(function: str) -> None:
    call, name, numbers = INTEGERS[function]
    for number in numbers:
        call(number)
    assert str(call(Index(numbers[1]))) == str(call(numbers[1])) or function.startswith("advise")
    below = min(numbers[0] - 1, 0) if name != "grows_to" else 0
    for number in {below, -1, -(2**64), 2**64, 2**200}:
        for given in (number, Index(number)):
            with pytest.raises(ValueError, match=name) as caught:
                call(given)
            assert str(number) in str(caught.value)
            assert "(expected " in str(caught.value) or "^ expected " in str(caught.value)


@pytest.mark.parametrize("function", INTEGERS)
@pytest.mark.parametrize("given", [True, False, 1.5, 1.0, "3", b"3", None, [1], 1j], ids=repr)
def test_what_is_not_an_integer(function: str, given: Any) -> None:
    call, name, _ = INTEGERS[function]
    if given is None and function in OPTIONAL:
        call(None)
        return
    with pytest.raises(TypeError) as caught:
        call(given)
    assert str(caught.value).startswith(f"{name}={given!r} (expected an integer, ")


def test_numpy_integers() -> None:
    numpy = pytest.importorskip("numpy")
    for call, name, numbers in INTEGERS.values():
        call(numpy.int64(numbers[1]))
        with pytest.raises(TypeError, match=name):
            call(numpy.bool_(True))


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(name: str) -> None:
    for number in (1, 1.5, Index(2), 1e300):
        advise(**{"seconds": 0.01, name: number})
    for given in (True, "3", b"3", None, [1]):
        with pytest.raises(TypeError) as caught:
            advise(**{name: given})
        assert str(caught.value).startswith(f"{name}={given!r} (expected ")
    for number in (0, -1, 0.0, float("inf"), float("nan"), 10**400):
        with pytest.raises(ValueError, match=name) as caught:
            advise(**{name: number})
        assert str(caught.value).startswith(f"{name}={number} (expected ")
