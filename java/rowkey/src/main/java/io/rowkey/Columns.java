package io.rowkey;

import java.util.Arrays;

/**
 * Columns that a {@link Decoder} has got back from keys, by name. The arrays are the caller's:
 * nothing else uses them.
 *
 * <p>Methods throw {@link IllegalArgumentException} for a column of another type and {@link
 * IllegalStateException} for one that cannot be recovered.
 */
public final class Columns {
  private final LayoutInfo info;
  private final int rows;
  private final Object[] data;
  private final int[][] offsets;
  private final byte[][] validity;

  Columns(LayoutInfo info, int rows) {
    this.info = info;
    this.rows = rows;
    int count = info.schema.size();
    data = new Object[count];
    offsets = new int[count][];
    validity = new byte[count][];
  }

  /** Data, offsets and validity of each column that is recovered. */
  Object[] allocate(int textRoom) {
    Object[] results = new Object[3 * data.length];
    for (int i = 0; i < data.length; i++) {
      if (info.recovery(i) != Recovery.RECOVERED) {
        continue;
      }
      switch (info.schema.type(i).code) {
        case ColumnType.CODE_TEXT:
          data[i] = new byte[textRoom];
          offsets[i] = new int[rows + 1];
          break;
        case ColumnType.CODE_F64:
          data[i] = new double[rows];
          break;
        case ColumnType.CODE_F32:
          data[i] = new float[rows];
          break;
        default:
          data[i] = new long[rows];
      }
      validity[i] = info.recoversNulls(i) ? new byte[(rows + 7) / 8] : null;
      results[3 * i] = data[i];
      results[3 * i + 1] = offsets[i];
      results[3 * i + 2] = validity[i];
    }
    return results;
  }

  /**
   * How many rows there are.
   *
   * @return the number of keys
   */
  public int rows() {
    return rows;
  }

  /**
   * Whether the column is recovered.
   *
   * @param column the name of the column
   * @return whether it does
   */
  public boolean has(String column) {
    return data[info.schema.indexOf(column)] != null;
  }

  private int place(String column, Class<?> type) {
    int place = info.schema.indexOf(column);
    if (data[place] == null) {
      throw new IllegalStateException(
          "column "
              + column
              + " cannot be recovered from keys of this layout: "
              + info.recovery(place));
    }
    if (!type.isInstance(data[place])) {
      throw new IllegalArgumentException(
          "column " + column + " is of type " + info.schema.type(place));
    }
    return place;
  }

  /**
   * The integers of a column.
   *
   * @param column the name of a column of {@code i64} or {@code u64}
   * @return one for each row; where a row is null, what the layout puts in its place
   */
  public long[] longs(String column) {
    return (long[]) data[place(column, long[].class)];
  }

  /**
   * The numbers of a column.
   *
   * @param column the name of a column of {@code f64}
   * @return one for each row
   */
  public double[] doubles(String column) {
    return (double[]) data[place(column, double[].class)];
  }

  /**
   * The numbers of a column.
   *
   * @param column the name of a column of {@code f32}
   * @return one for each row
   */
  public float[] floats(String column) {
    return (float[]) data[place(column, float[].class)];
  }

  /**
   * The bytes of all texts of a column, side by side.
   *
   * @param column the name of a column of text
   * @return the bytes up to the last of {@link #offsets}; those after it mean nothing
   */
  public byte[] textData(String column) {
    return (byte[]) data[place(column, byte[].class)];
  }

  /**
   * Where the texts of a column lie.
   *
   * @param column the name of a column of text
   * @return one more than there are rows: text i is the bytes from offset i up to offset i + 1
   */
  public int[] offsets(String column) {
    return offsets[place(column, byte[].class)];
  }

  /**
   * One text of a column.
   *
   * @param column the name of a column of text
   * @param row the number of the row, from 0
   * @return a copy of its bytes
   */
  public byte[] text(String column, int row) {
    int place = place(column, byte[].class);
    return Arrays.copyOfRange((byte[]) data[place], offsets[place][row], offsets[place][row + 1]);
  }

  /**
   * The value of a row of a column as text, as {@link Record#getString} has it.
   *
   * @param column the name of the column
   * @param row the number of the row, from 0
   * @return the text
   * @throws IllegalStateException when the bytes are no UTF-8; and for a further type once the
   *     layout is closed
   * @throws RowKeyException for a value that its type cannot write, such as a time after the year
   *     9999
   */
  public String string(String column, int row) {
    int place = place(column, Object.class);
    if (data[place] instanceof byte[]) {
      return info.string(place, 0, text(column, row));
    }
    long bits;
    if (data[place] instanceof double[]) {
      bits = Double.doubleToRawLongBits(((double[]) data[place])[row]);
    } else if (data[place] instanceof float[]) {
      bits = Float.floatToRawIntBits(((float[]) data[place])[row]);
    } else {
      bits = ((long[]) data[place])[row];
    }
    return info.string(place, bits, null);
  }

  /**
   * Which rows of a column are not null, for a loop over all of them.
   *
   * @param column the name of the column
   * @return a bit for each row, from the lowest of the first byte on, or null where no row is null
   */
  public byte[] validity(String column) {
    return validity[place(column, Object.class)];
  }

  /**
   * Whether a row of a column is null, which is known of columns that the layout marks with {@code
   * null_first} or {@code null_last}.
   *
   * @param column the name of the column
   * @param row the number of the row, from 0
   * @return whether it is null
   */
  public boolean isNull(String column, int row) {
    int place = place(column, Object.class);
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException(
          "row " + row + " of " + rows + " (expected one from 0 on)");
    }
    return validity[place] != null && (validity[place][row / 8] >> row % 8 & 1) == 0;
  }
}
