package io.rowkey.hbase;

import io.rowkey.Explanation;
import io.rowkey.RowKeyLayout;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/** The field that a salted key begins with, together with literal text after it. */
final class Salts {
  private Salts() {}

  /** How many bytes of each key stand before what the salt was put before. */
  static int width(RowKeyLayout layout) {
    List<Explanation.Field> fields = layout.explanation(0).fields();
    Explanation.Field salt = fields.get(0);
    check(layout, !salt.kind().equals("literal"), "begins with literal text");
    check(layout, !salt.isReversible(), "begins with a column itself, " + salt.source());
    check(
        layout,
        salt.minWidth() == salt.maxWidth(),
        "begins with a field that varies in length, " + salt.source());
    for (Explanation.Field field : fields.subList(1, fields.size())) {
      if (!field.kind().equals("literal")) {
        return Math.toIntExact(field.offset());
      }
    }
    throw refused(layout, "has no field after the first one");
  }

  private static void check(RowKeyLayout layout, boolean fits, String what) {
    if (!fits) {
      throw refused(layout, what);
    }
  }

  private static IllegalArgumentException refused(RowKeyLayout layout, String what) {
    return new IllegalArgumentException(
        "the layout "
            + layout.template()
            + " "
            + what
            + " (expected a salt of one width, such as {md5(id) % 16:02d}, before the rest)");
  }

  /** Whether all keys from a start up to a stop have the same first bytes. */
  static boolean isOne(byte[] start, byte[] stop, int width) {
    return start.length >= width && compareStops(stop, after(Arrays.copyOf(start, width))) <= 0;
  }

  /** The first key after all that begin with a prefix; empty: there is none. */
  static byte[] after(byte[] prefix) {
    int end = prefix.length;
    while (end > 0 && prefix[end - 1] == (byte) 0xff) {
      end--;
    }
    byte[] next = Arrays.copyOf(prefix, end);
    if (end > 0) {
      next[end - 1]++;
    }
    return next;
  }

  /** Compares ends of ranges, of which an empty one is that of the table. */
  static int compareStops(byte[] a, byte[] b) {
    if (a.length == 0 || b.length == 0) {
      return Boolean.compare(a.length == 0, b.length == 0);
    }
    return Bytes.compareTo(a, b);
  }
}
