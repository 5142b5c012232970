package io.rowkey.hbase.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * An HBase in a process of its own, on ports of loopback that are free, and a connection to it.
 *
 * <p>It ends with {@link #close()} or with this process, however that one ends. Regions stay what
 * and where they are: HBase neither balances nor splits them unless it is told to.
 *
 * <p>It has the class path of this process, or, where programs bring other versions of the same
 * classes, the one in the file that the system property {@code rowkey.hbase.classpath} names. This
 * process has to be started with {@code ${rowkey.hbase.jvm}} of java/pom.xml, as HBase and Hadoop
 * reach into the JDK. Any number of threads may use it.
 */
public final class LocalHBase implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String KERBEROS = "java.security.krb5.conf";

  /** The options of this process that another one with HBase needs, too. */
  private static final Pattern SHARED_OPTIONS =
      Pattern.compile("--add-.*|-Dorg\\.apache\\..*|-XX:-UsePerfData");

  private final Path folder;
  private final Path log;
  private final int regionServers;
  private final Map<String, String> settings;
  private final Process process;
  private final Thread hook;
  private Connection connection;

  private LocalHBase(Path place, int regionServers, Map<String, String> settings)
      throws IOException {
    this.regionServers = regionServers;
    this.settings = settings;
    folder = place.resolve("hbase");
    log = place.resolve("hbase.log");
    HBaseProcess.delete(folder);
    Files.createDirectories(folder.resolve("tmp"));
    process = startProcess();
    hook = new Thread(this::end, "end of HBase");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts HBase and returns when it takes requests.
   *
   * @param place a folder for its files, which are deleted at the end, and for its logs, {@code
   *     hbase.log} and {@code hbase.err}, which stay; one HBase at a time can use it
   * @param regionServers how many region servers it has, all in the one process
   * @throws IOException if HBase does not start; nothing is left of it but the logs
   */
  public static LocalHBase start(Path place, int regionServers) throws Exception {
    return start(place, regionServers, Map.of());
  }

  /**
   * Starts HBase with settings of its own, which its client has, too. With the Kerberos of this
   * process, where the system property {@code java.security.krb5.conf} names one.
   *
   * @param settings such as {@code hbase.security.authentication}, by their names
   */
  public static LocalHBase start(Path place, int regionServers, Map<String, String> settings)
      throws Exception {
    LocalHBase hbase = new LocalHBase(place.toAbsolutePath().normalize(), regionServers, settings);
    try {
      hbase.connect();
      return hbase;
    } catch (Throwable e) {
      hbase.close();
      throw e;
    }
  }

  /** The connection, which is closed with HBase. */
  public Connection connection() {
    return connection;
  }

  /** The settings of a client: where ZooKeeper is, and where files lie. */
  public Configuration settings() {
    return connection.getConfiguration();
  }

  /** The folder of its files, in which tests may make others; all are deleted at the end. */
  public Path folder() {
    return folder;
  }

  /** The id of the process. */
  public long pid() {
    return process.pid();
  }

  /** The JVM's options that another process with classes of HBase needs as this one does. */
  public static List<String> jvmOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(SHARED_OPTIONS.asMatchPredicate())
        .toList();
  }

  /**
   * Returns when HBase has reached a state.
   *
   * @throws IOException if HBase ends before, or takes longer than four minutes
   */
  public void await(String state, Callable<Boolean> reached) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!reached.call()) {
      if (!process.isAlive()) {
        throw new IOException(
            "HBase ended with exit status " + process.exitValue() + ": see " + log);
      }
      if (System.nanoTime() > end) {
        throw new IOException("waited " + PATIENCE + " for " + state + ": see " + log);
      }
      Thread.sleep(50);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (connection != null) {
        connection.close();
      }
    } finally {
      end();
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private Process startProcess() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions());
    command.add("-Xmx2500m");
    command.add("-XX:MaxDirectMemorySize=512m");
    command.add("-Drowkey.hbase.log=" + log);
    command.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
    String kerberos = System.getProperty(KERBEROS);
    if (kerberos != null) {
      command.add("-D" + KERBEROS + "=" + kerberos);
    }
    command.addAll(List.of("-cp", classPath()));
    command.add(HBaseProcess.class.getName());
    command.add(folder.toString());
    command.add(String.valueOf(regionServers));
    settings.forEach((name, value) -> command.add(name + "=" + value));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectError(folder.resolveSibling("hbase.err").toFile())
        .start();
  }

  private static String classPath() throws IOException {
    String file = System.getProperty("rowkey.hbase.classpath");
    if (file == null) {
      return System.getProperty("java.class.path");
    }
    String own = HBaseProcess.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return own + File.pathSeparator + Files.readString(Path.of(file)).trim();
  }

  private void connect() throws Exception {
    Configuration client = HBaseConfiguration.create();
    HBaseProcess.useFolder(client, folder);
    client.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    client.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, zooKeeperPort());
    // Ask again soon, and for long.
    client.setInt(HConstants.HBASE_CLIENT_PAUSE, 10);
    client.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 200);
    settings.forEach(client::set);
    connection = ConnectionFactory.createConnection(client);
    await("all region servers", this::ready);
  }

  private int zooKeeperPort() throws IOException {
    BufferedReader output = new BufferedReader(process.inputReader(StandardCharsets.US_ASCII));
    Optional<String> line =
        output.lines().filter(text -> text.startsWith(HBaseProcess.READY)).findFirst();
    return line.map(text -> Integer.parseInt(text.substring(HBaseProcess.READY.length())))
        .orElseThrow(() -> new IOException("HBase did not start: see " + log + " and hbase.err"));
  }

  private boolean ready() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getRegionServers().size() == regionServers && !admin.isMasterInMaintenanceMode();
    }
  }

  /** Kills the process: it would take half a minute to end in order, and nothing is kept. */
  private void end() {
    try {
      process.destroyForcibly().waitFor();
      HBaseProcess.delete(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException("files of HBase are left in " + folder, e);
    }
  }
}
