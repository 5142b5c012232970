package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Batches that are larger than what arrays are held for, beside the same rows one by one. */
class PiecesTest {
  /** More than three pieces of 16,384 rows, and a part of a byte of bits. */
  private static final int ROWS = 3 * 16_384 + 4_321;

  private static final String TEMPLATE =
      "{md5(host) % 1000:03d}|{host:esc}{n:u64}{null_first(d):u8}{coalesce(d, 0):i64}{x:f64}{f}{z}{flag:u8}{day:i64}";
  private static final Schema SCHEMA =
      Schema.parse(
          "host:text,n:u64,d:decimal(2),x:f64,f:f32,z:bytes(4),flag:bool,day:time(s),unused:text");

  private final Random random = new Random(Long.getLong("rowkey.seed", 29));
  private final RowKeyLayout layout = RowKeyLayout.compile(TEMPLATE, SCHEMA);
  private final String[] hosts = new String[ROWS];
  private final long[] numbers = random.longs(ROWS).toArray();
  private final BigDecimal[] decimals = new BigDecimal[ROWS];
  private final double[] doubles = random.doubles(ROWS).toArray();
  private final float[] floats = new float[ROWS];
  private final byte[] fixed = new byte[4 * ROWS];
  private final boolean[] flags = new boolean[ROWS];
  private final int[] days = random.ints(ROWS, -9999, 9999).toArray();

  PiecesTest() {
    random.nextBytes(fixed);
    for (int i = 0; i < ROWS; i++) {
      hosts[i] = "host" + random.nextInt(100_000);
      decimals[i] = i % 11 == 3 ? null : BigDecimal.valueOf(random.nextInt(), 2);
      floats[i] = random.nextFloat();
      flags[i] = random.nextBoolean();
    }
  }

  private Batch batch() {
    return layout
        .batch()
        .strings("host", hosts)
        .longs("n", numbers)
        .decimals("d", decimals)
        .doubles("x", doubles)
        .floats("f", floats)
        .fixed("z", fixed)
        .booleans("flag", flags)
        .dates("day", days);
  }

  private byte[] key(int row) {
    return layout.key(
        hosts[row],
        numbers[row],
        decimals[row],
        doubles[row],
        floats[row],
        Arrays.copyOfRange(fixed, 4 * row, 4 * row + 4),
        flags[row],
        java.time.LocalDate.ofEpochDay(days[row]),
        "");
  }

  private static ByteBuffer direct(int size) {
    return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
  }

  @Test
  void keysAreThoseOfSingleRows() {
    try (Encoder encoder = layout.encoder();
        Decoder decoder = layout.decoder()) {
      Keys keys = Keys.growing();
      long bytes = encoder.encode(batch(), keys);
      assertEquals(keys.offset(ROWS), bytes);
      int bound = (int) encoder.bound(batch());
      assertTrue(bound >= bytes && bound < 2 * bytes, bound + " for " + bytes);
      IntBuffer offsets = direct(4 * ROWS + 8).asIntBuffer();
      offsets.position(1);
      ByteBuffer data = direct(bound + 3);
      data.position(3);
      Keys inDirect = Keys.into(data, offsets);
      assertEquals(bytes, encoder.encode(batch(), inDirect));
      for (int i = 0; i < ROWS; i++) {
        byte[] expected = key(i);
        assertArrayEquals(expected, keys.get(i), "row " + i);
        assertArrayEquals(expected, inDirect.get(i), "row " + i);
      }
      checkDecoded(decoder.decode(keys));
      checkDecoded(decoder.decode(inDirect));
    }
  }

  /** Texts of 300 bytes: pieces end by their bytes, within a byte of bits. */
  @Test
  void rowsWithoutAKeyAreThoseThatHaveNone() {
    String end = new String(new char[300]).replace('\0', 'x');
    for (int i = 0; i < ROWS; i++) {
      hosts[i] += end.substring(random.nextInt(20));
      if (random.nextInt(7) == 0) {
        doubles[i] = Double.NaN;
      }
    }
    byte[] validity = new byte[(ROWS + 7) / 8];
    try (Encoder encoder = layout.encoder()) {
      Keys keys = Keys.growing();
      encoder.encode(batch(), keys, validity);
      for (int i = 0; i < ROWS; i++) {
        boolean isBad = Double.isNaN(doubles[i]);
        assertEquals(isBad ? 0 : 1, validity[i / 8] >> i % 8 & 1, "row " + i);
        assertArrayEquals(isBad ? new byte[0] : key(i), keys.get(i), "row " + i);
      }
    }
  }

  private void checkDecoded(Columns columns) {
    assertArrayEquals(numbers, columns.longs("n"));
    assertArrayEquals(doubles, columns.doubles("x"));
    assertArrayEquals(floats, columns.floats("f"));
    for (int i = 0; i < ROWS; i++) {
      assertEquals(hosts[i], new String(columns.text("host", i), StandardCharsets.UTF_8));
      assertArrayEquals(Arrays.copyOfRange(fixed, 4 * i, 4 * i + 4), columns.text("z", i));
      assertEquals(decimals[i] == null, columns.isNull("d", i), "row " + i);
      assertEquals(86_400L * days[i], columns.longs("day")[i]);
    }
  }

  @Test
  void longTextsMakePiecesOfFewRows() {
    RowKeyLayout text = RowKeyLayout.compile("{n:u64}{t}", Schema.parse("n:u64,t:text"));
    byte[][] texts = new byte[12][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = new byte[random.nextInt(2_000_000)];
      random.nextBytes(texts[i]);
    }
    try (Encoder encoder = text.encoder();
        Decoder decoder = text.decoder()) {
      Keys keys = Keys.growing();
      encoder.encode(text.batch().longs("n", new long[texts.length]).texts("t", texts), keys);
      Columns columns = decoder.decode(keys);
      for (int i = 0; i < texts.length; i++) {
        assertEquals(8 + texts[i].length, keys.get(i).length);
        assertArrayEquals(texts[i], columns.text("t", i));
      }
      int bytes = keys.offset(texts.length);
      Batch batch = text.batch().longs("n", new long[texts.length]).texts("t", texts);
      Keys small = Keys.into(new byte[bytes - 1], new int[texts.length + 1]);
      RowKeyException e = assertThrows(RowKeyException.class, () -> encoder.encode(batch, small));
      assertEquals(RowKeyException.Kind.SPACE, e.kind());
      assertTrue(e.getMessage().contains("need " + bytes + " bytes"), e.getMessage());
      KeyOrder order = keys.order();
      Keys sorted = Keys.growing();
      order.gather(keys, sorted);
      for (int i = 0; i < texts.length; i++) {
        assertArrayEquals(keys.get(order.row(i)), sorted.get(i));
      }
    }
  }

  @Test
  void badRowsAreThoseOfTheBatch() {
    int bad = 2 * 16_384 + 77;
    RowKeyLayout ids = RowKeyLayout.compile("{id:03d}", Schema.parse("id:i64"));
    RowKeyLayout names = RowKeyLayout.compile("{name:esc}", Schema.parse("name:text"));
    long[] values = new long[ROWS];
    values[bad] = 1000;
    int[] offsets = new int[ROWS + 1];
    Arrays.fill(offsets, bad + 1, ROWS + 1, -1);
    try (Encoder encoder = ids.encoder();
        Encoder texts = names.encoder();
        Decoder decoder = ids.decoder();
        Router router = Router.of(new byte[][] {{'5'}})) {
      Keys keys = Keys.growing();
      RowKeyException e =
          assertThrows(
              RowKeyException.class, () -> encoder.encode(ids.batch().longs("id", values), keys));
      assertEquals(bad, e.row());
      assertEquals(bad, keys.rows());
      assertEquals("000", new String(keys.get(bad - 1), StandardCharsets.UTF_8));
      e =
          assertThrows(
              RowKeyException.class,
              () -> texts.encode(names.batch().texts("name", new byte[1], offsets)));
      assertEquals(bad, e.row());
      byte[] data = new byte[3 * ROWS];
      Arrays.fill(data, (byte) '7');
      data[3 * bad] = 'x';
      e = assertThrows(RowKeyException.class, () -> decoder.decode(Keys.of(data, 3)));
      assertEquals(bad, e.row());
      int[] regions = router.regions(Keys.of(data, 3));
      assertEquals(ROWS, Arrays.stream(regions).sum());
      Keys small = Keys.into(new byte[3 * ROWS - 1]);
      values[bad] = 1;
      e =
          assertThrows(
              RowKeyException.class, () -> encoder.encode(ids.batch().longs("id", values), small));
      assertEquals(RowKeyException.Kind.SPACE, e.kind());
      assertTrue(
          e.getMessage().contains("need " + 3 * ROWS + " bytes and there is room for"),
          e.getMessage());
      assertEquals(0, small.rows());
    }
  }

  /** Such offsets are an error, and cost no piece for each row. */
  @Test
  void offsetsThatRiseAndFallEndSoon() {
    RowKeyLayout names = RowKeyLayout.compile("{name:esc}", Schema.parse("name:text"));
    int[] offsets = new int[2_000_001];
    Arrays.setAll(offsets, i -> i % 3 * (1 << 28));
    try (Encoder encoder = names.encoder()) {
      Batch batch = names.batch().texts("name", new byte[1], offsets);
      RowKeyException e = assertThrows(RowKeyException.class, () -> encoder.encode(batch));
      assertEquals(0, e.row());
    }
  }

  @Test
  void randomNumbersCountTheRowsOfTheBatch() {
    RowKeyLayout salted =
        RowKeyLayout.compile("{random() % 1000:03d}{id:06d}", Schema.parse("id:i64"));
    long[] ids = new long[ROWS];
    Arrays.setAll(ids, i -> i);
    try (Encoder encoder = salted.encoder(5)) {
      byte[][] keys = encoder.encode(salted.batch().longs("id", ids).firstRow(100));
      for (int i = 0; i < ROWS; i += 997) {
        assertArrayEquals(encoder.keyOfRow(100 + i, (long) i), keys[i]);
      }
    }
  }

  @Test
  void regionsAndSketchesOfManyKeys() {
    byte[] data = new byte[8 * ROWS];
    random.nextBytes(data);
    Keys keys = Keys.of(data, 8);
    try (Router router = Router.of(Splits.uniform(7));
        Sketch whole = Sketch.create(1 << 30);
        Sketch parts = Sketch.create(1 << 30)) {
      int[] regions = router.regions(keys);
      whole.add(keys);
      for (int i = 0; i < ROWS; i++) {
        assertEquals(router.region(keys.get(i)), regions[i]);
      }
      parts.add(Keys.of(Arrays.copyOf(data, 80), 8));
      parts.add(Keys.of(Arrays.copyOfRange(data, 80, data.length), 8));
      assertEquals(ROWS, whole.rows());
      assertArrayEquals(parts.splits(9), whole.splits(9));
    }
  }

  /**
   * A collection waits for calls that hold arrays. Collections end while one sort runs, so that no
   * array is held from its begin to its end.
   */
  @Test
  void collectionsRunWhileKeysAreSorted() throws Exception {
    byte[] data = new byte[16 * 4_000_000];
    random.nextBytes(data);
    Keys keys = Keys.of(data, 16);
    AtomicBoolean sorted = new AtomicBoolean();
    int[] collections = new int[1];
    KeyOrder[] order = new KeyOrder[1];
    Thread sorter =
        new Thread(
            () -> {
              order[0] = keys.order();
              sorted.set(true);
            });
    sorter.start();
    while (!sorted.get()) {
      System.gc();
      collections[0] += sorted.get() ? 0 : 1;
    }
    sorter.join();
    assertEquals(4_000_000, order[0].rows());
    assertTrue(collections[0] >= 3, collections[0] + " collections during the sort");
    assertFalse(KeyRange.compare(keys.get(order[0].row(0)), keys.get(order[0].row(9))) > 0);
  }
}
