"""The extension, loaded into this interpreter's version of DuckDB. scripts/test-duckdb sets the environment."""

import os
import pathlib

import duckdb
import pytest

TOOL = os.environ["ROWKEY_TOOL"]
BUILD = pathlib.Path(os.environ["ROWKEY_DUCKDB_BUILD"])
IS_1_2 = duckdb.__version__.startswith("1.2.")
IS_1_3 = duckdb.__version__.startswith("1.3.")


def open_database(**config):
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", **config})
    platform = connection.execute("pragma platform").fetchall()[0][0]
    connection.execute(f"load '{BUILD / platform / 'rowkey.duckdb_extension'}'")
    return connection


class Database:
    """One database; queries return all their rows."""

    def __init__(self, **config):
        self.connection = open_database(**config)

    def rows(self, sql, *parameters):
        return self.connection.execute(sql, list(parameters)).fetchall()

    def value(self, sql, *parameters):
        ((value,),) = self.rows(sql, *parameters)
        return value

    def error(self, sql):
        with pytest.raises(duckdb.Error) as caught:
            self.rows(sql)
        assert self.value("select 1") == 1  # the database lives on
        return str(caught.value)


@pytest.fixture
def database():
    return Database()


@pytest.fixture(params=["list"] if IS_1_2 else ["struct", "list"])
def record(request):
    """How SQL hands a struct over: {} in it is the struct."""
    return {"struct": "{}", "list": "[{}]"}[request.param].format
