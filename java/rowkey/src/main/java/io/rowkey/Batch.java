package io.rowkey;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Records, a column at a time, for {@link Encoder#encode(Batch, Keys)}. Every column that the
 * layout uses is set, all with the same number of rows. Arrays and direct buffers are kept, not
 * copied, and read when the batch is encoded; {@code byte[][]} and {@code String[]} are copied side
 * by side, once.
 *
 * <p>A column that is set again replaces the one before, so that a batch serves many calls. For one
 * thread at a time; during a call no other thread may change the memory.
 *
 * <p>Methods throw {@link IllegalArgumentException} for a name that the schema lacks, for a column
 * of another type, and for memory that is too small.
 */
public final class Batch {
  static final int SHAPE = 8;

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
  private long firstRow;

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

  // ---- Numbers

  /**
   * Integers.
   *
   * @param column the name of a column of {@code i64} or {@code u64}
   * @param values one for each row; of {@code u64} their 64 bits
   * @return this
   */
  public synchronized Batch longs(String column, long[] values) {
    return longs(column, values, 0, values.length);
  }

  /**
   * Integers in a part of an array.
   *
   * @param column the name of a column of {@code i64} or {@code u64}
   * @param values where they are
   * @param from the index of the first one
   * @param count how many rows there are
   * @return this
   */
  public synchronized Batch longs(String column, long[] values, int from, int count) {
    return numbers(number(column), values, values.length, from, count, Long.BYTES);
  }

  /**
   * Integers in direct memory.
   *
   * @param column the name of a column of {@code i64} or {@code u64}
   * @param values one for each row, from its position up to its limit; direct, in native order
   * @return this
   */
  public synchronized Batch longs(String column, LongBuffer values) {
    Keys.checkOrder(values.order());
    return direct(number(column), values, Long.BYTES);
  }

  /**
   * Floating-point numbers.
   *
   * @param column the name of a column of {@code f64}
   * @param values one for each row
   * @return this
   */
  public synchronized Batch doubles(String column, double[] values) {
    return numbers(
        place(column, ColumnType.CODE_F64), values, values.length, 0, values.length, Double.BYTES);
  }

  /**
   * Floating-point numbers in direct memory.
   *
   * @param column the name of a column of {@code f64}
   * @param values one for each row, from its position up to its limit; direct, in native order
   * @return this
   */
  public synchronized Batch doubles(String column, DoubleBuffer values) {
    Keys.checkOrder(values.order());
    return direct(place(column, ColumnType.CODE_F64), values, Double.BYTES);
  }

  /**
   * Floating-point numbers of 32 bits.
   *
   * @param column the name of a column of {@code f32}
   * @param values one for each row
   * @return this
   */
  public synchronized Batch floats(String column, float[] values) {
    return numbers(
        place(column, ColumnType.CODE_F32), values, values.length, 0, values.length, Float.BYTES);
  }

  /**
   * Floating-point numbers of 32 bits in direct memory.
   *
   * @param column the name of a column of {@code f32}
   * @param values one for each row, from its position up to its limit; direct, in native order
   * @return this
   */
  public synchronized Batch floats(String column, FloatBuffer values) {
    Keys.checkOrder(values.order());
    return direct(place(column, ColumnType.CODE_F32), values, Float.BYTES);
  }

  private int number(String column) {
    int place = info.schema.indexOf(column);
    return info.schema.type(place).isNumber() ? place : place(column, ColumnType.CODE_I64);
  }

  private int place(String column, int code) {
    int place = info.schema.indexOf(column);
    ColumnType type = info.schema.type(place);
    if (type.code != code) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " is of type "
              + type
              + " (expected "
              + ColumnType.of(code, 0, 0, "")
              + ")");
    }
    return place;
  }

  private Batch numbers(int place, Object array, int length, int from, int count, int size) {
    if (from < 0 || count < 0 || count > length - from) {
      throw new IndexOutOfBoundsException(
          count + " rows from " + from + " on of " + length + " (expected rows of the array)");
    }
    set(place, NUMBERS, array, count);
    shapes[place * SHAPE + 1] = (long) from * size;
    return this;
  }

  private Batch direct(int place, Buffer buffer, int size) {
    Keys.checkDirect(buffer, info.schema.name(place));
    set(place, NUMBERS, buffer, buffer.remaining());
    shapes[place * SHAPE + 1] = (long) buffer.position() * size;
    return this;
  }

  private void set(int place, int kind, Object data, int count) {
    Arrays.fill(memory, 3 * place, 3 * place + 3, null);
    Arrays.fill(shapes, SHAPE * place, SHAPE * place + SHAPE, 0);
    memory[3 * place] = data;
    shapes[SHAPE * place] = kind;
    shapes[SHAPE * place + 7] = data instanceof Buffer ? 0 : 1;
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
    return between(place(column, ColumnType.CODE_TEXT), data, data.length, offsets, offsets.length);
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
    int place = place(column, ColumnType.CODE_TEXT);
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
    set(place, TEXTS, data, count - 1);
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
  public synchronized Batch texts(String column, byte[]... values) {
    int place = place(column, ColumnType.CODE_TEXT);
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
    return copied(place, values, hasNulls);
  }

  /**
   * Texts as UTF-8, which are copied; of a type such as {@code uuid} or {@code time(ms)} what the
   * type reads, one after the other.
   *
   * @param column the name of a column of text, or of a further type
   * @param values one for each row; null is a null
   * @return this
   * @throws IllegalArgumentException for text that UTF-8 does not have
   * @throws RowKeyException for text that is no value of its type
   */
  public synchronized Batch strings(String column, String... values) {
    int place = info.schema.indexOf(column);
    ColumnType type = info.schema.type(place);
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
      if (type.isConverted) {
        bytes[i] = convert(place, i, bytes[i]);
      }
    }
    if (type.isConverted && type.code != ColumnType.CODE_TEXT) {
      return converted(place, bytes);
    }
    return texts(column, bytes);
  }

  private byte[] convert(int place, int row, byte[] text) {
    try {
      return info.convert(place, text, true);
    } catch (RowKeyException e) {
      throw new RowKeyException(
          e.kind(), e.getMessage(), row, e.columnIndex(), e.column(), e.offset());
    }
  }

  private Batch converted(int place, byte[][] values) {
    long[] numbers = new long[values.length];
    boolean hasNulls = false;
    for (int i = 0; i < values.length; i++) {
      hasNulls |= values[i] == null;
      if (values[i] != null) {
        numbers[i] = ByteBuffer.wrap(values[i]).order(java.nio.ByteOrder.nativeOrder()).getLong();
      }
    }
    set(place, NUMBERS, numbers, values.length);
    if (hasNulls) {
      nulls(place, validity(values));
    }
    return this;
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

  private Batch copied(int place, byte[][] values, boolean hasNulls) {
    set(place, TEXTS, copies[place], values.length);
    memory[3 * place + 1] = copiedOffsets[place];
    shapes[SHAPE * place + 2] = copiedOffsets[place][values.length];
    shapes[SHAPE * place + 7] |= 2;
    if (hasNulls) {
      nulls(place, validity(values));
    }
    return this;
  }

  private static byte[] validity(byte[][] values) {
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
    return fixed(place(column, ColumnType.CODE_TEXT), data, data.length);
  }

  /**
   * Texts of one width, side by side in direct memory.
   *
   * @param column the name of a column of text that has a width
   * @param data the bytes, from its position up to its limit, a whole number of widths; direct
   * @return this
   */
  public synchronized Batch fixed(String column, ByteBuffer data) {
    int place = place(column, ColumnType.CODE_TEXT);
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
    set(place, TEXTS_OF_WIDTH, data, size / width);
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
   * The number of the first row in its input, which {@code random()} counts. 0 at first.
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
    return this;
  }

  /**
   * How many rows there are.
   *
   * @return the number of rows of the columns that are set
   * @throws IllegalArgumentException when columns differ in it, or one that the layout uses is not
   *     set
   */
  public synchronized int rows() {
    int first = -1;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] < 0) {
        if (info.uses(i)) {
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
    return first < 0 ? 0 : rows[first];
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

    private View(Batch batch) {
      rows = batch.rows();
      firstRow = batch.firstRow;
      memory = batch.memory.clone();
      shapes = batch.shapes.clone();
    }
  }

  synchronized View view() {
    return new View(this);
  }
}
