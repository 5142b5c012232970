package io.rowkey.spark

import java.util.concurrent.TimeUnit

/** Instants of Spark, microseconds since 1970, and those of layouts, in a unit of their own. */
private[spark] object Times {
  val MicrosOfDay: Long = TimeUnit.DAYS.toMicros(1)

  /** The instant in another unit, exactly. */
  def count(micros: Long, unit: TimeUnit, column: String): Long =
    if (unit == TimeUnit.NANOSECONDS) {
      try Math.multiplyExact(micros, 1000L)
      catch {
        case _: ArithmeticException =>
          throw new IllegalArgumentException(
            s"$micros microseconds of column $column are no time in nanoseconds (expected years 1678 to 2261)"
          )
      }
    } else {
      val size = unit.toMicros(1)
      val count = Math.floorDiv(micros, size)
      if (count * size != micros) {
        throw new IllegalArgumentException(
          s"$micros microseconds of column $column have digits beyond ${unit.toString.toLowerCase} " +
            "(expected date_trunc before, or a type with a smaller unit)"
        )
      }
      count
    }

  /** The instant of Spark, exactly, for a unit of microseconds or more. */
  def micros(count: Long, unit: TimeUnit, column: String): Long =
    try Math.multiplyExact(count, unit.toMicros(1))
    catch {
      case _: ArithmeticException =>
        throw new IllegalArgumentException(
          s"$count ${unit.toString.toLowerCase} of column $column are no timestamp of Spark (expected years to 294247)"
        )
    }
}
