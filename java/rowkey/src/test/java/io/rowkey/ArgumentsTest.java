package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.time.Duration;
import java.time.LocalTime;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Wrong arguments are exceptions that say what was expected. */
class ArgumentsTest {
  private final RowKeyLayout layout =
      RowKeyLayout.compile(
          "{s}|{a:u64}{f}{u}", Schema.parse("a:u64,f:f64,s:text,u:uuid,unused:i64"));

  private final RowKeyLayout ids = RowKeyLayout.compile("{id:010d}", Schema.parse("id:i64"));

  private static void refused(Class<? extends Throwable> type, String says, Executable call) {
    Throwable thrown = assertThrows(type, call);
    assertTrue(String.valueOf(thrown.getMessage()).contains(says), thrown::toString);
  }

  private static void refused(String says, Executable call) {
    refused(IllegalArgumentException.class, says, call);
  }

  private static LongBuffer longs(int count) {
    return ByteBuffer.allocateDirect(8 * count).order(ByteOrder.nativeOrder()).asLongBuffer();
  }

  private static IntBuffer ints(int... numbers) {
    IntBuffer buffer =
        ByteBuffer.allocateDirect(4 * numbers.length).order(ByteOrder.nativeOrder()).asIntBuffer();
    buffer.put(numbers).flip();
    return buffer;
  }

  private Batch full() {
    return layout
        .batch()
        .longs("a", new long[2])
        .doubles("f", new double[2])
        .texts("s", new byte[1], new byte[2])
        .fixed("u", new byte[32]);
  }

  @Test
  void valuesOfRows() {
    byte[] u = new byte[16];
    layout.key(1, 1.0, "s", u, null);
    refused("4 values (expected 5", () -> layout.key(1, 1.0, "s", u));
    refused("expected 5", () -> layout.key(1L));
    refused("expected 5", () -> layout.key("s", 1L));
    refused("expected 1", () -> ids.key("s", 1L));
    refused(RowKeyException.class, "column a: 1.5", () -> layout.key(1.5, 1.0, "s", u, null));
    refused(RowKeyException.class, "column a: -1", () -> layout.key(-1, 1.0, "s", u, null));
    for (BigInteger large :
        new BigInteger[] {BigInteger.ONE.shiftLeft(64), BigInteger.ONE.shiftLeft(63).not()}) {
      refused("expected a number of 64 bits", () -> layout.key(large, 1.0, "s", u, null));
    }
    for (String digits : new String[] {"1844674407370955161.7", "1e-77", "1e77"}) {
      BigDecimal large = new BigDecimal(digits);
      refused("a number of 64 bits without", () -> layout.key(large, 1.0, "s", u, null));
    }
    refused(RowKeyException.class, "column f", () -> layout.key(1, "one", "s", u, null));
    for (Object other :
        new Object[] {
          's', new Object(), Duration.ZERO, LocalTime.NOON, new java.sql.Time(0), new AtomicLong()
        }) {
      refused(other.getClass().getName(), () -> ids.key(other));
    }
    refused("times of day and durations are not", () -> ids.key(Duration.ZERO));
    refused(RowKeyException.class, "u", () -> layout.key(1, 1.0, "s", new byte[15], null));
    refused(RowKeyException.class, "s", () -> layout.key(1, 1.0, "a|b", u, null));
    refused(RowKeyException.class, "null", () -> layout.key(1, 1.0, null, u, null));
    assertThrows(NullPointerException.class, () -> layout.key((Object[]) null));
    assertThrows(NullPointerException.class, () -> layout.decode(null));
    assertThrows(NullPointerException.class, () -> layout.fields(null));
    assertThrows(NullPointerException.class, () -> RowKeyLayout.compile(null));
    assertThrows(NullPointerException.class, () -> RowKeyLayout.compile("x", null));
  }

  @Test
  void columnsOfBatches() {
    refused("there is no column x", () -> layout.batch().longs("x", new long[1]));
    refused("expected -76 to 76", () -> layout.batch().decimals("a", new long[1], 77));
    refused("expected seconds", () -> layout.batch().instants("a", new long[1], TimeUnit.DAYS));
    refused("expected a type of one width", () -> layout.batch().fixed("s", new byte[1]));
    refused("17 bytes", () -> layout.batch().fixed("u", new byte[17]));
    refused("no offsets", () -> layout.batch().texts("s", new byte[1], new int[0]));
    refused("not direct", () -> layout.batch().longs("a", LongBuffer.allocate(1)));
    LongBuffer swapped = ByteBuffer.allocateDirect(8).order(other()).asLongBuffer();
    refused("order of this machine", () -> layout.batch().longs("a", swapped));
    refused("not direct", () -> layout.batch().texts("s", ByteBuffer.allocate(1), ints(0, 1)));
    refused(
        IndexOutOfBoundsException.class,
        "3 rows from 8 on of 10",
        () -> layout.batch().longs("a", new long[10], 8, 3));
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> layout.batch().longs("a", new long[10], -1, Integer.MAX_VALUE));
    assertThrows(NullPointerException.class, () -> layout.batch().longs("a", (long[]) null));
    assertThrows(NullPointerException.class, () -> layout.batch().texts("s", null, new int[1]));
    refused(IllegalStateException.class, "no values", () -> layout.batch().nulls("a", new byte[1]));
    refused(
        "expected a bit for each row",
        () -> full().longs("a", new long[9]).nulls("a", new byte[1]));
    refused("expected 0 or more", () -> layout.batch().firstRow(-1));
    try (Encoder encoder = layout.encoder()) {
      encoder.encode(full());
      for (Batch wrong :
          new Batch[] {
            full().doubles("s", new double[2]),
            full().texts("f", new byte[1], new byte[1]),
            full().instants("a", new long[2], TimeUnit.SECONDS),
            full().longs("u", new long[2])
          }) {
        refused(RowKeyException.class, "column ", () -> encoder.encode(wrong));
      }
      refused(
          "column f has no values", () -> encoder.encode(full().clear().longs("a", new long[1])));
      refused(
          "column a has 3 rows, and column f has 2",
          () -> encoder.encode(full().longs("a", new long[3])));
      refused("another layout", () -> encoder.encode(ids.batch().longs("id", new long[1])));
      refused("room for 1 keys (expected 2", () -> encoder.encode(full(), new byte[1][]));
      refused("no offsets for keys", () -> encoder.encode(full(), Keys.into(new byte[1000])));
      refused(
          "room for 2 offsets",
          () -> encoder.encode(full(), Keys.into(new byte[1000], new int[2])));
      refused("expected 0 or more", () -> encoder.keyOfRow(-1));
      assertThrows(NullPointerException.class, () -> encoder.encode(full(), (Keys) null));
      assertThrows(NullPointerException.class, () -> encoder.encode(null));
      int bound = (int) encoder.bound(full());
      assertEquals(bound, encoder.encode(full(), Keys.into(new byte[bound], new int[3])));
      RowKeyException e =
          assertThrows(
              RowKeyException.class,
              () -> encoder.encode(full(), Keys.into(new byte[bound - 1], new int[3])));
      assertEquals(RowKeyException.Kind.SPACE, e.kind());
    }
  }

  private static ByteOrder other() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  @Test
  void offsetsThatLeaveTheData() {
    int[][] wrong = {{0, 5, 3}, {-1, 0, 1}, {0, 2, 11}, {0, Integer.MIN_VALUE, 1}, {11, 12, 13}};
    try (Encoder encoder = layout.encoder();
        Decoder decoder = layout.decoder();
        Router router = Router.of(new byte[][] {{5}})) {
      for (int[] offsets : wrong) {
        RowKeyException e =
            assertThrows(
                RowKeyException.class,
                () -> encoder.encode(full().texts("s", new byte[10], offsets)));
        assertEquals(RowKeyException.Kind.ARGUMENT, e.kind());
        ByteBuffer data = ByteBuffer.allocateDirect(10);
        assertThrows(
            RowKeyException.class, () -> encoder.encode(full().texts("s", data, ints(offsets))));
        refused("offsets of keys", () -> decoder.decode(Keys.of(new byte[10], offsets)));
        refused("offsets of keys", () -> router.regions(Keys.of(data, ints(offsets))));
        assertThrows(RuntimeException.class, () -> Keys.of(new byte[10], offsets).toArrays());
      }
      LongBuffer odd = misaligned();
      RowKeyException e =
          assertThrows(RowKeyException.class, () -> encoder.encode(full().longs("a", odd)));
      assertEquals(RowKeyException.Kind.ARGUMENT, e.kind());
    }
  }

  private static LongBuffer misaligned() {
    ByteBuffer bytes = ByteBuffer.allocateDirect(17).order(ByteOrder.nativeOrder());
    bytes.position(1);
    ByteBuffer slice = bytes.slice().order(ByteOrder.nativeOrder());
    return slice.asLongBuffer();
  }

  @Test
  void keysInMemory() {
    refused("whole number of keys", () -> Keys.of(new byte[10], 3));
    refused("whole number of keys", () -> Keys.of(new byte[10], 0));
    refused("not direct", () -> Keys.into(ByteBuffer.allocate(1)));
    refused("read-only", () -> Keys.into(ByteBuffer.allocateDirect(1).asReadOnlyBuffer()));
    refused("expected one more", () -> Keys.of(new byte[1], new int[0]));
    assertThrows(NullPointerException.class, () -> Keys.of(new byte[2][]));
    Keys keys = Keys.of(new byte[] {1, 2, 3, 4}, 2);
    assertArrayEquals(new byte[] {3, 4}, keys.get(1));
    assertThrows(IndexOutOfBoundsException.class, () -> keys.get(2));
    assertThrows(IndexOutOfBoundsException.class, () -> keys.offset(-1));
    try (Router router = Router.of(new byte[0][])) {
      // Room that nothing has been written to.
      assertEquals(0, router.regions(Keys.into(ByteBuffer.allocateDirect(8), ints())).length);
      assertEquals(0, router.regions(Keys.into(new byte[8], new int[0])).length);
      refused("room for 1 regions", () -> router.regions(keys, new int[1]));
      assertArrayEquals(new int[2], router.regions(keys));
      assertThrows(NullPointerException.class, () -> router.region(null));
    }
    assertThrows(NullPointerException.class, () -> Router.of(null));
    assertThrows(NullPointerException.class, () -> Router.of(new byte[1][]));
  }

  @Test
  void whatIsClosed() {
    RowKeyLayout closed = RowKeyLayout.compile("{id:010d}", Schema.parse("id:i64"));
    closed.key(1);
    Encoder encoder = closed.encoder();
    Decoder decoder = closed.decoder();
    Record record = RowKeyLayout.compile("{t:i64}", Schema.parse("t:time(s)")).decode(new byte[8]);
    assertEquals(Long.MIN_VALUE, record.getLong(0));
    closed.close();
    closed.close();
    String says = "the layout is closed";
    refused(IllegalStateException.class, says, () -> closed.key(1));
    refused(IllegalStateException.class, says, () -> closed.decode(new byte[10]));
    refused(IllegalStateException.class, says, () -> closed.fields(new byte[10]));
    refused(IllegalStateException.class, says, closed::encoder);
    refused(IllegalStateException.class, says, closed::decoder);
    refused(IllegalStateException.class, says, () -> closed.splits(2));
    refused(IllegalStateException.class, says, () -> closed.ranges("id = 1"));
    refused(IllegalStateException.class, says, () -> closed.fillQuestion("id = ?", 1));
    refused(
        IllegalStateException.class,
        says,
        () -> Simulation.create(1, 1).add(closed, new byte[0][]));
    refused(IllegalStateException.class, says, closed::explain);
    byte[][] keys = encoder.encode(closed.batch().longs("id", new long[] {7}));
    assertEquals(7, decoder.decode(Keys.of(keys)).longs("id")[0]);
    encoder.close();
    encoder.close();
    decoder.close();
    Batch batch = closed.batch().longs("id", new long[] {7});
    refused(IllegalStateException.class, "the encoder is closed", () -> encoder.encode(batch));
    refused(IllegalStateException.class, "the encoder is closed", () -> encoder.keyOfRow(0, 1));
    refused(
        IllegalStateException.class, "the decoder is closed", () -> decoder.decode(Keys.of(keys)));
    Router router = Router.of(new byte[0][]);
    router.close();
    refused(IllegalStateException.class, "the router is closed", () -> router.region(new byte[1]));
  }
}
