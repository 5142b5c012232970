package io.rowkey;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Made rows: records of built-in kinds, for designing a table whose data is not there yet. Row i is
 * the same however the rows are asked for.
 *
 * <pre>{@code
 * try (MadeRows made = MadeRows.create("zipf(users=1000)", 4_000_000, 0)) {
 *   RowKeyLayout layout = RowKeyLayout.compile(template, made.schema());
 *   Batch batch;
 *   for (long row = 0; (batch = made.batch(layout, row, 10_000)) != null; row += batch.rows()) {
 *     encoder.encode(batch, keys);
 *   }
 * }
 * }</pre>
 *
 * <p>For one thread at a time: a call that finds another one under way throws {@link
 * IllegalStateException}. It holds up to 3 MB of memory of C: close it, or leave that to the
 * garbage collector.
 */
public final class MadeRows implements AutoCloseable {
  private static final long BYTES = 1 << 20;

  private final NativeHandle handle;
  private final String name;
  private final Schema schema;

  private MadeRows(NativeHandle handle, byte[] name, byte[] schema) {
    this.handle = handle;
    this.name = new String(name, StandardCharsets.UTF_8);
    this.schema = Schema.read(schema);
  }

  /**
   * Rows of a kind.
   *
   * @param kind its name, perhaps with values for its parameters: {@code sequential}, {@code
   *     zipf(users=1000)}; {@code rowkey simulate --help} lists the kinds
   * @param rows how many rows there are, at least 0
   * @param seed of their random numbers
   * @return the rows
   * @throws RowKeyException of kind {@code TYPE} or {@code SYNTAX} for a kind or parameter that
   *     does not exist or has a wrong value, {@code RANGE} for more rows than numbers of a column
   *     allow
   */
  public static MadeRows create(String kind, long rows, long seed) {
    byte[] text = Utf8.encode(kind);
    if (rows < 0) {
      throw new IllegalArgumentException(rows + " rows (expected 0 or more)");
    }
    NativeLoader.load();
    NativeHandle handle =
        new NativeHandle(
            Native.createMade(text, rows, seed), "source of made rows", 1, BYTES, Native::freeMade);
    long made = handle.enter();
    try {
      return new MadeRows(handle, Native.madeName(made), Native.madeSchema(made));
    } finally {
      handle.leave();
    }
  }

  /**
   * The kind with all its parameters.
   *
   * @return for people, such as {@code sequential(start=0,step=1)}
   */
  public String name() {
    return name;
  }

  /**
   * The columns of the rows.
   *
   * @return the schema that layouts are compiled for
   */
  public Schema schema() {
    return schema;
  }

  /**
   * Some of the rows, with all their columns. The batch has the number of its first row.
   *
   * @param layout a layout of {@link #schema}, whose encoders take the batch
   * @param first the number of the first row, at least 0
   * @param most how many rows at most, at least 1; there are fewer where texts are long
   * @return the rows, or null where there are none from {@code first} on
   * @throws IllegalArgumentException for a layout of other columns, and other numbers
   */
  public @Nullable Batch batch(RowKeyLayout layout, long first, int most) {
    layout.info.checkSchema(schema);
    if (first < 0 || most < 1) {
      throw new IllegalArgumentException(
          "at most " + most + " rows from row " + first + " on (expected 1 or more, from 0 on)");
    }
    long address = handle.enter();
    try {
      Batch batch =
          Batch.of(
              layout.info,
              (memory, shapes) -> Native.madeRows(address, first, most, memory, shapes));
      return batch == null ? null : batch.firstRow(first);
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
