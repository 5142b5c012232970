package io.rowkey.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rowkey.Encoder;
import io.rowkey.RowKeyException;
import io.rowkey.RowKeyLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.TransferPair;
import org.junit.jupiter.api.Test;

/** Batches of rows in vectors, and what they have wrong. */
class EncodeTest extends AllocatorTest {
  private static final String TEMPLATE = "{md5(host) % 1000:03d}|{host}|{ts:u64}";

  private static final Schema SCHEMA =
      new Schema(
          Arrays.asList(
              Field.nullable("host", new ArrowType.Utf8()),
              Field.nullable("ts", new ArrowType.Int(64, true))));

  private final RowKeyLayout layout = ArrowKeys.compile(TEMPLATE, SCHEMA);

  private static String[] hosts(int rows) {
    String[] hosts = new String[rows];
    for (int i = 0; i < rows; i++) {
      hosts[i] = i % 97 == 0 ? "" : "web-" + i * 7919L % 100_003;
    }
    return hosts;
  }

  private static long[] times(int rows) {
    return new Random(rows).longs(rows, 0, Long.MAX_VALUE).toArray();
  }

  private byte[][] expected(String[] hosts, long[] times) {
    try (Encoder encoder = layout.encoder()) {
      return encoder.encode(layout.batch().strings("host", hosts).longs("ts", times));
    }
  }

  @Test
  void keysAreThoseOfTheEncoderWithoutArrow() {
    for (int rows : new int[] {0, 1, 7, 1000, 4225, 100_000}) {
      String[] hosts = hosts(rows);
      long[] times = times(rows);
      try (VectorSchemaRoot root =
              root(longs("other", times), texts("host", hosts), longs("ts", times));
          ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, root.getSchema());
          FieldVector keys = encoder.encode(root)) {
        assertEquals(VarBinaryVector.class, keys.getClass());
        assertEquals(rows, keys.getValueCount());
        assertKeys(expected(hosts, times), keys);
      }
    }
  }

  @Test
  void oneEncoderTakesManyBatches() {
    try (ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, SCHEMA)) {
      for (int rows : new int[] {5000, 3, 0, 5000, 17}) {
        // In any order of the columns.
        try (VectorSchemaRoot root = root(longs("ts", times(rows)), texts("host", hosts(rows)));
            FieldVector keys = encoder.encode(root)) {
          assertKeys(expected(hosts(rows), times(rows)), keys);
        }
      }
    }
  }

  @Test
  void formats() {
    try (VectorSchemaRoot root = root(longs("id", 1, 2))) {
      Schema schema = root.getSchema();
      RowKeyLayout fixed = ArrowKeys.compile("{id:03d}", schema);
      RowKeyLayout varying = ArrowKeys.compile("{id:d}", schema);
      Class<?>[] types = {
        FixedSizeBinaryVector.class, VarBinaryVector.class, LargeVarBinaryVector.class
      };
      for (KeyFormat format : KeyFormat.values()) {
        try (ArrowEncoder encoder =
                ArrowEncoder.builder(allocator, fixed, schema)
                    .format(format)
                    .name("rowkey")
                    .build();
            FieldVector keys = encoder.encode(root)) {
          assertEquals(types[format.ordinal()], keys.getClass());
          assertEquals("rowkey", keys.getField().getName());
          assertEquals(encoder.keyField(), keys.getField());
          assertKeys(new byte[][] {{'0', '0', '1'}, {'0', '0', '2'}}, keys);
        }
      }
      try (ArrowEncoder encoder = ArrowEncoder.of(allocator, fixed, schema)) {
        assertEquals(new ArrowType.FixedSizeBinary(3), encoder.keyField().getType());
      }
      refused(
          RowKeyException.class,
          "differ in length",
          () ->
              ArrowEncoder.builder(allocator, varying, schema)
                  .format(KeyFormat.FIXED_SIZE_BINARY)
                  .build());
    }
  }

  @Test
  void keysMayBeChangedAndGrow() {
    try (VectorSchemaRoot root = root(longs("id", 1, 2));
        RowKeyLayout ids = ArrowKeys.compile("{id:03d}", root.getSchema());
        ArrowEncoder encoder = ArrowEncoder.of(allocator, ids, root.getSchema());
        FixedSizeBinaryVector keys = (FixedSizeBinaryVector) encoder.encode(root)) {
      keys.setSafe(5, new byte[] {'x', 'y', 'z'});
      keys.setValueCount(6);
      assertArrayEquals(new byte[] {'0', '0', '2'}, keys.get(1));
      assertArrayEquals(new byte[] {'x', 'y', 'z'}, keys.get(5));
    }
  }

  @Test
  void slices() {
    int rows = 5000;
    String[] hosts = hosts(rows);
    long[] times = times(rows);
    try (VectorSchemaRoot root = root(texts("host", hosts), longs("ts", times));
        ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, SCHEMA)) {
      for (int[] range : new int[][] {{0, 10}, {3, 4000}, {4097, 903}, {8, 16}, {5000, 0}}) {
        int end = range[0] + range[1];
        try (VectorSchemaRoot slice = root.slice(range[0], range[1]);
            FieldVector keys = encoder.encode(slice)) {
          assertKeys(
              expected(
                  Arrays.copyOfRange(hosts, range[0], end),
                  Arrays.copyOfRange(times, range[0], end)),
              keys);
        }
      }
    }
  }

  @Test
  void nullsInSlices() {
    RowKeyLayout marked = ArrowKeys.compile("{coalesce(host, \"-\")}", SCHEMA);
    String[] hosts = new String[100];
    for (int i = 0; i < 100; i++) {
      hosts[i] = i % 3 == 0 ? null : "h" + i;
    }
    try (VarCharVector all = texts("host", hosts);
        ArrowEncoder encoder = ArrowEncoder.of(allocator, marked, SCHEMA)) {
      for (int start : new int[] {0, 1, 8, 13}) {
        TransferPair pair = all.getTransferPair(allocator);
        pair.splitAndTransfer(start, 50);
        try (VectorSchemaRoot root = root((FieldVector) pair.getTo());
            FieldVector keys = encoder.encode(root)) {
          for (int i = 0; i < 50; i++) {
            String host = hosts[start + i];
            assertEquals(host == null ? "-" : host, new String((byte[]) keys.getObject(i)));
          }
        }
      }
    }
  }

  @Test
  void dictionaries() {
    DictionaryEncoding encoding = new DictionaryEncoding(9, false, new ArrowType.Int(8, true));
    try (VarCharVector values = texts("values", "web-1", "web-2", "a");
        VarCharVector plain = texts("host", "a", "web-2", null, "web-1", "a");
        BigIntVector wrong = longs("values", 1, 2, 3)) {
      Dictionary dictionary = new Dictionary(values, encoding);
      MapDictionaryProvider provider = new MapDictionaryProvider(dictionary);
      FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
      String template = "{coalesce(host, \"-\")}|";
      try (VectorSchemaRoot root = root(encoded)) {
        Schema schema = root.getSchema();
        RowKeyLayout hosts = ArrowKeys.compile(template, schema, provider);
        assertEquals(io.rowkey.Schema.parse("host:text"), hosts.schema());
        try (ArrowEncoder encoder =
                ArrowEncoder.builder(allocator, hosts, schema).dictionaries(provider).build();
            FieldVector keys = encoder.encode(root)) {
          assertKeys(
              new byte[][] {
                hosts.key("a"),
                hosts.key("web-2"),
                hosts.key((Object) null),
                hosts.key("web-1"),
                hosts.key("a")
              },
              keys);
          // An index outside of the dictionary.
          ((org.apache.arrow.vector.TinyIntVector) encoded).set(3, 77);
          RowKeyException e = refused(RowKeyException.class, "host", () -> encoder.encode(root));
          assertEquals(3, e.row());
          // Another dictionary, whose values C would take for texts.
          provider.put(new Dictionary(wrong, encoding));
          refused(
              IllegalArgumentException.class,
              "the dictionary of host is a BigIntVector",
              () -> encoder.encode(root));
        }
        refused(
            IllegalArgumentException.class,
            "host has the dictionary 9 (expected a DictionaryProvider",
            () -> ArrowEncoder.of(allocator, hosts, schema));
        refused(
            IllegalArgumentException.class,
            "host has the dictionary 9",
            () -> ArrowKeys.compile(template, schema));
      }
    }
  }

  @Test
  void randomNumbersCountRows() {
    try (VectorSchemaRoot root = root(longs("id", 1, 2, 3));
        VectorSchemaRoot last = root(longs("id", 3));
        RowKeyLayout salted =
            ArrowKeys.compile("{random() % 1000000:06d}{id:u8}", root.getSchema());
        ArrowEncoder encoder =
            ArrowEncoder.builder(allocator, salted, root.getSchema()).seed(5).build();
        Encoder plain = salted.encoder(5);
        FieldVector keys = encoder.encode(root);
        FieldVector lastKey = encoder.encode(last, 2)) {
      assertKeys(
          new byte[][] {plain.keyOfRow(0, 1), plain.keyOfRow(1, 2), plain.keyOfRow(2, 3)}, keys);
      assertKeys(new byte[][] {plain.keyOfRow(2, 3)}, lastKey);
      assertThrows(IllegalArgumentException.class, () -> encoder.encode(last, -1));
    }
  }

  @Test
  void badRowsAreNumbered() {
    long[] ids = new long[10_000];
    ids[7001] = 1_000_000;
    try (VectorSchemaRoot root = root(longs("id", ids));
        RowKeyLayout narrow = ArrowKeys.compile("{id:03d}", root.getSchema());
        ArrowEncoder encoder = ArrowEncoder.of(allocator, narrow, root.getSchema())) {
      RowKeyException e = assertThrows(RowKeyException.class, () -> encoder.encode(root));
      assertEquals(RowKeyException.Kind.RANGE, e.kind());
      assertEquals(7001, e.row());
      ((BigIntVector) root.getVector(0)).setNull(11);
      e = refused(RowKeyException.class, "null", () -> encoder.encode(root));
      assertEquals(11, e.row());
      assertEquals("id", e.column());
      assertEquals(0, e.columnIndex());
      // The encoder is as good as before.
      try (VectorSchemaRoot good = root(longs("id", 5));
          FieldVector keys = encoder.encode(good)) {
        assertKeys(new byte[][] {{'0', '0', '5'}}, keys);
      }
    }
  }

  @Test
  void schemasThatDoNotServe() {
    Schema lacking = new Schema(Collections.singletonList(SCHEMA.findField("host")));
    RowKeyException e =
        refused(RowKeyException.class, "ts", () -> ArrowEncoder.of(allocator, layout, lacking));
    assertEquals(RowKeyException.Kind.COLUMN, e.kind());
    assertEquals("ts", e.column());
    assertEquals(1, e.columnIndex());
    Schema wrong =
        new Schema(
            Arrays.asList(SCHEMA.findField("host"), Field.nullable("ts", new ArrowType.Bool())));
    e = refused(RowKeyException.class, "ts", () -> ArrowEncoder.of(allocator, layout, wrong));
    assertEquals(RowKeyException.Kind.TYPE, e.kind());
    Schema twice =
        new Schema(
            Arrays.asList(
                SCHEMA.findField("ts"), SCHEMA.findField("host"), SCHEMA.findField("ts")));
    refused(RowKeyException.class, "two fields", () -> ArrowEncoder.of(allocator, layout, twice));
    e = refused(RowKeyException.class, "^", () -> ArrowKeys.compile("{md5(host", SCHEMA));
    assertEquals(RowKeyException.Kind.SYNTAX, e.kind());
    e = refused(RowKeyException.class, "nobody", () -> ArrowKeys.compile("{nobody}", SCHEMA));
    assertEquals(RowKeyException.Kind.COLUMN, e.kind());
    assertThrows(NullPointerException.class, () -> ArrowKeys.compile(null, SCHEMA));
    assertThrows(NullPointerException.class, () -> ArrowKeys.compile("x", null));
    assertThrows(NullPointerException.class, () -> ArrowEncoder.of(null, layout, SCHEMA));
    assertThrows(NullPointerException.class, () -> ArrowEncoder.of(allocator, null, SCHEMA));
  }

  @Test
  void batchesThatAreNotOfTheSchema() {
    try (ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, SCHEMA)) {
      try (VectorSchemaRoot root = root(longs("ts", 1))) {
        refused(IllegalArgumentException.class, "no column host", () -> encoder.encode(root));
      }
      IntVector narrow = filled(new IntVector("ts", allocator), 1, (v, i) -> v.set(i, 1));
      try (VectorSchemaRoot root = root(texts("host", "a"), narrow)) {
        refused(
            IllegalArgumentException.class,
            "ts is a IntVector of Int(32, true) (expected Int(64, true)",
            () -> encoder.encode(root));
      }
      // A vector that is not of its field's type: C would read beyond its end.
      Field wide = new Field("ts", FieldType.nullable(new ArrowType.Int(64, true)), null);
      IntVector lying = filled(new IntVector(wide, allocator), 1, (v, i) -> v.set(i, 1));
      try (VectorSchemaRoot root = root(texts("host", "a"), lying)) {
        refused(IllegalArgumentException.class, "IntVector", () -> encoder.encode(root));
      }
      try (VarCharVector host = texts("host", "a");
          BigIntVector ts = longs("ts", 1)) {
        VectorSchemaRoot root =
            new VectorSchemaRoot(SCHEMA, Arrays.<FieldVector>asList(host, ts), 2);
        refused(
            IllegalArgumentException.class,
            "host has 1 values (expected 2)",
            () -> encoder.encode(root));
      }
      VectorSchemaRoot closed = root(texts("host", "a"), longs("ts", 1));
      closed.close();
      assertThrows(IllegalArgumentException.class, () -> encoder.encode(closed).close());
      assertThrows(NullPointerException.class, () -> encoder.encode(null));
    }
  }

  @Test
  void vectorsAreNotCopied() {
    long[] ids = new long[100_000];
    try (VectorSchemaRoot root = root(longs("id", ids));
        RowKeyLayout wide = ArrowKeys.compile("{id:010d}", root.getSchema());
        ArrowEncoder encoder = ArrowEncoder.of(allocator, wide, root.getSchema())) {
      long before = allocator.getAllocatedMemory();
      int references = root.getVector(0).getDataBuffer().refCnt();
      try (FieldVector keys = encoder.encode(root)) {
        // The keys, where C has made them, their validity, and a struct.
        ArrowBuf data = keys.getDataBuffer();
        assertEquals(1_000_000, data.capacity());
        assertEquals(1, data.refCnt());
        assertEquals(before + 1_000_000 + 16_384 + 128, allocator.getAllocatedMemory());
      }
      assertEquals(before, allocator.getAllocatedMemory());
      assertEquals(references, root.getVector(0).getDataBuffer().refCnt());
    }
  }
}
