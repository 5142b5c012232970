package io.rowkey.spark

import org.apache.spark.TaskContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  Attribute,
  AttributeSet,
  GenericInternalRow,
  JoinedRow,
  UnsafeProjection,
  UnsafeRow
}
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.Platform

/** Adds the result of a function to each row of the child, and evaluates it for thousands of rows at a time. */
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

  override protected def doExecute(): RDD[InternalRow] = {
    val places = inputs.map(input => child.output.indexWhere(_.exprId == input.exprId)).toArray
    val types = child.output.map(_.dataType).toArray
    val called = function
    child.execute().mapPartitions { rows =>
      val batch = called.batch(BatchFunctionExec.Rows)
      TaskContext.get().addTaskCompletionListener[Unit](_ => batch.close())
      new BatchFunctionExec.Results(rows, called, batch, places, types)
    }
  }

  override protected def withNewChildInternal(newChild: SparkPlan): SparkPlan = copy(child = newChild)
}

private object BatchFunctionExec {

  /** A call costs some hundred nanoseconds, and rows should stay in the cache. */
  val Rows = 4096
  private val Bytes = 1 << 20

  /** The rows of a task with their results. Rows that are given are overwritten by the next one, as usual in Spark. */
  final class Results(
      rows: Iterator[InternalRow],
      function: KeyFunction,
      batch: KeyFunction.Batch,
      places: Array[Int],
      types: Array[DataType]
  ) extends Iterator[InternalRow] {
    private val toUnsafe = UnsafeProjection.create(types)
    private val offsets = new Array[Int](Rows + 1)
    private var data = new Array[Byte](64 * Rows)
    private var count = 0
    private var at = 0
    private var results: Array[_ <: AnyRef] = _

    private val row = new UnsafeRow(types.length)
    private val result = new Array[Any](1)
    private val joined = new JoinedRow(row, new GenericInternalRow(result))

    override def hasNext: Boolean = at < count || rows.hasNext

    override def next(): InternalRow = {
      if (at == count) {
        fill()
      }
      point(at)
      result(0) = results(at)
      at += 1
      joined
    }

    private def point(i: Int): Unit =
      row.pointTo(data, Platform.BYTE_ARRAY_OFFSET + offsets(i), offsets(i + 1) - offsets(i))

    private def fill(): Unit = {
      at = 0
      count = 0
      var isGood = true
      while (count < Rows && offsets(count) < Bytes && rows.hasNext) {
        keep(rows.next() match {
          case unsafe: UnsafeRow => unsafe
          case other             => toUnsafe(other)
        })
        point(count - 1)
        isGood = isGood && addLast()
      }
      results = if (isGood) evaluate() else oneByOne()
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

    private def addLast(): Boolean =
      try {
        batch.add(row, places)
        true
      } catch {
        case _: RuntimeException => false
      }

    private def evaluate(): Array[_ <: AnyRef] =
      try batch.evaluate()
      catch {
        case _: RuntimeException => oneByOne()
      }

    /** What the function says of each row, where one of the batch is bad. */
    private def oneByOne(): Array[_ <: AnyRef] = {
      batch.clear()
      Array.tabulate[AnyRef](count) { i =>
        point(i)
        function.callOn(row, places).asInstanceOf[AnyRef]
      }
    }
  }
}
