package io.rowkey.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.ArrowData;
import io.rowkey.RowKeyException;
import io.rowkey.RowKeyLayout;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/** What is released, when, and who may close what when. */
class LifetimeTest extends AllocatorTest {
  private static final int ROWS = 20_000;
  private static final String TEMPLATE = "{id:010d}";

  private VectorSchemaRoot ids(int rows) {
    return root(filled(new BigIntVector("id", allocator), rows, (v, i) -> v.set(i, i)));
  }

  private interface Use {
    void run(BufferAllocator allocator);
  }

  /** Runs with limits from nothing on until it has enough: whatever fails, nothing is left. */
  private void underEveryLimit(Use use) {
    int refused = 0;
    for (long limit = 64; ; limit += limit / 16 + 64) {
      try (BufferAllocator limited = allocator.newChildAllocator("limited", 0, limit)) {
        try {
          use.run(limited);
          break;
        } catch (OutOfMemoryException | IllegalArgumentException e) {
          // Some versions of Arrow wrap the one in the other.
          refused++;
        }
      }
    }
    assertTrue(refused > 20, refused + " limits");
  }

  @Test
  void nothingIsLeftWhenALimitIsReached() {
    try (VectorSchemaRoot root = ids(ROWS);
        RowKeyLayout layout = ArrowKeys.compile(TEMPLATE, root.getSchema());
        ArrowEncoder plain = ArrowEncoder.of(allocator, layout, root.getSchema());
        FieldVector made = plain.encode(root);
        io.rowkey.Router router = io.rowkey.Router.of(layout.splits(7))) {
      Schema schema = root.getSchema();
      underEveryLimit(
          limited -> {
            for (KeyFormat format : KeyFormat.values()) {
              try (ArrowEncoder encoder =
                      ArrowEncoder.builder(limited, layout, schema).format(format).build();
                  FieldVector keys = encoder.encode(root)) {
                assertEquals(ROWS, keys.getValueCount());
              }
            }
          });
      underEveryLimit(
          limited -> {
            try (ArrowDecoder decoder = ArrowDecoder.of(limited, layout, made.getField());
                VectorSchemaRoot back = decoder.decode(made)) {
              assertEquals(ROWS, back.getRowCount());
            }
          });
      underEveryLimit(
          limited -> {
            try (UInt4Vector regions = ArrowKeys.regions(limited, router, made)) {
              assertEquals(ROWS, regions.getValueCount());
            }
          });
    }
  }

  private static long residentBytes() throws IOException {
    String[] pages =
        new String(Files.readAllBytes(Paths.get("/proc/self/statm")), StandardCharsets.US_ASCII)
            .split(" ");
    return Long.parseLong(pages[1]) * 4096;
  }

  @Test
  void memoryOfCIsReleased() throws Exception {
    int rows = 300_000;
    try (VectorSchemaRoot root = ids(rows);
        VectorSchemaRoot bad = ids(rows);
        RowKeyLayout layout = ArrowKeys.compile(TEMPLATE, root.getSchema());
        ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, root.getSchema());
        BufferAllocator small = allocator.newChildAllocator("small", 0, 1 << 20);
        ArrowEncoder limited = ArrowEncoder.of(small, layout, root.getSchema());
        ArrowDecoder decoder = ArrowDecoder.of(allocator, layout, encoder.keyField())) {
      ((BigIntVector) bad.getVector(0)).set(rows - 1, -1);
      long before = 0;
      // 3 MB of keys, 2.4 MB of columns: one of them left each time would be 480 MB or more. The
      // address sanitizer keeps 256 MB that are free.
      for (int i = 0; i < 220; i++) {
        if (i == 20) {
          before = residentBytes();
        }
        try (FieldVector keys = encoder.encode(root);
            VectorSchemaRoot back = decoder.decode(keys)) {
          assertEquals(rows, back.getRowCount());
        }
        assertThrows(RowKeyException.class, () -> encoder.encode(bad));
        assertThrows(OutOfMemoryException.class, () -> limited.encode(root));
      }
      long more = residentBytes() - before;
      assertTrue(more < 350L << 20, more + " more bytes");
    }
  }

  @Test
  void vectorsOutliveWhatMadeThem() {
    FieldVector keys;
    VectorSchemaRoot back;
    try (VectorSchemaRoot root = ids(5)) {
      RowKeyLayout layout = ArrowKeys.compile(TEMPLATE, root.getSchema());
      try (ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, root.getSchema());
          ArrowDecoder decoder = ArrowDecoder.of(allocator, layout, encoder.keyField())) {
        layout.close();
        keys = encoder.encode(root);
        back = decoder.decode(keys);
      }
    }
    try (FieldVector first = keys;
        VectorSchemaRoot second = back) {
      assertEquals("0000000004", new String((byte[]) first.getObject(4)));
      assertEquals(4L, second.getVector("id").getObject(4));
    }
  }

  @Test
  void closedThingsSaySo() {
    try (VectorSchemaRoot root = ids(5)) {
      RowKeyLayout layout = ArrowKeys.compile(TEMPLATE, root.getSchema());
      ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, root.getSchema());
      ArrowDecoder decoder = ArrowDecoder.of(allocator, layout, encoder.keyField());
      try (FieldVector keys = encoder.encode(root)) {
        encoder.close();
        encoder.close();
        decoder.close();
        refused(IllegalStateException.class, "the encoder is closed", () -> encoder.encode(root));
        refused(IllegalStateException.class, "the decoder is closed", () -> decoder.decode(keys));
        assertThrows(
            RowKeyException.class,
            () ->
                ArrowKeys.regions(
                    allocator, io.rowkey.Router.of(new byte[0][]), root.getVector(0)));
      }
      layout.close();
      refused(
          IllegalStateException.class,
          "the layout is closed",
          () -> ArrowEncoder.of(allocator, layout, root.getSchema()));
    }
  }

  @Test
  void addressesAreChecked() {
    try (VectorSchemaRoot root = ids(5);
        CSchema schema = new CSchema(root.getSchema(), ArrowKeys.NO_DICTIONARIES);
        CSchema released = new CSchema();
        CArray array =
            new Column(root.getSchema().getFields().get(0), ArrowKeys.NO_DICTIONARIES)
                .export(allocator, root.getVector(0), 5);
        CArray free = new CArray(allocator)) {
      for (long address : new long[] {0, 1, -4}) {
        refused(
            IllegalArgumentException.class,
            "expected one of its struct",
            () -> ArrowData.compile(TEMPLATE, address));
      }
      refused(
          RowKeyException.class, "schema", () -> ArrowData.compile(TEMPLATE, released.address()));
      RowKeyLayout layout = ArrowData.compile(TEMPLATE, schema.address());
      refused(
          RowKeyException.class,
          "format",
          () -> new ArrowData.Encoder(layout, schema.address(), 99, 0, "key"));
      refused(
          IllegalArgumentException.class,
          "NUL",
          () -> new ArrowData.Encoder(layout, schema.address(), 0, 0, "a\0"));
      try (ArrowData.Encoder encoder = new ArrowData.Encoder(layout, schema.address(), 0, 0, "k")) {
        long[] columns = {array.address()};
        refused(
            IllegalArgumentException.class,
            "holds a schema",
            () -> encoder.keySchema(schema.address()));
        refused(
            IllegalArgumentException.class,
            "holds an array",
            () -> encoder.encode(columns, 5, 0, array.address()));
        refused(
            IllegalArgumentException.class,
            "the column is at address 0",
            () -> encoder.encode(new long[1], 5, 0, free.address()));
        refused(
            RowKeyException.class,
            "number of fields",
            () -> encoder.encode(new long[0], 5, 0, free.address()));
        refused(
            RowKeyException.class,
            "released",
            () -> encoder.encode(new long[] {free.address()}, 5, 0, free.address()));
        refused(
            RowKeyException.class,
            "fewer rows",
            () -> encoder.encode(columns, 6, 0, free.address()));
        refused(
            IllegalArgumentException.class,
            "-1 rows",
            () -> encoder.encode(columns, -1, 0, free.address()));
        assertThrows(NullPointerException.class, () -> encoder.encode(null, 1, 0, free.address()));
        encoder.encode(columns, 3, 0, free.address());
        assertEquals(3, free.struct().snapshot().length);
      }
    }
  }

  // ---- Threads

  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void inThreads(Work work) throws Exception {
    List<Callable<Void>> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int number = i;
      calls.add(
          () -> {
            work.run(number);
            return null;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      for (Future<Void> end : threads.invokeAll(calls)) {
        end.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void layoutsAreShared() throws Exception {
    try (VectorSchemaRoot root = ids(ROWS);
        RowKeyLayout layout =
            ArrowKeys.compile("{md5(id) % 1000000:07d}{id:010d}", root.getSchema());
        ArrowEncoder one = ArrowEncoder.of(allocator, layout, root.getSchema());
        FieldVector expected = one.encode(root);
        io.rowkey.Router router = io.rowkey.Router.of(layout.splits(50));
        UInt4Vector regions = ArrowKeys.regions(allocator, router, expected)) {
      inThreads(
          thread -> {
            try (BufferAllocator own = allocator.newChildAllocator("own", 0, 1 << 30);
                ArrowEncoder encoder = ArrowEncoder.of(own, layout, root.getSchema());
                ArrowDecoder decoder = ArrowDecoder.of(own, layout, encoder.keyField())) {
              for (int i = 0; i < 30; i++) {
                try (FieldVector keys = encoder.encode(root);
                    VectorSchemaRoot back = decoder.decode(keys);
                    UInt4Vector found = ArrowKeys.regions(own, router, keys)) {
                  assertEquals(
                      expected.getDataBuffer().nioBuffer(), keys.getDataBuffer().nioBuffer());
                  assertEquals(
                      root.getVector(0).getDataBuffer().nioBuffer(0, 8 * ROWS),
                      back.getVector(0).getDataBuffer().nioBuffer());
                  assertEquals(
                      regions.getDataBuffer().nioBuffer(), found.getDataBuffer().nioBuffer());
                }
              }
            }
          });
    }
  }

  @Test
  void encodersAreClosedInUse() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    AtomicInteger made = new AtomicInteger();
    try (VectorSchemaRoot root = ids(ROWS);
        RowKeyLayout layout = ArrowKeys.compile(TEMPLATE, root.getSchema())) {
      for (int round = 0; round < 40; round++) {
        ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, root.getSchema());
        inThreads(
            thread -> {
              for (int i = 0; i < 5; i++) {
                try (FieldVector keys = encoder.encode(root)) {
                  assertEquals(ROWS, keys.getValueCount());
                  made.incrementAndGet();
                } catch (IllegalStateException e) {
                  assertTrue(e.getMessage().startsWith("the encoder is "), e::toString);
                  refused.incrementAndGet();
                }
                if (thread == 3 && i == 2) {
                  encoder.close();
                }
              }
            });
      }
    }
    assertTrue(refused.get() > 0 && made.get() > 0, refused + " refused, " + made + " made");
  }

  // ---- Class loaders

  /** Loads the classes of rowkey again, and those of Arrow from where they are. */
  private static final class OwnLoader extends URLClassLoader {
    OwnLoader() {
      super(
          new URL[] {
            RowKeyLayout.class.getProtectionDomain().getCodeSource().getLocation(),
            ArrowEncoder.class.getProtectionDomain().getCodeSource().getLocation()
          },
          LifetimeTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith("io.rowkey.")) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }

  @Test
  void keysOutliveTheirClassLoader() throws Exception {
    try (VectorSchemaRoot root = ids(5);
        FieldVector keys = encodeElsewhere(root)) {
      for (int i = 0; i < 3; i++) {
        System.gc();
      }
      assertEquals("0000000004", new String((byte[]) keys.getObject(4)));
    }
  }

  /** What a job of a server does, which has a native library of its own. */
  private FieldVector encodeElsewhere(VectorSchemaRoot root) throws Exception {
    try (OwnLoader loader = new OwnLoader()) {
      Class<?> keys = loader.loadClass(ArrowKeys.class.getName());
      assertNotSame(ArrowKeys.class, keys);
      Object layout =
          keys.getMethod("compile", String.class, Schema.class)
              .invoke(null, TEMPLATE, root.getSchema());
      Class<?> encoders = loader.loadClass(ArrowEncoder.class.getName());
      Object encoder =
          encoders
              .getMethod("of", BufferAllocator.class, layout.getClass(), Schema.class)
              .invoke(null, allocator, layout, root.getSchema());
      FieldVector made =
          (FieldVector) encoders.getMethod("encode", VectorSchemaRoot.class).invoke(encoder, root);
      ((AutoCloseable) encoder).close();
      ((AutoCloseable) layout).close();
      return made;
    }
  }
}
