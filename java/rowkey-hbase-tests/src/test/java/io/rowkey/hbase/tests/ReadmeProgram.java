package io.rowkey.hbase.tests;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** What stands around the blocks of README.md: the names that they use. */
public final class ReadmeProgram {
  static final String BEGIN =
      """
      import io.rowkey.*;
      import io.rowkey.hbase.*;
      import io.rowkey.hbase.mapreduce.*;
      import io.rowkey.hbase.tests.ReadmeProgram;
      import java.io.IOException;
      import java.nio.file.Files;
      import java.util.List;
      import java.util.concurrent.*;
      import org.apache.hadoop.fs.Path;
      import org.apache.hadoop.hbase.*;
      import org.apache.hadoop.hbase.client.*;
      import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
      import org.apache.hadoop.hbase.mapreduce.*;
      import org.apache.hadoop.hbase.util.Bytes;
      import org.apache.hadoop.io.*;
      import org.apache.hadoop.mapreduce.*;
      import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
      import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

      public final class Readme {
        public static final class RowMapper extends TableMapper<Text, LongWritable> {}
      """;

  static final String RUN =
      """
        public static void run(Connection connection, java.nio.file.Path place) throws Exception {
          TableName name = TableName.valueOf("metrics");
          Admin admin = connection.getAdmin();
          TableDescriptor descriptor = ReadmeProgram.descriptor(name);
          Table table = connection.getTable(name);
          byte[] family = Bytes.toBytes("m");
          byte[] load = Bytes.toBytes("load");
          byte[] value = {7};
          String[] hosts = {"web-2", "web-1"};
          long[] times = {18, 17};
          byte[][] values = {{1}, {2}};
          byte[][] keys = {Bytes.toBytes("00|a|12345678"), Bytes.toBytes("15|b|12345678")};
          Path folder = new Path(place.resolve("folder").toUri());
          Path output = new Path(place.resolve("output").toUri());
          Path input =
              new Path(Files.write(place.resolve("rows.csv"), List.of("web-9,17,x")).toUri());
      """;

  private ReadmeProgram() {}

  /** The table of the page. */
  public static TableDescriptor descriptor(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
        .build();
  }
}
