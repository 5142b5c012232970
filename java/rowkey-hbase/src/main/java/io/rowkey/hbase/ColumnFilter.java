package io.rowkey.hbase;

import io.rowkey.ColumnType;
import io.rowkey.KeyRange;
import io.rowkey.KeyRanges;
import io.rowkey.Record;
import io.rowkey.RowKeyException;
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
    String marker = "{null_first(" + name + "):u8}";
    if (schema.type(column).equals(ColumnType.U64)) {
      return RowKeyLayout.compile(marker + "{coalesce(" + name + ", 0):u64}", schema);
    }
    // Types such as time(ms) do not say what they are kept as.
    for (String form : new String[] {"i64", "f64"}) {
      try {
        return RowKeyLayout.compile(marker + "{coalesce(" + name + ", 0):" + form + "}", schema);
      } catch (RowKeyException e) {
        if (e.kind() != RowKeyException.Kind.TYPE) {
          throw e;
        }
      }
    }
    // The constant in the place of a null has the width of the column, where it has one.
    int width;
    try (RowKeyLayout text = RowKeyLayout.compile("{" + name + "}", schema)) {
      width = Math.max(0, text.keyWidth());
    }
    StringBuilder constant = new StringBuilder();
    for (int i = 0; i < width; i++) {
      constant.append("\\x00");
    }
    return RowKeyLayout.compile(marker + "{coalesce(" + name + ", \"" + constant + "\")}", schema);
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
