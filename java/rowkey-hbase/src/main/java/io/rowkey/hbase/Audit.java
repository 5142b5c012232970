package io.rowkey.hbase;

import io.rowkey.RowKeyException;
import io.rowkey.RowKeyLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The regions of a live table beside what the layout of its keys predicts: which are hot, which no
 * key can reach, and which keys the layout would not make.
 *
 * <pre>{@code
 * Audit audit = Audit.of(connection, name, layout);
 * System.out.print(audit);
 * for (Audit.Region region : audit.hot(3)) { ... }
 * }</pre>
 *
 * <p>It shows the table as it was when the audit was made. Requests are counted by the servers
 * since they opened the regions; {@link #between} has those of a while. Immutable and thread-safe.
 */
public final class Audit {
  /** How many rows of each region are decoded unless it is said. */
  public static final int SAMPLE_ROWS = 100;

  private static final String[] LISTED = {
    "SERVER_NAME", "REGION_NAME", "START_KEY", "END_KEY", "SIZE", "REQ"
  };

  private final TableName name;
  private final RowKeyLayout layout;
  private final List<Region> regions;

  /** When the servers were asked. */
  private final long nanoTime;

  private Audit(TableName name, RowKeyLayout layout, List<Region> regions, long nanoTime) {
    this.nanoTime = nanoTime;
    this.name = name;
    this.layout = layout;
    this.regions = Collections.unmodifiableList(regions);
  }

  /** A region: what it is like, and what the layout predicts. Immutable. */
  public static final class Region {
    private final RegionInfo info;
    private final ServerName server;
    private final RegionMetrics metrics;
    private final double prediction;
    private final double writeShare;
    private final int sampled;
    private final List<ForeignKey> foreign;

    private Region(
        HRegionLocation location,
        RegionMetrics metrics,
        double prediction,
        long allWrites,
        int sampled,
        List<ForeignKey> foreign) {
      info = location.getRegion();
      server = location.getServerName();
      this.metrics = metrics;
      this.prediction = prediction;
      this.sampled = sampled;
      this.foreign = Collections.unmodifiableList(foreign);
      writeShare = allWrites == 0 ? 0 : (double) writeRequests() / allWrites;
    }

    /**
     * The region of HBase.
     *
     * @return its name and its first and last keys
     */
    public RegionInfo info() {
      return info;
    }

    /**
     * The server that has it.
     *
     * @return the server, or null where none has
     */
    public @Nullable ServerName server() {
      return server;
    }

    /**
     * What part of the keys the layout puts here when every value of every field is equally
     * frequent.
     *
     * @return 0 to 1; NaN where the layout does not tell
     */
    public double predictedShare() {
      return Math.max(0, prediction);
    }

    /**
     * Whether a key of the layout can lie here.
     *
     * @return false where none can
     */
    public boolean isReachable() {
      return prediction != -1;
    }

    /**
     * How many writes the server has counted.
     *
     * @return rows put and deleted; a bulk load is none. 0 where no server has the region
     */
    public long writeRequests() {
      return metrics == null ? 0 : metrics.getWriteRequestCount();
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
     * How many reads the server has counted.
     *
     * @return rows read; 0 where no server has the region
     */
    public long readRequests() {
      return metrics == null ? 0 : metrics.getReadRequestCount();
    }

    /**
     * How large its files are.
     *
     * @return MB, as HBase rounds them; 0 where no server has the region
     */
    public double storeFileMegabytes() {
      return metrics == null ? 0 : metrics.getStoreFileSize().get(Size.Unit.MEGABYTE);
    }

    /**
     * How large its rows in memory are.
     *
     * @return MB, as HBase rounds them; 0 where no server has the region
     */
    public double memStoreMegabytes() {
      return metrics == null ? 0 : metrics.getMemStoreSize().get(Size.Unit.MEGABYTE);
    }

    /**
     * How many of its rows were decoded.
     *
     * @return rows, the first ones of the region and the last ones
     */
    public int sampledRows() {
      return sampled;
    }

    /**
     * Which of these rows have keys that the layout would not make.
     *
     * @return the keys, rising; a list that cannot be changed
     */
    public List<ForeignKey> foreignKeys() {
      return foreign;
    }

    private boolean isHot(double factor, int regions) {
      return writeRequests() > 0 && isMoreThanPredicted(writeShare, factor, regions);
    }

    /** Whether a share is more than so many times the predicted one. */
    boolean isMoreThanPredicted(double share, double factor, int regions) {
      return share > factor * (Double.isNaN(prediction) ? 1.0 / regions : predictedShare());
    }
  }

  /** A key that the layout would not make. Immutable. */
  public static final class ForeignKey {
    private final byte[] key;
    private final String reason;

    private ForeignKey(byte[] key, String reason) {
      this.key = key;
      this.reason = reason;
    }

    /**
     * The key.
     *
     * @return a copy of its bytes
     */
    public byte[] key() {
      return key.clone();
    }

    /**
     * What is wrong with it.
     *
     * @return the field, the byte, what was expected and what was found
     */
    public String reason() {
      return reason;
    }

    /**
     * The key and what is wrong with it.
     *
     * @return the text
     */
    @Override
    public String toString() {
      return Bytes.toStringBinary(key) + ": " + reason;
    }
  }

  /**
   * Looks at a table, and decodes {@link #SAMPLE_ROWS} rows of each region.
   *
   * @param connection to the table's HBase
   * @param name the table
   * @param layout the layout of its keys
   * @return the audit
   * @throws IOException when HBase does not tell
   */
  public static Audit of(Connection connection, TableName name, RowKeyLayout layout)
      throws IOException {
    return of(connection, name, layout, SAMPLE_ROWS);
  }

  /**
   * Looks at a table.
   *
   * @param connection to the table's HBase
   * @param name the table
   * @param layout the layout of its keys
   * @param sampleRows how many rows of each region are decoded, half of them its first ones and
   *     half its last; 0 for none
   * @return the audit
   * @throws IllegalArgumentException for fewer than 0 rows
   * @throws IOException when HBase does not tell
   */
  public static Audit of(Connection connection, TableName name, RowKeyLayout layout, int sampleRows)
      throws IOException {
    if (sampleRows < 0) {
      throw new IllegalArgumentException(sampleRows + " rows of each region (expected 0 or more)");
    }
    List<HRegionLocation> locations;
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      locations =
          locator.getAllRegionLocations().stream()
              .filter(location -> location.getRegion().getReplicaId() == 0)
              .collect(Collectors.toList());
    }
    byte[][] splits = new byte[locations.size() - 1][];
    Arrays.setAll(splits, i -> locations.get(i + 1).getRegion().getStartKey());
    double[] shares = layout.shares(splits);
    Map<String, RegionMetrics> metrics = metrics(connection, name);
    long nanoTime = System.nanoTime();
    long writes = 0;
    for (RegionMetrics region : metrics.values()) {
      writes += region.getWriteRequestCount();
    }
    List<Region> regions = new ArrayList<>();
    try (Table table = connection.getTable(name)) {
      for (int i = 0; i < shares.length; i++) {
        HRegionLocation location = locations.get(i);
        List<ForeignKey> foreign = new ArrayList<>();
        int sampled =
            sampleRows == 0 ? 0 : sample(table, location.getRegion(), layout, sampleRows, foreign);
        RegionMetrics found = metrics.get(location.getRegion().getEncodedName());
        regions.add(new Region(location, found, shares[i], writes, sampled, foreign));
      }
    }
    return new Audit(name, layout, regions, nanoTime);
  }

  /** The metrics of the regions by their encoded names. */
  private static Map<String, RegionMetrics> metrics(Connection connection, TableName name)
      throws IOException {
    Map<String, RegionMetrics> metrics = new HashMap<>();
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        for (RegionMetrics region : admin.getRegionMetrics(server, name)) {
          metrics.put(RegionInfo.encodeRegionName(region.getRegionName()), region);
        }
      }
    }
    return metrics;
  }

  /** Decodes the first rows of a region and the last ones, half of each; returns how many. */
  private static int sample(
      Table table, RegionInfo region, RowKeyLayout layout, int rows, List<ForeignKey> foreign)
      throws IOException {
    List<byte[]> keys = new ArrayList<>();
    Scan first = new Scan().withStartRow(region.getStartKey()).withStopRow(region.getEndKey());
    read(table, first.setLimit((rows + 1) / 2), keys);
    if (keys.size() == (rows + 1) / 2 && rows > 1) {
      Scan last =
          new Scan()
              .setReversed(true)
              .withStartRow(region.getEndKey(), false)
              .withStopRow(keys.get(keys.size() - 1), false);
      read(table, last.setLimit(rows / 2), keys);
    }
    for (byte[] key : keys) {
      try {
        layout.decode(key);
      } catch (RowKeyException e) {
        if (e.kind() != RowKeyException.Kind.RANGE) {
          throw e;
        }
        foreign.add(new ForeignKey(key, e.getMessage()));
      }
    }
    foreign.sort((a, b) -> Bytes.compareTo(a.key, b.key));
    return keys.size();
  }

  private static void read(Table table, Scan scan, List<byte[]> keys) throws IOException {
    scan.setCacheBlocks(false);
    scan.setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        keys.add(row.getRow());
      }
    }
  }

  /**
   * The requests for each region between two moments, so that those that are hot now are seen, not
   * those that were hot once.
   *
   * @param first an audit
   * @param second a later audit of the same table in this process
   * @return the rates, for the regions of the second one
   * @throws IllegalArgumentException for audits of two tables, and for a second one that is not
   *     later
   */
  public static RequestRates between(Audit first, Audit second) {
    if (!first.name.equals(second.name)) {
      throw new IllegalArgumentException(
          "audits of " + first.name + " and " + second.name + " (expected two of one table)");
    }
    double seconds = (second.nanoTime - first.nanoTime) / 1e9;
    if (!(seconds > 0)) {
      throw new IllegalArgumentException(
          "a second audit of " + second.name + " that is not later than the first one");
    }
    return new RequestRates(second.name, first.regions, second.regions, seconds);
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
   * Regions that get more writes than the layout predicts.
   *
   * @param factor how many times the predicted share, more than 0; where the layout does not tell
   *     it, of an equal share for each region
   * @return the regions in the order of their keys
   * @throws IllegalArgumentException for another factor
   */
  public List<Region> hot(double factor) {
    checkFactor(factor);
    return regions.stream()
        .filter(region -> region.isHot(factor, regions.size()))
        .collect(Collectors.toList());
  }

  static void checkFactor(double factor) {
    if (!(factor > 0)) {
      throw new IllegalArgumentException("a factor of " + factor + " (expected more than 0)");
    }
  }

  /**
   * Regions in which no key of the layout can lie.
   *
   * @return the regions in the order of their keys
   */
  public List<Region> unreachable() {
    return regions.stream().filter(region -> !region.isReachable()).collect(Collectors.toList());
  }

  /**
   * The keys of all samples that the layout would not make.
   *
   * @return the keys, rising
   */
  public List<ForeignKey> foreignKeys() {
    return regions.stream()
        .flatMap(region -> region.foreignKeys().stream())
        .collect(Collectors.toList());
  }

  /**
   * A table of the regions, and the keys that the layout would not make.
   *
   * @return lines for people: writes and predictions in percent of the table, sizes in MB
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("table ").append(name).append(", layout ").append(layout.template()).append('\n');
    String form = "%6s  %9s  %8s  %10s  %10s  %6s  %6s  %7s  %s\n";
    line(
        text,
        form,
        "region",
        "predicted",
        "written",
        "writes",
        "reads",
        "files",
        "memory",
        "foreign",
        "begins with");
    for (int i = 0; i < regions.size(); i++) {
      Region region = regions.get(i);
      line(
          text,
          form,
          i,
          region.isReachable() ? percent(region.predictedShare()) : "no key",
          percent(region.writeShare),
          region.writeRequests(),
          region.readRequests(),
          Math.round(region.storeFileMegabytes()),
          Math.round(region.memStoreMegabytes()),
          region.foreign.size(),
          Bytes.toStringBinary(region.info.getStartKey()));
    }
    for (ForeignKey key : foreignKeys()) {
      text.append("not of the layout: ").append(key).append('\n');
    }
    return text.toString();
  }

  /**
   * The regions as HBase's shell lists them, without their locality: what the command-line tool
   * reads with {@code rowkey audit --splits FILE --splits-form list_regions} and {@code rowkey
   * simulate --placement FILE}.
   *
   * @return a table of {@code list_regions}: servers, names, first keys, ends, sizes in MB and
   *     requests; without sizes and requests where no server has a region
   */
  public String listing() {
    List<String[]> rows = new ArrayList<>();
    rows.add(LISTED);
    for (Region region : regions) {
      boolean isServed = region.metrics != null;
      rows.add(
          new String[] {
            region.server == null ? "" : region.server.toString(),
            region.info.getRegionNameAsString(),
            listed(region.info.getStartKey()),
            listed(region.info.getEndKey()),
            isServed ? "" + Math.round(region.storeFileMegabytes()) : "",
            isServed ? "" + region.metrics.getRequestCount() : ""
          });
    }
    int[] widths = new int[LISTED.length];
    Arrays.setAll(widths, i -> rows.stream().mapToInt(row -> row[i].length()).max().getAsInt());
    String[] dashes = new String[LISTED.length];
    Arrays.setAll(dashes, i -> new String(new char[widths[i]]).replace('\0', '-'));
    rows.add(1, dashes);
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        text.append(String.format(Locale.ROOT, " %" + widths[i] + "s |", row[i]));
      }
      text.append('\n');
    }
    return text.append(' ').append(regions.size()).append(" rows\n").toString();
  }

  /** A key in the listing, where blanks at its ends would be lost. */
  private static String listed(byte[] key) {
    return Bytes.toStringBinary(key).replace(" ", "\\x20");
  }

  static void line(StringBuilder text, String form, Object... cells) {
    text.append(String.format(Locale.ROOT, form, cells).replaceAll(" +\n", "\n"));
  }

  static String percent(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.2f%%", 100 * share);
  }
}
