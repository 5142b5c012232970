package io.rowkey.hbase.mapreduce;

import io.rowkey.RowKeyLayout;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.SaltedScanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.RegionSizeCalculator;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The rows of a salted or bucketed table that meet conditions: a split for each salt and region, in
 * which rows come in the order of the key without its salt.
 *
 * <pre>{@code
 * JobLayout.set(job.getConfiguration(), layout, "host begins web, ts >= 17");
 * TableMapReduceUtil.initTableMapperJob(
 *     "metrics", new Scan(), RowMapper.class, Text.class, LongWritable.class, job, true,
 *     SaltedTableInputFormat.class);
 * }</pre>
 *
 * <p>Conditions become ranges of keys where they can; what is left of them is applied to each row
 * by the task. A split names the host of its region server, so that tasks run there. A mapper gets
 * the columns of a key by {@code JobLayout.get(settings).decode(key)}.
 *
 * <p>Settings: {@link TableInputFormat#INPUT_TABLE}, {@link JobLayout#LAYOUT}, {@link
 * JobLayout#COLUMNS} and {@link JobLayout#CONDITIONS}; and as {@code TableInputFormat} has them
 * {@link TableInputFormat#SCAN} or the single ones, such as {@link
 * TableInputFormat#SCAN_COLUMN_FAMILY} and {@link TableInputFormat#SCAN_CACHEDROWS}. The scan must
 * have no rows of its own, and give rows in rising order; HBase does not carry its limit. With a
 * batch each part of a row is a record of its own, as with {@code TableInputFormat}. Spark's {@code
 * newAPIHadoopRDD} takes the same settings.
 */
public final class SaltedTableInputFormat extends InputFormat<ImmutableBytesWritable, Result> {
  /** Makes an input format, for Hadoop. */
  public SaltedTableInputFormat() {}

  /**
   * Looks for the salts of the table, and cuts their ranges at its regions.
   *
   * @param context the job
   * @return the splits in the order of their keys: {@link SaltedTableSplit}s
   * @throws IllegalArgumentException for settings that are missing or wrong, and when the layout is
   *     not salted
   * @throws io.rowkey.RowKeyException for a layout or conditions that are wrong
   * @throws IOException when the table cannot be read
   */
  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration settings = context.getConfiguration();
    TableName name = table(settings);
    try (RowKeyLayout layout = JobLayout.get(settings);
        Connection connection = ConnectionFactory.createConnection(settings);
        Admin admin = connection.getAdmin();
        RegionLocator regions = connection.getRegionLocator(name);
        Table table = connection.getTable(name)) {
      LayoutScans scans = scans(settings, layout, HBaseKeys.splits(regions));
      // Whatever keeps a task from its rows is found before there are tasks.
      scans.rowFilter();
      List<SaltedTableSplit> splits = new ArrayList<>();
      for (List<Scan> salt : SaltedScanner.scans(table, scans)) {
        split(salt, regions, splits);
      }
      setSizes(splits, new RegionSizeCalculator(regions, admin));
      return new ArrayList<>(splits);
    }
  }

  /** Adds the splits of a salt, one for each region; each scan lies in one. */
  private static void split(List<Scan> salt, RegionLocator regions, List<SaltedTableSplit> splits)
      throws IOException {
    SaltedTableSplit split = null;
    for (Scan scan : salt) {
      HRegionLocation location = regions.getRegionLocation(scan.getStartRow());
      if (split == null || !split.isOf(location)) {
        split = new SaltedTableSplit(location);
        splits.add(split);
      }
      split.add(scan.getStartRow(), scan.getStopRow());
    }
  }

  /** Parts the size of a region among its splits. */
  private static void setSizes(List<SaltedTableSplit> splits, RegionSizeCalculator sizes) {
    Map<String, Integer> counts = new HashMap<>();
    for (SaltedTableSplit split : splits) {
      counts.merge(split.region(), 1, Integer::sum);
    }
    for (SaltedTableSplit split : splits) {
      split.setLength(sizes.getRegionSize(split.regionName()) / counts.get(split.region()));
    }
  }

  /**
   * A reader of one split.
   *
   * @param split a split of this input format
   * @param context the task
   * @return the reader, which the task initializes
   */
  @Override
  public RecordReader<ImmutableBytesWritable, Result> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new SaltedTableReader();
  }

  static TableName table(Configuration settings) {
    String name = settings.get(TableInputFormat.INPUT_TABLE);
    if (name == null) {
      throw new IllegalArgumentException(
          "the setting " + TableInputFormat.INPUT_TABLE + " is missing (expected a table)");
    }
    return TableName.valueOf(name);
  }

  /** The scans of a job, cut at split points unless these are null. */
  static LayoutScans scans(Configuration settings, RowKeyLayout layout, byte[][] splits)
      throws IOException {
    String text = settings.get(TableInputFormat.SCAN);
    Scan scan =
        text == null
            ? TableInputFormat.createScanFromConfiguration(settings)
            : TableMapReduceUtil.convertStringToScan(text);
    return LayoutScans.of(layout, JobLayout.conditions(settings), 0, splits).with(scan);
  }
}
