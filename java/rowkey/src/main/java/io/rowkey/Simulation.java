package io.rowkey;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Counts how evenly the rows of several writers load the regions and servers of a table, by the
 * keys of several layouts beside each other, before a row is written.
 *
 * <pre>{@code
 * try (Simulation simulation = Simulation.create(1, 1000)) {
 *   int modulo = simulation.add(layout, layout.splits(50));
 *   simulation.give(layout.batch().longs("id", ids)); // as often as there are batches
 *   simulation.end();
 *   simulation.load(modulo).lockStep();
 * }
 * }</pre>
 *
 * <p>Time is counted in rows: all writers that have rows left write one row each, in their order,
 * then the next one each. So their rows are asked for in turns:
 *
 * <pre>{@code
 * for (int writer; (writer = simulation.writer()) >= 0; ) {
 *   Batch batch = next(writer, simulation.wanted()); // at most so many rows
 *   if (batch != null) {
 *     simulation.give(batch);
 *   } else {
 *     simulation.end();
 *   }
 * }
 * }</pre>
 *
 * <p>Memory does not grow with the rows. For one thread at a time: a call that finds another one
 * under way throws {@link IllegalStateException}. Layouts may be closed meanwhile. Close it, or
 * leave that to the garbage collector.
 */
public final class Simulation implements AutoCloseable {
  private static final int MOST_REGIONS = 1 << 24;

  /** In the place of a placement on servers, which none has. */
  private static final int REGIONS = Integer.MIN_VALUE;

  /** What C keeps of a region over time, of as many regions at most. */
  private static final long BYTES_OF_REGION = 4 << 10;

  private static final int REGIONS_OVER_TIME = 1 << 16;

  private final NativeHandle handle;
  private final int writers;
  private final List<Counted> layouts = new ArrayList<>();
  private int placements;
  private long given; // rows
  private long held;
  private long heldByLayout; // for its servers

  /** A layout, and where its keys go. */
  private static final class Counted {
    final LayoutInfo info;
    final Encoder encoder;
    final Router router;
    final Keys keys = Keys.growing();

    Counted(RowKeyLayout layout, byte[][] splits) {
      info = layout.info;
      router = Router.of(splits);
      encoder = layout.encoder();
    }

    void close() {
      encoder.close();
      router.close();
    }

    int[] regions(Batch batch, long firstRow) {
      try {
        encoder.encodeOther(batch, keys, firstRow);
      } catch (RowKeyException e) {
        throw e.of(info.template);
      }
      return router.regions(keys);
    }
  }

  private Simulation(long address, int writers) {
    this.writers = writers;
    List<Counted> counted = layouts; // so that what frees them does not hold this
    held = 24L * writers;
    handle =
        new NativeHandle(
            address,
            "simulation",
            1,
            held,
            freed -> {
              Native.freeSimulation(freed);
              counted.forEach(Counted::close);
            });
  }

  /**
   * A simulation of no layouts.
   *
   * @param writers how many write at the same time, 1 to 2^24
   * @param window how many rows of all writers, at least 1, count as the same time; a 400th of all
   *     rows is usual
   * @return the simulation
   * @throws RowKeyException of kind {@code ARGUMENT} for 0 writers or too many
   * @throws IllegalArgumentException for a negative number, and a window of 0 rows
   */
  public static Simulation create(int writers, long window) {
    Splits.checkCount(writers, "writers");
    if (window < 1) {
      throw new IllegalArgumentException("a window of " + window + " rows (expected 1 or more)");
    }
    NativeLoader.load();
    return new Simulation(Native.createSimulation(writers, window), writers);
  }

  /**
   * The first row of a writer, if each has a contiguous part of all rows, and no part has more than
   * one row more than another.
   *
   * @param rows how many rows all writers have, at least 0
   * @param writers how many writers there are, at least 1
   * @param writer the number of one of them from 0, or {@code writers}
   * @return how many rows the writers before it have
   * @throws IllegalArgumentException for other numbers
   */
  public static long rowsBefore(long rows, int writers, int writer) {
    if (rows < 0 || writers < 1 || writer < 0 || writer > writers) {
      throw new IllegalArgumentException(
          String.format(
              "writer %d of %d, of %d rows (expected 1 writer or more, 0 rows or more, and a writer"
                  + " from 0 on)",
              writer, writers, rows));
    }
    NativeLoader.load();
    return Native.rowsBefore(rows, writers, writer);
  }

  // ---- What is counted

  /**
   * Also counts rows by server, if region r is on server r modulo {@code servers}. Call it before
   * layouts are added, all of which then have so many regions; at most 8 times, for as many ways to
   * place the same regions.
   *
   * @param regions how many regions the table has, 1 to 2^24
   * @param servers how many servers there are, at least 1
   * @return the index of the placement, from 0
   * @throws RowKeyException of kind {@code ARGUMENT} for 0 servers, and after a layout or 8
   *     placements
   * @throws IllegalArgumentException for another number
   */
  public int place(int regions, int servers) {
    return place(regions, servers, false, 0);
  }

  /**
   * Also counts rows by server, if regions are dealt out at random, each server having as many as
   * another or one more, like those of a balancer that looks only at how many regions a server has.
   *
   * @param regions how many regions the table has, 1 to 2^24
   * @param servers how many servers there are, at least 1
   * @param seed of the random numbers
   * @return the index of the placement, from 0
   * @throws RowKeyException of kind {@code ARGUMENT} for 0 servers, and after a layout or 8
   *     placements
   * @throws IllegalArgumentException for another number
   */
  public int place(int regions, int servers, long seed) {
    return place(regions, servers, true, seed);
  }

  private int place(int regions, int servers, boolean shuffled, long seed) {
    if (regions < 1 || regions > MOST_REGIONS) {
      throw new IllegalArgumentException(regions + " regions (expected 1 to " + MOST_REGIONS + ")");
    }
    Splits.checkCount(servers, "servers");
    return place(Native.placeRegions(regions, servers, shuffled, seed), servers);
  }

  /**
   * Also counts rows by server, as regions are on the servers of a table.
   *
   * @param serverOf the server of each region, from 0 on; it is copied
   * @param servers how many servers there are
   * @return the index of the placement, from 0
   * @throws RowKeyException of kind {@code RANGE} for a region whose server there is not: its
   *     {@link RowKeyException#row} is the region; {@code ARGUMENT} after a layout or 8 placements
   * @throws IllegalArgumentException for a negative number of servers
   */
  public int place(int[] serverOf, int servers) {
    Objects.requireNonNull(serverOf, "serverOf");
    Splits.checkCount(servers, "servers");
    return handle.call(
        address -> {
          Native.placeSimulation(address, serverOf, servers);
          held += 4L * serverOf.length;
          heldByLayout += overTime(servers);
          handle.weigh(held);
          return placements++;
        });
  }

  /**
   * Adds a layout, before rows are given. All layouts have the same columns.
   *
   * @param layout the layout; {@code random()} has the seed 0, and counts from {@link
   *     Batch#firstRow}, or rows in the order in which they are given where a batch does not say it
   * @param splits the split points of its table, rising; they are copied
   * @return the index of the layout, from 0
   * @throws IllegalArgumentException for other columns than those of the first layout
   * @throws RowKeyException of kind {@code RANGE} for points that do not rise; {@code ARGUMENT}
   *     after rows, and for another number of regions than are placed on servers
   */
  public int add(RowKeyLayout layout, byte[][] splits) {
    return handle.call(address -> add(address, layout, splits));
  }

  private int add(long address, RowKeyLayout layout, byte[][] splits) {
    if (!layouts.isEmpty()) {
      layout.info.checkSchema(layouts.get(0).info.schema);
    }
    Counted counted = new Counted(layout, splits);
    try {
      Native.addToSimulation(address, splits.length + 1);
    } catch (Throwable e) {
      counted.close();
      throw e;
    }
    layouts.add(counted);
    held += 4L * wanted(Native.simulationWants(address)) * writers; // rows that wait
    held += overTime(splits.length + 1) + heldByLayout;
    handle.weigh(held);
    return layouts.size() - 1;
  }

  private static long overTime(int regions) {
    return BYTES_OF_REGION * Math.min(regions, REGIONS_OVER_TIME);
  }

  // ---- Rows

  /**
   * The writer whose rows are wanted next.
   *
   * @return its number from 0, or -1 when all writers have ended
   */
  public int writer() {
    return (int) (handle.call(Native::simulationWants) >> 32);
  }

  /**
   * How many rows {@link #give} takes at most, of a writer among several.
   *
   * @return rows; 0 when all writers have ended
   */
  public int wanted() {
    return handle.call(address -> wanted(Native.simulationWants(address)));
  }

  private static int wanted(long wants) {
    return wants < 0 ? 0 : (int) wants;
  }

  /**
   * Gives the next rows of the writer that is wanted. A batch without rows changes nothing.
   *
   * @param batch the rows, in a batch of one of the layouts; at most {@link #wanted}, and any
   *     number where there is one writer
   * @throws RowKeyException for a value that a layout does not take: the message begins with its
   *     template, and {@link RowKeyException#row} is the first bad row. Nothing is counted then
   * @throws IllegalArgumentException for more rows, a batch of another layout, and columns that are
   *     missing or differ in their rows
   * @throws IllegalStateException when all writers have ended, and before a layout is added
   */
  public void give(Batch batch) {
    long address = handle.enter();
    try {
      give(address, batch);
    } finally {
      handle.leave();
    }
  }

  private void give(long address, Batch batch) {
    if (layouts.stream().noneMatch(layout -> layout.info == batch.info())) {
      throw layouts.isEmpty()
          ? new IllegalStateException("rows without a layout (expected layouts before them)")
          : new IllegalArgumentException(
              "a batch of another layout (expected one that a layout of the simulation made)");
    }
    long wants = Native.simulationWants(address);
    int most = wanted(wants);
    if (wants < 0) {
      throw new IllegalStateException("rows after the end (expected a writer that is wanted)");
    }
    int[][] regions = new int[layouts.size()][];
    for (int i = 0; i < regions.length; i++) {
      regions[i] = layouts.get(i).regions(batch, given);
    }
    int rows = regions[0].length;
    if (rows > most && writers > 1) {
      throw new IllegalArgumentException(
          rows + " rows of writer " + (wants >> 32) + " (expected at most " + most + ")");
    }
    for (int first = 0, now; first < rows; first += now) {
      now = Math.min(most, rows - first);
      Native.giveRegions(address, regions, first, now);
    }
    given += rows;
  }

  /**
   * Says that the writer that is wanted has no more rows.
   *
   * @throws IllegalStateException when all writers have ended
   */
  public void end() {
    handle.call(
        address -> {
          if (Native.simulationWants(address) < 0) {
            throw new IllegalStateException("all writers have ended already");
          }
          Native.giveRegions(address, new int[0][], 0, 0);
          return null;
        });
  }

  // ---- What was counted

  private static void check(int index, int count, String what) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException(
          what + " " + index + " (expected one of the " + count + " that were added)");
    }
  }

  private Load load(int layout, int placement) {
    return handle.call(
        address -> {
          check(layout, layouts.size(), "layout");
          if (placement != REGIONS) {
            check(placement, placements, "placement");
          }
          return new Load(new Wire(Native.simulationLoad(address, layout, placement)));
        });
  }

  /**
   * What was counted so far of a layout, by region. The rows of writers that wait for their turns
   * do not count.
   *
   * @param layout the index that {@link #add} gave
   * @return the load
   * @throws IndexOutOfBoundsException for another index
   */
  public Load load(int layout) {
    return load(layout, REGIONS);
  }

  /**
   * What was counted so far of a layout, by server.
   *
   * @param layout the index that {@link #add} gave
   * @param placement the index that {@link #place} gave
   * @return the load, of servers in the place of regions
   * @throws IndexOutOfBoundsException for another index
   */
  public Load loadOfServers(int layout, int placement) {
    return load(layout, placement);
  }

  // ---- Pictures

  /** What a picture shows. */
  public enum Picture {
    /** The rows of each region, and how they vary. */
    ROWS,
    /** Regions over time, as colours. */
    HEAT,
    /** A line over time for each of a few regions. */
    ACTIVITY
  }

  private String draw(Picture kind, String source, int placement) {
    if (source.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("source with a NUL character (expected none)");
    }
    int number = kind.ordinal();
    ByteArrayOutputStream names = new ByteArrayOutputStream();
    Wire.write(names, Utf8.encode(source + '\0'));
    byte[] svg =
        handle.call(
            address -> {
              if (layouts.isEmpty()) {
                throw new IllegalStateException("a picture without a layout (expected some)");
              }
              if (placement != REGIONS) {
                check(placement, placements, "placement");
              }
              for (Counted layout : layouts) {
                Wire.write(names, Utf8.encode(layout.info.template + '\0'));
              }
              return Native.simulationPicture(
                  address, number, placement, writers, layouts.size(), names.toByteArray());
            });
    return new String(svg, StandardCharsets.UTF_8);
  }

  /**
   * Draws what was counted so far of all layouts beside each other, by region, as {@code rowkey
   * simulate --pictures} does.
   *
   * @param kind what the picture shows
   * @param source where the rows came from, for people, such as {@code events.csv}
   * @return SVG, which fetches nothing
   * @throws IllegalStateException before a layout is added
   */
  public String picture(Picture kind, String source) {
    return draw(kind, source, REGIONS);
  }

  /**
   * Draws what was counted so far of all layouts beside each other, by server.
   *
   * @param kind what the picture shows
   * @param source where the rows came from, for people
   * @param placement the index that {@link #place} gave
   * @return SVG, which fetches nothing
   * @throws IndexOutOfBoundsException for another index
   * @throws IllegalStateException before a layout is added
   */
  public String pictureOfServers(Picture kind, String source, int placement) {
    return draw(kind, source, placement);
  }

  /**
   * Frees the memory in C. Calls that begin later throw {@link IllegalStateException}; a second
   * close does nothing.
   */
  @Override
  public void close() {
    handle.close();
  }
}
