package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.Router;
import io.rowkey.hbase.Audit;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.RequestRates;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Audits of a table whose writes are known. */
@ExtendWith(WithHBase.class)
class AuditTest {
  private static final byte[] FOREIGN = Bytes.toBytes("1");

  /** Eight regions for the 16 salts, and one above all of them. */
  private static byte[][] splits() {
    byte[][] splits = Arrays.copyOf(Web.LAYOUT.splits(8), 8);
    splits[7] = Bytes.toBytes("50");
    return splits;
  }

  private static TableName create(LocalHBase hbase, String name) throws IOException {
    try (Admin admin = hbase.connection().getAdmin()) {
      admin.createTable(Web.descriptor(name), splits());
    }
    return TableName.valueOf(name);
  }

  private static Put put(byte[] key) {
    return new Put(key).addColumn(Web.FAMILY, Web.QUALIFIER, key);
  }

  @Test
  void regionsStandBesideThePrediction(LocalHBase hbase) throws IOException {
    TableName name = create(hbase, "audit");
    Router router = Router.of(splits());
    long[] writes = new long[9];
    long reads = 0;
    try (Table table = hbase.connection().getTable(name)) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < 2000; i++) {
        // Half of the rows are of one host.
        String host = i % 2 == 0 ? "web-1" : Web.host(i);
        puts.add(put(Web.LAYOUT.key(host, i)));
      }
      puts.add(put(FOREIGN));
      table.put(puts);
      for (Put put : puts) {
        writes[router.region(put.getRow())]++;
      }
      try (ResultScanner rows = LayoutScans.of(Web.LAYOUT, "host = web-1").open(table)) {
        reads = Web.keys(rows).size();
      }
    }
    Audit audit = Audit.of(hbase.connection(), name, Web.LAYOUT, 40);
    double[] shares = Web.LAYOUT.shares(splits());
    assertEquals(9, audit.regions().size());
    for (int i = 0; i < 9; i++) {
      Audit.Region region = audit.regions().get(i);
      assertEquals(writes[i], region.writeRequests());
      assertEquals(writes[i] / 2001.0, region.writeShare(), 1e-12);
      assertEquals(i == 8 ? 0 : shares[i], region.predictedShare());
      assertEquals(i < 8, region.isReachable());
      assertEquals(Math.min(40, writes[i]), region.sampledRows());
      assertEquals(i == 0 ? "" : Bytes.toString(splits()[i - 1]), startOf(region));
      assertNotNull(region.server());
      assertTrue(region.storeFileMegabytes() >= 0 && region.memStoreMegabytes() >= 0);
    }
    int hot = router.region(Web.LAYOUT.key("web-1", 0));
    assertEquals(List.of(audit.regions().get(hot)), audit.hot(3));
    assertTrue(audit.regions().get(hot).readRequests() >= reads, "reads of the hot region");
    assertEquals(List.of(audit.regions().get(8)), audit.unreachable());
    assertEquals(1, audit.foreignKeys().size());
    assertArrayEquals(FOREIGN, audit.foreignKeys().get(0).key());
    assertTrue(audit.foreignKeys().get(0).reason().contains("md5(host)"));
    assertThrows(IllegalArgumentException.class, () -> audit.hot(0));
    String text = audit.toString();
    String[] lines = text.split("\n");
    assertEquals("table audit, layout " + Web.TEMPLATE, lines[0]);
    assertEquals(12, lines.length, text);
    String shown = String.format("%6d  %9s", hot, "12.50%");
    assertTrue(lines[2 + hot].startsWith(shown), text);
    assertTrue(lines[10].contains("no key"), text);
    assertTrue(lines[11].startsWith("not of the layout: 1: "), text);
  }

  /** The tool finds the regions of keys by it, whatever bytes these have. */
  @Test
  void listingIsReadByTheTool(LocalHBase hbase) throws Exception {
    byte[][] starts = {{' '}, {'\\', 'x', '4', '1'}, {'a', ' ', 'b', ' '}, {'|'}, {(byte) 0xff, 0}};
    TableName name = TableName.valueOf("audit-listing");
    try (Admin admin = hbase.connection().getAdmin()) {
      admin.createTable(Web.descriptor(name.getNameAsString()), starts);
    }
    Audit audit = Audit.of(hbase.connection(), name, Web.LAYOUT, 0);
    String listing = audit.listing();
    assertEquals(1 + 1 + 6 + 1, listing.lines().count(), listing);
    assertTrue(listing.endsWith("\n 6 rows\n"), listing);
    for (Audit.Region region : audit.regions()) {
      assertTrue(listing.contains(" " + region.server() + " |"), listing);
      assertTrue(listing.contains(" " + region.info().getRegionNameAsString() + " |"), listing);
    }
    Path folder = Files.createTempDirectory(hbase.folder(), "listing");
    Path file = Files.writeString(folder.resolve("listing"), listing);
    StringBuilder keys = new StringBuilder("\n");
    for (byte[] start : starts) {
      keys.append(HexFormat.of().formatHex(start)).append('\n');
    }
    Path keysFile = Files.writeString(folder.resolve("keys"), keys);
    Process tool =
        new ProcessBuilder(
                System.getProperty("rowkey.tool"),
                "route",
                "--splits",
                file.toString(),
                "--splits-form",
                "list_regions",
                "--input",
                "hex",
                keysFile.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String regions = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, tool.waitFor());
    assertEquals(
        List.of("0", "1", "2", "3", "4", "5"),
        regions.lines().map(line -> line.split("\t")[0]).collect(Collectors.toList()),
        listing);
  }

  @Test
  void ratesShowWhatIsHotNow(LocalHBase hbase) throws Exception {
    TableName name = create(hbase, "audit-rates");
    Router router = Router.of(splits());
    byte[] once = Web.LAYOUT.key("web-1", 0);
    byte[] now = once;
    for (int i = 2; router.region(now) == router.region(once); i++) {
      now = Web.LAYOUT.key("web-" + i, 0);
    }
    try (Table table = hbase.connection().getTable(name)) {
      table.put(Collections.nCopies(500, put(once)));
      Audit first = Audit.of(hbase.connection(), name, Web.LAYOUT, 0);
      table.put(List.of(put(now), put(now), put(now), put(once)));
      table.get(new Get(now));
      Audit second = Audit.of(hbase.connection(), name, Web.LAYOUT, 0);
      RequestRates rates = Audit.between(first, second);
      assertEquals(second.regions().size(), rates.regions().size());
      RequestRates.Region hot = rates.regions().get(router.region(now));
      assertEquals(List.of(hot), rates.hot(5), "and not the one that was hot before");
      assertEquals(0.75, hot.writeShare());
      assertEquals(3, hot.writesPerSecond() * rates.seconds(), 1e-9);
      assertTrue(hot.readsPerSecond() * rates.seconds() >= 1 - 1e-9);
      assertFalse(hot.isNew());
      String[] lines = rates.toString().split("\n");
      assertEquals(11, lines.length, rates.toString());
      assertTrue(lines[2 + router.region(now)].contains("75.00%"), rates.toString());
      assertThrows(IllegalArgumentException.class, () -> Audit.between(second, first));
      assertThrows(IllegalArgumentException.class, () -> Audit.between(first, first));
      assertThrows(IllegalArgumentException.class, () -> rates.hot(-1));

      // A server counts anew what it opens anew.
      try (Admin admin = hbase.connection().getAdmin()) {
        admin.disableTable(name);
        admin.enableTable(name);
      }
      table.put(put(now));
      Audit third = Audit.of(hbase.connection(), name, Web.LAYOUT, 0);
      RequestRates.Region opened = Audit.between(second, third).regions().get(router.region(now));
      assertTrue(opened.isNew());
      assertTrue(opened.writesPerSecond() > 0);
    }
  }

  private static String startOf(Audit.Region region) {
    return Bytes.toString(region.info().getStartKey());
  }

  @Test
  void emptyTableHasNothingHot(LocalHBase hbase) throws IOException {
    TableName name = create(hbase, "audit-empty");
    Audit audit = Audit.of(hbase.connection(), name, Web.LAYOUT, 0);
    assertEquals(List.of(), audit.hot(1));
    assertEquals(List.of(), audit.foreignKeys());
    assertFalse(audit.regions().get(8).isReachable());
    assertThrows(
        IllegalArgumentException.class, () -> Audit.of(hbase.connection(), name, Web.LAYOUT, -1));
  }
}
