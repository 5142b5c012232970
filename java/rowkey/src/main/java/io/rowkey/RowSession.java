package io.rowkey;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/**
 * What one thread needs to make single keys: an encoder in C and the direct memory that values go
 * to it in. Each column has a slot of 24 bytes at the begin of the input: the bits of a number,
 * then the size of a text or one of the two below, its place in the input, and what the value is.
 * What becomes of it in its column is decided in C.
 */
final class RowSession {
  static final int SLOT = 24;
  static final int IS_NULL = -1;
  static final int NOT_RECOVERED = -2;

  /** Direct memory beside the slots at first: a layout may have few rows, and there may be many. */
  private static final int SMALL = 128;

  /** An encoder of C that has made single keys. */
  private static final long BYTES = 10 << 10;

  private static final int LARGE = 1 << 16;

  private final LayoutInfo info;

  /**
   * Frees the memory in C when the session is closed or collected. Its calls are not counted: see
   * below.
   */
  private final NativeHandle handle;

  private final long address;
  private ByteBuffer input;
  private ByteBuffer output;

  /** Where the next text goes. */
  private int end;

  RowSession(LayoutInfo info, long seed) {
    this.info = info;
    long layout = info.handle.enter();
    try {
      address = Native.createRow(layout, seed);
      handle = new NativeHandle(address, "encoder", 1, BYTES, Native::freeRow);
    } finally {
      info.handle.leave();
    }
    input = memory(info.slots() + SMALL);
    output = memory(info.slots() + SMALL);
    bind();
  }

  private static ByteBuffer memory(int size) {
    return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
  }

  private void bind() {
    Native.bindRow(address, input, output);
  }

  private void growInput(long size) {
    if (size > Integer.MAX_VALUE - SMALL) {
      throw new IllegalArgumentException(
          "the values of the row take " + size + " bytes (expected less than 2 GiB)");
    }
    ByteBuffer more = memory((int) Math.min(Integer.MAX_VALUE - SMALL, size + size / 2));
    input.clear();
    more.put(input);
    more.clear();
    input = more;
    bind();
  }

  void close() {
    handle.close();
  }

  /** Whether it has so much memory that it is better not to keep it. */
  boolean isLarge() {
    return input.capacity() > LARGE || output.capacity() > LARGE;
  }

  // ---- Values in

  void begin() {
    end = info.slots();
  }

  private void putNumber(int column, int tag, long bits) {
    input.putLong(column * SLOT, bits);
    input.putInt(column * SLOT + 8, 0);
    input.putInt(column * SLOT + 16, tag);
  }

  void putLong(int column, long value) {
    putNumber(column, info.schema.type(column).tagOfLong(), value);
  }

  private void putNull(int column) {
    input.putInt(column * SLOT + 8, IS_NULL);
  }

  private void putSlot(int column, int tag, int size) {
    input.putInt(column * SLOT + 8, size);
    input.putInt(column * SLOT + 12, end);
    input.putInt(column * SLOT + 16, tag);
    end += size;
  }

  private void putBytes(int column, int tag, byte[] bytes) {
    if (bytes.length > input.capacity() - end) {
      growInput((long) end + bytes.length);
    }
    input.position(end);
    input.put(bytes);
    putSlot(column, tag, bytes.length);
  }

  void putString(int column, String text) {
    int length = text.length();
    if (length > input.capacity() - end) {
      growInput((long) end + length);
    }
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        putBytes(column, Tag.TEXT, encode(column, text));
        return;
      }
      input.put(end + i, (byte) c);
    }
    putSlot(column, Tag.TEXT, length);
  }

  private byte[] encode(int column, String text) {
    try {
      return Utf8.encode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "column " + info.schema.name(column) + ": " + e.getMessage());
    }
  }

  void putValues(Object[] values) {
    if (values.length != info.schema.size()) {
      throw new IllegalArgumentException(
          values.length
              + " values (expected "
              + info.schema.size()
              + ", one for each column: "
              + info.schema
              + ")");
    }
    begin();
    for (int i = 0; i < values.length; i++) {
      put(i, values[i]);
    }
  }

  private void put(int column, Object value) {
    if (value == null) {
      putNull(column);
    } else if (value instanceof String) {
      putString(column, (String) value);
    } else if (value instanceof Number) {
      put(column, (Number) value);
    } else if (value instanceof byte[]) {
      putBytes(column, Tag.BYTES, (byte[]) value);
    } else if (value instanceof Boolean) {
      putNumber(column, Tag.BOOL, (Boolean) value ? 1 : 0);
    } else if (value instanceof UUID) {
      putBytes(column, Tag.UUID, bytes((UUID) value));
    } else if (value instanceof InetAddress) {
      putBytes(column, Tag.BYTES, ((InetAddress) value).getAddress());
    } else {
      putTime(column, value);
    }
  }

  private void put(int column, Number value) {
    if (value instanceof Long || isSmall(value)) {
      boolean isUnsigned = value instanceof Long || value.longValue() >= 0;
      int tag = isUnsigned ? info.schema.type(column).tagOfLong() : Tag.INTEGER;
      putNumber(column, tag, value.longValue());
    } else if (value instanceof Double) {
      putNumber(column, Tag.FLOAT64, Double.doubleToRawLongBits((Double) value));
    } else if (value instanceof Float) {
      putNumber(column, Tag.FLOAT32, Float.floatToRawIntBits((Float) value) & 0xffffffffL);
    } else if (value instanceof BigInteger) {
      put(column, (BigInteger) value);
    } else if (value instanceof BigDecimal) {
      put(column, (BigDecimal) value);
    } else {
      throw wrong(column, value, "a boxed primitive, BigInteger or BigDecimal");
    }
  }

  private static boolean isSmall(Number value) {
    return value instanceof Integer || value instanceof Short || value instanceof Byte;
  }

  private static boolean hasMoreThan64Bits(BigInteger value) {
    return value.bitLength() > (value.signum() < 0 ? 63 : 64);
  }

  private void put(int column, BigInteger value) {
    if (hasMoreThan64Bits(value)) {
      throw wrong(column, value, "a number of 64 bits");
    }
    int tag = value.bitLength() > 63 ? Tag.UNSIGNED : Tag.INTEGER;
    putNumber(column, tag, value.longValue());
  }

  private void put(int column, BigDecimal value) {
    BigDecimal shortest = value.stripTrailingZeros();
    BigInteger digits = shortest.unscaledValue();
    int scale = shortest.scale();
    if (hasMoreThan64Bits(digits) || Math.abs((long) scale) > Tag.MOST_SCALE) {
      throw wrong(
          column,
          value,
          "digits that are a number of 64 bits without the point, at most 76 after it");
    }
    putNumber(column, Tag.decimal(scale, digits.bitLength() > 63), digits.longValue());
  }

  private static byte[] bytes(UUID uuid) {
    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  private void putTime(int column, Object value) {
    Object time = Times.plain(value);
    if (time instanceof LocalDate) {
      putNumber(column, Tag.DATE, ((LocalDate) time).toEpochDay());
    } else if (time instanceof Instant) {
      putInstant(column, (Instant) time);
    } else {
      throw wrong(
          column,
          value,
          "a String, number, byte[], Boolean, UUID or InetAddress, or an instant or date, which times"
              + " of day and durations are not");
    }
  }

  private void putInstant(int column, Instant instant) {
    int unit = Times.unit(instant);
    try {
      putNumber(column, Tag.instant(unit), Times.count(unit, instant));
    } catch (ArithmeticException e) {
      throw wrong(
          column, instant, "an instant whose count, of the unit of its digits, has 64 bits");
    }
  }

  private IllegalArgumentException wrong(int column, Object value, String expected) {
    boolean isShown = value instanceof Number || value instanceof Instant;
    return new IllegalArgumentException(
        "column "
            + info.schema.name(column)
            + " of type "
            + info.schema.type(column)
            + " got a "
            + value.getClass().getName()
            + (isShown ? " " + value : "")
            + " (expected "
            + expected
            + ")");
  }

  // ---- Calls

  /** The key of the record after the last one that this session has encoded. */
  byte[] encodeNext() {
    return encode(-1);
  }

  byte[] encode(long number) {
    int length = Native.encodeRow(address, number);
    if (length < 0) {
      growOutput(~length);
      length = Native.encodeRow(address, number);
    }
    byte[] key = new byte[length];
    output.clear();
    output.get(key);
    end = 0; // Until here the session is in use, so that its memory is not collected.
    return key;
  }

  private void growOutput(int size) {
    output = memory(size);
    bind();
  }

  Record decode(byte[] key) {
    if (key.length > input.capacity()) {
      growInput(key.length);
    }
    input.clear();
    input.put(key);
    int needed = Native.decodeRow(address, key.length);
    if (needed > 0) {
      growOutput(needed);
      Native.decodeRow(address, key.length);
    }
    Record record = record();
    end = 0; // As above.
    return record;
  }

  byte[] fill(byte[] question, Object[] values) {
    putValues(values);
    byte[] conditions = Native.fillQuestion(address, question);
    end = 0; // As above.
    return conditions;
  }

  KeyFields fields(Explanation explanation, byte[] key) {
    Record record = decode(key);
    int[] ends = Native.fieldEnds(address, key.length, explanation.fields().size());
    end = 0; // As above.
    return new KeyFields(explanation.fields(), ends, key, record);
  }

  private Record record() {
    int count = info.schema.size();
    long[] bits = new long[count];
    byte[][] texts = new byte[count][];
    byte[] states = new byte[count];
    for (int i = 0; i < count; i++) {
      bits[i] = output.getLong(i * SLOT);
      int size = output.getInt(i * SLOT + 8);
      states[i] = (byte) Math.min(size, 0);
      if (info.schema.type(i).code == ColumnType.CODE_TEXT && size >= 0) {
        texts[i] = new byte[size];
        output.clear();
        output.position(output.getInt(i * SLOT + 12));
        output.get(texts[i]);
      }
    }
    return new Record(info, bits, texts, states);
  }
}
