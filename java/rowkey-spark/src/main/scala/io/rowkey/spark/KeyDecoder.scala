package io.rowkey.spark

import io.rowkey.{Record, Recovery, RowKeyLayout}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Gets columns back from keys. Thread-safe. */
private[spark] final class KeyDecoder(layout: RowKeyLayout, wanted: StructType) {
  private val places = wanted.fieldNames.map(layout.schema.indexOf(_))
  private val readers: Array[(Record, Int) => Any] = places.map { place => reader(place) }

  private def reader(place: Int): (Record, Int) => Any = {
    val column = layout.schema.`type`(place)
    KeyColumn.sparkTypeOf(column) match {
      case LongType               => _.getLong(_)
      case DoubleType | FloatType => _.get(_)
      case BooleanType            => _.getLong(_) != 0
      case TimestampType =>
        val unit = column.timeUnit.get
        val name = layout.schema.name(place)
        (record, i) => Times.micros(record.getLong(i), unit, name)
      case d: DecimalType if d.scale == 0 && d.precision == 20 =>
        (record, i) => Decimal(BigDecimal(java.lang.Long.toUnsignedString(record.getLong(i))), 20, 0)
      case d: DecimalType                => (record, i) => Decimal(record.getLong(i), d.precision, d.scale)
      case _ if column == column.storage => (record, i) => UTF8String.fromBytes(record.getBytes(i))
      case _                             => (record, i) => UTF8String.fromString(record.getString(i))
    }
  }

  /** Puts the wanted columns of a key into the first places of a row. */
  def decode(key: Array[Byte], row: Array[Any]): Unit =
    if (places.nonEmpty) {
      val record = layout.decode(key)
      var i = 0
      while (i < places.length) {
        row(i) = if (record.isNull(places(i))) null else readers(i)(record, places(i))
        i += 1
      }
    }

  /** The wanted columns of a key. */
  def decode(key: Array[Byte]): InternalRow = {
    val row = new Array[Any](places.length)
    decode(key, row)
    new GenericInternalRow(row)
  }
}

private[spark] object KeyDecoder {

  /** The columns that come back from the keys of a layout. */
  def schema(layout: RowKeyLayout): StructType = {
    val columns = layout.schema
    StructType(
      (0 until columns.size)
        .filter(i => layout.recovery(columns.name(i)) == Recovery.RECOVERED)
        .map(i => StructField(columns.name(i), KeyColumn.sparkTypeOf(columns.`type`(i))))
    )
  }
}
