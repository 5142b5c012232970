package io.rowkey.spark

import io.rowkey.{Columns, Keys, Record, RowKeyLayout}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.execution.vectorized.WritableColumnVector
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Gets columns of a layout back from keys, in the types that are wanted. Thread-safe. */
private[spark] final class KeyDecoder(layout: RowKeyLayout, wanted: StructType) {
  private val fields = wanted.fields.map(KeyDecoder.field(layout, _))

  /** The wanted columns of a key. */
  def decode(key: Array[Byte]): InternalRow = {
    val record = layout.decode(key)
    new GenericInternalRow(fields.map(_.value(record)))
  }

  /** Decodes many keys in a call. For one thread. */
  def batch(): Batch = new Batch

  final class Batch extends AutoCloseable {
    private val decoder = layout.decoder()
    private var columns: Columns = _

    /** Decodes keys, and forgets those of the last call. */
    def decode(keys: Keys): Unit = columns = decoder.decode(keys)

    /** Puts the wanted columns of the keys into vectors: those of each key into its place. */
    def put(vectors: Array[_ <: WritableColumnVector], places: Array[Int]): Unit = {
      var i = 0
      while (i < fields.length) {
        fields(i).put(columns, vectors(i), places)
        i += 1
      }
    }

    override def close(): Unit = decoder.close()
  }
}

private[spark] object KeyDecoder {

  /** A column that is recovered: of one key as rows of Spark have it, and of many in a vector. */
  private abstract class Field(name: String, place: Int) {

    /** A value that is not null. */
    protected def of(record: Record): Any

    /** Puts a row's value, which is not null, into a place of the vector. */
    protected def putter(columns: Columns, vector: WritableColumnVector): (Int, Int) => Unit

    final def value(record: Record): Any = if (record.isNull(place)) null else of(record)

    final def put(columns: Columns, vector: WritableColumnVector, places: Array[Int]): Unit = {
      val validity = columns.validity(name)
      val put = putter(columns, vector)
      var i = 0
      while (i < places.length) {
        if (validity == null || (validity(i / 8) >> i % 8 & 1) != 0) put(i, places(i)) else vector.putNull(places(i))
        i += 1
      }
    }
  }

  private final class Longs(name: String, place: Int, convert: Long => Long, boxed: Long => Any)
      extends Field(name, place) {
    override def of(record: Record): Any = boxed(convert(record.getLong(place)))
    override def putter(columns: Columns, vector: WritableColumnVector): (Int, Int) => Unit = {
      val longs = columns.longs(name)
      (row, at) => vector.putLong(at, convert(longs(row)))
    }
  }

  private final class Days(name: String, place: Int, convert: Long => Int) extends Field(name, place) {
    override def of(record: Record): Any = convert(record.getLong(place))
    override def putter(columns: Columns, vector: WritableColumnVector): (Int, Int) => Unit = {
      val longs = columns.longs(name)
      (row, at) => vector.putInt(at, convert(longs(row)))
    }
  }

  private final class Booleans(name: String, place: Int) extends Field(name, place) {
    override def of(record: Record): Any = record.getLong(place) != 0
    override def putter(columns: Columns, vector: WritableColumnVector): (Int, Int) => Unit = {
      val longs = columns.longs(name)
      (row, at) => vector.putBoolean(at, longs(row) != 0)
    }
  }

  private final class Unsigned(name: String, place: Int, to: DecimalType) extends Field(name, place) {
    private def decimal(bits: Long) =
      Decimal(BigDecimal(java.lang.Long.toUnsignedString(bits)), to.precision, to.scale)
    override def of(record: Record): Any = decimal(record.getLong(place))
    override def putter(columns: Columns, vector: WritableColumnVector): (Int, Int) => Unit = {
      val longs = columns.longs(name)
      (row, at) => vector.putDecimal(at, decimal(longs(row)), to.precision)
    }
  }

  private final class Doubles(name: String, place: Int) extends Field(name, place) {
    override def of(record: Record): Any = record.getDouble(place)
    override def putter(columns: Columns, vector: WritableColumnVector): (Int, Int) => Unit = {
      val doubles = columns.doubles(name)
      (row, at) => vector.putDouble(at, doubles(row))
    }
  }

  private final class Floats(name: String, place: Int) extends Field(name, place) {
    override def of(record: Record): Any = record.getDouble(place).toFloat
    override def putter(columns: Columns, vector: WritableColumnVector): (Int, Int) => Unit = {
      val floats = columns.floats(name)
      (row, at) => vector.putFloat(at, floats(row))
    }
  }

  /** Text as the layout keeps it: all bytes at once, and then where each one lies. */
  private final class Texts(name: String, place: Int) extends Field(name, place) {
    override def of(record: Record): Any = UTF8String.fromBytes(record.getBytes(place))
    override def putter(columns: Columns, vector: WritableColumnVector): (Int, Int) => Unit = {
      val offsets = columns.offsets(name)
      val begin = vector.arrayData.appendBytes(offsets(columns.rows), columns.textData(name), 0)
      (row, at) => vector.putArray(at, begin + offsets(row), offsets(row + 1) - offsets(row))
    }
  }

  /** Values of a further type, as it writes them. */
  private final class Written(name: String, place: Int) extends Field(name, place) {
    override def of(record: Record): Any = UTF8String.fromString(record.getString(place))
    override def putter(columns: Columns, vector: WritableColumnVector): (Int, Int) => Unit =
      (row, at) => vector.putByteArray(at, UTF8String.fromString(columns.string(name, row)).getBytes)
  }

  private def field(layout: RowKeyLayout, wanted: StructField): Field = {
    val name = wanted.name
    val place = layout.schema.indexOf(name)
    val column = layout.schema.`type`(place)
    lazy val unit = column.timeUnit.get
    wanted.dataType match {
      case LongType                                  => new Longs(name, place, identity[Long], Long.box)
      case TimestampType | TimestampNTZType          => new Longs(name, place, Times.micros(_, unit, name), Long.box)
      case d: DecimalType if d == KeyColumn.Unsigned => new Unsigned(name, place, d)
      case d: DecimalType                => new Longs(name, place, identity[Long], Decimal(_, d.precision, d.scale))
      case DateType                      => new Days(name, place, Times.day(_, unit, name))
      case BooleanType                   => new Booleans(name, place)
      case DoubleType                    => new Doubles(name, place)
      case FloatType                     => new Floats(name, place)
      case _ if column == column.storage => new Texts(name, place)
      case _                             => new Written(name, place)
    }
  }
}
