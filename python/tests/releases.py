"""Hands Arrow's structs over and takes some back, twice so many times, and counts: `python releases.py TURNS`.

Prints how many structs were handed over, how many were released, how many the package handed out, and by how many
bytes the memory in use has grown in the second half. test_releases.py runs it with PYTHONMALLOC=malloc, so that all is
malloc's.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
from typing import Any

import rowkey

BATCHES = 2
LAYOUT = rowkey.Layout("{md5(id) % 100:02d}{id:u64}")
OTHER = rowkey.Layout("{other}")
counts = {"handed over": 0, "released": 0, "handed out": 0}


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


ReleaseSchema = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
ReleaseArray = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
ReleaseStream = ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))
GetSchema = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GetNext = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
GetLastError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Stream))
Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)), ("release", ReleaseSchema), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", ReleaseArray), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Stream._fields_ = [
    ("get_schema", GetSchema), ("get_next", GetNext), ("get_last_error", GetLastError), ("release", ReleaseStream),
    ("private_data", ctypes.c_void_p),
]  # fmt: skip


def count_release(struct: Any) -> None:
    """Count; a consumer that calls it again through the same struct calls NULL."""
    counts["released"] += 1
    struct.contents.release = type(struct.contents.release)()


release_schema, release_array = ReleaseSchema(count_release), ReleaseArray(count_release)
release_stream = ReleaseStream(count_release)

# The parts of structs, which stay: their parents' releases leave them alone.
id_schema = Schema(format=b"l", name=b"id", release=release_schema)
schema_children = (ctypes.POINTER(Schema) * 1)(ctypes.pointer(id_schema))
no_validity = (ctypes.c_void_p * 1)(None)
keep: list[Any] = []


def column_of(*values: int) -> Any:
    numbers = (ctypes.c_int64 * len(values))(*values)
    buffers = (ctypes.c_void_p * 2)(None, ctypes.addressof(numbers))
    column = Array(length=len(values), n_buffers=2, buffers=buffers, release=release_array)
    keep.extend((numbers, buffers, column))
    return (ctypes.POINTER(Array) * 1)(ctypes.pointer(column))


good_children, bad_children = column_of(1, 2, 3, 4), column_of(1, 2, 3, -4)
message = ctypes.create_string_buffer(b"the producer stops here")


def schema() -> Schema:
    counts["handed over"] += 1
    return Schema(format=b"+s", name=b"", n_children=1, children=schema_children, release=release_schema)


def array(children: Any) -> Array:
    counts["handed over"] += 1
    return Array(
        length=4, n_buffers=1, buffers=no_validity, n_children=1, children=children, release=release_array
    )  # fmt: skip


def get_schema(_: Any, out: Any) -> int:
    ctypes.pointer(out.contents)[0] = schema()
    return 0


def get_next(stream: Any, out: Any) -> int:
    """private_data counts the batches; from 100 on it is one that fails."""
    number = stream.contents.private_data or 0
    stream.contents.private_data = number + 1
    if number == 101:
        return 5
    ctypes.pointer(out.contents)[0] = array(good_children) if number % 100 < BATCHES else Array()
    return 0


callbacks = GetSchema(get_schema), GetNext(get_next), GetLastError(lambda _: ctypes.addressof(message))


def stream(first: int) -> Stream:
    counts["handed over"] += 1
    return Stream(*callbacks, release_stream, first)


# ---- Capsules ------------------------------------------------------------------------------------

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class OfArray:
    """An array as producers hand it over."""

    def __init__(self, children: Any) -> None:
        self.structs = schema(), array(children)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        described, values = map(ctypes.addressof, self.structs)
        return new_capsule(described, b"arrow_schema", None), new_capsule(values, b"arrow_array", None)


class OfStream:
    """A stream as producers hand it over."""

    def __init__(self, first: int) -> None:
        self.struct = stream(first)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return new_capsule(ctypes.addressof(self.struct), b"arrow_array_stream", None)


def turn() -> None:
    for data in (OfArray(good_children), OfStream(0)):
        keys = LAYOUT.encode(data, threads=2)
        assert keys[3] == LAYOUT.key(id=4)
        assert LAYOUT.decode(keys)[1] == {"id": 2}  # takes a stream out of its capsule
        keys.__arrow_c_stream__()  # nobody takes this one
        keys.arrays[0].__arrow_c_array__()
        counts["handed out"] += 4
    for layout, data in ((LAYOUT, OfArray(bad_children)), (LAYOUT, OfStream(100)), (OTHER, OfArray(good_children))):
        with contextlib.suppress(rowkey.Error):
            layout.encode(data)
            raise AssertionError


def bytes_in_use() -> int:
    """What malloc has given out: of AddressSanitizer's malloc, or of glibc's."""
    process = ctypes.CDLL(None)
    if hasattr(process, "__sanitizer_get_current_allocated_bytes"):
        process.__sanitizer_get_current_allocated_bytes.restype = ctypes.c_size_t
        return int(process.__sanitizer_get_current_allocated_bytes())

    class Mallinfo(ctypes.Structure):
        _fields_ = [(f"field{i}", ctypes.c_size_t) for i in range(10)]

    process.mallinfo2.restype = Mallinfo
    found = process.mallinfo2()
    return int(found.field4 + found.field7)  # mapped by itself, and in arenas


def main(turns: int) -> None:
    for _ in range(turns):  # what stays in use once, such as caches
        turn()
    gc.collect()
    before = bytes_in_use()
    for _ in range(turns):
        turn()
    gc.collect()
    print(counts["handed over"], counts["released"], counts["handed out"], bytes_in_use() - before)


if __name__ == "__main__":
    main(int(sys.argv[1]))
