package rowkey.tests.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writers of sequential ids at work, and the write requests of each region over time as HBase
 * counts them: in every window those that {@code rowkey simulate} says. The counts go into a file
 * each.
 */
@ExtendWith(WithHBase.class)
class WriteRequestsTest {
  private static final int WRITERS = 8;
  private static final int WINDOWS = 50;

  /** Rows of a writer in a window; all writers wait for each other at its end. */
  private static final int STEP = Math.max(1, Settings.ROWS / WINDOWS / WRITERS);

  private static final int ROWS = STEP * WINDOWS * WRITERS;
  private static final int KEY = 17;
  private static final byte[] FAMILY = Bytes.toBytes("f");

  @ParameterizedTest(name = "{0}, {1} regions")
  @CsvSource({"ID_MODULO, 55", "MD5_MODULO, 55", "ID_MODULO, 220", "MD5_MODULO, 220"})
  void ofEachRegionOverTime(Design design, int regions, LocalHBase hbase) throws Exception {
    TableName name = TableName.valueOf("writes-" + design.name().toLowerCase() + "-" + regions);
    Path counts = Files.createDirectories(Settings.BUILD.resolve("counts"));
    List<long[]> expected = simulated(design, regions, counts.resolve(name + "-simulated.csv"));
    assertEquals(WINDOWS, expected.size(), name + ": windows that are simulated");
    Path keys =
        Tool.into(
            hbase.folder().resolve(name + "-keys"),
            design.options("encode", "--output", "raw", ids(hbase.folder().resolve("ids"))));
    Tables.create(hbase, name, design.points(regions), Bytes.toString(FAMILY));

    List<Sample> samples = write(hbase, name, keys);
    save(samples, counts.resolve(name + ".csv"));
    long active = 0;
    for (int i = 0; i < WINDOWS; i++) {
      Tables.assertRegions(
          hbase,
          name,
          String.format("write requests in window %d of %d rows", i, STEP * WRITERS),
          expected.get(i),
          samples.get(i).requests);
      active += Arrays.stream(samples.get(i).requests).filter(count -> count > 0).count();
    }
    double seconds = samples.get(WINDOWS - 1).end / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%s: %d rows in %.1f s, %.1f regions with requests in a window of %d rows%n",
        name,
        ROWS,
        seconds,
        (double) active / WINDOWS,
        STEP * WRITERS);
    Tables.drop(hbase, name);
  }

  /** The write requests of each region in a window, and when it ended, in nanoseconds. */
  private record Sample(long end, long[] requests) {}

  /** The rows of each region in each window, as the tool says before one is written. */
  private static List<long[]> simulated(Design design, int regions, Path file) throws IOException {
    List<String> options =
        new ArrayList<>(List.of("simulate", "--layout", design.layout, "--quiet"));
    options.addAll(List.of("--regions", "" + regions, "--source", "sequential"));
    options.addAll(List.of("--rows", "" + ROWS, "--writers", "" + WRITERS));
    options.addAll(List.of("--window", "" + STEP * WRITERS, "--windows-csv", file.toString()));
    Tool.run(new byte[0], options.toArray(String[]::new));
    List<String> lines = Files.readAllLines(file);
    int first = List.of(lines.get(0).split(",")).indexOf("active") + 1;
    return lines.stream()
        .skip(1)
        .map(
            line -> Arrays.stream(line.split(",")).skip(first).mapToLong(Long::parseLong).toArray())
        .toList();
  }

  private static Path ids(Path file) throws IOException {
    return Design.ID_MODULO.records(file, ROWS);
  }

  /**
   * Each writer has a part of the ids; what HBase has counted is read when all are at a window's
   * end.
   */
  private static List<Sample> write(LocalHBase hbase, TableName name, Path keys) throws Exception {
    List<Sample> samples = new ArrayList<>();
    long[] before = Tables.writeRequests(hbase, name);
    long start = System.nanoTime();
    CyclicBarrier window =
        new CyclicBarrier(WRITERS, () -> samples.add(sample(hbase, name, before, start)));
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        long from = (long) i * STEP * WINDOWS * KEY;
        writers.add(
            threads.submit(
                () -> {
                  try {
                    writePart(hbase, name, keys, from, window);
                  } catch (Throwable e) {
                    window.reset(); // or the others would wait for this one
                    throw e;
                  }
                  return null;
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
    return samples;
  }

  private static void writePart(
      LocalHBase hbase, TableName name, Path keys, long from, CyclicBarrier window)
      throws Exception {
    byte[] some = new byte[STEP * KEY];
    try (RandomAccessFile file = new RandomAccessFile(keys.toFile(), "r");
        BufferedMutator mutator = hbase.connection().getBufferedMutator(name)) {
      file.seek(from);
      for (int i = 0; i < WINDOWS; i++) {
        file.readFully(some);
        for (int at = 0; at < some.length; at += KEY) {
          Put put = new Put(some, at, KEY);
          mutator.mutate(put.addColumn(FAMILY, FAMILY, HConstants.EMPTY_BYTE_ARRAY));
        }
        mutator.flush();
        window.await();
      }
    }
  }

  /** What has been counted since the last sample; {@code before} becomes what is counted now. */
  private static Sample sample(LocalHBase hbase, TableName name, long[] before, long start) {
    try {
      long end = System.nanoTime() - start;
      long[] now = Tables.writeRequests(hbase, name);
      long[] since = new long[now.length];
      for (int i = 0; i < now.length; i++) {
        since[i] = now[i] - before[i];
        before[i] = now[i];
      }
      return new Sample(end, since);
    } catch (IOException e) {
      throw new IllegalStateException(name + ": write requests cannot be read", e);
    }
  }

  /** A line for each window: its first row, when it ended, the write requests of each region. */
  private static void save(List<Sample> samples, Path file) throws IOException {
    try (BufferedWriter lines = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      lines.write("first_row,seconds");
      for (int region = 0; region < samples.get(0).requests.length; region++) {
        lines.write("," + region);
      }
      for (int i = 0; i < samples.size(); i++) {
        Sample sample = samples.get(i);
        lines.write(String.format(Locale.ROOT, "%n%d,%.3f", i * STEP * WRITERS, sample.end / 1e9));
        for (long count : sample.requests) {
          lines.write("," + count);
        }
      }
      lines.newLine();
    }
  }
}
