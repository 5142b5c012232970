package io.rowkey.hbase;

import io.rowkey.Keys;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows in the order of their keys into HFiles for a bulk load: no file holds rows of two
 * regions, so that HBase takes each as it is.
 *
 * <pre>{@code
 * try (HFileWriter writer = HFileWriter.open(connection, name, folder)) {
 *   for (int i = 0; i < keys.length; i++) {
 *     writer.append(keys[i], family, qualifier, values[i]);
 *   }
 *   writer.commit();
 * }
 * HFileWriter.load(connection, name, folder);
 * }</pre>
 *
 * <p>Files are written in a hidden folder beside those of the families, and get their names in
 * {@link #commit}, when all of them are complete. A writer that is closed without it, as after an
 * exception, deletes them. They get the compression, bloom filter, block encoding, block size and
 * storage policy of their family, as those of HBase's {@code HFileOutputFormat2} do, and HDFS is
 * asked to keep a copy at the server of their region. They end where a region does, or at the first
 * row after the table's greatest size of a file, which is {@code hbase.hregion.max.filesize} where
 * the table has none; bytes count as they are before they are encoded and compressed. {@link #load}
 * takes at most {@code hbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily} files, 32 unless
 * set, for each region and family: one more is an error here already.
 *
 * <p>It needs the jar {@code hbase-server}. For one thread at a time; threads that write different
 * regions may have a writer each, into the same folder.
 */
public final class HFileWriter implements Closeable {
  private static final int MOST_FILES = 32;

  private final FileSystem files;
  private final Path folder;

  /** Where files are until all are complete: no folder of a family begins with a dot. */
  private final Path hidden;

  private final TableDescriptor table;
  private final TableRegions regions;
  private final StoreFiles storeFiles;
  private final long mostBytes;
  private final int mostFiles;
  private final long now = System.currentTimeMillis();
  private final Map<byte[], Family> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final List<Path> written = new ArrayList<>();

  /** The region of the last row. */
  private int region;

  private byte[] lastKey;

  /** How many rows have been begun. */
  private long rows;

  private IOException failure;
  private boolean committed;
  private boolean closed;

  HFileWriter(Configuration settings, TableDescriptor table, TableRegions regions, Path folder)
      throws IOException {
    this.table = table;
    this.regions = regions;
    files = folder.getFileSystem(settings);
    storeFiles = new StoreFiles(settings, table, regions, files, now);
    this.folder = files.makeQualified(folder);
    hidden = new Path(this.folder, ".rowkey-" + newName());
    mostBytes =
        table.getMaxFileSize() > 0
            ? table.getMaxFileSize()
            : settings.getLong(HConstants.HREGION_MAX_FILESIZE, HConstants.DEFAULT_MAX_FILE_SIZE);
    mostFiles = settings.getInt(BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY, MOST_FILES);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      families.put(family.getName(), new Family(family));
    }
  }

  static String newName() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  /** The files of a family, of which one is open at most. */
  private final class Family {
    private final ColumnFamilyDescriptor descriptor;
    private StoreFileWriter writer;
    private long bytes;
    private int filesOfRegion;
    private boolean hasFiles;

    /** The last cell of the row, or null where it has none yet. */
    private Cell last;

    Family(ColumnFamilyDescriptor descriptor) {
      this.descriptor = descriptor;
    }

    void append(KeyValue cell) throws IOException {
      if (last == null && bytes >= mostBytes) {
        closeFile();
      }
      if (writer == null) {
        openFile();
      }
      writer.append(cell);
      bytes += cell.getLength();
      last = cell;
    }

    private void openFile() throws IOException {
      if (filesOfRegion == mostFiles) {
        throw new IOException(
            "region "
                + region
                + " needs more than "
                + mostFiles
                + " files of family "
                + descriptor.getNameAsString()
                + " (expected smaller regions, larger files, or more of "
                + BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY
                + ")");
      }
      String family = descriptor.getNameAsString();
      String name = newName();
      writer = storeFiles.open(descriptor, new Path(new Path(hidden, family), name), region);
      written.add(new Path(new Path(folder, family), name));
      filesOfRegion++;
      hasFiles = true;
      bytes = 0;
    }

    void closeFile() throws IOException {
      if (writer == null) {
        return;
      }
      StoreFileWriter full = writer;
      writer = null;
      storeFiles.complete(full);
    }
  }

  /**
   * A writer for the regions that a table has now.
   *
   * @param connection to the table's HBase; its settings say how files are written. It is not used
   *     after this call
   * @param name the table
   * @param folder where a folder for each family goes, on any of Hadoop's file systems; it is made
   *     when it is missing
   * @return the writer
   * @throws IllegalArgumentException when a family is encrypted
   * @throws IOException when HBase does not tell what the table is like
   */
  public static HFileWriter open(Connection connection, TableName name, Path folder)
      throws IOException {
    try (Table table = connection.getTable(name);
        RegionLocator regions = connection.getRegionLocator(name)) {
      return new HFileWriter(
          connection.getConfiguration(), table.getDescriptor(), TableRegions.of(regions), folder);
    }
  }

  /**
   * A writer for regions that are known, which asks HBase nothing: for one of many tasks.
   *
   * @param settings how files are written, and of the folder's file system
   * @param table what the table is like
   * @param splits its split points, rising
   * @param folder as above
   * @return the writer
   * @throws IllegalArgumentException when a family is encrypted
   * @throws IOException when the folder's file system cannot be reached
   */
  public static HFileWriter open(
      Configuration settings, TableDescriptor table, byte[][] splits, Path folder)
      throws IOException {
    return new HFileWriter(settings, table, TableRegions.of(splits.clone()), folder);
  }

  /**
   * A writer for regions that are known, and the servers that have them.
   *
   * @param settings how files are written, and of the folder's file system
   * @param table what the table is like
   * @param splits its split points, rising
   * @param servers a server for each region, one more than there are points: HDFS is asked to keep
   *     a copy of the region's files there, unless {@code
   *     hbase.bulkload.locality.sensitive.enabled} is false. Null where it is not known
   * @param folder as above
   * @return the writer
   * @throws IllegalArgumentException as above, and for another number of servers
   * @throws IOException when the folder's file system cannot be reached
   */
  public static HFileWriter open(
      Configuration settings,
      TableDescriptor table,
      byte[][] splits,
      @Nullable ServerName @Nullable [] servers,
      Path folder)
      throws IOException {
    TableRegions regions = TableRegions.of(splits.clone(), servers.clone());
    return new HFileWriter(settings, table, regions, folder);
  }

  /**
   * Writes a cell with the time at which the writer was opened.
   *
   * @param key the key of the row: that of the row before, or greater
   * @param family a family of the table
   * @param qualifier greater than the one before of the same row and family
   * @param value the value
   * @throws IllegalArgumentException for a key that is empty or longer than HBase allows, 32,767
   *     bytes, a key or a qualifier out of order, one that was written already, and an unknown
   *     family; nothing is written then, and the writer can go on
   * @throws IOException when a file cannot be written; later calls throw as well then
   */
  public void append(byte[] key, byte[] family, byte[] qualifier, byte[] value) throws IOException {
    append(key, family, qualifier, now, value);
  }

  /**
   * Writes a cell.
   *
   * @param key the key of the row: that of the row before, or greater
   * @param family a family of the table
   * @param qualifier greater than the one before of the same row and family
   * @param timestamp the time of the cell, in milliseconds since 1970
   * @param value the value
   * @throws IllegalArgumentException as above
   * @throws IOException as above
   */
  public void append(byte[] key, byte[] family, byte[] qualifier, long timestamp, byte[] value)
      throws IOException {
    checkUsable();
    Family target = family(family);
    boolean isNewRow = isNewRow(key);
    if (!isNewRow
        && target.last != null
        && Bytes.compareTo(CellUtil.cloneQualifier(target.last), qualifier) >= 0) {
      throw duplicate(key, target, qualifier);
    }
    // It checks lengths, before anything changes.
    write(new KeyValue(key, family, qualifier, timestamp, value), target, isNewRow);
  }

  /**
   * Writes a cell of any kind: one of several versions of a column, a delete, one with tags.
   *
   * @param cell a cell, which is copied. One of {@link HConstants#LATEST_TIMESTAMP} gets the time
   *     at which the writer was opened
   * @throws IllegalArgumentException as above, but cells of a row and family come in HBase's order:
   *     deletes of the family first, then by qualifier, the latest version first
   * @throws IOException as above
   */
  public void append(Cell cell) throws IOException {
    checkUsable();
    Family target = family(CellUtil.cloneFamily(cell));
    boolean isNewRow = isNewRow(CellUtil.cloneRow(cell));
    KeyValue copy = KeyValueUtil.copyToNewKeyValue(cell);
    copy.setSequenceId(0);
    if (copy.getTimestamp() == HConstants.LATEST_TIMESTAMP) {
      copy.setTimestamp(now);
    }
    if (!isNewRow
        && target.last != null
        && CellComparator.getInstance().compare(target.last, copy) >= 0) {
      throw new IllegalArgumentException(
          "cell "
              + copy
              + " after "
              + target.last
              + " (expected cells in the order that HBase has them in, each once)");
    }
    write(copy, target, isNewRow);
  }

  private Family family(byte[] name) {
    Family family = families.get(name);
    if (family == null) {
      throw new IllegalArgumentException(
          "table "
              + table.getTableName()
              + " has no family "
              + Bytes.toStringBinary(name)
              + " (expected one of "
              + names()
              + ")");
    }
    return family;
  }

  private boolean isNewRow(byte[] key) {
    checkLength(rows, ", counted as they were written,", key.length);
    int order = lastKey == null ? 1 : Bytes.compareTo(key, lastKey);
    if (order < 0) {
      throw new IllegalArgumentException(
          "key "
              + Bytes.toStringBinary(key)
              + " after "
              + Bytes.toStringBinary(lastKey)
              + " (expected keys in rising order)");
    }
    return order > 0;
  }

  private void write(KeyValue cell, Family target, boolean isNewRow) throws IOException {
    try {
      if (isNewRow) {
        beginRow(CellUtil.cloneRow(cell));
      }
      target.append(cell);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Refuses keys that HBase cannot have. */
  static void checkLength(long row, String counted, int bytes) {
    if (bytes < 1 || bytes > HConstants.MAX_ROW_LENGTH) {
      throw new IllegalArgumentException(
          "the key of row "
              + row
              + counted
              + " has "
              + bytes
              + " bytes (expected 1 to "
              + HConstants.MAX_ROW_LENGTH
              + ")");
    }
  }

  private String names() {
    List<String> names = new ArrayList<>();
    for (Family family : families.values()) {
      names.add(family.descriptor.getNameAsString());
    }
    return String.join(", ", names);
  }

  private static IllegalArgumentException duplicate(byte[] key, Family family, byte[] qualifier) {
    String column = family.descriptor.getNameAsString() + ":" + Bytes.toStringBinary(qualifier);
    byte[] last = CellUtil.cloneQualifier(family.last);
    return Bytes.equals(qualifier, last)
        ? new IllegalArgumentException(
            "key "
                + Bytes.toStringBinary(key)
                + " with "
                + column
                + " for the second time (expected each key once)")
        : new IllegalArgumentException(
            "column "
                + column
                + " after "
                + Bytes.toStringBinary(last)
                + " in row "
                + Bytes.toStringBinary(key)
                + " (expected qualifiers in rising order)");
  }

  private void beginRow(byte[] key) throws IOException {
    int next = regions.regionFrom(region, key);
    for (Family family : families.values()) {
      if (next != region) {
        family.closeFile();
        family.filesOfRegion = 0;
      }
      family.last = null;
    }
    region = next;
    lastKey = key;
    rows++;
  }

  /**
   * Writes a cell for each key of a batch, with the time at which the writer was opened.
   *
   * @param keys the keys, rising, each once
   * @param family a family of the table
   * @param qualifier the qualifier of all cells
   * @param values a value for each key
   * @throws IllegalArgumentException as {@link #append(byte[], byte[], byte[], byte[])} does, with
   *     the keys before in the files, and for another number of values
   * @throws IOException as above
   */
  public void append(Keys keys, byte[] family, byte[] qualifier, byte[][] values)
      throws IOException {
    if (values.length != keys.rows()) {
      throw new IllegalArgumentException(
          values.length + " values of " + keys.rows() + " keys (expected one for each)");
    }
    for (int i = 0; i < values.length; i++) {
      append(keys.get(i), family, qualifier, now, values[i]);
    }
  }

  private void checkUsable() throws IOException {
    if (closed || committed) {
      throw new IllegalStateException("the writer is " + (closed ? "closed" : "committed"));
    }
    if (failure != null) {
      throw new IOException("an earlier call on this writer failed", failure);
    }
  }

  /**
   * The files so far.
   *
   * @return the paths that they have once the writer is committed, in the order of their rows
   */
  public List<Path> files() {
    return Collections.unmodifiableList(written);
  }

  /** Completes the files, which stay hidden until they are committed. No row can follow. */
  void complete() throws IOException {
    checkUsable();
    try {
      closeFiles(families.values());
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /**
   * Completes the files and gives them their names. No row can follow.
   *
   * @throws IOException when a file cannot be completed, or an earlier call failed: none has its
   *     name then
   */
  public void commit() throws IOException {
    complete();
    try {
      publish();
    } catch (IOException e) {
      failure = e;
      deleteNamed();
      throw e;
    }
    committed = true;
    files.delete(hidden, true);
  }

  /** Deletes the files, also those that have their names already, and closes the writer. */
  void abandon() throws IOException {
    try {
      deleteNamed();
    } finally {
      close();
    }
  }

  private void deleteNamed() throws IOException {
    for (Path path : written) {
      files.delete(path, false);
    }
    written.clear();
  }

  /**
   * Closes the writer, and deletes its files unless they are committed.
   *
   * @throws IOException when a file cannot be closed or deleted
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (!committed) {
      try {
        closeFiles(families.values());
      } finally {
        files.delete(hidden, true);
      }
    }
  }

  private void publish() throws IOException {
    for (Family family : families.values()) {
      if (family.hasFiles) {
        storeFiles.makeFolder(
            family.descriptor, new Path(folder, family.descriptor.getNameAsString()));
      }
    }
    for (Path path : written) {
      Path from = new Path(new Path(hidden, path.getParent().getName()), path.getName());
      if (!files.rename(from, path)) {
        throw new IOException(
            "file " + from + " was not moved to " + path + " (expected a folder to write into)");
      }
    }
  }

  private static void closeFiles(Collection<Family> families) throws IOException {
    IOException first = null;
    for (Family family : families) {
      try {
        family.closeFile();
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /**
   * Moves the files of a folder into a table. HBase splits those that no longer fit its regions.
   * Where regions have no server, or are split or moved meanwhile, it waits and tries again, for
   * two minutes at most, or for as many seconds as the setting {@code rowkey.load.patience.seconds}
   * says.
   *
   * @param connection to the table's HBase
   * @param name the table
   * @param folder what writers wrote into, or what an earlier load left there. HBase moves the
   *     files on its own file system, and copies those of another one
   * @return how many files were loaded: more than there were when some had to be split; when it was
   *     tried again, those that the last try found and those that had gone by then
   * @throws IOException when a file cannot be loaded, or is not a complete HFile. It names the
   *     folder, where the files that were not loaded stay
   */
  public static int load(Connection connection, TableName name, Path folder) throws IOException {
    return new HFileLoad(connection, name, folder).run();
  }
}
