package io.rowkey.hbase.bench;

import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import io.rowkey.hbase.BulkLoad;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.SaltedScanner;
import io.rowkey.hbase.testing.LocalHBase;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Ways to read 10,000 of 1,000,000 rows that lie under all of 1,000 salts. */
final class ScanFigures {
  private static final int HOSTS = 10_000;
  private static final int TIMES = 100;
  private static final int FOUND = 10_000;
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final TableName NAME = TableName.valueOf("figures-scans");

  private final RowKeyLayout layout =
      RowKeyLayout.compile(
          "{md5(host) % 1000:03d}|{host}|{ts:u64}", Schema.parse("host:text,ts:u64"));
  private final LocalHBase hbase;
  private final Map<String, Double> best = new LinkedHashMap<>();

  ScanFigures(LocalHBase hbase) {
    this.hbase = hbase;
  }

  private interface Way {
    ResultScanner open() throws IOException;
  }

  void run(int rounds) throws Exception {
    fill();
    // A hundred hosts, with a hundred rows each.
    LayoutScans scans = LayoutScans.of(layout, "host begins web-42");
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (Table table = hbase.connection().getTable(NAME)) {
      for (int i = 0; i < rounds; i++) {
        measure("openOne: one scan with a MultiRowRangeFilter", () -> scans.openOne(table));
        measure("open: 1,000 scans, one after the other", () -> scans.open(table));
        measure("SaltedScanner, one salt after the other", () -> SaltedScanner.open(table, scans));
        measure(
            "SaltedScanner, 16 threads",
            () -> SaltedScanner.open(hbase.connection(), NAME, scans, 1000, threads));
        measure("a full scan, filtered by the client", () -> full(table));
      }
    } finally {
      threads.shutdown();
    }
    best.forEach((way, seconds) -> System.out.printf("%-48s %8.3f s%n", way, seconds));
  }

  /** All rows: whoever counts them drops the others. */
  private static ResultScanner full(Table table) throws IOException {
    return table.getScanner(new Scan().setCaching(1000));
  }

  private void measure(String way, Way read) throws IOException {
    long begin = System.nanoTime();
    int found = 0;
    try (ResultScanner rows = read.open()) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        byte[] key = row.getRow();
        if (Bytes.startsWith(Bytes.copy(key, 4, key.length - 4), Bytes.toBytes("web-42"))) {
          found++;
        }
      }
    }
    double seconds = Figures.since(begin);
    if (found != FOUND) {
      throw new IllegalStateException(way + ": " + found + " rows (expected " + FOUND + ")");
    }
    best.merge(way, seconds, Math::min);
  }

  private void fill() throws IOException {
    try (Admin admin = hbase.connection().getAdmin()) {
      HBaseKeys.createTable(
          admin,
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          layout,
          16);
    }
    try (BulkLoad load =
        BulkLoad.into(hbase.connection(), NAME, layout)
            .column(FAMILY, QUALIFIER)
            .temporary(hbase.folder())
            .open()) {
      String[] hosts = new String[HOSTS];
      long[] times = new long[HOSTS];
      byte[][] values = new byte[HOSTS][];
      for (long time = 0; time < TIMES; time++) {
        for (int host = 0; host < HOSTS; host++) {
          hosts[host] = String.format("web-%04d", host);
          times[host] = time;
          values[host] = Bytes.toBytes(time);
        }
        load.add(layout.batch().strings("host", hosts).longs("ts", times), values);
      }
      load.load();
    }
  }
}
