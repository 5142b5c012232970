package io.rowkey.spark

import io.rowkey.Router
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.vectorized.WritableColumnVector
import org.apache.spark.sql.types.{DataType, IntegerType}

/** The region of a key, from 0 to the number of split points: `rowkey_region`. */
private[spark] final case class RegionFunction(child: Expression, points: Seq[Seq[Byte]]) extends KeyFunction {
  @transient private lazy val router = Resources.ofTask(Router.of(points.map(_.toArray).toArray))

  override def dataType: DataType = IntegerType
  override def prettyName: String = "rowkey_region"

  override def checkInputDataTypes(): TypeCheckResult = DecodeFunction.checkKey(prettyName, child)
  override def call(argument: Any): Any = Int.box(router.region(argument.asInstanceOf[Array[Byte]]))
  override def inputs: Option[Seq[Expression]] = Some(Seq(child))

  override def callOn(row: InternalRow, places: Array[Int]): Any =
    if (row.isNullAt(places(0))) null else call(row.getBinary(places(0)))

  override def batch(): KeyFunction.Batch = new KeyFunction.Batch {
    private val keys = new KeyRows

    override def add(row: InternalRow, places: Array[Int]): Unit = keys.add(row, places(0))
    override protected def rows: Int = keys.rows
    override protected def bytes: Long = keys.bytes
    override def evaluate(results: WritableColumnVector, from: Int): Unit = {
      val places = keys.places(from)
      val regions = router.regions(keys.present)
      places.indices.foreach(i => results.putInt(places(i), regions(i)))
      keys.putNulls(results, from)
      keys.clear()
    }
    override def clear(): Unit = keys.clear()
    override def close(): Unit = ()
  }

  override protected def withNewChildInternal(newChild: Expression): Expression = copy(child = newChild)
}
