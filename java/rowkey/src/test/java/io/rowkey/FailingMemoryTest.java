package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls in which each allocation of the native library fails once: the call throws what it says, or
 * gives what it gives otherwise, nothing is left behind, and the next call is as good as ever.
 */
class FailingMemoryTest {
  private static final Path SOURCE = Paths.get("src/test/c/failing_memory.c");

  private static Path place(Class<?> type) throws Exception {
    return Paths.get(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static String outputOf(ProcessBuilder builder, int expected) throws Exception {
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(Tool.readAll(process.getInputStream()), StandardCharsets.UTF_8);
    assertEquals(expected, process.waitFor(), output);
    return output;
  }

  private static boolean canCompile() throws InterruptedException {
    ProcessBuilder asked = new ProcessBuilder("cc", "-dumpmachine").redirectErrorStream(true);
    try {
      Process process = asked.start();
      String machine = new String(Tool.readAll(process.getInputStream()), StandardCharsets.UTF_8);
      return process.waitFor() == 0 && machine.contains("linux-gnu");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void eachAllocationFails(@TempDir Path folder) throws Exception {
    assumeTrue(Files.exists(SOURCE) && canCompile(), "there is no C compiler for glibc");
    String preloaded = System.getenv("LD_PRELOAD");
    assumeTrue(preloaded == null || preloaded.isEmpty(), "a sanitizer has its own allocator");
    Path library = folder.resolve("failing_memory.so");
    outputOf(new ProcessBuilder("cc", "-shared", "-fPIC", "-o", "" + library, "" + SOURCE), 0);
    Path shared = Files.write(folder.resolve("shared"), new byte[Program.SIZE]);
    ProcessBuilder program =
        new ProcessBuilder(
            Paths.get(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xcheck:jni",
            "-Xmx256m",
            "-cp",
            place(RowKey.class) + File.pathSeparator + place(FailingMemoryTest.class),
            Program.class.getName());
    program.environment().put("LD_PRELOAD", library.toString());
    program.environment().put("ROWKEY_FAILING_MEMORY", shared.toString());
    String output = outputOf(program, 0);
    assertEquals("", output, "what the program or the JVM complains of");
  }

  /** Complains of calls that fail otherwise, or leave something behind. */
  static final class Program {
    static final int SIZE = 32;
    private static final int BEGIN = 0;
    private static final int END = 8;
    private static final int LEFT = 16;
    private static final int NOT_FREED = 24;
    private static final String TEMPLATE = "{md5(host) % 16:02d}|{host}|{ts:u64}{null_first(n):u8}";
    private static final Schema SCHEMA = Schema.parse("host:text,ts:time(ms),n:i64");
    private static final int ROWS = 20;

    private final ByteBuffer shared;

    private Program(ByteBuffer shared) {
      this.shared = shared;
    }

    /** Where the native library lies, whose calls alone are made to fail. */
    private void findLibrary() throws IOException {
      RowKey.load();
      List<String> maps = Files.readAllLines(Paths.get("/proc/self/maps"));
      long begin = Long.MAX_VALUE;
      long end = 0;
      for (String line : maps) {
        if (line.contains("librowkey_jni") || line.contains("/rowkey")) {
          String[] range = line.substring(0, line.indexOf(' ')).split("-");
          begin = Math.min(begin, Long.parseUnsignedLong(range[0], 16));
          end = Math.max(end, Long.parseUnsignedLong(range[1], 16));
        }
      }
      if (begin >= end) {
        throw new IllegalStateException("no library in " + maps);
      }
      shared.putLong(BEGIN, begin);
      shared.putLong(END, end);
    }

    private static RowKeyLayout layout() {
      return RowKeyLayout.compile(TEMPLATE, SCHEMA);
    }

    private static String[] hosts() {
      String[] hosts = new String[ROWS];
      Arrays.setAll(hosts, i -> "web-" + i % 7);
      return hosts;
    }

    private static Batch batch(RowKeyLayout layout) {
      long[] numbers = new long[ROWS];
      Arrays.setAll(numbers, i -> ROWS - i);
      return layout.batch().strings("host", hosts()).longs("ts", numbers).longs("n", numbers);
    }

    private static byte[][] keys() {
      try (RowKeyLayout layout = layout();
          Encoder encoder = layout.encoder()) {
        return encoder.encode(batch(layout));
      }
    }

    private static Map<String, Callable<Object>> calls() {
      byte[][] keys = keys();
      byte[][] splits = Splits.uniform(5);
      Map<String, Callable<Object>> calls = new LinkedHashMap<>();
      calls.put("compile", () -> with(layout(), RowKeyLayout::keyWidth));
      calls.put("implied", () -> with(RowKeyLayout.compile("{a:u64}{b}"), RowKeyLayout::schema));
      calls.put("named", () -> RowKeyLayout.compile("@phoenix-salted(buckets=16)").schema());
      calls.put("schema", () -> Schema.parse("a:enum(x, y),b:time(ms)"));
      calls.put("type", () -> ColumnType.parse("enum(x, y)"));
      calls.put("names", () -> NamedLayout.all().toString());
      calls.put("key", () -> with(layout(), layout -> layout.key("web", 17L, null)));
      calls.put("long key", () -> with(layout(), layout -> layout.key(text(1000), 17L, 3L)));
      calls.put("decode", () -> with(layout(), layout -> layout.decode(keys[0]).toString()));
      calls.put("fields", () -> with(layout(), layout -> layout.fields(keys[0]).toString()));
      calls.put("encode", Program::keys);
      calls.put("encode bad rows", () -> with(layout(), Program::encodeBadRows));
      calls.put("decode keys", () -> with(layout(), layout -> decodeAll(layout, keys)));
      calls.put("explain", () -> with(layout(), layout -> layout.explain().toString()));
      calls.put("splits", () -> with(layout(), layout -> layout.splits(5)));
      calls.put("more splits", () -> with(layout(), layout -> layout.addSplits(splits, 3)));
      calls.put("shares", () -> with(layout(), layout -> layout.shares(splits)));
      String where = "host in (web-1, web-2), ts >= 2024-03-05";
      calls.put("ranges", () -> with(layout(), layout -> layout.ranges(where).toString()));
      calls.put("cut ranges", () -> with(layout(), layout -> "" + layout.ranges(where, 0, splits)));
      calls.put(
          "columns of conditions", () -> with(layout(), layout -> layout.conditionColumns(where)));
      calls.put("uniform", () -> Splits.uniform(5));
      calls.put("digits", () -> Splits.digits(10, "00", "99", 4));
      calls.put("guide", () -> Splits.guideHex("0", "ff", 3));
      calls.put("bytes", () -> Splits.bytes(new byte[] {1}, new byte[] {9}, true, 3));
      calls.put("route", () -> with(Router.of(splits), router -> router.regions(Keys.of(keys))));
      calls.put("order", () -> Keys.of(keys).order().toArray());
      calls.put("gather", () -> gather(keys));
      calls.put("sketch", () -> with(Sketch.create(), sketch -> sketch(sketch, keys, splits)));
      calls.put("simulation", () -> with(layout(), layout -> simulation(layout, splits)));
      calls.put("made rows", () -> with(MadeRows.create("zipf", 9, 0), Program::made));
      calls.put("records", Program::records);
      String question = "host = ?, ts in last 1h";
      calls.put(
          "question", () -> with(layout(), layout -> layout.fillQuestion(question, "web", 17L, 1)));
      return calls;
    }

    private interface Use<T> {
      Object of(T object);
    }

    // Nothing here throws InterruptedException.
    @SuppressWarnings("try")
    private static <T extends AutoCloseable> Object with(T object, Use<T> use) throws Exception {
      try (T closed = object) {
        return use.of(closed);
      }
    }

    private static String text(int size) {
      return new String(new char[size]).replace('\0', 'x');
    }

    private static Object encodeBadRows(RowKeyLayout layout) {
      Batch batch = batch(layout);
      String[] hosts = hosts();
      hosts[3] = null;
      byte[] validity = new byte[(ROWS + 7) / 8];
      try (Encoder encoder = layout.encoder()) {
        Keys keys = Keys.growing();
        encoder.encode(batch.strings("host", hosts), keys, validity);
        return new Object[] {keys.toArrays(), validity};
      }
    }

    private static Object decodeAll(RowKeyLayout layout, byte[][] keys) {
      try (Decoder decoder = layout.decoder()) {
        Columns columns = decoder.decode(Keys.of(keys));
        String[] texts = new String[ROWS];
        Arrays.setAll(texts, i -> columns.string("host", i) + columns.string("ts", i));
        return texts;
      }
    }

    private static Object gather(byte[][] keys) {
      Keys sorted = Keys.growing();
      Keys of = Keys.of(keys);
      of.order().gather(of, sorted);
      return sorted.toArrays();
    }

    private static Object sketch(Sketch sketch, byte[][] keys, byte[][] splits) {
      sketch.add(Keys.of(keys));
      try (Sketch other = Sketch.fromBytes(sketch.toBytes())) {
        sketch.merge(other);
      }
      return new Object[] {
        sketch.rows(), sketch.splits(3), sketch.addSplits(splits, 2), sketch.shares(splits)
      };
    }

    private static Object made(MadeRows made) {
      try (RowKeyLayout layout = RowKeyLayout.compile("{user}", made.schema());
          Encoder encoder = layout.encoder()) {
        return encoder.encode(made.batch(layout, 0, 9));
      }
    }

    private static Object records() throws IOException {
      RecordFormat format = RecordFormat.csv("id:u64,s:text").withHeader().withNull("-");
      byte[] text = "s,id\na,1\n-,2\n".getBytes(StandardCharsets.UTF_8);
      try (RowKeyLayout layout =
              RowKeyLayout.compile("{id:d}|{coalesce(s, \"none\")}", format.schema());
          Encoder encoder = layout.encoder();
          Records records = format.read(new ByteArrayInputStream(text), layout)) {
        return encoder.encode(records.next());
      }
    }

    private static Object simulation(RowKeyLayout layout, byte[][] splits) {
      try (Simulation simulation = Simulation.create(1, 3)) {
        simulation.place(5, 2);
        simulation.add(layout, splits);
        simulation.give(batch(layout));
        simulation.end();
        return simulation.load(0).toString()
            + simulation.loadOfServers(0, 0)
            + simulation.picture(Simulation.Picture.HEAT, "rows");
      }
    }

    private long notFreed() throws InterruptedException {
      // What nobody closed is freed by a thread, once it has been collected.
      long before = Long.MAX_VALUE;
      for (int i = 0; i < 20 && shared.getLong(NOT_FREED) < before; i++) {
        before = shared.getLong(NOT_FREED);
        System.gc();
        Thread.sleep(20);
      }
      return shared.getLong(NOT_FREED);
    }

    /** Whether the allocation was one of the call's. */
    private boolean fail(String name, Callable<Object> call, int allocation, Object expected) {
      shared.putLong(LEFT, allocation);
      Object found = expected;
      try {
        found = call.call();
      } catch (OutOfMemoryError e) {
        complain(e.getMessage() != null, name, allocation, e);
      } catch (RowKeyException e) {
        complain(e.kind() == RowKeyException.Kind.MEMORY, name, allocation, e);
      } catch (Throwable e) {
        complain(false, name, allocation, e);
      }
      final boolean failed = shared.getLong(LEFT) == 0;
      shared.putLong(LEFT, 0);
      complain(Objects.deepEquals(expected, found), name, allocation, "another result");
      return failed;
    }

    private static void complain(boolean good, String name, int allocation, Object what) {
      if (!good) {
        System.out.println(name + ", allocation " + allocation + ": " + what);
      }
    }

    private void check(String name, Callable<Object> call) throws Exception {
      final Object expected = call.call();
      complain(Objects.deepEquals(expected, call.call()), name, 0, "its results differ");
      long before = notFreed();
      int allocation = 1;
      while (fail(name, call, allocation, expected)) {
        complain(Objects.deepEquals(expected, call.call()), name, allocation, "broken later");
        allocation++;
      }
      long after = notFreed();
      complain(before == after, name, allocation, (after - before) + " are not freed");
      if (Boolean.getBoolean("rowkey.verbose")) {
        System.out.println(name + ": " + (allocation - 1) + " allocations");
      }
    }

    public static void main(String[] unused) throws Exception {
      Path file = Paths.get(System.getenv("ROWKEY_FAILING_MEMORY"));
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        MappedByteBuffer shared = channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
        Program program = new Program(shared.order(ByteOrder.nativeOrder()));
        program.findLibrary();
        for (Map.Entry<String, Callable<Object>> call : calls().entrySet()) {
          program.check(call.getKey(), call.getValue());
        }
      }
    }
  }
}
