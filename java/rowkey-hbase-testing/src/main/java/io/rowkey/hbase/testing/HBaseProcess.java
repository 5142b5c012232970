package io.rowkey.hbase.testing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The process of an HBase: ZooKeeper, a master and region servers, on loopback alone. {@link
 * LocalHBase} starts it. It ends as soon as its standard input does, so that it never outlives the
 * process at the other end.
 */
final class HBaseProcess {
  /** It prints this and the port of ZooKeeper once everything has been started. */
  static final String READY = "ZooKeeper listens at ";

  /** On a busy machine everything may stand still for a while, and nothing is lost by that. */
  private static final int TICK = 6000;

  private static final int SESSION = 20 * TICK;

  private HBaseProcess() {}

  /** The arguments are an empty folder, the number of region servers, and settings, NAME=VALUE. */
  public static void main(String[] arguments) {
    Thread guard = new Thread(HBaseProcess::endWithInput, "guard");
    guard.setDaemon(true);
    guard.start();
    try {
      run(
          Path.of(arguments[0]),
          Integer.parseInt(arguments[1]),
          Arrays.asList(arguments).subList(2, arguments.length));
    } catch (Exception e) {
      e.printStackTrace();
    } finally {
      // Threads of HBase would go on.
      Runtime.getRuntime().halt(1);
    }
  }

  private static void endWithInput() {
    try {
      int read = System.in.read();
      while (read >= 0) {
        read = System.in.read();
      }
    } catch (IOException e) {
      System.err.println("the standard input is broken: " + e);
    }
    Runtime.getRuntime().halt(0);
  }

  private static void run(Path folder, int servers, List<String> more) throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration settings = settings(folder, servers);
    for (String setting : more) {
      int end = setting.indexOf('=');
      settings.set(setting.substring(0, end), setting.substring(end + 1));
    }
    UserGroupInformation.setConfiguration(settings);
    MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(settings);
    zooKeeper.setTickTime(TICK);
    int port = zooKeeper.startup(folder.resolve("zookeeper").toFile());
    settings.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    LocalHBaseCluster cluster = new LocalHBaseCluster(settings, 1, servers);
    cluster.startup();
    System.out.println(READY + port);
    cluster.join();
  }

  private static Configuration settings(Path folder, int servers) {
    Configuration settings = HBaseConfiguration.create();
    useFolder(settings, folder);
    settings.set(HConstants.HBASE_DIR, folder.resolve("root").toUri().toString());
    settings.set("hbase.wal.dir", folder.resolve("wal").toUri().toString());
    settings.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    // What a loss of power would take matters to nobody here.
    settings.setBoolean("hbase.master.store.region.wal.hsync", false);
    settings.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    settings.setInt(HConstants.ZK_SESSION_TIMEOUT, SESSION);
    settings.setInt("zookeeper.session.timeout.localHBaseCluster", SESSION);
    settings.setInt("hbase.master.wait.on.regionservers.mintostart", servers);
    for (String role : new String[] {"hbase.master.", "hbase.regionserver."}) {
      settings.set(role + "hostname", "127.0.0.1");
      settings.set(role + "ipc.address", "127.0.0.1");
      settings.setInt(role + "port", 0);
      settings.setInt(role + "info.port", -1);
    }
    // Files that were compacted are archived at once: a region that has them cannot be split.
    settings.setInt("hbase.hfile.compaction.discharger.interval", 1000);
    // Tests wait for the end of a lease.
    settings.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, 15_000);
    // The servers share a heap.
    settings.setFloat("hbase.regionserver.global.memstore.size", 0.15f);
    settings.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, 0.1f);
    settings.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    // Regions stay where they are, and what they are up to 10 GB.
    settings.setInt(HConstants.HBASE_BALANCER_PERIOD, Integer.MAX_VALUE);
    settings.set(
        HConstants.HBASE_REGION_SPLIT_POLICY_KEY, ConstantSizeRegionSplitPolicy.class.getName());
    return settings;
  }

  /** What server and client have in common: where files lie. */
  static void useFolder(Configuration settings, Path folder) {
    settings.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    settings.set("hbase.tmp.dir", folder.resolve("tmp").toString());
    settings.set("hbase.fs.tmp.dir", folder.resolve("staging").toString());
    settings.setClass("fs.file.impl", PlainFiles.class, FileSystem.class);
  }

  /** Deletes a folder with all that is in it. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes unused)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException unused)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
