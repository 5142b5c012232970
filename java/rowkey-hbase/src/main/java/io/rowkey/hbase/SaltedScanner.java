package io.rowkey.hbase;

import io.rowkey.KeyRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of a salted table in the order that they would have without the salt: by the rest of the
 * key, and by the salt where the rest is the same.
 *
 * <pre>{@code
 * LayoutScans scans = LayoutScans.of(layout, "host begins web").with(new Scan().setLimit(100));
 * try (SaltedScanner rows = SaltedScanner.open(table, scans)) {
 *   for (Result row : rows) { ... }
 * }
 * }</pre>
 *
 * <p>The salt, or bucket, is the field that the layout begins with, and literal text after it. It
 * must have one width, and must not be a column itself. The ranges of one salt are read one after
 * the other, and those of different salts are merged. Where a range holds several salts, as that of
 * all rows does, one small request for each finds out which there are when the scanner is opened.
 *
 * <p>A page of rows is kept for each salt: as many as the caching of the template says, else 256.
 * Rows that meet the conditions only by chance of the salt are dropped by {@link
 * LayoutScans#rowFilter}.
 *
 * <p>For one thread at a time. When {@link #next} throws, because a server did or because a row has
 * a key that the layout does not make, everything is closed and later calls throw as well. Close it
 * to free the scanners of the servers.
 */
public final class SaltedScanner extends MergedScanner {
  /** How many scanners are open at a time unless it is said. */
  public static final int OPEN_SCANNERS = 64;

  /** More salts than this are none. */
  private static final int MOST_SALTS = 1 << 16;

  private SaltedScanner(
      Table table, Collection<List<Scan>> sequences, int offset, LayoutScans scans, int mostOpen)
      throws IOException {
    super(table, sequences, offset, scans.rowFilter(), scans.template().getLimit(), mostOpen);
  }

  /**
   * Opens scans with at most {@link #OPEN_SCANNERS} scanners at a time.
   *
   * @param table the table; it stays open
   * @param scans the scans
   * @return the rows
   * @throws IllegalArgumentException when the layout is not salted, and as {@link
   *     LayoutScans#rowFilter} does
   * @throws IOException when the table cannot be read
   */
  public static SaltedScanner open(Table table, LayoutScans scans) throws IOException {
    return open(table, scans, OPEN_SCANNERS);
  }

  /**
   * Opens scans.
   *
   * @param table the table; it stays open
   * @param scans the scans
   * @param openScanners how many scanners may be open on the servers at a time, 1 or more: with as
   *     many as there are salts none has to be opened again
   * @return the rows
   * @throws IllegalArgumentException when the layout is not salted or the number is less than 1,
   *     and as {@link LayoutScans#rowFilter} does
   * @throws IOException when the table cannot be read
   */
  public static SaltedScanner open(Table table, LayoutScans scans, int openScanners)
      throws IOException {
    if (openScanners < 1) {
      throw new IllegalArgumentException(
          openScanners + " open scanners (expected 1 or more, such as " + OPEN_SCANNERS + ")");
    }
    int width = Salts.width(scans.layout());
    Map<ByteBuffer, List<Scan>> sequences = new LinkedHashMap<>();
    for (KeyRange range : scans.ranges()) {
      add(table, scans, range.start(), range.stop(), width, sequences);
    }
    return new SaltedScanner(table, sequences.values(), width, scans, openScanners);
  }

  /** Adds the scans of a range, one for each salt in it. */
  private static void add(
      Table table,
      LayoutScans scans,
      byte[] start,
      byte[] stop,
      int width,
      Map<ByteBuffer, List<Scan>> sequences)
      throws IOException {
    byte[] from = start;
    if (!Salts.isOne(start, stop, width)) {
      from = firstRow(table, start, stop);
    }
    while (from != null) {
      if (from.length < width) {
        throw new IOException(
            "row "
                + Bytes.toStringBinary(from)
                + " is shorter than the salt of "
                + scans.layout().template()
                + " (expected at least "
                + width
                + " bytes)");
      }
      byte[] salt = Arrays.copyOf(from, width);
      byte[] next = Salts.after(salt);
      boolean isLast = Salts.compareStops(stop, next) <= 0;
      sequences
          .computeIfAbsent(ByteBuffer.wrap(salt), unused -> new ArrayList<>())
          .add(scans.template().withStartRow(from).withStopRow(isLast ? stop : next));
      if (sequences.size() > MOST_SALTS) {
        throw new IllegalArgumentException(
            "more than "
                + MOST_SALTS
                + " values of the first field of "
                + scans.layout().template()
                + " (expected a salt)");
      }
      from = isLast ? null : firstRow(table, next, stop);
    }
  }

  private static byte[] firstRow(Table table, byte[] start, byte[] stop) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(start)
            .withStopRow(stop)
            .setLimit(1)
            .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    try (ResultScanner rows = table.getScanner(scan)) {
      Result row = rows.next();
      return row == null ? null : row.getRow();
    }
  }
}
