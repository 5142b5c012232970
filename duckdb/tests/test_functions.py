"""What rowkey_functions() says of each function, in the place of DuckDB's duckdb_functions()."""

import re

import pytest
from conftest import IS_1_2


@pytest.fixture
def described(database):
    columns = "function_name, function_type, parameters, description, example"
    return {(name, kind): texts for name, kind, *texts in database.rows(f"select {columns} from rowkey_functions()")}


def types_of(parameters):
    """Those of each overload; a struct is ANY to DuckDB."""
    types = [kind.replace("STRUCT", "ANY") for kind in re.findall(r"\w+ (?::= )?([A-Z]+(?:\[\])?)", parameters)]
    return [types[:-1], types] if "[," in parameters else [types]


def test_every_function_is_described(database, described):
    """With parameters that have names, and the types that DuckDB knows them by; and nothing else is described."""
    overloads = {}
    query = "select function_name, function_type, parameter_types from duckdb_functions() where function_name like 'rowkey%'"
    for name, kind, types in database.rows(query):
        overloads.setdefault((name, kind), []).append(types)
    assert described.keys() == overloads.keys()
    for function, (parameters, description, _) in described.items():
        types = types_of(parameters)
        assert sorted(overloads[function]) == sorted(types[-1:] if function[1] == "table" else types)
        assert not re.search(r"\bcol\d", parameters)
        assert re.fullmatch(r"[A-Z].{20,200}\.", description)


def test_examples(database, described):
    """Each calls its function, and runs."""
    for (name, kind), (*_, example) in described.items():
        assert example.startswith(f"FROM {name}(" if kind == "table" else f"{name}(")
        if IS_1_2:  # which takes a struct in a list alone
            example = re.sub(r"(\{\w+: .*\})\)", r"[\1])", example)
        assert database.rows(example if kind == "table" else f"SELECT {example}")[0][0] is not None
