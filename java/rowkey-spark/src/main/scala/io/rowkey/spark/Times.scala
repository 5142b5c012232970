package io.rowkey.spark

import java.time.Instant
import java.util.concurrent.TimeUnit

/** Instants of Spark, microseconds since 1970. */
private[spark] object Times {
  private val MicrosOfSecond = TimeUnit.SECONDS.toMicros(1)

  def instant(micros: Long): Instant =
    Instant.ofEpochSecond(Math.floorDiv(micros, MicrosOfSecond), Math.floorMod(micros, MicrosOfSecond) * 1000)

  /** The instant of Spark that is a count of a unit of microseconds or more, exactly. */
  def micros(count: Long, unit: TimeUnit, column: String): Long =
    try Math.multiplyExact(count, unit.toMicros(1))
    catch {
      case _: ArithmeticException =>
        throw new IllegalArgumentException(
          s"$count ${unit.toString.toLowerCase} of column $column are no timestamp of Spark (expected years to 294247)"
        )
    }
}
