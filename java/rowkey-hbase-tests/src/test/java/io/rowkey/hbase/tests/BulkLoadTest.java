package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.Batch;
import io.rowkey.Keys;
import io.rowkey.RowKeyException;
import io.rowkey.hbase.BulkLoad;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.HFileWriter;
import io.rowkey.hbase.LoadProgress;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rows in no order, loaded into a real table. */
@ExtendWith(WithHBase.class)
class BulkLoadTest {
  private static final int REGIONS = 8;
  private static final byte[] SECOND = Bytes.toBytes("a");
  private static final byte[] OTHER = Bytes.toBytes("p");

  private static LocalHBase hbase;

  @TempDir private java.nio.file.Path temporary;

  @BeforeAll
  static void take(LocalHBase started) {
    hbase = started;
  }

  private static TableName create(String name, long mostBytes) throws IOException {
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(Web.descriptor(name))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(SECOND))
            .setMaxFileSize(mostBytes)
            // HBase calls such small files too small.
            .setValue("hbase.table.sanity.checks", "false")
            .build();
    try (Admin admin = hbase.connection().getAdmin()) {
      HBaseKeys.createTable(admin, descriptor, Web.LAYOUT, REGIONS);
    }
    return descriptor.getTableName();
  }

  private BulkLoad.Builder into(TableName name) {
    return BulkLoad.into(hbase.connection(), name, Web.LAYOUT)
        .column(Web.FAMILY, Web.QUALIFIER)
        .temporary(temporary)
        .memory(1 << 16);
  }

  private static Batch batch(List<Integer> rows) {
    return Web.LAYOUT
        .batch()
        .strings("host", rows.stream().map(Web::host).toArray(String[]::new))
        .longs("ts", rows.stream().mapToLong(Web::time).toArray());
  }

  private static byte[][] values(List<Integer> rows, int more) {
    return rows.stream().map(row -> Bytes.toBytes(row + more)).toArray(byte[][]::new);
  }

  private static List<Integer> shuffled() {
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < Web.ROWS; i++) {
      rows.add(i);
    }
    Collections.shuffle(rows, new Random(3));
    return rows;
  }

  /** The number of files that sorted rows lie in. */
  private long runs() throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(temporary)) {
      return files.count();
    }
  }

  private static List<Path> staged() throws IOException {
    Path staging = new Path(hbase.settings().get(HConstants.TEMPORARY_FS_DIRECTORY_KEY));
    FileSystem files = staging.getFileSystem(hbase.settings());
    List<Path> found = new ArrayList<>();
    if (files.exists(staging)) {
      for (var status : files.listStatus(staging)) {
        if (status.getPath().getName().startsWith("rowkey-")) {
          found.add(status.getPath());
        }
      }
    }
    return found;
  }

  private static Path folder(String name) {
    return new Path(hbase.folder().resolve(name).toUri());
  }

  private static int filesIn(Path folder) throws IOException {
    FileSystem files = folder.getFileSystem(hbase.settings());
    int count = 0;
    if (files.exists(folder)) {
      for (var all = files.listFiles(folder, true); all.hasNext(); all.next()) {
        count++;
      }
    }
    return count;
  }

  private static List<Result> rows(TableName name) throws IOException {
    List<Result> found = new ArrayList<>();
    try (Table table = hbase.connection().getTable(name);
        ResultScanner rows = table.getScanner(new Scan().setCaching(10_000))) {
      rows.forEach(found::add);
    }
    return found;
  }

  /** Checks every cell of a table that has all rows of {@link Web}. */
  private static void checkAll(TableName name, boolean hasSecond) throws IOException {
    List<Result> found = rows(name);
    assertEquals(Web.ROWS, found.size());
    for (Result row : found) {
      int number = Bytes.toInt(row.getValue(Web.FAMILY, Web.QUALIFIER));
      assertArrayEquals(Web.LAYOUT.key(Web.host(number), Web.time(number)), row.getRow());
      assertEquals(5, row.rawCells()[0].getTimestamp());
      if (hasSecond) {
        boolean isEven = number % 2 == 0;
        assertEquals(isEven ? 3 : 2, row.size());
        assertEquals(number + 2, Bytes.toInt(row.getValue(Web.FAMILY, OTHER)));
        byte[] third = row.getValue(SECOND, Web.QUALIFIER);
        assertEquals(isEven ? number + 1 : -1, third == null ? -1 : Bytes.toInt(third));
      }
    }
  }

  @Test
  void rowsBeyondMemoryAreMerged() throws IOException {
    TableName name = create("load-many", -1);
    BulkLoad.Builder builder =
        into(name).column(SECOND, Web.QUALIFIER).column(Web.FAMILY, OTHER).timestamp(5).threads(3);
    List<Integer> order = shuffled();
    try (BulkLoad load = builder.open()) {
      for (int i = 0; i < Web.ROWS; i += 1000) {
        List<Integer> rows = order.subList(i, Math.min(i + 1000, Web.ROWS));
        byte[][] seconds = values(rows, 1);
        for (int j = 0; j < seconds.length; j++) {
          seconds[j] = rows.get(j) % 2 == 0 ? seconds[j] : null;
        }
        load.add(batch(rows), values(rows, 0), seconds, values(rows, 2));
      }
      assertTrue(runs() > 20, runs() + " files of sorted rows");
      BulkLoad.Loaded loaded = load.load();
      assertEquals(Web.ROWS, loaded.rows());
      assertEquals(0, loaded.replaced());
      assertEquals(2 * REGIONS, loaded.files(), "none is split");
      assertThrows(IllegalStateException.class, load::load);
    }
    assertEquals(0, runs());
    assertEquals(List.of(), staged());
    checkAll(name, true);
  }

  @Test
  void rowsInMemoryNeedNoFiles() throws IOException {
    TableName name = create("load-memory", -1);
    try (BulkLoad load = into(name).memory(BulkLoad.MEMORY).timestamp(5).open()) {
      load.add(batch(shuffled()), values(shuffled(), 0));
      assertEquals(0, runs());
      assertEquals(Web.ROWS, load.load().rows());
    }
    checkAll(name, false);
  }

  @Test
  void regionsMaySplitBeforeTheLoad() throws Exception {
    TableName name = create("load-split", -1);
    try (BulkLoad load = into(name).timestamp(5).open();
        Admin admin = hbase.connection().getAdmin()) {
      load.add(batch(shuffled()), values(shuffled(), 0));
      byte[] region = admin.getRegions(name).get(3).getRegionName();
      byte[] point = Web.LAYOUT.splits(2 * REGIONS)[6];
      admin.splitRegionAsync(region, point).get();
      hbase.await("the split", () -> admin.getRegions(name).size() == REGIONS + 1);
      assertEquals(REGIONS + 1, load.load().files(), "files with one in two parts");
    }
    checkAll(name, false);
  }

  @Test
  void regionsMaySplitDuringTheLoad() throws Exception {
    TableName name = create("load-splits", -1);
    Path folder = folder("load-splits-files");
    List<Integer> rows = shuffled();
    byte[][] points = Web.LAYOUT.splits(2 * REGIONS);
    try (BulkLoad load = into(name).timestamp(5).folder(folder).open();
        Admin admin = hbase.connection().getAdmin()) {
      load.add(batch(rows), values(rows, 0));
      load.write();
      List<RegionInfo> regions = admin.getRegions(name);
      for (int i = 0; i < REGIONS; i++) {
        admin.splitRegionAsync(regions.get(i).getRegionName(), points[2 * i]);
      }
      hbase.await("a region without a server", () -> !admin.isTableAvailable(name));
      assertTrue(HFileWriter.load(hbase.connection(), name, folder) >= REGIONS);
    }
    checkAll(name, false);
  }

  @Test
  void aLoadThatFailsKeepsItsFiles() throws Exception {
    TableName name = create("load-fails", -1);
    try (Admin admin = hbase.connection().getAdmin()) {
      try (BulkLoad load = into(name).timestamp(5).open()) {
        load.add(batch(shuffled()), values(shuffled(), 0));
        admin.disableTable(name);
        IOException e = assertThrows(IOException.class, load::load);
        assertEquals(1, staged().size());
        assertEquals(
            "table load-fails did not take all files in "
                + staged().get(0)
                + ": Table load-fails is not currently available. (those that it did not take"
                + " stay there: BulkLoad.resume or HFileWriter.load takes them)",
            e.getMessage());
      }
      Path kept = staged().get(0);
      assertEquals(REGIONS, filesIn(kept));
      assertThrows(
          IOException.class, () -> BulkLoad.resume(hbase.connection(), name, kept), "disabled");
      assertEquals(REGIONS, filesIn(kept));
      admin.enableTable(name);
      assertEquals(REGIONS, BulkLoad.resume(hbase.connection(), name, kept));
    }
    assertEquals(List.of(), staged());
    checkAll(name, false);
  }

  @Test
  void filesThatWereSplitBeforeALoadFailedAreComplete() throws Exception {
    TableName name = create("load-halves", -1);
    Path folder = folder("load-halves-files");
    try (BulkLoad load = into(name).timestamp(5).folder(folder).open();
        Admin admin = hbase.connection().getAdmin()) {
      load.add(batch(shuffled()), values(shuffled(), 0));
      load.write();
      byte[] region = admin.getRegions(name).get(3).getRegionName();
      admin.splitRegionAsync(region, Web.LAYOUT.splits(2 * REGIONS)[6]).get();
      hbase.await("the split", () -> admin.getRegions(name).size() == REGIONS + 1);
    }
    // HBase splits the file of that region, and counts files only then.
    Configuration settings = new Configuration(hbase.settings());
    settings.setInt(BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY, 0);
    try (Connection connection = ConnectionFactory.createConnection(settings)) {
      assertThrows(IOException.class, () -> HFileWriter.load(connection, name, folder));
    }
    assertEquals(List.of(), rows(name));
    assertEquals(REGIONS + 1, BulkLoad.resume(hbase.connection(), name, folder));
    checkAll(name, false);
  }

  private static void assertProgress(String expected, int filesLeft, BulkLoad load)
      throws IOException {
    LoadProgress progress = load.progress();
    assertEquals(expected, progress.toString());
    assertEquals(filesLeft, progress.filesLeft());
  }

  @Test
  void progressIsTold() throws Exception {
    TableName name = create("load-progress", -1);
    List<Integer> rows = shuffled();
    Path folder = folder("load-progress-files");
    BulkLoad.Builder builder = into(name).duplicates(BulkLoad.Duplicates.KEEP_LAST);
    try (BulkLoad load = builder.folder(folder).open()) {
      load.add(batch(rows), values(rows, 0));
      load.add(batch(rows.subList(0, 5)), values(rows.subList(0, 5), 0));
      int added = Web.ROWS + 5;
      assertProgress("0 of " + added + " rows written", 0, load);
      Future<BulkLoad.Loaded> loading = ForkJoinPool.commonPool().submit(load::load);
      hbase.await("rows in files", () -> loading.isDone() || load.progress().rowsWritten() > 0);
      loading.get();
      assertProgress("8 of 8 files loaded", 0, load);
      assertEquals(added, load.progress().rowsWritten());
    }
    try (BulkLoad load = into(name).folder(folder("load-progress-more")).open()) {
      load.add(batch(rows), values(rows, 0));
      load.write();
      assertProgress("0 of 8 files loaded", REGIONS, load);
      assertEquals(REGIONS, load.progress().files());
    }
  }

  private static String refused(BulkLoad load) {
    return assertThrows(IllegalArgumentException.class, load::load).getMessage();
  }

  @Test
  void duplicatesAreRefused() throws IOException {
    TableName name = create("load-duplicates", -1);
    List<Integer> rows = shuffled();
    Path folder = folder("load-duplicates-files");
    try (BulkLoad load = into(name).folder(folder).threads(2).open()) {
      load.add(batch(rows), values(rows, 0));
      load.add(batch(rows.subList(17, 18)), values(rows.subList(17, 18), 0));
      byte[] key = Web.LAYOUT.key(Web.host(rows.get(17)), Web.time(rows.get(17)));
      assertEquals(
          "rows 17 and "
              + Web.ROWS
              + ", counted from 0 as they were added, have the key "
              + Bytes.toStringBinary(key)
              + " (expected each key once; Duplicates.KEEP_LAST keeps the later row)",
          refused(load));
      assertThrows(IllegalStateException.class, load::load);
    }
    assertEquals(0, filesIn(folder));
    assertEquals(List.of(), rows(name));
  }

  @Test
  void lastOfDuplicatesIsKept() throws IOException {
    TableName name = create("load-last", -1);
    List<Integer> rows = shuffled();
    BulkLoad.Builder builder =
        into(name).column(SECOND, Web.QUALIFIER).duplicates(BulkLoad.Duplicates.KEEP_LAST);
    try (BulkLoad load = builder.open()) {
      List<Integer> twice = List.of(3, 3, 4);
      load.add(batch(twice), values(twice, 100), values(twice, 100));
      load.add(batch(rows), values(rows, 0), new byte[rows.size()][]);
      load.add(batch(twice), new byte[][] {{1}, {2}, {3}}, new byte[3][]);
      BulkLoad.Loaded loaded = load.load();
      assertEquals(6, loaded.replaced());
      assertEquals(Web.ROWS, loaded.rows());
    }
    assertEquals(Web.ROWS, rows(name).size());
    try (Table table = hbase.connection().getTable(name)) {
      Result row = table.get(HBaseKeys.get(Web.LAYOUT, Web.host(3), Web.time(3)));
      assertArrayEquals(new byte[] {2}, row.getValue(Web.FAMILY, Web.QUALIFIER));
      assertNull(row.getValue(SECOND, Web.QUALIFIER), "a value of a row that was replaced");
    }
  }

  @Test
  void filesMayBeLoadedLater() throws IOException {
    TableName name = create("load-later", -1);
    Path folder = folder("load-later-files");
    List<Integer> rows = shuffled();
    try (BulkLoad load = into(name).timestamp(5).folder(folder).open()) {
      load.add(batch(rows), values(rows, 0));
      assertEquals(REGIONS, load.write().size());
    }
    assertEquals(REGIONS, filesIn(folder));
    assertEquals(List.of(), rows(name));
    assertEquals(REGIONS, HFileWriter.load(hbase.connection(), name, folder));
    checkAll(name, false);
  }

  @Test
  void tooManyFilesLeaveNone() throws IOException {
    TableName name = create("load-files", 1000);
    Path folder = folder("load-files-files");
    try (BulkLoad load = into(name).folder(folder).threads(2).open()) {
      load.add(batch(shuffled()), values(shuffled(), 0));
      IOException e = assertThrows(IOException.class, load::load);
      assertTrue(
          e.getMessage().contains(BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY), e.getMessage());
    }
    assertEquals(0, filesIn(folder));
  }

  @Test
  void aDiskThatFailsEndsTheLoad() throws IOException {
    TableName name = create("load-disk", -1);
    java.nio.file.Path gone = Files.createDirectory(temporary.resolve("gone"));
    try (BulkLoad load = into(name).temporary(gone).open()) {
      Files.delete(gone);
      assertThrows(IOException.class, () -> load.add(batch(shuffled()), values(shuffled(), 0)));
      IOException e = assertThrows(IOException.class, load::load);
      assertEquals("an earlier call on this load failed", e.getMessage());
    }
    assertEquals(List.of(), rows(name));
    refused(
        gone + " is not a folder (expected one on the local disk, for sorted rows)",
        () -> into(name).temporary(gone).open());
  }

  /** Rows of 900 MB have no room in the heap of tests: some of the batch have been added then. */
  @Test
  void aLackOfMemoryEndsTheLoad() throws IOException {
    TableName name = create("load-heap", -1);
    byte[][] large = new byte[9][];
    Arrays.fill(large, new byte[100 << 20]);
    List<Integer> some = shuffled().subList(0, large.length);
    try (BulkLoad load = into(name).memory(1 << 30).open()) {
      assertThrows(OutOfMemoryError.class, () -> load.add(batch(some), large));
      IOException e = assertThrows(IOException.class, () -> load.add(batch(some), values(some, 0)));
      assertEquals("an earlier call on this load failed", e.getMessage());
      assertThrows(IOException.class, load::load);
    }
    assertEquals(List.of(), rows(name));
    assertEquals(0, runs());
  }

  @Test
  void anInterruptLeavesNoFiles() throws IOException {
    TableName name = create("load-interrupt", -1);
    Path folder = folder("load-interrupt-files");
    try (BulkLoad load = into(name).folder(folder).threads(2).open()) {
      load.add(batch(shuffled()), values(shuffled(), 0));
      Thread.currentThread().interrupt();
      assertThrows(InterruptedIOException.class, load::write);
      assertTrue(Thread.interrupted());
    }
    assertEquals(0, filesIn(folder));
  }

  @Test
  void nothingIsLoaded() throws IOException {
    TableName name = create("load-nothing", -1);
    try (BulkLoad load = into(name).open()) {
      load.add(batch(List.of()), new byte[0][]);
      BulkLoad.Loaded loaded = load.load();
      assertEquals(0, loaded.rows());
      assertEquals(0, loaded.files());
    }
  }

  private static void refused(String message, org.junit.jupiter.api.function.Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void wrongArgumentsAreRefused() throws IOException {
    TableName name = create("load-refused", -1);
    BulkLoad.Builder none = BulkLoad.into(hbase.connection(), name, Web.LAYOUT);
    refused("no column (expected at least one to load values into)", none::open);
    refused(
        "column f:q for the second time (expected each column once)",
        () -> into(name).column(Web.FAMILY, Web.QUALIFIER));
    refused(
        "column h:q of a family that table load-refused has not (expected one of a, f)",
        () -> into(name).column(Bytes.toBytes("h"), Web.QUALIFIER).open());
    refused("0 threads (expected 1 or more)", () -> into(name).threads(0));
    refused("5 bytes of memory (expected 65536 to 1073741824)", () -> into(name).memory(5));
    BulkLoad load = into(name).open();
    byte[][] one = {{1}};
    refused("values of 2 columns (expected 1: [f:q])", () -> load.add(batch(List.of(1)), one, one));
    refused(
        "1 values of column f:q (expected 2, one for each row)",
        () -> load.add(batch(List.of(1, 2)), one));
    refused(
        "row 0 has no value (expected one in at least one of [f:q])",
        () -> load.add(batch(List.of(1)), new byte[1][]));
    refused(
        "the key of row 0 has 0 bytes (expected 1 to 32767)",
        () -> load.add(Keys.of(new byte[0]), one));
    refused(
        "the key of row 0 has 32768 bytes (expected 1 to 32767)",
        () -> load.add(Keys.of(new byte[1 << 15]), one));
    assertThrows(
        IllegalArgumentException.class,
        () -> load.add(Keys.of(new byte[3], new int[] {0, 9}), one));
    Batch bar = Web.LAYOUT.batch().strings("host", "web-1", "a|b").longs("ts", new long[2]);
    RowKeyException e =
        assertThrows(RowKeyException.class, () -> load.add(bar, new byte[][] {{1}, {2}}));
    assertEquals(1, e.row());
    assertThrows(IllegalStateException.class, load::write);
    assertEquals(0, load.load().rows(), "rows of calls that failed");
    load.close();
    load.close();
    assertThrows(IllegalStateException.class, () -> load.add(batch(List.of(1)), one));
  }
}
