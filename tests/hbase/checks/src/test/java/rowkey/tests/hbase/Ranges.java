package rowkey.tests.hbase;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/** What {@code rowkey ranges --output json} says, as scans of HBase. */
final class Ranges {
  /** Up to so many ranges are a scan each; more are one scan with HBase's filter of ranges. */
  private static final int MOST_SCANS = 8;

  private final List<RowRange> ranges = new ArrayList<>();
  private final Set<String> columns = new HashSet<>();

  Ranges(byte[] json) {
    JsonObject object =
        JsonParser.parseString(new String(json, StandardCharsets.UTF_8)).getAsJsonObject();
    for (JsonElement element : object.getAsJsonArray("ranges")) {
      JsonObject range = element.getAsJsonObject();
      ranges.add(
          new RowRange(
              HexFormat.of().parseHex(range.get("start_hex").getAsString()),
              range.get("start_inclusive").getAsBoolean(),
              HexFormat.of().parseHex(range.get("stop_hex").getAsString()),
              range.get("stop_inclusive").getAsBoolean()));
    }
    for (JsonElement column : object.getAsJsonArray("filter")) {
      columns.add(column.getAsString());
    }
    if (object.get("exact").getAsBoolean() != columns.isEmpty()) {
      throw new IllegalStateException("exact ranges have nothing to filter by: " + object);
    }
  }

  int size() {
    return ranges.size();
  }

  /** Scans of the ranges, filtered by the columns by which the tool says that rows must be. */
  List<Scan> scans(List<Condition> conditions) {
    List<Filter> left = new ArrayList<>();
    for (Condition condition : conditions) {
      if (columns.contains(condition.column().name())) {
        left.add(condition.filter());
      }
    }
    if (ranges.size() > MOST_SCANS) {
      List<Filter> all = new ArrayList<>(List.of(new MultiRowRangeFilter(ranges)));
      all.addAll(left);
      return List.of(new Scan().setFilter(new FilterList(all)));
    }
    List<Scan> scans = new ArrayList<>();
    for (RowRange range : ranges) {
      Scan scan =
          new Scan()
              .withStartRow(range.getStartRow(), range.isStartRowInclusive())
              .withStopRow(range.getStopRow(), range.isStopRowInclusive());
      if (!left.isEmpty()) {
        scan.setFilter(new FilterList(left));
      }
      scans.add(scan);
    }
    return scans;
  }
}
