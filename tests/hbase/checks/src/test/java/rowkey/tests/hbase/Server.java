package rowkey.tests.hbase;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * The process that HBase runs in: ZooKeeper, a master and some region servers, on loopback and on
 * ports that are free. It prints the port of ZooKeeper, and ends when its standard input does: so
 * it never outlives the process that started it, however that one ends.
 */
final class Server {
  static final int REGION_SERVERS = 3;

  /** What the process prints when it takes requests, before the port of ZooKeeper. */
  static final String STARTED = "started, ZooKeeper at port ";

  /** The ZooKeeper of a machine that pauses for long must not give its sessions up. */
  private static final int TICK_MILLISECONDS = 6000;

  private Server() {}

  /** Starts HBase; the argument is an empty folder for all its files. */
  public static void main(String[] arguments) {
    Thread watch = new Thread(() -> endWith(System.in), "end with standard input");
    watch.setDaemon(true);
    watch.start();

    try {
      serve(new File(arguments[0]).getAbsoluteFile());
    } catch (Throwable e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1); // HBase's threads would keep the process alive.
    }
  }

  private static void serve(File folder) throws Exception {
    Configuration settings = settings(folder);
    DefaultMetricsSystem.setMiniClusterMode(true); // several servers in one process
    MiniZooKeeperCluster zookeeper = new MiniZooKeeperCluster(settings);
    zookeeper.setTickTime(TICK_MILLISECONDS);
    int port = zookeeper.startup(new File(folder, "zookeeper"));
    settings.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    LocalHBaseCluster cluster = new LocalHBaseCluster(settings, 1, REGION_SERVERS);
    cluster.startup();
    System.out.println(STARTED + port);
    cluster.join();
  }

  private static Configuration settings(File folder) {
    Configuration settings = HBaseConfiguration.create();
    settings.set(HConstants.HBASE_DIR, new File(folder, "root").toURI().toString());
    settings.set("hbase.wal.dir", new File(folder, "wal").toURI().toString());
    settings.set("hbase.tmp.dir", new File(folder, "tmp").toString());
    settings.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    settings.setClass("fs.file.impl", LocalFiles.class, FileSystem.class);
    settings.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    settings.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    settings.setInt("zookeeper.session.timeout.localHBaseCluster", 20 * TICK_MILLISECONDS);
    settings.setInt(HConstants.ZK_SESSION_TIMEOUT, 20 * TICK_MILLISECONDS);
    for (String role : new String[] {"master", "regionserver"}) {
      settings.set("hbase." + role + ".hostname", "127.0.0.1");
      settings.set("hbase." + role + ".ipc.address", "127.0.0.1");
      settings.setInt("hbase." + role + ".port", 0);
      settings.setInt("hbase." + role + ".info.port", -1);
    }
    settings.setInt("hbase.master.wait.on.regionservers.mintostart", REGION_SERVERS);
    // All region servers share one heap.
    settings.setFloat("hbase.regionserver.global.memstore.size", 0.15f);
    settings.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, 0.1f);
    settings.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    // What a loss of power would take matters to nobody here.
    settings.setBoolean("hbase.master.store.region.wal.hsync", false);
    // Files that were compacted are archived at once: a region that has them cannot be split.
    settings.setInt("hbase.hfile.compaction.discharger.interval", 1000);
    // The tests say where regions begin: none is moved, or split before it has 10 GB.
    settings.setClass(
        HConstants.HBASE_REGION_SPLIT_POLICY_KEY,
        ConstantSizeRegionSplitPolicy.class,
        Object.class);
    settings.setInt(HConstants.HBASE_BALANCER_PERIOD, 24 * 60 * 60 * 1000);
    return settings;
  }

  private static void endWith(InputStream input) {
    try {
      while (input.read() >= 0) {}
    } catch (IOException e) {
      // The other end is gone, which is what this thread waits for.
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }
}
