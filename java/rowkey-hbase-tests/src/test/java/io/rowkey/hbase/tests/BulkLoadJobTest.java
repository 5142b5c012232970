package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.RowKeyLayout;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.HFileWriter;
import io.rowkey.hbase.mapreduce.JobLayout;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A bulk load by a job of HFileOutputFormat2, whose mapper makes the keys. */
@ExtendWith(WithHBase.class)
class BulkLoadJobTest {
  /** Makes a Put of each line of a host and a time. */
  static final class LineMapper extends Mapper<LongWritable, Text, ImmutableBytesWritable, Put> {
    private RowKeyLayout layout;

    @Override
    protected void setup(Context context) {
      layout = JobLayout.get(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] fields = line.toString().split(",");
      Put put = HBaseKeys.put(layout, fields[0], Long.parseLong(fields[1]));
      put.addColumn(Web.FAMILY, Web.QUALIFIER, Bytes.toBytes(Long.parseLong(fields[1])));
      context.write(new ImmutableBytesWritable(put.getRow()), put);
    }
  }

  @Test
  void keysAreMadeByTheMapper(LocalHBase hbase) throws Exception {
    TableName name = TableName.valueOf("load-job");
    java.nio.file.Path folder = Files.createDirectory(hbase.folder().resolve("load-job"));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Web.ROWS; i++) {
      lines.add(Web.host(i) + "," + Web.time(i));
    }
    java.nio.file.Path input = Files.write(folder.resolve("rows.csv"), lines);
    Path output = new Path(folder.resolve("hfiles").toUri());
    Job job = Job.getInstance(hbase.settings());
    JobLayout.set(job.getConfiguration(), Web.LAYOUT);
    job.setMapperClass(LineMapper.class);
    job.setMapOutputKeyClass(ImmutableBytesWritable.class);
    job.setMapOutputValueClass(Put.class);
    FileInputFormat.addInputPath(job, new Path(input.toUri()));
    FileOutputFormat.setOutputPath(job, output);
    try (Admin admin = hbase.connection().getAdmin();
        Table table = hbase.connection().getTable(name);
        RegionLocator regions = hbase.connection().getRegionLocator(name)) {
      HBaseKeys.createTable(admin, Web.descriptor("load-job"), Web.LAYOUT, 8);
      HFileOutputFormat2.configureIncrementalLoad(job, table.getDescriptor(), regions);
      assertTrue(job.waitForCompletion(false));
      assertEquals(8, HFileWriter.load(hbase.connection(), name, output), "none is split");
      byte[][] expected = Web.keys();
      java.util.Arrays.sort(expected, Bytes::compareTo);
      assertArrayEquals(expected, Web.scan(table).toArray());
    }
  }
}
