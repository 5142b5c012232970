package io.rowkey.hbase;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of one region from several sorted sources, in the order of their keys, each key once.
 */
final class RegionMerge implements Closeable {
  private static final class Head implements Comparable<Head> {
    private final RowCursor cursor;
    private RowCursor.Row row;

    Head(RowCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public int compareTo(Head other) {
      int order = Bytes.compareTo(row.key, other.row.key);
      return order != 0 ? order : Long.compare(row.number, other.row.number);
    }
  }

  private final List<RowCursor> cursors = new ArrayList<>();
  private final Queue<Head> heads = new PriorityQueue<>();
  private final boolean keepsLast;
  private long replaced;

  RegionMerge(List<SortedRows> sources, int region, boolean keepsLast) throws IOException {
    this.keepsLast = keepsLast;
    try {
      for (SortedRows source : sources) {
        if (source.hasRows(region)) {
          RowCursor cursor = source.open(region);
          cursors.add(cursor);
          advance(new Head(cursor));
        }
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void advance(Head head) throws IOException {
    head.row = head.cursor.next();
    if (head.row != null) {
      heads.add(head);
    }
  }

  /** The next row, or null where there is none. */
  RowCursor.Row next() throws IOException {
    Head head = heads.poll();
    if (head == null) {
      return null;
    }
    RowCursor.Row row = head.row;
    advance(head);
    while (!heads.isEmpty() && Arrays.equals(heads.peek().row.key, row.key)) {
      Head later = heads.poll();
      if (!keepsLast) {
        throw new IllegalArgumentException(
            "rows "
                + row.number
                + " and "
                + later.row.number
                + ", counted from 0 as they were added, have the key "
                + Bytes.toStringBinary(row.key)
                + " (expected each key once; Duplicates.KEEP_LAST keeps the later row)");
      }
      row = later.row;
      replaced++;
      advance(later);
    }
    return row;
  }

  /** How many rows were left out for later ones of the same key. */
  long replaced() {
    return replaced;
  }

  @Override
  public void close() throws IOException {
    for (RowCursor cursor : cursors) {
      cursor.close();
    }
  }
}
