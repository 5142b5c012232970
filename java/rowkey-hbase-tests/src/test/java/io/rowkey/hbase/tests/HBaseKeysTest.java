package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rowkey.Keys;
import io.rowkey.RowKeyException;
import io.rowkey.Sketch;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tables that are split for their keys. */
@ExtendWith(WithHBase.class)
class HBaseKeysTest {
  @Test
  void regionsCanBeMoreThanSalts(LocalHBase hbase) throws IOException {
    TableName name = TableName.valueOf("keys-sketch");
    byte[][] keys = Web.keys();
    try (Admin admin = hbase.connection().getAdmin();
        Sketch sketch = Sketch.create()) {
      assertThrows(
          RowKeyException.class,
          () -> HBaseKeys.createTable(admin, Web.descriptor("keys-sketch"), Web.LAYOUT, 40));
      assertThrows(
          RowKeyException.class,
          () -> HBaseKeys.createTable(admin, Web.descriptor("keys-sketch"), sketch, 40));
      assertFalse(admin.tableExists(name));
      sketch.add(Keys.of(keys));
      byte[][] splits = HBaseKeys.createTable(admin, Web.descriptor("keys-sketch"), sketch, 40);
      try (RegionLocator regions = hbase.connection().getRegionLocator(name)) {
        assertArrayEquals(splits, HBaseKeys.splits(regions));
        assertEquals(40, regions.getAllRegionLocations().size());
      }
      for (double share : sketch.shares(splits)) {
        assertEquals(1 / 40.0, share, 1.0 / keys.length);
      }
    }
  }
}
