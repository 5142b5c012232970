package io.rowkey.hbase;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The requests for the regions of a table between two moments, which {@link Audit#between} finds.
 *
 * <pre>{@code
 * Audit first = Audit.of(connection, name, layout, 0);
 * TimeUnit.MINUTES.sleep(1);
 * RequestRates rates = Audit.between(first, Audit.of(connection, name, layout, 0));
 * System.out.print(rates);
 * for (RequestRates.Region region : rates.hot(3)) { ... }
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class RequestRates {
  private final TableName name;
  private final double seconds;
  private final List<Region> regions;

  RequestRates(
      TableName name, List<Audit.Region> first, List<Audit.Region> second, double seconds) {
    this.name = name;
    this.seconds = seconds;
    Map<String, Audit.Region> before = new HashMap<>();
    for (Audit.Region region : first) {
      before.put(region.info().getEncodedName(), region);
    }
    List<Region> found = new ArrayList<>();
    long writes = 0;
    for (Audit.Region region : second) {
      Region rates = new Region(region, before.get(region.info().getEncodedName()), seconds);
      found.add(rates);
      writes += rates.writes;
    }
    for (Region region : found) {
      region.writeShare = writes == 0 ? 0 : (double) region.writes / writes;
    }
    regions = Collections.unmodifiableList(found);
  }

  /** The requests for a region. Immutable. */
  public static final class Region {
    private final Audit.Region region;
    private final boolean isNew;
    private final long writes;
    private final long reads;
    private final double seconds;

    /** Set once all regions are known, before anyone sees this one. */
    private double writeShare;

    private Region(Audit.Region region, Audit.Region before, double seconds) {
      this.region = region;
      this.seconds = seconds;
      isNew =
          before == null
              || region.writeRequests() < before.writeRequests()
              || region.readRequests() < before.readRequests();
      writes = region.writeRequests() - (isNew ? 0 : before.writeRequests());
      reads = region.readRequests() - (isNew ? 0 : before.readRequests());
    }

    /**
     * The region in the second audit.
     *
     * @return its boundaries, its server and what the layout predicts
     */
    public Audit.Region region() {
      return region;
    }

    /**
     * How many writes there were.
     *
     * @return rows put and deleted, a second; at least so many where the region {@link #isNew}
     */
    public double writesPerSecond() {
      return writes / seconds;
    }

    /**
     * How many reads there were.
     *
     * @return rows read, a second; at least so many where the region {@link #isNew}
     */
    public double readsPerSecond() {
      return reads / seconds;
    }

    /**
     * What part of the writes of all regions were for this one.
     *
     * @return 0 to 1
     */
    public double writeShare() {
      return writeShare;
    }

    /**
     * Whether requests are known only since a server opened the region, between the two moments: it
     * was split or moved, or its server started anew.
     *
     * @return whether it was opened in between
     */
    public boolean isNew() {
      return isNew;
    }
  }

  /**
   * How far the two moments are apart.
   *
   * @return seconds
   */
  public double seconds() {
    return seconds;
  }

  /**
   * All regions.
   *
   * @return the regions in the order of their keys; a list that cannot be changed
   */
  public List<Region> regions() {
    return regions;
  }

  /**
   * Regions that got more writes than the layout predicts.
   *
   * @param factor how many times the predicted share, more than 0; where the layout does not tell
   *     it, of an equal share for each region
   * @return the regions in the order of their keys
   * @throws IllegalArgumentException for another factor
   */
  public List<Region> hot(double factor) {
    Audit.checkFactor(factor);
    return regions.stream()
        .filter(
            rates ->
                rates.writes > 0
                    && rates.region.isMoreThanPredicted(rates.writeShare, factor, regions.size()))
        .collect(Collectors.toList());
  }

  /**
   * A table of the regions.
   *
   * @return lines for people: writes and predictions in percent of the table, requests a second,
   *     with a + where they are at least so many
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    Audit.line(text, "table %s, %.1f seconds\n", name, seconds);
    String form = "%6s  %9s  %8s  %11s  %11s  %s\n";
    Audit.line(text, form, "region", "predicted", "written", "writes/s", "reads/s", "begins with");
    for (int i = 0; i < regions.size(); i++) {
      Region rates = regions.get(i);
      Audit.line(
          text,
          form,
          i,
          rates.region.isReachable() ? Audit.percent(rates.region.predictedShare()) : "no key",
          Audit.percent(rates.writeShare),
          perSecond(rates.writesPerSecond(), rates.isNew),
          perSecond(rates.readsPerSecond(), rates.isNew),
          Bytes.toStringBinary(rates.region.info().getStartKey()));
    }
    return text.toString();
  }

  private static String perSecond(double rate, boolean isNew) {
    return String.format(Locale.ROOT, "%.1f", rate) + (isNew ? "+" : "");
  }
}
