package io.rowkey.hbase;

import io.rowkey.RowKeyLayout;
import io.rowkey.Sketch;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Tables and rows of HBase for a layout.
 *
 * <pre>{@code
 * HBaseKeys.createTable(admin, descriptor, layout, 220);
 * table.put(HBaseKeys.put(layout, "web-1", 1700000000L).addColumn(family, qualifier, value));
 * Result row = table.get(HBaseKeys.get(layout, "web-1", 1700000000L));
 * }</pre>
 *
 * <p>Gets and Puts are for a {@code Table} or an {@code AsyncTable}, whose futures have what HBase
 * says of them: {@code asyncTable.get(HBaseKeys.get(layout, "web-1", 1700000000L))}. What the
 * layout says of their values is thrown before.
 *
 * <p>Thread-safe. Methods throw {@link NullPointerException} for null.
 */
public final class HBaseKeys {
  private HBaseKeys() {}

  /**
   * Creates a table whose regions share the keys of a layout evenly, and waits for it.
   *
   * @param admin where to create it
   * @param descriptor the table
   * @param layout the layout of its keys
   * @param regions how many regions, 1 to 2^24
   * @return the split points, one less than there are regions
   * @throws io.rowkey.RowKeyException as {@link RowKeyLayout#splits} does; no table is made then
   * @throws IOException when HBase does not create it
   */
  public static byte[][] createTable(
      Admin admin, TableDescriptor descriptor, RowKeyLayout layout, int regions)
      throws IOException {
    byte[][] splits = layout.splits(regions);
    admin.createTable(descriptor, splits);
    return splits;
  }

  /**
   * Creates a table whose regions share the keys of a sketch evenly, and waits for it: for keys
   * that are not spread as their layout would have it, and for more regions than it has salts.
   *
   * @param admin where to create it
   * @param descriptor the table
   * @param sketch of a sample of its keys, or of all
   * @param regions how many regions, 1 to 2^24
   * @return the split points, one less than there are regions
   * @throws io.rowkey.RowKeyException as {@link Sketch#splits} does; no table is made then
   * @throws IOException when HBase does not create it
   */
  public static byte[][] createTable(
      Admin admin, TableDescriptor descriptor, Sketch sketch, int regions) throws IOException {
    byte[][] splits = sketch.splits(regions);
    admin.createTable(descriptor, splits);
    return splits;
  }

  /**
   * The split points of a table as it is now: where its regions begin, but the first.
   *
   * @param regions the regions of the table
   * @return the points, rising, as {@link RowKeyLayout#shares} and {@link io.rowkey.Router#of} take
   *     them
   * @throws IOException when HBase does not tell
   */
  public static byte[][] splits(RegionLocator regions) throws IOException {
    byte[][] starts = regions.getStartKeys();
    return Arrays.copyOfRange(starts, 1, starts.length);
  }

  /**
   * The servers of a table's regions, as {@link HFileWriter} takes them.
   *
   * @param regions of the table
   * @param splits the split points of the table
   * @return one for each region, one more than there are points; null where no server has a region
   *     that begins there
   * @throws IOException when HBase does not tell
   */
  public static @Nullable ServerName[] servers(RegionLocator regions, byte[][] splits)
      throws IOException {
    Map<byte[], ServerName> found = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (HRegionLocation location : regions.getAllRegionLocations()) {
      if (location.getServerName() != null) {
        found.put(location.getRegion().getStartKey(), location.getServerName());
      }
    }
    ServerName[] servers = new ServerName[splits.length + 1];
    servers[0] = found.get(HConstants.EMPTY_START_ROW);
    for (int i = 0; i < splits.length; i++) {
      servers[i + 1] = found.get(splits[i]);
    }
    return servers;
  }

  /**
   * A Get of one record.
   *
   * @param layout the layout
   * @param values the values of its columns, as {@link RowKeyLayout#key(Object...)} takes them
   * @return the Get, of all families
   * @throws io.rowkey.RowKeyException as {@link RowKeyLayout#key(Object...)} does
   */
  public static Get get(RowKeyLayout layout, @Nullable Object... values) {
    return new Get(layout.key(values));
  }

  /**
   * A Put of one record, without cells.
   *
   * @param layout the layout
   * @param values the values of its columns, as {@link RowKeyLayout#key(Object...)} takes them
   * @return the Put
   * @throws io.rowkey.RowKeyException as {@link RowKeyLayout#key(Object...)} does
   */
  public static Put put(RowKeyLayout layout, @Nullable Object... values) {
    return new Put(layout.key(values));
  }
}
