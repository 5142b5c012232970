package io.rowkey.spark

import io.rowkey.{Columns, Keys, Record, RowKeyLayout}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Gets columns of a layout back from keys, in the types that are wanted. Thread-safe. */
private[spark] final class KeyDecoder(layout: RowKeyLayout, wanted: StructType) {
  import KeyDecoder._

  private val places = wanted.fieldNames.map(layout.schema.indexOf(_))
  private val readers: Array[(Source, Int) => Any] = wanted.fields.map(reader(_))

  private def reader(field: StructField): (Source, Int) => Any = {
    val column = layout.schema.`type`(layout.schema.indexOf(field.name))
    field.dataType match {
      case LongType    => _.long(_)
      case DoubleType  => _.double(_)
      case FloatType   => _.float(_)
      case BooleanType => _.long(_) != 0
      case TimestampType | TimestampNTZType =>
        val unit = column.timeUnit.get
        (source, i) => Times.micros(source.long(i), unit, field.name)
      case DateType =>
        val unit = column.timeUnit.get
        (source, i) => Times.day(source.long(i), unit, field.name)
      case d: DecimalType if d.scale == 0 && d.precision == 20 =>
        (source, i) => Decimal(BigDecimal(java.lang.Long.toUnsignedString(source.long(i))), 20, 0)
      case d: DecimalType                => (source, i) => Decimal(source.long(i), d.precision, d.scale)
      case _ if column == column.storage => (source, i) => UTF8String.fromBytes(source.bytes(i))
      case _                             => (source, i) => UTF8String.fromString(source.string(i))
    }
  }

  private def read(source: Source, row: Array[Any]): Unit = {
    var i = 0
    while (i < places.length) {
      row(i) = if (source.isNull(places(i))) null else readers(i)(source, places(i))
      i += 1
    }
  }

  /** The wanted columns of a key. */
  def decode(key: Array[Byte]): InternalRow = {
    val row = new Array[Any](places.length)
    read(new OneRecord(layout.decode(key)), row)
    new GenericInternalRow(row)
  }

  /** Decodes many keys in a call. For one thread. */
  def batch(): Batch = new Batch

  final class Batch extends AutoCloseable {
    private val decoder = layout.decoder()
    private val source = new ManyRecords(Layouts.names(layout.schema).toArray)
    private val values = new Array[Any](places.length)
    private val result = new GenericInternalRow(values)

    /** Decodes keys, and forgets those of the last call. */
    def decode(keys: Keys): Unit = source.columns = decoder.decode(keys)

    /** Puts the wanted columns of one of the keys into the first places of a row. */
    def read(key: Int, row: Array[Any]): Unit = {
      source.row = key
      KeyDecoder.this.read(source, row)
    }

    /** The wanted columns of one of the keys, in a row that the next call overwrites. */
    def row(key: Int): InternalRow = {
      read(key, values)
      result
    }

    override def close(): Unit = decoder.close()
  }
}

private[spark] object KeyDecoder {

  /** Columns of a key by their places. */
  private trait Source {
    def isNull(column: Int): Boolean
    def long(column: Int): Long
    def double(column: Int): Double
    def float(column: Int): Float
    def bytes(column: Int): Array[Byte]
    def string(column: Int): String
  }

  private final class OneRecord(record: Record) extends Source {
    override def isNull(column: Int): Boolean = record.isNull(column)
    override def long(column: Int): Long = record.getLong(column)
    override def double(column: Int): Double = record.getDouble(column)
    override def float(column: Int): Float = record.getDouble(column).toFloat
    override def bytes(column: Int): Array[Byte] = record.getBytes(column)
    override def string(column: Int): String = record.getString(column)
  }

  private final class ManyRecords(names: Array[String]) extends Source {
    var columns: Columns = _
    var row = 0

    override def isNull(column: Int): Boolean = columns.isNull(names(column), row)
    override def long(column: Int): Long = columns.longs(names(column))(row)
    override def double(column: Int): Double = columns.doubles(names(column))(row)
    override def float(column: Int): Float = columns.floats(names(column))(row)
    override def bytes(column: Int): Array[Byte] = columns.text(names(column), row)
    override def string(column: Int): String = columns.string(names(column), row)
  }
}
