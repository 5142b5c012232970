package io.rowkey;

import java.math.BigDecimal;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Records, a column at a time, for {@link Encoder#encode(Batch, Keys)}. Every column that the
 * layout uses is set, all with the same number of rows. Arrays and direct buffers are kept, not
 * copied, and read when the batch is encoded; {@code byte[][]} and {@code String[]} are copied side
 * by side, once.
 *
 * <p>A column that is set again replaces the one before, so that a batch serves many calls. For one
 * thread at a time; during a call no other thread may change the memory.
 *
 * <p>Values are converted to the types of their columns when the batch is encoded, by what they
 * are: the name of the method says it. Those of {@code longs} are integers, 12 is 12.00 in a column
 * of {@code decimal(2)}; {@code texts} and {@code fixed} are the bytes of a value, {@code strings}
 * what people write. A column that takes no such values is a {@link RowKeyException} of kind {@code
 * TYPE} then.
 *
 * <p>Methods throw {@link IllegalArgumentException} for a name that the schema lacks, and for
 * memory that is too small.
 */
public final class Batch {
  static final int SHAPE = 9;

  private static final int NUMBERS = 1;
  private static final int TEXTS = 2;
  private static final int TEXTS_OF_WIDTH = 3;

  private final LayoutInfo info;
  private final Object[] memory;
  private final long[] shapes;
  private final int[] rows;

  /** What byte[][] and String[] were copied into. */
  private final byte[][] copies;

  private final int[][] copiedOffsets;
  private long firstRow = -1; // not given

  /** How many rows there are where no column is set, as no layout uses one. */
  private int rowsWithoutColumns;

  Batch(LayoutInfo info) {
    this.info = info;
    int count = info.schema.size();
    memory = new Object[3 * count];
    shapes = new long[SHAPE * count];
    rows = new int[count];
    copies = new byte[count][];
    copiedOffsets = new int[count][];
    Arrays.fill(rows, -1);
  }

  /** Puts rows into the memory and shapes of a batch, and returns how many there are. */
  interface Source {
    int fill(Object[] memory, long[] shapes);
  }

  /** Rows of all columns that the source sets; null where there are none. */
  static @Nullable Batch of(LayoutInfo info, Source source) {
    Batch batch = new Batch(info);
    int count = Math.max(0, source.fill(batch.memory, batch.shapes));
    batch.rowsWithoutColumns = count;
    for (int i = 0; i < batch.rows.length; i++) {
      batch.rows[i] = batch.shapes[SHAPE * i] == 0 ? -1 : count;
    }
    return count > 0 ? batch : null;
  }

  // ---- Numbers

  /**
   * Integers.
   *
   * @param column the name of a column that takes integers
   * @param values one for each row; of {@code u64} their 64 bits
   * @return this
   */
  public synchronized Batch longs(String column, long... values) {
    return longs(column, values, 0, values.length);
  }

  /**
   * Integers in a part of an array.
   *
   * @param column the name of a column that takes integers
   * @param values where they are
   * @param from the index of the first one
   * @param count how many rows there are
   * @return this
   */
  public synchronized Batch longs(String column, long[] values, int from, int count) {
    int place = info.schema.indexOf(column);
    return numbers(place, tagOfLong(place), values, values.length, from, count, Long.BYTES);
  }

  /**
   * Integers in direct memory.
   *
   * @param column the name of a column that takes integers
   * @param values one for each row, from its position up to its limit; direct, in native order
   * @return this
   */
  public synchronized Batch longs(String column, LongBuffer values) {
    Keys.checkOrder(values.order());
    int place = info.schema.indexOf(column);
    return direct(place, tagOfLong(place), values, Long.BYTES);
  }

  /**
   * Floating-point numbers.
   *
   * @param column the name of a column that takes floats
   * @param values one for each row
   * @return this
   */
  public synchronized Batch doubles(String column, double... values) {
    int place = info.schema.indexOf(column);
    return numbers(place, Tag.FLOAT64, values, values.length, 0, values.length, Double.BYTES);
  }

  /**
   * Floating-point numbers in direct memory.
   *
   * @param column the name of a column that takes floats
   * @param values one for each row, from its position up to its limit; direct, in native order
   * @return this
   */
  public synchronized Batch doubles(String column, DoubleBuffer values) {
    Keys.checkOrder(values.order());
    return direct(info.schema.indexOf(column), Tag.FLOAT64, values, Double.BYTES);
  }

  /**
   * Floating-point numbers of 32 bits.
   *
   * @param column the name of a column that takes floats
   * @param values one for each row
   * @return this
   */
  public synchronized Batch floats(String column, float... values) {
    int place = info.schema.indexOf(column);
    return numbers(place, Tag.FLOAT32, values, values.length, 0, values.length, Float.BYTES);
  }

  /**
   * Floating-point numbers of 32 bits in direct memory.
   *
   * @param column the name of a column that takes floats
   * @param values one for each row, from its position up to its limit; direct, in native order
   * @return this
   */
  public synchronized Batch floats(String column, FloatBuffer values) {
    Keys.checkOrder(values.order());
    return direct(info.schema.indexOf(column), Tag.FLOAT32, values, Float.BYTES);
  }

  /**
   * Instants.
   *
   * @param column the name of a column of times
   * @param counts one for each row: how many of the unit have passed since 1970-01-01T00:00:00Z
   * @param unit seconds, milliseconds, microseconds or nanoseconds
   * @return this
   */
  public synchronized Batch instants(String column, long[] counts, TimeUnit unit) {
    int tag = Tag.instant(ColumnType.unit(unit));
    int place = info.schema.indexOf(column);
    return numbers(place, tag, counts, counts.length, 0, counts.length, Long.BYTES);
  }

  /**
   * Decimals.
   *
   * @param column the name of a column of {@code decimal(N)}, {@code u64} or {@code i64}
   * @param unscaled one for each row: 1250 is 12.50 with a scale of 2
   * @param scale how many digits stand after the point, -76 to 76
   * @return this
   */
  public synchronized Batch decimals(String column, long[] unscaled, int scale) {
    if (Math.abs((long) scale) > Tag.MOST_SCALE) {
      throw new IllegalArgumentException("a scale of " + scale + " (expected -76 to 76)");
    }
    int place = info.schema.indexOf(column);
    return numbers(
        place,
        Tag.decimal(scale, false),
        unscaled,
        unscaled.length,
        0,
        unscaled.length,
        Long.BYTES);
  }

  /**
   * Decimals of any scales.
   *
   * @param column the name of a column of {@code decimal(N)}, {@code u64} or {@code i64}
   * @param values one for each row, which are copied; null is a null
   * @return this
   * @throws IllegalArgumentException for digits that take more than 128 bits at the largest scale
   */
  public synchronized Batch decimals(String column, @Nullable BigDecimal... values) {
    int place = info.schema.indexOf(column);
    int scale = Decimals.scale(values);
    long[] words = Decimals.words(column, values, scale);
    set(place, Tag.wideDecimal(scale), NUMBERS, words, values.length);
    shapes[place * SHAPE + 3] = 2 * Long.BYTES;
    return Arrays.asList(values).contains(null) ? nulls(place, validity(values)) : this;
  }

  /**
   * Dates.
   *
   * @param column the name of a column of times
   * @param days one for each row: how many have passed since 1970-01-01
   * @return this
   */
  public synchronized Batch dates(String column, int... days) {
    int place = info.schema.indexOf(column);
    return numbers(place, Tag.DATE32, days, days.length, 0, days.length, Integer.BYTES);
  }

  /**
   * Bools.
   *
   * @param column the name of a column of {@code bool}
   * @param values one for each row
   * @return this
   */
  public synchronized Batch booleans(String column, boolean... values) {
    int place = info.schema.indexOf(column);
    return numbers(place, Tag.BOOL8, values, values.length, 0, values.length, 1);
  }

  private int tagOfLong(int place) {
    return info.schema.type(place).tagOfLong();
  }

  private Batch numbers(
      int place, int tag, Object array, int length, int from, int count, int size) {
    if (from < 0 || count < 0 || count > length - from) {
      throw new IndexOutOfBoundsException(
          count + " rows from " + from + " on of " + length + " (expected rows of the array)");
    }
    set(place, tag, NUMBERS, array, count);
    shapes[place * SHAPE + 1] = (long) from * size;
    shapes[place * SHAPE + 3] = size;
    return this;
  }

  private Batch direct(int place, int tag, Buffer buffer, int size) {
    Keys.checkDirect(buffer, info.schema.name(place));
    set(place, tag, NUMBERS, buffer, buffer.remaining());
    shapes[place * SHAPE + 1] = (long) buffer.position() * size;
    shapes[place * SHAPE + 3] = size;
    return this;
  }

  private void set(int place, int tag, int kind, Object data, int count) {
    Arrays.fill(memory, 3 * place, 3 * place + 3, null);
    Arrays.fill(shapes, SHAPE * place, SHAPE * place + SHAPE, 0);
    memory[3 * place] = data;
    shapes[SHAPE * place] = kind;
    shapes[SHAPE * place + 7] = data instanceof Buffer ? 0 : 1;
    shapes[SHAPE * place + 8] = tag;
    rows[place] = count;
  }

  // ---- Text

  /**
   * Texts between offsets.
   *
   * @param column the name of a column of text
   * @param data their bytes
   * @param offsets one more than there are rows: text i is the bytes from offset i up to offset i +
   *     1
   * @return this
   */
  public synchronized Batch texts(String column, byte[] data, int[] offsets) {
    Objects.requireNonNull(data, "data");
    return between(info.schema.indexOf(column), data, data.length, offsets, offsets.length);
  }

  /**
   * Texts between offsets in direct memory.
   *
   * @param column the name of a column of text
   * @param data their bytes, from its position up to its limit; direct
   * @param offsets one more than there are rows, counted from the position of the data; direct, in
   *     native order
   * @return this
   */
  public synchronized Batch texts(String column, ByteBuffer data, IntBuffer offsets) {
    int place = info.schema.indexOf(column);
    Keys.checkDirect(data, column);
    Keys.checkDirect(offsets, "offsets of " + column);
    Keys.checkOrder(offsets.order());
    between(place, data, data.remaining(), offsets, offsets.remaining());
    shapes[SHAPE * place + 1] = data.position();
    shapes[SHAPE * place + 4] = offsets.position();
    return this;
  }

  private Batch between(int place, Object data, int size, Object offsets, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("no offsets (expected one more than there are rows)");
    }
    set(place, Tag.BYTES, TEXTS, data, count - 1);
    memory[3 * place + 1] = offsets;
    shapes[SHAPE * place + 2] = size;
    shapes[SHAPE * place + 7] |= offsets instanceof Buffer ? 0 : 2;
    return this;
  }

  /**
   * Texts in arrays of their own, which are copied.
   *
   * @param column the name of a column of text
   * @param values one for each row; null is a null
   * @return this
   */
  public synchronized Batch texts(String column, byte @Nullable []... values) {
    return copied(info.schema.indexOf(column), Tag.BYTES, values);
  }

  private Batch copied(int place, int tag, byte[][] values) {
    int[] offsets = offsets(place, values.length);
    boolean hasNulls = false;
    for (int i = 0; i < values.length; i++) {
      hasNulls |= values[i] == null;
      offsets[i + 1] = Keys.addSizes(offsets[i], values[i] == null ? 0 : values[i].length);
    }
    byte[] data = copy(place, offsets[values.length]);
    for (int i = 0; i < values.length; i++) {
      byte[] value = values[i];
      if (value != null) {
        System.arraycopy(
            value, 0, data, offsets[i], Math.min(value.length, offsets[i + 1] - offsets[i]));
      }
    }
    return copied(place, tag, values, hasNulls);
  }

  /**
   * Texts as UTF-8, which are copied. The type of the column reads them when the batch is encoded.
   *
   * @param column the name of a column of any type
   * @param values one for each row; null is a null
   * @return this
   * @throws IllegalArgumentException for text that UTF-8 does not have
   */
  public synchronized Batch strings(String column, @Nullable String... values) {
    int place = info.schema.indexOf(column);
    // All are there before one is copied: a text that is refused leaves the batch as it was.
    byte[][] bytes = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        continue;
      }
      try {
        bytes[i] = Utf8.encode(values[i]);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "row " + i + " of column " + column + ": " + e.getMessage());
      }
    }
    return copied(place, Tag.TEXT, bytes);
  }

  private int[] offsets(int place, int count) {
    if (copiedOffsets[place] == null || copiedOffsets[place].length < count + 1) {
      copiedOffsets[place] = new int[count + 1];
    }
    return copiedOffsets[place];
  }

  private byte[] copy(int place, int size) {
    if (copies[place] == null || copies[place].length < size) {
      copies[place] = new byte[size];
    }
    return copies[place];
  }

  private Batch copied(int place, int tag, byte[][] values, boolean hasNulls) {
    set(place, tag, TEXTS, copies[place], values.length);
    memory[3 * place + 1] = copiedOffsets[place];
    shapes[SHAPE * place + 2] = copiedOffsets[place][values.length];
    shapes[SHAPE * place + 7] |= 2;
    if (hasNulls) {
      nulls(place, validity(values));
    }
    return this;
  }

  private static byte[] validity(Object[] values) {
    byte[] validity = new byte[(values.length + 7) / 8];
    for (int i = 0; i < values.length; i++) {
      validity[i / 8] |= (byte) (values[i] == null ? 0 : 1 << i % 8);
    }
    return validity;
  }

  /**
   * Texts of one width, side by side.
   *
   * @param column the name of a column of text that has a width
   * @param data the bytes, a whole number of widths
   * @return this
   */
  public synchronized Batch fixed(String column, byte[] data) {
    return fixed(info.schema.indexOf(column), data, data.length);
  }

  /**
   * Texts of one width, side by side in direct memory.
   *
   * @param column the name of a column of text that has a width
   * @param data the bytes, from its position up to its limit, a whole number of widths; direct
   * @return this
   */
  public synchronized Batch fixed(String column, ByteBuffer data) {
    int place = info.schema.indexOf(column);
    Keys.checkDirect(data, column);
    fixed(place, data, data.remaining());
    shapes[SHAPE * place + 1] = data.position();
    return this;
  }

  private Batch fixed(int place, Object data, int size) {
    int width = info.schema.type(place).width;
    if (width == 0 || size % width != 0) {
      throw new IllegalArgumentException(
          size
              + " bytes for column "
              + info.schema.name(place)
              + " of type "
              + info.schema.type(place)
              + " (expected a type of one width, and a whole number of widths)");
    }
    set(place, Tag.BYTES, TEXTS_OF_WIDTH, data, size / width);
    shapes[SHAPE * place + 2] = size;
    shapes[SHAPE * place + 3] = width;
    return this;
  }

  // ---- Nulls

  /**
   * Which rows of a column are null. It belongs to the values that were set last: set them first.
   *
   * @param column the name of the column
   * @param validity a bit for each row, 0 for a null: bit i % 8 of byte i / 8, as Arrow has them
   * @return this
   * @throws IllegalStateException when the column has no values
   */
  public synchronized Batch nulls(String column, byte[] validity) {
    int place = valued(column, validity.length);
    return nulls(place, validity);
  }

  /**
   * Which rows of a column are null, in direct memory.
   *
   * @param column the name of the column
   * @param validity a bit for each row, 0 for a null, from its position on: bit i % 8 of byte i /
   *     8; direct
   * @return this
   * @throws IllegalStateException when the column has no values
   */
  public synchronized Batch nulls(String column, ByteBuffer validity) {
    Keys.checkDirect(validity, "nulls of " + column);
    int place = valued(column, validity.remaining());
    nulls(place, validity);
    shapes[SHAPE * place + 5] = validity.position();
    return this;
  }

  private int valued(String column, int bytes) {
    int place = info.schema.indexOf(column);
    if (rows[place] < 0) {
      throw new IllegalStateException(
          "column " + column + " has no values (expected them before its nulls)");
    }
    if (bytes < (rows[place] + 7L) / 8) {
      throw new IllegalArgumentException(
          bytes + " bytes of nulls for " + rows[place] + " rows (expected a bit for each row)");
    }
    return place;
  }

  private Batch nulls(int place, Object validity) {
    memory[3 * place + 2] = validity;
    shapes[SHAPE * place + 5] = 0;
    shapes[SHAPE * place + 7] =
        shapes[SHAPE * place + 7] & 3 | (validity instanceof Buffer ? 0 : 4);
    return this;
  }

  // ---- The whole

  /**
   * The number of the first row in its input, which {@code random()} counts. Unless it is given, it
   * is 0, and a {@link Simulation} numbers the rows itself.
   *
   * @param number the number, at least 0
   * @return this
   */
  public synchronized Batch firstRow(long number) {
    if (number < 0) {
      throw new IllegalArgumentException("first row " + number + " (expected 0 or more)");
    }
    firstRow = number;
    return this;
  }

  /**
   * Forgets all columns, and the memory that they lie in.
   *
   * @return this
   */
  public synchronized Batch clear() {
    Arrays.fill(memory, null);
    Arrays.fill(shapes, 0);
    Arrays.fill(rows, -1);
    rowsWithoutColumns = 0;
    return this;
  }

  /**
   * How many rows there are.
   *
   * @return the number of rows of the columns that are set
   * @throws IllegalArgumentException when columns differ in it, or one that the layout uses is not
   *     set
   */
  public int rows() {
    return rows(info);
  }

  /** The same where a layout of the same columns uses them. */
  private synchronized int rows(LayoutInfo layout) {
    int first = -1;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] < 0) {
        if (layout.uses(i)) {
          throw new IllegalArgumentException(
              "column "
                  + info.schema.name(i)
                  + " has no values (expected them, as the layout uses it)");
        }
      } else if (first >= 0 && rows[i] != rows[first]) {
        throw new IllegalArgumentException(
            "column "
                + info.schema.name(first)
                + " has "
                + rows[first]
                + " rows, and column "
                + info.schema.name(i)
                + " has "
                + rows[i]
                + " (expected as many)");
      } else {
        first = i;
      }
    }
    return first < 0 ? rowsWithoutColumns : rows[first];
  }

  LayoutInfo info() {
    return info;
  }

  /** What the batch holds at a moment, so that no other thread can change what has been checked. */
  static final class View {
    final int rows;
    final long firstRow;
    final Object[] memory;
    final long[] shapes;

    private View(Batch batch, LayoutInfo layout, long unlessGiven) {
      rows = batch.rows(layout);
      firstRow = batch.firstRow < 0 ? unlessGiven : batch.firstRow;
      memory = batch.memory.clone();
      shapes = batch.shapes.clone();
    }
  }

  View view() {
    return view(info, 0);
  }

  /** For a layout of the same columns; {@code unlessGiven} is the number of the first row. */
  synchronized View view(LayoutInfo layout, long unlessGiven) {
    return new View(this, layout, unlessGiven);
  }
}
