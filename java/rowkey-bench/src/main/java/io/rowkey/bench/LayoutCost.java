package io.rowkey.bench;

import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What layouts cost that make few keys: time and memory of the layout itself and of its first key.
 */
public final class LayoutCost {
  private static final int LAYOUTS = 10_000;
  private static final Schema SCHEMA = Schema.parse("host:text,ts:u64");

  private LayoutCost() {}

  private static RowKeyLayout compile() {
    return RowKeyLayout.compile("{md5(host) % 1000:03d}|{host}|{ts:u64}", SCHEMA);
  }

  /** In KB. */
  private static long resident() throws IOException {
    for (String line : Files.readAllLines(Paths.get("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IllegalStateException("no VmRSS in /proc/self/status");
  }

  private static long collected() throws IOException {
    System.gc();
    return resident();
  }

  private static void print(String what, long[] nanos, long kilobytes) {
    Arrays.sort(nanos);
    System.out.printf(
        "%-10s median %5.1f us, 99 of 100 within %6.1f us, %5.1f KB%n",
        what,
        nanos[nanos.length / 2] / 1e3,
        nanos[nanos.length * 99 / 100] / 1e3,
        (double) kilobytes / LAYOUTS);
  }

  /**
   * Prints what 10,000 layouts and the first key of each take, once the JVM has compiled what makes
   * them. Memory is what is resident, with that of Java.
   *
   * @param arguments none
   * @throws IOException where /proc/self/status cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    for (int i = 0; i < 2 * LAYOUTS; i++) {
      try (RowKeyLayout layout = compile()) {
        layout.key("web-142", (long) i);
      }
    }
    List<RowKeyLayout> layouts = new ArrayList<>();
    long[] compiling = new long[LAYOUTS];
    long[] first = new long[LAYOUTS];
    final long before = collected();
    for (int i = 0; i < LAYOUTS; i++) {
      long begin = System.nanoTime();
      layouts.add(compile());
      compiling[i] = System.nanoTime() - begin;
    }
    final long compiled = collected();
    for (int i = 0; i < LAYOUTS; i++) {
      long begin = System.nanoTime();
      layouts.get(i).key("web-142", (long) i);
      first[i] = System.nanoTime() - begin;
    }
    long used = collected();
    print("layout", compiling, compiled - before);
    print("first key", first, used - compiled);
    System.out.printf("%d live layouts: %d MB%n", LAYOUTS, used - before >> 10);
  }
}
