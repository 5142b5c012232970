package io.rowkey.spark

import io.rowkey.ColumnType
import java.util.concurrent.TimeUnit
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

/** A field of Spark's rows that is a column of a layout: what type it is there, and how its values get there. */
private[spark] final case class KeyColumn(name: String, sparkType: DataType, columnType: ColumnType) {
  private val stored = columnType.storage
  private val unit = Option(columnType.timeUnit.orElse(null))

  /** Whether the layout reads values as text, such as those of `time(ms)` and `uuid`. */
  val isParsed: Boolean = sparkType == StringType && columnType != stored

  val kind: KeyColumn.Kind = sparkType match {
    case StringType if isParsed                                                                   => KeyColumn.Parsed
    case StringType if isText                                                                     => KeyColumn.Texts
    case BinaryType if isText                                                                     => KeyColumn.Bytes
    case ByteType | ShortType | IntegerType | LongType if isInteger                               => KeyColumn.Longs
    case TimestampType | TimestampNTZType | DateType if unit.isDefined                            => KeyColumn.Longs
    case BooleanType if stored == ColumnType.U64                                                  => KeyColumn.Longs
    case d: DecimalType if isInteger && d.precision <= 20 && columnType == KeyColumn.ofDecimal(d) => KeyColumn.Longs
    case DoubleType if stored == ColumnType.F64                                                   => KeyColumn.Doubles
    case FloatType if stored == ColumnType.F32                                                    => KeyColumn.Floats
    case _ =>
      throw new IllegalArgumentException(
        s"column $name of Spark's type ${sparkType.sql} cannot be a $columnType (expected " +
          s"${KeyColumn.typeOf(sparkType).getOrElse("another type of Spark")}, or a cast)"
      )
  }

  private def isText = stored.toString.startsWith("text")
  private def isInteger = stored == ColumnType.I64 || stored == ColumnType.U64

  /** The number that the column holds for the value at a place of a row, of `Longs`. */
  def long(row: InternalRow, place: Int): Long = sparkType match {
    case LongType       => unsigned(row.getLong(place))
    case IntegerType    => unsigned(row.getInt(place).toLong)
    case ShortType      => unsigned(row.getShort(place).toLong)
    case ByteType       => unsigned(row.getByte(place).toLong)
    case BooleanType    => if (row.getBoolean(place)) 1 else 0
    case DateType       => Times.count(row.getInt(place) * Times.MicrosOfDay, unit.get, name)
    case d: DecimalType => decimal(row.getDecimal(place, d.precision, d.scale))
    case _              => Times.count(row.getLong(place), unit.get, name)
  }

  private def unsigned(value: Long): Long = {
    if (value < 0 && stored == ColumnType.U64) {
      throw new IllegalArgumentException(s"$value of column $name is negative (expected a $columnType)")
    }
    value
  }

  private def decimal(value: Decimal): Long =
    if (stored == ColumnType.I64) {
      value.toUnscaledLong
    } else {
      val number = value.toJavaBigDecimal.toBigIntegerExact
      if (number.signum < 0 || number.bitLength > 64) {
        throw new IllegalArgumentException(s"$number of column $name is no $columnType (expected 0 to 2^64 - 1)")
      }
      number.longValue
    }

  /** The value at a place of a row, as `RowKeyLayout.key` takes it. */
  def value(row: InternalRow, place: Int): AnyRef =
    if (row.isNullAt(place)) {
      null
    } else {
      kind match {
        case KeyColumn.Longs   => Long.box(long(row, place))
        case KeyColumn.Doubles => Double.box(row.getDouble(place))
        case KeyColumn.Floats  => Float.box(row.getFloat(place))
        case KeyColumn.Texts   => row.getUTF8String(place).getBytes
        case KeyColumn.Bytes   => row.getBinary(place)
        case KeyColumn.Parsed  => row.getUTF8String(place).toString
      }
    }
}

private[spark] object KeyColumn {

  /** What holds the values of a column in a batch. */
  sealed trait Kind
  case object Longs extends Kind
  case object Doubles extends Kind
  case object Floats extends Kind
  case object Texts extends Kind
  case object Bytes extends Kind
  case object Parsed extends Kind

  private val Unsigned = DecimalType(20, 0)

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

  /** The type in which Spark gets the values of a column back from keys. */
  def sparkTypeOf(column: ColumnType): DataType = column.storage match {
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
