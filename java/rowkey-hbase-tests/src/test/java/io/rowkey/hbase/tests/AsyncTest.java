package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.RowKeyException;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rows of an AsyncTable, beside those of the same table that waits. */
@ExtendWith(WithHBase.class)
class AsyncTest {
  private static TableName name;
  private static Table table;
  private static AsyncConnection connection;
  private static AsyncTable<ScanResultConsumer> async;
  private static ExecutorService threads;

  @BeforeAll
  static void fill(LocalHBase hbase) throws Exception {
    name = Web.fill(hbase.connection(), "async");
    table = hbase.connection().getTable(name);
    threads = Executors.newFixedThreadPool(2);
    connection = ConnectionFactory.createAsyncConnection(hbase.settings()).get();
    async = connection.getTable(name, threads);
  }

  @AfterAll
  static void close() throws Exception {
    connection.close();
    threads.shutdown();
    table.close();
  }

  private static List<byte[]> keys(List<Result> rows) {
    return rows.stream().map(Result::getRow).collect(Collectors.toList());
  }

  private static List<byte[]> waited(LayoutScans scans) throws Exception {
    try (ResultScanner rows = scans.open(table)) {
      return Web.keys(rows);
    }
  }

  private static int check(LayoutScans scans) throws Exception {
    List<byte[]> expected = waited(scans);
    List<byte[]> found = keys(scans.readAll(async).get());
    assertArrayEquals(expected.toArray(), found.toArray(), scans.toString());
    return found.size();
  }

  @Test
  void rowsAreThoseOfATableThatWaits() throws Exception {
    assertEquals(Web.ROWS, check(LayoutScans.of(Web.LAYOUT, "")));
    assertEquals(Web.HOSTS, check(LayoutScans.of(Web.LAYOUT, "ts = 17")));
    assertEquals(1, check(LayoutScans.of(Web.LAYOUT, "host = web-1, ts = 17")));
    assertEquals(0, check(LayoutScans.of(Web.LAYOUT, "host = nobody")));
    assertEquals(0, check(LayoutScans.of(Web.LAYOUT, "host = a, ts >= 0")));
    assertEquals(4, check(LayoutScans.of(Web.LAYOUT, "ts in (3, 5), host in (web-1, web-2)")));
  }

  @Test
  void limitHoldsForAllRows() throws Exception {
    for (int limit : new int[] {1, 99, Web.ROWS}) {
      for (String conditions : new String[] {"", "ts >= 17", "host begins web-1"}) {
        check(LayoutScans.of(Web.LAYOUT, conditions).with(new Scan().setLimit(limit)));
      }
    }
    LayoutScans parts =
        LayoutScans.of(Web.LAYOUT, "ts = 17").with(new Scan().setBatch(1).setLimit(5));
    assertEquals(5, check(parts));
  }

  @Test
  void readerEndsTheReading() throws Exception {
    List<Result> rows = new ArrayList<>();
    LayoutScans scans = LayoutScans.of(Web.LAYOUT, "ts >= 17");
    scans.read(async, row -> rows.add(row) && rows.size() < 30).get();
    List<byte[]> expected = waited(scans).subList(0, 30);
    assertArrayEquals(expected.toArray(), keys(rows).toArray());
  }

  @Test
  void cancelledFutureEndsTheReading() throws Exception {
    CompletableFuture<CompletableFuture<Void>> own = new CompletableFuture<>();
    List<Result> rows = new ArrayList<>();
    CompletableFuture<Void> reading =
        LayoutScans.of(Web.LAYOUT, "")
            .read(
                async,
                row -> {
                  own.join().cancel(false);
                  return rows.add(row);
                });
    own.complete(reading);
    assertThrows(CancellationException.class, reading::get);
    // Behind the reading, in the same threads.
    LayoutScans.of(Web.LAYOUT, "").readAll(async).get();
    assertEquals(1, rows.size());
  }

  @Test
  void errorsComeWithTheFuture() throws Exception {
    LayoutScans scans = LayoutScans.of(Web.LAYOUT, "");
    CompletableFuture<Void> failed =
        scans.read(
            async,
            row -> {
              throw new IllegalStateException("no more");
            });
    Throwable e = assertThrows(ExecutionException.class, failed::get).getCause();
    assertEquals("no more", e.getMessage());
    AsyncTable<ScanResultConsumer> missing =
        connection.getTable(TableName.valueOf("missing"), threads);
    assertThrows(ExecutionException.class, () -> scans.readAll(missing).get());
    assertThrows(NullPointerException.class, () -> scans.readAll(null));
    assertThrows(NullPointerException.class, () -> scans.read(async, null));
  }

  @Test
  void getsAndPuts() throws Exception {
    Put put = HBaseKeys.put(Web.LAYOUT, "other", 5L);
    async.put(put.addColumn(Web.FAMILY, Web.QUALIFIER, Bytes.toBytes(5L))).get();
    Result row = async.get(HBaseKeys.get(Web.LAYOUT, "other", 5L)).get();
    assertEquals(5, Bytes.toLong(row.getValue(Web.FAMILY, Web.QUALIFIER)));
    async.delete(new Delete(row.getRow())).get();
    assertTrue(async.get(HBaseKeys.get(Web.LAYOUT, "other", 5L)).get().isEmpty());
    assertThrows(RowKeyException.class, () -> HBaseKeys.get(Web.LAYOUT, null, 5L));
  }
}
