package io.rowkey.hbase.bench;

import io.rowkey.Encoder;
import io.rowkey.Keys;
import io.rowkey.RowKeyLayout;
import io.rowkey.bench.JavaKeys;
import io.rowkey.hbase.BulkLoad;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.HFileWriter;
import io.rowkey.hbase.testing.LocalHBase;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;

/** Bulk loads of rows of 8 bytes: by the library, and as people write them in Java. */
final class LoadFigures {
  private static final int REGIONS = 16;
  private static final int BATCH = 10_000;
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");

  private final RowKeyLayout layout = RowKeyLayout.compile("{md5(id) % 1000000:07d}{id:010d}");
  private final LocalHBase hbase;
  private final int rows;
  private final Map<String, Times> best = new LinkedHashMap<>();
  private int tables;

  LoadFigures(LocalHBase hbase, int rows) {
    this.hbase = hbase;
    this.rows = rows;
  }

  /** Seconds of a load; -1 for parts that are not taken apart. */
  private record Times(double keys, double sort, double write, double load) {
    double total() {
      return Math.max(0, keys) + Math.max(0, sort) + write + load;
    }
  }

  private interface Way {
    Times load(TableName name) throws Exception;
  }

  void run(int rounds) throws Exception {
    for (int i = 0; i < rounds; i++) {
      measure("BulkLoad, one thread", name -> bulkLoad(name, 1));
      measure("BulkLoad, two threads", name -> bulkLoad(name, 2));
      JavaKeys tuned = new JavaKeys();
      measure("by hand, tuned keys", name -> byHand(name, tuned::tuned));
      measure("by hand, naive keys", name -> byHand(name, JavaKeys::naive));
    }
    System.out.printf(
        "%-24s %9s %8s %8s %8s %8s%n", "", "rows/s", "keys s", "sort s", "write s", "load s");
    best.forEach(
        (way, times) ->
            System.out.printf(
                "%-24s %9.0f %8.2f %8.2f %8.2f %8.2f%n",
                way, rows / times.total(), times.keys, times.sort, times.write, times.load));
  }

  private void measure(String way, Way load) throws Exception {
    TableName name = TableName.valueOf("figures-" + tables++);
    try (Admin admin = hbase.connection().getAdmin()) {
      HBaseKeys.createTable(
          admin,
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          layout,
          REGIONS);
      Times times = load.load(name);
      best.merge(way, times, (a, b) -> a.total() <= b.total() ? a : b);
      admin.disableTable(name);
      admin.deleteTable(name);
    }
  }

  private Path folder(TableName name) {
    return new Path(hbase.folder().resolve(name.getNameAsString()).toUri());
  }

  private Times bulkLoad(TableName name, int threads) throws IOException {
    double keySeconds = 0;
    double sortSeconds = 0;
    // What the keys and their sort take by themselves, and again within the load.
    try (Encoder encoder = layout.encoder()) {
      long[] ids = new long[rows];
      Arrays.setAll(ids, i -> i);
      long begin = System.nanoTime();
      Keys keys = Keys.growing();
      encoder.encode(layout.batch().longs("id", ids), keys);
      keySeconds = Figures.since(begin);
      begin = System.nanoTime();
      keys.order();
      sortSeconds = Figures.since(begin);
    }
    long begin = System.nanoTime();
    try (BulkLoad load =
        BulkLoad.into(hbase.connection(), name, layout)
            .column(FAMILY, QUALIFIER)
            .folder(folder(name))
            .temporary(hbase.folder())
            .threads(threads)
            .open()) {
      long[] ids = new long[BATCH];
      byte[][] values = new byte[BATCH][];
      for (int first = 0; first < rows; first += BATCH) {
        int count = Math.min(BATCH, rows - first);
        for (int i = 0; i < count; i++) {
          ids[i] = first + i;
          values[i] = Bytes.toBytes(ids[i]);
        }
        load.add(
            layout.batch().longs("id", ids, 0, count),
            count == BATCH ? values : Arrays.copyOf(values, count));
      }
      load.write();
    }
    double write = Figures.since(begin);
    begin = System.nanoTime();
    HFileWriter.load(hbase.connection(), name, folder(name));
    return new Times(
        keySeconds, sortSeconds, write - keySeconds - sortSeconds, Figures.since(begin));
  }

  /** Rows are objects, which Java sorts; a writer of HBase for each region. */
  private Times byHand(TableName name, LongFunction<byte[]> encode) throws IOException {
    long begin = System.nanoTime();
    byte[][][] pairs = new byte[rows][2][];
    for (int i = 0; i < rows; i++) {
      pairs[i][0] = encode.apply(i);
      pairs[i][1] = Bytes.toBytes((long) i);
    }
    double keys = Figures.since(begin);
    begin = System.nanoTime();
    Arrays.sort(pairs, (a, b) -> Bytes.compareTo(a[0], b[0]));
    double sort = Figures.since(begin);
    begin = System.nanoTime();
    write(name, pairs);
    double write = Figures.since(begin);
    begin = System.nanoTime();
    HFileWriter.load(hbase.connection(), name, folder(name));
    return new Times(keys, sort, write, Figures.since(begin));
  }

  private void write(TableName name, byte[][][] pairs) throws IOException {
    byte[][] splits = layout.splits(REGIONS);
    FileSystem files = FileSystem.getLocal(hbase.settings());
    HFileContext context =
        new HFileContextBuilder().withColumnFamily(FAMILY).withTableName(name.getName()).build();
    long now = System.currentTimeMillis();
    int at = 0;
    for (int region = 0; region < REGIONS; region++) {
      StoreFileWriter writer =
          new StoreFileWriter.Builder(hbase.settings(), CacheConfig.DISABLED, files)
              .withFilePath(new Path(new Path(folder(name), "f"), "region" + region))
              .withBloomType(BloomType.ROW)
              .withFileContext(context)
              .build();
      while (at < pairs.length
          && (region == splits.length || Bytes.compareTo(pairs[at][0], splits[region]) < 0)) {
        writer.append(new KeyValue(pairs[at][0], FAMILY, QUALIFIER, now, pairs[at][1]));
        at++;
      }
      writer.appendTrackedTimestampsToMetadata();
      writer.close();
    }
  }
}
