package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.KeyRanges;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.SaltedScanner;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every way to read the rows that meet conditions, beside a full scan and conditions in Java. */
@ExtendWith(WithHBase.class)
class ScansTest {
  private static LocalHBase hbase;
  private static Table table;
  private static ExecutorService threads;

  /** The keys of a full scan. */
  private static List<byte[]> all;

  @BeforeAll
  static void fill(LocalHBase started) throws IOException {
    hbase = started;
    threads = Executors.newFixedThreadPool(5);
    table = hbase.connection().getTable(Web.fill(hbase.connection(), "scans"));
    all = Web.scan(table);
    assertEquals(Web.ROWS, all.size());
  }

  @AfterAll
  static void close() throws IOException {
    threads.shutdown();
    table.close();
  }

  private static SaltedScanner openAtOnce(LayoutScans scans, int openScanners) throws IOException {
    return SaltedScanner.open(hbase.connection(), table.getName(), scans, openScanners, threads);
  }

  /** The scans of each salt, as tasks of one's own read them. */
  private static List<byte[]> everySalt(LayoutScans scans) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    for (List<Scan> salt : SaltedScanner.scans(table, scans)) {
      for (Scan scan : salt) {
        keys.addAll(read(table.getScanner(scan)));
      }
    }
    return keys.stream().filter(scans.rowFilter()).collect(Collectors.toList());
  }

  private static void assertKeys(List<byte[]> expected, List<byte[]> found, String what) {
    assertArrayEquals(expected.toArray(), found.toArray(), what);
  }

  private static List<byte[]> read(ResultScanner rows) throws IOException {
    try (rows) {
      return Web.keys(rows);
    }
  }

  /** Reads in every way, and returns how many rows there are. */
  private static int check(String conditions, Predicate<byte[]> inJava) throws IOException {
    LayoutScans scans = LayoutScans.of(Web.LAYOUT, conditions);
    List<byte[]> expected = all.stream().filter(inJava).collect(Collectors.toList());
    assertKeys(expected, read(scans.open(table)), conditions + ", range by range");
    assertKeys(expected, read(scans.openOne(table)), conditions + ", in one scan");
    List<byte[]> unsalted = expected.stream().sorted(Web.UNSALTED).collect(Collectors.toList());
    assertKeys(unsalted, read(SaltedScanner.open(table, scans)), conditions + ", merged");
    LayoutScans pages = scans.with(new Scan().setCaching(7).setFilter(new KeyOnlyFilter()));
    assertKeys(unsalted, read(SaltedScanner.open(table, pages, 3)), conditions + ", in pages");
    assertKeys(unsalted, read(openAtOnce(scans, 16)), conditions + ", at once");
    assertKeys(unsalted, read(openAtOnce(pages, 3)), conditions + ", at once in pages");
    assertKeys(expected, everySalt(scans), conditions + ", salt by salt");
    return expected.size();
  }

  @Test
  void exactRangesNeedNoFilter() throws IOException {
    assertTrue(LayoutScans.of(Web.LAYOUT, "host begins web-1").rowFilter().columns().isEmpty());
    int rows = check("host begins web-1", key -> Web.host(key).startsWith("web-1"));
    assertEquals(Web.ROWS / Web.HOSTS * 11, rows);
    assertEquals(
        1,
        check(
            "host = web-1, ts >= 17, ts < 18",
            key -> Web.host(key).equals("web-1") && Web.time(key) == 17));
    assertEquals(0, check("host = nobody", key -> false));
  }

  @Test
  void restIsFiltered() throws IOException {
    assertEquals(
        List.of("ts"), LayoutScans.of(Web.LAYOUT, "ts >= 17, ts < 18").rowFilter().columns());
    assertEquals(Web.HOSTS, check("ts >= 17, ts < 18", key -> Web.time(key) == 17));
    check(
        "host in (web-3, web-50), ts in (4, 900, 5000000)",
        key ->
            List.of("web-3", "web-50").contains(Web.host(key))
                && List.of(4L, 900L).contains(Web.time(key)));
  }

  @Test
  void allRowsAreMerged() throws IOException {
    assertEquals(Web.ROWS, check("", key -> true));
  }

  @Test
  void randomConditions() throws IOException {
    Random random = new Random(17);
    int found = 0;
    for (int i = 0; i < 10; i++) {
      String prefix = "web-" + (random.nextBoolean() ? random.nextInt(10) : "");
      long from = random.nextInt(Web.ROWS / Web.HOSTS);
      long to = from + 1 + random.nextInt(50);
      String least = "web-" + random.nextInt(Web.HOSTS);
      String conditions = "host begins " + prefix + ", ts >= " + from + ", ts < " + to;
      boolean hasLeast = least.startsWith(prefix);
      found +=
          check(
              hasLeast ? conditions + ", host >= " + least : conditions,
              key ->
                  Web.host(key).startsWith(prefix)
                      && (!hasLeast || Web.host(key).compareTo(least) >= 0)
                      && Web.time(key) >= from
                      && Web.time(key) < to);
    }
    assertTrue(found > 200, found + " rows");
  }

  @Test
  void scansHaveTheRowsOfRanges() {
    String conditions = "host begins web-1, ts >= 17";
    byte[][] splits = Web.LAYOUT.splits(10);
    KeyRanges ranges = Web.LAYOUT.ranges(conditions, 0, splits);
    Scan template = new Scan().addFamily(Web.FAMILY).setCaching(5);
    List<Scan> scans = LayoutScans.of(Web.LAYOUT, conditions, 0, splits).with(template).scans();
    assertEquals(ranges.size(), scans.size());
    for (int i = 0; i < scans.size(); i++) {
      assertArrayEquals(ranges.get(i).start(), scans.get(i).getStartRow());
      assertArrayEquals(ranges.get(i).stop(), scans.get(i).getStopRow());
      assertTrue(scans.get(i).includeStartRow());
      assertFalse(scans.get(i).includeStopRow());
      assertEquals(5, scans.get(i).getCaching());
      assertArrayEquals(new byte[][] {Web.FAMILY}, scans.get(i).getFamilies());
    }
  }

  @Test
  void limitHoldsForAllRows() throws IOException {
    Scan template = new Scan().setLimit(100);
    LayoutScans scans = LayoutScans.of(Web.LAYOUT, "ts >= 17").with(template);
    List<byte[]> expected =
        all.stream().filter(key -> Web.time(key) >= 17).collect(Collectors.toList());
    assertKeys(expected.subList(0, 100), read(scans.open(table)), "range by range");
    assertKeys(expected.subList(0, 100), read(scans.openOne(table)), "in one scan");
    expected.sort(Web.UNSALTED);
    assertKeys(expected.subList(0, 100), read(SaltedScanner.open(table, scans)), "merged");
  }

  @Test
  void closedScannerGivesNothing() throws IOException {
    SaltedScanner rows = SaltedScanner.open(table, LayoutScans.of(Web.LAYOUT, ""));
    assertTrue(rows.renewLease());
    assertEquals(10, rows.next(10).length);
    rows.close();
    assertNull(rows.next());
    rows.close();
  }

  @Test
  void metricsAreAddedUp() throws IOException {
    Scan template = new Scan().setScanMetricsEnabled(true).setCaching(50);
    LayoutScans scans = LayoutScans.of(Web.LAYOUT, "ts < 17").with(template);
    try (SaltedScanner rows = SaltedScanner.open(table, scans, 3);
        ResultScanner other = LayoutScans.of(Web.LAYOUT, "ts < 17").open(table)) {
      assertEquals(17 * Web.HOSTS, Web.keys(rows).size());
      // A scanner that is opened again looks at the row that it goes on after once more.
      long scanned = rows.getScanMetrics().countOfRowsScanned.get();
      assertTrue(scanned >= Web.ROWS && scanned < 1.05 * Web.ROWS, scanned + " rows");
      assertNull(other.getScanMetrics());
    }
    try (SaltedScanner rows = openAtOnce(scans, 16)) {
      long first = rows.getScanMetrics().countOfRowsScanned.get();
      assertTrue(first > 0 && first < Web.ROWS, first + " rows of the first pages");
      assertEquals(17 * Web.HOSTS, Web.keys(rows).size());
      assertEquals(Web.ROWS, rows.getScanMetrics().countOfRowsScanned.get());
    }
  }

  @Test
  void foreignKeysAreErrors() throws IOException {
    TableName name = TableName.valueOf("foreign");
    try (Admin admin = hbase.connection().getAdmin();
        Table foreign = hbase.connection().getTable(name)) {
      HBaseKeys.createTable(admin, Web.descriptor("foreign"), Web.LAYOUT, 4);
      foreign.put(put(Web.LAYOUT.key("web-1", 1)));
      foreign.put(put(Bytes.toBytes("03|web-1|12345678")));
      LayoutScans scans = LayoutScans.of(Web.LAYOUT, "ts < 5");
      Exception e = assertThrows(RuntimeException.class, () -> scans.open(foreign));
      assertTrue(e.getMessage().contains("md5(host) % 16"), e.getMessage());
      assertThrows(
          RuntimeException.class,
          () -> SaltedScanner.open(hbase.connection(), name, scans, 1, threads));
      foreign.put(put(Bytes.toBytes("0")));
      LayoutScans whole = LayoutScans.of(Web.LAYOUT, "");
      e = assertThrows(IOException.class, () -> SaltedScanner.open(foreign, whole));
      assertEquals(
          "row 0 is shorter than the salt of " + Web.TEMPLATE + " (expected at least 3 bytes)",
          e.getMessage());
    }
  }

  @Test
  void errorsStay() throws IOException {
    TableName name = TableName.valueOf("breaks");
    try (Admin admin = hbase.connection().getAdmin();
        Table breaks = hbase.connection().getTable(name)) {
      HBaseKeys.createTable(admin, Web.descriptor("breaks"), Web.LAYOUT, 4);
      for (int i = 0; i < 20; i++) {
        breaks.put(put(Web.LAYOUT.key("web-1", i)));
      }
      // After the first page.
      breaks.put(put(Bytes.toBytes("08|web-1|12345678x")));
      Scan template = new Scan().setCaching(10);
      LayoutScans scans = LayoutScans.of(Web.LAYOUT, "ts < 50").with(template);
      try (SaltedScanner rows = SaltedScanner.open(breaks, scans)) {
        for (int i = 0; i < 20; i++) {
          assertEquals(i, Web.time(rows.next().getRow()));
        }
        assertThrows(RuntimeException.class, rows::next);
        Exception e = assertThrows(IOException.class, rows::next);
        assertEquals("an earlier call on this scanner failed", e.getMessage());
      }
    }
  }

  @Test
  void oneRow() throws IOException {
    Result row = table.get(HBaseKeys.get(Web.LAYOUT, "web-5", 17L));
    assertEquals(17, Bytes.toLong(row.getValue(Web.FAMILY, Web.QUALIFIER)));
    assertArrayEquals(row.getRow(), HBaseKeys.put(Web.LAYOUT, "web-5", 17L).getRow());
    assertTrue(table.get(HBaseKeys.get(Web.LAYOUT, "web-5", 1L << 40)).isEmpty());
  }

  @Test
  void regionsBeginAtTheSplitPoints() throws IOException {
    try (var regions = hbase.connection().getRegionLocator(table.getName())) {
      assertArrayEquals(Web.LAYOUT.splits(16), HBaseKeys.splits(regions));
    }
  }

  private static Put put(byte[] key) {
    return new Put(key).addColumn(Web.FAMILY, Web.QUALIFIER, key);
  }
}
