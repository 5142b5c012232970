package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyFieldsTest {
  private static final RowKeyLayout LAYOUT =
      RowKeyLayout.compile(
          "{md5(host) % 100:02d}{host}|{ts:i64}", Schema.parse("host:text,ts:time(s)"));

  private static void assertField(
      KeyFields.Field field, String source, int start, int end, String column, Object value) {
    assertEquals(source, field.source());
    assertEquals(start, field.start(), source);
    assertEquals(end, field.end(), source);
    assertEquals(column, field.column(), source);
    Object found = field.value();
    found = found instanceof byte[] ? new String((byte[]) found, StandardCharsets.UTF_8) : found;
    assertEquals(value, found, source);
  }

  @Test
  void fieldsOfAKey() {
    String[][] hosts = {{"web-1", "72"}, {"é", "35"}, {"", "66"}};
    for (String[] host : hosts) {
      byte[] key = LAYOUT.key(host[0], 1700000000);
      int end = 2 + host[0].getBytes(StandardCharsets.UTF_8).length;
      KeyFields fields = LAYOUT.fields(key);
      assertEquals(4, fields.size());
      assertField(fields.get(0), "{md5(host) % 100:02d}", 0, 2, null, null);
      assertField(fields.get(1), "{host}", 2, end, "host", host[0]);
      assertField(fields.get(2), "|", end, end + 1, null, null);
      assertField(fields.get(3), "{ts:i64}", end + 1, end + 9, "ts", 1700000000L);
      assertEquals(host[1], new String(fields.get(0).bytes(), StandardCharsets.UTF_8));
      assertArrayEquals(
          Arrays.copyOfRange(key, end + 1, key.length), fields.get(3).bytes(), host[0]);
      assertEquals("2023-11-14T22:13:20Z", fields.record().getString("ts"));
    }
  }

  @Test
  void theLayoutIsExplainedOnce() {
    byte[] key = LAYOUT.key("web-1", 1700000000);
    assertSame(LAYOUT.fields(key).get(0).source(), LAYOUT.fields(key).get(0).source());
  }

  @Test
  void columnsThatAFieldAloneDoesNotGive() {
    RowKeyLayout lost = RowKeyLayout.compile("{id / 10:02d}{md5(id):x}", Schema.parse("id:u64"));
    KeyFields fields = lost.fields(lost.key(42));
    assertField(fields.get(0), "{id / 10:02d}", 0, 2, null, null);
    assertField(fields.get(1), "{md5(id):x}", 2, 34, null, null);
  }

  @Test
  void aKeyThatTheLayoutDoesNotMake() {
    byte[] cut = "72web-1|\0".getBytes(StandardCharsets.UTF_8);
    RowKeyException e = assertThrows(RowKeyException.class, () -> LAYOUT.fields(cut));
    assertEquals(RowKeyException.Kind.RANGE, e.kind());
    assertEquals("ts", e.column());
    assertTrue(e.getMessage().contains("byte 8"), e::getMessage);
    assertTrue(e.getMessage().contains("expected 8 bytes"), e::getMessage);
    String decoding = assertThrows(RowKeyException.class, () -> LAYOUT.decode(cut)).getMessage();
    assertEquals(decoding, e.getMessage());
  }

  @Test
  void theKeyIsTheCallersOwn() {
    byte[] key = LAYOUT.key("web-1", 1700000000);
    KeyFields fields = LAYOUT.fields(key);
    key[0] = 'x';
    fields.get(0).bytes()[0] = 'x';
    assertEquals('7', fields.get(0).bytes()[0]);
  }

  private static void assertAsTheTool(String template, String columns, String... values)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(Arrays.asList("key", "--fields", "-l", template, "-c", columns));
    arguments.addAll(Arrays.asList("--null", "NONE"));
    arguments.addAll(Arrays.asList(values));
    List<String> lines = Tool.run("", arguments.toArray(new String[0]));
    try (RowKeyLayout layout = RowKeyLayout.compile(template, Schema.parse(columns))) {
      Object[] row = Arrays.stream(values).map(v -> v.equals("NONE") ? null : v).toArray();
      KeyFields fields = layout.fields(layout.key(row));
      assertEquals(
          String.join("\n", lines.subList(1, lines.size())) + "\n", fields.toString(), template);
      assertEquals(
          lines.get(1).trim().replaceAll(" {2,}", "  "), fields.get(0).toString(), template);
    }
  }

  @Test
  void shownAsTheToolShowsThem() throws Exception {
    assertAsTheTool("{md5(host) % 1000:03d}|{host}|{ts:u64}", "host:text,ts:u64", "web-1", "17");
    assertAsTheTool(
        "{a:esc}|{ts:u64}{b}", "a:text,ts:time(ms),b:hex", "é\n\\", "2024-03-01", "0a5c");
    assertAsTheTool("{d:i64}{e}", "d:decimal(2),e:enum(x,y)", "-1.5", "y");
    assertAsTheTool("{null_first(n):u8}{s}", "n:u64,s:text", "NONE", "");
    assertAsTheTool("{null_first(n):u8}{s}", "n:u64,s:text", "3", "x");
    assertAsTheTool("{s}", "s:text", "a\u0085b\u2028c\u200bd\u202ee");
    String text = "a text that is longer than the forty-eight characters of a cell";
    assertAsTheTool("{s}\\x00{t}", "s:text,t:text", text, "\uD83D\uDE00 and \u20AC");
  }

  @Test
  void bytesThatAreNotUtf8StandBesideThoseThatAre() {
    try (RowKeyLayout layout = RowKeyLayout.compile("{s}", Schema.parse("s:bytes"))) {
      byte[] key = {(byte) 0xc3, (byte) 0xa9, (byte) 0xff, '"'};
      assertEquals(
          "{s}  0..4  \\xC3\\xA9\\xFF\"  s = \"\u00e9\\xFF\\x22\"\n",
          layout.fields(key).toString());
    }
  }

  @Test
  void whatItsTypeDoesNotHoldIsShownAsANumber() {
    try (RowKeyLayout layout = RowKeyLayout.compile("{t:i64}", Schema.parse("t:time(s)"))) {
      KeyFields fields =
          layout.fields(
              new byte[] {(byte) 0x80, 0, 0, (byte) 0xe8, (byte) 0xd4, (byte) 0xa5, 0x10, 0});
      assertTrue(fields.toString().contains("t = 1000000000000"), fields.toString());
    }
  }
}
