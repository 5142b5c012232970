package io.rowkey.hbase;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;

/**
 * The rows of scans, one scan after the other, in the threads of the table. A scan begins when the
 * one before it has ended, so that one of these threads has this object at a time.
 */
final class AsyncRows {
  private final AsyncTable<ScanResultConsumer> table;
  private final Iterator<Scan> scans;
  private final RowFilter filter;
  private final Predicate<Result> rows;
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  /** How many rows may still be begun. */
  private long left;

  /** The row of the last result, perhaps in part, and whether it meets the conditions. */
  private byte[] last;

  private boolean lastMeets;
  private boolean isEnough;

  AsyncRows(
      AsyncTable<ScanResultConsumer> table,
      List<Scan> scans,
      LayoutScans of,
      Predicate<Result> rows) {
    this.table = table;
    this.scans = scans.iterator();
    this.rows = rows;
    filter = of.rowFilter();
    int limit = of.template().getLimit();
    left = limit > 0 ? limit : Long.MAX_VALUE;
  }

  CompletableFuture<Void> start() {
    next();
    return done;
  }

  private void next() {
    if (isEnough || !scans.hasNext()) {
      done.complete(null);
      return;
    }
    try {
      // The limit is that of the rows that meet the conditions, of all scans.
      table.scan(scans.next().setLimit(-1), new Part());
    } catch (RuntimeException e) {
      done.completeExceptionally(e);
    }
  }

  /** Gives a row, or a part of it, where it meets the conditions. */
  private void give(Result row) {
    byte[] key = row.getRow();
    if (!Arrays.equals(key, last)) {
      lastMeets = filter.test(key);
      last = key;
      left -= lastMeets ? 1 : 0;
    }
    if (lastMeets && left >= 0) {
      isEnough = !rows.test(row);
    }
    isEnough |= left < 0 || left == 0 && !row.mayHaveMoreCellsInRow();
  }

  private final class Part implements ScanResultConsumer {
    @Override
    public boolean onNext(Result row) {
      // Nobody else hears of what is thrown here, and the future may have been cancelled.
      try {
        give(row);
      } catch (Throwable e) {
        done.completeExceptionally(e);
      }
      return !isEnough && !done.isDone();
    }

    @Override
    public void onError(Throwable error) {
      done.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      if (!done.isDone()) {
        next();
      }
    }
  }
}
