package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rowkey.Keys;
import io.rowkey.hbase.HFileWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files on an HDFS of several data nodes: each lies where its region is. */
class FavoredNodesTest {
  private static final int NODES = 4;
  private static final String LOOPBACK = "127.0.0.1:0";

  @TempDir private Path folder;

  private final List<DataNode> nodes = new ArrayList<>();
  private Configuration settings;
  private NameNode names;

  @BeforeEach
  void start() throws Exception {
    // Several parts of Hadoop are in this process.
    DefaultMetricsSystem.setMiniClusterMode(true);
    settings = new Configuration();
    settings.set("fs.defaultFS", "hdfs://" + LOOPBACK);
    settings.set("dfs.namenode.http-address", LOOPBACK);
    settings.set("dfs.namenode.name.dir", folder.resolve("names").toUri().toString());
    settings.setInt("dfs.replication", 1);
    NameNode.format(settings);
    names = NameNode.createNameNode(new String[0], settings);
    settings.set("fs.defaultFS", "hdfs://127.0.0.1:" + names.getNameNodeAddress().getPort());
    for (int i = 0; i < NODES; i++) {
      Configuration own = new Configuration(settings);
      own.set("dfs.datanode.data.dir", folder.resolve("data" + i).toUri().toString());
      own.set("dfs.datanode.hostname", "127.0.0.1");
      for (String port : List.of("address", "http.address", "ipc.address")) {
        own.set("dfs.datanode." + port, LOOPBACK);
      }
      nodes.add(DataNode.createDataNode(new String[0], own));
    }
    long end = System.nanoTime() + 60_000_000_000L;
    while (system().getDataNodeStats().length < NODES && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    assertEquals(NODES, system().getDataNodeStats().length, "data nodes");
  }

  private DistributedFileSystem system() throws IOException {
    return (DistributedFileSystem) FileSystem.get(settings);
  }

  @AfterEach
  void stop() throws IOException {
    system().close();
    nodes.forEach(DataNode::shutdown);
    names.stop();
    names.join();
  }

  @Test
  void filesLieWhereTheirRegionIs() throws Exception {
    byte[][] splits = Web.LAYOUT.splits(8);
    ServerName[] servers = new ServerName[splits.length + 1];
    for (int i = 0; i < servers.length; i++) {
      servers[i] = ServerName.valueOf("127.0.0.1", nodes.get(i * 3 % NODES).getXferPort(), 1);
    }
    byte[][] keys = Web.keys();
    Arrays.sort(keys, Bytes::compareTo);
    TableDescriptor table = Web.descriptor("favored");
    org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path("/hfiles");
    List<org.apache.hadoop.fs.Path> files;
    try (HFileWriter writer = HFileWriter.open(settings, table, splits, servers, target)) {
      writer.append(Keys.of(keys), Web.FAMILY, Web.QUALIFIER, keys);
      writer.commit();
      files = List.copyOf(writer.files());
    }
    assertEquals(servers.length, files.size());
    for (int i = 0; i < servers.length; i++) {
      FileStatus file = system().getFileStatus(files.get(i));
      for (BlockLocation block : system().getFileBlockLocations(file, 0, file.getLen())) {
        assertArrayEquals(
            new String[] {"127.0.0.1:" + servers[i].getPort()}, block.getNames(), "region " + i);
      }
    }
  }

  @Test
  void anotherNumberOfServersIsRefused() {
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                HFileWriter.open(
                    settings,
                    Web.descriptor("favored"),
                    Web.LAYOUT.splits(8),
                    new ServerName[7],
                    new org.apache.hadoop.fs.Path("/hfiles")));
    assertEquals(
        "7 servers of 8 regions (expected one for each, or null where it is not known)",
        e.getMessage());
  }
}
