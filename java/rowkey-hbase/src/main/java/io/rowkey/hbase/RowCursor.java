package io.rowkey.hbase;

import java.io.Closeable;
import java.io.IOException;

/** Rows in the order of their keys, one at a time. */
interface RowCursor extends Closeable {
  /** A row: its key, its place among all that were added, and its values. */
  final class Row {
    final byte[] key;
    final long number;

    /** For each column the length of its value, or -1 for none, in four bytes, and the value. */
    final byte[] values;

    /** Where the values begin in the array. */
    final int at;

    Row(byte[] key, long number, byte[] values, int at) {
      this.key = key;
      this.number = number;
      this.values = values;
      this.at = at;
    }
  }

  /** The next row, or null where there is none. */
  Row next() throws IOException;
}
