package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A million keys of random layouts and values, byte for byte as the command-line tool makes them,
 * and back. The property {@code rowkey.seed} gives other ones, {@code rowkey.layouts} and {@code
 * rowkey.rows} other numbers of them.
 */
class GoldenTest {
  private static final int LAYOUTS = Integer.getInteger("rowkey.layouts", 125);
  private static final int ROWS = Integer.getInteger("rowkey.rows", 8_000);

  private static final String COLUMNS =
      "a:u64,b:i64,n:i64,s:hex,t:text,f:f64,g:f32,u:uuid,ts:time(ms)";

  private static final String[] FIELDS = {
    "{a:u64}",
    "{a:u64le}",
    "{a:~u64}",
    "{a:020d}",
    "{a:016x}",
    "{a}|",
    "{b:i64}",
    "{b:i64be}",
    "{b}/",
    "{a % 1000:03d}",
    "{a % 26:a}",
    "{md5(a) % 1000000:07d}",
    "{md5(s, t):x}",
    "{md5(s)}",
    "{md5(t):06x}",
    "{md5(a, half=first):u64}",
    "{murmur3_128(s, half=second):i64}",
    "{murmur3_32(s):i32}",
    "{abs(java_hash(t) % 20):u8}",
    "{h31(s) % 100:i16}",
    "{crc32(s):08x}",
    "{crc32c(s):u32}",
    "{crc16(s) % 16384:u16}",
    "{fnv1a_32(t) % 12:02d}",
    "{xxh64(s):u64}",
    "{xxh3(t, seed=7) % 256:u8}",
    "{murmur2(t, seed=0x9747b28c):i32be}",
    "{siphash24(s, key=\"000102030405060708090a0b0c0d0e0f\"):u64}",
    "{s:esc}",
    "{s:~esc}",
    "{s:mem}",
    "{s:u16s}",
    "{t:esc}",
    "{t}|",
    "{t:64s}",
    "{t:u8s}",
    "{upper(t):esc}",
    "{prefix(s, 3):u8s}",
    "{slice(t, 1, 4):u8s}",
    "{length(s):u16}",
    "{f}",
    "{f:~f64}",
    "{g}",
    "{g:f64}",
    "{u}",
    "{u:x}",
    "{reverse(a:u64)}",
    "{reverse(t):u8s}",
    "{coalesce(n, -7):i64}",
    "{null_first(n):u8}{coalesce(n, 0):i64}",
    "{null_last(n):u8}{coalesce(n, 5):~i64}",
    "{random() % 100:02d}",
    "{year(ts):04d}{month(ts):02d}",
    "{truncate(ts, day):i64}",
    "{jump(a, 100):u16}",
    "{bit_reverse(a, 64):u64}",
    "{interleave(a & 0xffff, b & 0xffff, 16):u32}",
    "{int32(b):i32}",
    "{b >> 3:i64}",
    "x{a / 3:u64}",
    "{floormod(b, 7):u8}",
    "{abs(md5(rest) % 97):u8}",
    "{hour(ts):02d}",
    "{(b & 255) ^ 85:u8}"
  };

  private final long seed = Long.getLong("rowkey.seed", 20240229);
  private final Random random = new Random(seed);

  /** Columns of random values, and what the tool reads of them. */
  private final class Values {
    final long[] a = new long[ROWS];
    final long[] b = new long[ROWS];
    final long[] n = new long[ROWS];
    final byte[] present = new byte[(ROWS + 7) / 8];
    final byte[][] s = new byte[ROWS][];
    final byte[][] t = new byte[ROWS][];
    final double[] f = new double[ROWS];
    final float[] g = new float[ROWS];
    final byte[] u = new byte[16 * ROWS];
    final long[] ts = new long[ROWS];
    final String text;

    Values() {
      StringBuilder lines = new StringBuilder();
      random.nextBytes(present);
      random.nextBytes(u);
      for (int i = 0; i < ROWS; i++) {
        a[i] = number();
        b[i] = number();
        n[i] = number();
        s[i] = new byte[random.nextInt(random.nextInt(8) == 0 ? 200 : 20)];
        random.nextBytes(s[i]);
        t[i] = letters();
        f[i] = random.nextInt(4) == 0 ? random.nextInt(9) - 4 : random.nextGaussian() * 1e9;
        g[i] = random.nextInt(4) == 0 ? random.nextInt(9) - 4 : (float) random.nextGaussian();
        ts[i] = (long) (random.nextDouble() * 4e12) - 1_000_000_000_000L;
        lines.append(Long.toUnsignedString(a[i])).append(',').append(b[i]).append(',');
        lines.append(isNull(i) ? "NULL" : n[i]).append(',').append(Tool.hex(s[i])).append(',');
        lines.append(new String(t[i], StandardCharsets.UTF_8)).append(',').append(f[i]).append(',');
        lines.append(g[i]).append(',').append(Tool.hex(Arrays.copyOfRange(u, 16 * i, 16 * i + 16)));
        lines.append(',').append(java.time.Instant.ofEpochMilli(ts[i])).append('\n');
      }
      text = lines.toString();
    }

    private long number() {
      return random.nextLong() >> random.nextInt(64);
    }

    private byte[] letters() {
      byte[] bytes = new byte[random.nextInt(30) + 1];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) ('a' + random.nextInt(26));
      }
      return bytes;
    }

    boolean isNull(int row) {
      return (present[row / 8] >> row % 8 & 1) == 0;
    }

    Object[] row(int i) {
      return new Object[] {
        a[i],
        b[i],
        isNull(i) ? null : n[i],
        s[i],
        new String(t[i], StandardCharsets.UTF_8),
        f[i],
        g[i],
        Arrays.copyOfRange(u, 16 * i, 16 * i + 16),
        java.time.Instant.ofEpochMilli(ts[i])
      };
    }
  }

  /** A layout of some fields that go together. */
  private RowKeyLayout layout(Schema schema) {
    for (; ; ) {
      StringBuilder template = new StringBuilder();
      for (int i = random.nextInt(6) + 1; i > 0; i--) {
        template.append(FIELDS[random.nextInt(FIELDS.length)]);
      }
      try {
        return RowKeyLayout.compile(template.toString(), schema);
      } catch (RowKeyException e) {
        // A column has one replacement, for example. All fields by themselves compile.
        assertEquals(RowKeyException.Kind.TYPE, e.kind(), e::getMessage);
      }
    }
  }

  @Test
  void everyFieldCompiles() {
    for (String field : FIELDS) {
      RowKeyLayout.compile(field + "{a:u64}", Schema.parse(COLUMNS)).close();
    }
  }

  @Test
  void millionKeysAsTheToolMakesThem() throws Exception {
    Schema schema = Schema.parse(COLUMNS);
    long keys = 0;
    for (int round = 0; round < LAYOUTS; round++) {
      Values values = new Values();
      try (RowKeyLayout layout = layout(schema);
          Encoder encoder = layout.encoder()) {
        String template = layout.template();
        List<String> expected =
            Tool.run(
                values.text,
                "encode",
                "--quiet",
                "--layout",
                template,
                "--columns",
                COLUMNS,
                "--input",
                "csv",
                "--null",
                "NULL",
                "--output",
                "hex",
                "--seed",
                "0");
        assertEquals(ROWS, expected.size(), template);
        byte[][] made = encode(layout, encoder, values, round);
        for (int i = 0; i < ROWS; i++) {
          int row = i;
          assertEquals(
              expected.get(i),
              Tool.hex(made[i]),
              () -> template + ", row " + row + ", seed " + seed);
        }
        checkSingleRows(encoder, values, made);
        checkDecoded(layout, values, made);
      }
      keys += ROWS;
    }
    assertEquals((long) LAYOUTS * ROWS, keys);
  }

  /** Each round takes columns from other memory and puts keys into other memory. */
  private byte[][] encode(RowKeyLayout layout, Encoder encoder, Values values, int round) {
    Batch batch = round % 2 == 0 ? arrays(layout, values) : direct(layout, values);
    if (round % 5 == 4) {
      return encoder.encode(batch);
    }
    int bound = (int) encoder.bound(batch);
    Keys keys;
    switch (round % 5) {
      case 0:
        keys = Keys.growing();
        break;
      case 1:
        keys = Keys.into(new byte[bound], new int[ROWS + 1]);
        break;
      case 2:
        keys = Keys.into(ByteBuffer.allocateDirect(bound), ints(ROWS + 1));
        break;
      default:
        ByteBuffer room = ByteBuffer.allocateDirect(bound + 5);
        room.position(5);
        IntBuffer offsets = ints(ROWS + 4);
        offsets.position(3);
        keys = Keys.into(room, offsets);
    }
    long bytes = encoder.encode(batch, keys);
    assertEquals(ROWS, keys.rows());
    assertEquals(bytes, keys.offset(ROWS));
    return keys.toArrays();
  }

  private static IntBuffer ints(int count) {
    return ByteBuffer.allocateDirect(4 * count).order(ByteOrder.nativeOrder()).asIntBuffer();
  }

  private static Batch arrays(RowKeyLayout layout, Values values) {
    return layout
        .batch()
        .longs("a", values.a)
        .longs("b", values.b)
        .longs("n", values.n)
        .nulls("n", values.present)
        .texts("s", values.s)
        .texts("t", values.t)
        .doubles("f", values.f)
        .floats("g", values.g)
        .fixed("u", values.u)
        .longs("ts", values.ts);
  }

  private static Batch direct(RowKeyLayout layout, Values values) {
    Batch batch = arrays(layout, values);
    LongBuffer a = direct(8 * ROWS + 16).asLongBuffer();
    a.position(2);
    a.put(values.a).position(2);
    DoubleBuffer f = direct(8 * ROWS).asDoubleBuffer();
    f.put(values.f).flip();
    ByteBuffer present = direct(values.present.length + 3);
    present.position(3);
    present.put(values.present).position(3);
    IntBuffer offsets = ints(ROWS + 1);
    int size = 0;
    for (byte[] s : values.s) {
      offsets.put(size);
      size += s.length;
    }
    offsets.put(size).flip();
    ByteBuffer texts = direct(size + 1);
    texts.position(1);
    for (byte[] s : values.s) {
      texts.put(s);
    }
    texts.position(1);
    ByteBuffer u = direct(values.u.length);
    u.put(values.u).flip();
    return batch
        .longs("a", a)
        .doubles("f", f)
        .nulls("n", present)
        .texts("s", texts, offsets)
        .fixed("u", u);
  }

  private static ByteBuffer direct(int size) {
    return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
  }

  private static void checkSingleRows(Encoder encoder, Values values, byte[][] made) {
    for (int i = 0; i < ROWS; i += 7) {
      assertArrayEquals(made[i], encoder.keyOfRow(i, values.row(i)));
    }
  }

  private static void checkDecoded(RowKeyLayout layout, Values values, byte[][] made) {
    Columns columns;
    try (Decoder decoder = layout.decoder()) {
      columns = decoder.decode(Keys.of(made));
    }
    if (columns.has("a")) {
      assertArrayEquals(values.a, columns.longs("a"));
    }
    if (columns.has("b")) {
      assertArrayEquals(values.b, columns.longs("b"));
    }
    if (columns.has("ts")) {
      assertArrayEquals(values.ts, columns.longs("ts"));
    }
    if (columns.has("f")) {
      assertArrayEquals(values.f, columns.doubles("f"));
    }
    if (columns.has("g")) {
      assertArrayEquals(values.g, columns.floats("g"));
    }
    if (columns.has("u")) {
      assertArrayEquals(values.u, Arrays.copyOf(columns.textData("u"), 16 * ROWS));
    }
    for (int i = 0; i < ROWS; i++) {
      if (columns.has("s")) {
        assertArrayEquals(values.s[i], columns.text("s", i));
      }
      if (columns.has("t")) {
        assertArrayEquals(values.t[i], columns.text("t", i));
      }
      if (columns.has("n") && !values.isNull(i)) {
        assertEquals(values.n[i], columns.longs("n")[i]);
      }
    }
    for (int i = 0; i < ROWS; i += 37) {
      checkRecord(layout.decode(made[i]), columns, values, i);
    }
  }

  private static void checkRecord(Record record, Columns columns, Values values, int i) {
    Object[] row = values.row(i);
    for (String name : columns.has("n") ? new String[] {"a", "b", "n"} : new String[] {"a", "b"}) {
      assertEquals(columns.has(name), record.has(name));
      if (record.has(name)) {
        assertEquals(columns.isNull(name, i), record.isNull(name));
        if (!record.isNull(name)) {
          assertEquals(columns.longs(name)[i], record.getLong(name));
        }
      }
    }
    if (record.has("t")) {
      assertEquals(row[4], record.getString("t"));
    }
    if (record.has("ts")) {
      assertEquals(row[8], record.getInstant("ts"));
    }
    if (record.has("g")) {
      assertEquals(row[6], record.get("g"));
    }
  }
}
