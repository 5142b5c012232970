package io.rowkey.spark

import io.rowkey.{Keys, Router}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types.{DataType, IntegerType}
import scala.collection.mutable.ArrayBuffer

/** The region of a key, from 0 to the number of split points: `rowkey_region`. */
private[spark] final case class RegionFunction(child: Expression, points: Seq[Seq[Byte]]) extends KeyFunction {
  @transient private lazy val router = Router.of(points.map(_.toArray).toArray)

  override def dataType: DataType = IntegerType
  override def prettyName: String = "rowkey_region"

  override def checkInputDataTypes(): TypeCheckResult = DecodeFunction.checkKey(prettyName, child)
  override def call(argument: Any): Any = Int.box(router.region(argument.asInstanceOf[Array[Byte]]))
  override def inputs: Option[Seq[Expression]] = Some(Seq(child))

  override def callOn(row: InternalRow, places: Array[Int]): Any =
    if (row.isNullAt(places(0))) null else call(row.getBinary(places(0)))

  override def batch(capacity: Int): KeyFunction.Batch = new KeyFunction.Batch {
    private val keys = new ArrayBuffer[Array[Byte]](capacity)

    override def add(row: InternalRow, places: Array[Int]): Unit = keys += row.getBinary(places(0))
    override def evaluate(): Array[_ <: AnyRef] =
      try {
        val present = keys.filter(_ != null)
        val regions = router.regions(Keys.of(present.toSeq: _*)).iterator
        keys.map(key => if (key == null) null else Int.box(regions.next())).toArray[Integer]
      } finally clear()
    override def clear(): Unit = keys.clear()
    override def close(): Unit = ()
  }

  override protected def withNewChildInternal(newChild: Expression): Expression = copy(child = newChild)
}
