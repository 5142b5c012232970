package io.rowkey;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Records of text that are read as batches: {@link RecordFormat#read} begins.
 *
 * <p>Memory does not grow with the records, but with the longest ones. For one thread at a time: a
 * call that finds another one under way throws {@link IllegalStateException}. Layouts may be closed
 * meanwhile. Close it, or leave that to the garbage collector; what it reads from is the caller's
 * to close.
 */
public final class Records implements AutoCloseable {
  private static final int BUFFER = 1 << 18;

  /** A reader of C, beside the bytes that it is given. */
  private static final long BYTES = 1 << 19;

  private static final int WANTS_BYTES = -1;

  private final InputStream in;
  private final LayoutInfo info;
  private final NativeHandle handle;
  private final boolean hasLines;
  private final byte[] buffer = new byte[BUFFER];

  Records(InputStream in, LayoutInfo info, long address, boolean hasLines) {
    this.in = in;
    this.info = info;
    this.hasLines = hasLines;
    handle = new NativeHandle(address, "reader of records", 1, BYTES, Native::freeRecords);
  }

  /**
   * The next records, up to 2,048. The batch has the number of its first record in the input, from
   * 0.
   *
   * @return a batch of the first layout; null where there are no more
   * @throws RowKeyException for a record that cannot be read, or has a value that its column does
   *     not take: {@link RowKeyException#row} is its number in the input, and the message begins
   *     with its line, or its first byte where records are not lines. The next call goes on after
   *     it; for a header that cannot be used the next call throws the same
   * @throws IOException what the input throws; the next call goes on with it
   */
  public @Nullable Batch next() throws IOException {
    long address = handle.enter();
    try {
      for (; ; ) {
        int[] found = new int[1];
        Batch batch =
            Batch.of(
                info, (memory, shapes) -> found[0] = Native.nextRecords(address, memory, shapes));
        if (found[0] != WANTS_BYTES) {
          return batch == null ? null : batch.firstRow(Native.recordNumber(address));
        }
        handle.weigh(BYTES + Native.feedRecords(address, buffer, in.read(buffer)));
      }
    } catch (RowKeyException e) {
      throw e.of(place(address));
    } finally {
      handle.leave();
    }
  }

  private String place(long address) {
    long before = Native.recordPlace(address, hasLines);
    return hasLines ? "line " + (before + 1) : "byte " + before;
  }

  /**
   * Frees the memory in C. Calls that begin later throw {@link IllegalStateException}; a second
   * close does nothing.
   */
  @Override
  public void close() {
    handle.close();
  }
}
