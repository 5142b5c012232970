package io.rowkey.hbase;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several sequences of scans, merged by their keys from one byte on. A sequence is read
 * scan by scan, in pages of so many rows and bytes. Only so many scanners are open at a time: the
 * one that was read longest ago is closed for another one, and opened again after its last cell
 * when more of it is needed.
 */
class MergedScanner implements ResultScanner {
  /** Rows of a page where the template does not say. */
  private static final int PAGE_ROWS = 256;

  /** Bytes of the pages of all sequences where the template does not say. */
  private static final long PAGES_BYTES = 16L << 20;

  private final RowFilter filter;
  private final int offset;
  private final int mostOpen;
  private final int pageRows;
  private final long pageBytes;

  /** Those of scanners that were closed, or null where they are not asked for. */
  private final ScanMetrics metrics;

  /** Those with a row, the least row first. */
  private final Queue<Sequence> heads = new PriorityQueue<>();

  /** Those with an open scanner, the one that was read longest ago first. */
  private final Set<Sequence> open = Collections.synchronizedSet(new LinkedHashSet<>());

  /** The one whose row was given last: it stands in no queue. */
  private Sequence current;

  /** How many rows may still be begun. */
  private long left;

  /** The row that was given last, perhaps in part. */
  private byte[] given;

  private boolean closed;
  private Exception failure;

  /**
   * Reads the first page of each sequence.
   *
   * @param offset where the part of keys begins that rows are ordered by
   * @param scans what the rows are to be filtered by, and how many to give
   */
  MergedScanner(
      Tables tables, List<List<Scan>> sequences, int offset, LayoutScans scans, int mostOpen)
      throws IOException {
    Scan template = scans.template();
    filter = scans.rowFilter();
    this.offset = offset;
    this.mostOpen = mostOpen;
    metrics = template.isScanMetricsEnabled() ? new ScanMetrics() : null;
    int limit = template.getLimit();
    left = limit > 0 ? limit : Long.MAX_VALUE;
    int page = template.getCaching() > 0 ? template.getCaching() : PAGE_ROWS;
    pageRows = limit > 0 ? Math.min(page, limit) : page;
    pageBytes = pageBytes(template, tables.get().getConfiguration(), sequences.size());
    List<Sequence> all = new ArrayList<>();
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (List<Scan> parts : sequences) {
      Sequence sequence = new Sequence(tables.get(), parts);
      all.add(sequence);
      tasks.add(sequence::fillFirst);
    }
    try {
      List<Boolean> hasRows = tables.run(tasks);
      for (int i = 0; i < all.size(); i++) {
        if (hasRows.get(i)) {
          heads.add(all.get(i));
        }
      }
    } catch (IOException | RuntimeException e) {
      all.forEach(Sequence::closeScanner);
      throw e;
    }
  }

  /** A page has as many bytes as the answers of HBase, or fewer where there are many of them. */
  private static long pageBytes(Scan template, Configuration settings, int sequences) {
    if (template.getMaxResultSize() > 0) {
      return template.getMaxResultSize();
    }
    long ofAnswer =
        settings.getLong(
            HConstants.HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE_KEY,
            HConstants.DEFAULT_HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE);
    return Math.max(1, Math.min(ofAnswer, PAGES_BYTES / Math.max(1, sequences)));
  }

  private final class Sequence implements Comparable<Sequence> {
    private final Table table;
    private final Queue<Scan> scans;
    private final Queue<Result> rows = new ArrayDeque<>();
    private ResultScanner scanner;

    /** The row of the scan that was read last, and whether it meets the conditions. */
    private byte[] last;

    private boolean lastMeets;

    /** The last cell that was read, where the row may have more of them. */
    private Cell lastCell;

    /** Whether a scanner gives what was read of the last row once more. */
    private boolean repeats;

    Sequence(Table table, List<Scan> scans) {
      this.table = table;
      this.scans = new ArrayDeque<>(scans);
    }

    /**
     * Reads the first page, while other threads may do so for other sequences: none of their
     * scanners is closed for this one, and its own at the end, where there are enough.
     */
    boolean fillFirst() throws IOException {
      while (rows.isEmpty() && !scans.isEmpty()) {
        if (scanner == null) {
          openScanner();
        }
        readPage();
      }
      synchronized (open) {
        if (scanner != null && open.size() < mostOpen) {
          open.add(this);
          return !rows.isEmpty();
        }
      }
      closeScanner();
      return !rows.isEmpty();
    }

    /** Reads on where no row is left; returns whether there is one. */
    boolean fill() throws IOException {
      while (rows.isEmpty() && !scans.isEmpty()) {
        if (scanner == null) {
          if (open.size() >= mostOpen) {
            open.iterator().next().closeScanner();
          }
          openScanner();
        }
        open.remove(this);
        open.add(this);
        readPage();
      }
      return !rows.isEmpty();
    }

    private void readPage() throws IOException {
      long bytes = pageBytes;
      for (int left = pageRows; left > 0 && bytes > 0; left--) {
        Result found = scanner.next();
        if (found == null) {
          closeScanner();
          scans.remove();
          last = null;
          lastCell = null;
          return;
        }
        bytes -= Result.getTotalSizeOfCells(found);
        Result unread = withoutRead(found);
        if (unread != null) {
          take(unread);
        }
      }
    }

    /** What of a result was not read before, or null where all of it was. */
    private Result withoutRead(Result found) {
      if (!repeats) {
        return found;
      }
      Cell[] cells = found.rawCells();
      int read = 0;
      while (read < cells.length
          && CellComparator.getInstance().compare(cells[read], lastCell) <= 0) {
        read++;
      }
      if (read == cells.length) {
        return null;
      }
      repeats = false;
      return read == 0
          ? found
          : Result.create(
              Arrays.copyOfRange(cells, read, cells.length),
              found.getExists(),
              found.isStale(),
              found.mayHaveMoreCellsInRow());
    }

    private void take(Result row) throws IOException {
      byte[] key = row.getRow();
      if (!Arrays.equals(key, last)) {
        if (key.length < offset) {
          throw new IOException(
              "row "
                  + Bytes.toStringBinary(key)
                  + " has "
                  + key.length
                  + " bytes (expected more than the "
                  + offset
                  + " of the prefix)");
        }
        lastMeets = filter.test(key);
        last = key;
      }
      Cell[] cells = row.rawCells();
      lastCell = row.mayHaveMoreCellsInRow() ? cells[cells.length - 1] : null;
      if (lastMeets) {
        rows.add(row);
      }
    }

    private void openScanner() throws IOException {
      // A page is what is read ahead: HBase's client would do so in threads, without a bound.
      Scan scan =
          LayoutScans.copy(scans.peek())
              .setCaching(pageRows)
              .setMaxResultSize(pageBytes)
              .setAsyncPrefetch(false)
              .setLimit(-1);
      repeats = lastCell != null;
      if (last != null) {
        scan.withStartRow(last, repeats);
      }
      scanner = table.getScanner(scan);
    }

    void closeScanner() {
      if (scanner != null) {
        scanner.close();
        if (metrics != null) {
          synchronized (metrics) {
            add(scanner.getScanMetrics(), metrics);
          }
        }
        scanner = null;
        open.remove(this);
      }
    }

    @Override
    public int compareTo(Sequence other) {
      byte[] mine = rows.peek().getRow();
      byte[] others = other.rows.peek().getRow();
      int order =
          Bytes.compareTo(
              mine, offset, mine.length - offset, others, offset, others.length - offset);
      return order != 0 ? order : Bytes.compareTo(mine, others);
    }
  }

  /** Puts a sequence where its first row belongs; closes everything when it cannot be read. */
  private void put(Sequence sequence) throws IOException {
    try {
      if (sequence.fill()) {
        heads.add(sequence);
      }
    } catch (IOException | RuntimeException e) {
      failure = e;
      close();
      throw e;
    }
  }

  @Override
  public @Nullable Result next() throws IOException {
    if (failure != null) {
      throw new IOException("an earlier call on this scanner failed", failure);
    }
    if (closed) {
      return null;
    }
    if (current != null) {
      Sequence read = current;
      current = null;
      put(read);
    }
    current = heads.poll();
    if (current == null) {
      return null;
    }
    Result row = current.rows.remove();
    byte[] key = row.getRow();
    if (!Arrays.equals(key, given)) {
      if (left == 0) {
        close();
        return null;
      }
      left--;
      given = key;
    }
    if (left == 0 && !row.mayHaveMoreCellsInRow()) {
      close();
    }
    return row;
  }

  @Override
  public void close() {
    closed = true;
    heads.clear();
    current = null;
    closeScanners();
  }

  private void closeScanners() {
    for (Sequence sequence : new ArrayList<>(open)) {
      sequence.closeScanner();
    }
  }

  /**
   * Renews the leases of all scanners that are open.
   *
   * @return whether all were renewed
   */
  @Override
  public boolean renewLease() {
    boolean all = true;
    for (Sequence sequence : open) {
      all &= sequence.scanner.renewLease();
    }
    return all;
  }

  /**
   * The metrics of all scanners so far, added up, those of salts that were looked for left out.
   *
   * @return the metrics, or null where the template does not ask for them
   */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    if (metrics == null) {
      return null;
    }
    ScanMetrics all = new ScanMetrics();
    add(metrics, all);
    for (Sequence sequence : open) {
      add(sequence.scanner.getScanMetrics(), all);
    }
    return all;
  }

  private static void add(ScanMetrics some, ScanMetrics to) {
    some.getMetricsMap(false).forEach(to::addToCounter);
  }
}
