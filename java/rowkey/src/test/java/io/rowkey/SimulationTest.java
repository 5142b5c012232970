package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulations: what the tool says of the same records, whose writers take turns. */
class SimulationTest {
  private static final String[] TEMPLATES = {
    "{id % 100:02d}{id:u64}", "{md5(id) % 1000:03d}{id:u64}"
  };
  private static final int ROWS = 70_000;
  private static final int REGIONS = 20;
  private static final int SERVERS = 3;
  private static final int WINDOW = 300;

  private static RowKeyLayout layout(String template) {
    return RowKeyLayout.compile(template, Schema.parse("id:u64"));
  }

  private static long[] ids(long first, long rows) {
    return LongStream.range(first, first + rows).toArray();
  }

  /** All numbers of an object of the tool's JSON, in their order. */
  private static double[] numbers(String json) {
    List<Double> found = new ArrayList<>();
    Matcher matcher = Pattern.compile("(?<=[ \\[])-?[0-9][-+.e0-9]*").matcher(json);
    while (matcher.find()) {
      found.add(Double.valueOf(matcher.group()));
    }
    return found.stream().mapToDouble(d -> d).toArray();
  }

  /** The same of a load, in that order. */
  private static double[] numbers(Load load) {
    double[] all = {
      load.counts().length,
      load.rows(),
      load.least(),
      load.most(),
      load.mean(),
      load.deviation(),
      load.variation(),
      load.peak(),
      load.gini(),
      load.chiSquared(),
      load.pValue(),
      load.active(),
      load.window(),
      load.windows(),
      load.activeMean(),
      load.activeLeast(),
      load.activeMost(),
      load.activeEven(),
      load.effectiveMean(),
      load.effectiveEven(),
      load.peakMean(),
      load.peakMost(),
      load.variationMean(),
      load.lockStep(),
      load.hottest(),
      load.hottestWindows(),
      load.hottestFirst(),
      load.hottestShare()
    };
    double[] both = Arrays.copyOf(all, all.length + load.counts().length);
    for (int i = 0; i < load.counts().length; i++) {
      both[all.length + i] = load.counts()[i];
    }
    return both;
  }

  private static List<String> toolLoads(int writers, Path pictures) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            Arrays.asList(
                "simulate", "--quiet", "--output", "json", "--source", "sequential", "--rows"));
    arguments.addAll(Arrays.asList("" + ROWS, "--regions", "" + REGIONS, "--window", "" + WINDOW));
    arguments.addAll(Arrays.asList("--writers", "" + writers, "--servers", "" + SERVERS));
    arguments.addAll(Arrays.asList("--pictures", pictures.toString()));
    for (String template : TEMPLATES) {
      arguments.addAll(Arrays.asList("--layout", template));
    }
    String json = String.join("\n", Tool.run("", arguments.toArray(new String[0])));
    // After what is said of all: the regions and the servers of each layout.
    String[] parts = json.split("\"(regions|servers)\": (?=\\{)");
    List<String> loads = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      loads.add(parts[i].replaceAll("(?s)\\]\\}.*", "]"));
    }
    return loads;
  }

  private static void give(Simulation simulation, RowKeyLayout layout, int writers) {
    long[] next = new long[writers];
    Arrays.setAll(next, writer -> Simulation.rowsBefore(ROWS, writers, writer));
    for (int writer; (writer = simulation.writer()) >= 0; ) {
      long end = Simulation.rowsBefore(ROWS, writers, writer + 1);
      long rows = Math.min(simulation.wanted(), end - next[writer]);
      if (rows == 0) {
        simulation.end();
      } else {
        simulation.give(layout.batch().longs("id", ids(next[writer], rows)));
        next[writer] += rows;
      }
    }
  }

  private static void assertDrawn(Path pictures, String name, String svg) throws Exception {
    byte[] expected = Files.readAllBytes(pictures.resolve(name + ".svg"));
    assertEquals(new String(expected, StandardCharsets.UTF_8), svg, name);
  }

  private static void assertPictures(Simulation simulation, Path pictures) throws Exception {
    for (Simulation.Picture kind : Simulation.Picture.values()) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      String source = "sequential(start=0,step=1)";
      assertDrawn(pictures, "regions-" + name, simulation.picture(kind, source));
      assertDrawn(pictures, "servers-" + name, simulation.pictureOfServers(kind, source, 0));
    }
  }

  @Test
  void writersTakeTurnsAsInTheTool(@TempDir Path pictures) throws Exception {
    for (int writers : new int[] {1, 2, 7, 80, 2500}) {
      List<String> expected = toolLoads(writers, pictures);
      assertEquals(2 * TEMPLATES.length, expected.size());
      try (Simulation simulation = Simulation.create(writers, WINDOW)) {
        assertEquals(0, simulation.place(REGIONS, SERVERS));
        RowKeyLayout first = layout(TEMPLATES[0]);
        assertEquals(0, simulation.add(first, first.splits(REGIONS)));
        try (RowKeyLayout second = layout(TEMPLATES[1])) {
          assertEquals(1, simulation.add(second, second.splits(REGIONS)));
        }
        give(simulation, first, writers);
        assertEquals(0, simulation.wanted());
        assertPictures(simulation, pictures);
        for (int i = 0; i < 2; i++) {
          String of = writers + " writers, layout " + i;
          assertArrayEquals(numbers(expected.get(2 * i)), numbers(simulation.load(i)), 0, of);
          assertArrayEquals(
              numbers(expected.get(2 * i + 1)), numbers(simulation.loadOfServers(i, 0)), 0, of);
        }
      }
    }
  }

  private static Load loadOf(int... batches) {
    try (RowKeyLayout layout = layout(TEMPLATES[1]);
        Simulation simulation = Simulation.create(1, WINDOW)) {
      simulation.add(layout, layout.splits(REGIONS));
      long first = 0;
      for (int rows : batches) {
        simulation.give(layout.batch().longs("id", ids(first, rows)));
        first += rows;
      }
      simulation.end();
      return simulation.load(0);
    }
  }

  @Test
  void oneWriterGivesBatchesOfAnySize() {
    double[] whole = numbers(loadOf(300_000));
    assertEquals(300_000, whole[1]);
    assertArrayEquals(whole, numbers(loadOf(1, 0, 299_000, 0, 999)), 0);
    assertEquals(0, loadOf().rows());
    assertTrue(
        loadOf(300_000).toString().startsWith("300000 rows on 20: most / mean 1.0"),
        () -> loadOf(300_000).toString());
  }

  private static long[] countsOfRandomKeys(boolean isNumbered, int... batches) {
    try (RowKeyLayout layout = layout("{random() % 1000:03d}{id:u64}");
        Simulation simulation = Simulation.create(2, WINDOW)) {
      simulation.add(layout, layout.splits(REGIONS));
      long first = 0;
      for (int rows : batches) {
        for (int writer = 0; writer < 2; writer++, first += rows) {
          Batch batch = layout.batch().longs("id", ids(first, rows));
          simulation.give(isNumbered ? batch.firstRow(first) : batch);
        }
      }
      simulation.end();
      simulation.end();
      return simulation.load(0).counts();
    }
  }

  @Test
  void rowsThatBatchesDoNotNumberAreNumbered() {
    int[] batches = {100, 100, 1, 99, 100};
    long[] counts = countsOfRandomKeys(true, batches);
    assertArrayEquals(counts, countsOfRandomKeys(false, batches));
    assertEquals(800, Arrays.stream(counts).sum());
  }

  @Test
  void serversOfATable() {
    try (RowKeyLayout layout = layout(TEMPLATES[0]);
        Simulation simulation = Simulation.create(1, 10)) {
      int[] serverOf = {1, 1, 1, 0};
      assertEquals(0, simulation.place(serverOf, 2));
      assertEquals(1, simulation.place(4, 2, 7));
      serverOf[0] = 0;
      simulation.add(layout, layout.splits(4));
      simulation.give(layout.batch().longs("id", ids(0, 100)));
      assertArrayEquals(new long[] {25, 25, 25, 25}, simulation.load(0).counts());
      assertArrayEquals(new long[] {25, 75}, simulation.loadOfServers(0, 0).counts());
      assertArrayEquals(new long[] {50, 50}, simulation.loadOfServers(0, 1).counts());
    }
  }

  private static <T extends Throwable> void refused(
      Class<T> type, String says, org.junit.jupiter.api.function.Executable call) {
    String message = assertThrows(type, call).getMessage();
    assertTrue(message.contains(says), message);
  }

  @Test
  void wrongUse() {
    refused(RowKeyException.class, "0 writers", () -> Simulation.create(0, 1));
    refused(IllegalArgumentException.class, "-1 writers", () -> Simulation.create(-1, 1));
    refused(IllegalArgumentException.class, "0 rows", () -> Simulation.create(1, 0));
    refused(IllegalArgumentException.class, "writer 3 of 2", () -> Simulation.rowsBefore(9, 2, 3));
    RowKeyLayout layout = layout(TEMPLATES[0]);
    RowKeyLayout other = RowKeyLayout.compile("{id:u64}", Schema.parse("id:i64"));
    Simulation simulation = Simulation.create(2, 1);
    Batch batch = layout.batch().longs("id", ids(0, 1));
    refused(IllegalStateException.class, "layouts before", () -> simulation.give(batch));
    Simulation.Picture heat = Simulation.Picture.HEAT;
    refused(IllegalStateException.class, "without", () -> simulation.picture(heat, "x"));
    refused(RowKeyException.class, "region 1 is on", () -> simulation.place(new int[] {0, 3}, 2));
    refused(IllegalArgumentException.class, "0 regions", () -> simulation.place(0, 1));
    refused(RowKeyException.class, "servers", () -> simulation.place(3, 0));
    byte[][] fall = {{2}, {1}};
    refused(RowKeyException.class, "", () -> simulation.add(layout, fall));
    assertThrows(NullPointerException.class, () -> simulation.add(layout, null));
    assertThrows(NullPointerException.class, () -> simulation.add(null, new byte[0][]));
    assertThrows(NullPointerException.class, () -> simulation.place(null, 1));
    simulation.add(layout, layout.splits(4));
    refused(IllegalArgumentException.class, "id:i64", () -> simulation.add(other, new byte[0][]));
    refused(IllegalArgumentException.class, "another layout", () -> simulation.give(other.batch()));
    refused(RowKeyException.class, "before the layouts", () -> simulation.place(4, 2));
    assertThrows(NullPointerException.class, () -> simulation.give(null));
    Batch many = layout.batch().longs("id", new long[simulation.wanted() + 1]);
    refused(IllegalArgumentException.class, "of writer 0", () -> simulation.give(many));
    refused(IllegalArgumentException.class, "NUL", () -> simulation.picture(heat, "\0"));
    assertThrows(NullPointerException.class, () -> simulation.picture(null, "x"));
    assertThrows(NullPointerException.class, () -> simulation.picture(heat, null));
    refused(IndexOutOfBoundsException.class, "layout 1", () -> simulation.load(1));
    refused(IndexOutOfBoundsException.class, "layout -1", () -> simulation.load(-1));
    for (int placement : new int[] {-1, 0, Integer.MAX_VALUE}) {
      refused(
          IndexOutOfBoundsException.class,
          "placement " + placement,
          () -> simulation.loadOfServers(0, placement));
      assertThrows(
          IndexOutOfBoundsException.class, () -> simulation.pictureOfServers(heat, "x", placement));
    }
    simulation.give(batch);
    assertEquals(1, simulation.writer());
    refused(RowKeyException.class, "after rows", () -> simulation.add(layout, new byte[0][]));
    simulation.end();
    simulation.end();
    assertEquals(1, simulation.load(0).rows());
    refused(IllegalStateException.class, "after the end", () -> simulation.give(batch));
    refused(IllegalStateException.class, "ended already", simulation::end);
    assertNotEquals(0, simulation.load(0).peak());
    simulation.close();
    simulation.close();
    refused(IllegalStateException.class, "the simulation is closed", () -> simulation.load(0));
    refused(IllegalStateException.class, "the simulation is closed", () -> simulation.give(batch));
  }

  @Test
  void aBadRowCountsNothing() {
    Schema schema = Schema.parse("id:i64,s:text");
    try (RowKeyLayout good = RowKeyLayout.compile("{id:i64}", schema);
        RowKeyLayout narrow = RowKeyLayout.compile("{id:02d}{s}", schema);
        Simulation simulation = Simulation.create(1, 1)) {
      simulation.add(good, new byte[0][]);
      simulation.add(narrow, new byte[0][]);
      Batch batch = good.batch().longs("id", 1, 200).strings("s", "a", "b");
      RowKeyException e = assertThrows(RowKeyException.class, () -> simulation.give(batch));
      assertEquals(RowKeyException.Kind.RANGE, e.kind());
      assertEquals(1, e.row());
      assertTrue(e.getMessage().startsWith("{id:02d}{s}: "), e::getMessage);
      assertEquals(0, simulation.load(0).rows());
      refused(
          IllegalArgumentException.class,
          "column s has no values",
          () -> simulation.give(good.batch().longs("id", 1)));
      simulation.give(batch.longs("id", 1, 2));
      assertEquals(2, simulation.load(1).rows());
    }
  }
}
