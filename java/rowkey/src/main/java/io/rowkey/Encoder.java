package io.rowkey;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the keys of whole batches, and of rows with numbers. For one thread at a time: a call that
 * finds another one under way throws {@link IllegalStateException}. A program that only makes
 * single keys needs none: see {@link RowKeyLayout#key(Object...)}.
 *
 * <p>It lives on when its layout is closed. It holds memory of C, some 20 KB, which grow to some
 * 200 KB with batches of 1000 rows and more: close it. What is not closed is freed once it is
 * collected.
 */
public final class Encoder implements AutoCloseable {
  private static final long[] NO_TARGET = new long[5];

  /** An encoder of C that has made nothing, and what a row of a block adds, up to 1000 of them. */
  private static final long BYTES = 10 << 10;

  private static final long BYTES_OF_ROW = 200;
  private static final int MOST_ROWS = 1000;

  private final LayoutInfo info;
  private final NativeHandle handle;
  private final RowSession session;
  private final Keys scratch = Keys.growing();

  /** Of the largest batch so far. */
  private int mostRows;

  Encoder(LayoutInfo info, long seed) {
    this.info = info;
    RowSession rows = new RowSession(info, seed);
    long layout = info.handle.enter();
    try {
      handle =
          new NativeHandle(
              Native.createEncoder(layout, seed),
              "encoder",
              1,
              BYTES,
              address -> {
                Native.freeEncoder(address);
                rows.close();
              });
    } finally {
      info.handle.leave();
    }
    session = rows;
  }

  /**
   * Encodes the records of a batch, one key after the other.
   *
   * @param batch the records, of the layout of this encoder
   * @param keys where the keys go; their {@link Keys#rows} is then that of the batch
   * @return the bytes of all keys
   * @throws RowKeyException for a value that its field cannot hold: its {@link RowKeyException#row}
   *     is the first bad row, and the keys of all rows before it are in place; of kind {@code
   *     SPACE} when keys do not fit
   * @throws IllegalArgumentException when columns are missing or differ in their rows, and when
   *     there is no room for offsets
   */
  public long encode(Batch batch, Keys keys) {
    return encode(check(batch), keys, null);
  }

  /**
   * Encodes the records of a batch as {@link #encode(Batch, Keys)} does, and leaves out the keys of
   * bad rows, those with a null that the template does not replace or with a value that its column
   * or field refuses, in place of an error. A key that is left out has no bytes or, where all keys
   * have one width, so many bytes 0x00.
   *
   * @param batch the records, of the layout of this encoder
   * @param keys where the keys go; their {@link Keys#rows} is then that of the batch
   * @param validity receives a bit for each row, the lowest one of a byte first, as in Arrow: 0
   *     where the row has no key
   * @return the bytes of all keys
   * @throws RowKeyException of kind {@code SPACE} when keys do not fit
   * @throws IllegalArgumentException when columns are missing or differ in their rows, and when
   *     there is no room for offsets or for the bits
   */
  public long encode(Batch batch, Keys keys, byte[] validity) {
    Batch.View view = check(batch);
    long bits = validity.length * 8L;
    if (bits < view.rows) {
      throw new IllegalArgumentException(
          "room for " + bits + " bits (expected " + view.rows + ", one for each row)");
    }
    return encode(view, keys, validity);
  }

  /**
   * Encodes the records of a batch of another layout, which has the same columns. They are from row
   * {@code firstRow} on unless the batch says it.
   */
  void encodeOther(Batch batch, Keys keys, long firstRow) {
    encode(batch.view(info, firstRow), keys, null);
  }

  private long encode(Batch.View batch, Keys keys, byte @Nullable [] validity) {
    Objects.requireNonNull(keys, "keys");
    long address = handle.enter();
    try {
      return encode(address, batch, keys, validity);
    } finally {
      handle.leave();
    }
  }

  private long encode(long address, Batch.View batch, Keys keys, byte @Nullable [] validity) {
    if (mostRows < Math.min(batch.rows, MOST_ROWS)) {
      mostRows = Math.min(batch.rows, MOST_ROWS);
      handle.weigh(BYTES + BYTES_OF_ROW * mostRows);
    }
    int width = info.keyWidth;
    long bound = 0;
    if (keys.grows()) {
      bound = width >= 0 ? (long) width * batch.rows : bound(address, batch);
    }
    Keys.View target = keys.target(batch.rows, width, bound);
    try {
      long bytes = call(address, batch, target.data, target.offsets, target.shape, validity);
      keys.filled(batch.rows);
      return bytes;
    } catch (RowKeyException e) {
      keys.filled((int) Math.max(0, e.row()));
      throw e;
    }
  }

  private static long bound(long address, Batch.View batch) {
    return call(address, batch, null, null, NO_TARGET, null);
  }

  private static long call(
      long address, Batch.View batch, Object data, Object offsets, long[] target, byte[] validity) {
    return Native.encode(
        address,
        batch.rows,
        batch.firstRow,
        batch.memory,
        batch.shapes,
        data,
        offsets,
        target,
        validity);
  }

  /**
   * Encodes the records of a batch into an array for each key.
   *
   * @param batch the records, of the layout of this encoder
   * @return a key for each row
   * @throws RowKeyException for a value that its field cannot hold
   */
  public byte[][] encode(Batch batch) {
    Batch.View view = check(batch);
    byte[][] keys = new byte[view.rows][];
    encode(view, keys);
    return keys;
  }

  /**
   * Encodes the records of a batch into an array for each key.
   *
   * @param batch the records, of the layout of this encoder
   * @param keys receives a new array for each row, from index 0 on
   * @throws RowKeyException for a value that its field cannot hold; no key is given then
   * @throws IllegalArgumentException when there are more rows than places
   */
  public void encode(Batch batch, byte[][] keys) {
    Batch.View view = check(batch);
    if (keys.length < view.rows) {
      throw new IllegalArgumentException(
          "room for " + keys.length + " keys (expected " + view.rows + ", one for each row)");
    }
    encode(view, keys);
  }

  private void encode(Batch.View batch, byte[][] keys) {
    long address = handle.enter();
    try {
      encode(address, batch, scratch, null);
      scratch.copyTo(keys);
    } finally {
      handle.leave();
    }
  }

  /**
   * How many bytes the keys of a batch need at most.
   *
   * @param batch the records, of the layout of this encoder
   * @return the bytes that {@link Keys} must have room for
   */
  public long bound(Batch batch) {
    Batch.View view = check(batch);
    long address = handle.enter();
    try {
      return bound(address, view);
    } finally {
      handle.leave();
    }
  }

  private Batch.View check(Batch batch) {
    if (batch.info() != info) {
      throw new IllegalArgumentException(
          "a batch of another layout (expected one that the encoder's layout made)");
    }
    return batch.view();
  }

  /**
   * The key of one record at a place in its input, which {@code random()} counts.
   *
   * @param row the number of the record, at least 0
   * @param values a value for each column, as {@link RowKeyLayout#key(Object...)} takes them
   * @return the key
   * @throws RowKeyException for a value that its field cannot hold
   */
  public byte[] keyOfRow(long row, @Nullable Object... values) {
    if (row < 0) {
      throw new IllegalArgumentException("row " + row + " (expected 0 or more)");
    }
    handle.enter();
    try {
      session.putValues(values);
      return session.encode(row);
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
