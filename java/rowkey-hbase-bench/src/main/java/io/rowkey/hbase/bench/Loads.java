package io.rowkey.hbase.bench;

import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.HFileWriter;
import io.rowkey.hbase.testing.LocalHBase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows with the ids from 0 on, into a new table of 55 regions, one cell of one value each. */
final class Loads {
  static final RowKeyLayout LAYOUT =
      RowKeyLayout.compile("{md5(id) % 1000000:07d}{id:010d}", Schema.parse("id:u64"));

  /** How many keys are made at once. */
  private static final int BATCH = 4000;

  private static final int REGIONS = 55;
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final TableName NAME = TableName.valueOf("ingest");
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final LocalHBase hbase;

  Loads(LocalHBase hbase) {
    this.hbase = hbase;
  }

  /** By one BufferedMutator. */
  Cost put(KeySource source, int rows, byte[] value) throws IOException {
    create();
    Cost cost =
        Cost.of(
            rows,
            hbase.pid(),
            () -> {
              try (BufferedMutator table = hbase.connection().getBufferedMutator(NAME)) {
                return make(
                    source,
                    rows,
                    (first, keys) -> {
                      for (byte[] key : keys) {
                        table.mutate(new Put(key).addColumn(FAMILY, QUALIFIER, value));
                      }
                    });
              }
            });
    drop();
    return cost;
  }

  /** By HFiles of keys that are sorted before. */
  Cost bulkLoad(KeySource source, int rows, byte[] value) throws IOException {
    create();
    java.nio.file.Path folder = Files.createTempDirectory(hbase.folder(), "hfiles");
    Path files = new Path(folder.toUri());
    Cost cost =
        Cost.of(
            rows,
            hbase.pid(),
            () -> {
              byte[][] sorted = new byte[rows][];
              long nanos =
                  make(
                      source,
                      rows,
                      (first, keys) -> System.arraycopy(keys, 0, sorted, first, keys.length));
              Arrays.sort(sorted, Bytes::compareTo);
              try (HFileWriter writer = HFileWriter.open(hbase.connection(), NAME, files)) {
                for (byte[] key : sorted) {
                  writer.append(key, FAMILY, QUALIFIER, value);
                }
                writer.commit();
              }
              HFileWriter.load(hbase.connection(), NAME, files);
              return nanos;
            });
    drop();
    return cost;
  }

  private interface Consumer {
    void take(int first, byte[][] keys) throws IOException;
  }

  /** Hands all keys over, a batch at a time, and tells the processor time that they took. */
  private static long make(KeySource source, int rows, Consumer consumer) throws IOException {
    long nanos = 0;
    for (int first = 0; first < rows; first += BATCH) {
      long[] ids = LongStream.range(first, Math.min(first + BATCH, rows)).toArray();
      byte[][] keys = new byte[ids.length][];
      long start = THREADS.getCurrentThreadCpuTime();
      source.make(ids, keys);
      nanos += THREADS.getCurrentThreadCpuTime() - start;
      consumer.take(first, keys);
    }
    return nanos;
  }

  private void create() throws IOException {
    try (Admin admin = hbase.connection().getAdmin()) {
      HBaseKeys.createTable(
          admin,
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          LAYOUT,
          REGIONS);
    }
  }

  private void drop() throws IOException {
    try (Admin admin = hbase.connection().getAdmin()) {
      admin.disableTable(NAME);
      admin.deleteTable(NAME);
    }
  }
}
