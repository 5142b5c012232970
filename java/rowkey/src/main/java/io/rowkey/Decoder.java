package io.rowkey;

/**
 * Gets the columns of whole batches of keys back. For one thread at a time: a call that finds
 * another one under way throws {@link IllegalStateException}. For single keys {@link
 * RowKeyLayout#decode} needs none.
 *
 * <p>It lives on when its layout is closed. It holds memory of C, some 26 KB, which grow to 1 MB at
 * most with the batches: close it. What is not closed is freed once it is collected.
 */
public final class Decoder implements AutoCloseable {
  /** A decoder of C that has decoded nothing, and what a row of a block adds. */
  private static final long BYTES = 26 << 10;

  private static final long BYTES_OF_ROW = 500;
  private static final int MOST_ROWS = 1000;

  private final LayoutInfo info;
  private final NativeHandle handle;

  /** Of the largest batch so far. */
  private int mostRows;

  Decoder(LayoutInfo info) {
    this.info = info;
    long layout = info.handle.enter();
    try {
      handle =
          new NativeHandle(Native.createDecoder(layout), "decoder", 1, BYTES, Native::freeDecoder);
    } finally {
      info.handle.leave();
    }
  }

  /**
   * Decodes keys, and checks every byte of them.
   *
   * @param keys the keys
   * @return the columns that are recovered, in arrays of their own
   * @throws RowKeyException of kind {@code RANGE} for a key that the layout does not make: its
   *     {@link RowKeyException#row} is the first one
   * @throws IllegalArgumentException for offsets that decrease or leave the data
   */
  public Columns decode(Keys keys) {
    Keys.View source = keys.source();
    Columns columns = new Columns(info, (int) source.shape[0]);
    // No text is longer than all keys, but where utf16le becomes UTF-8.
    long size = source.offsets == null ? source.shape[0] * source.shape[1] : source.shape[3];
    long room = Math.min(size + size / 2, Integer.MAX_VALUE - 64);
    Object[] results = columns.allocate((int) room);
    long address = handle.enter();
    try {
      if (mostRows < Math.min(columns.rows(), MOST_ROWS)) {
        mostRows = Math.min(columns.rows(), MOST_ROWS);
        handle.weigh(BYTES + BYTES_OF_ROW * mostRows);
      }
      Native.decode(address, source.data, source.offsets, source.shape, results, room);
    } finally {
      handle.leave();
    }
    return columns;
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
