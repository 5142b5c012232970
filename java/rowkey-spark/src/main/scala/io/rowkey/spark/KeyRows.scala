package io.rowkey.spark

import io.rowkey.Keys
import java.util.function.IntFunction
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

  /** Puts what belongs to each of the present ones, by its number among them, where their rows are, and forgets the rows. */
  def put(results: WritableColumnVector, from: Int, value: IntFunction[Any]): Unit = {
    var found = 0
    for (i <- keys.indices) {
      if (keys(i) == null) {
        results.putNull(from + i)
      } else {
        BatchEvaluator.put(results, from + i, value(found))
        found += 1
      }
    }
    clear()
  }

  def clear(): Unit = {
    keys.clear()
    size = 0
  }
}
