package io.rowkey;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.UUID;

/**
 * What one thread needs to make single keys: an encoder in C and the direct memory that values go
 * to it in. Each column has a slot of 16 bytes at the begin of the input: the bits of a number,
 * then the size of a text or one of the two below, then its place in the input.
 */
final class RowSession {
  static final int SLOT = 16;
  static final int IS_NULL = -1;
  static final int NOT_RECOVERED = -2;

  private static final int SMALL = 512;
  private static final int LARGE = 1 << 16;
  private static final BigInteger ALL_BITS = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

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
      handle = new NativeHandle(address, "encoder", 1, Native::freeRow);
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

  void putBits(int column, long bits) {
    input.putLong(column * SLOT, bits);
    input.putInt(column * SLOT + 8, 0);
  }

  private void putNull(int column) {
    input.putInt(column * SLOT + 8, IS_NULL);
  }

  private void putSlot(int column, int size) {
    input.putInt(column * SLOT + 8, size);
    input.putInt(column * SLOT + 12, end);
    end += size;
  }

  void putBytes(int column, byte[] bytes) {
    if (bytes.length > input.capacity() - end) {
      growInput((long) end + bytes.length);
    }
    input.position(end);
    input.put(bytes);
    putSlot(column, bytes.length);
  }

  void putString(int column, String text) {
    int length = text.length();
    if (length > input.capacity() - end) {
      growInput((long) end + length);
    }
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        putBytes(column, encode(column, text));
        return;
      }
      input.put(end + i, (byte) c);
    }
    putSlot(column, length);
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
    ColumnType type = info.schema.type(column);
    if (value == null) {
      putNull(column);
    } else if (value instanceof String && type.isConverted) {
      putConverted(column, type, (String) value);
    } else if (type.code == ColumnType.CODE_TEXT) {
      putText(column, type, value);
    } else {
      putBits(column, bits(column, type, value));
    }
  }

  private void putConverted(int column, ColumnType type, String value) {
    byte[] converted = info.convert(column, encode(column, value), true);
    if (type.code == ColumnType.CODE_TEXT) {
      putBytes(column, converted);
    } else {
      putBits(column, ByteBuffer.wrap(converted).order(ByteOrder.nativeOrder()).getLong());
    }
  }

  private void putText(int column, ColumnType type, Object value) {
    if (value instanceof String) {
      putString(column, (String) value);
    } else if (value instanceof byte[]) {
      putBytes(column, (byte[]) value);
    } else if (value instanceof UUID && type.width == 16) {
      UUID uuid = (UUID) value;
      putBytes(
          column,
          ByteBuffer.allocate(16)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits())
              .array());
    } else {
      throw wrong(column, value, type.width == 16 ? "byte[], UUID or String" : "String or byte[]");
    }
  }

  private long bits(int column, ColumnType type, Object value) {
    switch (type.code) {
      case ColumnType.CODE_F64:
        if (value instanceof Double || value instanceof Float || value instanceof Integer) {
          return Double.doubleToRawLongBits(((Number) value).doubleValue());
        }
        throw wrong(column, value, "Double, Float or Integer");
      case ColumnType.CODE_F32:
        if (value instanceof Float) {
          return Float.floatToRawIntBits((Float) value) & 0xffffffffL;
        }
        throw wrong(column, value, "Float");
      case ColumnType.CODE_U64:
        return unsigned(column, value);
      default:
        if (value instanceof Long || isSmall(value)) {
          return ((Number) value).longValue();
        }
        if (value instanceof Instant && type.unit != 0) {
          return Times.count(info.schema.name(column), type.unit, (Instant) value);
        }
        throw wrong(
            column, value, type.unit == 0 ? "Long, Integer, Short or Byte" : "Long or Instant");
    }
  }

  private static boolean isSmall(Object value) {
    return value instanceof Integer || value instanceof Short || value instanceof Byte;
  }

  private long unsigned(int column, Object value) {
    if (value instanceof Long) {
      return (Long) value;
    }
    if (isSmall(value) && ((Number) value).longValue() >= 0) {
      return ((Number) value).longValue();
    }
    if (value instanceof BigInteger) {
      BigInteger number = (BigInteger) value;
      if (number.signum() >= 0 && number.compareTo(ALL_BITS) <= 0) {
        return number.longValue();
      }
    }
    if (value instanceof Boolean && info.schema.type(column).toString().equals("bool")) {
      return (Boolean) value ? 1 : 0;
    }
    throw wrong(column, value, "Long of 64 bits, or Integer or BigInteger from 0 to 2^64 - 1");
  }

  private IllegalArgumentException wrong(int column, Object value, String expected) {
    String shown = value instanceof Number ? " " + value : "";
    return new IllegalArgumentException(
        "column "
            + info.schema.name(column)
            + " of type "
            + info.schema.type(column)
            + " got a "
            + value.getClass().getName()
            + shown
            + " (expected "
            + expected
            + ")");
  }

  // ---- Calls

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
