package rowkey.tests.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys, commands and split points of the tool in HBase's own shell. */
@ExtendWith(WithHBase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShellTest {
  private static final String FAMILY = "f";

  /** Texts that a shell of Ruby could take for something else; in ISO 8859-1, a byte each. */
  private static final List<String> TEXTS =
      List.of(
          "\"",
          "'",
          "\\",
          "\\\\",
          "\\\"",
          "#",
          "#{1 + 1}",
          "#{raise 'evaluated'}",
          "#$0",
          "#@x",
          "\n",
          "a\nb",
          "\r\n",
          "\t",
          " ",
          " a ",
          "a, b",
          "'}",
          "\"}",
          "\", 'x",
          "%",
          "%s",
          "`id`",
          "\\x41",
          "\\x00",
          "\\u0041",
          "\\n",
          "\\#{1}",
          "\\M-a",
          "\\C-a",
          "$stdout",
          "!",
          "~",
          "^",
          "\u0000",
          "\u0000\u0000",
          "\u007f",
          "\u0080",
          "\u00ff",
          "\u00ff\u00ff",
          "\u00c3\u00a9",
          "\u00e9",
          "\u00c3",
          "\u00f0\u009f\u0098\u0080",
          "\u00fe\u00ff",
          "\u00ef\u00bb\u00bfa");

  private static final int QUESTIONS = 100;

  private Shell shell;

  @BeforeAll
  void start(LocalHBase hbase) throws IOException {
    shell = new Shell(hbase);
  }

  @AfterAll
  void end() {
    shell.close();
  }

  /** Rows are put, got and scanned by the shell; this process sees which ones they are. */
  @Test
  void keysOfAnyBytes(LocalHBase hbase) throws Exception {
    Random random = new Random(Settings.SEED);
    TableName name = TableName.valueOf("shell-keys");
    Tables.create(hbase, name, List.of("22", "5c", "80"), FAMILY);
    List<String> keys = keys(random);
    List<String> forms =
        Tool.linesFrom(
            (String.join("\n", keys) + "\n").getBytes(StandardCharsets.US_ASCII),
            "encode",
            "--layout",
            "{key}",
            "--columns",
            "key:hex",
            "--output",
            "hbase",
            "--quiet");
    assertEquals(keys.size(), forms.size(), "number of keys");

    NavigableMap<String, Integer> rows = new TreeMap<>();
    for (int i = 0; i < keys.size(); i++) {
      shell.run(
          String.format(
              "put '%s', \"%s\", '%s:v', '%s'", name, forms.get(i), FAMILY, Shell.value(i)));
      rows.put(keys.get(i), i);
    }
    assertEquals(rows, rows(hbase, name), name + ": keys in hexadecimal digits and their numbers");

    for (int i = 0; i < keys.size(); i++) {
      String where = "key = " + keys.get(i);
      assertEquals(List.of(i), ask(name, where), name + ", seed " + Settings.SEED + ": " + where);
    }
    for (int i = 0; i < QUESTIONS; i++) {
      String one = keys.get(random.nextInt(keys.size()));
      String other = keys.get(random.nextInt(keys.size()));
      String first = one.compareTo(other) < 0 ? one : other;
      String last = one.compareTo(other) < 0 ? other : one;
      String where = String.format("key >= %s, key <= %s", first, last);
      assertEquals(
          List.copyOf(rows.subMap(first, true, last, true).values()),
          ask(name, where),
          name + ", seed " + Settings.SEED + ": " + where);
    }
    System.out.printf(
        "%s, seed %d: %d keys put and got, %d ranges scanned by HBase's shell%n",
        name, Settings.SEED, keys.size(), QUESTIONS);
    Tables.drop(hbase, name);
  }

  /** The table that a printed command creates, one from a file of points, and the shell's list. */
  @ParameterizedTest
  @EnumSource(
      value = Design.class,
      names = {"MD5_MODULO", "FINRA", "PHOENIX", "BINARY"})
  void splitPoints(Design design, LocalHBase hbase) throws Exception {
    int regions = 13;
    String[] options = {
      "--layout", design.layout, "--columns", design.columns, "--regions", "" + regions
    };
    List<String> points = design.points(regions);
    Path folder = Files.createTempDirectory(hbase.folder(), "splits");

    TableName name = TableName.valueOf("shell-" + design.name().toLowerCase());
    List<String> commands =
        Tool.lines(
            Stream.concat(
                    Stream.of("splits", "--output", "shell", "--table", name.toString()),
                    Stream.of(options))
                .toArray(String[]::new));
    for (String command : commands) {
      shell.run(command);
    }
    assertEquals(points, starts(hbase, name), name + ": regions that printed commands make");

    List<String> listing = shell.run("list_regions '" + name + "'");
    Path list = Files.write(folder.resolve("list"), listing);
    Path hex = Files.write(folder.resolve("hex"), points);
    Path records = design.records(folder.resolve("records"), 1000);
    assertEquals(
        Tool.lines(design.options("route", "--splits", hex, "--splits-form", "hex", records)),
        Tool.lines(
            design.options("route", "--splits", list, "--splits-form", "list_regions", records)),
        name + ": regions of 1000 records, by the points and by the shell's list_regions");
    Tables.drop(hbase, name);

    TableName second = TableName.valueOf(name + "-file");
    Path file = folder.resolve("points");
    Tool.into(file, Stream.concat(Stream.of("splits"), Stream.of(options)).toArray(String[]::new));
    shell.run(String.format("create '%s', 'f', SPLITS_FILE => '%s'", second, file));
    assertEquals(points, starts(hbase, second), second + ": regions that SPLITS_FILE makes");
    Tables.drop(hbase, second);
  }

  /** A table with rows is split further by printed commands, which come in rounds. */
  @Test
  void pointsAdded(LocalHBase hbase) throws Exception {
    Design design = Design.MD5_MODULO;
    TableName name = TableName.valueOf("shell-added");
    Path folder = Files.createTempDirectory(hbase.folder(), "added");
    List<String> points = design.points(3);
    Tables.create(hbase, name, points, FAMILY);
    Path records = design.records(folder.resolve("records"), 10_000);
    Path keyed =
        Tool.into(
            folder.resolve("keyed"), design.options("encode", "--emit", "key+record", records));
    Writers.put(hbase, name, FAMILY, keyed, design.form);

    Path file = Files.write(folder.resolve("points"), points);
    String[] options = {
      "--layout", design.layout, "--add", "7", "--splits", file.toString(), "--splits-form", "hex"
    };
    List<String> expected = added(options, "--output", "hex");
    TreeSet<String> reached = new TreeSet<>(points);
    int rounds = 0;
    for (String line : added(options, "--output", "shell", "--table", name.toString())) {
      if (line.startsWith("#")) {
        if (rounds++ > 0) {
          compact(hbase, name, reached);
        }
      } else {
        shell.run(line);
        String key = line.substring(line.indexOf('"') + 1, line.lastIndexOf('"'));
        reached.add(HexFormat.of().formatHex(Bytes.toBytesBinary(key)));
      }
    }
    awaitRegions(hbase, name, reached);
    assertTrue(rounds > 1, name + ": rounds of commands that split it");
    assertEquals(expected, List.copyOf(reached), name + ": split points of commands and of a list");
    assertEquals(
        10_000L,
        Arrays.stream(Tables.rows(hbase, name, FAMILY)).sum(),
        name + ": rows after " + rounds + " rounds of splits");
    List<String> listing = shell.run("list_regions '" + name + "'");
    Path keys =
        Tool.into(folder.resolve("keys"), design.options("encode", "--output", "hex", records));
    JsonArray audited = audited(design, Files.write(folder.resolve("listing"), listing), keys);
    assertEquals(
        Arrays.stream(Tables.rows(hbase, name, FAMILY)).boxed().toList(),
        members(audited, "keys").map(JsonElement::getAsLong).toList(),
        name + ": rows of each region, and those that rowkey audit counts by list_regions");
    // Regions that were split a moment ago have no size yet, which the shell says above its table.
    assertEquals(
        listing.stream().filter(line -> line.contains("Can not find all details")).count(),
        members(audited, "megabytes").filter(JsonElement::isJsonNull).count(),
        name + ": regions without a size");
    assertTrue(
        members(audited, "server")
            .allMatch(server -> server.getAsString().startsWith("127.0.0.1,")),
        name + ": the server of each region");
    Tables.drop(hbase, name);
  }

  /** What rowkey audit says of the regions in a list of the shell. */
  private static JsonArray audited(Design design, Path listing, Path keys) {
    List<String> options = new ArrayList<>(List.of("audit", "--quiet", "--output", "json"));
    options.addAll(List.of("--layout", design.layout, "--columns", design.columns));
    options.addAll(List.of("--splits", listing.toString(), "--splits-form", "list_regions"));
    options.addAll(List.of("--input", "hex", keys.toString()));
    String report = Tool.text(new byte[0], options.toArray(String[]::new));
    return JsonParser.parseString(report).getAsJsonObject().getAsJsonArray("regions");
  }

  private static Stream<JsonElement> members(JsonArray regions, String name) {
    return StreamSupport.stream(regions.spliterator(), false)
        .map(region -> region.getAsJsonObject().get(name));
  }

  private static List<String> added(String[] options, String... output) {
    return Tool.lines(
        Stream.of(Stream.of("splits", "--quiet"), Stream.of(options), Stream.of(output))
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  /**
   * What has to be done before the next round. HBase splits no region that has files of its parent,
   * and those are gone when they are compacted and then archived.
   */
  private void compact(LocalHBase hbase, TableName name, Set<String> starts) throws Exception {
    awaitRegions(hbase, name, starts);
    shell.run("major_compact '" + name + "'");
    Path table = hbase.folder().resolve("root/data/default").resolve(name.toString());
    hbase.await(
        name + " is compacted, and no region has files of its parent",
        () ->
            parts(table) == 0
                && String.join("\n", shell.run("compaction_state '" + name + "'"))
                    .contains("NONE"));
  }

  /** How many files of HBase are parts of a parent's, whose name theirs end with. */
  private static long parts(Path table) throws IOException {
    try (Stream<Path> files =
        Files.find(table, 3, (path, attributes) -> attributes.isRegularFile())) {
      return files
          .filter(file -> file.getFileName().toString().matches("[0-9a-f]+\\.[0-9a-f]{32}"))
          .count();
    } catch (UncheckedIOException e) {
      return 1; // A folder has just been archived: they are not all gone yet.
    }
  }

  private static void awaitRegions(LocalHBase hbase, TableName name, Set<String> starts)
      throws Exception {
    hbase.await(
        name + " has regions that begin at " + starts,
        () -> starts(hbase, name).equals(List.copyOf(starts)));
  }

  /** In hexadecimal digits: every byte, the texts by themselves and in others, and random bytes. */
  private static List<String> keys(Random random) {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      keys.add(new byte[] {(byte) i});
      keys.add(new byte[] {'k', (byte) i, '7'});
    }
    for (String text : TEXTS) {
      keys.add(text.getBytes(StandardCharsets.ISO_8859_1));
      keys.add(("x" + text + "{0}").getBytes(StandardCharsets.ISO_8859_1));
    }
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[1 + random.nextInt(20)];
      random.nextBytes(bytes);
      keys.add(bytes);
    }
    return keys.stream().map(HexFormat.of()::formatHex).distinct().toList();
  }

  /** The numbers of the rows that the printed commands find, in the order of the commands. */
  private List<Integer> ask(TableName name, String where) throws IOException {
    return shell.rows(
        Tool.lines(
            "ranges",
            "--layout",
            "{key}",
            "--columns",
            "key:hex",
            "--where",
            where,
            "--output",
            "hbase",
            "--table",
            name.toString(),
            "--quiet"));
  }

  private static NavigableMap<String, Integer> rows(LocalHBase hbase, TableName name)
      throws IOException {
    NavigableMap<String, Integer> rows = new TreeMap<>();
    try (Table table = hbase.connection().getTable(name);
        ResultScanner results = table.getScanner(new Scan())) {
      for (Result result : results) {
        String value = Bytes.toString(result.value());
        rows.put(
            HexFormat.of().formatHex(result.getRow()),
            Integer.parseInt(value.substring("row".length(), value.length() - 1)));
      }
    }
    return rows;
  }

  private static List<String> starts(LocalHBase hbase, TableName name) throws IOException {
    return Tables.regions(hbase, name).stream()
        .skip(1)
        .map(region -> HexFormat.of().formatHex(region.getStartKey()))
        .toList();
  }
}
