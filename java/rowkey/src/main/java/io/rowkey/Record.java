package io.rowkey;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a record that a key gives back, by name and by position in the schema. Immutable.
 *
 * <p>Columns that the layout does not keep have no value here: {@link #has} tells, and the getters
 * throw {@link IllegalStateException}. So they do for a null, which {@link #isNull} tells; {@link
 * #get} returns null for it. A getter of another type than the column's throws {@link
 * IllegalArgumentException}.
 */
public final class Record {
  private final LayoutInfo info;
  private final long[] bits;
  private final byte[][] texts;
  private final byte[] states;

  Record(LayoutInfo info, long[] bits, byte[][] texts, byte[] states) {
    this.info = info;
    this.bits = bits;
    this.texts = texts;
    this.states = states;
  }

  /**
   * The columns of the layout.
   *
   * @return the schema that positions count in
   */
  public Schema schema() {
    return info.schema;
  }

  /**
   * Whether the key gives the column back, perhaps as a null.
   *
   * @param column the place of the column
   * @return whether it does
   */
  public boolean has(int column) {
    info.schema.name(column);
    return states[column] != RowSession.NOT_RECOVERED;
  }

  /**
   * Whether the key gives the column back, perhaps as a null.
   *
   * @param column the name of the column
   * @return whether it does
   */
  public boolean has(String column) {
    return has(info.schema.indexOf(column));
  }

  /**
   * Whether the column is null. That is known of columns that the layout marks with {@code
   * null_first} or {@code null_last}.
   *
   * @param column the place of the column
   * @return whether it is recovered as a null
   */
  public boolean isNull(int column) {
    info.schema.name(column);
    return states[column] == RowSession.IS_NULL;
  }

  /**
   * Whether the column is null.
   *
   * @param column the name of the column
   * @return whether it is recovered as a null
   */
  public boolean isNull(String column) {
    return isNull(info.schema.indexOf(column));
  }

  private ColumnType check(int column, boolean fits, String getter) {
    ColumnType type = info.schema.type(column);
    if (!fits) {
      throw new IllegalArgumentException(
          getter + " of column " + info.schema.name(column) + ", which is of type " + type);
    }
    if (states[column] == RowSession.NOT_RECOVERED) {
      throw new IllegalStateException(
          "column "
              + info.schema.name(column)
              + " cannot be recovered from keys of this layout: "
              + info.recovery(column));
    }
    if (states[column] == RowSession.IS_NULL) {
      throw new IllegalStateException("column " + info.schema.name(column) + " is null");
    }
    return type;
  }

  /**
   * The integer of a column.
   *
   * @param column the place of a column of {@code i64} or {@code u64}, or of a further type that is
   *     kept as one
   * @return the number; of {@code u64} its 64 bits; of {@code decimal(2)} hundredths
   */
  public long getLong(int column) {
    check(column, info.schema.type(column).isNumber(), "getLong");
    return bits[column];
  }

  /**
   * The integer of a column.
   *
   * @param column the name of a column of {@code i64} or {@code u64}
   * @return the number; of {@code u64} its 64 bits
   */
  public long getLong(String column) {
    return getLong(info.schema.indexOf(column));
  }

  /**
   * The floating-point number of a column.
   *
   * @param column the place of a column of {@code f64} or {@code f32}
   * @return the number
   */
  public double getDouble(int column) {
    int code = info.schema.type(column).code;
    check(column, code == ColumnType.CODE_F64 || code == ColumnType.CODE_F32, "getDouble");
    return code == ColumnType.CODE_F64
        ? Double.longBitsToDouble(bits[column])
        : Float.intBitsToFloat((int) bits[column]);
  }

  /**
   * The floating-point number of a column.
   *
   * @param column the name of a column of {@code f64} or {@code f32}
   * @return the number
   */
  public double getDouble(String column) {
    return getDouble(info.schema.indexOf(column));
  }

  /**
   * The bytes of a column.
   *
   * @param column the place of a column of text
   * @return a copy of the bytes
   */
  public byte[] getBytes(int column) {
    check(column, info.schema.type(column).code == ColumnType.CODE_TEXT, "getBytes");
    return texts[column].clone();
  }

  /**
   * The bytes of a column.
   *
   * @param column the name of a column of text
   * @return a copy of the bytes
   */
  public byte[] getBytes(String column) {
    return getBytes(info.schema.indexOf(column));
  }

  /**
   * The value of a column as text: bytes of the type {@code text} as UTF-8, numbers in decimal, and
   * values of further types as these write them, such as {@code 2024-03-01T12:30:00.000Z}.
   *
   * @param column the place of the column
   * @return the text
   * @throws IllegalStateException when the bytes are no UTF-8; and for a further type once the
   *     layout is closed
   * @throws RowKeyException for a value that its type cannot write, such as a time after the year
   *     9999
   */
  public String getString(int column) {
    check(column, true, "getString");
    return info.string(column, bits[column], texts[column]);
  }

  /**
   * The value of a column as text.
   *
   * @param column the name of the column
   * @return the text, as {@link #getString(int)} has it
   */
  public String getString(String column) {
    return getString(info.schema.indexOf(column));
  }

  /**
   * The instant of a column.
   *
   * @param column the place of a column of times
   * @return the instant
   */
  public Instant getInstant(int column) {
    ColumnType type = check(column, info.schema.type(column).unit != 0, "getInstant");
    return Times.instant(type.unit, bits[column]);
  }

  /**
   * The instant of a column.
   *
   * @param column the name of a column of times
   * @return the instant
   */
  public Instant getInstant(String column) {
    return getInstant(info.schema.indexOf(column));
  }

  /**
   * The value of a column, which makes the same key again.
   *
   * @param column the place of the column
   * @return a {@link Long} of {@code i64} and of times, a {@link BigInteger} of {@code u64}, a
   *     {@link Double}, a {@link Float}, a {@link BigDecimal} of {@code decimal(N)}, a {@link
   *     Boolean} of {@code bool}, the {@link String} of {@code enum} and {@code uid}, a byte array
   *     of all others, or null
   * @throws IllegalStateException for {@code enum} and {@code uid} once the layout is closed
   */
  public @Nullable Object get(int column) {
    if (isNull(column)) {
      return null;
    }
    ColumnType type = check(column, true, "get");
    if (type.digits() >= 0) {
      return BigDecimal.valueOf(bits[column], type.digits());
    }
    if (type.isBool()) {
      return bits[column] != 0;
    }
    if (type.isNamed()) {
      return getString(column);
    }
    switch (type.code) {
      case ColumnType.CODE_U64:
        return new BigInteger(Long.toUnsignedString(bits[column]));
      case ColumnType.CODE_I64:
        return bits[column];
      case ColumnType.CODE_F64:
        return Double.longBitsToDouble(bits[column]);
      case ColumnType.CODE_F32:
        return Float.intBitsToFloat((int) bits[column]);
      default:
        return texts[column].clone();
    }
  }

  /**
   * The value of a column.
   *
   * @param column the name of the column
   * @return what {@link #get(int)} returns
   */
  public @Nullable Object get(String column) {
    return get(info.schema.indexOf(column));
  }

  /**
   * The columns that were recovered, for people.
   *
   * @return names and values; bytes that are not ASCII as {@code \xHH}
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < states.length; i++) {
      if (!has(i)) {
        continue;
      }
      text.append(text.length() > 1 ? ", " : "").append(info.schema.name(i)).append('=');
      Object value = get(i);
      text.append(value instanceof byte[] ? KeyRange.show((byte[]) value) : String.valueOf(value));
    }
    return text.append('}').toString();
  }
}
