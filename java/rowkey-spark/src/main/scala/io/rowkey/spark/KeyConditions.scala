package io.rowkey.spark

import io.rowkey.{ColumnType, Recovery, RowKeyLayout}
import java.math.BigDecimal
import java.nio.charset.StandardCharsets.UTF_8
import java.sql.Timestamp
import java.time.Instant
import java.util.concurrent.TimeUnit
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.sources._

/**
 * Filters of Spark as conditions of a layout. What they let through is never less than what Spark's filter does: where the
 * two would compare in another order, as with floating-point numbers and the text of addresses, there is no condition.
 */
private[spark] object KeyConditions {

  /** The conditions that each row of the filter meets. */
  def of(filter: Filter, layout: RowKeyLayout): Seq[String] = filter match {
    case And(left, right)                            => of(left, layout) ++ of(right, layout)
    case EqualTo(name, value)                        => one(layout, name, "=", value)
    case EqualNullSafe(name, value) if value != null => one(layout, name, "=", value)
    case GreaterThan(name, value)                    => ordered(layout, name, ">", value)
    case GreaterThanOrEqual(name, value)             => ordered(layout, name, ">=", value)
    case LessThan(name, value)                       => ordered(layout, name, "<", value)
    case LessThanOrEqual(name, value)                => ordered(layout, name, "<=", value)
    case In(name, values)                            => in(layout, name, values.filter(_ != null))
    case StringStartsWith(name, value) if value.nonEmpty && typeOf(layout, name).contains(ColumnType.TEXT) =>
      Seq(s"$name begins ${quote(value)}")
    case _ => Nil
  }

  private def typeOf(layout: RowKeyLayout, name: String): Option[ColumnType] = {
    val schema = layout.schema
    if (schema.names.contains(name) && layout.recovery(name) == Recovery.RECOVERED) {
      Some(schema.`type`(schema.indexOf(name)))
    } else {
      None
    }
  }

  private def one(layout: RowKeyLayout, name: String, operator: String, value: Any): Seq[String] =
    typeOf(layout, name).flatMap(text(_, value)).map(text => s"$name $operator $text").toSeq

  private def ordered(layout: RowKeyLayout, name: String, operator: String, value: Any): Seq[String] =
    typeOf(layout, name) match {
      case Some(column) if isOrdered(column) =>
        val exact = text(column, value).map(operator -> _)
        // A time between two of the column's unit.
        val found = exact.orElse(
          floor(column, value).flatMap(text(column, _)).map((if (operator.head == '<') "<=" else ">") -> _)
        )
        found.map { case (operator, text) => s"$name $operator $text" }.toSeq
      case _ => Nil
    }

  private def in(layout: RowKeyLayout, name: String, values: Array[Any]): Seq[String] =
    typeOf(layout, name).toSeq.flatMap { column =>
      val texts = values.map(text(column, _))
      if (texts.isEmpty || texts.contains(None)) Nil else Seq(s"$name in (${texts.flatten.mkString(", ")})")
    }

  /** Whether values sort as what Spark gets of them does. */
  private def isOrdered(column: ColumnType): Boolean =
    column == column.storage || column.timeUnit.isPresent || column.toString.startsWith("decimal")

  private def isEpoch(column: ColumnType) = column.toString.startsWith("epoch")

  /** A value as the type of the column reads it, if it is one. */
  private def text(column: ColumnType, value: Any): Option[String] = value match {
    case number: Long if column == ColumnType.I64 => Some(number.toString)
    case nanos: Long if column.timeUnit.isPresent =>
      time(column, Instant.ofEpochSecond(Math.floorDiv(nanos, 1000000000L), Math.floorMod(nanos, 1000000000L)))
    case number: BigDecimal if column == ColumnType.U64 =>
      Some(number).filter(n => n.signum >= 0 && n.stripTrailingZeros.scale <= 0).map(_.toBigInteger.toString)
    case number: BigDecimal => Some(number.toPlainString)
    case local: Timestamp   => time(column, instantOf(local))
    case instant: Instant   => time(column, instant)
    case flag: Boolean      => Some(flag.toString)
    case string: String     => Some(quote(string))
    // Spark and keys order -0.0 and NaN in other ways.
    case _ => None
  }

  private def time(column: ColumnType, instant: Instant): Option[String] = {
    val unit = column.timeUnit.get
    if (floor(unit, instant) != instant) {
      None
    } else if (isEpoch(column)) {
      val nanos =
        BigDecimal.valueOf(instant.getEpochSecond).scaleByPowerOfTen(9).add(BigDecimal.valueOf(instant.getNano.toLong))
      Some(nanos.divide(BigDecimal.valueOf(unit.toNanos(1))).toBigIntegerExact.toString)
    } else if (column.toString.contains("\"")) {
      None
    } else {
      // What it writes of other years is not read.
      Some(instant.toString).filter(_.matches("[0-9]{4}-.*"))
    }
  }

  /** Spark's instant: Java's own would be another one where calendars differ. */
  private def instantOf(local: Timestamp): Instant =
    DateTimeUtils.microsToInstant(DateTimeUtils.fromJavaTimestamp(local))

  private def floor(unit: TimeUnit, instant: Instant): Instant =
    instant.minusNanos(Math.floorMod(instant.getNano.toLong, unit.toNanos(1)))

  private def floor(column: ColumnType, value: Any): Option[Instant] = value match {
    case local: Timestamp => Some(floor(column.timeUnit.get, instantOf(local)))
    case instant: Instant => Some(floor(column.timeUnit.get, instant))
    case _                => None
  }

  private def quote(text: String): String =
    text
      .getBytes(UTF_8)
      .map {
        case b @ ('"' | '\\')          => s"\\${b.toChar}"
        case b if b >= ' ' && b < 0x7f => b.toChar.toString
        case b                         => f"\\x$b%02x"
      }
      .mkString("\"", "", "\"")
}
