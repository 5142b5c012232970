package io.rowkey;

/**
 * Gets the columns of whole batches of keys back. For one thread at a time: a call that finds
 * another one under way throws {@link IllegalStateException}. For single keys {@link
 * RowKeyLayout#decode} needs none.
 *
 * <p>It lives on when its layout is closed. Close it, or leave that to the garbage collector.
 */
public final class Decoder implements AutoCloseable {
  private final LayoutInfo info;
  private final NativeHandle handle;

  Decoder(LayoutInfo info) {
    this.info = info;
    long layout = info.handle.enter();
    try {
      handle = new NativeHandle(Native.createDecoder(layout), "decoder", 1, Native::freeDecoder);
    } finally {
      info.handle.leave();
    }
  }

  /**
   * Decodes keys, and checks every byte of them.
   *
   * @param keys the keys
   * @return the columns that come back, in arrays of their own
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
