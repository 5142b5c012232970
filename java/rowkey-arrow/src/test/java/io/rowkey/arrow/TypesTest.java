package io.rowkey.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.RowKeyException;
import io.rowkey.RowKeyLayout;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.UUID;
import java.util.function.ObjIntConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/** Every type of columns: keys as the same values make them one by one, and the columns back. */
class TypesTest extends AllocatorTest {
  private static final String LONG_TEXT = "a text of more than twelve bytes";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Two values and a null between them make the keys that `layout` makes of `first` and `second`,
   * and come back in vectors of the same type.
   */
  private <V extends FieldVector> void serves(
      String type, Object first, Object second, String template, V empty, ObjIntConsumer<V> set) {
    V vector =
        filled(
            empty,
            3,
            (v, i) -> {
              if (i != 1) {
                set.accept(v, i);
              }
            });
    Schema schema = new Schema(Collections.singletonList(vector.getField()));
    io.rowkey.Schema columns = io.rowkey.Schema.parse("c:" + type);
    String marked = "{null_first(c):u8}" + template;
    try (VectorSchemaRoot root = root(vector);
        RowKeyLayout layout = compile(marked, schema, columns);
        RowKeyLayout plain = RowKeyLayout.compile(marked, columns);
        ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, schema);
        FieldVector keys = encoder.encode(root)) {
      assertEquals(columns, layout.schema());
      assertKeys(
          new byte[][] {plain.key(first), plain.key((Object) null), plain.key(second)}, keys);
      if (vector instanceof ViewVarCharVector || vector instanceof ViewVarBinaryVector) {
        refused(
            IllegalArgumentException.class,
            "without views",
            () -> ArrowDecoder.builder(allocator, layout, keys.getField()).records(schema).build());
        return;
      }
      try (ArrowDecoder decoder =
              ArrowDecoder.builder(allocator, layout, keys.getField()).records(schema).build();
          VectorSchemaRoot back = decoder.decode(keys)) {
        FieldVector stored =
            vector instanceof ExtensionTypeVector
                ? ((ExtensionTypeVector<?>) vector).getUnderlyingVector()
                : vector;
        assertEquals(stored.getClass(), back.getVector("c").getClass());
        assertEquals(3, back.getRowCount());
        for (int i = 0; i < 3; i++) {
          assertSame(stored.getObject(i), back.getVector("c").getObject(i));
        }
      }
    }
  }

  /** A unit or scale, which would be part of the key, must be declared. */
  private static RowKeyLayout compile(String template, Schema schema, io.rowkey.Schema columns) {
    String type = columns.type(0).toString();
    if (!type.startsWith("time(") && !type.startsWith("decimal(")) {
      return ArrowKeys.compile(template, schema);
    }
    RowKeyException e =
        refused(RowKeyException.class, "c:" + type, () -> ArrowKeys.compile(template, schema));
    assertEquals(RowKeyException.Kind.TYPE, e.kind());
    return RowKeyLayout.compile(template, columns);
  }

  private static void assertSame(Object expected, Object value) {
    if (expected instanceof byte[]) {
      assertEquals(ByteBuffer.wrap((byte[]) expected), ByteBuffer.wrap((byte[]) value));
    } else {
      assertEquals(expected, value);
    }
  }

  @Test
  void signedIntegers() {
    String field = "{coalesce(c, 0):i64}";
    serves("i64", -5, 7, field, new TinyIntVector("c", allocator), (v, i) -> v.set(i, i * 6 - 5));
    serves("i64", -5, 7, field, new SmallIntVector("c", allocator), (v, i) -> v.set(i, i * 6 - 5));
    serves("i64", -5, 7, field, new IntVector("c", allocator), (v, i) -> v.set(i, i * 6 - 5));
    serves(
        "i64",
        Long.MIN_VALUE,
        Long.MIN_VALUE + 2,
        field,
        new BigIntVector("c", allocator),
        (v, i) -> v.set(i, Long.MIN_VALUE + i));
  }

  @Test
  void unsignedIntegers() {
    String field = "{coalesce(c, 0):u64}";
    serves("u64", 253, 255, field, new UInt1Vector("c", allocator), (v, i) -> v.set(i, 253 + i));
    serves(
        "u64", 65533, 65535, field, new UInt2Vector("c", allocator), (v, i) -> v.set(i, 65533 + i));
    serves(
        "u64",
        0xfffffffdL,
        0xffffffffL,
        field,
        new UInt4Vector("c", allocator),
        (v, i) -> v.set(i, -3 + i));
    serves("u64", -3L, -1L, field, new UInt8Vector("c", allocator), (v, i) -> v.set(i, -3 + i));
    serves("bool", 1, 0, field, new BitVector("c", allocator), (v, i) -> v.set(i, i == 0 ? 1 : 0));
  }

  @Test
  void floats() {
    serves(
        "f64",
        0.5,
        -1.5,
        "{coalesce(c, 0):f64}",
        new Float8Vector("c", allocator),
        (v, i) -> v.set(i, 0.5 - i));
    serves(
        "f32",
        0.5f,
        -1.5f,
        "{coalesce(c, 0):f32}",
        new Float4Vector("c", allocator),
        (v, i) -> v.set(i, 0.5f - i));
  }

  @Test
  void texts() {
    String field = "{coalesce(c, \"\"):esc}";
    serves(
        "text",
        "é",
        LONG_TEXT,
        field,
        new VarCharVector("c", allocator),
        (v, i) -> v.setSafe(i, bytes(i == 0 ? "é" : LONG_TEXT)));
    serves(
        "text",
        "é",
        LONG_TEXT,
        field,
        new LargeVarCharVector("c", allocator),
        (v, i) -> v.setSafe(i, bytes(i == 0 ? "é" : LONG_TEXT)));
    serves(
        "text",
        new byte[] {0, -1},
        LONG_TEXT,
        field,
        new VarBinaryVector("c", allocator),
        (v, i) -> v.setSafe(i, i == 0 ? new byte[] {0, -1} : bytes(LONG_TEXT)));
    serves(
        "text",
        new byte[] {0, -1},
        LONG_TEXT,
        field,
        new LargeVarBinaryVector("c", allocator),
        (v, i) -> v.setSafe(i, i == 0 ? new byte[] {0, -1} : bytes(LONG_TEXT)));
    serves(
        "bytes(3)",
        "abc",
        "abe",
        "{coalesce(c, \"xyz\"):3s}",
        new FixedSizeBinaryVector("c", allocator, 3),
        (v, i) -> v.set(i, new byte[] {'a', 'b', (byte) ('c' + i)}));
  }

  @Test
  void views() {
    String field = "{coalesce(c, \"\"):esc}";
    serves(
        "text",
        "short",
        LONG_TEXT,
        field,
        new ViewVarCharVector("c", allocator),
        (v, i) -> v.setSafe(i, bytes(i == 0 ? "short" : LONG_TEXT)));
    serves(
        "text",
        "short",
        LONG_TEXT,
        field,
        new ViewVarBinaryVector("c", allocator),
        (v, i) -> v.setSafe(i, bytes(i == 0 ? "short" : LONG_TEXT)));
  }

  @Test
  void times() {
    String field = "{coalesce(c, 0):i64}";
    serves(
        "time(s)",
        5L,
        7L,
        field,
        new TimeStampSecVector("c", allocator),
        (v, i) -> v.set(i, 5 + i));
    serves(
        "time(ms)",
        5L,
        7L,
        field,
        new TimeStampMilliVector("c", allocator),
        (v, i) -> v.set(i, 5 + i));
    serves(
        "time(us)",
        5L,
        7L,
        field,
        new TimeStampMicroTZVector("c", allocator, "Europe/Berlin"),
        (v, i) -> v.set(i, 5 + i));
    serves(
        "time(ns)",
        5L,
        7L,
        field,
        new TimeStampNanoVector("c", allocator),
        (v, i) -> v.set(i, 5 + i));
    serves(
        "time(s)",
        -86_400L,
        86_400L,
        field,
        new DateDayVector("c", allocator),
        (v, i) -> v.set(i, i - 1));
    serves(
        "time(ms)", 5L, 7L, field, new DateMilliVector("c", allocator), (v, i) -> v.set(i, 5 + i));
  }

  @Test
  void timesOfDayAreRefused() {
    FieldVector[] vectors = {
      new TimeSecVector("c", allocator),
      new TimeMilliVector("c", allocator),
      new TimeMicroVector("c", allocator),
      new TimeNanoVector("c", allocator)
    };
    for (FieldVector vector : vectors) {
      try (VectorSchemaRoot root = root(vector);
          RowKeyLayout layout =
              RowKeyLayout.compile("{c:i64}", io.rowkey.Schema.parse("c:time(s)"))) {
        Schema schema = root.getSchema();
        refused(RowKeyException.class, "column c", () -> ArrowKeys.compile("{c:i64}", schema));
        refused(
            RowKeyException.class,
            "column c",
            () -> ArrowEncoder.of(allocator, layout, schema).close());
      }
    }
  }

  @Test
  void decimals() {
    serves(
        "decimal(2)",
        new BigDecimal("-1.25"),
        new BigDecimal("0.75"),
        "{coalesce(c, 0):i64}",
        new DecimalVector("c", allocator, 18, 2),
        (v, i) -> v.set(i, BigDecimal.valueOf(100L * i - 125, 2)));
  }

  /** As Arrow's canonical one, which older versions of its Java library lack. */
  static final class UuidType extends ArrowType.ExtensionType {
    @Override
    public ArrowType storageType() {
      return new ArrowType.FixedSizeBinary(16);
    }

    @Override
    public String extensionName() {
      return "arrow.uuid";
    }

    @Override
    public boolean extensionEquals(ExtensionType other) {
      return other instanceof UuidType;
    }

    @Override
    public ArrowType deserialize(ArrowType storage, String data) {
      return new UuidType();
    }

    @Override
    public String serialize() {
      return "";
    }

    @Override
    public FieldVector getNewVector(String name, FieldType type, BufferAllocator allocator) {
      return new UuidVector(name, allocator);
    }
  }

  static final class UuidVector extends ExtensionTypeVector<FixedSizeBinaryVector> {
    UuidVector(String name, BufferAllocator allocator) {
      super(name, allocator, new FixedSizeBinaryVector(name, allocator, 16));
    }

    @Override
    public Field getField() {
      return Field.nullable(getName(), new UuidType());
    }

    @Override
    public Object getObject(int index) {
      return getUnderlyingVector().getObject(index);
    }

    @Override
    public int hashCode(int index) {
      return getUnderlyingVector().hashCode(index);
    }

    @Override
    public int hashCode(int index, org.apache.arrow.memory.util.hash.ArrowBufHasher hasher) {
      return getUnderlyingVector().hashCode(index, hasher);
    }
  }

  @Test
  void extensions() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
    serves(
        "uuid",
        uuid,
        uuid,
        "{coalesce(c, \"0123456789abcdef\"):16s}",
        new UuidVector("c", allocator),
        (v, i) -> v.getUnderlyingVector().setSafe(i, bytes));
  }

  @Test
  void columnsOfNulls() {
    NullVector nulls = new NullVector("c", 2);
    try (VectorSchemaRoot root = root(nulls);
        RowKeyLayout layout = ArrowKeys.compile("{coalesce(c, \"x\")}", root.getSchema());
        ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, root.getSchema());
        FieldVector keys = encoder.encode(root)) {
      assertKeys(new byte[][] {{'x'}, {'x'}}, keys);
    }
  }

  @Test
  void typesThatCHasNoNameFor() {
    Field odd = Field.nullable("odd", new ArrowType.Int(24, true));
    Field id = Field.nullable("id", new ArrowType.Int(64, true));
    Field nested =
        new Field("s", FieldType.nullable(new ArrowType.Struct()), Arrays.asList(id, odd, id));
    for (Field field : new Field[] {odd, nested}) {
      Schema schema = new Schema(Arrays.asList(id, field, id));
      for (int i = 0; i < 50; i++) {
        assertThrows(UnsupportedOperationException.class, () -> ArrowKeys.compile("{id}", schema));
      }
    }
  }

  @Test
  void typesThatServeNoLayoutMayStandBeside() {
    DurationVector duration =
        new DurationVector(
            new Field("d", FieldType.nullable(new ArrowType.Duration(TimeUnit.SECOND)), null),
            allocator);
    duration.allocateNew(1);
    duration.setValueCount(1);
    try (VectorSchemaRoot root = root(duration, longs("id", 7));
        RowKeyLayout layout = ArrowKeys.compile("{id:u8}", root.getSchema());
        ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, root.getSchema());
        FieldVector keys = encoder.encode(root)) {
      assertKeys(new byte[][] {{7}}, keys);
      assertEquals(1, layout.schema().size());
      RowKeyException e =
          refused(
              RowKeyException.class,
              "column d: no layout can use",
              () -> ArrowKeys.compile("{d:u64}", root.getSchema()));
      assertEquals(RowKeyException.Kind.TYPE, e.kind());
      assertTrue(e.offset() > 0);
    }
  }
}
