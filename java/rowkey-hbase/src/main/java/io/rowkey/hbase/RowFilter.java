package io.rowkey.hbase;

import io.rowkey.Record;
import io.rowkey.Recovery;
import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * What conditions leave to be checked of each row that ranges of keys give: conditions on columns
 * that no range helps with. It decodes the key of the row. Immutable and thread-safe.
 */
public final class RowFilter implements Predicate<byte[]> {
  private final RowKeyLayout layout;
  private final List<String> columns;
  private final ColumnFilter[] filters;

  RowFilter(RowKeyLayout layout, List<String> columns, String conditions) {
    this.layout = layout;
    this.columns = Collections.unmodifiableList(new ArrayList<>(columns));
    Schema schema = layout.schema();
    for (String column : columns) {
      Recovery recovery = layout.recovery(column);
      if (recovery != Recovery.RECOVERED) {
        throw new IllegalArgumentException(
            "rows have to be filtered by column "
                + column
                + ", which does not come back from keys of "
                + layout.template()
                + ": "
                + recovery
                + " (expected conditions on other columns)");
      }
    }
    filters = new ColumnFilter[columns.size()];
    for (int i = 0; i < filters.length; i++) {
      filters[i] = new ColumnFilter(schema, schema.indexOf(columns.get(i)), conditions);
    }
  }

  /**
   * The columns whose values are checked.
   *
   * @return their names; none where the ranges are exact
   */
  public List<String> columns() {
    return columns;
  }

  /**
   * Whether a row meets the conditions on the {@link #columns}.
   *
   * @param key the key of a row that lies in the ranges
   * @return whether it does
   * @throws io.rowkey.RowKeyException of kind {@code RANGE} for a key that the layout does not make
   */
  @Override
  public boolean test(byte[] key) {
    if (filters.length == 0) {
      return true;
    }
    Record record = layout.decode(key);
    for (ColumnFilter filter : filters) {
      if (!filter.accepts(record)) {
        return false;
      }
    }
    return true;
  }
}
