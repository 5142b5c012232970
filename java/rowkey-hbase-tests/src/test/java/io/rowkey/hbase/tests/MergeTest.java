package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.SaltedScanner;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a merge of salts keeps: bytes of large rows, parts of wide ones, leases of scanners. */
@ExtendWith(WithHBase.class)
class MergeTest {
  private static final int SALTS = 16;
  private static final int ROWS = 2000;
  private static final int CELLS = 20;
  private static final int CELL_BYTES = 1000;

  /** More than the sum of the cells and of what is counted beside them. */
  private static final long ROW_BYTES = CELLS * (CELL_BYTES + 200);

  private static LocalHBase hbase;
  private static Table table;

  /** The keys without their salt, rising. */
  private static List<byte[]> keys;

  @BeforeAll
  static void fill(LocalHBase started) throws IOException {
    hbase = started;
    TableName name = TableName.valueOf("merge");
    table = hbase.connection().getTable(name);
    keys = new ArrayList<>(Arrays.asList(Web.keys()).subList(0, ROWS));
    try (Admin admin = hbase.connection().getAdmin();
        BufferedMutator rows = hbase.connection().getBufferedMutator(name)) {
      HBaseKeys.createTable(admin, Web.descriptor("merge"), Web.LAYOUT, 4);
      for (byte[] key : keys) {
        Put put = new Put(key);
        for (int i = 0; i < CELLS; i++) {
          put.addColumn(Web.FAMILY, Bytes.toBytes(i), new byte[CELL_BYTES]);
        }
        rows.mutate(put);
      }
      rows.flush();
      admin.flush(name);
    }
    keys.sort(Web.UNSALTED);
  }

  @AfterAll
  static void close() throws IOException {
    table.close();
  }

  /** The table, which counts the bytes of what is read of it, and looks at each scan. */
  private static Table counted(AtomicLong bytes, long mostResultSize) {
    return (Table)
        proxy(
            Table.class,
            table,
            (method, result, arguments) -> {
              if (!method.equals("getScanner")) {
                return result;
              }
              long size = ((Scan) arguments[0]).getMaxResultSize();
              assertTrue(
                  size <= mostResultSize || ((Scan) arguments[0]).getLimit() == 1, size + " bytes");
              return proxy(
                  ResultScanner.class,
                  result,
                  (call, row, unused) -> {
                    if (row instanceof Result read) {
                      bytes.addAndGet(Result.getTotalSizeOfCells(read));
                    }
                    return row;
                  });
            });
  }

  private interface Watch {
    Object result(String method, Object result, Object[] arguments);
  }

  private static Object proxy(Class<?> type, Object of, Watch watch) {
    return Proxy.newProxyInstance(
        MergeTest.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          try {
            return watch.result(method.getName(), method.invoke(of, arguments), arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  /** Reads all rows, and returns the greatest number of bytes that were read and not given. */
  private static long mostKept(Scan template, int openScanners, long mostResultSize)
      throws IOException {
    AtomicLong kept = new AtomicLong();
    long most = 0;
    List<byte[]> found = new ArrayList<>();
    LayoutScans scans = LayoutScans.of(Web.LAYOUT, "").with(template);
    try (ResultScanner rows =
        SaltedScanner.open(counted(kept, mostResultSize), scans, openScanners)) {
      for (Result row : rows) {
        most = Math.max(most, kept.get());
        kept.addAndGet(-Result.getTotalSizeOfCells(row));
        if (found.isEmpty() || !Bytes.equals(found.get(found.size() - 1), row.getRow())) {
          found.add(row.getRow());
        }
      }
    }
    assertArrayEquals(keys.toArray(), found.toArray());
    return most;
  }

  @Test
  void pagesAreBoundByBytes() throws IOException {
    long all = 16 << 20;
    assertTrue(ROWS * CELLS * CELL_BYTES > 2 * all, "rows that would not fit");
    // The salts are looked for by a row each.
    long most = mostKept(new Scan(), SALTS, all / SALTS);
    assertTrue(most <= all + 2 * SALTS * ROW_BYTES, most + " bytes");
    assertTrue(most > all / 2, most + " bytes, of pages that are too small");
    most = mostKept(new Scan(), 3, all / SALTS);
    assertTrue(most <= all + 2 * SALTS * ROW_BYTES, most + " bytes, with scanners opened again");
    Scan small = new Scan().setMaxResultSize(50_000);
    most = mostKept(small, SALTS, 50_000);
    assertTrue(most <= SALTS * (50_000 + 2 * ROW_BYTES), most + " bytes, as the template says");
  }

  @Test
  void wideRowsComeInParts() throws IOException {
    // A page ends in a row, and scanners are opened again there.
    Scan template = new Scan().setBatch(3).setCaching(5).setMaxResultSize(8000);
    long most = mostKept(template, 2, 8000);
    assertTrue(most <= SALTS * (8000 + ROW_BYTES), most + " bytes");
    LayoutScans scans = LayoutScans.of(Web.LAYOUT, "ts < 3").with(template.setLimit(40));
    List<String> found = new ArrayList<>();
    try (SaltedScanner rows = SaltedScanner.open(table, scans, 2)) {
      for (Result part : rows) {
        assertTrue(part.size() <= 3, part.size() + " cells");
        for (Cell cell : part.rawCells()) {
          found.add(CellUtil.getCellKeyAsString(cell));
        }
      }
    }
    List<String> expected = new ArrayList<>();
    for (byte[] key : keys.stream().filter(key -> Web.time(key) < 3).limit(40).toList()) {
      for (Cell cell : table.get(new org.apache.hadoop.hbase.client.Get(key)).rawCells()) {
        expected.add(CellUtil.getCellKeyAsString(cell));
      }
    }
    assertEquals(40 * CELLS, expected.size());
    assertEquals(expected, found);
  }

  @Test
  void scannersEndWithTheirLeaseAndAreOpenedAgain() throws Exception {
    Scan template = new Scan().setCaching(2);
    LayoutScans scans = LayoutScans.of(Web.LAYOUT, "").with(template);
    try (SaltedScanner rows = SaltedScanner.open(table, scans)) {
      assertArrayEquals(keys.get(0), rows.next().getRow());
      assertTrue(rows.renewLease());
      // The lease of LocalHBase, and what HBase takes to notice.
      Thread.sleep(20_000);
      assertFalse(rows.renewLease(), "scanners that nobody read are still open");
      for (byte[] key : keys.subList(1, ROWS)) {
        assertArrayEquals(key, rows.next().getRow());
      }
    }
  }
}
