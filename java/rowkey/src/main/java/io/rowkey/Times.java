package io.rowkey;

import java.time.Instant;

/** Instants as counts of a column's unit. */
final class Times {
  private static final long[] IN_A_SECOND = {0, 1, 1_000, 1_000_000, 1_000_000_000};
  private static final String[] NAMES = {
    "", "seconds", "milliseconds", "microseconds", "nanoseconds"
  };

  private Times() {}

  static long count(String column, int unit, Instant instant) {
    long parts = IN_A_SECOND[unit];
    long nanos = 1_000_000_000 / parts;
    if (instant.getNano() % nanos != 0) {
      throw new IllegalArgumentException(
          "column " + column + ": " + instant + " is no whole number of " + NAMES[unit]);
    }
    try {
      // Before 1970 the seconds are rounded down: the part of one is taken from the next, which
      // does not overflow.
      long seconds = instant.getEpochSecond();
      long part = instant.getNano() / nanos;
      if (seconds < 0 && part > 0) {
        return Math.addExact(Math.multiplyExact(seconds + 1, parts), part - parts);
      }
      return Math.addExact(Math.multiplyExact(seconds, parts), part);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "column " + column + ": " + instant + " is more " + NAMES[unit] + " than a long holds");
    }
  }

  static Instant instant(int unit, long count) {
    long parts = IN_A_SECOND[unit];
    return Instant.ofEpochSecond(
        Math.floorDiv(count, parts), Math.floorMod(count, parts) * (1_000_000_000 / parts));
  }
}
