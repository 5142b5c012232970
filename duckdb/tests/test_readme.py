"""The SQL of README.md, as it stands there, and the rows that it shows."""

import pathlib
import re

import duckdb
import pytest
from conftest import BUILD, IS_1_2

README = pathlib.Path(__file__).parents[1] / "README.md"


def shown(value):
    if isinstance(value, bytes):
        return "".join(chr(byte) if 0x20 < byte < 0x7F else f"\\x{byte:02X}" for byte in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def statements():
    """Each statement, and the lines of comment after it."""
    for block in re.findall(r"^```sql\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL):
        for statement, comments in re.findall(r"(.*?;)\n((?:-- [^\n]*\n)*)\s*", block, re.DOTALL):
            yield statement, [line.removeprefix("-- ") for line in comments.splitlines()]


@pytest.mark.skipif(IS_1_2, reason="DuckDB 1.2 takes a struct in a list alone")
def test_readme(database, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    checked = 0
    for statement, expected in statements():
        rows = database.rows(statement)
        if expected:
            assert [" | ".join(map(shown, row)) for row in rows] == expected, statement
            checked += 1
    assert checked == 13


def test_install(database, tmp_path):
    """A copy that DuckDB keeps is loaded by its name."""
    platform = database.value("pragma platform")
    database.rows(f"set extension_directory = '{tmp_path}'")
    database.rows(f"install '{BUILD / platform / 'rowkey.duckdb_extension'}'")
    other = duckdb.connect(config={"allow_unsigned_extensions": "true", "extension_directory": str(tmp_path)})
    assert other.execute("load rowkey").execute("select rowkey_encode('{id}', [{id: 'a'}])").fetchall() == [(b"a",)]
