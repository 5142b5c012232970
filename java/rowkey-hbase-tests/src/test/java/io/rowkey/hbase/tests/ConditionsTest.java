package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.RowKeyException;
import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.RowFilter;
import io.rowkey.hbase.SaltedScanner;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of conditions for rows, and what is refused. No table is needed for that. */
class ConditionsTest {
  /** No condition on v is a range of keys, because of the host before it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "u64; u64; v >= 9223372036854775809; 18446744073709551615; 9223372036854775808",
        "i64; i64; v < -1; -9223372036854775808; -1",
        "i64; i64; v in (3, -7, 12); -7; 4",
        "f64; f64; v > -0.5; -0.25; -0.5",
        "f32; f32; v <= 1.5; 1.5; 1.75",
        "text; esc; v begins \"a b\"; a bc; ab",
        "text; esc; v = \"\"; ; x",
        "text(4); s; v >= b..1; b..2; b..0",
        "time(ms); i64; v < 2024-03-01T12:30:00.000Z; 2024-03-01T12:29:59.999Z;"
            + " 2024-03-01T12:30:00.000Z",
        "uuid; s; v >= 80000000-0000-0000-0000-000000000000;"
            + " 80000000-0000-0000-0000-000000000001; 7fffffff-ffff-ffff-ffff-ffffffffffff",
        "ip; s; v < 10.0.0.2; 10.0.0.1; 10.0.0.2",
        "ipv4; u32; v > 128.0.0.1; 128.0.0.2; 128.0.0.1",
        "decimal(2); i64; v >= 1.25; 1.25; 1.24",
        "'enum(a, b, c)'; u8; v > a; c; a",
        "bool; u8; v = true; true; false",
        "hex; esc; v > 0aff; 0b; 0a",
      })
  void everyTypeIsFiltered(
      String type, String form, String conditions, String inside, String outside) {
    Schema schema = Schema.parse("host:text,v:" + type);
    RowKeyLayout layout = RowKeyLayout.compile("{host:esc}{v:" + form + "}", schema);
    RowFilter filter = LayoutScans.of(layout, "host begins w, " + conditions).rowFilter();
    assertEquals(List.of("v"), filter.columns());
    assertTrue(filter.test(layout.key("web", value(type, inside))), inside);
    assertEquals(false, filter.test(layout.key("web", value(type, outside))), outside);
    RowFilter all = RowFilter.of(layout, "host begins w, " + conditions);
    assertEquals(List.of("host", "v"), all.columns());
    for (String host : List.of("web", "x")) {
      for (String text : new String[] {inside, outside}) {
        byte[] key = layout.key(host, value(type, text));
        boolean meets = host.equals("web") && Objects.equals(text, inside);
        assertEquals(meets, all.test(key), host + " " + text);
        assertEquals(meets, all.test(layout.decode(key)), host + " " + text);
      }
    }
  }

  @Test
  void allConditionsHoldOrAreRefused() {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{md5(id) % 4:d}|{host}|{ts:u64}", Schema.parse("id:i64,host:text,ts:u64"));
    assertTrue(RowFilter.of(layout, " ").columns().isEmpty());
    assertTrue(RowFilter.of(layout, "").test(layout.key(1, "web", 17)));
    assertEquals(List.of("ts"), RowFilter.of(layout, "ts >= 0").columns());
    assertThrows(IllegalArgumentException.class, () -> RowFilter.of(layout, "id = 1"));
    for (String wrong :
        List.of("ts begins a", "ts >=", "nothing = 1", "ts = x", "host = a, ts = x")) {
      assertThrows(RowKeyException.class, () -> RowFilter.of(layout, wrong), wrong);
    }
  }

  private static Object value(String type, String text) {
    switch (type) {
      case "u64":
        return Long.parseUnsignedLong(text);
      case "i64":
        return Long.valueOf(text);
      case "f64":
        return Double.valueOf(text);
      case "f32":
        return Float.valueOf(text);
      default:
        return text == null ? "" : text;
    }
  }

  @Test
  void nullsMeetNoComparison() {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{host:esc}{null_first(ts):u8}{coalesce(ts, 7):u64}", Schema.parse("host:text,ts:u64"));
    byte[] isNull = layout.key("web", null);
    byte[] isSeven = layout.key("web", 7L);
    RowFilter seven = LayoutScans.of(layout, "host begins w, ts = 7").rowFilter();
    assertTrue(seven.test(isSeven));
    assertEquals(false, seven.test(isNull));
    RowFilter none = LayoutScans.of(layout, "host begins w, ts is null").rowFilter();
    assertTrue(none.test(isNull));
    assertEquals(false, none.test(isSeven));
  }

  @Test
  void columnsThatDoNotComeBackAreRefused() {
    RowKeyLayout layout =
        RowKeyLayout.compile("{md5(host)}{ts:u64}", Schema.parse("host:text,ts:u64"));
    LayoutScans scans = LayoutScans.of(layout, "host = web-1");
    Exception e = assertThrows(IllegalArgumentException.class, scans::rowFilter);
    assertEquals(
        "rows have to be filtered by column host, which cannot be recovered from keys of"
            + " {md5(host)}{ts:u64}: HASHED (expected conditions on other columns)",
        e.getMessage());
  }

  @Test
  void wrongConditionsHaveACaret() {
    RowKeyException e =
        assertThrows(
            RowKeyException.class, () -> LayoutScans.of(Web.LAYOUT, "host = web-1, tz = 3"));
    assertTrue(e.getMessage().contains("^"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{host}|{ts:u64}; begins with a column itself, {host}",
        "t{md5(host) % 16:02d}{host}; begins with literal text",
        "{md5(host) % 16:d}|{host}; begins with a field that varies in length, {md5(host) % 16:d}",
        "{md5(host) % 16:02d}; has no field after the first one",
      })
  void layoutsWithoutSaltAreRefused(String test) {
    String template = test.substring(0, test.indexOf(';'));
    RowKeyLayout layout = RowKeyLayout.compile(template, Web.SCHEMA);
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> SaltedScanner.open(null, LayoutScans.of(layout, "")));
    assertEquals(
        "the layout "
            + template
            + test.substring(test.indexOf(';') + 1)
            + " (expected a salt of one width, such as {md5(id) % 16:02d}, before the rest)",
        e.getMessage());
  }

  @Test
  void templatesOfOtherRowsAreRefused() {
    LayoutScans scans = LayoutScans.of(Web.LAYOUT, "host = web-1");
    Scan[] refused = {
      new Scan().withStartRow(new byte[] {1}),
      new Scan().withStopRow(new byte[] {1}),
      new Scan().setReversed(true),
      new Scan().setNeedCursorResult(true),
    };
    for (Scan template : refused) {
      assertThrows(IllegalArgumentException.class, () -> scans.with(template), template::toString);
    }
    assertThrows(IllegalArgumentException.class, () -> SaltedScanner.open(null, scans, 0));
  }
}
