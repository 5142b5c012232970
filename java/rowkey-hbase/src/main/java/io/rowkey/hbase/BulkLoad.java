package io.rowkey.hbase;

import io.rowkey.Batch;
import io.rowkey.Encoder;
import io.rowkey.Keys;
import io.rowkey.RowKeyLayout;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Loads rows into a table past its servers' memory: rows in any order become keys, are sorted, and
 * are written into HFiles that fit the regions of the table, which HBase then takes as they are.
 *
 * <pre>{@code
 * try (BulkLoad load =
 *     BulkLoad.into(connection, name, layout).column(family, qualifier).open()) {
 *   load.add(layout.batch().longs("id", ids), values);      // as often as there are batches
 *   load.load();
 * }
 * }</pre>
 *
 * <p>Rows are kept in memory up to {@link Builder#memory}. Beyond it they go, sorted, into
 * temporary files of about that size on the local disk, which are merged region by region at the
 * end; each of them is open once for each thread then. So any number of rows can be loaded that the
 * local disk has room for.
 *
 * <p>The table stays readable, and nothing of the load is seen before {@link #load}. HBase then
 * moves the files of one region in at once. HFiles are as {@link HFileWriter} writes them, for the
 * regions that the table had when the load was opened; HBase splits those of regions that have been
 * split since. More files of a region and family than HBase would take are an error before anything
 * is loaded. Where HBase is secured, its servers move the files as the user who loads them, who
 * needs to be allowed to write them: their permissions are those that the file system gives them.
 *
 * <p>HFiles that HBase does not take, as when the table is disabled meanwhile, are kept: {@link
 * #resume} goes on with them.
 *
 * <p>It needs the jar {@code hbase-server}. For one thread at a time, but for {@link #progress}.
 * Close it: temporary files, and HFiles that were not completed, are deleted then.
 */
public final class BulkLoad implements Closeable {
  /** The bytes of rows in memory unless it is said. */
  public static final long MEMORY = 256L << 20;

  static final long MOST_MEMORY = 1L << 30;
  private static final long LEAST_MEMORY = 1L << 16;

  /** What becomes of rows with the same key. */
  public enum Duplicates {
    /** They are an error, which names the key and two of the rows. */
    REFUSE,
    /** The row that was added last is written, with all its values, and none of the others. */
    KEEP_LAST
  }

  /** What was loaded. Immutable. */
  public static final class Loaded {
    private final long rows;
    private final long replaced;
    private final int files;

    private Loaded(long rows, long replaced, int files) {
      this.rows = rows;
      this.replaced = replaced;
      this.files = files;
    }

    /**
     * How many rows were loaded.
     *
     * @return rows, each with a key of its own
     */
    public long rows() {
      return rows;
    }

    /**
     * How many rows were left out for later ones of the same key.
     *
     * @return rows; 0 where duplicates are refused
     */
    public long replaced() {
      return replaced;
    }

    /**
     * How many HFiles HBase took.
     *
     * @return files; more than were written when some had to be split
     */
    public int files() {
      return files;
    }
  }

  private final Connection connection;
  private final TableName name;
  private final RowKeyLayout layout;
  private final Encoder encoder;
  private final Keys keys = Keys.growing();
  private final RegionFiles files;
  private final List<RegionFiles.Column> columns;
  private final long memory;
  private final java.nio.file.Path temporary;
  private final Path folder;
  private final boolean ownsFolder;
  private final int threads;
  private final RowBuffer buffer = new RowBuffer();
  private final List<SortedRows> runs = new ArrayList<>();

  /** All that were added, those of the buffer as well. */
  private volatile long rows;

  /** HFiles that are complete. */
  private volatile int written;

  /** Whether HBase has taken them. */
  private volatile boolean loaded;

  private Throwable failure;
  private boolean finished;

  /** Whether complete files are in the folder, which HBase has not taken. */
  private boolean keepsFolder;

  private boolean closed;

  private BulkLoad(Builder builder, TableDescriptor table, TableRegions regions)
      throws IOException {
    connection = builder.connection;
    name = builder.name;
    layout = builder.layout;
    columns = new ArrayList<>(builder.columns);
    memory = builder.memory;
    temporary = builder.temporary;
    threads = builder.threads;
    Configuration settings = connection.getConfiguration();
    ownsFolder = builder.folder == null;
    folder = ownsFolder ? newFolder(settings) : builder.folder;
    boolean keepsLast = builder.duplicates == Duplicates.KEEP_LAST;
    files =
        new RegionFiles(settings, table, regions, folder, columns, builder.timestamp, keepsLast);
    encoder = layout.encoder();
  }

  private static Path newFolder(Configuration settings) throws IOException {
    String staging = settings.get(HConstants.TEMPORARY_FS_DIRECTORY_KEY);
    Path parent = staging == null ? FileSystem.get(settings).getHomeDirectory() : new Path(staging);
    return new Path(parent, "rowkey-" + UUID.randomUUID());
  }

  /**
   * A load into a table.
   *
   * @param connection to the table's HBase; its settings say how files are written. It stays open
   * @param name the table
   * @param layout the layout of its keys; it stays open
   * @return a builder, which wants at least one column
   */
  public static Builder into(Connection connection, TableName name, RowKeyLayout layout) {
    return new Builder(connection, name, layout);
  }

  /** How to load. For one thread at a time. */
  public static final class Builder {
    private final Connection connection;
    private final TableName name;
    private final RowKeyLayout layout;
    private final List<RegionFiles.Column> columns = new ArrayList<>();
    private java.nio.file.Path temporary = Paths.get(System.getProperty("java.io.tmpdir"));
    private Path folder;
    private long memory = MEMORY;
    private Duplicates duplicates = Duplicates.REFUSE;
    private long timestamp = System.currentTimeMillis();
    private int threads = 1;

    private Builder(Connection connection, TableName name, RowKeyLayout layout) {
      this.connection = Objects.requireNonNull(connection, "connection");
      this.name = Objects.requireNonNull(name, "name");
      this.layout = Objects.requireNonNull(layout, "layout");
    }

    /**
     * Adds a column: the first one gets the first array of values that {@link BulkLoad#add} takes,
     * the second one the second, and so on, in any order of families and qualifiers.
     *
     * @param family a family of the table
     * @param qualifier the qualifier
     * @return this
     * @throws IllegalArgumentException for a column that was added before
     */
    public Builder column(byte[] family, byte[] qualifier) {
      RegionFiles.Column column = new RegionFiles.Column(family, qualifier, columns.size());
      for (RegionFiles.Column other : columns) {
        if (column.compareTo(other) == 0) {
          throw new IllegalArgumentException(
              "column " + column + " for the second time (expected each column once)");
        }
      }
      columns.add(column);
      return this;
    }

    /**
     * Sets how many bytes of rows are kept in memory.
     *
     * @param bytes 64 KiB to 1 GiB, which counts what it takes to sort them; up to twice as much is
     *     used while arrays grow
     * @return this
     * @throws IllegalArgumentException for another number
     */
    public Builder memory(long bytes) {
      if (bytes < LEAST_MEMORY || bytes > MOST_MEMORY) {
        throw new IllegalArgumentException(
            bytes + " bytes of memory (expected " + LEAST_MEMORY + " to " + MOST_MEMORY + ")");
      }
      memory = bytes;
      return this;
    }

    /**
     * Sets where sorted rows go that memory has no room for.
     *
     * @param folder a folder on the local disk, which exists; that of {@code java.io.tmpdir} unless
     *     set
     * @return this
     */
    public Builder temporary(java.nio.file.Path folder) {
      temporary = Objects.requireNonNull(folder, "folder");
      return this;
    }

    /**
     * Sets where HFiles are written.
     *
     * @param path a folder for them alone, on the file system of HBase, so that they need not be
     *     copied; made when it is missing. Unless set a new folder of {@code hbase.fs.tmp.dir},
     *     which is deleted at the end unless it has files that HBase did not take
     * @return this
     */
    public Builder folder(Path path) {
      folder = Objects.requireNonNull(path, "path");
      return this;
    }

    /**
     * Sets what becomes of rows with the same key.
     *
     * @param choice {@link Duplicates#REFUSE} unless set
     * @return this
     */
    public Builder duplicates(Duplicates choice) {
      duplicates = Objects.requireNonNull(choice, "choice");
      return this;
    }

    /**
     * Sets the time of all cells.
     *
     * @param milliseconds since 1970; when the builder was made unless set
     * @return this
     */
    public Builder timestamp(long milliseconds) {
      timestamp = milliseconds;
      return this;
    }

    /**
     * Sets how many threads write HFiles, each a region at a time.
     *
     * @param count 1 or more, 1 unless set
     * @return this
     * @throws IllegalArgumentException for another number
     */
    public Builder threads(int count) {
      if (count < 1) {
        throw new IllegalArgumentException(count + " threads (expected 1 or more)");
      }
      threads = count;
      return this;
    }

    /**
     * Asks HBase for the table and its regions.
     *
     * @return the load, for rows to be added
     * @throws IllegalArgumentException without a column, for one of a family that the table has
     *     not, for a family that is encrypted, and when there is no folder for temporary files
     * @throws IOException when HBase does not tell
     */
    public BulkLoad open() throws IOException {
      if (!Files.isDirectory(temporary)) {
        throw new IllegalArgumentException(
            temporary + " is not a folder (expected one on the local disk, for sorted rows)");
      }
      if (columns.isEmpty()) {
        throw new IllegalArgumentException("no column (expected at least one to load values into)");
      }
      try (Table table = connection.getTable(name);
          RegionLocator regions = connection.getRegionLocator(name)) {
        TableDescriptor descriptor = table.getDescriptor();
        StoreFiles.check(descriptor);
        for (RegionFiles.Column column : columns) {
          if (!descriptor.hasColumnFamily(column.family)) {
            throw new IllegalArgumentException(
                "column "
                    + column
                    + " of a family that table "
                    + name
                    + " has not (expected one of "
                    + descriptor.getColumnFamilyNames().stream()
                        .map(Bytes::toStringBinary)
                        .collect(Collectors.joining(", "))
                    + ")");
          }
        }
        return new BulkLoad(this, descriptor, TableRegions.of(regions));
      }
    }
  }

  /**
   * Adds rows.
   *
   * @param batch the columns that keys are made of, from a {@link RowKeyLayout#batch} of the layout
   * @param values for each column of the load an array with a value for each row, or null where the
   *     row has none
   * @throws io.rowkey.RowKeyException for a record that has no key: its {@code row} counts in the
   *     batch, of which nothing is added then
   * @throws IllegalArgumentException for another number of columns or values, and for a row without
   *     any value; nothing of the batch is added then
   * @throws IOException when temporary files cannot be written; the load cannot go on then, and as
   *     little after an {@link OutOfMemoryError}
   */
  public void add(Batch batch, byte[][]... values) throws IOException {
    checkOpen();
    encoder.encode(batch, keys);
    add(keys, values);
  }

  /**
   * Adds rows whose keys have been made already.
   *
   * @param keys their keys
   * @param values as above
   * @throws IllegalArgumentException as above, and for a key that is empty or longer than HBase
   *     allows, 32,767 bytes
   * @throws IOException as above
   */
  public void add(Keys keys, byte[][]... values) throws IOException {
    checkOpen();
    check(keys, values);
    try {
      addAll(keys, values);
    } catch (Throwable e) {
      // An OutOfMemoryError, too, leaves some rows of the batch added and others not.
      failure = e;
      throw e;
    }
  }

  private void addAll(Keys keys, byte[][][] values) throws IOException {
    byte[] array = keys.array();
    for (int i = 0; i < keys.rows(); i++) {
      int length = keys.offset(i + 1) - keys.offset(i);
      long bytes = RowBuffer.bytesOf(length, values, i);
      if (buffer.rows() > 0 && buffer.bytes() + bytes > memory) {
        spill();
      }
      if (array != null) {
        buffer.add(array, keys.offset(i), keys.offset(i + 1), values, i);
      } else {
        buffer.add(keys.get(i), 0, length, values, i);
      }
      rows++;
    }
  }

  private void check(Keys added, byte[][][] values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          "values of "
              + values.length
              + " columns (expected "
              + columns.size()
              + ": "
              + columns
              + ")");
    }
    for (int i = 0; i < values.length; i++) {
      if (values[i].length != added.rows()) {
        throw new IllegalArgumentException(
            values[i].length
                + " values of column "
                + columns.get(i)
                + " (expected "
                + added.rows()
                + ", one for each row)");
      }
    }
    if (added.rows() > 0) {
      // With keys that are not empty, below, it tells that all of them lie within their memory.
      added.get(0);
      added.get(added.rows() - 1);
    }
    for (int row = 0; row < added.rows(); row++) {
      int length = added.offset(row + 1) - added.offset(row);
      HFileWriter.checkLength(row, "", length);
      long bytes = RowBuffer.bytesOf(length, values, row);
      if (bytes > MOST_MEMORY) {
        throw new IllegalArgumentException(
            "row " + row + " has " + bytes + " bytes (expected at most " + MOST_MEMORY + ")");
      }
      int given = 0;
      while (given < values.length && values[given][row] == null) {
        given++;
      }
      if (given == values.length) {
        throw new IllegalArgumentException(
            "row " + row + " has no value (expected one in at least one of " + columns + ")");
      }
    }
  }

  private void checkOpen() throws IOException {
    if (closed || finished) {
      throw new IllegalStateException(
          closed ? "the load is closed" : "the load is finished (expected a new one)");
    }
    if (failure != null) {
      throw new IOException("an earlier call on this load failed", failure);
    }
  }

  private void spill() throws IOException {
    runs.add(SortedRows.spill(buffer, rows - buffer.rows(), files.splits(), temporary));
    buffer.clear();
  }

  /**
   * Writes the HFiles, and leaves them where they are: {@link HFileWriter#load} takes them.
   *
   * @return their paths, in the order of their rows; none without a row
   * @throws IllegalArgumentException for two rows of one key, where these are refused
   * @throws IllegalStateException without a {@link Builder#folder}
   * @throws IOException when they cannot be written, or are too many for a region: none is left
   *     then
   */
  public List<Path> write() throws IOException {
    checkOpen();
    if (ownsFolder) {
      throw new IllegalStateException(
          "HFiles would be deleted (expected a folder for them, or load())");
    }
    return writeFiles();
  }

  private List<Path> writeFiles() throws IOException {
    finished = true;
    List<SortedRows> sources = new ArrayList<>(runs);
    if (buffer.rows() > 0) {
      sources.add(SortedRows.of(buffer, rows - buffer.rows(), files.splits()));
    }
    List<Path> paths = files.write(sources, threads);
    written = paths.size();
    return paths;
  }

  /**
   * Writes the HFiles and lets HBase take them.
   *
   * @return what was loaded
   * @throws IllegalArgumentException for two rows of one key, where these are refused; nothing is
   *     loaded then
   * @throws IOException when HFiles cannot be written, or are too many for a region: nothing is
   *     loaded then. Also when HBase does not take them: the regions that it has taken files into
   *     keep them, and the others stay, complete, in the folder that the exception names, for
   *     {@link #resume}
   */
  public Loaded load() throws IOException {
    checkOpen();
    int taken = 0;
    if (!writeFiles().isEmpty()) {
      keepsFolder = true;
      taken = HFileWriter.load(connection, name, folder);
      keepsFolder = false;
      loaded = true;
    }
    return new Loaded(rows - files.replaced(), files.replaced(), taken);
  }

  /**
   * How far the load has come. Any thread may ask, also while others add rows, write or load.
   *
   * @return the numbers now; those of a {@link #resume} are told by the files left in its folder
   * @throws IOException when the folder of the files cannot be listed
   */
  public LoadProgress progress() throws IOException {
    int left = 0;
    if (written > 0 && !loaded) {
      left = HFileLoad.filesIn(folder.getFileSystem(connection.getConfiguration()), folder).size();
    }
    return new LoadProgress(rows, files.rowsWritten(), written, left);
  }

  /**
   * Loads the files that a failed {@link #load} has kept, or {@link #write} has left, and deletes
   * their folder.
   *
   * @param connection to the table's HBase
   * @param name the table
   * @param folder the folder, which the exception of the load names
   * @return how many files were loaded: more than there were when some had to be split
   * @throws IOException as {@link HFileWriter#load} does; the files stay in the folder then
   */
  public static int resume(Connection connection, TableName name, Path folder) throws IOException {
    int loaded = HFileWriter.load(connection, name, folder);
    folder.getFileSystem(connection.getConfiguration()).delete(folder, true);
    return loaded;
  }

  /**
   * Deletes temporary files. What was added and not loaded or written is forgotten; complete HFiles
   * that HBase did not take stay.
   *
   * @throws IOException when files cannot be deleted
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    encoder.close();
    IOException first = null;
    for (SortedRows run : runs) {
      try {
        run.close();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    if (ownsFolder && !keepsFolder) {
      folder.getFileSystem(connection.getConfiguration()).delete(folder, true);
    }
    if (first != null) {
      throw first;
    }
  }
}
