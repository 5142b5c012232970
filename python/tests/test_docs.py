"""The examples in docstrings and in README.md."""

from __future__ import annotations

import doctest
import importlib
import pathlib
import pkgutil

import pytest

import rowkey
from rowkey import _rowkey

PURE = [
    module.name for module in pkgutil.iter_modules(rowkey.__path__) if module.name not in {"_rowkey", "polars", "spark"}
]
OF_C = [
    (f"{owner.__name__}.{name}", member.__doc__)
    for owner in vars(_rowkey).values()
    if isinstance(owner, type)
    for name, member in vars(owner).items()
    if ">>> " in (getattr(member, "__doc__", None) or "")
]


@pytest.mark.parametrize("name", ["rowkey", *(f"rowkey.{name}" for name in PURE)])
def test_examples_of_python(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize(("name", "text"), OF_C)
def test_examples_of_c(name: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/design.rst"])
def test_pages(page: str) -> None:
    polars = pytest.importorskip("polars")
    if tuple(map(int, polars.__version__.split(".")[:2])) < (1, 25):
        pytest.skip("the pages name Polars' engines, as Polars 1.25 and later do")
    path = pathlib.Path(__file__).resolve().parents[1] / page
    results = doctest.testfile(str(path), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0
