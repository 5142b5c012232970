package io.rowkey;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;

/** Decimals of any scales as numbers of 128 bits of one scale. */
final class Decimals {
  private static final int LOW = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 0 : 1;

  private Decimals() {}

  /** The least scale that keeps all digits, but 0 where these are whole numbers. */
  static int scale(BigDecimal... values) {
    int scale = 0;
    for (BigDecimal value : values) {
      if (value != null) {
        scale = Math.max(scale, value.stripTrailingZeros().scale());
      }
    }
    return scale;
  }

  /** Two words for each value. Those of a null are 0. */
  static long[] words(String column, BigDecimal[] values, int scale) {
    long[] words = new long[2 * values.length];
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        BigInteger digits = digits(column, i, values[i], scale);
        words[2 * i + LOW] = digits.longValue();
        words[2 * i + 1 - LOW] = digits.shiftRight(64).longValue();
      }
    }
    return words;
  }

  private static BigInteger digits(String column, int row, BigDecimal value, int scale) {
    // Of 128 bits are at most 39 digits: larger numbers are not written out.
    if (scale <= Tag.MOST_SCALE && value.precision() - (long) value.scale() + scale <= 40) {
      BigInteger digits = value.setScale(scale).unscaledValue();
      if (digits.bitLength() < 128) {
        return digits;
      }
    }
    throw new IllegalArgumentException(
        "row "
            + row
            + " of column "
            + column
            + ": "
            + value
            + " with "
            + scale
            + " digits after the point (expected at most 76 of them, and 128 bits)");
  }
}
