package io.rowkey;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** What is known of a compiled layout, shared with all that is made from it. */
final class LayoutInfo {
  final NativeHandle handle;
  final String template;
  final Schema schema;

  /** Of every key in bytes, or -1. */
  final int keyWidth;

  private final boolean[] uses;
  private final Recovery[] recoveries;
  private final boolean[] recoversNulls;

  LayoutInfo(NativeHandle handle, String template, byte[] described) {
    this.handle = handle;
    this.template = template;
    Wire wire = new Wire(described);
    keyWidth = (int) wire.number64();
    int count = wire.number32();
    String[] names = new String[count];
    ColumnType[] types = new ColumnType[count];
    uses = new boolean[count];
    recoveries = new Recovery[count];
    recoversNulls = new boolean[count];
    for (int i = 0; i < count; i++) {
      names[i] = wire.text();
      types[i] = ColumnType.read(wire);
      uses[i] = wire.flag();
      recoveries[i] = Recovery.values()[wire.number8()];
      recoversNulls[i] = wire.flag();
    }
    schema = new Schema(names, types);
  }

  void checkSchema(Schema expected) {
    if (!schema.equals(expected)) {
      throw new IllegalArgumentException(
          "a layout of " + schema + " (expected one of " + expected + ")");
    }
  }

  boolean uses(int column) {
    return uses[column];
  }

  Recovery recovery(int column) {
    return recoveries[column];
  }

  boolean recoversNulls(int column) {
    return recoversNulls[column];
  }

  /** The bytes that the slots of a row take. */
  int slots() {
    return schema.size() * RowSession.SLOT;
  }

  private byte[] write(int column, byte[] value) {
    long layout = handle.enter();
    try {
      return Native.writeValue(layout, column, value);
    } finally {
      handle.leave();
    }
  }

  /** A value as text: of its bits, or, of text, of its bytes. */
  String string(int column, long bits, byte[] bytes) {
    ColumnType type = schema.type(column);
    if (type.isConverted) {
      byte[] value =
          type.code == ColumnType.CODE_TEXT
              ? bytes
              : ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(bits).array();
      return new String(write(column, value), StandardCharsets.UTF_8);
    }
    switch (type.code) {
      case ColumnType.CODE_TEXT:
        return Utf8.decode(bytes);
      case ColumnType.CODE_U64:
        return Long.toUnsignedString(bits);
      case ColumnType.CODE_F64:
        return Double.toString(Double.longBitsToDouble(bits));
      case ColumnType.CODE_F32:
        return Float.toString(Float.intBitsToFloat((int) bits));
      default:
        return Long.toString(bits);
    }
  }
}
