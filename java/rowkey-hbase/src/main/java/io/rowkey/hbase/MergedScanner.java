package io.rowkey.hbase;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of several sequences of scans, merged by their keys from one byte on. A sequence is read
 * scan by scan, in pages. Only so many scanners are open at a time: the one that was read longest
 * ago is closed for another one, and opened again after its last row when more of it is needed.
 */
class MergedScanner implements ResultScanner {
  /** Rows of a page where the template does not say. */
  private static final int PAGE_ROWS = 256;

  private final RowFilter filter;
  private final int offset;
  private final int mostOpen;

  /** Those of scanners that were closed, or null where they are not asked for. */
  private final ScanMetrics metrics;

  /** Those with a row, the least row first. */
  private final Queue<Sequence> heads = new PriorityQueue<>();

  /** Those with an open scanner, the one that was read longest ago first. */
  private final Set<Sequence> open = Collections.synchronizedSet(new LinkedHashSet<>());

  /** The one whose row was given last: it stands in no queue. */
  private Sequence current;

  /** How many rows may still be given. */
  private long left;

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
    List<Sequence> all = new ArrayList<>();
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (List<Scan> parts : sequences) {
      Sequence sequence = new Sequence(tables.get(), parts, limit);
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

  private final class Sequence implements Comparable<Sequence> {
    private final Table table;
    private final Queue<Scan> scans;
    private final int limit;
    private final Queue<Result> rows = new ArrayDeque<>();
    private ResultScanner scanner;
    private byte[] last;

    Sequence(Table table, List<Scan> scans, int limit) {
      this.table = table;
      this.scans = new ArrayDeque<>(scans);
      this.limit = limit;
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
      int page = pageRows(scans.peek());
      Result[] found = scanner.next(page);
      for (Result row : found) {
        last = row.getRow();
        if (last.length < offset) {
          throw new IOException(
              "row "
                  + Bytes.toStringBinary(last)
                  + " has "
                  + last.length
                  + " bytes (expected more than the "
                  + offset
                  + " of the prefix)");
        }
        if (filter.test(last)) {
          rows.add(row);
        }
      }
      if (found.length < page) {
        closeScanner();
        scans.remove();
        last = null;
      }
    }

    private int pageRows(Scan scan) {
      int page = scan.getCaching() > 0 ? scan.getCaching() : PAGE_ROWS;
      return limit > 0 ? Math.min(page, limit) : page;
    }

    private void openScanner() throws IOException {
      Scan next = scans.peek();
      Scan scan = LayoutScans.copy(next).setCaching(pageRows(next)).setLimit(-1);
      if (last != null) {
        scan.withStartRow(last, false);
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
  public Result next() throws IOException {
    if (failure != null) {
      throw new IOException("an earlier call on this scanner failed", failure);
    }
    if (closed || left == 0) {
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
    if (--left == 0) {
      closeScanners();
    }
    return current.rows.remove();
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
  public ScanMetrics getScanMetrics() {
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
