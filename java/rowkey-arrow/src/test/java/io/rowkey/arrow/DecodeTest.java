package io.rowkey.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rowkey.Router;
import io.rowkey.RowKeyException;
import io.rowkey.RowKeyLayout;
import java.util.Arrays;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/** Columns and regions of vectors of keys. */
class DecodeTest extends AllocatorTest {
  private static final Field KEYS = Field.nullable("key", new ArrowType.Binary());

  private final RowKeyLayout layout =
      RowKeyLayout.compile(
          "{md5(host) % 1000:03d}|{host}|{ts:u64}", io.rowkey.Schema.parse("host:text,ts:u64"));

  private VarBinaryVector keys(byte[]... keys) {
    return filled(
        new VarBinaryVector("key", allocator),
        keys.length,
        (v, i) -> {
          if (keys[i] != null) {
            v.setSafe(i, keys[i]);
          }
        });
  }

  @Test
  void columnsComeBackAsTheLayoutHasThem() {
    try (ArrowDecoder decoder = ArrowDecoder.of(allocator, layout, KEYS)) {
      assertEquals(
          Arrays.asList("host", "ts"),
          Arrays.asList(
              decoder.schema().getFields().get(0).getName(),
              decoder.schema().getFields().get(1).getName()));
      for (int rows : new int[] {0, 1, 10_000}) {
        byte[][] made = new byte[rows][];
        for (int i = 0; i < rows; i++) {
          made[i] = layout.key("host" + i, (long) i * i);
        }
        try (VarBinaryVector keys = keys(made);
            VectorSchemaRoot records = decoder.decode(keys)) {
          assertEquals(rows, records.getRowCount());
          LargeVarBinaryVector host = (LargeVarBinaryVector) records.getVector("host");
          for (int i = 0; i < rows; i++) {
            assertArrayEquals(("host" + i).getBytes(), host.get(i));
            assertEquals((long) i * i, records.getVector("ts").getObject(i));
          }
        }
      }
    }
  }

  @Test
  void columnsComeBackInASchema() {
    Schema records =
        new Schema(
            Arrays.asList(
                Field.nullable("ts", new ArrowType.Int(32, true)),
                Field.nullable("load", new ArrowType.Utf8()),
                Field.nullable("host", new ArrowType.Utf8())));
    try (ArrowDecoder decoder =
        ArrowDecoder.builder(allocator, layout, KEYS).records(records).build()) {
      assertEquals(2, decoder.schema().getFields().size());
      try (VarBinaryVector keys = keys(layout.key("web", 7L));
          VectorSchemaRoot back = decoder.decode(keys)) {
        assertEquals(7, ((IntVector) back.getVector("ts")).get(0));
        assertEquals("web", ((VarCharVector) back.getVector("host")).getObject(0).toString());
      }
      try (VarBinaryVector keys = keys(layout.key("web", 7L), layout.key("web", 1L << 40))) {
        RowKeyException e = assertThrows(RowKeyException.class, () -> decoder.decode(keys));
        assertEquals(1, e.row());
        assertEquals("ts", e.column());
      }
    }
  }

  @Test
  void keysThatNoLayoutMakes() {
    byte[] good = layout.key("web", 7L);
    byte[] bad = good.clone();
    bad[0] ^= 1;
    try (ArrowDecoder decoder = ArrowDecoder.of(allocator, layout, KEYS)) {
      for (byte[] other : new byte[][] {bad, {}, Arrays.copyOf(good, good.length - 1), null}) {
        try (VarBinaryVector keys = keys(good, good, other, good)) {
          RowKeyException e = assertThrows(RowKeyException.class, () -> decoder.decode(keys));
          assertEquals(RowKeyException.Kind.RANGE, e.kind());
          assertEquals(2, e.row());
        }
      }
      try (VarCharVector texts = texts("key", "a")) {
        refused(
            IllegalArgumentException.class,
            "key is a VarCharVector of Utf8 (expected Binary",
            () -> decoder.decode(texts));
      }
    }
  }

  @Test
  void fieldsThatDoNotServe() {
    Field number = Field.nullable("key", new ArrowType.Int(64, true));
    RowKeyException e =
        assertThrows(RowKeyException.class, () -> ArrowDecoder.of(allocator, layout, number));
    assertEquals(RowKeyException.Kind.TYPE, e.kind());
    RowKeyLayout hashed = RowKeyLayout.compile("{md5(id):x}");
    e = assertThrows(RowKeyException.class, () -> ArrowDecoder.of(allocator, hashed, KEYS));
    assertEquals(RowKeyException.Kind.TYPE, e.kind());
  }

  @Test
  void keysInADictionary() {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, new ArrowType.Int(32, true));
    byte[] one = layout.key("a", 1L);
    byte[] two = layout.key("b", 2L);
    try (VarBinaryVector values = keys(one, two);
        VarBinaryVector plain = keys(two, one, two)) {
      Dictionary dictionary = new Dictionary(values, encoding);
      MapDictionaryProvider provider = new MapDictionaryProvider(dictionary);
      try (FieldVector keys = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
          ArrowDecoder decoder =
              ArrowDecoder.builder(allocator, layout, keys.getField())
                  .dictionaries(provider)
                  .build();
          VectorSchemaRoot back = decoder.decode(keys);
          Router router = Router.of(new byte[][] {two});
          UInt4Vector regions = ArrowKeys.regions(allocator, router, keys, provider)) {
        assertEquals(2L, back.getVector("ts").getObject(0));
        assertEquals(1L, back.getVector("ts").getObject(1));
        int first = router.region(one);
        assertArrayEquals(
            new int[] {1, first, 1}, new int[] {regions.get(0), regions.get(1), regions.get(2)});
      }
    }
  }

  @Test
  void regions() {
    byte[][] made = new byte[9000][];
    for (int i = 0; i < made.length; i++) {
      made[i] = i % 100 == 7 ? null : layout.key("host" + i, 1L);
    }
    try (Router router = Router.of(layout.splits(100));
        VarBinaryVector keys = keys(made);
        UInt4Vector regions = ArrowKeys.regions(allocator, router, keys)) {
      assertEquals(90, regions.getNullCount());
      for (int i = 0; i < made.length; i++) {
        assertEquals(
            made[i] == null ? null : (Integer) router.region(made[i]), regions.getObject(i));
      }
      try (BigIntVector numbers = longs("key", 1)) {
        assertThrows(RowKeyException.class, () -> ArrowKeys.regions(allocator, router, numbers));
      }
      Router closed = Router.of(new byte[0][]);
      closed.close();
      refused(
          IllegalStateException.class,
          "the router is closed",
          () -> ArrowKeys.regions(allocator, closed, keys));
    }
    try (Router router = Router.of(new byte[0][]);
        VarBinaryVector none = keys();
        UInt4Vector regions = ArrowKeys.regions(allocator, router, none)) {
      assertEquals(0, regions.getValueCount());
    }
  }
}
