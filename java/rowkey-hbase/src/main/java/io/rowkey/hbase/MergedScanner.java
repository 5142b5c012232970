package io.rowkey.hbase;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
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

  private final Table table;
  private final RowFilter filter;
  private final int offset;
  private final int mostOpen;

  /** Those with a row, the least row first. */
  private final Queue<Sequence> heads = new PriorityQueue<>();

  /** Those with an open scanner, the one that was read longest ago first. */
  private final Set<Sequence> open = new LinkedHashSet<>();

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
   * @param limit how many rows to give at most; 0 or less: all
   */
  MergedScanner(
      Table table,
      Collection<List<Scan>> sequences,
      int offset,
      RowFilter filter,
      int limit,
      int mostOpen)
      throws IOException {
    this.table = table;
    this.filter = filter;
    this.offset = offset;
    this.mostOpen = mostOpen;
    left = limit > 0 ? limit : Long.MAX_VALUE;
    for (List<Scan> scans : sequences) {
      put(new Sequence(scans, limit));
    }
  }

  private final class Sequence implements Comparable<Sequence> {
    private final Queue<Scan> scans;
    private final int limit;
    private final Queue<Result> rows = new ArrayDeque<>();
    private ResultScanner scanner;
    private byte[] last;

    Sequence(List<Scan> scans, int limit) {
      this.scans = new ArrayDeque<>(scans);
      this.limit = limit;
    }

    /** Reads on where no row is left; returns whether there is one. */
    boolean fill() throws IOException {
      while (rows.isEmpty() && !scans.isEmpty()) {
        int page = pageRows(scans.peek());
        Result[] found = scanner(page).next(page);
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
      return !rows.isEmpty();
    }

    private int pageRows(Scan scan) {
      int page = scan.getCaching() > 0 ? scan.getCaching() : PAGE_ROWS;
      return limit > 0 ? Math.min(page, limit) : page;
    }

    private ResultScanner scanner(int page) throws IOException {
      if (scanner == null) {
        if (open.size() >= mostOpen) {
          open.iterator().next().closeScanner();
        }
        Scan scan = LayoutScans.copy(scans.peek()).setCaching(page).setLimit(-1);
        if (last != null) {
          scan.withStartRow(last, false);
        }
        scanner = table.getScanner(scan);
      }
      open.remove(this);
      open.add(this);
      return scanner;
    }

    void closeScanner() {
      if (scanner != null) {
        scanner.close();
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
   * Metrics are not kept.
   *
   * @return null
   */
  @Override
  public ScanMetrics getScanMetrics() {
    return null;
  }
}
