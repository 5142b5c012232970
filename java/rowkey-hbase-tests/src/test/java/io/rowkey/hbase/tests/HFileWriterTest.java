package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.Keys;
import io.rowkey.Router;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.HFileWriter;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bulk loads into a real table. */
@ExtendWith(WithHBase.class)
class HFileWriterTest {
  private static final AtomicInteger TABLES = new AtomicInteger();
  private static final byte[] SECOND = Bytes.toBytes("g");

  private static LocalHBase hbase;

  @BeforeAll
  static void take(LocalHBase started) {
    hbase = started;
  }

  private static byte[][] sortedKeys() {
    byte[][] keys = Web.keys();
    Arrays.sort(keys, Bytes::compareTo);
    return keys;
  }

  /** A table of 8 regions and two families. */
  private static TableName create(long mostBytes) throws IOException {
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(Web.descriptor("bulk-" + TABLES.incrementAndGet()))
            .setMaxFileSize(mostBytes)
            // HBase 2.4 would split its regions by itself.
            .setSplitEnabled(mostBytes < 0)
            // HBase calls such small files too small.
            .setValue("hbase.table.sanity.checks", "false")
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(SECOND)
                    .setCompressionType(Compression.Algorithm.GZ)
                    .setBloomFilterType(BloomType.NONE)
                    .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
                    .setBlocksize(4096)
                    .build())
            .build();
    try (Admin admin = hbase.connection().getAdmin()) {
      HBaseKeys.createTable(admin, descriptor, Web.LAYOUT, 8);
    }
    return descriptor.getTableName();
  }

  private static Path folder(TableName name) {
    return new Path(hbase.folder().resolve(name.getNameAsString()).toUri());
  }

  private static HFileWriter open(TableName name) throws IOException {
    return HFileWriter.open(hbase.connection(), name, folder(name));
  }

  private static FileSystem system() throws IOException {
    return new Path(hbase.folder().toUri()).getFileSystem(hbase.connection().getConfiguration());
  }

  /** The rows of each region, counted one by one. */
  private static int[] count(TableName name) throws IOException {
    try (Table table = hbase.connection().getTable(name);
        RegionLocator locator = hbase.connection().getRegionLocator(name)) {
      List<HRegionLocation> regions = locator.getAllRegionLocations();
      int[] counts = new int[regions.size()];
      for (int i = 0; i < counts.length; i++) {
        RegionInfo region = regions.get(i).getRegion();
        Scan scan =
            new Scan()
                .withStartRow(region.getStartKey())
                .withStopRow(region.getEndKey())
                .setCaching(10_000);
        try (ResultScanner rows = table.getScanner(scan)) {
          counts[i] = Web.keys(rows).size();
        }
      }
      return counts;
    }
  }

  private static int[] routed(byte[][] keys) {
    int[] counts = new int[8];
    for (int region : Router.of(Web.LAYOUT.splits(8)).regions(Keys.of(keys))) {
      counts[region]++;
    }
    return counts;
  }

  @Test
  void everyRowComesIntoItsRegion() throws IOException {
    TableName name = create(-1);
    byte[][] keys = sortedKeys();
    List<Path> files;
    try (HFileWriter writer = open(name)) {
      for (byte[] key : keys) {
        writer.append(key, Web.FAMILY, Web.QUALIFIER, Bytes.toBytes(Web.time(key)));
      }
      files = List.copyOf(writer.files());
      assertFalse(system().exists(files.get(0)), "a file that is not complete under its name");
      writer.commit();
      assertTrue(system().exists(files.get(0)));
      assertEquals(1, system().listStatus(folder(name)).length, "more than the folder of a family");
    }
    assertEquals(8, files.size());
    assertEquals(8, HFileWriter.load(hbase.connection(), name, folder(name)), "none is split");
    assertArrayEquals(routed(keys), count(name));
    try (Table table = hbase.connection().getTable(name)) {
      Result row = table.get(HBaseKeys.get(Web.LAYOUT, "web-7", 12L));
      assertEquals(12, Bytes.toLong(row.getValue(Web.FAMILY, Web.QUALIFIER)));
    }
  }

  @Test
  void filesEndAtTheGreatestSize() throws IOException {
    long mostBytes = 100_000;
    TableName name = create(mostBytes);
    byte[][] keys = Arrays.copyOf(sortedKeys(), 20_000);
    byte[] other = Bytes.toBytes("r");
    List<Path> files;
    try (HFileWriter writer = open(name)) {
      for (byte[] key : keys) {
        writer.append(key, Web.FAMILY, Web.QUALIFIER, 5, key);
        writer.append(key, SECOND, Web.QUALIFIER, 5, key);
        writer.append(key, Web.FAMILY, other, 6, key);
      }
      writer.commit();
      files = List.copyOf(writer.files());
    }
    assertTrue(files.size() > 16, files.size() + " files");
    assertEquals(files.size(), HFileWriter.load(hbase.connection(), name, folder(name)));
    assertArrayEquals(routed(keys), count(name));
    try (Table table = hbase.connection().getTable(name);
        ResultScanner rows = table.getScanner(new Scan())) {
      for (byte[] key : keys) {
        Result row = rows.next();
        assertArrayEquals(key, row.getRow());
        assertEquals(3, row.size());
        assertArrayEquals(key, row.getValue(SECOND, Web.QUALIFIER));
        assertEquals(6, row.getColumnLatestCell(Web.FAMILY, other).getTimestamp());
      }
    }
  }

  @Test
  void filesAreWrittenAsTheirFamilySays() throws IOException {
    TableName name = create(-1);
    byte[][] keys = sortedKeys();
    Keys batch = Keys.of(keys);
    try (HFileWriter writer = open(name)) {
      writer.append(batch, SECOND, Web.QUALIFIER, keys);
      writer.commit();
    }
    Configuration settings = hbase.connection().getConfiguration();
    FileSystem files = system();
    Path first = files.listStatus(new Path(folder(name), "g"))[0].getPath();
    try (HFile.Reader reader =
        HFile.createReader(files, first, CacheConfig.DISABLED, true, settings)) {
      assertEquals(Compression.Algorithm.GZ, reader.getTrailer().getCompressionCodec());
      assertEquals(DataBlockEncoding.FAST_DIFF, reader.getDataBlockEncoding());
      assertFalse(reader.getHFileInfo().containsKey(HStoreFile.BLOOM_FILTER_TYPE_KEY));
      // Some 100 blocks of 4096 bytes; of the usual 64 KiB there would be 7.
      int blocks = reader.getTrailer().getDataIndexCount();
      assertTrue(blocks > 50, blocks + " blocks");
    }
    assertEquals(8, HFileWriter.load(hbase.connection(), name, folder(name)));
    assertArrayEquals(routed(keys), count(name));
  }

  @Test
  void disorderIsRefused() throws IOException {
    TableName name = create(-1);
    byte[] value = {1};
    byte[] a = Web.LAYOUT.key("web-1", 1);
    byte[] b = Web.LAYOUT.key("web-1", 2);
    try (HFileWriter writer = open(name)) {
      writer.append(b, Web.FAMILY, Web.QUALIFIER, value);
      assertRefused(
          () -> writer.append(a, Web.FAMILY, Web.QUALIFIER, value),
          "key "
              + Bytes.toStringBinary(a)
              + " after "
              + Bytes.toStringBinary(b)
              + " (expected keys in rising order)");
      assertRefused(
          () -> writer.append(b, Web.FAMILY, Web.QUALIFIER, value),
          "key "
              + Bytes.toStringBinary(b)
              + " with f:q for the second time (expected each key once)");
      assertRefused(
          () -> writer.append(b, Web.FAMILY, Bytes.toBytes("p"), value),
          "column f:p after q in row "
              + Bytes.toStringBinary(b)
              + " (expected qualifiers in rising order)");
      assertRefused(
          () -> writer.append(b, Bytes.toBytes("h"), Web.QUALIFIER, value),
          "table " + name + " has no family h (expected one of f, g)");
      assertRefused(
          () -> writer.append(Keys.of(b), Web.FAMILY, Web.QUALIFIER, new byte[0][]),
          "0 values of 1 keys (expected one for each)");
      // It goes on.
      writer.append(b, SECOND, Web.QUALIFIER, value);
      writer.commit();
    }
    assertEquals(2, HFileWriter.load(hbase.connection(), name, folder(name)));
    try (Table table = hbase.connection().getTable(name)) {
      assertEquals(List.of(Bytes.toStringBinary(b)), shown(Web.scan(table)));
    }
  }

  @Test
  void keysThatHBaseCannotHaveAreRefused() throws IOException {
    TableName name = create(-1);
    byte[] key = Web.LAYOUT.key("web-1", 1);
    byte[] empty = {};
    byte[] tooLong = new byte[HConstants.MAX_ROW_LENGTH + 1];
    assertThrows(IllegalArgumentException.class, () -> new Put(empty));
    assertThrows(IllegalArgumentException.class, () -> new Put(tooLong));
    try (HFileWriter writer = open(name)) {
      assertRefused(
          () -> writer.append(empty, Web.FAMILY, Web.QUALIFIER, key),
          "the key of row 0, counted as they were written, has 0 bytes (expected 1 to 32767)");
      writer.append(key, Web.FAMILY, Web.QUALIFIER, key);
      writer.append(key, SECOND, Web.QUALIFIER, key);
      byte[][] values = {key, key};
      assertRefused(
          () -> writer.append(Keys.of(empty, key), Web.FAMILY, Web.QUALIFIER, values),
          "the key of row 1, counted as they were written, has 0 bytes (expected 1 to 32767)");
      assertRefused(
          () -> writer.append(tooLong, Web.FAMILY, Web.QUALIFIER, key),
          "the key of row 1, counted as they were written, has 32768 bytes (expected 1 to 32767)");
      writer.commit();
    }
    assertEquals(2, HFileWriter.load(hbase.connection(), name, folder(name)));
    try (Table table = hbase.connection().getTable(name)) {
      assertEquals(List.of(Bytes.toStringBinary(key)), shown(Web.scan(table)));
    }
  }

  private static List<String> shown(List<byte[]> keys) {
    return keys.stream().map(Bytes::toStringBinary).toList();
  }

  private static void assertRefused(
      org.junit.jupiter.api.function.Executable call, String message) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage(), message);
  }

  @Test
  void tooManyFilesAreAnErrorAndAreDeleted() throws IOException {
    TableName name = create(1000);
    byte[][] keys = sortedKeys();
    HFileWriter writer = open(name);
    IOException e =
        assertThrows(
            IOException.class, () -> writer.append(Keys.of(keys), Web.FAMILY, Web.QUALIFIER, keys));
    assertEquals(
        "region 0 needs more than 32 files of family f (expected smaller regions, larger files, or"
            + " more of "
            + BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY
            + ")",
        e.getMessage());
    byte[] last = keys[keys.length - 1];
    e = assertThrows(IOException.class, () -> writer.append(last, Web.FAMILY, Web.QUALIFIER, last));
    assertEquals("an earlier call on this writer failed", e.getMessage());
    e = assertThrows(IOException.class, writer::commit);
    assertEquals("an earlier call on this writer failed", e.getMessage());
    writer.close();
    assertEquals(0, system().listStatus(folder(name)).length);
    assertThrows(
        IllegalStateException.class, () -> writer.append(last, Web.FAMILY, Web.QUALIFIER, last));
  }

  @Test
  void filesThatAreNotCommittedAreDeleted() throws IOException {
    TableName name = create(-1);
    byte[][] keys = sortedKeys();
    IllegalStateException expected = new IllegalStateException("the caller fails");
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () -> {
              try (HFileWriter writer = open(name)) {
                writer.append(Keys.of(keys), Web.FAMILY, Web.QUALIFIER, keys);
                throw expected;
              }
            });
    assertSame(expected, e);
    assertEquals(0, e.getSuppressed().length);
    assertEquals(0, system().listStatus(folder(name)).length);
  }

  @Test
  void committedFilesStayWhateverComesThen() throws IOException {
    TableName name = create(-1);
    byte[] key = Web.LAYOUT.key("web-1", 1);
    HFileWriter writer = open(name);
    writer.append(key, Web.FAMILY, Web.QUALIFIER, key);
    writer.commit();
    assertThrows(IllegalStateException.class, () -> writer.append(key, SECOND, Web.QUALIFIER, key));
    assertThrows(IllegalStateException.class, writer::commit);
    writer.close();
    writer.close();
    assertTrue(system().exists(writer.files().get(0)));
  }

  @Test
  void filesThatCannotGetTheirNamesAreDeleted() throws IOException {
    TableName name = create(-1);
    byte[] key = Web.LAYOUT.key("web-1", 1);
    Path family = new Path(folder(name), "g");
    try (HFileWriter writer = open(name)) {
      writer.append(key, Web.FAMILY, Web.QUALIFIER, key);
      writer.append(key, SECOND, Web.QUALIFIER, key);
      // A file stands where the folder of the second family would.
      system().create(family).close();
      assertThrows(IOException.class, writer::commit);
    }
    assertEquals(
        List.of("f", "g"),
        Arrays.stream(system().listStatus(folder(name)))
            .map(entry -> entry.getPath().getName())
            .sorted()
            .toList());
    assertEquals(0, system().listStatus(new Path(folder(name), "f")).length);
  }
}
