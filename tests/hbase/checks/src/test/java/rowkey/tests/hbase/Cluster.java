package rowkey.tests.hbase;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** An HBase in a process of its own, and a connection to it. */
final class Cluster implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);
  private static final long POLL_MILLISECONDS = 50;

  private final Path folder;
  private final Path log;
  private final Process process;
  private final Thread hook;
  private final Configuration settings;
  private final Connection connection;

  /** Starts HBase, and returns when it takes requests. */
  Cluster() throws Exception {
    folder = Settings.BUILD.resolve("run");
    log = Settings.BUILD.resolve("server.log");
    delete(folder);
    Files.createDirectories(folder.resolve("tmp"));
    process = start();
    hook = new Thread(this::end, "end HBase");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      settings = HBaseConfiguration.create();
      settings.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
      settings.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port());
      settings.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
      settings.set("hbase.fs.tmp.dir", folder.resolve("staging").toString());
      // A client that waits for the master asks again soon, and for long.
      settings.setInt(HConstants.HBASE_CLIENT_PAUSE, 10);
      settings.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 200);
      settings.setClass("fs.file.impl", LocalFiles.class, FileSystem.class);
      settings.set("mapreduce.framework.name", "local");
      connection = ConnectionFactory.createConnection(settings);
      await(START, "all region servers are there", this::ready);
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  Configuration settings() {
    return settings;
  }

  Connection connection() {
    return connection;
  }

  /** A folder for files of the tests; it is deleted with HBase's. */
  Path folder() {
    return folder;
  }

  /** Returns when a state is reached; fails where that takes longer than it ever should. */
  void await(Duration most, String state, Callable<Boolean> reached) throws Exception {
    Instant end = Instant.now().plus(most);
    while (!reached.call()) {
      if (!process.isAlive()) {
        throw new IllegalStateException(
            "HBase ended with exit status " + process.exitValue() + ": see " + log);
      }
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException(
            "not within " + most.toSeconds() + " seconds: " + state + ": see " + log);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLISECONDS);
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

  private Process start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList(Settings.property("rowkey.jvm").strip().split("\\s+")));
    command.addAll(
        List.of(
            "-Xmx2500m",
            "-XX:MaxDirectMemorySize=512m",
            "-Djava.io.tmpdir=" + folder.resolve("tmp"),
            "-Drowkey.log=" + log,
            "-cp",
            System.getProperty("java.class.path"),
            Server.class.getName(),
            folder.toString()));
    return new ProcessBuilder(command)
        .redirectError(Settings.BUILD.resolve("server.err").toFile())
        .directory(new File(folder.toString()))
        .start();
  }

  /** The port of ZooKeeper, which the server prints when it has started. */
  private int port() throws IOException {
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    String line = lines.readLine();
    while (line != null && !line.startsWith(Server.STARTED)) {
      line = lines.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("HBase did not start: see server.err and " + log);
    }
    return Integer.parseInt(line.substring(Server.STARTED.length()));
  }

  private boolean ready() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getRegionServers().size() == Server.REGION_SERVERS
          && !admin.isMasterInMaintenanceMode();
    }
  }

  /** Ends the server; an orderly end would take half a minute, and its files are deleted anyway. */
  private void end() {
    try {
      process.destroyForcibly().waitFor();
      delete(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new IllegalStateException("files of HBase are left in " + folder, e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException e)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
