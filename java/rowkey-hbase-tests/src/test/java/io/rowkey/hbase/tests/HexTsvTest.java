package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.hbase.HFileWriter;
import io.rowkey.hbase.mapreduce.HexTsvImporterMapper;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.ImportTsv;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs of ImportTsv with keys that text cannot hold. */
@ExtendWith(WithHBase.class)
class HexTsvTest {
  private static final byte[][] KEYS = {
    {0}, {0, '\t', '\n', -1}, {'\n'}, {'a', 'b'}, {-1, -1, 0, '\r', ' ', 127, -128},
  };

  private static final String[] BAD = {
    "abc\tv\t7", "0g\tv\t7", "\tv\t7", "+1\tv\t7", "00\tv", "00",
  };

  /** Gives the job of ImportTsv, whose counters its exit status does not tell. */
  private static final class Tsv extends ImportTsv {
    static Job job(Configuration settings, String... arguments) throws Exception {
      return createSubmittableJob(settings, arguments);
    }
  }

  private LocalHBase hbase;
  private String name;
  private java.nio.file.Path folder;

  @BeforeEach
  void create(LocalHBase started, TestInfo test) throws IOException {
    hbase = started;
    name = "hex-" + test.getTestMethod().orElseThrow().getName();
    folder = Files.createDirectory(hbase.folder().resolve(name));
    try (Admin admin = hbase.connection().getAdmin()) {
      admin.createTable(Web.descriptor(name), new byte[][] {{'a'}});
    }
  }

  private static List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (byte[] key : KEYS) {
      String digits = HexFormat.of().formatHex(key);
      lines.add((lines.size() % 2 == 0 ? digits : digits.toUpperCase()) + "\tvalue\t7");
    }
    return lines;
  }

  private Job run(List<String> lines, String... settings) throws Exception {
    Configuration all = new Configuration(hbase.settings());
    all.set(ImportTsv.MAPPER_CONF_KEY, HexTsvImporterMapper.class.getName());
    all.set(ImportTsv.COLUMNS_CONF_KEY, "HBASE_ROW_KEY,f:q,HBASE_TS_KEY");
    for (String setting : settings) {
      all.set(setting.split("=")[0], setting.split("=")[1]);
    }
    java.nio.file.Path input = Files.write(folder.resolve("rows.tsv"), lines);
    Job job = Tsv.job(all, name, input.toUri().toString());
    job.waitForCompletion(false);
    return job;
  }

  private static long badLines(Job job) throws IOException {
    return job.getCounters().findCounter("ImportTsv", "Bad Lines").getValue();
  }

  private void checkRows() throws IOException {
    byte[][] expected = KEYS.clone();
    Arrays.sort(expected, Bytes::compareTo);
    try (Table table = hbase.connection().getTable(TableName.valueOf(name));
        ResultScanner rows = table.getScanner(new Scan())) {
      for (byte[] key : expected) {
        Result row = rows.next();
        assertArrayEquals(key, row.getRow());
        assertEquals("value", Bytes.toString(row.getValue(Web.FAMILY, Web.QUALIFIER)));
        assertEquals(7, row.rawCells()[0].getTimestamp());
      }
      assertEquals(null, rows.next());
    }
  }

  @Test
  void putsAndBadLines() throws Exception {
    List<String> lines = lines();
    lines.addAll(List.of(BAD));
    Job job = run(lines);
    assertTrue(job.isSuccessful());
    assertEquals(BAD.length, badLines(job));
    checkRows();
  }

  @Test
  void badLinesEndTheJobWhenTold() throws Exception {
    for (String bad : BAD) {
      Job job = run(List.of(bad), ImportTsv.SKIP_LINES_CONF_KEY + "=false");
      assertFalse(job.isSuccessful(), bad);
    }
  }

  @Test
  void bulkOutput() throws Exception {
    Path output = new Path(folder.resolve("hfiles").toUri());
    Job job = run(lines(), ImportTsv.BULK_OUTPUT_CONF_KEY + "=" + output);
    assertTrue(job.isSuccessful());
    assertEquals(0, badLines(job));
    assertEquals(2, HFileWriter.load(hbase.connection(), TableName.valueOf(name), output));
    checkRows();
  }
}
