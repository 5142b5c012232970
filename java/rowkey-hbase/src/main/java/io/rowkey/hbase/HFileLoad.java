package io.rowkey.hbase;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles.LoadQueueItem;

/** Moves the HFiles of a folder into a table: all of them, or it says where those are that stay. */
final class HFileLoad {
  /** The setting of how long regions may be in transition, as those are that are being split. */
  static final String PATIENCE = "rowkey.load.patience.seconds";

  private static final int PATIENCE_SECONDS = 120;
  private static final long PAUSE_MILLISECONDS = 500;

  /** Where HBase puts the halves of files that it splits, in the folder of a family. */
  private static final String HALVES = ".tmp";

  private final Connection connection;
  private final TableName name;
  private final Configuration settings;
  private final FileSystem files;
  private final Path folder;

  HFileLoad(Connection connection, TableName name, Path folder) throws IOException {
    this.connection = connection;
    this.name = name;
    settings = new Configuration(connection.getConfiguration());
    // HBase would make a table of a name that is misspelt.
    settings.set(BulkLoadHFiles.CREATE_TABLE_CONF_KEY, "no");
    this.files = folder.getFileSystem(settings);
    this.folder = files.makeQualified(folder);
  }

  /** Returns how many files were loaded, at least. */
  int run() throws IOException {
    try {
      takeBackHalves();
      return loadWhenRegionsAreOpen();
    } catch (IOException | RuntimeException e) {
      try {
        takeBackHalves();
      } catch (IOException other) {
        e.addSuppressed(other);
      }
      throw new IOException(
          "table "
              + name
              + " did not take all files in "
              + folder
              + ": "
              + e.getMessage()
              + " (those that it did not take stay there: BulkLoad.resume or HFileWriter.load takes"
              + " them)",
          e);
    }
  }

  /** HBase deletes a file that it has split, and would not find its halves by another load. */
  private void takeBackHalves() throws IOException {
    for (FileStatus family : files.listStatus(folder)) {
      Path halves = new Path(family.getPath(), HALVES);
      if (family.isDirectory() && files.exists(halves)) {
        for (FileStatus half : files.listStatus(halves)) {
          Path place = new Path(family.getPath(), HFileWriter.newName());
          if (!files.rename(half.getPath(), place)) {
            throw new IOException(half.getPath() + " was not moved to " + place);
          }
        }
      }
    }
  }

  /** The files that a load would take. */
  static Set<Path> filesIn(FileSystem files, Path folder) throws IOException {
    Set<Path> found = new TreeSet<>();
    for (FileStatus family : files.listStatus(folder)) {
      if (family.isDirectory() && !family.getPath().getName().startsWith(".")) {
        for (FileStatus file : files.listStatus(family.getPath())) {
          if (file.isFile()) {
            found.add(file.getPath());
          }
        }
      }
    }
    return found;
  }

  private int loadWhenRegionsAreOpen() throws IOException {
    long seconds = settings.getLong(PATIENCE, PATIENCE_SECONDS);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    int loaded = 0;
    while (true) {
      Set<Path> given = filesIn(files, folder);
      byte[][] splits = splits();
      try {
        return loaded + load(given);
      } catch (IOException e) {
        if (System.nanoTime() > end || !isInTransition(splits)) {
          throw e;
        }
        takeBackHalves();
        loaded += Math.max(0, given.size() - filesIn(files, folder).size());
        pause();
      }
    }
  }

  private int load(Set<Path> given) throws IOException {
    Set<Path> taken = new HashSet<>();
    Configuration own = StoreFiles.forHalves(settings, descriptor());
    for (LoadQueueItem item : BulkLoadHFiles.create(own).bulkLoad(name, folder).keySet()) {
      taken.add(files.makeQualified(item.getFilePath()));
    }
    // HBase leaves out what it can't read, and warns in its log.
    for (Path path : given) {
      if (!taken.contains(path) && files.exists(path)) {
        throw new IllegalArgumentException(
            path + " has no rows (expected a complete HFile); all others were loaded");
      }
    }
    return taken.size();
  }

  private TableDescriptor descriptor() throws IOException {
    try (Table table = connection.getTable(name)) {
      return table.getDescriptor();
    }
  }

  private byte[][] splits() throws IOException {
    try (RegionLocator regions = connection.getRegionLocator(name)) {
      return HBaseKeys.splits(regions);
    }
  }

  /** Whether a load may have failed since a region has no server, or had another one before. */
  private boolean isInTransition(byte[][] splitsBefore) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.isTableEnabled(name)
          && (!admin.isTableAvailable(name) || !Arrays.deepEquals(splitsBefore, splits()));
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE_MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while regions were without a server");
    }
  }
}
