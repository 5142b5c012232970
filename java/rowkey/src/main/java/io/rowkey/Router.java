package io.rowkey;

/**
 * Tells which region of a table a key belongs to. Immutable and thread-safe. Close it, or leave
 * that to the garbage collector.
 */
public final class Router implements AutoCloseable {
  final NativeHandle handle;

  private Router(NativeHandle handle) {
    this.handle = handle;
  }

  /**
   * A router for a table.
   *
   * @param splits the split points, rising and none of them empty; they are copied
   * @return the router
   * @throws RowKeyException of kind {@code RANGE} for points that do not rise: its {@link
   *     RowKeyException#row} is the first bad one
   */
  public static Router of(byte[][] splits) {
    byte[] points = Wire.points(splits);
    NativeLoader.load();
    return new Router(
        new NativeHandle(
            Native.createRouter(points),
            "router",
            Integer.MAX_VALUE,
            3L * points.length,
            Native::freeRouter));
  }

  /**
   * The region of a key.
   *
   * @param key the key
   * @return its number, from 0 to the number of split points
   */
  public int region(byte[] key) {
    int[] region = new int[1];
    regions(Keys.of(new byte[][] {key}), region);
    return region[0];
  }

  /**
   * The regions of keys.
   *
   * @param keys the keys
   * @return a number for each key, from 0 to the number of split points
   */
  public int[] regions(Keys keys) {
    int[] regions = new int[keys.rows()];
    regions(keys, regions);
    return regions;
  }

  /**
   * The regions of keys.
   *
   * @param keys the keys
   * @param regions receives a number for each key, from index 0 on
   * @throws IllegalArgumentException when it has fewer places than there are keys
   */
  public void regions(Keys keys, int[] regions) {
    Keys.View source = keys.source();
    if (regions.length < source.shape[0]) {
      throw new IllegalArgumentException(
          "room for " + regions.length + " regions (expected " + source.shape[0] + ")");
    }
    long address = handle.enter();
    try {
      Native.route(address, source.data, source.offsets, source.shape, regions);
    } finally {
      handle.leave();
    }
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
