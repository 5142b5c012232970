package rowkey.tests.hbase;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** A layout whose tables are filled, and the records that fill them. */
enum Design {
  RANDOM("@paper-random", "id:u64", Form.TEXT, Integer::toString),
  ID_MODULO("@paper-idmod", "id:u64", Form.TEXT, Integer::toString),
  MD5_MODULO("@paper-md5mod", "id:u64", Form.TEXT, Integer::toString),
  LINE_MD5("@paper-linemd5", "id:u64,...", Form.TEXT, n -> n + ",user " + n % 997 + ",seen"),
  FINRA("@finra", "key:text", Form.TEXT, n -> day(n % 365) + "|order-" + n),
  PHOENIX("@phoenix-salted(buckets=256)", "id:i64", Form.HEX, n -> Integer.toString(n - 1000)),
  BINARY("{murmur3_32(id) & 0xffffffff:u32}{id:u64}", "id:u64", Form.HEX, Integer::toString);

  /** How keys are written where a file or a pipe carries them line by line. */
  enum Form {
    TEXT,
    HEX;

    @Override
    public String toString() {
      return name().toLowerCase();
    }
  }

  final String layout;
  final String columns;
  final Form form;
  private final IntFunction<String> record;

  Design(String layout, String columns, Form form, IntFunction<String> record) {
    this.layout = layout;
    this.columns = columns;
    this.form = form;
    this.record = record;
  }

  /** The options that say what keys are made of, with these after them. */
  String[] options(String command, Object... further) {
    List<String> options = new ArrayList<>(List.of(command, "--layout", layout));
    options.addAll(List.of("--columns", columns, "--input", "csv"));
    for (Object option : further) {
      options.add(option.toString());
    }
    return options.toArray(String[]::new);
  }

  /** Split points in hexadecimal digits. */
  List<String> points(int regions) {
    return Tool.lines(
        "splits",
        "--layout",
        layout,
        "--columns",
        columns,
        "--regions",
        Integer.toString(regions),
        "--output",
        "hex",
        "--quiet");
  }

  /** Writes the first records into a file, a line each. */
  Path records(Path file, int count) throws IOException {
    try (BufferedWriter lines = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      for (int n = 0; n < count; n++) {
        lines.write(record.apply(n));
        lines.write('\n');
      }
    }
    return file;
  }

  private static String day(int number) {
    return LocalDate.of(2015, 1, 1).plusDays(number).toString();
  }
}
