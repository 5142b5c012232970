package io.rowkey.spark

import io.rowkey.{ColumnType, Recovery, RowKeyLayout}
import java.math.BigDecimal
import java.time.Instant
import java.util.concurrent.TimeUnit
import org.apache.spark.sql.connector.expressions.{Expression, Literal, NamedReference}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** A condition on a column of a layout, as the layout reads it. */
private[spark] final case class KeyCondition(column: String, text: String)

/**
 * Filters of Spark as conditions of a layout. What they let through is never less than what Spark's filter does: where the
 * two would compare in another order, as with floating-point numbers and the text of addresses, there is no condition.
 */
private[spark] final class KeyConditions(layout: RowKeyLayout, columns: Seq[ReadColumn]) {
  import KeyConditions._

  /** The conditions that each row of the filter meets. */
  def of(filter: Predicate): Found = (filter.name, filter.children) match {
    case ("AND", Array(left: Predicate, right: Predicate)) =>
      val both = Seq(of(left), of(right))
      Found(both.flatMap(_.conditions), both.forall(_.isWhole))
    case _ =>
      val found = single(filter)
      Found(found.toSeq, found.isDefined)
  }

  private def single(filter: Predicate): Option[KeyCondition] = (filter.name, filter.children) match {
    case ("IN", Array(column: NamedReference, values @ _*))       => in(column, values)
    case (name, Array(column: NamedReference, value: Literal[_])) => compare(column, name, value)
    case (name, Array(value: Literal[_], column: NamedReference)) =>
      Turned.get(name).flatMap(compare(column, _, value))
    case _ => None
  }

  private def find(reference: NamedReference): Option[Column] =
    for {
      column <- columns.find(column => reference.fieldNames.sameElements(Array(column.field.name)))
      name <- column.ofKey.map(_.name) if layout.recovery(name) == Recovery.RECOVERED
    } yield Column(name, layout.schema.`type`(layout.schema.indexOf(name)), column.field.dataType)

  private def compare(reference: NamedReference, operator: String, value: Literal[_]): Option[KeyCondition] =
    find(reference).flatMap { column =>
      val comparison = operator match {
        case "=" | "<=>"             => text(column, value).map(text => s"= $text")
        case "<" | "<=" | ">" | ">=" => ordered(column, operator, value)
        case "STARTS_WITH"           => begins(column, value)
        case _                       => None
      }
      comparison.map(column.condition)
    }

  private def ordered(column: Column, operator: String, value: Literal[_]): Option[String] =
    if (!isOrdered(column.of)) {
      None
    } else {
      // A time may lie between two of the column's unit.
      def beside = instant(column, value).flatMap(instant => time(column.of, floor(column.of.timeUnit.get, instant)))
      text(column, value)
        .map(text => s"$operator $text")
        .orElse(beside.map(text => s"${if (operator.head == '<') "<=" else ">"} $text"))
    }

  private def begins(column: Column, value: Literal[_]): Option[String] = value.value match {
    case text: UTF8String if text.numBytes > 0 && column.of == ColumnType.TEXT => Some(s"begins ${quote(text)}")
    case _                                                                     => None
  }

  private def in(reference: NamedReference, values: Seq[Expression]): Option[KeyCondition] =
    find(reference).flatMap { column =>
      val texts = values.flatMap {
        case value: Literal[_] if value.value == null => None
        case value: Literal[_]                        => Some(text(column, value))
        case _                                        => Some(None)
      }
      if (texts.isEmpty || texts.contains(None)) None
      else Some(column.condition(s"in (${texts.flatten.mkString(", ")})"))
    }

  /** A value as the type of the column reads it, if it is one. */
  private def text(column: Column, value: Literal[_]): Option[String] = value.value match {
    case number: Long if column.of == ColumnType.I64 => Some(number.toString)
    case number: Decimal if column.of == ColumnType.U64 =>
      Some(number.toJavaBigDecimal)
        .filter(n => n.signum >= 0 && n.stripTrailingZeros.scale <= 0)
        .map(_.toBigInteger.toString)
    case number: Decimal    => Some(number.toJavaBigDecimal.toPlainString)
    case flag: Boolean      => Some(flag.toString)
    case string: UTF8String => Some(quote(string))
    // Spark and keys order -0.0 and NaN in other ways.
    case _ => instant(column, value).flatMap(time(column.of, _))
  }
}

private[spark] object KeyConditions {

  /** What a filter asks of keys: `isWhole` where nothing but that. */
  final case class Found(conditions: Seq[KeyCondition], isWhole: Boolean)

  private val PlainName = "[A-Za-z_][A-Za-z_0-9]*"

  /** A column of the key, and the type that Spark has for it. */
  private final case class Column(name: String, of: ColumnType, dataType: DataType) {
    def condition(comparison: String): KeyCondition =
      KeyCondition(name, s"${if (name.matches(PlainName)) name else s"`$name`"} $comparison")
  }

  /** What a comparison is when its sides change places. */
  private val Turned = Map("=" -> "=", "<=>" -> "<=>", "<" -> ">", "<=" -> ">=", ">" -> "<", ">=" -> "<=")

  /** Whether values sort as what Spark gets of them does. */
  private def isOrdered(column: ColumnType): Boolean =
    column == column.storage || column.timeUnit.isPresent || column.toString.startsWith("decimal")

  private def isEpoch(column: ColumnType) = column.toString.startsWith("epoch")

  /** The instant that a value of a column of times is: Spark's own numbers, which depend on no zone. */
  private def instant(column: Column, value: Literal[_]): Option[Instant] =
    (value.value, column.dataType) match {
      case _ if !column.of.timeUnit.isPresent || value.dataType != column.dataType => None
      case (day: Int, DateType)                                                    => Some(Times.instantOfDay(day))
      case (micros: Long, TimestampType | TimestampNTZType)                        => Some(Times.instant(micros))
      case (nanos: Long, LongType)                                                 => Some(Times.instantOfNanos(nanos))
      case _                                                                       => None
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

  private def floor(unit: TimeUnit, instant: Instant): Instant =
    instant.minusNanos(Math.floorMod(instant.getNano.toLong, unit.toNanos(1)))

  private def quote(text: UTF8String): String =
    text.getBytes
      .map {
        case b @ ('"' | '\\')          => s"\\${b.toChar}"
        case b if b >= ' ' && b < 0x7f => b.toChar.toString
        case b                         => f"\\x$b%02x"
      }
      .mkString("\"", "", "\"")
}
