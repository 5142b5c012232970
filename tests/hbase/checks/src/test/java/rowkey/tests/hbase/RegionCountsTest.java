package rowkey.tests.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables that are split as {@code rowkey splits} says, filled in three ways: each region has as
 * many rows as {@code rowkey route} and {@code rowkey simulate} say.
 */
@ExtendWith(WithHBase.class)
class RegionCountsTest {
  private static final int[] REGIONS = {55, 220};

  /** A family for each way, so that one table shows all three. */
  private static final String PUT = "p";

  private static final String IMPORTED = "i";
  private static final String LOADED = "l";

  static Stream<Arguments> tables() {
    return Stream.of(Design.values())
        .flatMap(
            design -> IntStream.of(REGIONS).mapToObj(regions -> Arguments.of(design, regions)));
  }

  @ParameterizedTest(name = "{0}, {1} regions")
  @MethodSource("tables")
  void rowsOfEachRegion(Design design, int regions, LocalHBase hbase) throws Exception {
    TableName name = TableName.valueOf(design.name().toLowerCase() + "-" + regions);
    Path folder = Files.createTempDirectory(hbase.folder(), name.getNameAsString());
    List<String> points = design.points(regions);
    Path splits = Files.write(folder.resolve("splits"), points);
    Stopwatch watch = new Stopwatch();
    Tables.create(hbase, name, points, PUT, IMPORTED, LOADED);
    watch.lap("created");

    int loaded = Math.max(1, Settings.ROWS / 4);
    Path records = design.records(folder.resolve("loaded"), loaded);
    watch.lap("records");
    List<Path> sorted = sort(design, folder, regions, splits, records);
    watch.lap("sorted");
    Writers.bulkLoad(hbase, name, LOADED, sorted, design.form);
    watch.lap(loaded + " loaded");
    check(hbase, design, name, LOADED, splits, records);
    watch.lap("checked");

    int puts = Math.max(1, Settings.ROWS / 20);
    records = design.records(folder.resolve("put"), puts);
    Path keyed = encode(design, folder.resolve("put-keyed"), records);
    watch.lap("encoded");
    Writers.put(hbase, name, PUT, keyed, design.form);
    watch.lap(puts + " put");
    check(hbase, design, name, PUT, splits, records);
    watch.lap("checked");

    int imported = Math.max(1, Settings.ROWS / 40);
    records = design.records(folder.resolve("imported"), imported);
    keyed = encode(design, folder.resolve("imported-keyed"), records);
    watch.lap("encoded");
    Writers.importTsv(hbase, name, IMPORTED, keyed, design.form);
    watch.lap(imported + " imported");
    check(hbase, design, name, IMPORTED, splits, records);
    watch.lap("checked");

    Tables.drop(hbase, name);
    watch.lap("dropped");
    System.out.println(name + ": " + watch);
  }

  private static Path encode(Design design, Path file, Path records) {
    return Tool.into(
        file, design.options("encode", "--output", design.form, "--emit", "key+record", records));
  }

  private static List<Path> sort(
      Design design, Path folder, int regions, Path splits, Path records) {
    Tool.into(
        folder.resolve("part-%d"),
        design.options(
            "encode",
            "--output",
            design.form,
            "--emit",
            "key+record",
            "--sort",
            "--splits",
            splits,
            "--splits-form",
            "hex",
            "--memory",
            "512M",
            records));
    return IntStream.range(0, regions).mapToObj(i -> folder.resolve("part-" + i)).toList();
  }

  /** HBase's rows of each region, the tool's two predictions, and the sum of all. */
  private static void check(
      LocalHBase hbase, Design design, TableName name, String family, Path splits, Path records)
      throws Exception {
    List<String> routed =
        Tool.lines(
            design.options(
                "route", "--splits", splits, "--splits-form", "hex", "--summary", records));
    List<String> simulated =
        Tool.lines(
            design.options(
                "simulate",
                "--splits",
                splits,
                "--splits-form",
                "hex",
                "--output",
                "csv",
                "--quiet",
                records));
    long[] rows = Tables.rows(hbase, name, family);
    Tables.assertRegions(
        hbase,
        name,
        family + ": rows, by rowkey route",
        counts(routed, line -> line.split("\t")[3]),
        rows);
    Tables.assertRegions(
        hbase,
        name,
        family + ": rows, by rowkey simulate",
        counts(simulated, line -> line.substring(line.lastIndexOf(',') + 1)),
        rows);
    try (Stream<String> lines = Files.lines(records)) {
      assertEquals(
          lines.count(),
          IntStream.range(0, rows.length).mapToLong(i -> rows[i]).sum(),
          name + ": all rows");
    }
  }

  private static long[] counts(List<String> lines, Function<String, String> field) {
    return lines.stream().skip(1).map(field).mapToLong(Long::parseLong).toArray();
  }
}
