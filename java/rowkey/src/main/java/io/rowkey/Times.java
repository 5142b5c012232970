package io.rowkey;

import java.sql.Time;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;

/** Instants and dates of Java, and counts of a unit. */
final class Times {
  private static final long[] IN_A_SECOND = {0, 1, 1_000, 1_000_000, 1_000_000_000};

  private Times() {}

  /** What loads java.sql: only dates of a class of it do. */
  private static final class Sql {
    static Object plain(Date date) {
      return date instanceof java.sql.Date
          ? ((java.sql.Date) date).toLocalDate()
          : date instanceof Time ? null : date.toInstant();
    }
  }

  /** The value as an {@link Instant} or a {@link LocalDate}; null where it is neither. */
  static Object plain(Object value) {
    if (value instanceof Instant || value instanceof LocalDate) {
      return value;
    }
    if (value instanceof OffsetDateTime) {
      return ((OffsetDateTime) value).toInstant();
    }
    if (value instanceof ZonedDateTime) {
      return ((ZonedDateTime) value).toInstant();
    }
    if (value instanceof LocalDateTime) {
      return ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
    }
    if (value instanceof Date) {
      return value.getClass() == Date.class ? ((Date) value).toInstant() : Sql.plain((Date) value);
    }
    return null;
  }

  /** The largest unit that the instant is a whole number of. */
  static int unit(Instant instant) {
    int unit = 1;
    while (instant.getNano() % (1_000_000_000 / IN_A_SECOND[unit]) != 0) {
      unit++;
    }
    return unit;
  }

  /** A whole number of the unit; {@link ArithmeticException} when a long does not hold it. */
  static long count(int unit, Instant instant) {
    long parts = IN_A_SECOND[unit];
    long seconds = instant.getEpochSecond();
    long part = instant.getNano() / (1_000_000_000 / parts);
    // Before 1970 the seconds are rounded down: the part of one is taken from the next, which
    // does not overflow.
    if (seconds < 0 && part > 0) {
      return Math.addExact(Math.multiplyExact(seconds + 1, parts), part - parts);
    }
    return Math.addExact(Math.multiplyExact(seconds, parts), part);
  }

  static Instant instant(int unit, long count) {
    long parts = IN_A_SECOND[unit];
    return Instant.ofEpochSecond(
        Math.floorDiv(count, parts), Math.floorMod(count, parts) * (1_000_000_000 / parts));
  }
}
