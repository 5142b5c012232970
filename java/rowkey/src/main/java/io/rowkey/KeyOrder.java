package io.rowkey;

import java.util.Objects;

/**
 * The order in which keys stand in a table: their bytes count as unsigned numbers, and a key comes
 * before those that begin with it and go on. Rows of equal keys stay in the order they have.
 *
 * <pre>{@code
 * KeyOrder order = keys.order();
 * Keys sorted = Keys.growing();
 * order.gather(keys, sorted);              // the keys, rising
 * values[order.row(0)];                    // the value that belongs to the first of them
 * }</pre>
 *
 * <p>Immutable and thread-safe; it does not hold the keys.
 */
public final class KeyOrder {
  private final int[] order;
  private final int duplicates;

  private KeyOrder(int[] order, int duplicates) {
    this.order = order;
    this.duplicates = duplicates;
  }

  static KeyOrder of(Keys keys) {
    Keys.View source = keys.source();
    int[] order = new int[(int) source.shape[0]];
    NativeLoader.load();
    int duplicates = Native.order(source.data, source.offsets, source.shape, order);
    return new KeyOrder(order, duplicates);
  }

  /**
   * How many rows there are.
   *
   * @return the number of keys that were sorted
   */
  public int rows() {
    return order.length;
  }

  /**
   * The row whose key stands at a place.
   *
   * @param place from 0, for the least key, to one less than there are rows
   * @return the number of the row among the keys that were sorted
   * @throws IndexOutOfBoundsException for another place
   */
  public int row(int place) {
    if (place < 0 || place >= order.length) {
      throw new IndexOutOfBoundsException(
          "place " + place + " of " + order.length + " rows (expected one from 0 on)");
    }
    return order[place];
  }

  /**
   * How many rows have a key that an earlier row has, too.
   *
   * @return the number of rows less the number of different keys
   */
  public int duplicates() {
    return duplicates;
  }

  /**
   * The rows in the order of their keys.
   *
   * @return a copy
   */
  public int[] toArray() {
    return order.clone();
  }

  /**
   * Copies keys in this order.
   *
   * @param keys the keys that were sorted, or others of as many rows
   * @param sorted where the copies go, side by side: its key number i is then the one of row {@link
   *     #row row(i)}. Its memory may not be that of the keys
   * @throws IllegalArgumentException for another number of rows, for memory that the keys lie in,
   *     and when there is no room for offsets
   * @throws RowKeyException of kind {@code SPACE} when the bytes do not fit; there are no copies
   *     then
   */
  public void gather(Keys keys, Keys sorted) {
    Objects.requireNonNull(sorted, "sorted");
    Keys.View source = keys.source();
    long rows = source.shape[0];
    if (rows != order.length) {
      throw new IllegalArgumentException(
          rows + " keys (expected " + order.length + ", as many as were sorted)");
    }
    if (source.shape[3] > 0 && source.data == sorted.source().data) {
      throw new IllegalArgumentException(
          "keys are copied onto themselves (expected memory of their own for the copies)");
    }
    int width = source.offsets == null ? (int) source.shape[1] : -1;
    long bytes = (long) keys.offset(order.length) - keys.offset(0);
    Keys.View target =
        sorted.target(order.length, width, Math.max(0, Math.min(bytes, source.shape[3])));
    Native.gather(
        source.data,
        source.offsets,
        source.shape,
        order,
        target.data,
        target.offsets,
        target.shape);
    sorted.filled(order.length);
  }
}
