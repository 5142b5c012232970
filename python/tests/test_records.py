"""Records of text: keys and errors are those of the tool on the same file."""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import subprocess
import warnings
from pathlib import Path
from typing import Any

import pytest

import rowkey

TYPES = "u64,i64,f64,f32,text,bytes,bytes(4),time(ms),epoch(s),decimal(2),uuid,ip,ipv4,bool,enum(a, b),hex,base64"
LAYOUTS = {
    "text": "{a}|{b}", "bytes": "{a}|{b}", "hex": "{a}|{b}", "base64": "{a}|{b}", "uuid": "{a}|{b}", "ip": "{a}|{b}",
    "bytes(4)": "{a}|{b}", "f64": "{a}|{b:f64}", "f32": "{a}|{b:f32}",
}  # fmt: skip
VALUES = [
    b"", b"0", b"-1", b"+7", b" 7", b"12", b"12.50", b"1.005", b"1e3", b"18446744073709551615", b"18446744073709551616",
    b"-9223372036854775808", b"9" * 40, b"nan", b"inf", b"1e400", b"abcd", b"abc", b"a", b"true", b"null", b"NULL",
    b"2024-03-01", b"2024-03-01T12:30:00.001Z", b"2024-02-30", b"00112233-4455-6677-8899-aabbccddeeff", b"::1",
    b"1.2.3.4", b"00fF", b"0", b"AAE=", "é".encode(), b"\xff\xfe", b"a\x00b", b"\\N", b"'x'",
]  # fmt: skip
FILES = {
    "plain": b"a,b\nx,1\ny,2\n",
    "no last newline": b"a,b\nx,1\ny,2",
    "CR LF": b"a,b\r\nx,1\r\ny,2\r\n",
    "mixed ends": b"a,b\r\nx,1\ny,2\r\n",
    "mark": b"\xef\xbb\xbfa,b\nx,1\n",
    "quotes": b'a,b\n"x","1"\n"x,y",2\n"say ""no""",3\n"two\nlines",4\n"",5\n',
    "other order": b"c,b,a\n,1,x\n,2,y\n",
    "empty fields": b"a,b\n,1\n,\nx,\n",
    "empty lines": b"a,b\n\nx,1\n",
    "too few": b"a,b\nx,1\ny\n",
    "too many": b"a,b\nx,1\ny,2,3\n",
    "open quote": b'a,b\nx,1\n"y,2\nz,3\n',
    "text after a quote": b'a,b\n"x"y,1\n',
    "quote inside": b'a,b\nx"y,1\nz,2\n',
    "bad in the middle": b'a,b\n"x\n\n",1\n"y\n",two\nz,3\n',
    "no UTF-8 in the name": b"a,\xff,b\nx,y,1\n",
    "no column": b"a,c\nx,1\n",
    "twice": b"a,b,b\nx,1,2\n",
    "header alone": b"a,b\n",
    "nothing": b"",
    "newline": b"\n",
    "big": b"a,b\n" + b"".join(b"%d,%d\n" % (i, i * i) for i in range(200_000)),
    "bad at the end": b"a,b\n" + b"".join(b'"%d\n",%d\n' % (i, i * i) for i in range(200_000)) + b"x,-",
}  # fmt: skip


def by_tool(tool: str, file: Path, *options: str) -> list[str] | str:
    """Return the keys in hex, or the first error."""
    command = [tool, "encode", "--quiet", "--output", "hex", *options, str(file)]
    done = subprocess.run(command, capture_output=True, check=False)
    errors = [line for line in done.stderr.decode(errors="backslashreplace").splitlines() if ": warning: " not in line]
    return done.stdout.decode().splitlines() if done.returncode == 0 else errors[0].removeprefix("rowkey: ")


def by_python(file: Path, layout: str, columns: dict[str, str], **options: Any) -> list[str] | str:
    """Return the same, through read_records() and encode()."""
    try:
        records = rowkey.read_records(file, columns, **options)
    except rowkey.RecordError as error:
        return str(error)
    except ValueError as error:
        return str(error).splitlines()[0]
    try:
        return [key.hex() for key in rowkey.Layout(layout, columns).encode(records)]
    except rowkey.RowError as error:
        return f"row {error.row}: {error.reason}"


def assert_same(found: list[str] | str, expected: list[str] | str) -> None:
    if isinstance(found, str) and found.startswith("row "):
        found, expected = found.partition(": ")[2], str(expected).partition(": ")[2]
    assert found == expected


@pytest.mark.parametrize("kind", TYPES.replace("(a, b)", "(a; b)").split(","))
def test_values_of_each_type(tool: str, tmp_path: Path, kind: str) -> None:
    kind = kind.replace(";", ",")
    layout = LAYOUTS.get(kind, "{a}|{b}")
    for number, (value, null) in enumerate(itertools.product(VALUES, [None, "", "NULL"])):
        file = tmp_path / f"{number}.csv"
        file.write_bytes(b"x,12\ny," + value + b"\n" if kind in {"u64", "i64"} else b"y," + value + b"\n")
        shown = layout if null is None else layout.replace("{b", '{coalesce(b, "-")' if "text" in kind else "{b")
        options = [] if null is None else ["--null", null]
        columns = f"a:text,b:{kind}"
        expected = by_tool(tool, file, "--layout", shown, "--columns", columns, *options)
        found = by_python(file, shown, {"a": "text", "b": kind}, null=null)
        if kind == "text" and value == b"\xff\xfe":  # a str of Python is UTF-8
            assert found == f"{file}:1: column b is not UTF-8 (expected text; declare it as bytes)"
        elif kind == "bytes(4)" and str(found).startswith(str(file)):  # which the tool finds when it makes the key
            assert found == f"{file}:1: column b: the value has {len(value)} bytes (expected 4)"
            assert str(expected).startswith(f"{file}:1: ")
        else:
            assert_same(found, expected)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("threads", [1, 3])
def test_files(tool: str, tmp_path: Path, name: str, threads: int) -> None:
    file = tmp_path / "events.csv"
    file.write_bytes(FILES[name])
    columns = {"a": "bytes", "b": "u64"}
    expected = by_tool(tool, file, "--layout", "{a}|{b}", "--header", "--columns", "a:bytes,b:u64")
    assert_same(by_python(file, "{a}|{b}", columns, header=True, threads=threads), expected)
    if not name.startswith(("big", "bad at")):
        expected = by_tool(tool, file, "--layout", "{a}|{b}", "--columns", "a:bytes,b:bytes")
        assert_same(by_python(file, "{a}|{b}", dict.fromkeys("ab", "bytes"), threads=threads), expected)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", [name for name in FILES if len(FILES[name]) < 1000])
def test_pieces_of_any_size(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whether records and errors are the same wherever a piece ends."""

    def read(columns: str | None, header: bool) -> Any:
        try:
            return rowkey.read_records(FILES[name], columns, kind="csv", header=header, line=True).to_list()
        except (rowkey.RecordError, ValueError) as error:
            return error.args

    for columns, header in [("a:text,b:u64", True), ("a:bytes,b:bytes", False), (None, True)]:
        with monkeypatch.context() as patch:
            whole = read(columns, header)
            for size in range(1, 20):
                patch.setattr("rowkey._records._PIECE", size)
                assert read(columns, header) == whole


def test_a_quote_that_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b'a,b\n1,2\n3,"4\n' + b"5,6\n" * 1000
    monkeypatch.setattr("rowkey._records._PIECE", 16)
    options: dict[str, Any] = {"kind": "csv", "header": True, "columns": "a:u64,b:text"}
    with pytest.raises(rowkey.RecordError, match="longer than 100 bytes: perhaps a quote in it is not closed") as error:
        rowkey.read_records(data, max_record=100, **options)
    assert (error.value.place, error.value.row) == ("line 3", 1)
    with pytest.raises(rowkey.RecordError, match="quote") as error:
        rowkey.read_records(data, **options)
    assert error.value.place == "line 3"
    assert "max_record" not in str(error.value)
    with pytest.raises(rowkey.RecordError, match="longer than 100 bytes") as error:
        rowkey.read_records(b'"' + data.replace(b'"', b""), max_record=100, **options)
    assert (error.value.place, error.value.row) == ("line 1", None)
    long = b"1," + b"x" * 100_000 + b"\n"
    assert len(rowkey.read_records(long * 3, "a:u64,b:text", kind="csv")[2]["b"]) == 100_000


def test_pieces_of_many_records(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"".join(b'%d,"%s"\n' % (i, b"\n" * (i % 3)) for i in range(3000)) + b"x,y\n"
    monkeypatch.setattr("rowkey._records._PIECE", 100)
    for threads in (1, 4):
        with pytest.raises(rowkey.RecordError) as error:
            rowkey.read_records(data, "a:u64,b:text", kind="csv", threads=threads)
        assert (error.value.place, error.value.row) == ("line 6001", 3000)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("tsv", b"x\t1\ny\t2"),
        ("tsv", b'"x\t1\ny\t2\t3\n'),
        ("jsonl", b'{"a":"x","b":1}\n{"b":2.0,"c":[1,{"a":3}],"a":"\\u00e9\\n"}'),
        ("jsonl", b'\xef\xbb\xbf{"a":"x","b":1}\r\n\n{"a":"y"}\n'),
        ("jsonl", b'{"a":"x","b":1}\n{"a":"y","b":-1}\n'),
        ("jsonl", b'{"a":"x","b":1}\n{"a":"\xff","b":1}\n'),
        ("jsonl", b'{"a":"x","b":1\n'),
    ],
)
def test_other_kinds(tool: str, tmp_path: Path, kind: Any, data: bytes) -> None:
    file = tmp_path / "events"
    file.write_bytes(data)
    columns = {"a": "bytes", "b": "u64"}
    expected = by_tool(tool, file, "--layout", "{a}|{b}", "--input", kind, "--columns", "a:bytes,b:u64")
    found = by_python(file, "{a}|{b}", columns, kind=kind)
    if isinstance(expected, str) and isinstance(found, str):  # the tool's simdjson finds some faults in other words
        assert found.partition(": ")[0] == expected.partition(": ")[0]
    else:
        assert found == expected


def test_lines_and_whole_records(tool: str, tmp_path: Path) -> None:
    file = tmp_path / "events.csv"
    file.write_bytes(b'# no record\nx,"1"\r\ny,\xff\n')
    layout = "{md5(line)}{a}"
    expected = by_tool(tool, file, "--layout", layout, "--columns", "a:text,_", "--comment", "#")
    columns = {"a": "text", "b": "bytes", "line": "bytes"}
    assert by_python(file, layout, columns, comment="#") == expected
    of_lines = by_tool(tool, file, "--layout", "{md5(line)}", "--input", "lines")
    assert by_python(file, "{md5(line)}", {"line": "bytes"}, kind="lines") == of_lines
    for line in (False, True):
        found = rowkey.read_records(b"x,1\n", "a:text,_", kind="csv", line=line)
        assert found.to_list() == [{"a": "x", "line": "x,1"} if line else {"a": "x"}]
    assert rowkey.read_records(b"x\ny\n").to_list() == [{"line": "x"}, {"line": "y"}]


def test_columns_that_are_bytes() -> None:
    """Whether the list of columns tells bytes from text wherever the word stands."""
    listed = 'a:text,b: bytes ,c:bytes = a + "-" + a,d:text = a + ":bytes"'
    assert rowkey.read_records(b"x,y\n", listed, kind="csv")[0] == {"a": "x", "b": b"y", "c": b"x-x", "d": "x:bytes"}
    named = r"a=\:bytes:text,`b:bytes`:text"
    assert rowkey.read_records(b":bytes,b:bytes\nx,y\n", named, kind="csv", header=True)[0] == {
        "a": "x",
        "b:bytes": "y",
    }


def test_names_and_types_are_one_item_each() -> None:
    names = {"user-id": "u64", "a:u64,b": "text", "_": "text", "...": "bytes", "ts": 'text = _ + ","'}
    record = rowkey.read_records(b"7,x,y,z\n", names, kind="csv")[0]
    assert record == {"user-id": 7, "a:u64,b": "x", "_": "y", "...": b"z", "ts": "y,"}
    for columns in ({"a`:u64,`b": "u64"}, {"a": "u64,_"}, {"a": "u64,b:u64"}, {"a": "u64,..."}):
        with pytest.raises(ValueError, match="expected one column, whose name has no backquote"):
            rowkey.read_records(b"1,2\n", columns, kind="csv")


def test_binary(tool: str, tmp_path: Path) -> None:
    file = tmp_path / "events.bin"
    file.write_bytes(b"".join(i.to_bytes(4, "little") + b"ab\xff\x00" for i in range(5000)) + b"12")
    columns = {"a": "u32le", "b": "bytes(4)"}
    expected = by_tool(tool, file, "--layout", "{b}{a}", "--input", "binary", "--columns", "a:u32le,b:bytes(4)")
    with pytest.raises(rowkey.RecordError) as error:
        rowkey.read_records(file, columns, kind="binary")
    assert str(error.value) == expected == f"{file}: record 5001 at byte 40000: {error.value.reason}"
    records = rowkey.read_records(file.read_bytes()[:-2], columns, kind="binary")
    assert records[4999] == {"a": 4999, "b": b"ab\xff\x00"}


COLUMNS = b"host,at,count,price,id,none\n"
ROWS = COLUMNS + b"".join(
    b"web-%d,2024-03-01T00:00:%02dZ,%d,%d.5,00112233-4455-6677-8899-aabbccddee%02x,\n" % (i % 3, i, i, i, i)
    for i in range(60)
)


def test_types_that_are_found(tool: str, tmp_path: Path) -> None:
    file = tmp_path / "events.csv"
    file.write_bytes(ROWS)
    for source in (file, str(file), ROWS, bytearray(ROWS), memoryview(ROWS), io.BytesIO(ROWS)):
        options: dict[str, Any] = {} if source in (file, str(file)) else {"kind": "csv"}
        records = rowkey.read_records(source, header=True, null="", **options)
        record = records[7]
        assert {name: type(value).__name__ for name, value in record.items()} == {
            "host": "str", "at": "datetime", "count": "int", "price": "float", "id": "bytes", "none": "NoneType",
        }  # fmt: skip
    kinds = {"host": "text", "at": "time(s)", "count": "u64", "price": "f64", "id": "uuid"}
    layout = "{host}|{at:u64}{count:u16}{price:f64}{id}"
    listed = ",".join(f"{name}:{kind}" for name, kind in kinds.items())
    expected = by_tool(tool, file, "--layout", layout, "--header", "--columns", listed)
    assert [key.hex() for key in rowkey.Layout(layout, kinds).encode(records)] == expected


@pytest.mark.parametrize("name", [name for name in FILES if len(FILES[name]) < 1000])
def test_warnings_of_the_tool(tool: str, tmp_path: Path, name: str) -> None:
    file = tmp_path / "events.csv"
    file.write_bytes(FILES[name])
    command = [tool, "encode", "--quiet", "--layout", "{a}", "--columns", "a:text,bb:text", str(file)]
    file.write_bytes(FILES[name].replace(b"a,b\n", b"a,bb\n").replace(b"a,b\r", b"a,bb\r"))
    said = subprocess.run(command, capture_output=True, check=False).stderr.decode(errors="replace")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with contextlib.suppress(rowkey.RecordError):
            rowkey.read_records(file, "a:text,bb:text")
    assert [str(warning.message).partition(" (")[0] for warning in warned] == [
        line.removeprefix("rowkey: warning: ").partition(" (")[0] for line in said.splitlines() if " warning: " in line
    ]
    assert all(warning.filename == __file__ for warning in warned)


class Pipe(io.RawIOBase):
    """A file that cannot go back, and returns a few bytes at a time."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._data.readinto(memoryview(buffer)[:7])


class Plain:
    """What has read() alone, as many responses do."""

    def __init__(self, data: bytes | str) -> None:
        self._data = data

    def read(self, size: int = -1) -> bytes | str:
        size = len(self._data) if size < 0 else size
        taken, self._data = self._data[:size], self._data[size:]
        return taken


def test_what_can_only_be_read() -> None:
    expected = rowkey.read_records(ROWS, kind="csv", header=True, null="")
    plain: Any = Plain(ROWS)
    assert rowkey.read_records(plain, kind="csv", header=True, null="") == expected
    for options in ({"header": True}, {"columns": "a:text"}):
        text: Any = Plain(ROWS.decode())
        with pytest.raises(TypeError, match=r"returned a str \(expected bytes"):
            rowkey.read_records(text, kind="csv", **options)


def test_comments_before_the_header(monkeypatch: pytest.MonkeyPatch) -> None:
    comments = b"".join(b"# comment %d\n" % i for i in range(50))
    monkeypatch.setattr("rowkey._records._PIECE", 16)
    options: dict[str, Any] = {"kind": "csv", "header": True, "comment": "#", "max_record": 20}
    assert rowkey.read_records(comments + b"a,b\n1,2\n", **options).to_list() == [{"a": 1, "b": 2}]
    for data, place, reason in [
        (comments + b"a,b\n1,2\n\nx" * 2, "line 53", "the line is blank"),
        (comments + b"a" * 30 + b"\n", "line 51", "longer than 20 bytes"),
        (comments, "line 51", "only comments"),
        (comments + b"a,a\n", "line 51", "twice"),
    ]:
        with pytest.raises(rowkey.RecordError, match=reason) as error:
            rowkey.read_records(data, **options)
        assert error.value.place == place


def test_files_that_are_open(tmp_path: Path) -> None:
    expected = rowkey.read_records(ROWS, kind="csv", header=True, null="")
    packed = tmp_path / "events.csv.gz"
    packed.write_bytes(gzip.compress(ROWS))
    with gzip.open(packed) as file:
        assert rowkey.read_records(file, kind="csv", header=True, null="") == expected
    assert rowkey.read_records(Pipe(ROWS), kind="csv", header=True, null="") == expected  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"events.csv.gz is compressed with gzip"):
        rowkey.read_records(packed, "a:text", kind="csv")
    with io.BytesIO(b"skipped\n" + ROWS) as file:
        file.readline()
        assert rowkey.read_records(file, kind="csv", header=True, null="") == expected
        assert not file.closed


def test_parts_are_the_whole() -> None:
    data = b"".join(b"%d,%s\n" % (i, b"x" * (i % 50)) for i in range(400_000))
    whole = rowkey.read_records(data, "a:u64,b:text", kind="csv", threads=2)
    parts = list(rowkey.iter_records(data, "a:u64,b:text", kind="csv"))
    assert len(parts) > 1
    assert [len(part) for part in parts] == [len(array) for array in whole.arrays]
    assert sum(map(len, parts)) == len(whole) == 400_000
    assert whole[399_999] == parts[-1][-1] == {"a": 399_999, "b": "x" * 49}
    assert list(rowkey.iter_records(b"", "a:u64", kind="csv")) == []
    pa = pytest.importorskip("pyarrow")
    pa.table(whole).validate(full=True)


def test_arrow_of_each_type() -> None:
    pa = pytest.importorskip("pyarrow")
    columns = "t:time(ms),d:decimal(2),b:bool,e:enum(a, b),i:ip,h:hex,u:uuid,f:f32,n:i64"
    row = b"2024-03-01,-1.5,true,b,::1,00ff,00112233-4455-6677-8899-aabbccddeeff,1.5,-7\n"
    table = pa.table(rowkey.read_records(row + b",,,,,,,,\n" + row, columns, kind="csv", null=""))
    table.validate(full=True)
    assert list(map(str, table.schema.types)) == [
        "timestamp[ms, tz=UTC]", "decimal128(19, 2)", "bool", "large_string", "fixed_size_binary[16]", "large_binary",
        "fixed_size_binary[16]", "float", "int64",
    ]  # fmt: skip
    first, none, last = table.to_pylist()
    assert first == last
    assert set(none.values()) == {None}
    assert (str(first["d"]), first["b"], first["e"], first["h"], first["n"]) == ("-1.50", True, "b", b"\x00\xff", -7)


def test_what_is_wrong(tmp_path: Path) -> None:
    read: Any = rowkey.read_records
    for arguments, options, text in [
        ((b"1",), {"kind": "xml"}, r"kind='xml' \(expected one of lines, csv, tsv, jsonl, binary, or None\)"),
        ((b"1",), {"kind": "csv"}, r"no columns are named \(expected columns=\{'id': 'u64', ...\} or header=True\)"),
        ((b"1",), {"kind": "jsonl"}, r"no columns are named"),
        ((b"1", "a:u64"), {"kind": "csv", "delimiter": ";;"}, r"delimiter=';;' \(expected one byte"),
        ((b"1", "a:u64"), {"kind": "csv", "delimiter": '"'}, "a quote or line end separates no fields"),
        ((b"1", "a:u65"), {"kind": "csv"}, "there is no type u65"),
        ((b"1", "a:u64,b:u64"), {}, "a line is one column"),
        ((b"1", "a:u64"), {"threads": 0}, "threads=0"),
        ((b"\xe9\n1", None), {"kind": "csv", "header": True}, r"column b'\\xe9': the name is not UTF-8"),
        ((b"1", "a:u64"), {"kind": "csv", "null": "a,b"}, "no field can be"),
    ]:
        with pytest.raises(ValueError, match=text):
            read(*arguments, **options)
    with pytest.raises(TypeError, match=r"a int holds no records \(expected a path, bytes, or a file"):
        read(5)
    latin = tmp_path / "latin.csv"
    latin.write_bytes(b"\xe9\n")
    with latin.open(encoding="utf-8") as text, pytest.raises(TypeError, match=r"a TextIOWrapper reads text .*as 'rb'"):
        read(text, "a:text")
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.csv", "a:u64")
    with pytest.raises(rowkey.RecordError) as error:
        read(b"a,b\n1,2\n3,x\n", {"a": "u64", "b": "u64"}, kind="csv", header=True)
    found = error.value
    assert (found.place, found.row, found.column) == ("line 3", 1, "b")
    assert str(found) == f"line 3: {found.reason}"
    with pytest.raises(rowkey.RecordError, match=r"^line 2: "):
        read(b"#\na,b,a\n1,2,3\n", kind="csv", header=True, comment="#")
    with pytest.warns(UserWarning, match="none"):
        read(b"id,none\n1,\n2,5\n", kind="csv", header=True)
