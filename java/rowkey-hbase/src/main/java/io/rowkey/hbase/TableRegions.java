package io.rowkey.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;

/** Where the regions of a table begin, and the servers that had them. Immutable. */
final class TableRegions {
  final byte[][] splits;

  /** One for each region, or null where it is not known; null: none is. */
  private final ServerName[] servers;

  private TableRegions(byte[][] splits, ServerName[] servers) {
    this.splits = splits;
    this.servers = servers;
  }

  static TableRegions of(byte[][] splits) {
    return new TableRegions(splits, null);
  }

  static TableRegions of(byte[][] splits, ServerName[] servers) {
    if (servers.length != splits.length + 1) {
      throw new IllegalArgumentException(
          servers.length
              + " servers of "
              + (splits.length + 1)
              + " regions (expected one for each, or null where it is not known)");
    }
    return new TableRegions(splits, servers);
  }

  static TableRegions of(RegionLocator regions) throws IOException {
    byte[][] splits = HBaseKeys.splits(regions);
    return new TableRegions(splits, HBaseKeys.servers(regions, splits));
  }

  /** The region of a key that is not in one before another region. */
  int regionFrom(int region, byte[] key) {
    int next = region;
    while (next < splits.length && Bytes.compareTo(key, splits[next]) >= 0) {
      next++;
    }
    return next;
  }

  /** Where HDFS is to keep a copy of the files of a region, or null where it may choose. */
  InetSocketAddress[] favoredNodes(int region) {
    ServerName server = servers == null ? null : servers[region];
    if (server == null) {
      return null;
    }
    InetSocketAddress address = new InetSocketAddress(server.getHostname(), server.getPort());
    return address.isUnresolved() ? null : new InetSocketAddress[] {address};
  }
}
