package io.rowkey.spark

import org.apache.spark.TaskContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeSet, JoinedRow, UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector
import org.apache.spark.sql.types.DataType
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarBatch}
import org.apache.spark.unsafe.Platform
import scala.util.control.NonFatal

/**
 * Adds the result of a function to each row of the child, and evaluates it for thousands of rows at a time. Where the child
 * has columns, as those of Parquet, they are read where they are, and the result is one more. A bad row is an error once the
 * rows before it have been taken, so that a `LIMIT` before it never sees it.
 */
private[spark] final case class BatchFunctionExec(
    function: KeyFunction,
    inputs: Seq[Attribute],
    result: Attribute,
    child: SparkPlan
) extends UnaryExecNode {
  override def output: Seq[Attribute] = child.output :+ result
  override def producedAttributes: AttributeSet = AttributeSet(result)
  override def outputPartitioning = child.outputPartitioning
  override def outputOrdering = child.outputOrdering
  override def supportsColumnar: Boolean = child.supportsColumnar
  override def vectorTypes: Option[Seq[String]] = child.vectorTypes.map(_ :+ classOf[OnHeapColumnVector].getName)

  private def places: Array[Int] = inputs.map(input => child.output.indexWhere(_.exprId == input.exprId)).toArray

  override protected def doExecute(): RDD[InternalRow] = {
    val types = child.output.map(_.dataType).toArray
    val (called, from) = (function, places)
    child.execute().mapPartitions { rows =>
      new BatchFunctionExec.Results(rows, BatchFunctionExec.evaluator(called, from), types)
    }
  }

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] = {
    val (called, from) = (function, places)
    child.executeColumnar().mapPartitions { batches =>
      new BatchFunctionExec.Batches(batches, BatchFunctionExec.evaluator(called, from))
    }
  }

  override protected def withNewChildInternal(newChild: SparkPlan): SparkPlan = copy(child = newChild)
}

private object BatchFunctionExec {

  /** Rows that are kept for a call take some more than that. */
  private val Bytes = 1 << 20

  /** How many rows the first call has, and the next one twice as many: a query may want a few only. */
  private val First = 16

  /** For this task, with which it ends. */
  private def evaluator(function: KeyFunction, places: Array[Int]): BatchEvaluator = {
    val made = new BatchEvaluator(function, places)
    TaskContext.get().addTaskCompletionListener[Unit](_ => made.close())
    made
  }

  /** The batches of a task with their results: of one with a bad row, the rows before it, and then the error. */
  private final class Batches(batches: Iterator[ColumnarBatch], evaluator: BatchEvaluator)
      extends Iterator[ColumnarBatch] {
    private var failure: Throwable = _

    override def hasNext: Boolean = failure != null || batches.hasNext

    override def next(): ColumnarBatch = {
      if (failure != null) {
        throw failure
      }
      val batch = batches.next()
      val results = evaluator.evaluate(batch.numRows, batch.getRow(_))
      failure = results.failure
      val columns = Array.tabulate[ColumnVector](batch.numCols)(batch.column) :+ results.column
      if (results.count > 0 || failure == null) new ColumnarBatch(columns, results.count) else next()
    }
  }

  /** The rows of a task with their results. Rows that are given are overwritten by the next one, as usual in Spark. */
  private final class Results(rows: Iterator[InternalRow], evaluator: BatchEvaluator, types: Array[DataType])
      extends Iterator[InternalRow] {
    private val toUnsafe = UnsafeProjection.create(types)
    private val offsets = new Array[Int](KeyFunction.Rows + 1)
    private var data = new Array[Byte](64 * KeyFunction.Rows)
    private var count = 0
    private var at = 0
    private var results: ColumnarBatch = _
    private var most = First
    private var failure: Throwable = _

    private val row = new UnsafeRow(types.length)
    private val joined = new JoinedRow

    override def hasNext: Boolean = at < count || failure != null || rows.hasNext

    override def next(): InternalRow = {
      if (at == count) {
        fill()
        if (count == 0) {
          throw failure
        }
      }
      joined(rowAt(at), results.getRow(at))
      at += 1
      joined
    }

    private def rowAt(i: Int): InternalRow = {
      row.pointTo(data, Platform.BYTE_ARRAY_OFFSET + offsets(i), offsets(i + 1) - offsets(i))
      row
    }

    private def fill(): Unit = {
      at = 0
      count = 0
      if (failure == null) {
        collect()
        val evaluated = evaluator.evaluate(count, rowAt(_))
        results = new ColumnarBatch(Array(evaluated.column), count)
        if (evaluated.failure != null) {
          count = evaluated.count
          failure = evaluated.failure
        }
      }
    }

    /** Keeps rows, up to one that the child cannot make. */
    private def collect(): Unit = {
      try {
        while (count < most && offsets(count) < Bytes && rows.hasNext) {
          keep(rows.next() match {
            case unsafe: UnsafeRow => unsafe
            case other             => toUnsafe(other)
          })
        }
      } catch {
        case NonFatal(e) => failure = e
      }
      most = Math.min(2 * most, KeyFunction.Rows)
    }

    private def keep(from: UnsafeRow): Unit = {
      val begin = offsets(count)
      val end = Math.addExact(begin, from.getSizeInBytes)
      if (end > data.length) {
        data = java.util.Arrays.copyOf(data, Math.max(end, data.length * 2))
      }
      from.writeToMemory(data, Platform.BYTE_ARRAY_OFFSET + begin)
      count += 1
      offsets(count) = end
    }
  }
}
