package io.rowkey.hbase;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;

/** Moves the HFiles of a folder into a table: all of them, or it says where those are that stay. */
final class HFileLoad {
  /** How long regions may be without a server, as those are that are being split. */
  private static final long PATIENCE_SECONDS = 120;

  private static final long PAUSE_MILLISECONDS = 500;

  /** Where HBase puts the halves of files that it splits, in the folder of a family. */
  private static final String HALVES = ".tmp";

  private final Connection connection;
  private final TableName name;
  private final FileSystem files;
  private final Path folder;

  HFileLoad(Connection connection, TableName name, Path folder) throws IOException {
    this.connection = connection;
    this.name = name;
    this.files = folder.getFileSystem(connection.getConfiguration());
    this.folder = files.makeQualified(folder);
  }

  /** Returns how many files were loaded. */
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
              + " (those that it did not take are complete there: BulkLoad.resume or"
              + " HFileWriter.load takes them)",
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

  private int loadWhenRegionsAreOpen() throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      try {
        return BulkLoadHFiles.create(connection.getConfiguration()).bulkLoad(name, folder).size();
      } catch (TableNotFoundException e) {
        // A region has no server, and HBase has not begun.
        if (System.nanoTime() > end || !isEnabled()) {
          throw e;
        }
        pause();
      }
    }
  }

  private boolean isEnabled() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.isTableEnabled(name);
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
