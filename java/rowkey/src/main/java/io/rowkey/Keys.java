package io.rowkey;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keys in memory: what an {@link Encoder} makes, and what a {@link Decoder} and a {@link Router}
 * read. The memory is that of arrays or of direct buffers, which the caller keeps and nothing
 * copies. Key number i is the bytes from offset i up to offset i + 1, or, where all keys have one
 * width, the bytes from i widths on.
 *
 * <p>For one thread at a time. During a call no other thread may change the memory: what the call
 * reads or writes is unspecified then.
 */
public final class Keys {
  private static final byte[] NO_BYTES = {};

  /** What an array can hold on every JVM. */
  private static final int LARGEST = Integer.MAX_VALUE - 64;

  /** A byte[] or a direct ByteBuffer, from its index 0 on. */
  private Object data;

  /** An int[], a direct IntBuffer or null. */
  private Object offsets;

  private final boolean grows;
  private int position;
  private int capacity;
  private int offsetsPosition;
  private int offsetsCapacity;
  private int rows;
  private int width;

  private Keys(Object data, Object offsets, boolean grows) {
    this.data = data;
    this.offsets = offsets;
    this.grows = grows;
    if (data instanceof byte[]) {
      capacity = ((byte[]) data).length;
    } else {
      ByteBuffer buffer = (ByteBuffer) data;
      checkDirect(buffer, "data");
      position = buffer.position();
      capacity = buffer.remaining();
    }
    if (offsets instanceof int[]) {
      offsetsCapacity = ((int[]) offsets).length;
    } else if (offsets != null) {
      IntBuffer buffer = (IntBuffer) offsets;
      checkDirect(buffer, "offsets");
      checkOrder(buffer.order());
      offsetsPosition = buffer.position();
      offsetsCapacity = buffer.remaining();
    }
  }

  static void checkDirect(Buffer buffer, String name) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException(
          "the buffer of " + name + " is not direct (expected a direct buffer, or an array)");
    }
  }

  static void checkOrder(ByteOrder order) {
    if (order != ByteOrder.nativeOrder()) {
      throw new IllegalArgumentException(
          "a buffer in the order "
              + order
              + " (expected one of "
              + ByteOrder.nativeOrder()
              + ", the order of this machine)");
    }
  }

  // ---- Room for an encoder

  /**
   * Room in arrays that grow as encoders need it.
   *
   * @return keys without a row
   */
  public static Keys growing() {
    return new Keys(NO_BYTES, new int[1], true);
  }

  /**
   * Room for keys of one width.
   *
   * @param data where keys go, from index 0 on
   * @return keys without a row
   */
  public static Keys into(byte[] data) {
    return new Keys(Objects.requireNonNull(data, "data"), null, false);
  }

  /**
   * Room for keys.
   *
   * @param data where keys go, from index 0 on
   * @param offsets receives one number more than there are keys
   * @return keys without a row
   */
  public static Keys into(byte[] data, int[] offsets) {
    return new Keys(
        Objects.requireNonNull(data, "data"), Objects.requireNonNull(offsets, "offsets"), false);
  }

  /**
   * Room for keys of one width in direct memory.
   *
   * @param data where keys go, from its position up to its limit; neither is changed
   * @return keys without a row
   */
  public static Keys into(ByteBuffer data) {
    checkWritable(data);
    return new Keys(data.duplicate(), null, false);
  }

  /**
   * Room for keys in direct memory.
   *
   * @param data where keys go, from its position up to its limit; neither is changed
   * @param offsets receives one number more than there are keys, from its position on; direct, in
   *     native order
   * @return keys without a row
   */
  public static Keys into(ByteBuffer data, IntBuffer offsets) {
    checkWritable(data);
    checkWritable(Objects.requireNonNull(offsets, "offsets"));
    return new Keys(data.duplicate(), offsets.duplicate(), false);
  }

  private static void checkWritable(Buffer buffer) {
    if (buffer.isReadOnly()) {
      throw new IllegalArgumentException("a read-only buffer (expected one that keys can go to)");
    }
  }

  // ---- Keys to read

  /**
   * Keys that lie in arrays of their own, which are copied side by side.
   *
   * @param keys the keys
   * @return the keys
   */
  public static Keys of(byte[]... keys) {
    int[] offsets = new int[keys.length + 1];
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] == null) {
        throw new NullPointerException("key " + i + " is null (expected bytes)");
      }
      offsets[i + 1] = addSizes(offsets[i], keys[i].length);
    }
    byte[] data = new byte[offsets[keys.length]];
    for (int i = 0; i < keys.length; i++) {
      System.arraycopy(keys[i], 0, data, offsets[i], keys[i].length);
    }
    return of(data, offsets);
  }

  static int addSizes(int size, int more) {
    if (size > LARGEST - more) {
      throw new IllegalArgumentException(
          "the bytes are more than one array holds (expected fewer rows a call)");
    }
    return size + more;
  }

  /**
   * Keys of one width, side by side.
   *
   * @param data the bytes, a whole number of widths
   * @param width the bytes of a key, at least 1
   * @return the keys
   */
  public static Keys of(byte[] data, int width) {
    return new Keys(Objects.requireNonNull(data, "data"), null, false).ofWidth(width);
  }

  /**
   * Keys between offsets.
   *
   * @param data the bytes
   * @param offsets one number more than there are keys, from 0 to the length of the data; they do
   *     not decrease
   * @return the keys
   */
  public static Keys of(byte[] data, int[] offsets) {
    return into(data, offsets).ofOffsets();
  }

  /**
   * Keys of one width, side by side in direct memory.
   *
   * @param data the bytes, from its position up to its limit, a whole number of widths
   * @param width the bytes of a key, at least 1
   * @return the keys
   */
  public static Keys of(ByteBuffer data, int width) {
    return new Keys(data.duplicate(), null, false).ofWidth(width);
  }

  /**
   * Keys between offsets in direct memory.
   *
   * @param data the bytes, from its position up to its limit
   * @param offsets one number more than there are keys, counted from the position of the data;
   *     direct, in native order
   * @return the keys
   */
  public static Keys of(ByteBuffer data, IntBuffer offsets) {
    return new Keys(data.duplicate(), offsets.duplicate(), false).ofOffsets();
  }

  private Keys ofWidth(int keyWidth) {
    if (keyWidth < 1 || capacity % keyWidth != 0) {
      throw new IllegalArgumentException(
          capacity + " bytes of keys of " + keyWidth + " bytes (expected a whole number of keys)");
    }
    width = keyWidth;
    rows = capacity / keyWidth;
    return this;
  }

  private Keys ofOffsets() {
    if (offsetsCapacity == 0) {
      throw new IllegalArgumentException("no offsets (expected one more than there are keys)");
    }
    rows = offsetsCapacity - 1;
    return this;
  }

  // ---- What they hold

  /**
   * How many keys there are.
   *
   * @return the number
   */
  public int rows() {
    return rows;
  }

  /**
   * Where a key begins.
   *
   * @param row its number, from 0 to {@link #rows}, which is where the last one ends
   * @return the place in the data, counted from its first byte of keys
   */
  public int offset(int row) {
    if (row < 0 || row > rows) {
      throw new IndexOutOfBoundsException(
          "row " + row + " of " + rows + " keys (expected one from 0 on)");
    }
    if (width > 0 || offsets == null) {
      return row * width;
    }
    return offsets instanceof int[]
        ? ((int[]) offsets)[row]
        : ((IntBuffer) offsets).get(offsetsPosition + row);
  }

  /**
   * A key.
   *
   * @param row its number, from 0 on
   * @return a copy of its bytes
   */
  public byte[] get(int row) {
    int begin = offset(row);
    int end = offset(row + 1);
    if (begin < 0 || end < begin || end > capacity) {
      throw new IllegalArgumentException(
          "offsets "
              + begin
              + " and "
              + end
              + " of key "
              + row
              + " (expected two within the data)");
    }
    if (data instanceof byte[]) {
      return Arrays.copyOfRange((byte[]) data, begin, end);
    }
    byte[] key = new byte[end - begin];
    ByteBuffer buffer = ((ByteBuffer) data).duplicate();
    buffer.position(position + begin);
    buffer.get(key);
    return key;
  }

  /**
   * All keys, each in an array of its own.
   *
   * @return copies of the keys
   */
  public byte[][] toArrays() {
    byte[][] keys = new byte[rows][];
    copyTo(keys);
    return keys;
  }

  void copyTo(byte[][] keys) {
    if (width > 0 && data instanceof byte[]) {
      byte[] bytes = (byte[]) data;
      for (int i = 0, at = 0; i < rows; i++, at += width) {
        keys[i] = Arrays.copyOfRange(bytes, at, at + width);
      }
      return;
    }
    if (data instanceof byte[] && offsets instanceof int[]) {
      byte[] bytes = (byte[]) data;
      int[] ends = (int[]) offsets;
      for (int i = 0; i < rows; i++) {
        int begin = ends[i];
        int end = ends[i + 1];
        boolean lies = begin >= 0 && begin <= end && end <= capacity;
        keys[i] = lies ? Arrays.copyOfRange(bytes, begin, end) : get(i);
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      keys[i] = get(i);
    }
  }

  /**
   * The order in which the keys stand in a table. While it is found it takes 40 bytes of native
   * memory for each key, 4 more where they have offsets, and the bytes of keys that lie in an
   * array, which are copied: the garbage collector does not wait for the sort.
   *
   * @return the rows in the order of their keys; those of equal keys in the order they have
   * @throws IllegalArgumentException for offsets that decrease or leave the data
   */
  public KeyOrder order() {
    return KeyOrder.of(this);
  }

  /**
   * The array that the keys lie in, from index 0 on.
   *
   * @return the array itself, or null where they lie in direct memory
   */
  public byte @Nullable [] array() {
    return data instanceof byte[] ? (byte[]) data : null;
  }

  // ---- For encoders, decoders and routers

  boolean grows() {
    return grows;
  }

  /** The memory at a moment, so that no other thread can change what has been checked. */
  static final class View {
    final Object data;
    final Object offsets;
    final long[] shape;

    private View(Object data, Object offsets, long... shape) {
      this.data = data;
      this.offsets = offsets;
      this.shape = shape;
    }
  }

  private static int isArray(Object memory) {
    return memory instanceof byte[] || memory instanceof int[] ? 1 : 0;
  }

  /** Keys to read: rows, width, position and size, place of the offsets, and what are arrays. */
  synchronized View source() {
    Object between = width > 0 || rows == 0 ? null : offsets;
    if (between == null && (long) rows * width > capacity) {
      throw new IllegalStateException(
          "keys that several threads have written (expected one at a time)");
    }
    return new View(
        data,
        between,
        rows,
        width,
        position,
        capacity,
        offsetsPosition,
        isArray(data),
        isArray(between));
  }

  /**
   * Room for rows of one width, or of any where it is -1, and for so many bytes where it can grow:
   * position and size, place of the offsets, and what are arrays. There are no rows until {@link
   * #filled} tells.
   */
  synchronized View target(int newRows, int keyWidth, long bytes) {
    if (keyWidth < 0 && offsets == null) {
      throw new IllegalArgumentException(
          "no offsets for keys that differ in length (expected room for " + (newRows + 1L) + ")");
    }
    if (grows) {
      grow(newRows, bytes);
    }
    if (offsets != null && offsetsCapacity < newRows + 1L) {
      throw new IllegalArgumentException(
          "room for " + offsetsCapacity + " offsets (expected " + (newRows + 1L) + ")");
    }
    rows = 0;
    width = Math.max(keyWidth, 0);
    Object between = width > 0 && grows ? null : offsets;
    return new View(
        data, between, position, capacity, offsetsPosition, isArray(data), isArray(between));
  }

  private void grow(int newRows, long bytes) {
    if (bytes > LARGEST) {
      throw new IllegalArgumentException(
          newRows + " keys need up to " + bytes + " bytes (expected less than 2 GiB: fewer rows)");
    }
    // An array that there is no memory for leaves both as they are.
    if (capacity < bytes) {
      byte[] more = new byte[(int) Math.min(LARGEST, bytes + bytes / 8)];
      data = more;
      capacity = more.length;
    }
    if (offsetsCapacity < newRows + 1L) {
      int[] more = new int[(int) Math.min(LARGEST, newRows + 1L + newRows / 8)];
      offsets = more;
      offsetsCapacity = more.length;
    }
  }

  synchronized void filled(int newRows) {
    rows = newRows;
  }
}
