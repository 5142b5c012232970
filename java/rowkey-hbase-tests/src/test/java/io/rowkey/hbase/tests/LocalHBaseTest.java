package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.hbase.testing.LocalHBase;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An HBase for tests ends, whatever happens. */
class LocalHBaseTest {
  @Test
  void endsWhenItIsClosed(@TempDir Path place) throws Exception {
    ProcessHandle process;
    Path files;
    try (LocalHBase hbase = LocalHBase.start(place, 1)) {
      process = ProcessHandle.of(hbase.pid()).orElseThrow();
      files = hbase.folder();
      assertTrue(Files.exists(files), "its files");
      try (Admin admin = hbase.connection().getAdmin()) {
        assertEquals(1, admin.getRegionServers().size(), "region servers");
      }
    }
    assertFalse(process.isAlive(), "its process after it was closed");
    assertFalse(Files.exists(files), "its files after it was closed");
    assertTrue(Files.exists(place.resolve("hbase.log")), "its log stays");
  }

  @Test
  void endsWithAProcessThatIsKilled(@TempDir Path place) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(LocalHBase.jvmOptions());
    command.addAll(List.of("-Xmx256m", "-Drowkey.hbase.log=" + place.resolve("client.log")));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Starter.class.getName(), place.toString()));
    Process starter =
        new ProcessBuilder(command).redirectError(place.resolve("starter.err").toFile()).start();
    ProcessHandle hbase;
    try (BufferedReader output = starter.inputReader(StandardCharsets.US_ASCII)) {
      String pid =
          output
              .lines()
              .filter(line -> line.startsWith(Starter.PID))
              .findFirst()
              .orElseThrow(() -> new IOException("HBase did not start: see " + place));
      hbase = ProcessHandle.of(Long.parseLong(pid.substring(Starter.PID.length()))).orElseThrow();
      assertTrue(hbase.isAlive(), "HBase, before");
    } finally {
      starter.destroyForcibly().waitFor();
    }
    try {
      hbase.onExit().get(1, TimeUnit.MINUTES);
    } finally {
      hbase.destroyForcibly();
    }
  }

  /** A process that starts HBase, tells its id, and never ends. */
  static final class Starter {
    private static final String PID = "HBase has the process id ";

    private Starter() {}

    public static void main(String[] arguments) throws Exception {
      LocalHBase hbase = LocalHBase.start(Path.of(arguments[0]), 1);
      System.out.println(PID + hbase.pid());
      Thread.currentThread().join();
    }
  }
}
