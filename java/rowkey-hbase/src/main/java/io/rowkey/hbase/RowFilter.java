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
 * Conditions on the columns of a row. It decodes the key of the row, or takes the record. {@link
 * LayoutScans#rowFilter} has what conditions leave to be checked of each row that ranges of keys
 * give: those on columns that no range helps with. {@link #of} has all of them. Immutable and
 * thread-safe.
 */
public final class RowFilter implements Predicate<byte[]> {
  private final RowKeyLayout layout;
  private final List<String> columns;
  private final List<ColumnFilter> filters;

  private RowFilter(RowKeyLayout layout, List<String> columns, List<ColumnFilter> filters) {
    this.layout = layout;
    this.columns = Collections.unmodifiableList(columns);
    this.filters = filters;
    for (String column : columns) {
      Recovery recovery = layout.recovery(column);
      if (recovery != Recovery.RECOVERED) {
        throw new IllegalArgumentException(
            "rows have to be filtered by column "
                + column
                + ", which cannot be recovered from keys of "
                + layout.template()
                + ": "
                + recovery
                + " (expected conditions on other columns)");
      }
    }
  }

  /** The conditions on some columns. */
  static RowFilter of(RowKeyLayout layout, List<String> columns, String conditions) {
    Schema schema = layout.schema();
    List<ColumnFilter> filters = new ArrayList<>();
    for (String column : columns) {
      filters.add(new ColumnFilter(schema, schema.indexOf(column), conditions));
    }
    return new RowFilter(layout, columns, filters);
  }

  /**
   * All conditions, for rows that come from anywhere.
   *
   * @param layout the layout of the keys
   * @param conditions as {@link RowKeyLayout#ranges(String)} takes them; empty: every row meets
   *     them
   * @return the filter
   * @throws io.rowkey.RowKeyException for wrong conditions
   * @throws IllegalArgumentException for a condition on a column that cannot be recovered from keys
   */
  public static RowFilter of(RowKeyLayout layout, String conditions) {
    return of(layout, layout.conditionColumns(conditions), conditions);
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
   * @param key the key of a row; of {@link LayoutScans#rowFilter} one that lies in the ranges
   * @return whether it does
   * @throws io.rowkey.RowKeyException of kind {@code RANGE} for a key that the layout does not make
   */
  @Override
  public boolean test(byte[] key) {
    return filters.isEmpty() || test(layout.decode(key));
  }

  /**
   * Whether a record meets the conditions on the {@link #columns}.
   *
   * @param record a record that {@link RowKeyLayout#decode} of the layout gave
   * @return whether it does
   */
  public boolean test(Record record) {
    for (ColumnFilter filter : filters) {
      if (!filter.accepts(record)) {
        return false;
      }
    }
    return true;
  }
}
