package io.rowkey.hbase;

/** How far a {@link BulkLoad} has come, at the moment that it was asked. Immutable. */
public final class LoadProgress {
  private final long rows;
  private final long rowsWritten;
  private final int files;
  private final int filesLeft;

  LoadProgress(long rows, long rowsWritten, int files, int filesLeft) {
    this.rows = rows;
    this.rowsWritten = rowsWritten;
    this.files = files;
    this.filesLeft = filesLeft;
  }

  /**
   * How many rows were added.
   *
   * @return rows
   */
  public long rows() {
    return rows;
  }

  /**
   * How many of the rows are in HFiles, or were left out for later ones of the same key.
   *
   * @return rows: as many as were added when all files are written
   */
  public long rowsWritten() {
    return rowsWritten;
  }

  /**
   * How many HFiles were written.
   *
   * @return files: 0 until all of them are complete
   */
  public int files() {
    return files;
  }

  /**
   * How many HFiles wait for HBase. It takes the files of a region at once. Those that it copies,
   * as they are not on its own file system, wait until all have been loaded.
   *
   * @return files, those that HBase has split left out; 0 when all are in the table
   */
  public int filesLeft() {
    return filesLeft;
  }

  /**
   * The numbers.
   *
   * @return the text, such as {@code 400 of 1000 rows written} or {@code 3 of 8 files loaded}
   */
  @Override
  public String toString() {
    return files == 0
        ? rowsWritten + " of " + rows + " rows written"
        : Math.max(0, files - filesLeft) + " of " + files + " files loaded";
  }
}
