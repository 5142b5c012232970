package io.rowkey.arrow;

/** The type of a vector of keys. */
public enum KeyFormat {
  /** A {@code FixedSizeBinaryVector}, for layouts whose keys have one width. */
  FIXED_SIZE_BINARY(1),
  /** A {@code VarBinaryVector}: at most 2<sup>31</sup> - 1 bytes of keys a batch. */
  BINARY(2),
  /** A {@code LargeVarBinaryVector}, whose offsets have 64 bits. */
  LARGE_BINARY(3);

  /** What C calls it. */
  final int code;

  KeyFormat(int code) {
    this.code = code;
  }
}
