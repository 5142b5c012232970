package io.rowkey;

import java.util.Objects;

/**
 * Keys of columns in memory that Arrow's C data interface describes. Programs use {@code
 * rowkey-arrow} instead, which has vectors in the place of addresses; this class is what it stands
 * on, for libraries that know Arrow's structs otherwise.
 *
 * <p>A {@code schema} is the address of a {@code struct ArrowSchema}, an {@code array}, or a
 * column, that of a {@code struct ArrowArray}. They belong to the caller. Those that come in are
 * read during the call, and stay as they are; the place of a result must be released or all 0,
 * holds the result afterwards, which the caller releases, and is as before after an exception.
 * Results hold no reference to what they were made from, and may be released when the encoder, the
 * layout and the class loader of this class are gone.
 *
 * <p>An address that is 0 or not aligned, and a struct that is released, are exceptions. No other
 * address can be checked: what is none of such a struct, or one that states wrong lengths, makes
 * these methods read and write any memory.
 */
public final class ArrowData {
  private ArrowData() {}

  private static long check(long address, String what) {
    if (address == 0 || address % 8 != 0) {
      throw new IllegalArgumentException(
          "the " + what + " is at address " + address + " (expected one of its struct)");
    }
    return address;
  }

  /**
   * Compiles a template, or a named layout, for records of a schema. The types of its columns are
   * those that the C header {@code rowkey/arrow.h} gives the fields.
   *
   * @param template the template, or the name with {@code @} before it
   * @param schema the schema of the records, a struct
   * @return the layout, whose columns are the fields that a layout can use
   * @throws RowKeyException of kind {@code TYPE} also for a template that names a field of a type
   *     that no layout can use; of kind {@code ARGUMENT} for a schema that is released or malformed
   */
  public static RowKeyLayout compile(String template, long schema) {
    Objects.requireNonNull(template, "template");
    return RowKeyLayout.compileArrow(template, check(schema, "schema"));
  }

  /** Makes keys. For one thread at a time, as {@link io.rowkey.Encoder} is. */
  public static final class Encoder implements AutoCloseable {
    /** About: what it grows to is not known. */
    private static final long BYTES = 200 << 10;

    private final NativeHandle handle;

    /**
     * An encoder for records of one schema. It lives on when the layout is closed.
     *
     * @param layout the layout
     * @param schema the schema of the records, a struct; fields that the layout does not use may be
     *     there
     * @param format one of {@code rowkey_arrow_format}: 0 fixed_size_binary for keys of one width,
     *     else large_binary; 1 fixed_size_binary; 2 binary; 3 large_binary; 4 binary_view
     * @param seed the seed of {@code random()}
     * @param name the name of the column of keys
     * @throws RowKeyException of kind {@code COLUMN} for a column that the schema lacks, {@code
     *     TYPE} for one of a type that does not serve, and for keys that the format cannot hold
     */
    public Encoder(RowKeyLayout layout, long schema, int format, long seed, String name) {
      byte[] bytes = Utf8.encode(name);
      check(schema, "schema");
      if (name.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("a NUL in the name of the keys (expected none)");
      }
      long address = layout.info.handle.enter();
      try {
        handle =
            new NativeHandle(
                Native.createArrowEncoder(address, schema, format, seed, bytes),
                "encoder",
                1,
                BYTES,
                Native::freeArrowEncoder);
      } finally {
        layout.info.handle.leave();
      }
    }

    /**
     * Tells the type of the keys.
     *
     * @param schema the place for it
     */
    public void keySchema(long schema) {
      check(schema, "place for the schema");
      long address = handle.enter();
      try {
        Native.arrowKeySchema(address, schema);
      } finally {
        handle.leave();
      }
    }

    /**
     * Encodes a batch.
     *
     * @param columns an array for each field of the schema, in its order
     * @param rows how many rows of them to encode
     * @param firstRow the number of the first row in its input, which {@code random()} counts
     * @param keys the place for the array of keys
     * @throws RowKeyException for a value that its field cannot hold: its {@link
     *     RowKeyException#row} is the first bad row of the batch; of kind {@code ARGUMENT} for
     *     columns that are released, have fewer rows, or are not as many as the schema has
     */
    public void encode(long[] columns, long rows, long firstRow, long keys) {
      long[] own = columns.clone();
      for (long column : own) {
        check(column, "column");
      }
      check(keys, "place for the keys");
      if (rows < 0 || firstRow < 0) {
        throw new IllegalArgumentException(
            rows + " rows from row " + firstRow + " on (expected 0 or more)");
      }
      long address = handle.enter();
      try {
        Native.encodeArrow(address, own, rows, firstRow, keys);
      } finally {
        handle.leave();
      }
    }

    /** Frees the memory in C, as {@link io.rowkey.Encoder#close} does. */
    @Override
    public void close() {
      handle.close();
    }
  }

  /** Gets columns back. For one thread at a time, as {@link io.rowkey.Decoder} is. */
  public static final class Decoder implements AutoCloseable {
    /** About: what it grows to is not known. */
    private static final long BYTES = 500 << 10;

    private final NativeHandle handle;

    /**
     * A decoder for keys of one schema. It lives on when the layout is closed.
     *
     * @param layout the layout
     * @param keys the schema of the keys: text or bytes, or a dictionary of them
     * @param records the schema that the columns are recovered in, a struct; 0: as the layout has
     *     them
     * @throws RowKeyException of kind {@code TYPE} also when no column can be recovered
     */
    public Decoder(RowKeyLayout layout, long keys, long records) {
      check(keys, "schema of keys");
      if (records != 0) {
        check(records, "schema of records");
      }
      long address = layout.info.handle.enter();
      try {
        handle =
            new NativeHandle(
                Native.createArrowDecoder(address, keys, records),
                "decoder",
                1,
                BYTES,
                Native::freeArrowDecoder);
      } finally {
        layout.info.handle.leave();
      }
    }

    /**
     * Tells the type of the records, a struct.
     *
     * @param schema the place for it
     */
    public void recordSchema(long schema) {
      check(schema, "place for the schema");
      long address = handle.enter();
      try {
        Native.arrowRecordSchema(address, schema);
      } finally {
        handle.leave();
      }
    }

    /**
     * Decodes keys, and checks every byte of them.
     *
     * @param keys the array of keys
     * @param records the place for the array of the records, a struct
     * @throws RowKeyException of kind {@code RANGE} for a key that the layout does not make, a null
     *     one among them, and for a value that the type of the records cannot hold
     */
    public void decode(long keys, long records) {
      check(keys, "array of keys");
      check(records, "place for the records");
      long address = handle.enter();
      try {
        Native.decodeArrow(address, keys, records);
      } finally {
        handle.leave();
      }
    }

    /** Frees the memory in C, as {@link io.rowkey.Decoder#close} does. */
    @Override
    public void close() {
      handle.close();
    }
  }

  /**
   * Tells the region of each key. Thread-safe.
   *
   * @param router the router
   * @param schema the schema of the keys: text or bytes, or a dictionary of them
   * @param keys the array of keys
   * @param regions the place for the array of uint32; the region of a null is null
   */
  public static void route(Router router, long schema, long keys, long regions) {
    check(schema, "schema of keys");
    check(keys, "array of keys");
    check(regions, "place for the regions");
    long address = router.handle.enter();
    try {
      Native.routeArrow(address, schema, keys, regions);
    } finally {
      router.handle.leave();
    }
  }
}
