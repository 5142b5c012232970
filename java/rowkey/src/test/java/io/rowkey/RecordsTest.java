package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records as the tool reads them. */
class RecordsTest {
  /** Gives so many bytes at a time. */
  private static InputStream slowly(byte[] bytes, int most) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int from, int count) {
        return super.read(into, from, Math.min(count, most));
      }

      @Override
      public int read(byte[] into) {
        return read(into, 0, into.length);
      }
    };
  }

  private static InputStream input(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> keys(RecordFormat format, String template, InputStream in)
      throws IOException {
    List<String> keys = new ArrayList<>();
    try (RowKeyLayout layout = RowKeyLayout.compile(template, format.schema());
        Encoder encoder = layout.encoder();
        Records records = format.read(in, layout)) {
      for (Batch batch; (batch = records.next()) != null; ) {
        assertTrue(batch.rows() > 0);
        for (byte[] key : encoder.encode(batch)) {
          keys.add(Tool.hex(key));
        }
      }
      assertNull(records.next(), "the end again");
    }
    return keys;
  }

  private static void assertAsTheTool(
      RecordFormat format, String template, byte[] bytes, Path folder, String... options)
      throws Exception {
    Path file = Files.write(folder.resolve("records"), bytes);
    List<String> arguments =
        new ArrayList<>(Arrays.asList("encode", "--output", "hex", "-l", template));
    arguments.addAll(Arrays.asList(options));
    arguments.add(file.toString());
    List<String> expected = Tool.run("", arguments.toArray(new String[0]));
    for (int most : new int[] {1, 7, 1000, 1 << 20}) {
      if (bytes.length / most < 20_000) {
        assertEquals(expected, keys(format, template, slowly(bytes, most)), format + " by " + most);
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void keysOfTheTool(@TempDir Path folder) throws Exception {
    String columns = "host:text,ts:time(ms),n:i64";
    String template = "{host}|{ts:u64}{coalesce(n, 7):i64}";
    String csv = "# sensors\nn;ts;x;host\n1;2024-03-01;;\"a \"\"b\"\"\nc\"\r\n-;1999-01-01;y;é\n";
    assertAsTheTool(
        RecordFormat.csv(columns).withHeader().withDelimiter(';').withNull("-").withComments("#"),
        template,
        bytes(csv + "3;2024-03-02T12:30:00Z;;last"),
        folder,
        "--input=csv",
        "--header",
        "--delimiter=;",
        "--null=-",
        "--comment=#",
        "--columns=" + columns);
    assertAsTheTool(
        RecordFormat.tsv("_,a:u64,...").withComments("//"),
        "{a:u64}{line}",
        bytes("x\t1\ty\n// 2\n\t18446744073709551615\n"),
        folder,
        "--input=tsv",
        "--comment=//",
        "--columns=_,a:u64,...");
    assertAsTheTool(RecordFormat.lines(""), "{md5(line)}", bytes("a\n\nb"), folder);
    assertAsTheTool(
        RecordFormat.lines("f:f64"),
        "{f:f64}",
        bytes("1\n-2.5\n6e-7\n"),
        folder,
        "--columns=f:f64");
    String[] objects = {
      "{\"b\": {\"c\": \"x\\u00e9\"}, \"a\": 1}\n{\"a\": null, \"b\": {\"c\": \"\"}}\n",
      "\ufeff{\"a\": 1, \"b\": {\"c\": \"x\"}}\n{\"a\": 2, \"b\": {\"c\": \"y\"}}"
    };
    for (String json : objects) {
      assertAsTheTool(
          RecordFormat.jsonLines("a:u64,c=b.c:text"),
          "{coalesce(a, 3):u64}{c}",
          bytes(json),
          folder,
          "--input=jsonl",
          "--columns=a:u64,c=b.c:text");
    }
    byte[] binary = new byte[13 * 4];
    Arrays.setAll(new Object[binary.length], i -> binary[i] = (byte) (i * 37));
    assertAsTheTool(
        RecordFormat.binary("id:u32le,_:1,f:f32be,s:4s"),
        "{id:u32}{f:f32}{s}",
        binary,
        folder,
        "--input=binary",
        "--columns=id:u32le,_:1,f:f32be,s:4s");
  }

  @Test
  void manyRecords(@TempDir Path folder) throws Exception {
    StringBuilder text = new StringBuilder("id,name,t\n");
    for (int i = 0; i < 50_000; i++) {
      text.append(i).append(',').append(i % 100 == 0 ? "\"a\n\"\"" + i + "\"" : "x" + i);
      text.append(",").append(i % 3 == 0 ? "b" : "a").append('\n');
    }
    String columns = "id:u64,name:text,t:enum(a,b)";
    assertAsTheTool(
        RecordFormat.csv(columns).withHeader(),
        "{t:u8}{random() % 1000:u16}{id:u32}{name}",
        bytes(text.toString()),
        folder,
        "--input=csv",
        "--header",
        "--columns=" + columns);
  }

  private static RowKeyException bad(Records records) {
    return assertThrows(RowKeyException.class, records::next);
  }

  @Test
  void badRecordsAreNamedAndReadingGoesOn() throws Exception {
    RecordFormat format = RecordFormat.csv("id:u64,s:text").withComments("#");
    String text = "1,a\n# none\n2,b\nx,c\n\"3,d\n4\",e\n5\n6,\"f\nf\"\n7,g\"h\n8,i\n";
    for (int most : new int[] {1, 5, 100}) {
      List<String> seen = new ArrayList<>();
      try (RowKeyLayout layout = RowKeyLayout.compile("{id:d}|{s}", format.schema());
          Encoder encoder = layout.encoder();
          Records records = format.read(slowly(bytes(text), most), layout)) {
        for (boolean ends = false; !ends; ) {
          try {
            Batch batch = records.next();
            ends = batch == null;
            for (byte[] key : ends ? new byte[0][] : encoder.encode(batch)) {
              seen.add(new String(key, StandardCharsets.UTF_8));
            }
          } catch (RowKeyException e) {
            seen.add(
                e.row() + " " + e.column() + " " + e.getMessage().replaceAll("^([^:]*):.*", "$1"));
          }
        }
      }
      assertEquals(
          Arrays.asList(
              "1|a",
              "2|b",
              "2 id line 4",
              "3 id line 5",
              "4 null line 7",
              "6|f\nf",
              "6 null line 10",
              "8|i"),
          seen,
          "by " + most);
    }
    RowKeyLayout layout = RowKeyLayout.compile("{id:d}", format.schema());
    try (Records records = format.read(input("1,a\nx,b\n"), layout)) {
      assertEquals(1, records.next().rows());
      RowKeyException e = bad(records);
      assertEquals(RowKeyException.Kind.NUMBER, e.kind());
      assertEquals(0, e.columnIndex());
      assertTrue(e.getMessage().startsWith("line 2: column id: \"x\""), e::getMessage);
      assertNull(records.next());
    }
    RecordFormat binary = RecordFormat.binary("id:u32le");
    RowKeyLayout ids = RowKeyLayout.compile("{id:u32}", binary.schema());
    try (Records records = binary.read(new ByteArrayInputStream(new byte[6]), ids)) {
      assertEquals(1, records.next().rows());
      assertTrue(bad(records).getMessage().startsWith("byte 4: "));
      assertNull(records.next());
    }
  }

  @Test
  void numbersOfRows() throws Exception {
    RecordFormat format = RecordFormat.lines("id:u64");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      lines.append(i).append('\n');
    }
    try (RowKeyLayout layout = RowKeyLayout.compile("{random():u64}", format.schema());
        Encoder encoder = layout.encoder();
        Records records = format.read(input(lines.toString()), layout)) {
      int row = 0;
      for (Batch batch; (batch = records.next()) != null; ) {
        for (byte[] key : encoder.encode(batch)) {
          assertEquals(Tool.hex(encoder.keyOfRow(row++, 0, "")), Tool.hex(key));
        }
      }
      assertEquals(5000, row);
    }
  }

  @Test
  void idsOfNames() throws Exception {
    Path names = Paths.get(RecordsTest.class.getResource("/kept_keys/names.uid").toURI());
    RecordFormat format = RecordFormat.lines("n:uid(" + names + ")");
    assertEquals(
        Arrays.asList("0002", "0001", "0002"),
        keys(format, "{n:u16}", input("sys.cpu.nice\nsys.cpu.user\nsys.cpu.nice\n")));
  }

  @Test
  void severalLayouts() throws Exception {
    RecordFormat format = RecordFormat.csv("id:u64,s:text");
    RowKeyLayout first = RowKeyLayout.compile("{id:u64}", format.schema());
    RowKeyLayout second = RowKeyLayout.compile("{s}", format.schema());
    try (Simulation simulation = Simulation.create(1, 1);
        Records records = format.read(input("1,a\n2,b\n3,c\n"), first, second)) {
      simulation.add(first, new byte[][] {{0, 0, 0, 0, 0, 0, 0, 2}});
      simulation.add(second, new byte[][] {{'c'}});
      first.close();
      second.close();
      simulation.give(records.next());
      assertEquals("[1, 2]", Arrays.toString(simulation.load(0).counts()));
      assertEquals("[2, 1]", Arrays.toString(simulation.load(1).counts()));
    }
  }

  private static void refused(
      Class<? extends Throwable> type,
      String says,
      org.junit.jupiter.api.function.Executable call) {
    String message = String.valueOf(assertThrows(type, call).getMessage());
    assertTrue(message.contains(says), message);
  }

  @Test
  void wrongUse() throws Exception {
    RecordFormat format = RecordFormat.csv("id:u64");
    RowKeyLayout layout = RowKeyLayout.compile("{id:d}", format.schema());
    RowKeyLayout other = RowKeyLayout.compile("{id:d}", Schema.parse("id:i64"));
    assertThrows(NullPointerException.class, () -> RecordFormat.csv(null));
    assertThrows(NullPointerException.class, () -> format.withNull(null));
    assertThrows(NullPointerException.class, () -> format.read(null, layout));
    assertThrows(NullPointerException.class, () -> format.read(input(""), null));
    refused(IllegalArgumentException.class, "NUL", () -> RecordFormat.tsv("a\0:u64"));
    refused(IllegalArgumentException.class, "U+00E9", () -> format.withDelimiter('é'));
    refused(IllegalArgumentException.class, "id:i64", () -> format.read(input(""), other));
    refused(IllegalArgumentException.class, "id:i64", () -> format.read(input(""), layout, other));
    refused(RowKeyException.class, "header", RecordFormat.binary("id:u8").withHeader()::schema);
    refused(RowKeyException.class, "u65", RecordFormat.csv("id:u65")::schema);
    RecordFormat named = format.withHeader().withComments("#");
    Records headless = named.read(input("# x\nname\n1\n"), layout);
    refused(RowKeyException.class, "line 2: ", headless::next);
    assertEquals(RowKeyException.Kind.COLUMN, bad(headless).kind());
    Records empty = named.read(input(""), layout);
    String says = "line 1: the input is empty (expected a header line)";
    refused(RowKeyException.class, says, empty::next);
    refused(RowKeyException.class, says, empty::next);
    Records comments = named.read(input("#1\n#2\n"), layout);
    says = "line 3: the input has only comments (expected a header line)";
    refused(RowKeyException.class, says, comments::next);
    IOException fault = new IOException("gone");
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw fault;
          }
        };
    Records records = format.read(failing, layout);
    assertEquals(fault, assertThrows(IOException.class, records::next));
    assertEquals(fault, assertThrows(IOException.class, records::next));
    records.close();
    records.close();
    refused(IllegalStateException.class, "the reader of records is closed", records::next);
    layout.close();
    refused(IllegalStateException.class, "layout is closed", () -> format.read(input(""), layout));
    assertEquals("csv of id:u64", format.toString());
  }
}
