package io.rowkey.hbase.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files, whose permissions Java sets. Without its native library Hadoop would start a
 * process, chmod, for each file.
 */
public final class PlainFiles extends LocalFileSystem {
  /** For Hadoop, which names the class in its settings. */
  public PlainFiles() {
    super(new Raw());
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission to) throws IOException {
      String letters = to.getUserAction().SYMBOL + to.getGroupAction().SYMBOL;
      Files.setPosixFilePermissions(
          pathToFile(path).toPath(),
          PosixFilePermissions.fromString(letters + to.getOtherAction().SYMBOL));
    }
  }
}
