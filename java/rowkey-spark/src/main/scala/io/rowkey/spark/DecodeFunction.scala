package io.rowkey.spark

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types.{BinaryType, DataType}

/** The columns of a key, as a struct: `rowkey_decode`. */
private[spark] final case class DecodeFunction(child: Expression, template: String, columns: Option[String])
    extends KeyFunction {
  @transient private lazy val layout = Layouts.compile(template, columns)
  @transient private lazy val decoder = new KeyDecoder(layout, KeyDecoder.schema(layout))

  override lazy val dataType: DataType = KeyDecoder.schema(layout)
  override def prettyName: String = "rowkey_decode"

  override def checkInputDataTypes(): TypeCheckResult = DecodeFunction.checkKey(prettyName, child)
  override def call(argument: Any): Any = decoder.decode(argument.asInstanceOf[Array[Byte]])
  override def inputs: Option[Seq[Expression]] = None
  override def callOn(row: InternalRow, places: Array[Int]): Any =
    if (row.isNullAt(places(0))) null else call(row.getBinary(places(0)))
  override def batch(capacity: Int): KeyFunction.Batch = throw new UnsupportedOperationException

  override protected def withNewChildInternal(newChild: Expression): Expression = copy(child = newChild)
}

private[spark] object DecodeFunction {
  def checkKey(function: String, key: Expression): TypeCheckResult =
    if (key.dataType == BinaryType) {
      TypeCheckResult.TypeCheckSuccess
    } else {
      TypeCheckResult.TypeCheckFailure(s"$function of ${key.dataType.sql} (expected a key, which is BINARY)")
    }
}
