package io.rowkey;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What many keys are like, in bounded memory: split points that share them evenly, and the share of
 * each region of a table. It is exact as long as all keys fit into its memory. Sketches of parts of
 * the keys are merged, also across machines: {@link #toBytes} and {@link #fromBytes}.
 *
 * <pre>{@code
 * try (Sketch sketch = Sketch.create()) {
 *   sketch.add(keys);                       // as often as there are batches
 *   admin.createTable(descriptor, sketch.splits(40));
 * }
 * }</pre>
 *
 * <p>Serialized as {@link #toBytes}. Two sketches are equal that have the same bytes; one that is
 * closed equals itself alone.
 *
 * <p>Of keys longer than 1,024 bytes the first 1,024 count. For one thread at a time: a call that
 * finds another one under way throws {@link IllegalStateException}. Close it, or leave that to the
 * garbage collector.
 */
public final class Sketch implements AutoCloseable, Serializable {
  private static final long serialVersionUID = 1L;

  private static final long LEAST_MEMORY = 64 << 10;
  private static final long USUAL_MEMORY = 64 << 20;
  private static final long MOST_MEMORY = 1L << 30;

  private final transient NativeHandle handle;

  /** The most that it takes. */
  private final transient long memory;

  /** What it takes by now, about: its memory is the system's until keys fill it. */
  private transient long filled;

  private Sketch(long address, long memory, long filled) {
    handle = new NativeHandle(address, "sketch", 1, filled, Native::freeSketch);
    this.memory = memory;
    this.filled = filled;
  }

  /** During a call. */
  private void fill(long bytes) {
    if (filled < memory) {
      filled = Math.min(memory, filled + bytes);
      handle.weigh(filled);
    }
  }

  /**
   * A sketch of no keys, in 64 MiB of native memory.
   *
   * @return the sketch
   */
  public static Sketch create() {
    NativeLoader.load();
    return new Sketch(Native.createSketch(0), USUAL_MEMORY, 0);
  }

  /**
   * A sketch of no keys.
   *
   * @param memory the bytes of native memory that it takes, 64 KiB to 1 GiB. Of 10 million keys of
   *     17 bytes, points are wrong by 3 % of the rows at most with 64 KiB, by 0.1 % with 1 MiB
   * @return the sketch
   * @throws IllegalArgumentException for another number
   */
  public static Sketch create(long memory) {
    if (memory < LEAST_MEMORY || memory > MOST_MEMORY) {
      throw new IllegalArgumentException(
          memory + " bytes of memory (expected " + LEAST_MEMORY + " to " + MOST_MEMORY + ")");
    }
    NativeLoader.load();
    return new Sketch(Native.createSketch(memory), memory, 0);
  }

  /**
   * A sketch that goes on as the one that was written.
   *
   * @param bytes what {@link #toBytes} gave, on any machine
   * @return the sketch
   * @throws RowKeyException of kind {@code ARGUMENT} for other bytes
   */
  public static Sketch fromBytes(byte[] bytes) {
    Objects.requireNonNull(bytes, "bytes");
    NativeLoader.load();
    return new Sketch(Native.readSketch(bytes), MOST_MEMORY, bytes.length);
  }

  /**
   * Adds keys.
   *
   * @param keys the keys, in any order
   * @throws IllegalArgumentException for offsets that decrease or leave the data
   * @throws RowKeyException of kind {@code RANGE} for more than 2^48 keys in all
   */
  public void add(Keys keys) {
    Keys.View source = keys.source();
    long address = handle.enter();
    try {
      fill(source.shape[3]);
      Native.addToSketch(address, source.data, source.offsets, source.shape);
    } finally {
      handle.leave();
    }
  }

  /**
   * Adds all keys that another sketch has seen.
   *
   * @param other the other one, which is not changed
   * @throws IllegalArgumentException for this sketch itself
   * @throws RowKeyException of kind {@code RANGE} for more than 2^48 keys in all
   */
  public void merge(Sketch other) {
    if (other == this) {
      throw new IllegalArgumentException("a sketch and itself (expected another one)");
    }
    long from = other.handle.enter();
    try {
      long address = handle.enter();
      try {
        fill(other.filled);
        Native.mergeSketch(address, from);
      } finally {
        handle.leave();
      }
    } finally {
      other.handle.leave();
    }
  }

  /**
   * How many keys it has seen.
   *
   * @return the number, of those that were merged as well
   */
  public long rows() {
    return handle.call(Native::sketchRows);
  }

  /**
   * How exact it is.
   *
   * @return the most by which the rank of a point can be wrong, as a part of all rows; 0 while all
   *     keys fit
   */
  public double error() {
    return handle.call(Native::sketchError);
  }

  /**
   * Split points that part the keys evenly: of n keys in order, from 0, key i * n / regions.
   *
   * @param regions how many regions, at least 1
   * @return one point less, rising, each the beginning of a key
   * @throws RowKeyException of kind {@code RANGE} when the keys do not give so many different
   *     points; the message says how many regions they allow
   */
  public byte[][] splits(int regions) {
    Splits.checkCount(regions, "regions");
    return Splits.points(handle.call(address -> Native.sketchSplits(address, regions)));
  }

  /**
   * Split points with more between them, each in the region that then has the most keys in a piece.
   *
   * @param splits the split points of a table, rising
   * @param more how many are added
   * @return all of them, rising
   * @throws RowKeyException of kind {@code RANGE} for points that do not rise, and when no region
   *     has different keys left to part
   */
  public byte[][] addSplits(byte[][] splits, int more) {
    Splits.checkCount(more, "points");
    byte[] points = Wire.points(splits);
    return Splits.points(handle.call(address -> Native.addSketchSplits(address, points, more)));
  }

  /**
   * What part of the keys each region has.
   *
   * @param splits the split points of a table, rising
   * @return a share for each region, from 0 to 1, in their order
   * @throws RowKeyException of kind {@code RANGE} for points that do not rise, and without a key
   */
  public double[] shares(byte[][] splits) {
    byte[] points = Wire.points(splits);
    return handle.call(address -> Native.sketchShares(address, points));
  }

  /**
   * The sketch as bytes, for a file or another process: up to its memory, as much as it holds.
   *
   * @return what {@link #fromBytes} takes
   */
  public byte[] toBytes() {
    return handle.call(Native::writeSketch);
  }

  /**
   * What stands for it in a stream.
   *
   * @return its bytes
   */
  private Object writeReplace() {
    return Serial.of(this);
  }

  /**
   * Refuses a stream that has fields of this class.
   *
   * @param in the stream
   * @throws InvalidObjectException always
   */
  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw Serial.foreign(Sketch.class);
  }

  /**
   * Compares with another sketch.
   *
   * @param other any object
   * @return whether it is a sketch that goes on in the same way, as after the same keys in the same
   *     calls
   */
  @Override
  public boolean equals(@Nullable Object other) {
    if (other == this || !(other instanceof Sketch)) {
      return other == this;
    }
    Sketch sketch = (Sketch) other;
    return !handle.isClosed()
        && !sketch.handle.isClosed()
        && Arrays.equals(toBytes(), sketch.toBytes());
  }

  /**
   * A number that equal sketches share. It changes when keys are added.
   *
   * @return the number
   */
  @Override
  public int hashCode() {
    return handle.isClosed() ? 0 : Long.hashCode(rows());
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
