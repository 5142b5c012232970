"""Whatever is handed over, the answer is a result or an exception that says what was wrong."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rowkey

FIELDS = ["{a}", "{b:u64}", "{md5(a)%10:d}", "{ts:~i64}", "{random()%4:a}", "{year(ts):04d}", "{coalesce(a,0):u8}"]
PIECES = [*FIELDS, "{", "}", "{{", ":", "a", "|", "\\x00", "{b:16s}", "{reverse(a:010d)}", "{a:f64}", "é", "@gbif", "("]
TEMPLATES = st.lists(st.sampled_from(PIECES), max_size=6).map("".join) | st.text(max_size=30) | st.binary(max_size=30)
KINDS = [
    "u64",
    "i64",
    "f64",
    "f32",
    "text",
    "bytes",
    "bytes(2)",
    "time(ms)",
    "uuid",
    "decimal(3)",
    "bool",
    "ip",
    "x",
    "",
]
COLUMNS = st.none() | st.dictionaries(st.sampled_from(["a", "b", "ts", ""]), st.sampled_from(KINDS))
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.datetimes() | st.uuids()
NAMES, SIGNS = ["a", "b", "ts"], [" = ", "<", ">=", " in (", ")", ",", '"', "\\", " begins ", " is null"]
WORDS = [*NAMES, *SIGNS, "5", "-1.5", "2024-03-01", "é"]
CONDITIONS = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=8)
ALLOWED = (rowkey.Error, TypeError, ValueError)


def attempt(function: Any, *arguments: Any, **values: Any) -> Any:
    try:
        return function(*arguments, **values)
    except ALLOWED as error:
        assert str(error)  # noqa: PT017
        return None


@given(
    TEMPLATES,
    COLUMNS,
    st.lists(st.fixed_dictionaries({"a": VALUES, "b": VALUES, "ts": VALUES}), max_size=4),
    VALUES,
    CONDITIONS,
)
def test_garbage(template: Any, columns: Any, records: list[dict[str, Any]], other: Any, words: list[str]) -> None:
    layout = attempt(rowkey.Layout, template, columns)
    if layout is None:
        return
    for record in records:
        key = attempt(layout.key, **record)
        if key is None:
            continue
        assert isinstance(key, bytes)
        if "random" in str(template):  # each call has another number
            continue
        assert layout.key(**record) == key
        back = attempt(layout.decode_key, key)
        if back is not None and columns is not None:
            assert layout.key(**{**record, **back}) == key
        fields = attempt(layout.fields, key)
        if fields is not None:
            assert b"".join(field.data for field in fields) == key
    attempt(layout.decode_key, other)
    attempt(layout.fields, other)
    attempt(layout.ranges, {"a": other}, most=10)
    attempt(layout.ranges, {"ts": (other, None), "b": [other]}, most=10)
    attempt(layout.ranges, "".join(words), most=10)
    attempt(layout.splits, 5)
    attempt(layout.explain)


@given(VALUES | st.lists(VALUES))
def test_garbage_for_splits(points: Any) -> None:
    splits = attempt(rowkey.Splits, points)
    attempt(rowkey.Splits([b"a"]).region, points)
    if splits is not None:
        assert splits.region(b"") == 0


PARTS = [b"a", b"b", b",", b'"', b"\n", b"\r\n", b"\t", b"1", b"-2.5", b"{", b"}", b":", b"#", b"\xff", b'"a"']
LINES = st.lists(st.sampled_from(PARTS), max_size=30).map(b"".join)
LISTS = st.text(max_size=9) | COLUMNS | st.dictionaries(st.sampled_from(["a", "line", "_"]), st.sampled_from(KINDS))
OPTIONS = {
    "kind": st.sampled_from(["csv", "tsv", "jsonl", "lines", "binary", None]),
    "header": st.booleans(),
    "null": st.none() | st.sampled_from(["", "a", "1"]),
    "comment": st.none() | st.sampled_from(["#", ""]),
    "line": st.booleans(),
}


@given(LINES, LISTS, st.fixed_dictionaries(OPTIONS))
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_garbage_in_files(data: bytes, columns: Any, options: dict[str, Any]) -> None:
    records = attempt(rowkey.read_records, data, columns, **options)
    if records is None:
        return
    assert len(records.to_list()) == len(records)
    attempt(rowkey.Layout("{a}|{b}").encode, records)


QUESTIONS = CONDITIONS.map("".join) | st.sampled_from(["a = ?", "a = ?, ts in last 5", "ts in last 1h"])


@given(QUESTIONS, st.dictionaries(st.sampled_from(NAMES), VALUES), COLUMNS)
def test_garbage_in_questions(question: str, record: dict[str, Any], columns: Any) -> None:
    filled = attempt(rowkey.fill_question, question, record, columns)
    assert filled is None or isinstance(filled, str)
