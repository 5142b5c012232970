package io.rowkey;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The keys from a start up to, not including, a stop: what a scan reads. Immutable. */
public final class KeyRange {
  private final byte[] start;
  private final byte[] stop;
  private final boolean isKey;
  private final int region;

  KeyRange(byte[] start, byte[] stop, boolean isKey, int region) {
    this.start = start;
    this.stop = stop;
    this.isKey = isKey;
    this.region = region;
  }

  /**
   * The first key of the range.
   *
   * @return a copy of its bytes; empty: from the begin of the table
   */
  public byte[] start() {
    return start.clone();
  }

  /**
   * The key that ends the range and is not in it.
   *
   * @return a copy of its bytes; empty: up to the end of the table
   */
  public byte[] stop() {
    return stop.clone();
  }

  /**
   * Whether {@link #start} is the one key that can lie in the range: a Get will do.
   *
   * @return whether it is
   */
  public boolean isKey() {
    return isKey;
  }

  /**
   * The region that the range lies in, where ranges were cut at split points.
   *
   * @return its number from 0, or -1 where they were not cut
   */
  public int region() {
    return region;
  }

  /**
   * Whether a key lies in the range.
   *
   * @param key the key
   * @return whether it does
   */
  public boolean contains(byte[] key) {
    return compare(start, key) <= 0 && (stop.length == 0 || compare(key, stop) < 0);
  }

  /** Keys compare as unsigned bytes, a prefix before what it begins. */
  static int compare(byte[] a, byte[] b) {
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      int order = Integer.compare(a[i] & 0xff, b[i] & 0xff);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.length, b.length);
  }

  /** Bytes as HBase shows them. */
  static String show(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      if (b >= 0x20 && b < 0x7f && b != '\\') {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02X", b & 0xff));
      }
    }
    return text.toString();
  }

  /**
   * Compares with another range.
   *
   * @param other any object
   * @return whether it is a range of the same keys
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyRange
        && Arrays.equals(((KeyRange) other).start, start)
        && Arrays.equals(((KeyRange) other).stop, stop);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(start) + Arrays.hashCode(stop);
  }

  /**
   * The range for people.
   *
   * @return start and stop, with {@code \xHH} for bytes that are not printable
   */
  @Override
  public String toString() {
    return "[" + show(start) + " ... " + (stop.length == 0 ? "end" : show(stop)) + ")";
  }
}
