package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What layouts and the like take of memory, in a JVM of 256 MB of heap: its resident set. */
class MemoryTest {
  private static final long MB = 1 << 20;
  private static final Path STATUS = Paths.get("/proc/self/status");

  private static long megabytes(String program) throws Exception {
    assumeTrue(Files.exists(STATUS), "there is no " + STATUS);
    assumeTrue(System.getenv("LD_PRELOAD") == null || System.getenv("LD_PRELOAD").isEmpty());
    List<String> command =
        new ArrayList<>(
            Arrays.asList(Paths.get(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(Arrays.asList("-Xmx256m", "-Xmn16m", "-XX:+UseSerialGC", "-cp"));
    command.add(place(RowKey.class) + File.pathSeparator + place(MemoryTest.class));
    command.addAll(Arrays.asList(Program.class.getName(), program));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(Tool.readAll(process.getInputStream()), StandardCharsets.UTF_8).trim();
    assertEquals(0, process.waitFor(), output);
    return Long.parseLong(output);
  }

  private static Path place(Class<?> type) throws Exception {
    return Paths.get(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @Test
  void tenThousandLayoutsLive() throws Exception {
    long more = megabytes("live");
    assertTrue(more <= 200, more + " MB for 10,000 layouts with a key each (expected 200)");
  }

  @Test
  void whatNobodyClosesIsFreed() throws Exception {
    for (String program : Arrays.asList("layouts", "encoders", "sketches")) {
      long more = megabytes(program);
      assertTrue(more <= 180, more + " MB more for " + program + " left behind (expected 180)");
    }
  }

  @Test
  void heldMemoryIsCounted() {
    long before = NativeMemory.held();
    RowKeyLayout layout = RowKeyLayout.compile("{id:010d}", Schema.parse("id:i64"));
    layout.key(1);
    Encoder encoder = layout.encoder();
    encoder.encode(layout.batch().longs("id", new long[1000]));
    assertTrue(NativeMemory.held() - before > 200_000, "counted " + NativeMemory.held());
    long held = NativeMemory.held();
    encoder.close();
    layout.close();
    assertTrue(NativeMemory.held() < held - 200_000, "counted " + NativeMemory.held());
  }

  @Test
  void placementsAndLongRecordsAreCounted() throws Exception {
    long before = NativeMemory.held();
    try (RowKeyLayout layout = RowKeyLayout.compile("{id:u64}", Schema.parse("id:u64"));
        Simulation simulation = Simulation.create(1, 10)) {
      simulation.place(1000, 1000);
      simulation.add(layout, layout.splits(1000));
      assertTrue(NativeMemory.held() - before > 7 * MB, "counted " + NativeMemory.held());
    }
    RecordFormat format = RecordFormat.csv("s:text");
    byte[] open = new byte[8 << 20];
    open[0] = '"';
    before = NativeMemory.held();
    try (RowKeyLayout layout = RowKeyLayout.compile("{s}", format.schema());
        Records records = format.read(new ByteArrayInputStream(open), layout)) {
      assertThrows(RowKeyException.class, records::next);
      assertTrue(NativeMemory.held() - before > 8 * MB, "counted " + NativeMemory.held());
    }
  }

  @Test
  void keysThatFoundNoMemoryHaveTheRoomTheySay() {
    Keys keys = Keys.growing();
    try {
      keys.target(1, -1, Integer.MAX_VALUE - 64L);
    } catch (OutOfMemoryError expected) {
      // In JVMs whose heap has no room for it.
    }
    try {
      keys.target(Integer.MAX_VALUE - 64, 1, 1);
    } catch (OutOfMemoryError expected) {
      // As above.
    }
    Keys.View target = keys.target(1, -1, 1000);
    assertTrue(
        target.shape[1] <= ((byte[]) target.data).length,
        target.shape[1] + " bytes in an array of " + ((byte[]) target.data).length);
    assertTrue(((int[]) target.offsets).length >= 2, "two offsets");
  }

  /** Prints how many MB more are resident. */
  static final class Program {
    private static final byte[] DATA = new byte[1 << 20];

    private Program() {}

    private static long resident() throws Exception {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        }
      }
      throw new IllegalStateException("no VmRSS");
    }

    private static RowKeyLayout layout(int i) {
      RowKeyLayout layout =
          RowKeyLayout.compile(
              "{md5(host) % 1000:03d}|{host}|{ts:u64}", Schema.parse("host:text,ts:u64"));
      layout.key("web-" + i, (long) i);
      return layout;
    }

    private static void leave(String what, int i) {
      if (what.equals("layouts")) {
        layout(i);
      } else if (what.equals("encoders")) {
        RowKeyLayout layout = layout(i);
        Batch batch = layout.batch().texts("host", new byte[1000], new int[1001]);
        layout.encoder().encode(batch.longs("ts", new long[1000]), Keys.growing());
      } else {
        Sketch.create(2 << 20).add(Keys.of(DATA, 8));
      }
    }

    public static void main(String[] arguments) throws Exception {
      new Random(1).nextBytes(DATA);
      for (int i = 0; i < 300; i++) {
        layout(i).close();
      }
      System.gc();
      Thread.sleep(200);
      long before = resident();
      long most = before;
      List<RowKeyLayout> live = new ArrayList<>();
      int count = arguments[0].equals("sketches") ? 400 : 10_000;
      for (int i = 0; i < count; i++) {
        if (arguments[0].equals("live")) {
          live.add(layout(i));
        } else {
          leave(arguments[0], i);
        }
        most = i % 50 == 0 ? Math.max(most, resident()) : most;
      }
      if (arguments[0].equals("live")) {
        System.gc();
        most = resident();
      }
      System.out.println((most - before) / MB);
    }
  }
}
