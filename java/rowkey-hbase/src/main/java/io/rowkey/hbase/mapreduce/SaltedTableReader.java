package io.rowkey.hbase.mapreduce;

import io.rowkey.RowKeyLayout;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.RowFilter;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The rows of a split, range by range, without those that do not meet the conditions. */
final class SaltedTableReader extends RecordReader<ImmutableBytesWritable, Result> {
  private SaltedTableSplit split;
  private RowKeyLayout layout;
  private LayoutScans scans;
  private RowFilter filter;
  private Connection connection;
  private Table table;
  private ResultScanner rows;
  private Result row;

  /** The range that is read next. */
  private int range;

  @Override
  public void initialize(InputSplit part, TaskAttemptContext context) throws IOException {
    Configuration settings = context.getConfiguration();
    split = (SaltedTableSplit) part;
    layout = JobLayout.get(settings);
    scans = SaltedTableInputFormat.scans(settings, layout, null);
    filter = scans.rowFilter();
    connection = ConnectionFactory.createConnection(settings);
    table = connection.getTable(SaltedTableInputFormat.table(settings));
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    do {
      row = nextRow();
    } while (row != null && !filter.test(row.getRow()));
    return row != null;
  }

  private Result nextRow() throws IOException {
    while (true) {
      Result next = rows == null ? null : rows.next();
      if (next != null) {
        return next;
      }
      if (rows != null) {
        rows.close();
        rows = null;
      }
      if (range == split.ranges()) {
        return null;
      }
      Scan scan = scans.newScan(split.start(range), split.stop(range));
      rows = table.getScanner(scan);
      range++;
    }
  }

  @Override
  public ImmutableBytesWritable getCurrentKey() {
    return new ImmutableBytesWritable(row.getRow());
  }

  @Override
  public Result getCurrentValue() {
    return row;
  }

  /** How many of the ranges have been read. */
  @Override
  public float getProgress() {
    int read = rows == null ? range : range - 1;
    return (float) read / split.ranges();
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
    }
    if (layout != null) {
      layout.close();
    }
    try {
      if (table != null) {
        table.close();
      }
    } finally {
      if (connection != null) {
        connection.close();
      }
    }
  }
}
