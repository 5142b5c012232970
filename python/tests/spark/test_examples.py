"""The examples in the docstrings of rowkey.spark, and in the guide."""

from __future__ import annotations

import doctest
import pathlib
import types
from typing import Any

import pytest

import rowkey

pytest.importorskip("pyspark")
from rowkey.spark import _decode, _keys, _regions, _sketches

HAS_COLUMNS = hasattr(__import__("pyspark.sql.functions").sql.functions, "arrow_udf")


@pytest.mark.parametrize("module", [_decode, _keys, _regions, _sketches], ids=lambda module: module.__name__)
def test_docstrings(spark: Any, module: types.ModuleType) -> None:
    tests = [
        test
        for test in doctest.DocTestFinder().find(module, extraglobs={"spark": spark, "rowkey": rowkey})
        if test.examples
    ]
    assert tests
    for test in tests:
        if HAS_COLUMNS or test.name.rpartition(".")[2] not in {"key", "try_key", "key_error"}:
            assert doctest.DocTestRunner().run(test).failed == 0


def test_guide(spark: Any) -> None:
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "spark.md"
    results = doctest.testfile(str(page), module_relative=False, globs={"spark": spark})
    assert results.attempted > 0
    assert results.failed == 0
