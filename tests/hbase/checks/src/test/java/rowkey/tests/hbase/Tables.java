package rowkey.tests.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.rowkey.hbase.testing.LocalHBase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables made, looked at and dropped. */
final class Tables {
  private static final int ROWS_A_CALL = 10_000;

  private Tables() {}

  /** Makes a table with these split points; regions and points are checked to be the same. */
  static void create(LocalHBase hbase, TableName name, List<String> hexPoints, String... families)
      throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    for (String family : families) {
      table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    }
    byte[][] points = hexPoints.stream().map(HexFormat.of()::parseHex).toArray(byte[][]::new);
    try (Admin admin = hbase.connection().getAdmin()) {
      admin.createTable(table.build(), points.length == 0 ? null : points);
    }
    List<String> starts =
        regions(hbase, name).stream()
            .skip(1)
            .map(region -> HexFormat.of().formatHex(region.getStartKey()))
            .toList();
    assertEquals(hexPoints, starts, name + ": where its regions begin");
  }

  static void drop(LocalHBase hbase, TableName name) throws IOException {
    try (Admin admin = hbase.connection().getAdmin()) {
      admin.disableTable(name);
      admin.deleteTable(name);
    }
  }

  /** The regions in the order of their keys. */
  static List<RegionInfo> regions(LocalHBase hbase, TableName name) throws IOException {
    try (RegionLocator locator = hbase.connection().getRegionLocator(name)) {
      return locator.getAllRegionLocations().stream().map(HRegionLocation::getRegion).toList();
    }
  }

  /** How many rows with this family each region has: every row is read. */
  static long[] rows(LocalHBase hbase, TableName name, String family) throws IOException {
    List<RegionInfo> regions = regions(hbase, name);
    return IntStream.range(0, regions.size())
        .parallel()
        .mapToLong(i -> rows(hbase.connection(), name, family, regions.get(i)))
        .toArray();
  }

  private static long rows(
      Connection connection, TableName name, String family, RegionInfo region) {
    Scan scan =
        new Scan()
            .withStartRow(region.getStartKey())
            .withStopRow(region.getEndKey())
            .addFamily(Bytes.toBytes(family))
            .setCaching(ROWS_A_CALL)
            .setCacheBlocks(false)
            .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    long count = 0;
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(scan)) {
      for (Result[] some = rows.next(ROWS_A_CALL); some.length > 0; some = rows.next(ROWS_A_CALL)) {
        count += some.length;
      }
    } catch (IOException e) {
      throw new IllegalStateException(name + ": region " + region + " cannot be read", e);
    }
    return count;
  }

  /** How many write requests each region has had, as its server counts them. */
  static long[] writeRequests(LocalHBase hbase, TableName name) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    try (Admin admin = hbase.connection().getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        for (RegionMetrics region : admin.getRegionMetrics(server, name)) {
          String encoded = RegionInfo.encodeRegionName(region.getRegionName());
          counts.merge(encoded, region.getWriteRequestCount(), Long::sum);
        }
      }
    }
    return regions(hbase, name).stream()
        .mapToLong(region -> counts.getOrDefault(region.getEncodedName(), -1L))
        .toArray();
  }

  /** Fails with every region that differs, its range of keys, and both numbers. */
  static void assertRegions(
      LocalHBase hbase, TableName name, String what, long[] expected, long[] found)
      throws IOException {
    if (Arrays.equals(expected, found)) {
      return;
    }
    List<RegionInfo> regions = regions(hbase, name);
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            "table %s, %s: %d regions of %d are expected, %d found",
            name, what, expected.length, regions.size(), found.length));
    for (int i = 0; i < Math.min(expected.length, found.length); i++) {
      if (expected[i] != found[i]) {
        lines.add(
            String.format(
                "region %d, rows from \"%s\" to \"%s\": expected %d, found %d",
                i,
                Bytes.toStringBinary(regions.get(i).getStartKey()),
                Bytes.toStringBinary(regions.get(i).getEndKey()),
                expected[i],
                found[i]));
      }
    }
    fail(String.join(System.lineSeparator(), lines));
  }
}
