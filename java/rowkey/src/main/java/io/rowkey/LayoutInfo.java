package io.rowkey;

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
      types[i] = ColumnType.of(wire.number8(), wire.number8(), wire.number32(), wire.text());
      uses[i] = wire.flag();
      recoveries[i] = Recovery.values()[wire.number8()];
      recoversNulls[i] = wire.flag();
    }
    schema = new Schema(names, types);
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

  byte[] convert(int column, byte[] value, boolean read) {
    long layout = handle.enter();
    try {
      return Native.convert(layout, column, value, read);
    } finally {
      handle.leave();
    }
  }
}
