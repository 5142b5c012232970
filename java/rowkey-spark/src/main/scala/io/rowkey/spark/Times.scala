package io.rowkey.spark

import java.time.{Instant, LocalDate, LocalDateTime, ZoneOffset}
import java.util.concurrent.TimeUnit
import org.apache.spark.sql.types.{DataType, DateType, TimestampNTZType, TimestampType}

/**
 * Times of Spark, none of which depends on a zone: microseconds since 1970, and days. A date is its beginning in UTC, a
 * timestamp without a zone is one of UTC.
 */
private[spark] object Times {
  private val MicrosOfSecond = TimeUnit.SECONDS.toMicros(1)
  private val NanosOfSecond = TimeUnit.SECONDS.toNanos(1)
  private val NanosOfMicro = TimeUnit.MICROSECONDS.toNanos(1)

  def instant(micros: Long): Instant =
    Instant.ofEpochSecond(
      Math.floorDiv(micros, MicrosOfSecond),
      Math.floorMod(micros, MicrosOfSecond) * NanosOfMicro
    )

  def instantOfNanos(nanos: Long): Instant =
    Instant.ofEpochSecond(Math.floorDiv(nanos, NanosOfSecond), Math.floorMod(nanos, NanosOfSecond))

  def instantOfDay(day: Int): Instant = Instant.ofEpochSecond(day * TimeUnit.DAYS.toSeconds(1))

  /** The timestamp of Spark that is a count of a unit, exactly. */
  def micros(count: Long, unit: TimeUnit, column: String): Long =
    if (unit == TimeUnit.NANOSECONDS) {
      if (Math.floorMod(count, NanosOfMicro) != 0) {
        throw notExactly(count, unit, column, "a timestamp of Spark", "whole microseconds, or BIGINT")
      }
      Math.floorDiv(count, NanosOfMicro)
    } else {
      try Math.multiplyExact(count, unit.toMicros(1))
      catch {
        case _: ArithmeticException =>
          throw notExactly(count, unit, column, "a timestamp of Spark", "years to 294247")
      }
    }

  /** The date that begins in UTC at a count of a unit, exactly. */
  def day(count: Long, unit: TimeUnit, column: String): Int = {
    val unitsOfDay = unit.convert(1, TimeUnit.DAYS)
    val day = Math.floorDiv(count, unitsOfDay)
    if (Math.floorMod(count, unitsOfDay) != 0) {
      throw notExactly(count, unit, column, "a date", "00:00:00 UTC, or TIMESTAMP in the schema")
    }
    if (day != day.toInt) {
      throw notExactly(count, unit, column, "a date of Spark", "years to 5881580")
    }
    day.toInt
  }

  private def notExactly(count: Long, unit: TimeUnit, column: String, what: String, expected: String) =
    new IllegalArgumentException(
      s"$count ${unit.toString.toLowerCase} of column $column are not $what (expected $expected)"
    )

  /** A value of Spark as messages show it: that of a time in UTC, whatever the zone of the session. */
  def shown(value: Any, dataType: DataType): Any = (value, dataType) match {
    case (day: Int, DateType)             => LocalDate.ofEpochDay(day.toLong)
    case (micros: Long, TimestampType)    => instant(micros)
    case (micros: Long, TimestampNTZType) => LocalDateTime.ofInstant(instant(micros), ZoneOffset.UTC)
    case (other, _)                       => other
  }
}
