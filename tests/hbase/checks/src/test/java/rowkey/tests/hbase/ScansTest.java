package rowkey.tests.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rowkey.tests.hbase.Condition.Column;

/**
 * Scans through {@code rowkey ranges}, beside a full scan in which HBase's servers filter by the
 * columns: the same rows, for every named layout of HBase and its users, and random conditions.
 */
@ExtendWith(WithHBase.class)
class ScansTest {
  /** The named layouts of row keys in HBase; others are numbers of partitions and the like. */
  private static final Set<String> SYSTEMS =
      Set.of(
          "Apache Phoenix",
          "Apache Pig",
          "FINRA",
          "GBIF",
          "HBase",
          "HBase guide",
          "HBaseWD",
          "OpenTSDB",
          "OpenTSDB 2.2",
          "Pinpoint");

  private static final int ROWS = Math.min(2000, Settings.ROWS);
  private static final int QUESTIONS = 40;

  /** What the tool says where no ranges help, or no row can meet the conditions. */
  private static final String WHOLE_TABLE = "would scan the whole table";

  private static final String NOTHING = "no value of ";

  private static final List<String> TEXTS =
      List.of("a", "aa", "ab", "abc", "abd", "b", "web-1", "web-12", "\u00c3\u00a9", "4-26|x");
  private static final long[] NUMBERS = {
    0, 1, 2, 9, 10, 11, 99, 100, 255, 256, 3599, 3600, 7200, 16777215, 1420070400L
  };

  record Layout(String name, List<Column> columns) {
    String[] options(String command, String... further) {
      List<String> options = new ArrayList<>(List.of(command, "--layout", "@" + name));
      options.addAll(List.of("--input", "tsv"));
      options.addAll(List.of(further));
      return options.toArray(String[]::new);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Layout> layouts() {
    JsonElement all = JsonParser.parseString(Tool.text(new byte[0], "layouts", "--json"));
    return StreamSupport.stream(all.getAsJsonArray().spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .filter(ScansTest::isForHBase)
        .map(layout -> new Layout(text(layout, "name"), columns(text(layout, "columns"))));
  }

  private static boolean isForHBase(JsonObject layout) {
    String system = text(layout, "system");
    return SYSTEMS.contains(system) || system.startsWith("paper ");
  }

  private static String text(JsonObject object, String member) {
    return object.get(member).getAsString();
  }

  private static List<Column> columns(String list) {
    return Stream.of(list.split(","))
        .filter(column -> !column.equals("..."))
        .map(column -> column.split(":"))
        .map(column -> new Column(column[0], column[1]))
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("layouts")
  void rangesHoldWhatIsAskedFor(Layout layout, LocalHBase hbase) throws Exception {
    Random random = new Random(Settings.SEED ^ layout.name.hashCode());
    TableName name = TableName.valueOf("scans-" + layout.name);
    List<Map<Column, Object>> records = records(random, layout);
    byte[] lines = lines(records);
    List<String> points =
        Tool.linesFrom(
            lines,
            layout.options("splits", "--sample", "--regions", "5", "--output", "hex", "--quiet"));
    Path splits = Files.write(hbase.folder().resolve(name + "-splits"), points);
    Tables.create(hbase, name, points, Condition.FAMILY);
    List<String> keys =
        Tool.linesFrom(lines, layout.options("encode", "--output", "hex", "--quiet"));
    assertEquals(records.size(), keys.size(), name + ": keys");
    write(hbase, name, keys, records);

    int answered = 0;
    int ranges = 0;
    int asked = 0;
    try (Table table = hbase.connection().getTable(name)) {
      for (int i = 0; i < QUESTIONS; i++) {
        List<Condition> conditions = conditions(random, layout, records);
        String where = String.join(", ", conditions.stream().map(Object::toString).toList());
        boolean cut = random.nextBoolean();
        String question =
            String.format(
                "table %s, seed %d, where %s%s",
                name, Settings.SEED, where, cut ? ", cut at the regions" : "");
        Tool.Result found = ask(layout, where, cut ? splits : null);
        Scan full = new Scan().setFilter(filter(conditions));
        Set<String> expected = rows(table, List.of(full));
        asked += expected.size();
        if (found.status() == 0) {
          Ranges parsed = new Ranges(found.output());
          assertSameRows(question, expected, rows(table, parsed.scans(conditions)));
          answered++;
          ranges += parsed.size();
        } else if (found.complaint().contains(NOTHING)) {
          assertSameRows(question, expected, Set.of());
        } else {
          assertTrue(found.complaint().contains(WHOLE_TABLE), question + ": " + found.complaint());
        }
      }
    }
    assertTrue(answered >= QUESTIONS / 10, name + ": only " + answered + " questions have ranges");
    assertTrue(asked > QUESTIONS, name + ": only " + asked + " rows are asked for");
    System.out.printf(
        "%s, seed %d: %d of %d questions for %d rows answered, by %d ranges%n",
        name, Settings.SEED, answered, QUESTIONS, asked, ranges);
    Tables.drop(hbase, name);
  }

  private static List<Map<Column, Object>> records(Random random, Layout layout) {
    List<Map<Column, Object>> records = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Map<Column, Object> record = new LinkedHashMap<>();
      for (Column column : layout.columns) {
        record.put(column, value(random, layout, column));
      }
      records.add(record);
    }
    return records;
  }

  private static Object value(Random random, Layout layout, Column column) {
    if (column.type().equals("text")) {
      String text = TEXTS.get(random.nextInt(TEXTS.size()));
      return random.nextBoolean() ? text : text + random.nextInt(30);
    }
    long number =
        random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextInt(5000);
    if (column.name().equals("metric")) {
      return number % (1 << 24); // OpenTSDB's number of a metric has three bytes.
    }
    boolean negative = column.type().equals("i64") && layout.name.startsWith("phoenix");
    return negative && random.nextBoolean() ? -number : number;
  }

  private static byte[] lines(List<Map<Column, Object>> records) {
    StringBuilder lines = new StringBuilder();
    for (Map<Column, Object> record : records) {
      List<String> fields = record.values().stream().map(Object::toString).toList();
      lines.append(String.join("\t", fields)).append('\n');
    }
    return lines.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void write(
      LocalHBase hbase, TableName name, List<String> keys, List<Map<Column, Object>> records)
      throws IOException {
    byte[] family = Bytes.toBytes(Condition.FAMILY);
    try (BufferedMutator mutator = hbase.connection().getBufferedMutator(name)) {
      for (int i = 0; i < keys.size(); i++) {
        Put put = new Put(HexFormat.of().parseHex(keys.get(i)));
        records
            .get(i)
            .forEach(
                (column, value) ->
                    put.addColumn(family, Bytes.toBytes(column.name()), column.cell(value)));
        mutator.mutate(put);
      }
    }
  }

  /** One condition, or one for each of two columns. */
  private static List<Condition> conditions(
      Random random, Layout layout, List<Map<Column, Object>> records) {
    List<Column> columns = new ArrayList<>(layout.columns);
    Collections.shuffle(columns, random);
    List<Condition> conditions = new ArrayList<>();
    for (Column column : columns.subList(0, Math.min(columns.size(), 1 + random.nextInt(2)))) {
      List<Object> values = records.stream().map(record -> record.get(column)).toList();
      conditions.addAll(Condition.random(random, column, values));
    }
    return conditions;
  }

  private static Tool.Result ask(Layout layout, String where, Path splits) {
    List<String> options =
        new ArrayList<>(List.of("ranges", "--layout", "@" + layout.name, "--output", "json"));
    options.addAll(List.of("--where", where, "--max-ranges", "1000", "--quiet"));
    if (splits != null) {
      options.addAll(List.of("--splits", splits.toString(), "--splits-form", "hex"));
    }
    return Tool.attempt(new byte[0], options.toArray(String[]::new));
  }

  private static FilterList filter(List<Condition> conditions) {
    return new FilterList(conditions.stream().map(Condition::filter).toList());
  }

  /** The keys of all rows of the scans; a row that two of them return is an error. */
  private static Set<String> rows(Table table, List<Scan> scans) throws IOException {
    Set<String> rows = new TreeSet<>();
    for (Scan scan : scans) {
      try (ResultScanner results = table.getScanner(scan)) {
        for (Result result : results) {
          String row = Bytes.toStringBinary(result.getRow());
          assertTrue(rows.add(row), table.getName() + ": row " + row + " is in two scans");
        }
      }
    }
    return rows;
  }

  private static void assertSameRows(String question, Set<String> expected, Set<String> found) {
    Set<String> missing = new TreeSet<>(expected);
    missing.removeAll(found);
    Set<String> more = new TreeSet<>(found);
    more.removeAll(expected);
    if (!missing.isEmpty() || !more.isEmpty()) {
      fail(
          String.format(
              "%s: %d rows expected, %d found; missing: %s; not asked for: %s",
              question, expected.size(), found.size(), missing, more));
    }
  }
}
