package io.rowkey.spark

import io.rowkey.{Batch, Keys, RowKeyLayout}
import java.util.Arrays
import java.util.concurrent.TimeUnit
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.unsafe.Platform

/** Makes the keys of rows one by one. Thread-safe. Closing it closes the layout; batches live on. */
private[spark] final class KeyEncoder(val layout: RowKeyLayout, val columns: Seq[KeyColumn]) extends AutoCloseable {
  private val all = columns.toArray

  /** The key of a row whose values stand in the order of the columns. */
  def key(row: InternalRow): Array[Byte] = {
    val values = new Array[AnyRef](all.length)
    var i = 0
    while (i < all.length) {
      values(i) = all(i).value(row, i)
      i += 1
    }
    layout.key(values: _*)
  }

  /** What to tell of a row without a key, whose columns stand in these places of it. */
  def noKey(row: InternalRow, places: Array[Int], e: Throwable): IllegalArgumentException =
    new IllegalArgumentException(
      s"no key of ${layout.template} for ${RowText.of(row, columns.map(column => column.name -> column.sparkType), places)}: " +
        e.getMessage,
      e
    )

  /** Makes keys of batches. */
  def batch(capacity: Int): KeyBatch = new KeyBatch(layout, all, capacity)

  override def close(): Unit = layout.close()
}

/** Rows, collected column by column until their keys are made in one call. For one thread. */
private[spark] final class KeyBatch(layout: RowKeyLayout, columns: Array[KeyColumn], capacity: Int)
    extends AutoCloseable {
  private val stores: Array[Store] = columns.map { column =>
    column.kind match {
      case KeyColumn.Longs | KeyColumn.Instants | KeyColumn.Decimals(_) => new LongStore(column)
      case KeyColumn.WideDecimals                                       => new DecimalStore(column)
      case KeyColumn.Dates                                              => new DateStore(column)
      case KeyColumn.Booleans                                           => new BooleanStore(column)
      case KeyColumn.Doubles                                            => new DoubleStore(column)
      case KeyColumn.Floats                                             => new FloatStore(column)
      case KeyColumn.Texts | KeyColumn.Bytes                            => new TextStore(column)
      case KeyColumn.Parsed                                             => new ParsedStore(column)
    }
  }
  private val encoder = layout.encoder()
  private val batch = layout.batch()
  private val keys = Keys.growing()
  private var count = 0
  private var size = 0L

  def rows: Int = count

  /** Of texts, as they are in the rows. */
  def bytes: Long = size

  /** Takes the columns of a row, which stand in these places of it. */
  def add(row: InternalRow, places: Array[Int]): Unit = {
    var i = 0
    while (i < stores.length) {
      stores(i).add(row, places(i))
      i += 1
    }
    count += 1
  }

  /** Makes the keys of the rows since the last call, which the next call overwrites, and forgets the rows. */
  def encode(): Keys = encode(encoder.encode(batch, keys))

  /** The same, without the keys of bad rows, which have no bit in `validity` then. */
  def encode(validity: Array[Byte]): Keys = encode(encoder.encode(batch, keys, validity))

  private def encode(call: => Long): Keys =
    try {
      stores.foreach(_.set())
      call
      keys
    } finally clear()

  def clear(): Unit = {
    count = 0
    size = 0
    stores.foreach(_.clear())
  }

  override def close(): Unit = encoder.close()

  /** The values of one column. */
  private abstract class Store(column: KeyColumn) {
    private val validity = new Array[Byte]((capacity + 7) / 8)
    private var hasNulls = false

    final def add(row: InternalRow, place: Int): Unit =
      if (row.isNullAt(place)) {
        if (!hasNulls) {
          Arrays.fill(validity, 0xff.toByte)
          hasNulls = true
        }
        validity(count / 8) = (validity(count / 8) & ~(1 << count % 8)).toByte
        addNull()
      } else {
        addValue(row, place)
      }

    protected def addNull(): Unit
    protected def addValue(row: InternalRow, place: Int): Unit
    protected def setValues(to: Batch): Unit

    final def set(): Unit = {
      setValues(batch)
      if (hasNulls) {
        batch.nulls(column.name, validity)
      }
    }

    def clear(): Unit = hasNulls = false
  }

  private final class LongStore(column: KeyColumn) extends Store(column) {
    private val values = new Array[Long](capacity)

    override def addNull(): Unit = values(count) = 0
    override def addValue(row: InternalRow, place: Int): Unit = values(count) = column.long(row, place)
    override def setValues(to: Batch): Unit = column.kind match {
      case KeyColumn.Instants        => to.instants(column.name, Arrays.copyOf(values, count), TimeUnit.MICROSECONDS)
      case KeyColumn.Decimals(scale) => to.decimals(column.name, Arrays.copyOf(values, count), scale)
      case _                         => to.longs(column.name, values, 0, count)
    }
  }

  private final class DecimalStore(column: KeyColumn) extends Store(column) {
    private val values = new Array[java.math.BigDecimal](capacity)

    override def addNull(): Unit = values(count) = null
    override def addValue(row: InternalRow, place: Int): Unit = values(count) = column.decimal(row, place)
    override def setValues(to: Batch): Unit = to.decimals(column.name, Arrays.copyOf(values, count): _*)
  }

  private final class DateStore(column: KeyColumn) extends Store(column) {
    private val values = new Array[Int](capacity)

    override def addNull(): Unit = values(count) = 0
    override def addValue(row: InternalRow, place: Int): Unit = values(count) = row.getInt(place)
    override def setValues(to: Batch): Unit = to.dates(column.name, Arrays.copyOf(values, count): _*)
  }

  private final class BooleanStore(column: KeyColumn) extends Store(column) {
    private val values = new Array[Boolean](capacity)

    override def addNull(): Unit = values(count) = false
    override def addValue(row: InternalRow, place: Int): Unit = values(count) = row.getBoolean(place)
    override def setValues(to: Batch): Unit = to.booleans(column.name, Arrays.copyOf(values, count): _*)
  }

  private final class DoubleStore(column: KeyColumn) extends Store(column) {
    private val values = new Array[Double](capacity)

    override def addNull(): Unit = values(count) = 0
    override def addValue(row: InternalRow, place: Int): Unit = values(count) = row.getDouble(place)
    override def setValues(to: Batch): Unit = to.doubles(column.name, Arrays.copyOf(values, count): _*)
  }

  private final class FloatStore(column: KeyColumn) extends Store(column) {
    private val values = new Array[Float](capacity)

    override def addNull(): Unit = values(count) = 0
    override def addValue(row: InternalRow, place: Int): Unit = values(count) = row.getFloat(place)
    override def setValues(to: Batch): Unit = to.floats(column.name, Arrays.copyOf(values, count): _*)
  }

  private final class TextStore(column: KeyColumn) extends Store(column) {
    private val isString = column.kind == KeyColumn.Texts
    private val offsets = new Array[Int](capacity + 1)
    private var data = new Array[Byte](16 * capacity)

    override def addNull(): Unit = offsets(count + 1) = offsets(count)

    override def addValue(row: InternalRow, place: Int): Unit = {
      val from = offsets(count)
      if (isString) {
        val text = row.getUTF8String(place)
        reserve(text.numBytes)
        text.writeToMemory(data, Platform.BYTE_ARRAY_OFFSET + from)
        offsets(count + 1) = from + text.numBytes
      } else {
        val bytes = row.getBinary(place)
        reserve(bytes.length)
        System.arraycopy(bytes, 0, data, from, bytes.length)
        offsets(count + 1) = from + bytes.length
      }
    }

    private def reserve(length: Int): Unit = {
      val needed = Math.addExact(offsets(count), length)
      if (needed > data.length) {
        data = Arrays.copyOf(data, Math.max(needed, Math.min(2L * data.length, Int.MaxValue - 64L).toInt))
      }
      size += length
    }

    override def setValues(to: Batch): Unit =
      to.texts(column.name, data, if (count == capacity) offsets else Arrays.copyOf(offsets, count + 1))
  }

  /** Values that the type of the column reads from text. */
  private final class ParsedStore(column: KeyColumn) extends Store(column) {
    private val values = new Array[String](capacity)

    override def addNull(): Unit = values(count) = null
    override def addValue(row: InternalRow, place: Int): Unit = {
      val text = row.getUTF8String(place)
      values(count) = text.toString
      size += text.numBytes
    }
    override def setValues(to: Batch): Unit = to.strings(column.name, Arrays.copyOf(values, count): _*)
  }
}
