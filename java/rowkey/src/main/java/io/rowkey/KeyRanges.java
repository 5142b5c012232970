package io.rowkey;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * Ranges of keys that hold all rows which meet conditions: rising, a list that cannot be changed.
 */
public final class KeyRanges extends AbstractList<KeyRange> implements RandomAccess {
  private final KeyRange[] ranges;
  private final boolean exact;
  private final boolean limited;
  private final boolean[] filter;
  private final Schema schema;

  KeyRanges(Schema schema, byte[] found) {
    this.schema = schema;
    Wire wire = new Wire(found);
    exact = wire.flag();
    limited = wire.flag();
    filter = new boolean[wire.number32()];
    for (int i = 0; i < filter.length; i++) {
      filter[i] = wire.flag();
    }
    ranges = new KeyRange[wire.number32()];
    for (int i = 0; i < ranges.length; i++) {
      ranges[i] = new KeyRange(wire.blob(), wire.blob(), wire.flag(), wire.number32());
    }
  }

  /**
   * Whether the ranges hold no other row of the layout.
   *
   * @return false where the conditions on the columns with {@link #filters} must be applied to each
   *     row
   */
  public boolean isExact() {
    return exact;
  }

  /**
   * Whether a limit is why the ranges hold other rows.
   *
   * @return true where they are not exact, and would hold fewer other rows if more ranges were
   *     allowed: {@link RowKeyLayout#ranges(String, int, byte[][])}
   */
  public boolean isLimited() {
    return limited;
  }

  /**
   * Whether the conditions on a column must be applied to each row that the ranges give.
   *
   * @param column the name of the column
   * @return whether they must
   */
  public boolean filters(String column) {
    return filter[schema.indexOf(column)];
  }

  @Override
  public KeyRange get(int index) {
    return ranges[index];
  }

  @Override
  public int size() {
    return ranges.length;
  }
}
