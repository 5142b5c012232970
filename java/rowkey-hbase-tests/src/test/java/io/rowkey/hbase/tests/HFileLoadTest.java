package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.Keys;
import io.rowkey.hbase.BulkLoad;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.HFileWriter;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HFiles that HBase is to take while its regions change, and those that it does not take. */
@ExtendWith(WithHBase.class)
class HFileLoadTest {
  private static final int REGIONS = 4;
  private static final int ROWS = Math.min(Web.ROWS, 20_000);
  private static final String PATIENCE = "rowkey.load.patience.seconds";

  private static LocalHBase hbase;

  @BeforeAll
  static void take(LocalHBase started) {
    hbase = started;
  }

  private static TableName create(String name) throws IOException {
    try (Admin admin = hbase.connection().getAdmin()) {
      HBaseKeys.createTable(admin, Web.descriptor(name), Web.LAYOUT, REGIONS);
    }
    return TableName.valueOf(name);
  }

  private static Path folder(TableName name) {
    return new Path(hbase.folder().resolve(name.getNameAsString()).toUri());
  }

  private static FileSystem files() throws IOException {
    return new Path(hbase.folder().toUri()).getFileSystem(hbase.settings());
  }

  /** Writes a file for each region. */
  private static Path write(TableName name) throws IOException {
    byte[][] keys = Arrays.copyOf(Web.keys(), ROWS);
    Arrays.sort(keys, Bytes::compareTo);
    try (HFileWriter writer = HFileWriter.open(hbase.connection(), name, folder(name))) {
      writer.append(Keys.of(keys), Web.FAMILY, Web.QUALIFIER, keys);
      writer.commit();
    }
    return folder(name);
  }

  private static int count(TableName name) throws IOException {
    try (Table table = hbase.connection().getTable(name)) {
      return Web.scan(table).size();
    }
  }

  private static int filesIn(Path folder) throws IOException {
    return files().listStatus(new Path(folder, "f")).length;
  }

  @Test
  void everyLoadEndsWellWhileRegionsAreSplit() throws Exception {
    byte[][] points = Web.LAYOUT.splits(2 * REGIONS);
    for (int round = 0; round < 5; round++) {
      TableName name = create("load-while-split-" + round);
      Path folder = write(name);
      try (Admin admin = hbase.connection().getAdmin()) {
        List<RegionInfo> regions = admin.getRegions(name);
        for (int i = 0; i < REGIONS; i++) {
          admin.splitRegionAsync(regions.get(i).getRegionName(), points[2 * i]);
        }
        // At another moment of the splits in each round.
        Thread.sleep(40L * round);
        assertTrue(HFileWriter.load(hbase.connection(), name, folder) >= REGIONS);
      }
      assertEquals(ROWS, count(name));
    }
  }

  @Test
  void waitingEnds() throws Exception {
    TableName name = create("load-waits");
    Path folder = write(name);
    Configuration settings = new Configuration(hbase.settings());
    settings.setInt(PATIENCE, 2);
    try (Admin admin = hbase.connection().getAdmin();
        Table meta = hbase.connection().getTable(TableName.META_TABLE_NAME);
        Connection connection = ConnectionFactory.createConnection(settings)) {
      byte[] region = admin.getRegions(name).get(1).getRegionName();
      byte[] server =
          meta.get(new Get(region))
              .getValue(HConstants.CATALOG_FAMILY, HConstants.SERVER_QUALIFIER);
      meta.delete(
          new Delete(region).addColumns(HConstants.CATALOG_FAMILY, HConstants.SERVER_QUALIFIER));
      assertFalse(admin.isTableAvailable(name), "a region without a server");
      long start = System.nanoTime();
      Exception e =
          assertThrows(IOException.class, () -> HFileWriter.load(connection, name, folder));
      double seconds = (System.nanoTime() - start) / 1e9;
      assertTrue(seconds >= 2 && seconds < 30, seconds + " seconds");
      assertEquals(
          "table load-waits did not take all files in "
              + folder
              + ": Table load-waits is not currently available. (those that it did not take"
              + " stay there: BulkLoad.resume or HFileWriter.load takes them)",
          e.getMessage());
      assertEquals(REGIONS, filesIn(folder));
      meta.put(
          new Put(region)
              .addColumn(HConstants.CATALOG_FAMILY, HConstants.SERVER_QUALIFIER, server));
      assertEquals(REGIONS, BulkLoad.resume(hbase.connection(), name, folder));
    }
    assertFalse(files().exists(folder));
    assertEquals(ROWS, count(name));
  }

  @Test
  void filesThatHBaseLeavesOutAreAnError() throws Exception {
    TableName name = create("load-leaves-out");
    Path folder = write(name);
    Path broken = new Path(folder, "f/0123456789abcdef0123456789abcdef");
    try (FSDataOutputStream output = files().create(broken)) {
      output.writeBytes("the first bytes of a file that was never completed");
    }
    Exception e =
        assertThrows(IOException.class, () -> BulkLoad.resume(hbase.connection(), name, folder));
    assertTrue(
        e.getMessage()
            .contains(broken + " has no rows (expected a complete HFile); all others were loaded"),
        e.getMessage());
    assertTrue(files().exists(broken));
    assertEquals(ROWS, count(name));
  }

  @Test
  void noTableIsMadeOfAWrongName() throws Exception {
    TableName name = create("load-right");
    Path folder = write(name);
    TableName wrong = TableName.valueOf("load-wrong");
    assertThrows(IOException.class, () -> HFileWriter.load(hbase.connection(), wrong, folder));
    try (Admin admin = hbase.connection().getAdmin()) {
      assertFalse(admin.tableExists(wrong));
    }
    assertEquals(REGIONS, filesIn(folder));
  }
}
