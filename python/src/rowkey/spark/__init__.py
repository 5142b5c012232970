"""Keys of a frame's rows, their regions and what is recovered from them, computed by PySpark's workers.

All take PySpark 3.5 and later but key, try_key and key_error, which need PySpark 4.1. Workers need this package, of
the same version as the driver; write_hfiles and bulk_load need the jars of the package for the JVM.
"""

from __future__ import annotations

from rowkey.spark._decode import decode
from rowkey.spark._keys import key, key_error, try_key, with_key
from rowkey.spark._loads import bulk_load, write_hfiles
from rowkey.spark._regions import by_region, region, within
from rowkey.spark._sketches import sketch, splits

__all__ = [
    "bulk_load",
    "by_region",
    "decode",
    "key",
    "key_error",
    "region",
    "sketch",
    "splits",
    "try_key",
    "with_key",
    "within",
    "write_hfiles",
]
