package io.rowkey.hbase.bench;

import io.rowkey.hbase.testing.LocalHBase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures rows into a real HBase, by puts and by bulk loads, with keys made in each way. Ways take
 * turns, and each figure is the best of some rounds. It prints a table of Markdown.
 */
final class Ingest {
  private static final int SMALL_BYTES = 8;
  private static final int LARGE_BYTES = 750;

  /** Before all rounds there is one of so much fewer rows, which warms up. */
  private static final int WARM_UP = 10;

  private final Loads loads;
  private final int rounds;
  private final List<String> table = new ArrayList<>();

  private Ingest(Loads loads, int rounds) {
    this.loads = loads;
    this.rounds = rounds;
  }

  private interface Load {
    Cost run(KeySource source, int rows, byte[] value) throws IOException;
  }

  /**
   * The arguments are a folder for HBase, the rows of a bulk load of small values, of which all
   * else gets a quarter, and the number of rounds.
   */
  public static void main(String[] arguments) throws Exception {
    int rows = Integer.parseInt(arguments[1]);
    checkKeys();
    try (LocalHBase hbase = LocalHBase.start(Path.of(arguments[0]), 3)) {
      Ingest ingest = new Ingest(new Loads(hbase), Integer.parseInt(arguments[2]));
      ingest.measure("puts", ingest.loads::put, rows / 4, SMALL_BYTES);
      ingest.measure("bulk load", ingest.loads::bulkLoad, rows, SMALL_BYTES);
      ingest.measure("puts", ingest.loads::put, rows / 4, LARGE_BYTES);
      ingest.measure("bulk load", ingest.loads::bulkLoad, rows / 4, LARGE_BYTES);
      System.out.println(
          "| | rows | value, bytes | keys | rows a second | CPU, µs a row | of these, keys | keys' part |");
      System.out.println("|---|--:|--:|---|--:|--:|--:|--:|");
      ingest.table.forEach(System.out::println);
    }
  }

  private static void checkKeys() {
    long[] ids = {0, 7, 4_711, 3_999_999, 9_999_999_999L};
    List<byte[][]> keys = new ArrayList<>();
    for (KeySource source : KeySource.values()) {
      byte[][] made = new byte[ids.length][];
      source.make(ids, made);
      keys.add(made);
    }
    for (byte[][] made : keys) {
      if (!Arrays.deepEquals(made, keys.get(0))) {
        throw new IllegalStateException("the keys differ: " + Arrays.deepToString(made));
      }
    }
  }

  private void measure(String title, Load load, int rows, int valueBytes) throws IOException {
    byte[] value = new byte[valueBytes];
    for (KeySource source : KeySource.values()) {
      load.run(source, Math.max(1, rows / WARM_UP), value);
    }
    Map<KeySource, Cost> best = new EnumMap<>(KeySource.class);
    for (int round = 1; round <= rounds; round++) {
      for (KeySource source : KeySource.values()) {
        Cost cost = load.run(source, rows, value);
        System.err.printf(
            Locale.ROOT,
            "%s of %d bytes, %s, round %d: %,.0f rows a second, %.2f µs a row%n",
            title,
            valueBytes,
            source.title,
            round,
            cost.rowsASecond(),
            cost.cpuMicrosARow());
        best.merge(source, cost, Cost::best);
      }
    }
    best.forEach(
        (source, cost) ->
            table.add(
                String.format(
                    Locale.ROOT,
                    "| %s | %,d | %d | %s | %,.0f | %.2f | %.3f | %.1f %% |",
                    title,
                    rows,
                    valueBytes,
                    source.title,
                    cost.rowsASecond(),
                    cost.cpuMicrosARow(),
                    cost.keyMicrosARow(),
                    100 * cost.keyMicrosARow() / cost.cpuMicrosARow())));
  }
}
