package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import io.rowkey.testing.ReadmeExamples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.mapreduce.ImportTsv;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The code of java/rowkey-hbase/README.md, and its command. */
@ExtendWith(WithHBase.class)
public class HBaseReadmeTest {
  private static final Path PAGE = Path.of(System.getProperty("rowkey.hbase.readme"));
  private static final byte[] FAMILY = Bytes.toBytes("m");
  private static final byte[] LOAD = Bytes.toBytes("load");

  /** The page leaves it to its reader. */
  public static final class RowMapper extends TableMapper<Text, LongWritable> {}

  private static TableDescriptor descriptor(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
        .build();
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  @Test
  void codeRuns(LocalHBase hbase, @TempDir Path classes) throws Exception {
    Path place = Files.createDirectory(hbase.folder().resolve("readme"));
    Path input = Files.write(place.resolve("rows.csv"), List.of("web-9,17,x"));
    TableName name = TableName.valueOf("metrics");
    Connection connection = hbase.connection();
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      ReadmeExamples.of(PAGE)
          .imports(
              "io.rowkey.*",
              "io.rowkey.hbase.*",
              "io.rowkey.hbase.mapreduce.*",
              RowMapper.class.getCanonicalName(),
              "java.io.IOException",
              "java.util.concurrent.*",
              "org.apache.hadoop.fs.Path",
              "org.apache.hadoop.hbase.*",
              "org.apache.hadoop.hbase.client.*",
              "org.apache.hadoop.hbase.io.ImmutableBytesWritable",
              "org.apache.hadoop.hbase.mapreduce.*",
              "org.apache.hadoop.hbase.util.Bytes",
              "org.apache.hadoop.io.*",
              "org.apache.hadoop.mapreduce.*",
              "org.apache.hadoop.mapreduce.lib.input.FileInputFormat",
              "org.apache.hadoop.mapreduce.lib.output.FileOutputFormat")
          .given(1, "Connection", "connection", connection)
          .given(1, "Admin", "admin", admin)
          .given(1, "TableName", "name", name)
          .given(1, "TableDescriptor", "descriptor", descriptor(name))
          .given(1, "Table", "table", table)
          .given(1, "byte[]", "family", FAMILY)
          .given(1, "byte[]", "load", LOAD)
          .given(1, "byte[]", "value", new byte[] {7})
          .given(4, "String[]", "hosts", new String[] {"web-2", "web-1"})
          .given(4, "long[]", "times", new long[] {18, 17})
          .given(4, "byte[][]", "values", new byte[][] {{1}, {2}})
          .given(
              5,
              "byte[][]",
              "keys",
              new byte[][] {Bytes.toBytes("00|a|12345678"), Bytes.toBytes("15|b|12345678")})
          .given(5, "Path", "folder", hadoop(place.resolve("folder")))
          .given(7, "Path", "input", hadoop(input))
          .given(7, "Path", "output", hadoop(place.resolve("output")))
          .run(classes);
      byte[] loaded = table.get(new Get(Bytes.toBytes("00|a|12345678"))).getValue(FAMILY, LOAD);
      assertArrayEquals(new byte[] {1}, loaded, "what the HFileWriter of the page wrote");
    }
  }

  @Test
  void commandRuns(LocalHBase hbase) throws Exception {
    String page = Files.readString(PAGE);
    String fence = "```sh\n";
    int begin = page.indexOf(fence) + fence.length();
    TableName name = TableName.valueOf("metrics-tsv");
    try (var admin = hbase.connection().getAdmin()) {
      admin.createTable(descriptor(name));
    }
    Path rows = Files.writeString(hbase.folder().resolve("rows.tsv"), "00090aff\t17\n");
    List<String> words =
        List.of(
            page.substring(begin, page.indexOf("```", begin))
                .replace("\\\n", " ")
                .replace(" metrics ", " " + name + " ")
                .replace("/rows.tsv", rows.toUri().toString())
                .trim()
                .split(" +"));
    assertEquals(List.of("hbase", ImportTsv.class.getName()), words.subList(0, 2));
    String[] arguments = words.subList(2, words.size()).toArray(new String[0]);
    assertEquals(
        0, ToolRunner.run(new Configuration(hbase.settings()), new ImportTsv(), arguments));
    try (Table table = hbase.connection().getTable(name)) {
      byte[] value = table.get(new Get(new byte[] {0, '\t', '\n', -1})).getValue(FAMILY, LOAD);
      assertEquals("17", Bytes.toString(value));
    }
  }
}
