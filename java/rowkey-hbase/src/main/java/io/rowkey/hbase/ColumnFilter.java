package io.rowkey.hbase;

import io.rowkey.ColumnType;
import io.rowkey.KeyRange;
import io.rowkey.KeyRanges;
import io.rowkey.Record;
import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The conditions on one column, for its values. It asks a layout of that column alone, whose keys
 * sort as the values do: a value meets the conditions when its key lies in their ranges. So
 * conditions mean here what they mean for ranges, of every type.
 */
final class ColumnFilter {
  private final int column;
  private final int columns;
  private final RowKeyLayout order;
  private final KeyRanges ranges;

  ColumnFilter(Schema schema, int column, String conditions) {
    this.column = column;
    columns = schema.size();
    order = compile(schema, column);
    ranges = order.ranges(conditions);
    if (ranges.filters(schema.name(column))) {
      throw new IllegalArgumentException(
          "the conditions on column "
              + schema.name(column)
              + " cannot be applied to rows: "
              + conditions
              + " (expected comparisons with values)");
    }
  }

  /** The layout: a byte that is 0 for a null, and the value in a form that sorts. */
  private static RowKeyLayout compile(Schema schema, int column) {
    String name = schema.name(column);
    ColumnType storage = schema.type(column).storage();
    String value;
    if (storage.equals(ColumnType.U64) || storage.equals(ColumnType.I64)) {
      value = "{coalesce(" + name + ", 0):" + storage + "}";
    } else if (storage.equals(ColumnType.F64) || storage.equals(ColumnType.F32)) {
      value = "{coalesce(" + name + ", 0):f64}";
    } else {
      value = "{coalesce(" + name + ", \"" + zeros(schema, name) + "\")}";
    }
    return RowKeyLayout.compile("{null_first(" + name + "):u8}" + value, schema);
  }

  /** The constant in the place of a null: it has the width of the column, where it has one. */
  private static String zeros(Schema schema, String name) {
    try (RowKeyLayout text = RowKeyLayout.compile("{" + name + "}", schema)) {
      StringBuilder zeros = new StringBuilder();
      for (int i = 0; i < text.keyWidth(); i++) {
        zeros.append("\\x00");
      }
      return zeros.toString();
    }
  }

  boolean accepts(Record record) {
    Object[] values = new Object[columns];
    values[column] = record.get(column);
    byte[] key = order.key(values);
    // The last range that begins at the key or before it.
    int low = 0;
    int high = ranges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      KeyRange range = ranges.get(middle);
      if (range.contains(key)) {
        return true;
      }
      if (Bytes.compareTo(range.start(), key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return false;
  }
}
