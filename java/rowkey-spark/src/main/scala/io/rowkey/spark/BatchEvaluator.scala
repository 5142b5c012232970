package io.rowkey.spark

import java.util.function.IntFunction
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.vectorized.{OnHeapColumnVector, WritableColumnVector}
import org.apache.spark.sql.types.{Decimal, StructType}
import org.apache.spark.unsafe.types.UTF8String

/** Evaluates a function whose inputs stand in these places of rows. For one task. */
private[spark] final class BatchEvaluator(function: KeyFunction, places: Array[Int]) extends AutoCloseable {
  private val batch = function.batch()
  private var capacity = KeyFunction.Rows
  private var results = new OnHeapColumnVector(capacity, function.dataType)

  /** Evaluates rows, which are read by their numbers. The next call overwrites the results. */
  def evaluate(count: Int, row: IntFunction[InternalRow]): BatchEvaluator.Results = {
    if (count > capacity) {
      capacity = count
      results = new OnHeapColumnVector(capacity, function.dataType)
    }
    results.reset()
    try {
      var from = 0
      var i = 0
      while (i < count) {
        batch.add(row(i), places)
        i += 1
        if (batch.isFull || i == count) {
          batch.evaluate(results, from)
          from = i
        }
      }
      BatchEvaluator.Results(results, count, null)
    } catch {
      case _: RuntimeException => oneByOne(count, row)
    }
  }

  /** What the function says of each row up to a bad one, which a query may never ask for. */
  private def oneByOne(count: Int, row: IntFunction[InternalRow]): BatchEvaluator.Results = {
    batch.clear()
    results.reset()
    var i = 0
    try {
      while (i < count) {
        BatchEvaluator.put(results, i, function.callOn(row(i), places))
        i += 1
      }
      BatchEvaluator.Results(results, count, null)
    } catch {
      case e: RuntimeException => BatchEvaluator.Results(results, i, e)
    }
  }

  override def close(): Unit = batch.close()
}

private[spark] object BatchEvaluator {

  /** The results of the first `count` rows, and why the next one has none, or null where all have one. */
  final case class Results(column: WritableColumnVector, count: Int, failure: Throwable)

  /** Puts a value, as rows of Spark have it, into a place of a column. */
  def put(column: WritableColumnVector, place: Int, value: Any): Unit = value match {
    case null               => column.putNull(place)
    case bytes: Array[Byte] => column.putByteArray(place, bytes)
    case text: UTF8String   => column.putByteArray(place, text.getBytes)
    case decimal: Decimal   => column.putDecimal(place, decimal, decimal.precision)
    case number: Long       => column.putLong(place, number)
    case number: Int        => column.putInt(place, number)
    case number: Double     => column.putDouble(place, number)
    case number: Float      => column.putFloat(place, number)
    case flag: Boolean      => column.putBoolean(place, flag)
    case row: InternalRow =>
      val fields = column.dataType.asInstanceOf[StructType].fields
      for (i <- fields.indices) {
        put(column.getChild(i), place, row.get(i, fields(i).dataType))
      }
    case other => throw new IllegalStateException(s"a ${other.getClass.getName} as ${column.dataType.sql}")
  }
}
