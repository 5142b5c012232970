package rowkey.tests.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rowkey.tests.hbase.Condition.Column;

/** Commands of {@code rowkey ranges --output hbase} for real layouts, in HBase's own shell. */
@ExtendWith(WithHBase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrintedScansTest {
  private static final String FAMILY = "f";
  private static final int ROWS = 500;
  private static final int QUESTIONS = 30;
  private static final long HOUR = 3600;

  /** What a shell of Ruby could take for something else; UTF-8, a character for each byte. */
  private static final List<String> TEXTS =
      List.of(
          "\"",
          "'",
          "\\",
          "#{1 + 1}",
          "#",
          "\\x41",
          "a b",
          "\u00c3\u00a9",
          "\u00f0\u009f\u0098\u0080",
          "\u0001");

  private Shell shell;

  @BeforeAll
  void start(LocalHBase hbase) throws IOException {
    shell = new Shell(hbase);
  }

  @AfterAll
  void end() {
    shell.close();
  }

  /** A layout, and how a record comes from its number. */
  enum Layout {
    PAPER("@paper-md5mod", new Column("id", "u64")) {
      @Override
      List<Object> record(int n) {
        return List.of(7L * n);
      }
    },
    FINRA("@finra", new Column("key", "text")) {
      @Override
      List<Object> record(int n) {
        return List.of("2015-01-" + (10 + n % 20) + "|" + TEXTS.get(n % TEXTS.size()) + n);
      }
    },
    OPENTSDB(
        "@opentsdb",
        new Column("metric", "u64"),
        new Column("ts", "u64"),
        new Column("tags", "text")) {
      @Override
      List<Object> record(int n) {
        return List.of(1L + n % 3, 1_420_070_400 + n / 3 % 20 * HOUR, TEXTS.get(n / 60));
      }

      /** All tags of some hours, which is a scan for each salt; or one row. */
      @Override
      List<Condition> question(Random random, List<List<Object>> records) {
        if (random.nextBoolean()) {
          return super.question(random, records);
        }
        List<Object> record = records.get(random.nextInt(records.size()));
        Long from = (Long) record.get(1);
        return List.of(
            new Condition(columns.get(0), "=", record.subList(0, 1)),
            new Condition(columns.get(1), ">=", List.of(from)),
            new Condition(columns.get(1), "<", List.of(from + 3 * HOUR)));
      }
    };

    final String layout;
    final List<Column> columns;

    Layout(String layout, Column... columns) {
      this.layout = layout;
      this.columns = List.of(columns);
    }

    abstract List<Object> record(int n);

    /** The first column is one of three records', the others are those of the last of them. */
    List<Condition> question(Random random, List<List<Object>> records) {
      List<List<Object>> some =
          Stream.generate(() -> records.get(random.nextInt(records.size()))).limit(3).toList();
      List<Condition> conditions = new ArrayList<>();
      List<Object> first = some.stream().map(record -> record.get(0)).distinct().toList();
      conditions.add(new Condition(columns.get(0), "in", first));
      for (int i = 1; i < columns.size(); i++) {
        conditions.add(new Condition(columns.get(i), "=", some.get(2).subList(i, i + 1)));
      }
      return conditions;
    }

    boolean meets(List<Object> record, List<Condition> conditions) {
      return conditions.stream()
          .allMatch(condition -> condition.meets(record.get(columns.indexOf(condition.column()))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void findTheRowsThatAreAskedFor(Layout layout, LocalHBase hbase) throws Exception {
    Random random = new Random(Settings.SEED);
    TableName name = TableName.valueOf("printed-" + layout.name().toLowerCase());
    List<List<Object>> records = IntStream.range(0, ROWS).mapToObj(layout::record).toList();
    Tables.create(hbase, name, points(layout), FAMILY);
    write(hbase, name, layout, records);

    int found = 0;
    for (int i = 0; i < QUESTIONS; i++) {
      List<Condition> conditions = layout.question(random, records);
      String where = conditions.stream().map(Object::toString).collect(Collectors.joining(", "));
      List<Integer> expected =
          IntStream.range(0, ROWS)
              .filter(row -> layout.meets(records.get(row), conditions))
              .boxed()
              .toList();
      List<String> commands =
          Tool.lines(
              "ranges",
              "--layout",
              layout.layout,
              "--where",
              where,
              "--output",
              "hbase",
              "--table",
              name.toString(),
              "--quiet");
      assertEquals(
          expected,
          shell.rows(commands).stream().sorted().toList(),
          name + ", seed " + Settings.SEED + ": " + where);
      found += expected.size();
    }
    assertTrue(found >= QUESTIONS, name + ": only " + found + " rows are asked for");
    System.out.printf(
        "%s, seed %d: %d rows for %d questions found by HBase's shell%n",
        name, Settings.SEED, found, QUESTIONS);
    Tables.drop(hbase, name);
  }

  private static List<String> points(Layout layout) {
    return Tool.lines("splits", "--layout", layout.layout, "--regions", "5", "--output", "hex");
  }

  private static void write(
      LocalHBase hbase, TableName name, Layout layout, List<List<Object>> records)
      throws IOException {
    String lines =
        records.stream()
            .map(record -> record.stream().map(Object::toString).collect(Collectors.joining("\t")))
            .collect(Collectors.joining("\n", "", "\n"));
    List<String> keys =
        Tool.linesFrom(
            lines.getBytes(StandardCharsets.ISO_8859_1),
            "encode",
            "--layout",
            layout.layout,
            "--input",
            "tsv",
            "--output",
            "hex",
            "--quiet");
    assertEquals(ROWS, Set.copyOf(keys).size(), name + ": different keys");
    try (BufferedMutator mutator = hbase.connection().getBufferedMutator(name)) {
      for (int i = 0; i < ROWS; i++) {
        mutator.mutate(
            new Put(HexFormat.of().parseHex(keys.get(i)))
                .addColumn(
                    Bytes.toBytes(FAMILY), Bytes.toBytes("v"), Bytes.toBytes(Shell.value(i))));
      }
    }
  }
}
