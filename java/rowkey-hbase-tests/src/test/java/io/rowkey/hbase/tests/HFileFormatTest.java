package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.HFileWriter;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Files of families of every kind, beside those that HBase's own {@link HFileOutputFormat2} writes
 * of the same cells: the same blocks, byte for byte, and the same entries about them.
 */
@ExtendWith(WithHBase.class)
class HFileFormatTest {
  private static final TableName NAME = TableName.valueOf("hfile-formats");
  private static final int ROWS = 2000;
  private static final String PREFIX_LENGTH = "RowPrefixBloomFilter.prefix_length";
  private static final String POLICY = "hbase.hstore.block.storage.policy";
  private static final KeyValue.Type[] TYPES = {
    KeyValue.Type.Put,
    KeyValue.Type.Delete,
    KeyValue.Type.DeleteColumn,
    KeyValue.Type.DeleteFamily,
    KeyValue.Type.DeleteFamilyVersion
  };

  private static LocalHBase hbase;

  /** A family for each property, named after it. */
  private static final TableDescriptor TABLE = table();

  @BeforeAll
  static void create(LocalHBase started) throws IOException {
    hbase = started;
    try (Admin admin = hbase.connection().getAdmin()) {
      HBaseKeys.createTable(admin, TABLE, Web.LAYOUT, 1);
    }
  }

  private static ColumnFamilyDescriptorBuilder family(Object property) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(property.toString()))
        .setMaxVersions(5);
  }

  private static TableDescriptor table() {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(NAME);
    table.setColumnFamily(family("plain").build());
    table.setColumnFamily(family("GZ").setCompressionType(Compression.Algorithm.GZ).build());
    table.setColumnFamily(family("blocks").setBlocksize(1024).build());
    table.setColumnFamily(family("COLD").setStoragePolicy("COLD").build());
    for (BloomType bloom : BloomType.values()) {
      table.setColumnFamily(
          family(bloom).setBloomFilterType(bloom).setConfiguration(PREFIX_LENGTH, "5").build());
    }
    for (DataBlockEncoding encoding : DataBlockEncoding.values()) {
      table.setColumnFamily(family("e-" + encoding).setDataBlockEncoding(encoding).build());
    }
    return table.build();
  }

  /** Cells of several versions, deletes and tags, in HBase's order. */
  private static List<Cell> cells() {
    Random random = new Random(5);
    byte[][] keys = Arrays.copyOf(Web.keys(), ROWS);
    Arrays.sort(keys, Bytes::compareTo);
    List<Cell> cells = new ArrayList<>();
    for (byte[] key : keys) {
      for (ColumnFamilyDescriptor family : TABLE.getColumnFamilies()) {
        TreeSet<Cell> row = new TreeSet<>(CellComparator.getInstance());
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
          row.add(cell(key, family.getName(), random));
        }
        cells.addAll(row);
      }
    }
    return cells;
  }

  private static KeyValue cell(byte[] key, byte[] family, Random random) {
    KeyValue.Type type = TYPES[random.nextInt(4) == 0 ? random.nextInt(TYPES.length) : 0];
    boolean isOfFamily = type.name().startsWith("DeleteFamily");
    byte[] qualifier = isOfFamily ? new byte[0] : Bytes.toBytes("q" + random.nextInt(2));
    byte[] value = new byte[type == KeyValue.Type.Put ? random.nextInt(30) : 0];
    random.nextBytes(value);
    List<Tag> tags = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      tags.add(new ArrayBackedTag((byte) (65 + i), "tag " + random.nextInt(9)));
    }
    return new KeyValue(key, family, qualifier, 5 + random.nextInt(3), type, value, tags);
  }

  private static Path folder(String name) {
    return new Path(hbase.folder().resolve(name).toUri());
  }

  private static Path write(Configuration settings, List<Cell> cells, String name)
      throws IOException {
    try (HFileWriter writer = HFileWriter.open(settings, TABLE, new byte[0][], folder(name))) {
      for (Cell cell : cells) {
        writer.append(cell);
      }
      writer.commit();
    }
    return folder(name);
  }

  /** Writes as a task of HBase's job does. */
  private static Path writeByJob(Configuration settings, List<Cell> cells, String name)
      throws Exception {
    Job job = Job.getInstance(settings);
    HFileOutputFormat2.configureIncrementalLoadMap(job, TABLE);
    FileOutputFormat.setOutputPath(job, folder(name));
    TaskAttemptContext task =
        new TaskAttemptContextImpl(
            job.getConfiguration(), new TaskAttemptID("t", 1, TaskType.REDUCE, 1, 1));
    RecordWriter<ImmutableBytesWritable, Cell> writer =
        new HFileOutputFormat2().getRecordWriter(task);
    for (Cell cell : cells) {
      writer.write(new ImmutableBytesWritable(CellUtil.cloneRow(cell)), cell);
    }
    writer.close(task);
    return folder(name);
  }

  /** The one file of each family. */
  private static Map<String, Path> files(Path folder) throws IOException {
    Map<String, Path> found = new TreeMap<>();
    FileSystem system = folder.getFileSystem(hbase.settings());
    for (RemoteIterator<LocatedFileStatus> all = system.listFiles(folder, true); all.hasNext(); ) {
      Path path = all.next().getPath();
      assertEquals(null, found.put(path.getParent().getName(), path));
    }
    return found;
  }

  private static HFile.Reader open(Path path) throws IOException {
    Configuration settings = hbase.settings();
    return HFile.createReader(
        path.getFileSystem(settings), path, CacheConfig.DISABLED, true, settings);
  }

  /** HBase 2.4 takes no settings. */
  private static HFileScanner scanner(HFile.Reader reader) throws ReflectiveOperationException {
    Class<?> type = HFile.Reader.class;
    try {
      return (HFileScanner)
          type.getMethod("getScanner", Configuration.class, boolean.class, boolean.class)
              .invoke(reader, hbase.settings(), false, false);
    } catch (NoSuchMethodException e) {
      return (HFileScanner)
          type.getMethod("getScanner", boolean.class, boolean.class).invoke(reader, false, false);
    }
  }

  private static List<String> cells(Path path) throws Exception {
    List<String> cells = new ArrayList<>();
    try (HFile.Reader reader = open(path)) {
      HFileScanner scanner = scanner(reader);
      for (boolean has = scanner.seekTo(); has; has = scanner.next()) {
        cells.add(shown(scanner.getCell()));
      }
    }
    return cells;
  }

  private static String shown(Cell cell) {
    byte[] tags = org.apache.hadoop.hbase.PrivateCellUtil.cloneTags(cell);
    return cell
        + "="
        + Bytes.toStringBinary(CellUtil.cloneValue(cell))
        + " "
        + Bytes.toStringBinary(tags);
  }

  /** What a file says of itself, without when and by whom it was written. */
  private static Map<String, String> info(Path path) throws IOException {
    Map<String, String> info = new TreeMap<>();
    try (HFile.Reader reader = open(path)) {
      for (Map.Entry<byte[], byte[]> entry : reader.getHFileInfo().entrySet()) {
        info.put(Bytes.toString(entry.getKey()), Bytes.toStringBinary(entry.getValue()));
      }
      info.put("compression", reader.getTrailer().getCompressionCodec().toString());
      info.put("blocks", String.valueOf(reader.getTrailer().getDataIndexCount()));
    }
    for (String own : List.of("BULKLOAD_TIMESTAMP", "BULKLOAD_SOURCE_TASK")) {
      assertTrue(info.remove(own) != null, own);
    }
    info.remove("hfile.CREATE_TIME_TS");
    return info;
  }

  /** The blocks of cells and of bloom filters. */
  private static byte[] blocks(Path path) throws IOException {
    long end;
    try (HFile.Reader reader = open(path)) {
      end = reader.getTrailer().getLoadOnOpenDataOffset();
    }
    byte[] blocks = new byte[(int) end];
    try (FSDataInputStream input = path.getFileSystem(hbase.settings()).open(path)) {
      input.readFully(blocks);
    }
    return blocks;
  }

  @Test
  void filesAreThoseOfHBase() throws Exception {
    List<Cell> cells = cells();
    Map<String, Path> ours = files(write(hbase.settings(), cells, "formats"));
    Map<String, Path> theirs = files(writeByJob(hbase.settings(), cells, "formats-job"));
    assertEquals(TABLE.getColumnFamilyCount(), ours.size());
    assertEquals(theirs.keySet(), ours.keySet());
    for (String family : ours.keySet()) {
      List<String> expected =
          cells.stream()
              .filter(cell -> CellUtil.matchingFamily(cell, Bytes.toBytes(family)))
              .map(HFileFormatTest::shown)
              .toList();
      assertEquals(expected, cells(ours.get(family)), family);
      assertEquals(info(theirs.get(family)), info(ours.get(family)), family);
      assertArrayEquals(blocks(theirs.get(family)), blocks(ours.get(family)), family);
    }
    assertEquals(
        "\\x00\\x00\\x00\\x05", info(ours.get("ROWPREFIX_FIXED_LENGTH")).get("BLOOM_FILTER_PARAM"));
  }

  /** The table has all versions, without those that deletes hide; also of files that are split. */
  @Test
  void hbaseTakesFilesOfEveryFamily() throws Exception {
    List<Cell> cells = cells();
    Path folder = write(hbase.settings(), cells, "formats-load");
    try (Admin admin = hbase.connection().getAdmin()) {
      admin
          .splitRegionAsync(admin.getRegions(NAME).get(0).getRegionName(), Bytes.toBytes("07"))
          .get();
      hbase.await("the split", () -> admin.getRegions(NAME).size() == 2);
    }
    assertEquals(
        2 * TABLE.getColumnFamilyCount(), HFileWriter.load(hbase.connection(), NAME, folder));
    List<String> found = new ArrayList<>();
    try (Table table = hbase.connection().getTable(NAME);
        ResultScanner rows = table.getScanner(new Scan().setRaw(true).readAllVersions())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          found.add(CellUtil.getCellKeyAsString(cell));
        }
      }
    }
    // A raw scan gives the cells of a row family by family, as they were made.
    cells.sort(CellComparator.getInstance());
    assertEquals(cells.stream().map(CellUtil::getCellKeyAsString).toList(), found);
  }

  @Test
  void latestTimestampsAreNow() throws Exception {
    byte[] key = Web.LAYOUT.key("web-1", 1);
    byte[] plain = Bytes.toBytes("plain");
    KeyValue cell = new KeyValue(key, plain, Web.QUALIFIER, HConstants.LATEST_TIMESTAMP, key);
    long before = System.currentTimeMillis();
    Path path = files(write(hbase.settings(), List.of(cell), "formats-now")).get("plain");
    assertEquals(HConstants.LATEST_TIMESTAMP, cell.getTimestamp(), "the caller's cell");
    try (HFile.Reader reader = open(path)) {
      HFileScanner scanner = scanner(reader);
      scanner.seekTo();
      long time = scanner.getCell().getTimestamp();
      assertTrue(time >= before && time <= System.currentTimeMillis(), time + " of " + before);
    }
  }

  @Test
  void cellsInAnotherOrderAreRefused() throws Exception {
    byte[] key = Web.LAYOUT.key("web-1", 1);
    byte[] plain = Bytes.toBytes("plain");
    KeyValue early = new KeyValue(key, plain, Web.QUALIFIER, 5, key);
    KeyValue late = new KeyValue(key, plain, Web.QUALIFIER, 6, key);
    KeyValue delete =
        new KeyValue(key, plain, new byte[0], 9, KeyValue.Type.DeleteFamily, new byte[0]);
    KeyValue empty = new KeyValue(new byte[0], plain, Web.QUALIFIER, 5, key);
    try (HFileWriter writer =
        HFileWriter.open(hbase.settings(), TABLE, new byte[0][], folder("formats-order"))) {
      writer.append(late);
      assertRefused(writer, late, "cell " + late + " after " + late + " (expected cells in the");
      assertRefused(writer, delete, "cell " + delete + " after " + late + " (expected cells in");
      assertRefused(writer, empty, "the key of row 1, counted as they were written, has 0 bytes");
      writer.append(early);
      assertThrows(
          IllegalArgumentException.class,
          () -> writer.append(key, plain, Web.QUALIFIER, 4, key),
          "the column for the second time");
      writer.commit();
    }
    assertEquals(
        List.of(shown(late), shown(early)), cells(files(folder("formats-order")).get("plain")));
  }

  private static void assertRefused(HFileWriter writer, Cell cell, String message) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> writer.append(cell));
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }

  @Test
  void prefixesWithoutALengthAreRefused() {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(NAME)
            .setColumnFamily(
                family("f").setBloomFilterType(BloomType.ROWPREFIX_FIXED_LENGTH).build())
            .build();
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> HFileWriter.open(hbase.settings(), table, new byte[0][], folder("refused")));
    assertTrue(e.getMessage().contains(PREFIX_LENGTH + " not specified"), e.getMessage());
  }

  /** Local files, which remember the storage policies of folders. */
  public static final class Policies extends LocalFileSystem {
    private static final Map<String, String> SET = new ConcurrentHashMap<>();

    @Override
    public void setStoragePolicy(Path folder, String policy) {
      SET.put(folder.getName(), policy);
    }
  }

  @Test
  void foldersHaveTheStoragePolicyOfTheirFamily() throws Exception {
    Configuration settings = new Configuration(hbase.settings());
    settings.setClass("fs.file.impl", Policies.class, FileSystem.class);
    settings.setBoolean("fs.file.impl.disable.cache", true);
    settings.set(POLICY + "." + NAME + ";plain", "ALL_SSD");
    settings.set(POLICY, "ONE_SSD");
    List<Cell> cells = cells();
    writeByJob(settings, cells, "formats-policies-job");
    Map<String, String> expected = new TreeMap<>(Policies.SET);
    assertEquals("ONE_SSD", expected.get("GZ"));
    // The job does not look at the family itself, and forgets what is set for one.
    expected.put("COLD", "COLD");
    expected.put("plain", "ALL_SSD");
    Policies.SET.clear();
    write(settings, cells, "formats-policies");
    assertEquals(expected, Policies.SET);
  }
}
