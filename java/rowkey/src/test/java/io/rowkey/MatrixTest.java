package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every class of Java's values in a column of every declared type, with values at the edges: the
 * key of the same number, instant or bytes, which is computed here, or an error. Which pairs there
 * are is read from src/types/conversions.def.
 */
class MatrixTest {
  private static final String[] KINDS = {
    "INTEGER", "FLOAT", "DECIMAL", "INSTANT", "DATE", "BOOL", "TEXT", "BYTES", "UUID"
  };
  private static final BigInteger TWO_TO_63 = BigInteger.ONE.shiftLeft(63);
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
  private static final byte[] NO_KEY = null;

  /** For each type, what becomes of each kind. */
  private static final Map<String, Map<String, String>> STEPS = new LinkedHashMap<>();

  private static Path dictionary;

  @BeforeAll
  static void readTable() throws Exception {
    Path file = Paths.get(MatrixTest.class.getResource("/conversions.def").toURI());
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      if (line.startsWith("DECLARED(")) {
        String[] cells = line.substring(9, line.length() - 1).trim().split(",\\s*");
        assertEquals(KINDS.length + 1, cells.length, line);
        Map<String, String> steps = new LinkedHashMap<>();
        for (int i = 0; i < KINDS.length; i++) {
          steps.put(KINDS[i], cells[i + 1]);
        }
        STEPS.put(cells[0], steps);
      }
    }
    dictionary = Paths.get(MatrixTest.class.getResource("/kept_keys/names.uid").toURI());
  }

  // ---- Columns

  /** A declared type, and texts with the keys of what they say; null for text that it refuses. */
  private static final class Column {
    final String type;
    final String text;

    /** Of times, how many decimal digits of a second they count; of decimals, after the point. */
    final int digits;

    final Map<String, byte[]> texts = new LinkedHashMap<>();

    Column(String type, String text, int digits) {
      this.type = type;
      this.text = text;
      this.digits = digits;
    }

    Column reads(String value, byte[] key) {
      texts.put(value, key);
      return this;
    }

    Column refuses(String... values) {
      for (String value : values) {
        texts.put(value, NO_KEY);
      }
      return this;
    }

    boolean takes(String kind) {
      boolean isWide = type.equals("bytes") && !text.equals("bytes(16)");
      return !STEPS.get(type).get(kind).equals("REFUSE") && !(kind.equals("UUID") && isWide);
    }

    /** A field that shows all that the column keeps. */
    String template() {
      switch (ColumnType.parse(text).code) {
        case ColumnType.CODE_U64:
          return "{c:u64}";
        case ColumnType.CODE_I64:
          return "{c:i64}";
        case ColumnType.CODE_F64:
          return "{c:f64}";
        case ColumnType.CODE_F32:
          return "{c:f32}";
        default:
          return "{c}";
      }
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] hex(String digits) {
    byte[] bytes = new byte[digits.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }

  private static byte[] unsigned(long bits) {
    return ByteBuffer.allocate(8).putLong(bits).array();
  }

  private static byte[] signed(long number) {
    return unsigned(number ^ Long.MIN_VALUE);
  }

  private static byte[] float64(double number) {
    long bits = Double.doubleToRawLongBits(number);
    return unsigned(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
  }

  private static byte[] float32(float number) {
    int bits = Float.floatToRawIntBits(number);
    return ByteBuffer.allocate(4).putInt(bits < 0 ? ~bits : bits ^ Integer.MIN_VALUE).array();
  }

  private static Column time(String text, int digits) {
    BigDecimal second = new BigDecimal("1709296200").scaleByPowerOfTen(digits);
    byte[] key = signed(second.longValueExact());
    return text.contains("%")
        ? new Column("time", text, digits).reads("01.03.2024 12:30", key).refuses("2024-03-01")
        : new Column("time", text, digits).reads("2024-03-01T12:30:00Z", key).refuses("never");
  }

  private static List<Column> columns() {
    String uuid = "00112233-4455-6677-8899-aabbccddeeff";
    String v6 = "20010db8000000010000000000000010";
    return Arrays.asList(
        new Column("u64", "u64", 0)
            .reads("0", unsigned(0))
            .reads("18446744073709551615", unsigned(-1))
            .refuses("18446744073709551616", "-1", "x", ""),
        new Column("i64", "i64", 0)
            .reads("-9223372036854775808", signed(Long.MIN_VALUE))
            .refuses("9223372036854775808", "1.5"),
        new Column("f64", "f64", 0).reads("19.99", float64(19.99)).refuses("one"),
        new Column("f32", "f32", 0).reads("1.5", float32(1.5f)).refuses("one"),
        new Column("text", "text", 0).reads("é", utf8("é")).reads("", new byte[0]),
        new Column("bytes", "bytes", 0).reads("é", utf8("é")),
        new Column("bytes", "bytes(3)", 3).reads("abc", utf8("abc")).refuses("ab", "abcd"),
        new Column("bytes", "bytes(16)", 16).reads(v6.substring(16), utf8(v6.substring(16))),
        time("time(s)", 0),
        time("time(ms)", 3),
        time("time(us)", 6),
        time("time(ns)", 9),
        time("time(ms, \"%d.%m.%Y %H:%M\")", 3),
        new Column("epoch", "epoch(s)", 0).reads("-5", signed(-5)).refuses("2024-03-01"),
        new Column("epoch", "epoch(ms)", 3).reads("-5", signed(-5)).refuses("2024-03-01"),
        new Column("decimal", "decimal(0)", 0).reads("12", signed(12)).refuses("12.5"),
        new Column("decimal", "decimal(2)", 2)
            .reads("12", signed(1200))
            .reads("-92233720368547758.08", signed(Long.MIN_VALUE))
            .refuses("92233720368547758.08", "0.001"),
        new Column("decimal", "decimal(18)", 18)
            .reads("-9.2", signed(-9200000000000000000L))
            .refuses("10"),
        new Column("uuid", "uuid", 16)
            .reads(uuid, hex(uuid.replace("-", "")))
            .refuses("0123456789abcdef"),
        new Column("ip", "ip", 16)
            .reads("2001:db8:0:1::10", hex(v6))
            .reads("10.1.2.3", hex("00000000000000000000ffff0a010203"))
            .refuses("host"),
        new Column("ipv4", "ipv4", 0)
            .reads("255.255.255.255", unsigned(0xffffffffL))
            .refuses("2001:db8::1"),
        new Column("hex", "hex", 0).reads("6162", utf8("ab")).refuses("616"),
        new Column("base64", "base64", 0).reads("YWI=", utf8("ab")).refuses("*"),
        new Column("bool", "bool", 0)
            .reads("yes", unsigned(1))
            .reads("0", unsigned(0))
            .refuses("2"),
        new Column("enum", "enum(a, b)", 0).reads("b", unsigned(1)).refuses("c"),
        new Column("uid", "uid(" + dictionary + ")", 0)
            .reads("sys.cpu.nice", unsigned(2))
            .refuses("no such name"));
  }

  // ---- Keys, computed here

  private static byte[] whole(BigDecimal number, boolean isUnsigned) {
    BigInteger low = isUnsigned ? BigInteger.ZERO : TWO_TO_63.negate();
    BigInteger high = isUnsigned ? TWO_TO_64 : TWO_TO_63;
    if (number.stripTrailingZeros().scale() > 0) {
      return NO_KEY;
    }
    BigInteger digits = number.toBigInteger();
    if (digits.compareTo(low) < 0 || digits.compareTo(high) >= 0) {
      return NO_KEY;
    }
    return isUnsigned ? unsigned(digits.longValue()) : signed(digits.longValue());
  }

  private static byte[] below(BigDecimal number, long limit) {
    return number.compareTo(BigDecimal.valueOf(limit)) < 0 ? whole(number, true) : NO_KEY;
  }

  private static byte[] numberKey(Column column, BigDecimal number) {
    switch (column.type) {
      case "u64":
        return whole(number, true);
      case "ipv4":
        return below(number, 1L << 32);
      case "bool":
        return below(number, 2);
      case "decimal":
        return whole(number.scaleByPowerOfTen(column.digits), false);
      case "f64":
        double real = number.doubleValue();
        return new BigDecimal(real).compareTo(number) == 0 ? float64(real) : NO_KEY;
      case "f32":
        float small = number.floatValue();
        boolean isSame = !Float.isInfinite(small) && new BigDecimal(small).compareTo(number) == 0;
        return isSame ? float32(small) : NO_KEY;
      default:
        return whole(number, false);
    }
  }

  private static byte[] instantKey(Column column, Instant instant) {
    BigDecimal seconds =
        BigDecimal.valueOf(instant.getEpochSecond()).add(BigDecimal.valueOf(instant.getNano(), 9));
    return whole(seconds.scaleByPowerOfTen(column.digits), false);
  }

  private static byte[] bytesKey(Column column, byte[] bytes) {
    switch (column.text) {
      case "ipv4":
        return bytes.length == 4 ? unsigned(ByteBuffer.wrap(bytes).getInt() & 0xffffffffL) : NO_KEY;
      case "ip":
        return bytes.length == 4
            ? hex("00000000000000000000ffff" + Tool.hex(bytes))
            : bytes.length == 16 ? bytes : NO_KEY;
      default:
        return column.digits == 0 || bytes.length == column.digits ? bytes : NO_KEY;
    }
  }

  // ---- Values

  private static final BigInteger[] INTEGERS = {
    BigInteger.ZERO,
    BigInteger.ONE,
    BigInteger.valueOf(2),
    BigInteger.valueOf(12),
    BigInteger.valueOf(-1),
    BigInteger.valueOf(-128),
    BigInteger.valueOf(1L << 32).subtract(BigInteger.ONE),
    BigInteger.valueOf(1L << 32),
    BigInteger.valueOf(1 << 24).add(BigInteger.ONE),
    BigInteger.valueOf(1L << 53).add(BigInteger.ONE),
    BigInteger.valueOf(92233720368547758L),
    BigInteger.valueOf(92233720368547759L),
    TWO_TO_63.negate(),
    TWO_TO_63.subtract(BigInteger.ONE),
    TWO_TO_63,
    TWO_TO_64.subtract(BigInteger.ONE)
  };

  private static List<Object> carriers(BigInteger number) {
    List<Object> values = new ArrayList<>();
    values.add(number);
    int bits = number.bitLength();
    if (bits < 64) {
      values.add(number.longValue());
    }
    if (bits < 32) {
      values.add(number.intValue());
    }
    if (bits < 16) {
      values.add(number.shortValue());
    }
    if (bits < 8) {
      values.add(number.byteValue());
    }
    return values;
  }

  private static List<Object> carriers(Instant instant) {
    List<Object> values = new ArrayList<>();
    values.add(instant);
    values.add(instant.atOffset(ZoneOffset.ofHours(2)));
    values.add(instant.atZone(ZoneId.of("Europe/Berlin")));
    values.add(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    values.add(Timestamp.from(instant));
    if (instant.getNano() % 1_000_000 == 0) {
      values.add(Date.from(instant));
    }
    return values;
  }

  private static final String[] INSTANTS = {
    "1970-01-01T00:00:00Z",
    "1969-12-31T23:59:59.999Z",
    "2024-03-01T12:30:00.125Z",
    "2024-03-01T12:30:00.123456Z",
    "1969-12-31T23:59:59.999999999Z",
    "2262-04-11T23:47:16.854775807Z",
    "2262-04-11T23:47:16.854775808Z",
    "1677-09-21T00:12:43.145224192Z",
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00.000001Z"
  };
  private static final double[] FLOATS = {
    0.0, 1, -1, 12, 12.5, 19.99, 0.1f, 1 << 24, 1L << 53, 0x1p63, -0x1p63, 0x1p64, 1e300, 0x1p-149
  };
  private static final String[] DECIMALS = {
    "0",
    "0.00",
    "12",
    "12.00",
    "12.5",
    "12.50",
    "-12.345",
    "1E+3",
    "1E-18",
    "92233720368547758.07",
    "92233720368547758.08",
    "-92233720368547758.08",
    "18446744073709551615",
    "18446744073709551616"
  };
  private static final String[] DATES = {
    "1970-01-01", "1969-12-31", "2024-02-29", "0001-01-01", "9999-12-31"
  };

  // ---- Checks

  /** The key of a value, or an error that names the column: alone, as a row and in a batch. */
  private static void check(Column column, String kind, Object value, byte[] key) {
    String about = column.text + " of " + value.getClass().getSimpleName() + " " + value;
    try (RowKeyLayout layout =
            RowKeyLayout.compile(column.template(), Schema.parse("c:" + column.text));
        Encoder encoder = layout.encoder()) {
      boolean isTaken = column.takes(kind);
      checkOne(about, isTaken, key, () -> layout.key(value));
      checkOne(about, isTaken, key, () -> encoder.keyOfRow(3, value));
      if (value instanceof Long) {
        checkOne(about, isTaken, key, () -> layout.key((long) (Long) value));
      }
      Batch batch = batch(layout, kind, value);
      if (batch != null) {
        checkOne(about + " in a batch", isTaken, key, () -> encoder.encode(batch)[0]);
      }
    }
  }

  private interface Made {
    byte[] key();
  }

  private static void checkOne(String about, boolean isTaken, byte[] key, Made made) {
    if (isTaken && key != NO_KEY) {
      assertEquals(Tool.hex(key), Tool.hex(made.key()), about);
      return;
    }
    RuntimeException e = assertThrows(RuntimeException.class, made::key, about);
    assertTrue(e.getMessage().contains("column c"), about + ": " + e);
    if (e instanceof RowKeyException) {
      boolean isType = ((RowKeyException) e).kind() == RowKeyException.Kind.TYPE;
      assertEquals(!isTaken, isType, about + ": " + e);
    } else {
      assertEquals(IllegalArgumentException.class, e.getClass(), about);
      assertTrue(e.getMessage().contains("64 bits"), about + ": " + e);
    }
  }

  /** The value as the one row of a batch; null where no method takes it. */
  private static Batch batch(RowKeyLayout layout, String kind, Object value) {
    Batch batch = layout.batch();
    switch (value.getClass().getSimpleName()) {
      case "Long":
        return batch.longs("c", new long[] {(Long) value});
      case "Double":
        return batch.doubles("c", new double[] {(Double) value});
      case "Float":
        return batch.floats("c", new float[] {(Float) value});
      case "BigDecimal":
        return batch.decimals("c", (BigDecimal) value);
      case "LocalDate":
        return batch.dates("c", new int[] {(int) ((LocalDate) value).toEpochDay()});
      case "Boolean":
        return batch.booleans("c", new boolean[] {(Boolean) value});
      case "Date":
        return kind.equals("DATE")
            ? null
            : batch.instants("c", new long[] {((Date) value).getTime()}, TimeUnit.MILLISECONDS);
      case "String":
        return batch.strings("c", (String) value);
      case "byte[]":
        return batch.texts("c", new byte[][] {(byte[]) value});
      default:
        return null;
    }
  }

  @Test
  void theTableIsAllHere() {
    List<String> types = new ArrayList<>();
    columns().forEach(column -> types.add(column.type));
    assertTrue(types.containsAll(STEPS.keySet()), STEPS.keySet() + " in " + types);
    assertTrue(STEPS.keySet().containsAll(types), types + " in " + STEPS.keySet());
  }

  @Test
  void integers() {
    for (Column column : columns()) {
      for (BigInteger integer : INTEGERS) {
        for (Object value : carriers(integer)) {
          boolean isBits = value instanceof Long && column.type.equals("u64");
          BigInteger number =
              isBits ? new BigInteger(Long.toUnsignedString((Long) value)) : integer;
          check(column, "INTEGER", value, numberKey(column, new BigDecimal(number)));
        }
      }
      check(column, "INTEGER", TWO_TO_64, NO_KEY);
      check(column, "INTEGER", TWO_TO_63.not(), NO_KEY);
    }
  }

  @Test
  void floats() {
    for (Column column : columns()) {
      for (double number : FLOATS) {
        byte[] key = numberKey(column, new BigDecimal(number));
        check(column, "FLOAT", number, key);
        if ((float) number == number) {
          check(column, "FLOAT", (float) number, key);
        }
      }
      boolean isReal = column.type.equals("f64") || column.type.equals("f32");
      byte[] infinite =
          column.type.equals("f64")
              ? float64(Double.POSITIVE_INFINITY)
              : float32(Float.POSITIVE_INFINITY);
      check(column, "FLOAT", Double.POSITIVE_INFINITY, isReal ? infinite : NO_KEY);
      check(column, "FLOAT", Float.POSITIVE_INFINITY, isReal ? infinite : NO_KEY);
    }
  }

  @Test
  void decimals() {
    for (Column column : columns()) {
      for (String digits : DECIMALS) {
        BigDecimal number = new BigDecimal(digits);
        check(column, "DECIMAL", number, numberKey(column, number));
        checkUnscaled(column, number);
      }
    }
  }

  /** The same as a {@code long} and a scale. */
  private static void checkUnscaled(Column column, BigDecimal number) {
    if (number.unscaledValue().bitLength() > 63) {
      return;
    }
    try (RowKeyLayout layout =
            RowKeyLayout.compile(column.template(), Schema.parse("c:" + column.text));
        Encoder encoder = layout.encoder()) {
      long[] digits = {number.unscaledValue().longValue()};
      Batch batch = layout.batch().decimals("c", digits, number.scale());
      checkOne(
          column.text + " of " + number,
          column.takes("DECIMAL"),
          numberKey(column, number),
          () -> encoder.encode(batch)[0]);
    }
  }

  @Test
  void manyDecimals() {
    BigDecimal[] values = {new BigDecimal("12.5"), null, new BigDecimal("-1E+3"), BigDecimal.ONE};
    try (RowKeyLayout layout =
            RowKeyLayout.compile("{coalesce(c, 7):i64}", Schema.parse("c:decimal(2)"));
        Encoder encoder = layout.encoder()) {
      byte[][] keys = encoder.encode(layout.batch().decimals("c", values));
      long[] hundredths = {1250, 7, -100000, 100};
      for (int i = 0; i < keys.length; i++) {
        assertEquals(Tool.hex(signed(hundredths[i])), Tool.hex(keys[i]));
      }
      for (String wrong : new String[] {"1E-77", "1E+77", "1E+2147483647", "1E-2147483647"}) {
        BigDecimal value = new BigDecimal(wrong);
        assertThrows(
            IllegalArgumentException.class,
            () -> layout.batch().decimals("c", BigDecimal.ONE, value),
            wrong);
      }
    }
  }

  @Test
  void instants() {
    for (Column column : columns()) {
      for (String text : INSTANTS) {
        Instant instant = Instant.parse(text);
        for (Object value : carriers(instant)) {
          check(column, "INSTANT", value, instantKey(column, instant));
        }
      }
    }
  }

  @Test
  void dates() {
    for (Column column : columns()) {
      for (String text : DATES) {
        LocalDate date = LocalDate.parse(text);
        byte[] key = instantKey(column, date.atStartOfDay(ZoneOffset.UTC).toInstant());
        check(column, "DATE", date, key);
        check(column, "DATE", java.sql.Date.valueOf(date), key);
      }
    }
  }

  @Test
  void bools() {
    for (Column column : columns()) {
      check(column, "BOOL", true, unsigned(1));
      check(column, "BOOL", false, unsigned(0));
    }
  }

  @Test
  void texts() {
    for (Column column : columns()) {
      assertTrue(column.takes("TEXT"), column.text);
      assertFalse(column.texts.isEmpty(), column.text);
      column.texts.forEach((text, key) -> check(column, "TEXT", text, key));
    }
  }

  @Test
  void bytes() throws Exception {
    for (Column column : columns()) {
      for (int size : new int[] {0, 1, 2, 3, 4, 15, 16, 17}) {
        byte[] value = Arrays.copyOf(hex("ff00c3a9616263640102030405060708"), size);
        check(column, "BYTES", value, bytesKey(column, value));
      }
      for (String address : new String[] {"10.1.2.3", "2001:db8:0:1::10"}) {
        InetAddress value = InetAddress.getByName(address);
        check(column, "BYTES", value, bytesKey(column, value.getAddress()));
      }
    }
  }

  @Test
  void uuids() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    for (Column column : columns()) {
      check(column, "UUID", uuid, hex("00112233445566778899aabbccddeeff"));
    }
  }

  @Test
  void nulls() {
    for (Column column : columns()) {
      try (RowKeyLayout layout =
              RowKeyLayout.compile(column.template(), Schema.parse("c:" + column.text));
          Encoder encoder = layout.encoder()) {
        Batch texts = layout.batch().strings("c", (String) null);
        Batch bytes = layout.batch().texts("c", (byte[]) null);
        assertNull(() -> layout.key((Object) null));
        assertNull(() -> encoder.encode(texts));
        if (column.takes("BYTES")) {
          assertNull(() -> encoder.encode(bytes));
        }
      }
    }
  }

  private static void assertNull(org.junit.jupiter.api.function.Executable call) {
    RowKeyException e = assertThrows(RowKeyException.class, call);
    assertEquals("c", e.column());
    assertTrue(e.getMessage().contains("null"), e.getMessage());
  }
}
