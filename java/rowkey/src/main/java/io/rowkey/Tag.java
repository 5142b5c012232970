package io.rowkey;

/**
 * What a value is, as {@code rowkey/values.h} has it: its kind, the form that it lies in, and its
 * unit or scale.
 */
final class Tag {
  static final int INTEGER = 2 | 4 << 8;
  static final int UNSIGNED = 2 | 8 << 8;
  static final int FLOAT32 = 3 | 12 << 8;
  static final int FLOAT64 = 3 | 13 << 8;
  static final int DATE = 6 | 4 << 8;
  static final int DATE32 = 6 | 3 << 8;
  static final int BOOL = 7 | 8 << 8;
  static final int BOOL8 = 7 | 5 << 8;
  static final int TEXT = 8;
  static final int BYTES = 9;
  static final int UUID = 10;

  /** The most digits after the point, or zeros before it, that a tag can tell. */
  static final int MOST_SCALE = 76;

  private static final int DECIMAL = 4 | 4 << 8;
  private static final int UNSIGNED_DECIMAL = 4 | 8 << 8;
  private static final int WIDE_DECIMAL = 4 | 9 << 8;
  private static final int INSTANT = 5 | 4 << 8;

  private Tag() {}

  /** A number of so many digits after the point; of fewer than none, of zeros before it. */
  static int decimal(int scale, boolean isUnsigned) {
    return (isUnsigned ? UNSIGNED_DECIMAL : DECIMAL) | (scale & 0xff) << 16;
  }

  /** The same of 128 bits. */
  static int wideDecimal(int scale) {
    return WIDE_DECIMAL | (scale & 0xff) << 16;
  }

  /** A count of the unit, 1 to 4 of seconds to nanoseconds, since 1970-01-01T00:00:00Z. */
  static int instant(int unit) {
    return INSTANT | unit << 16;
  }
}
