package io.rowkey.hbase;

import io.rowkey.KeyRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
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
 * all rows does, a request for one row of each finds out which there are when the scanner is
 * opened. It sees what the template sees: its time range, raw cells, families and so on.
 *
 * <p>Rows come in rising order alone: {@link LayoutScans#with} refuses templates that are reversed.
 * They come whole, unless the template has a batch or allows partial results: the parts of a row
 * follow each other then.
 *
 * <p>A page of rows is kept for each salt: as many as the caching of the template says, else 256,
 * and of as many bytes as its greatest result size says, else of 16 MiB parted among the salts, 2
 * MiB each at most ({@code hbase.client.scanner.max.result.size}). It ends with the row, or part of
 * one, that exceeds them; an open scanner holds as much again. Pages are not read ahead by other
 * threads, whatever the template says. Rows that meet the conditions only by chance of the salt are
 * dropped by {@link LayoutScans#rowFilter}.
 *
 * <p>Scanners that nobody reads or closes end on the servers with their lease ({@code
 * hbase.client.scanner.timeout.period}); whoever reads on later has them opened again.
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

  private SaltedScanner(Tables tables, List<List<Scan>> sequences, LayoutScans scans, int mostOpen)
      throws IOException {
    super(tables, sequences, Salts.width(scans.layout()), scans, mostOpen);
  }

  /**
   * Opens scans with at most {@link #OPEN_SCANNERS} scanners at a time, one salt after the other.
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
   * Opens scans, one salt after the other.
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
    check(openScanners);
    return new SaltedScanner(Tables.of(table), scans(table, scans), scans, openScanners);
  }

  /**
   * Opens scans, several salts at a time: what would take a request for each salt, one after the
   * other, takes as long as the slowest of them where there are as many threads.
   *
   * @param connection to the table's HBase; it stays open
   * @param name the table
   * @param scans the scans
   * @param openScanners how many scanners may be open on the servers at a time, 1 or more; while
   *     the first rows are read, one more for each thread
   * @param threads where the salts are looked for and their first rows are read, before this method
   *     returns; it is not used afterwards
   * @return the rows
   * @throws IllegalArgumentException as above
   * @throws IOException when the table cannot be read
   */
  public static SaltedScanner open(
      Connection connection,
      TableName name,
      LayoutScans scans,
      int openScanners,
      ExecutorService threads)
      throws IOException {
    check(openScanners);
    Tables tables = Tables.of(connection, name, threads);
    byte[][] splits;
    try (RegionLocator regions = connection.getRegionLocator(name)) {
      splits = HBaseKeys.splits(regions);
    }
    return new SaltedScanner(tables, find(tables, scans, splits), scans, openScanners);
  }

  private static void check(int openScanners) {
    if (openScanners < 1) {
      throw new IllegalArgumentException(
          openScanners + " open scanners (expected 1 or more, such as " + OPEN_SCANNERS + ")");
    }
  }

  /**
   * The scans of each salt, for threads or tasks of your own, which apply {@link
   * LayoutScans#rowFilter}.
   *
   * @param table the table; it stays open
   * @param scans the scans; where they are cut at the regions of the table, so are these
   * @return for each salt that the template sees rows of, whatever its filter, new scans in the
   *     order of keys; none where no row can meet the conditions
   * @throws IllegalArgumentException when the layout is not salted
   * @throws IOException when the table cannot be read
   */
  public static List<List<Scan>> scans(Table table, LayoutScans scans) throws IOException {
    return find(Tables.of(table), scans, new byte[0][]);
  }

  /** Looks for the salts, in each range and on each side of each split point by itself. */
  private static List<List<Scan>> find(Tables tables, LayoutScans scans, byte[][] splits)
      throws IOException {
    int width = Salts.width(scans.layout());
    List<Callable<List<Scan>>> tasks = new ArrayList<>();
    for (KeyRange range : scans.ranges()) {
      byte[] start = range.start();
      if (!Salts.isOne(start, range.stop(), width)) {
        for (byte[] split : splits) {
          if (Bytes.compareTo(split, start) > 0 && Salts.compareStops(split, range.stop()) < 0) {
            byte[] from = start;
            tasks.add(() -> find(tables.get(), scans, from, split, width));
            start = split;
          }
        }
      }
      byte[] from = start;
      tasks.add(() -> find(tables.get(), scans, from, range.stop(), width));
    }
    Map<ByteBuffer, List<Scan>> sequences = new LinkedHashMap<>();
    for (List<Scan> found : tables.run(tasks)) {
      for (Scan scan : found) {
        ByteBuffer salt = ByteBuffer.wrap(scan.getStartRow(), 0, width);
        sequences.computeIfAbsent(salt, unused -> new ArrayList<>()).add(scan);
      }
      checkCount(sequences.size(), scans);
    }
    return new ArrayList<>(sequences.values());
  }

  private static void checkCount(int salts, LayoutScans scans) {
    if (salts > MOST_SALTS) {
      throw new IllegalArgumentException(
          "more than "
              + MOST_SALTS
              + " values of the first field of "
              + scans.layout().template()
              + " (expected a salt)");
    }
  }

  /**
   * The scans of a range, one for each salt in it. Each begins at its salt: the row that was found
   * may not be the first one by the time that the scan is read.
   */
  private static List<Scan> find(
      Table table, LayoutScans scans, byte[] start, byte[] stop, int width) throws IOException {
    List<Scan> found = new ArrayList<>();
    byte[] from = start;
    while (from != null) {
      if (!Salts.isOne(from, stop, width)) {
        byte[] row = firstRow(table, scans, from, stop);
        if (row == null) {
          return found;
        }
        byte[] salt = saltOf(row, scans, width);
        from = Bytes.compareTo(salt, from) > 0 ? salt : from;
      }
      byte[] next = Salts.after(Arrays.copyOf(from, width));
      boolean isLast = Salts.compareStops(stop, next) <= 0;
      found.add(scans.newScan(from, isLast ? stop : next));
      checkCount(found.size(), scans);
      from = isLast ? null : next;
    }
    return found;
  }

  private static byte[] saltOf(byte[] row, LayoutScans scans, int width) throws IOException {
    if (row.length < width) {
      throw new IOException(
          "row "
              + Bytes.toStringBinary(row)
              + " is shorter than the salt of "
              + scans.layout().template()
              + " (expected at least "
              + width
              + " bytes)");
    }
    return Arrays.copyOf(row, width);
  }

  /**
   * Looks as the template does, which may see rows that other scans do not, such as deleted ones.
   * Without a filter HBase gives no fewer rows, and of a raw scan more cells.
   */
  private static byte[] firstRow(Table table, LayoutScans scans, byte[] start, byte[] stop)
      throws IOException {
    Scan scan = scans.newScan(start, stop).setLimit(1).setFilter((Filter) null);
    try (ResultScanner rows = table.getScanner(scan)) {
      Result row = rows.next();
      return row == null ? null : row.getRow();
    }
  }
}
