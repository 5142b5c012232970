package io.rowkey.hbase;

import io.rowkey.KeyRange;
import io.rowkey.KeyRanges;
import io.rowkey.RowKeyLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.jspecify.annotations.Nullable;

/**
 * The scans that find the rows of a layout which meet conditions.
 *
 * <pre>{@code
 * LayoutScans scans = LayoutScans.of(layout, "host = web-1, ts >= 17, ts < 18");
 * try (ResultScanner rows = scans.open(table)) {
 *   for (Result row : rows) { ... }
 * }
 * }</pre>
 *
 * <p>Conditions become {@link #ranges} of keys. What no range helps with is left for the {@link
 * #rowFilter}, which {@link #open} applies. There are five ways to read the ranges:
 *
 * <ul>
 *   <li>{@link #open}: one range after the other, in the order of keys. For up to some ten ranges,
 *       or where most of the time goes into reading rows.
 *   <li>{@link #openOne}: one scan that skips from range to range on the servers, with {@link
 *       #scan}. For hundreds of short ranges: a request is needed for each region, not for each
 *       range. All ranges travel with the request of each region, so beyond some ten thousand of
 *       them it gets slow.
 *   <li>{@link SaltedScanner}: in the order of the key without its salt.
 *   <li>{@link #read} and {@link #readAll}: as {@link #open}, of an {@link AsyncTable}.
 *   <li>{@link #scans}: the scans themselves, for threads or tasks. Whoever runs them applies the
 *       {@link #rowFilter}.
 * </ul>
 *
 * <p>Immutable and thread-safe.
 */
public final class LayoutScans {
  private final RowKeyLayout layout;
  private final String conditions;
  private final KeyRanges ranges;
  private final Scan template;

  private LayoutScans(RowKeyLayout layout, String conditions, KeyRanges ranges, Scan template) {
    this.layout = layout;
    this.conditions = conditions;
    this.ranges = ranges;
    this.template = template;
  }

  /**
   * The scans for conditions.
   *
   * @param layout the layout of the table's keys
   * @param conditions as {@link RowKeyLayout#ranges(String)} takes them; empty: all rows
   * @return the scans, of all families
   * @throws io.rowkey.RowKeyException as {@link RowKeyLayout#ranges(String)} does
   */
  public static LayoutScans of(RowKeyLayout layout, String conditions) {
    return of(layout, conditions, 0, null);
  }

  /**
   * The scans for conditions, at most so many, and cut at the split points of a table.
   *
   * @param layout the layout of the table's keys
   * @param conditions as above
   * @param most how many ranges at most before they are cut, 0 for 10,000
   * @param splits the points, so that each range lies in one region; null: they are not cut
   * @return the scans, of all families
   * @throws io.rowkey.RowKeyException as {@link RowKeyLayout#ranges(String, int, byte[][])} does
   */
  public static LayoutScans of(
      RowKeyLayout layout, String conditions, int most, byte @Nullable [][] splits) {
    return new LayoutScans(layout, conditions, layout.ranges(conditions, most, splits), new Scan());
  }

  /**
   * The same scans with other settings.
   *
   * @param template the families, filter, time range, caching, limit and other settings of each
   *     scan; it is copied. A filter that counts rows, such as {@code PageFilter}, counts them anew
   *     in each scan. The limit holds for all rows that {@link #open}, {@link #openOne}, {@link
   *     #read} and {@link SaltedScanner} give, in parts or whole, and for each of {@link #scans}
   *     and {@link #scan} by itself, before rows are filtered
   * @return the scans
   * @throws IllegalArgumentException when it has rows of its own, is reversed, or gives cursors in
   *     the place of rows
   */
  public LayoutScans with(Scan template) {
    check(template.getStartRow().length == 0 && template.getStopRow().length == 0, "has rows");
    check(!template.isReversed(), "is reversed");
    check(!template.isNeedCursorResult(), "gives cursors");
    return new LayoutScans(layout, conditions, ranges, copy(template));
  }

  private static void check(boolean fits, String what) {
    if (!fits) {
      throw new IllegalArgumentException(
          "the template of the scans " + what + " (expected one of rows, from the first on)");
    }
  }

  static Scan copy(Scan scan) {
    try {
      return new Scan(scan);
    } catch (IOException e) {
      // The constructor declares it and reads no stream.
      throw new UncheckedIOException(e);
    }
  }

  RowKeyLayout layout() {
    return layout;
  }

  Scan template() {
    return copy(template);
  }

  /**
   * The ranges of keys that the scans read.
   *
   * @return the ranges of the layout for the conditions, rising
   */
  public KeyRanges ranges() {
    return ranges;
  }

  /**
   * A scan for each range.
   *
   * @return new scans from the start row, in the range, to the stop row, which is not; none when no
   *     row can meet the conditions
   */
  public List<Scan> scans() {
    List<Scan> scans = new ArrayList<>(ranges.size());
    for (KeyRange range : ranges) {
      scans.add(newScan(range.start(), range.stop()));
    }
    return scans;
  }

  /**
   * A scan of a part of the ranges, such as a task gets.
   *
   * @param start the first key
   * @param stop the key after the last one; empty where the table ends
   * @return a new scan, as {@link #with} has set it
   */
  public Scan newScan(byte[] start, byte[] stop) {
    return template().withStartRow(start).withStopRow(stop);
  }

  /**
   * One scan of all ranges, from the first row to the last, whose {@link MultiRowRangeFilter} skips
   * what lies between. It goes through the regions one by one, those without a range as well. In a
   * raw scan with a filter, HBase counts deletes as versions: it gives fewer old cells of a row,
   * and with {@link Scan#setRowOffsetPerColumnFamily} fewer rows, than {@link #open} does.
   *
   * @return a new scan, or none when no row can meet the conditions
   */
  public Optional<Scan> scan() {
    if (ranges.isEmpty()) {
      return Optional.empty();
    }
    Scan scan =
        template()
            .withStartRow(ranges.get(0).start())
            .withStopRow(ranges.get(ranges.size() - 1).stop());
    if (ranges.size() == 1) {
      return Optional.of(scan);
    }
    Filter filter =
        new MultiRowRangeFilter(
            ranges.stream()
                .map(range -> new RowRange(range.start(), true, range.stop(), false))
                .collect(Collectors.toList()));
    // The ranges first: only they say where to go on.
    return Optional.of(
        scan.setFilter(
            scan.getFilter() == null ? filter : new FilterList(filter, scan.getFilter())));
  }

  /**
   * What is left to be checked of each row that the ranges give.
   *
   * @return the filter, which accepts every row where the ranges are exact
   * @throws IllegalArgumentException when a column that rows must be filtered by cannot be
   *     recovered from keys
   */
  public RowFilter rowFilter() {
    List<String> columns =
        layout.schema().names().stream()
            .filter(column -> ranges.filters(column))
            .collect(Collectors.toList());
    return RowFilter.of(layout, columns, conditions);
  }

  /**
   * Reads the rows that meet the conditions, in the order of their keys, one range after the other.
   *
   * @param table the table; it stays open
   * @return the rows, for one thread at a time; its errors are those of {@link SaltedScanner}
   * @throws IllegalArgumentException as {@link #rowFilter} does
   * @throws IOException when the table cannot be read
   */
  public ResultScanner open(Table table) throws IOException {
    return open(table, scans());
  }

  /**
   * Reads the rows that meet the conditions, in the order of their keys, with one {@link #scan}.
   *
   * @param table the table; it stays open
   * @return the rows, for one thread at a time; its errors are those of {@link SaltedScanner}
   * @throws IllegalArgumentException as {@link #rowFilter} does
   * @throws IOException when the table cannot be read
   */
  public ResultScanner openOne(Table table) throws IOException {
    return open(table, scan().map(Collections::singletonList).orElse(Collections.emptyList()));
  }

  private ResultScanner open(Table table, List<Scan> scans) throws IOException {
    Objects.requireNonNull(table, "table");
    return new MergedScanner(Tables.of(table), Collections.singletonList(scans), 0, this, 1);
  }

  /**
   * Reads the rows that meet the conditions, in the order of their keys, one range after the other,
   * in the threads of the table.
   *
   * @param table the table, with threads of its own: {@code connection.getTable(name, threads)}
   * @param rows takes each row, or part of one, in one thread at a time; false ends the reading
   * @return a future that completes after the last row, or exceptionally with what HBase, the
   *     filter or {@code rows} threw; cancelling it ends the reading at the next row
   * @throws IllegalArgumentException as {@link #rowFilter} does
   */
  public CompletableFuture<Void> read(
      AsyncTable<ScanResultConsumer> table, Predicate<Result> rows) {
    Objects.requireNonNull(table, "table");
    return new AsyncRows(table, scans(), this, Objects.requireNonNull(rows, "rows")).start();
  }

  /**
   * All rows that meet the conditions, in the order of their keys.
   *
   * @param table the table, with threads of its own, as {@link #read} takes it
   * @return the rows, or what went wrong
   * @throws IllegalArgumentException as {@link #rowFilter} does
   */
  public CompletableFuture<List<Result>> readAll(AsyncTable<ScanResultConsumer> table) {
    List<Result> rows = new ArrayList<>();
    return read(table, rows::add).thenApply(unused -> rows);
  }

  /**
   * The layout, the conditions and the number of ranges.
   *
   * @return the text
   */
  @Override
  public String toString() {
    return layout.template() + " where " + conditions + ": " + ranges.size() + " ranges";
  }
}
