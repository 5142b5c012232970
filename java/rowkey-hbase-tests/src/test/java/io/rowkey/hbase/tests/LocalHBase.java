package io.rowkey.hbase.tests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** An HBase of three region servers in a process of its own, and a connection to it. */
final class LocalHBase implements AutoCloseable {
  static final int SERVERS = 3;

  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final Path folder;
  private final Path log;
  private final Process process;
  private final Thread hook;
  private Connection connection;

  /**
   * Starts HBase and returns when it takes requests.
   *
   * @param place a folder for its files, which are deleted at the end, and for its log, which stays
   */
  LocalHBase(Path place) throws Exception {
    folder = place.toAbsolutePath().resolve("hbase");
    log = place.toAbsolutePath().resolve("hbase.log");
    HBaseProcess.delete(folder);
    Files.createDirectories(folder.resolve("tmp"));
    process = start();
    hook = new Thread(this::end, "end of HBase");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      connection = ConnectionFactory.createConnection(clientSettings(zooKeeperPort()));
      await("all region servers", () -> regionServers() == SERVERS);
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  Connection connection() {
    return connection;
  }

  /** A folder for other files of the tests. */
  Path folder() {
    return folder;
  }

  private Process start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("rowkey.hbase.jvm").trim().split("\\s+")));
    command.add("-Xmx2500m");
    command.add("-XX:MaxDirectMemorySize=512m");
    command.add("-Drowkey.hbase.log=" + log);
    command.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(HBaseProcess.class.getName());
    command.add(folder.toString());
    command.add(String.valueOf(SERVERS));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectError(folder.resolveSibling("hbase.err").toFile())
        .start();
  }

  private int zooKeeperPort() throws IOException {
    BufferedReader output = new BufferedReader(process.inputReader(StandardCharsets.US_ASCII));
    Optional<String> line =
        output.lines().filter(text -> text.startsWith(HBaseProcess.READY)).findFirst();
    return line.map(text -> Integer.parseInt(text.substring(HBaseProcess.READY.length())))
        .orElseThrow(() -> new IOException("HBase did not start: see " + log + " and hbase.err"));
  }

  private Configuration clientSettings(int port) {
    Configuration settings = HBaseConfiguration.create();
    HBaseProcess.useFolder(settings, folder);
    settings.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    settings.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    // Ask again soon, and for long.
    settings.setInt(HConstants.HBASE_CLIENT_PAUSE, 10);
    settings.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 200);
    return settings;
  }

  private int regionServers() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getRegionServers().size();
    }
  }

  /** Returns when HBase has reached a state, and throws when it ends or takes minutes. */
  void await(String state, Callable<Boolean> reached) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!reached.call()) {
      if (!process.isAlive()) {
        throw new IOException("HBase ended by itself: see " + log);
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

  /** Kills the process: it would take half a minute to end in order, and nothing is kept. */
  private void end() {
    try {
      process.destroyForcibly().waitFor();
      HBaseProcess.delete(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
