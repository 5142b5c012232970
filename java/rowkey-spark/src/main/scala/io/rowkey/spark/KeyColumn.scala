package io.rowkey.spark

import io.rowkey.ColumnType
import java.time.LocalDate
import java.util.concurrent.TimeUnit
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

/**
 * A field of Spark's rows that is a column of a layout: what its values are, and how they get there. The library converts
 * them to the column's type, exactly or with an error of the row.
 */
private[spark] final case class KeyColumn(name: String, sparkType: DataType, columnType: ColumnType) {
  val kind: KeyColumn.Kind = sparkType match {
    case StringType                                    => if (isKeptAsText) KeyColumn.Texts else KeyColumn.Parsed
    case BinaryType                                    => KeyColumn.Bytes
    case ByteType | ShortType | IntegerType | LongType => KeyColumn.Longs
    case TimestampType | TimestampNTZType              => KeyColumn.Instants
    case DateType                                      => KeyColumn.Dates
    case BooleanType                                   => KeyColumn.Booleans
    case d: DecimalType if d.precision <= Decimal.MAX_LONG_DIGITS => KeyColumn.Decimals(d.scale)
    case _: DecimalType                                           => KeyColumn.WideDecimals
    case DoubleType                                               => KeyColumn.Doubles
    case FloatType                                                => KeyColumn.Floats
    case _ =>
      throw new IllegalArgumentException(
        s"column $name of Spark's type ${sparkType.sql} cannot be a $columnType (expected another type of Spark, or a cast)"
      )
  }

  /** Whether the column is of plain text or bytes. */
  private def isKeptAsText: Boolean =
    columnType == columnType.storage && !KeyColumn.Numbers.contains(columnType)

  /** The number that stands for the value at a place of a row, of `Longs`, `Instants` and `Decimals`. */
  def long(row: InternalRow, place: Int): Long = sparkType match {
    case IntegerType    => unsigned(row.getInt(place).toLong)
    case ShortType      => unsigned(row.getShort(place).toLong)
    case ByteType       => unsigned(row.getByte(place).toLong)
    case LongType       => unsigned(row.getLong(place))
    case d: DecimalType => row.getDecimal(place, d.precision, d.scale).toUnscaledLong
    case _              => row.getLong(place)
  }

  /** The library takes a `long` of a `u64` as its 64 bits. */
  private def unsigned(value: Long): Long = {
    if (value < 0 && columnType == ColumnType.U64) {
      throw new IllegalArgumentException(s"$value of column $name is negative (expected a $columnType)")
    }
    value
  }

  def decimal(row: InternalRow, place: Int): java.math.BigDecimal = {
    val d = sparkType.asInstanceOf[DecimalType]
    row.getDecimal(place, d.precision, d.scale).toJavaBigDecimal
  }

  /** The value at a place of a row, as `RowKeyLayout.key` takes it. */
  def value(row: InternalRow, place: Int): AnyRef =
    if (row.isNullAt(place)) {
      null
    } else {
      kind match {
        case KeyColumn.Longs                                => Long.box(long(row, place))
        case KeyColumn.Instants                             => Times.instant(row.getLong(place))
        case KeyColumn.Dates                                => LocalDate.ofEpochDay(row.getInt(place).toLong)
        case KeyColumn.Booleans                             => Boolean.box(row.getBoolean(place))
        case KeyColumn.Decimals(_) | KeyColumn.WideDecimals => decimal(row, place)
        case KeyColumn.Doubles                              => Double.box(row.getDouble(place))
        case KeyColumn.Floats                               => Float.box(row.getFloat(place))
        case KeyColumn.Bytes                                => row.getBinary(place)
        case KeyColumn.Texts                                => row.getUTF8String(place).getBytes
        case KeyColumn.Parsed                               => row.getUTF8String(place).toString
      }
    }
}

private[spark] object KeyColumn {

  /** What values are. */
  sealed trait Kind
  case object Longs extends Kind
  case object Instants extends Kind
  case object Dates extends Kind
  case object Booleans extends Kind
  final case class Decimals(scale: Int) extends Kind
  case object WideDecimals extends Kind
  case object Doubles extends Kind
  case object Floats extends Kind
  case object Texts extends Kind
  case object Bytes extends Kind
  case object Parsed extends Kind

  private val Numbers = Seq(ColumnType.I64, ColumnType.U64, ColumnType.F64, ColumnType.F32)
  val Unsigned: DecimalType = DecimalType(20, 0)

  /** The type of a column for a type of Spark, unless it is said otherwise. */
  def typeOf(sparkType: DataType): Option[ColumnType] = sparkType match {
    case ByteType | ShortType | IntegerType | LongType        => Some(ColumnType.I64)
    case StringType | BinaryType                              => Some(ColumnType.TEXT)
    case DoubleType                                           => Some(ColumnType.F64)
    case FloatType                                            => Some(ColumnType.F32)
    case BooleanType                                          => Some(ColumnType.parse("bool"))
    case DateType                                             => Some(ColumnType.TIME_S)
    case TimestampType | TimestampNTZType                     => Some(ColumnType.TIME_US)
    case d: DecimalType if d == Unsigned || d.precision <= 18 => Some(ofDecimal(d))
    case _                                                    => None
  }

  private def ofDecimal(d: DecimalType): ColumnType =
    if (d == Unsigned) ColumnType.U64 else ColumnType.parse(s"decimal(${d.scale})")

  private val TypesOfTimes = Seq(TimestampType, TimestampNTZType, DateType)

  /** The types in which Spark can get the values of a column back from keys: the first one unless another is declared. */
  def sparkTypesOf(column: ColumnType): Seq[DataType] = {
    val usual = sparkTypeOf(column)
    usual +: (if (column.timeUnit.isPresent) TypesOfTimes.filter(_ != usual) else Nil)
  }

  private def sparkTypeOf(column: ColumnType): DataType = column.storage match {
    case ColumnType.F64                => DoubleType
    case ColumnType.F32                => FloatType
    case _ if column == ColumnType.I64 => LongType
    case _ if column == ColumnType.U64 => Unsigned
    // Spark's times have no nanoseconds.
    case _ if column.timeUnit.isPresent =>
      if (column.timeUnit.get == TimeUnit.NANOSECONDS) LongType else TimestampType
    case _ if column.toString == "bool" => BooleanType
    case ColumnType.I64                 => DecimalType(18, column.toString.filter(_.isDigit).toInt)
    case _                              => StringType
  }
}
