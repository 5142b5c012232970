package io.rowkey.spark

import io.rowkey.Keys
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.vectorized.WritableColumnVector
import scala.collection.mutable.ArrayBuffer

/** The keys in a column of rows, some of which are null. For one thread. */
private[spark] final class KeyRows {
  private val keys = new ArrayBuffer[Array[Byte]]
  private var size = 0L

  def rows: Int = keys.size
  def bytes: Long = size
  def isFull: Boolean = KeyFunction.isFull(rows, bytes)

  /** Takes the key at a place of a row. */
  def add(row: InternalRow, place: Int): Unit = {
    val key = if (row.isNullAt(place)) null else row.getBinary(place)
    keys += key
    size += (if (key == null) 0 else key.length)
  }

  /** Those that are not null. */
  def present: Keys = Keys.of(keys.filter(_ != null).toSeq: _*)

  /** Where the present ones stand among results whose first row stands at a place. */
  def places(from: Int): Array[Int] = keys.indices.filter(keys(_) != null).map(from + _).toArray

  /** Puts nulls where the others stand. */
  def putNulls(results: WritableColumnVector, from: Int): Unit =
    keys.indices.filter(keys(_) == null).foreach(i => results.putNull(from + i))

  def clear(): Unit = {
    keys.clear()
    size = 0
  }
}
