"""Keys of a frame's rows, their regions and what comes back from them, computed by PySpark's workers.

with_key, region, by_region, splits, within and decode take PySpark 3.5 and later; key, try_key and key_error need
PySpark 4.1. Workers need this package, of the same version as the driver.
"""

from __future__ import annotations

from rowkey.spark._decode import decode
from rowkey.spark._keys import key, key_error, try_key, with_key
from rowkey.spark._regions import by_region, region, splits, within

__all__ = ["by_region", "decode", "key", "key_error", "region", "splits", "try_key", "with_key", "within"]
