package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RowKeyLayoutTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String[] strings(byte[][] points) {
    return Arrays.stream(points).map(KeyRange::show).toArray(String[]::new);
  }

  @Test
  void oneRowThereAndBack() {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{md5(host) % 1000:03d}|{host}|{ts:u64}",
            Schema.of("host", ColumnType.TEXT, "ts", ColumnType.U64));
    byte[] key = layout.key("web-1", 1700000000L);
    assertEquals("072|web-1|\\x00\\x00\\x00\\x00eS\\xF1\\x00", KeyRange.show(key));
    assertArrayEquals(key, layout.key(bytes("web-1"), 1700000000));
    Record record = layout.decode(key);
    assertEquals("web-1", record.getString("host"));
    assertEquals(1700000000L, record.getLong(1));
    assertEquals("{host=web-1, ts=1700000000}", record.toString());
    assertEquals(-1, layout.keyWidth());
    assertEquals(219, layout.splits(220).length);
  }

  private static RowKeyException refused(RowKeyLayout layout, String question, Object... values) {
    return assertThrows(
        RowKeyException.class, () -> layout.fillQuestion(question, values), question);
  }

  @Test
  void aRecordFillsInAQuestion() {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{host}", Schema.parse("host:text,price:decimal(2),ts:time(s),load:f64,id:u64"));
    Instant ts = Instant.ofEpochSecond(1700000000);
    Object[] record = {"a\"b", new BigDecimal("12.5"), ts, 0.5, null};
    String[][] filled = {
      {"host = ?", "host = \"a\\x22b\""},
      {"10: price >= ?, host = \"x\"", "price >= \"12.50\", host = \"x\""},
      {
        "ts in last 1h, order by ts desc, limit 3",
        "ts > \"2023-11-14T21:13:20Z\", ts <= \"2023-11-14T22:13:20Z\""
      },
      {"load within 0.25 of ?", "load >= 0.25, load <= 0.75"},
      {"id < 5", "id < 5"},
      {"order by id", ""}
    };
    for (String[] question : filled) {
      assertEquals(question[1], layout.fillQuestion(question[0], record), question[0]);
    }
    String accent = layout.fillQuestion("host = ?", "é", null, null, null, null);
    assertEquals("host = \"\\xC3\\xA9\"", accent);
    assertEquals(layout.ranges("host = é"), layout.ranges(accent));
    String large = new String(new char[5000]).replace('\0', 'x');
    assertEquals(
        "host = \"" + large + '"', layout.fillQuestion("host = ?", large, null, null, null, null));
    RowKeyException e = refused(layout, "id = ?", record);
    assertEquals(RowKeyException.Kind.RANGE, e.kind());
    assertEquals("id", e.column());
    record[3] = Double.NaN;
    assertEquals("load", refused(layout, "load within 1 of ?", record).column());
    record[0] = true;
    assertEquals(RowKeyException.Kind.TYPE, refused(layout, "host = ?", record).kind());
    assertEquals(RowKeyException.Kind.COLUMN, refused(layout, "hos = ?", record).kind());
    assertThrows(IllegalArgumentException.class, () -> layout.fillQuestion("host = ?", "x"));
    assertThrows(NullPointerException.class, () -> layout.fillQuestion(null, record));
  }

  @Test
  void textIsUtf8() {
    RowKeyLayout layout = RowKeyLayout.compile("{s:esc}", Schema.of("s", ColumnType.TEXT));
    for (String text : new String[] {"", "a?", "ä€", "\ud83d\ude00?", new String(new char[5000])}) {
      assertEquals(text, layout.decode(layout.key(text)).getString("s"));
      assertArrayEquals(layout.key(bytes(text)), layout.key(text));
    }
    assertThrows(IllegalArgumentException.class, () -> layout.key("a\ud83d"));
    byte[] large = new byte[3_000_000];
    assertArrayEquals(large, layout.decode(layout.key(large)).getBytes("s"));
  }

  @Test
  void valuesOfEveryType() {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{a:u64}{b:i64}{f}{g}{u}{ts:i64}{ok:u8}{d:i64}",
            Schema.parse("a:u64,b:i64,f:f64,g:f32,u:uuid,ts:time(ms),ok:bool,d:decimal(2)"));
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    Instant instant = Instant.parse("1969-12-31T23:59:59.999Z");
    BigInteger most = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    byte[] key = layout.key(most, -5, 2.5, 1.5f, uuid, instant, true, "12.34");
    assertArrayEquals(
        key,
        layout.key(
            -1L,
            -5L,
            2.5f,
            1.5f,
            uuid.toString(),
            instant.toString(),
            "yes",
            new BigDecimal("12.34")));
    Record record = layout.decode(key);
    assertEquals(most, record.get("a"));
    assertEquals(-5L, record.get("b"));
    assertEquals(2.5, record.getDouble("f"));
    assertEquals(1.5f, record.get("g"));
    assertEquals(uuid.toString(), record.getString("u"));
    assertEquals(instant, record.getInstant("ts"));
    assertEquals(-1L, record.getLong("ts"));
    assertEquals(instant.toString(), record.getString("ts"));
    assertEquals("true", record.getString("ok"));
    assertEquals("12.34", record.getString("d"));
    assertEquals(new BigDecimal("12.34"), record.get("d"));
    assertEquals(true, record.get("ok"));
    assertEquals("18446744073709551615", record.getString("a"));
    try (Decoder decoder = layout.decoder()) {
      Columns columns = decoder.decode(Keys.of(layout.key(0, 0, 0, 0f, uuid, 0, true, 0), key));
      for (int i = 0; i < layout.schema().size(); i++) {
        assertEquals(record.getString(i), columns.string(layout.schema().name(i), 1));
      }
      assertThrows(IndexOutOfBoundsException.class, () -> columns.string("a", 2));
      assertThrows(IndexOutOfBoundsException.class, () -> columns.string("u", -1));
    }
  }

  @Test
  void instantsAreExact() {
    RowKeyLayout layout = RowKeyLayout.compile("{ts:i64}", Schema.of("ts", ColumnType.TIME_NS));
    for (long count : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
      Instant instant = layout.decode(layout.key(count)).getInstant("ts");
      assertArrayEquals(layout.key(count), layout.key(instant));
    }
    assertThrows(IllegalArgumentException.class, () -> layout.key(Instant.MAX));
    RowKeyLayout seconds = RowKeyLayout.compile("{ts:i64}", Schema.of("ts", ColumnType.TIME_S));
    assertThrows(RowKeyException.class, () -> seconds.key(Instant.ofEpochSecond(1, 1)));
  }

  @Test
  void nullsAndWhatReplacesThem() {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{null_first(n):u8}{coalesce(n, 7):i64}{md5(h):02x}",
            Schema.of("n", ColumnType.I64, "h", ColumnType.TEXT));
    Record record = layout.decode(layout.key(null, "x"));
    assertTrue(record.has("n"));
    assertTrue(record.isNull("n"));
    assertNull(record.get("n"));
    assertThrows(IllegalStateException.class, () -> record.getLong("n"));
    assertFalse(record.has("h"));
    assertEquals(Recovery.HASHED, layout.recovery("h"));
    assertThrows(IllegalStateException.class, () -> record.getBytes("h"));
    assertThrows(IllegalArgumentException.class, () -> record.getDouble("n"));
    assertEquals(7, layout.decode(layout.key(7, "x")).getLong("n"));
    RowKeyException e = assertThrows(RowKeyException.class, () -> layout.key(1, null));
    assertEquals("h", e.column());
    assertEquals(1, e.columnIndex());
  }

  @Test
  void errorsSayWhere() {
    RowKeyException e =
        assertThrows(
            RowKeyException.class,
            () -> RowKeyLayout.compile("{md5(id % 3}", Schema.of("id", ColumnType.I64)));
    assertEquals(RowKeyException.Kind.SYNTAX, e.kind());
    assertEquals(11, e.offset());
    assertTrue(e.getMessage().contains("\n           ^"), e.getMessage());
    e =
        assertThrows(
            RowKeyException.class,
            () -> RowKeyLayout.compile("{x:u64}", Schema.of("id", ColumnType.I64)));
    assertEquals(RowKeyException.Kind.COLUMN, e.kind());
    RowKeyLayout layout = RowKeyLayout.compile("{id:03d}", Schema.of("id", ColumnType.I64));
    e = assertThrows(RowKeyException.class, () -> layout.key(1000));
    assertEquals(RowKeyException.Kind.RANGE, e.kind());
    assertEquals(0, e.row());
    assertEquals("id", e.column());
    try (Encoder encoder = layout.encoder()) {
      Keys keys = Keys.growing();
      Batch batch = layout.batch().longs("id", new long[] {1, 2, 1000, 4});
      e = assertThrows(RowKeyException.class, () -> encoder.encode(batch, keys));
      assertEquals(2, e.row());
      assertEquals(2, keys.rows());
      assertArrayEquals(bytes("002"), keys.get(1));
    }
    e = assertThrows(RowKeyException.class, () -> layout.decode(bytes("12x")));
    assertEquals(RowKeyException.Kind.RANGE, e.kind());
    e = assertThrows(RowKeyException.class, () -> layout.ranges("id 3"));
    assertEquals(RowKeyException.Kind.SYNTAX, e.kind());
    assertEquals(3, e.offset());
    e = assertThrows(RowKeyException.class, () -> Schema.parse("x:time(h)"));
    assertEquals(RowKeyException.Kind.SYNTAX, e.kind());
    assertThrows(RowKeyException.class, () -> Schema.parse("x"));
    assertThrows(RowKeyException.class, () -> Schema.parse("x:i64,x:u64"));
  }

  @Test
  void namesInBackquotes() {
    Schema schema = Schema.of("user-id", ColumnType.U64, "Größe.x", ColumnType.TEXT);
    assertEquals("`user-id`:u64,Größe.x:text", schema.toString());
    assertEquals(schema, Schema.parse(schema.toString()));
    try (RowKeyLayout layout = RowKeyLayout.compile("{`user-id`:03d}{Größe.x}", schema)) {
      assertEquals("007a", new String(layout.key(7L, "a"), StandardCharsets.UTF_8));
    }
  }

  @Test
  void schemasAsText() {
    String text = "a:enum(x, \"y,z\"),b:time(ms, \"%d.%m.%Y, %H:%M\"),c:bytes(5),d:f32";
    Schema schema = Schema.parse(text);
    assertEquals(4, schema.size());
    assertEquals(text, schema.toString());
    assertEquals(schema, Schema.parse(schema.toString()));
    assertEquals(ColumnType.text(5), schema.type(2));
    assertEquals(schema, Schema.parse(text.replace("bytes(", "text(")));
    assertEquals(ColumnType.text(5), ColumnType.parse("text(5)"));
    String quoted = "a:enum(\":text(5)\", \"\\\" text(5)\")";
    assertEquals(quoted, Schema.parse(quoted).toString());
    assertEquals(0, Schema.parse("").size());
    RowKeyLayout layout = RowKeyLayout.compile("{a:u8}{b:i64}{c}{d}", schema);
    assertEquals(schema, layout.schema());
    Record record = layout.decode(layout.key("y,z", "29.02.2024, 12:30", "12345", 1f));
    assertEquals(1, record.getLong("a"));
    assertEquals("29.02.2024, 12:30", record.getString("b"));
  }

  @Test
  void typesTellWhatTheirColumnsHold() {
    assertEquals(ColumnType.I64, ColumnType.TIME_MS.storage());
    assertEquals(ColumnType.I64, ColumnType.parse("decimal(2)").storage());
    assertEquals(ColumnType.U64, ColumnType.parse("bool").storage());
    assertEquals(ColumnType.text(16), ColumnType.UUID.storage());
    assertEquals(ColumnType.TEXT, ColumnType.parse("hex").storage());
    assertEquals(ColumnType.F32, ColumnType.F32.storage());
    assertEquals(Optional.of(TimeUnit.SECONDS), ColumnType.TIME_S.timeUnit());
    assertEquals(Optional.of(TimeUnit.NANOSECONDS), ColumnType.parse("epoch(ns)").timeUnit());
    assertEquals(Optional.empty(), ColumnType.parse("decimal(2)").timeUnit());
  }

  /** The record of a named layout: values with commas between them. */
  private static Object[] record(NamedLayout named, Schema schema) {
    Object[] values = new Object[schema.size()];
    String[] texts = named.record().split(",", -1);
    for (int i = 0; i < values.length; i++) {
      if (schema.name(i).equals("line")) {
        values[i] = unescape(named.record());
      } else if (schema.type(i).code == ColumnType.CODE_TEXT) {
        values[i] = unescape(texts[i]);
      } else if (schema.type(i).isNumber()) {
        values[i] =
            texts[i].startsWith("-") ? Long.parseLong(texts[i]) : Long.parseUnsignedLong(texts[i]);
      } else {
        values[i] = Double.parseDouble(texts[i]);
      }
    }
    return values;
  }

  private static byte[] unescape(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      if (text.startsWith("\\x", i)) {
        out.write(Integer.parseInt(text.substring(i + 2, i + 4), 16));
        i += 3;
      } else {
        byte[] c = bytes(text.substring(i, i + 1));
        out.write(c, 0, c.length);
      }
    }
    return out.toByteArray();
  }

  @Test
  void namedLayoutsMakeTheKeysOfTheirSystems() {
    List<NamedLayout> all = NamedLayout.all();
    assertTrue(all.size() > 30);
    List<String> seen = new ArrayList<>();
    for (NamedLayout named : all) {
      try (RowKeyLayout layout = RowKeyLayout.compile(named.toString());
          Encoder encoder = layout.encoder()) {
        if (layout.schema().toString().matches(".*(time|uuid|ip|bool).*")) {
          continue;
        }
        byte[] key = encoder.keyOfRow(0, record(named, layout.schema()));
        assertEquals(named.key(), Tool.hex(key), named::name);
        seen.add(named.name());
      }
    }
    assertTrue(seen.contains("phoenix-salted") && seen.size() > 25, seen::toString);
    assertEquals(
        RowKeyException.Kind.TYPE,
        assertThrows(RowKeyException.class, () -> RowKeyLayout.compile("@nobody")).kind());
    assertEquals(
        "{abs(h31(rest) % 16):u8}{id:i64}",
        RowKeyLayout.compile("@phoenix-salted(buckets=16)", Schema.of("id", ColumnType.I64))
            .template());
  }

  @Test
  void splitsAndRoutes() {
    RowKeyLayout layout = RowKeyLayout.compile("@paper-md5mod");
    byte[][] splits = layout.splits(4);
    assertArrayEquals(new String[] {"0250000", "0500000", "0750000"}, strings(splits));
    assertArrayEquals(new double[] {0.25, 0.25, 0.25, 0.25}, layout.shares(splits), 1e-9);
    assertEquals(7, layout.addSplits(splits, 4).length);
    assertEquals(1, layout.splits(2).length);
    assertEquals(0, layout.splits(1).length);
    assertThrows(RowKeyException.class, () -> layout.splits(0));
    assertThrows(IllegalArgumentException.class, () -> layout.splits(-1));
    try (Router router = Router.of(splits);
        Encoder encoder = layout.encoder()) {
      long[] ids = new Random(1).longs(1000, 0, 10_000_000_000L).toArray();
      Keys keys = Keys.growing();
      encoder.encode(layout.batch().longs("id", ids), keys);
      int[] regions = router.regions(keys);
      for (int i = 0; i < ids.length; i++) {
        byte[] key = keys.get(i);
        int expected = 0;
        for (byte[] split : splits) {
          expected += KeyRange.compare(split, key) <= 0 ? 1 : 0;
        }
        assertEquals(expected, regions[i]);
        assertEquals(expected, router.region(key));
      }
    }
    RowKeyException e =
        assertThrows(RowKeyException.class, () -> Router.of(new byte[][] {{2}, {1}}));
    assertEquals(1, e.row());
  }

  @Test
  void algorithmsOfHbase() {
    assertArrayEquals(new String[] {"55555555", "aaaaaaaa"}, strings(Splits.hex(3)));
    assertArrayEquals(new String[] {"50000000"}, strings(Splits.decimal(2)));
    assertArrayEquals(
        new String[] {"\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00"}, strings(Splits.uniform(2)));
    assertEquals(16, Splits.guideHex("0", "ff", 3)[0].length);
    assertEquals(2, Splits.bytes(bytes("a"), bytes("z"), true, 3).length);
    assertThrows(RowKeyException.class, () -> Splits.digits(10, "12", "x", 3));
    assertThrows(IllegalArgumentException.class, () -> Splits.digits(8, "1", "2", 3));
  }

  @Test
  void rangesHoldTheRows() {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{md5(host) % 10:02d}|{host}|{ts:u64}",
            Schema.of("host", ColumnType.TEXT, "ts", ColumnType.U64));
    KeyRanges ranges = layout.ranges("host = web-1, ts >= 17, ts < 20");
    assertEquals(1, ranges.size());
    assertTrue(ranges.isExact());
    for (long ts = 10; ts < 30; ts++) {
      assertEquals(ts >= 17 && ts < 20, ranges.get(0).contains(layout.key("web-1", ts)));
    }
    List<KeyRange> one = layout.ranges("host = web-1, ts = 17");
    assertTrue(one.get(0).isKey());
    assertArrayEquals(layout.key("web-1", 17L), one.get(0).start());
    assertEquals(-1, one.get(0).region());
    KeyRanges all = layout.ranges("ts >= 0, host begins web", 0, layout.splits(5));
    assertTrue(all.size() >= 10);
    assertEquals(4, all.get(all.size() - 1).region());
    assertTrue(layout.ranges("ts < 3, host begins web", 1, null).size() <= 1);
    RowKeyException e =
        assertThrows(RowKeyException.class, () -> layout.ranges("host = a, host = b"));
    assertEquals(RowKeyException.Kind.RANGE, e.kind());
    assertEquals("host", e.column());
    assertEquals(10, e.offset());
    assertTrue(
        e.getMessage().contains("\nhost = a, host = b\n          ^ expected"), e.getMessage());
    RowKeyLayout hashed = RowKeyLayout.compile("{md5(host)}", Schema.parse("host:text"));
    e = assertThrows(RowKeyException.class, () -> hashed.ranges("host >= a"));
    assertEquals(RowKeyException.Kind.TYPE, e.kind());
    assertTrue(e.getMessage().contains("\nhost >= a\n^ expected host = one"), e.getMessage());
    assertFalse(all.isLimited());
    assertTrue(layout.ranges("host in (a, b, c), ts < 9", 2, null).isLimited());
    RowKeyLayout times = RowKeyLayout.compile("{ts:i64}", Schema.of("ts", ColumnType.TIME_MS));
    assertArrayEquals(
        times.key(Instant.parse("2024-03-01T00:00:00Z")),
        times.ranges("ts >= 2024-03-01").get(0).start());
  }

  @Test
  void columnsOfConditions() {
    RowKeyLayout layout =
        RowKeyLayout.compile("{md5(id)}{host}", Schema.parse("id:i64,host:text,ts:time(ms)"));
    assertEquals(
        Arrays.asList("id", "ts"),
        layout.conditionColumns("ts >= 2024-03-05, id in (1, 2), ts < 2024-03-06"));
    assertEquals(Collections.emptyList(), layout.conditionColumns(" "));
    RowKeyException e =
        assertThrows(RowKeyException.class, () -> layout.conditionColumns("id = 1, tz = 3"));
    assertEquals(RowKeyException.Kind.COLUMN, e.kind());
    assertEquals(8, e.offset());
  }

  @Test
  void explanations() {
    RowKeyLayout layout = RowKeyLayout.compile("{md5(id) % 1000000:07d}{id:010d}");
    assertEquals("id:i64", layout.schema().toString());
    assertTrue(layout.explain().contains("sort by id"), layout.explain());
    Explanation explanation = layout.explanation(10);
    assertEquals(17, explanation.maxWidth());
    assertEquals(17, layout.keyWidth());
    assertEquals(7, explanation.fields().get(1).offset());
    assertEquals("leading-zeros", explanation.findings().get(0).id());
    assertTrue(layout.uses("id"));
  }

  @Test
  void theLibraryItself() {
    RowKey.load();
    assertEquals("1.0.0", RowKey.version());
    assertTrue(RowKey.instructionSet().matches("[a-z0-9_]+"), RowKey.instructionSet());
  }

  @Test
  void randomCountsRows() {
    RowKeyLayout layout =
        RowKeyLayout.compile("{random() % 1000:03d}{id:u64}", Schema.of("id", ColumnType.U64));
    try (Encoder encoder = layout.encoder(42)) {
      byte[][] keys = encoder.encode(layout.batch().longs("id", new long[5]).firstRow(100));
      for (int i = 0; i < 5; i++) {
        assertArrayEquals(keys[i], encoder.keyOfRow(100 + i, 0));
      }
    }
  }

  @Test
  void randomSpreadsSingleKeys() {
    RowKeyLayout layout =
        RowKeyLayout.compile("{random() % 10:01d}{id:u64}", Schema.of("id", ColumnType.U64));
    RowKeyLayout withText =
        RowKeyLayout.compile("{random() % 10:01d}{h}|{id:u64}", Schema.parse("h:text,id:u64"));
    int[][] made = new int[3][10];
    for (int i = 0; i < 1000; i++) {
      made[0][layout.key(5)[0] - '0']++;
      made[1][layout.key((Object) 5L)[0] - '0']++;
      made[2][withText.key("a", 5)[0] - '0']++;
    }
    for (int[] buckets : made) {
      for (int count : buckets) {
        assertTrue(count > 30, Arrays.toString(buckets)); // 100 are expected, and 9 more or less
      }
    }
  }

  @Test
  void stringsOfEveryType() {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{coalesce(h, \"-\"):8s}{coalesce(ts, 0):i64}{coalesce(u, u2)}",
            Schema.parse("h:text,ts:time(s),u:uuid,u2:uuid"));
    String uuid = "00112233-4455-6677-8899-aabbccddeeff";
    try (Encoder encoder = layout.encoder()) {
      byte[][] keys =
          encoder.encode(
              layout
                  .batch()
                  .strings("h", "ä", null)
                  .strings("ts", null, "2024-03-01")
                  .strings("u", uuid, uuid)
                  .strings("u2", uuid, uuid));
      assertArrayEquals(layout.key("ä", null, uuid, uuid), keys[0]);
      assertArrayEquals(
          layout.key(null, Instant.parse("2024-03-01T00:00:00Z"), uuid, uuid), keys[1]);
      Batch bad = layout.batch().strings("h", "", "").strings("ts", "2024-03-01", "never");
      bad.strings("u", uuid, uuid).strings("u2", uuid, uuid);
      RowKeyException e = assertThrows(RowKeyException.class, () -> encoder.encode(bad));
      assertEquals(1, e.row());
      assertEquals("ts", e.column());
    }
  }

  @Test
  void keysOfBadRowsAreLeftOut() {
    Schema schema = Schema.parse("h:text,n:i64");
    byte[] bits = {0, 0x55};
    for (String template : new String[] {"{h}|{n:03d}", "{h:2s}{n:03d}"}) {
      RowKeyLayout layout = RowKeyLayout.compile(template, schema);
      Batch batch =
          layout.batch().strings("h", "a", null, "c", "d").longs("n", 1, 2, 3000, 4).firstRow(0);
      try (Encoder encoder = layout.encoder()) {
        Keys keys = Keys.growing();
        assertEquals(
            1, assertThrows(RowKeyException.class, () -> encoder.encode(batch, keys)).row());
        long size = encoder.encode(batch, keys, bits);
        assertArrayEquals(new byte[] {0b1001, 0x55}, bits);
        int width = Math.max(layout.keyWidth(), 0);
        assertArrayEquals(layout.key("a", 1), keys.get(0));
        assertArrayEquals(new byte[width], keys.get(1));
        assertArrayEquals(new byte[width], keys.get(2));
        assertArrayEquals(layout.key("d", 4), keys.get(3));
        assertEquals(keys.offset(4), size);
        String text =
            assertThrows(
                    IllegalArgumentException.class, () -> encoder.encode(batch, keys, new byte[0]))
                .getMessage();
        assertEquals("room for 0 bits (expected 4, one for each row)", text);
        assertEquals(0, encoder.encode(layout.batch().strings("h").longs("n"), keys, new byte[0]));
      }
    }
  }

  @Test
  void typesTellWhatTheyAreKeptAs() {
    assertEquals(ColumnType.I64, ColumnType.TIME_MS.storage());
    assertEquals(ColumnType.I64, ColumnType.parse("decimal(2)").storage());
    assertEquals(ColumnType.U64, ColumnType.parse("enum(a, b)").storage());
    assertEquals(ColumnType.text(16), ColumnType.UUID.storage());
    assertEquals(ColumnType.TEXT, ColumnType.parse("hex").storage());
    assertEquals(ColumnType.F32, ColumnType.F32.storage());
    assertEquals(ColumnType.text(7), ColumnType.text(7).storage());
  }

  @Test
  void valuesOfABatchMayBeGivenOneByOne() {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{a:i64}{b:f64}{c:f32}{d:i64}{e:u8}{f}",
            Schema.parse("a:i64,b:f64,c:f32,d:time(s),e:bool,f:text"));
    Batch batch =
        layout
            .batch()
            .longs("a", 17, 18)
            .doubles("b", 1.5, 2)
            .floats("c", 1, 2.5f)
            .dates("d", 0, 19787)
            .booleans("e", true, false)
            .strings("f", "x", "y");
    try (Encoder encoder = layout.encoder()) {
      byte[][] keys = encoder.encode(batch);
      assertEquals(2, keys.length);
      assertArrayEquals(layout.key(17, 1.5, 1f, LocalDate.ofEpochDay(0), true, "x"), keys[0]);
      assertArrayEquals(layout.key(18, 2d, 2.5f, LocalDate.ofEpochDay(19787), false, "y"), keys[1]);
    }
  }

  @Test
  void textsThatUtf8LacksLeaveABatchAsItWas() {
    RowKeyLayout layout = RowKeyLayout.compile("{f}");
    Batch batch = layout.batch().strings("f", "first", "second");
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> batch.strings("f", "another", "\ud83d"));
    assertTrue(e.getMessage().startsWith("row 1 of column f: char 0"), e.getMessage());
    try (Encoder encoder = layout.encoder()) {
      byte[][] keys = encoder.encode(batch);
      assertArrayEquals(layout.key("first"), keys[0]);
      assertArrayEquals(layout.key("second"), keys[1]);
    }
  }
}
